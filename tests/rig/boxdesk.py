"""A desk with the box's own books: keeper, journal, kept games, settings, facts and errands are real.

Its files lie in the folder in which it is made; inputs go in and rows of text come out as at any desk.
"""

import contextlib
import sys
from pathlib import Path

from desk import Desk

sys.path.append(str(Path(__file__).resolve().parents[1] / "micropython"))

from faultflash import FaultFlash  # noqa: E402

from banker.app import errands, facts, rulebook  # noqa: E402
from banker.app.choices import shown  # noqa: E402
from banker.app.journal import Journal  # noqa: E402
from banker.app.keeper import Keeper  # noqa: E402
from banker.app.settings import Settings  # noqa: E402
from banker.app.tags import CARD, KIND, SIZE, Tags  # noqa: E402
from banker.core.refusal import Refused  # noqa: E402
from banker.core.state import phase  # noqa: E402
from banker.ui.ui import Ui  # noqa: E402
from deedbox import editions, rules, words  # noqa: E402
from deedbox.tags import TagSet  # noqa: E402

RING = tuple(range(16))
NO_ROOM = 245


def lay_out(folder, cards=False, boards=editions.IDS):
    """The files of a box in this folder: editions, rules, tags, with or without those of the cards."""
    for name, data in {
        **{f"editions/{board}.bin": editions.compiled(board) for board in boards},
        **{f"{rulebook.FOLDER}/{language}.bin": rules.compiled(language) for language in words.LANGUAGES},
        **{f"words/{language}.bin": words.compiled(language) for language in words.LANGUAGES},
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    known = TagSet().file()
    learned = [known[at : at + SIZE] for at in range(0, len(known), SIZE)]
    (folder / "tags.bin").write_bytes(b"".join(tag for tag in learned if cards or tag[KIND] != CARD))


class BoxDesk(Desk):
    def __init__(self, flash=None, language="en"):
        self.language = language
        self.words = {number: text for number, (_, text) in words.read(language).items()}
        self.flash = flash or FaultFlash(len(RING))
        self.inputs = 0
        self.done = []
        self.refusals = []
        self.power_on()

    def power_on(self):
        """As Box.power_on(): a game that stands, or the set-up."""
        self.keeper = Keeper(Journal(self.flash, RING), contextlib.nullcontext())
        self.settings = Settings()
        self.settings._all["language"] = self.language
        self.tags = Tags()
        self.ui = Ui(self.say, self._load, self.fact)
        self.ui.back = self.keeper.look_back
        self.heed()
        if self.keeper.resume():
            self.settle()
        else:
            self.ui.home()
        return self

    def settle(self):
        self.ui.close()
        keeper = self.keeper
        keeper.resettle()
        edition = keeper.edition
        self.ui.begin(keeper.game, shown(keeper), keeper.place, edition.label, edition.word, keeper.tokens)

    def heed(self):
        self.ui.big = self.settings["big"]

    def fact(self, name, *args):
        return facts.fact(self, name, *args)

    def _after(self, commands):
        done = 0
        for command in commands or ():
            try:
                if type(command) is tuple:
                    if errands.do(self, command):
                        self.settle()
                else:
                    self.keeper.submit(command)
                    self.done.append(command["do"])
            except Refused as no:
                self.refusals.append(no.code)
                self.ui.refused(no.code, no.facts)
                break
            except OSError:
                self.ui.notice(self.say(NO_ROOM))
                break
            done += 1
        if done and type(commands[0]) is dict:
            self.ui.follow(self.keeper.game)

    @property
    def game(self):
        return self.keeper.game

    @property
    def phase(self):
        return phase(self.game)
