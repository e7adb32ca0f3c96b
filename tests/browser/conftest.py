"""A real Chromium, and a page with a real box behind it: server and twin run in a thread of this process."""

import asyncio
import json
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from deedbox import firmware
from deedbox.play import flashes, server
from deedbox.play.boxes import Boxes
from deedbox.play.room import Room

PATIENCE_MS = 40_000  # a busy machine is slow; nobody waits that long when all is well
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def chromium() -> str | None:
    named = os.environ.get("DEEDBOX_CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


@pytest.fixture(scope="module")  # as long as it runs, no other test in this thread can have an event loop
def browser():
    program = chromium()
    if program is None:
        pytest.skip("no Chromium: install it (Debian: apt install chromium), or name one in DEEDBOX_CHROMIUM")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as tool:
        # Without its sandbox: that needs rights which containers and root do not have.
        started = tool.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield started
        started.close()


class House:
    """The server, and the boxes that it can put on the table."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self.room = self.do(self._room())
        self._runner, port = self.do(server.listen(self.room, 0))
        self.address = f"http://{server.HOST}:{port}/"
        self.boxes = Boxes(self.room, self.address)
        self.room.open = self.boxes.open

    async def _room(self) -> Room:
        return Room()

    def do(self, doing):
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result(60)

    def put(self, flash: bytes) -> None:
        """Put a box with this flash on the table, in the place of the demo."""
        self.do(self.room.close())
        flashes.path_of(flashes.DEMO).write_bytes(flash)
        self.do(self.boxes.open(flashes.DEMO))

    def untouched(self) -> bool:
        """Is the demo on the table, at its beginning?"""
        look = self.box.look if self.box and self.room._demo else None
        if look is None or look["names"] != ["Ann", "Bob"] or look["screen"] != "home":
            return False
        return [line["command"]["do"] for line in look["log"]] == ["begin"]

    @property
    def box(self):
        return self.room._source

    def close(self) -> None:
        self.do(self.room.close())
        self.do(self._runner.cleanup())
        self._loop.call_soon_threadsafe(self._loop.stop)


@pytest.fixture(scope="session")
def data(tmp_path_factory) -> Iterator[Path]:
    """A user's data folder, with the demo as it stands when it was switched on once."""
    folder = tmp_path_factory.mktemp("data")
    before = os.environ.get("XDG_DATA_HOME")
    os.environ["XDG_DATA_HOME"] = str(folder)
    yield folder
    if before is None:
        del os.environ["XDG_DATA_HOME"]
    else:
        os.environ["XDG_DATA_HOME"] = before


@pytest.fixture(scope="session")
def made_with(data):
    """made_with(files) is the flash of a box that was switched on before: the first time takes longer."""
    from deedbox.twin import Twin

    path = data / "first.flash"
    flashes.make(path)
    with Twin(path) as twin:
        twin.wait_for(any, 60)
    image = path.read_bytes()
    code = firmware.compiled()

    def made(files: dict[str, bytes]) -> bytes:
        return firmware.renewed(image, {**files, **code}, ())

    return made


@pytest.fixture(scope="session")
def laid_ready(made_with):
    """laid_ready(game) is the flash of a box on which this game begins."""
    return lambda game: made_with({"newgame.json": json.dumps(game).encode()})


@pytest.fixture(scope="session")
def demo(laid_ready) -> bytes:
    return laid_ready(flashes.demo())


@pytest.fixture(scope="module")
def one_house(data) -> Iterator[House]:
    made = House()
    yield made
    made.close()


@pytest.fixture
def house(one_house, demo) -> House:
    """The demo on the table, as a newcomer finds it."""
    if not one_house.untouched():
        one_house.put(demo)
    return one_house


class Visitor:
    """Somebody at the page: sees, clicks, and hears of every error in the console."""

    def __init__(self, page, address: str) -> None:
        from playwright.sync_api import expect

        self.page = page
        self.errors: list[str] = []
        self.sent: list[str] = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        page.on("websocket", lambda socket: socket.on("framesent", lambda data: self.sent.append(str(data))))
        self._expect = expect
        page.goto(address)

    def sees(self, *words: str) -> None:
        """Wait until all of these stand on the box's display."""
        for word in words:
            self._expect(self.page.locator("#rows")).to_contain_text(word)

    def reads(self, where: str, words: str) -> None:
        self._expect(self.page.locator(where)).to_contain_text(words)

    def key(self, *keys: str) -> None:
        for key in keys:
            self.page.click(f'#keypad [data-key="{key}"]')

    def tap(self, tag: str) -> None:
        self.page.click(f'#hands [data-input="{tag}"]')

    def cash(self) -> list[int]:
        """Everybody's money, in the book."""
        return [int(text) for text in self.page.locator("#balances tbody td:nth-child(2)").all_inner_texts()]


@contextmanager
def windows(browser, address: str) -> Iterator[Callable[..., Visitor]]:
    """Each with cookies and settings of its own; at the end no console may have had an error."""
    contexts = []
    visitors = []

    def opened(address: str = address, width: int = 1440, height: int = 900, **more) -> Visitor:
        # Without motion: a pulse that is painted without a graphics card takes a whole core.
        more = {"locale": "en-GB", "reduced_motion": "reduce", **more}
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        contexts.append(context)
        visitors.append(Visitor(context.new_page(), address))
        return visitors[-1]

    yield opened
    for context in contexts:
        context.close()
    assert [error for visitor in visitors for error in visitor.errors] == []


@pytest.fixture
def visit(browser, house):
    """visit() opens the page in a window of its own; visit(width=390, ...) as Chromium's contexts take it."""
    with windows(browser, house.address) as opened:
        yield opened


@pytest.fixture(scope="module")
def stay(browser, one_house):
    """As visit(), for all tests of a file, whatever box they put on the table."""
    with windows(browser, one_house.address) as opened:
        yield opened
