"""Games that the firmware's own keeper has written: a journal on model flash, archives in a folder."""

import contextlib
import os
import sys
from functools import cache
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "micropython"))

from faultflash import FaultFlash  # noqa: E402

from banker.app.journal import Journal  # noqa: E402
from banker.app.keeper import Keeper  # noqa: E402
from banker.app.pages import PAGE, SLOTS  # noqa: E402
from deedbox import editions  # noqa: E402
from deedbox.bench.games import play  # noqa: E402
from deedbox.games.books import Books  # noqa: E402
from deedbox.games.story import Story, tell  # noqa: E402

RING = tuple(range(16))
NAMES = ("Mum", "Dad", "Mia", "Ben", "Kim", "Lou", "Max", "Zoe")


class Table:
    """A box without chips, in the folder in which it is made."""

    def __init__(self, boards=("classic",)):
        for board in boards:
            path = Path("editions", f"{board}.bin")
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(editions.compiled(board))
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
        found = []
        for block in RING:
            for slot in range(SLOTS):
                page = bytearray(PAGE)
                self.flash.readblocks(block, page, slot * PAGE)
                if page != b"\xff" * PAGE:
                    found.append((block * SLOTS + slot, bytes(page)))
        return found

    def files(self):
        folder = Path("games")
        return (
            {f"games/{p.name}": p.read_bytes() for p in sorted(folder.glob("*.*"))} if folder.exists() else {}
        )

    def books(self):
        return Books(self.pages(), self.files())

    def story(self) -> Story:
        books = self.books()
        return tell(books.volumes[books.standing], books.files)


@cache
def commands(edition="classic", players=3, seed=3):
    """What sensible players did, to the end."""
    return [command for command, _ in play(edition, players, seed)]


@contextlib.contextmanager
def within(folder):
    """The box's folder is the current one, as on the box."""
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield folder
    finally:
        os.chdir(before)
