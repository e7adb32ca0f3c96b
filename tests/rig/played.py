"""Games written by the firmware's own keeper: a journal on model flash, archives in a folder."""

import contextlib
import os
import sys
from functools import cache
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "micropython"))

from faultflash import FaultFlash  # noqa: E402

from banker.app.store.journal import Journal  # noqa: E402
from banker.app.store.keeper import Keeper  # noqa: E402
from banker.app.store.pages import PAGE, SLOTS  # noqa: E402
from banker.core.codec import command_bytes  # noqa: E402
from deedbox import editions  # noqa: E402
from deedbox.bench.games import play_game  # noqa: E402
from deedbox.games import save_file  # noqa: E402
from deedbox.games.found_games import FoundGames  # noqa: E402
from deedbox.games.replay import Replay, replay_game  # noqa: E402
from deedbox.link import Event  # noqa: E402
from deedbox.link.state_unpacking import Game, name_ids  # noqa: E402

RING = tuple(range(16))
NAMES = ("Mum", "Dad", "Mia", "Ben", "Kim", "Lou", "Max", "Zoe")


class Table:
    """A box without chips; its files are in the current folder."""

    def __init__(self, boards=("classic",)):
        for board in boards:
            path = Path("editions", f"{board}.bin")
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(editions.compile_edition(board))
        self.flash = FaultFlash(len(RING))
        self.power_on()

    def power_on(self):
        self.keeper = Keeper(Journal(self.flash, RING), contextlib.nullcontext())
        self.keeper.resume()

    def reboot(self):
        self.keeper.edition.close()
        self.power_on()

    def begin(self, names=NAMES[:3], seed=3, edition="classic", **more):
        self.keeper.begin({"edition": edition, "names": list(names), "seed": seed, **more})
        return self

    def do(self, *commands, ms=5000):
        for command in commands:
            self.keeper.pass_time(ms)
            self.keeper.submit(dict(command))
            self.keeper.journal.idle()
        return self

    def pages(self):
        pages = []
        for block in RING:
            for slot in range(SLOTS):
                page = bytearray(PAGE)
                self.flash.readblocks(block, page, slot * PAGE)
                if page != b"\xff" * PAGE:
                    pages.append((block * SLOTS + slot, bytes(page)))
        return pages

    def files(self):
        folder = Path("games")
        return (
            {f"games/{p.name}": p.read_bytes() for p in sorted(folder.glob("*.*"))} if folder.exists() else {}
        )

    def games(self):
        return FoundGames(self.pages(), self.files())

    def replay(self) -> Replay:
        games = self.games()
        return replay_game(games.by_id[games.current], games.files)


def events(table) -> list[Event]:
    """The steps of the table's game as a host reads them over the link, from the beginning on."""
    games = table.games()
    game = games.by_id[games.current]
    origin = Game(game.about, editions.load_edition(game.about["edition"]))
    steps = [Event(0, games.current, {"do": "begin", **game.about}, False, origin.start(), 0, origin)]
    for entry in sorted(game.entries.values(), key=lambda entry: entry.seq):
        if entry.kind == save_file.STEP:
            command = name_ids(command_bytes.read(entry.text)[0], origin.names)
            more = (origin.state(entry.state), entry.played_s, origin, entry.text, entry.state)
            steps.append(Event(entry.seq, games.current, command, False, *more))
    return steps


@cache
def commands(edition="classic", players=3, seed=3):
    """The commands of a whole game by the lab's sensible players."""
    return [command for command, _ in play_game(edition, players, seed)]


@contextlib.contextmanager
def within(folder):
    """Make this the current folder, as the box's files are in the current folder on the box."""
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield folder
    finally:
        os.chdir(before)
