"""A desk with the box's own storage: keeper, journal, saves, settings, queries and actions are real.

Its files lie in the folder in which it is made; inputs go in and rows of text come out as at any desk.
"""

import contextlib
import sys
from pathlib import Path

from desk import Desk

sys.path.append(str(Path(__file__).resolve().parents[1] / "micropython"))

from faultflash import FaultFlash  # noqa: E402

from banker.app import rules_text, ui_actions, ui_queries  # noqa: E402
from banker.app.settings import Settings  # noqa: E402
from banker.app.setup_choices import display_names  # noqa: E402
from banker.app.store.journal import Journal  # noqa: E402
from banker.app.store.keeper import Keeper  # noqa: E402
from banker.app.tags.tag_map import ENTRY_SIZE, KIND, TagMap  # noqa: E402
from banker.core.refusal import Refused  # noqa: E402
from banker.core.state import phase  # noqa: E402
from banker.core.tags import CARD  # noqa: E402
from banker.ui.ui import Ui  # noqa: E402
from deedbox import editions, rules, words  # noqa: E402
from deedbox.tagging.tag_map import TagSet  # noqa: E402

RING = tuple(range(16))
NO_ROOM = 245


def lay_out(folder, cards=False, boards=editions.IDS):
    """The files of a box in this folder: editions, rules, tags, with or without those of the cards."""
    for name, data in {
        **{f"editions/{board}.bin": editions.compile_edition(board) for board in boards},
        **{
            f"{rules_text.FOLDER}/{language}.bin": rules.compile_texts(language)
            for language in words.LANGUAGES
        },
        **{f"words/{language}.bin": words.compile_words(language) for language in words.LANGUAGES},
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    tags = TagSet().file()
    entries = [tags[at : at + ENTRY_SIZE] for at in range(0, len(tags), ENTRY_SIZE)]
    (folder / "tags.bin").write_bytes(b"".join(tag for tag in entries if cards or tag[KIND] != CARD))


class BoxDesk(Desk):
    def __init__(self, flash=None, language="en"):
        self.language = language
        self.words = {number: text for number, (_, text) in words.read_words(language).items()}
        self.flash = flash or FaultFlash(len(RING))
        self.inputs = 0
        self.held = False
        self.replay = None
        self.done = []
        self.refusals = []
        self.power_on()

    def power_on(self):
        """Like Box.power_on(): the game of the journal, or the set-up."""
        self.keeper = Keeper(Journal(self.flash, RING), contextlib.nullcontext())
        self.settings = Settings()
        self.settings._values["language"] = self.language
        self.tags = TagMap()
        self.ui = Ui(self.say, self._load, self.fact)
        self.ui.back = self.keeper.look_back
        self.ui.ahead = self.keeper.look_ahead
        self.apply_settings()
        if self.keeper.resume():
            self.open_game()
        else:
            self.ui.home()
        return self

    def open_game(self):
        self.ui.close()
        keeper = self.keeper
        keeper.compact()
        edition = keeper.edition
        names = display_names(keeper)
        self.ui.begin(keeper.game, names, keeper.place, edition.label, edition.word, keeper.tokens)

    def apply_settings(self):
        self.ui.big = self.settings["big"]

    def fact(self, name, *args):
        return ui_queries.answer(self, name, *args)

    def _after(self, commands):
        count = 0
        for command in commands or ():
            try:
                if type(command) is tuple:
                    if ui_actions.do(self, command):
                        self.open_game()
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
            count += 1
        if count and type(commands[0]) is dict:
            self.ui.follow(self.keeper.game)

    @property
    def game(self):
        return self.keeper.game

    @property
    def phase(self):
        return phase(self.game)
