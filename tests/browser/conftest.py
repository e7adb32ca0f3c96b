"""A real Chromium and a page with a box behind it. Server and twin run in a thread of this process."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from chromium import chromium
from house import House, flash_maker

from deedbox.play import flash_files

PATIENCE_MS = 120_000  # only a busy machine or a fault needs that long


@pytest.fixture(scope="module")  # while it runs, no other test in this thread can have an event loop
def browser():
    program = chromium()
    if program is None:
        pytest.skip("no Chromium or Chrome: install one, or name it in DEEDBOX_CHROMIUM")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as tool:
        # Without the sandbox, which needs rights that containers and root do not have.
        program_window = tool.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield program_window
        program_window.close()


@pytest.fixture(scope="session")
def data(tmp_path_factory) -> Iterator[Path]:
    """A user's data folder, with a demo that was switched on once."""
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
    """made_with(files) is the flash of a box that was switched on once."""
    return flash_maker(data)


@pytest.fixture(scope="session")
def laid_ready(made_with):
    """laid_ready(game) is the flash of a box that will begin this game."""
    return lambda game: made_with({"newgame.json": json.dumps(game).encode()})


@pytest.fixture(scope="session")
def demo(laid_ready) -> bytes:
    return laid_ready(flash_files.demo_game())


@pytest.fixture(scope="module")
def one_house(data) -> Iterator[House]:
    house = House()
    yield house
    house.close()


@pytest.fixture
def house(one_house, demo) -> House:
    """The demo as a newcomer finds it."""
    if not one_house.untouched():
        one_house.put(demo)
    return one_house


class Visitor:
    """Somebody at the page, who reads, clicks, and collects every error of the console."""

    def __init__(self, page, address: str) -> None:
        from playwright.sync_api import expect

        self.page = page
        self.errors: list[str] = []
        self.sent: list[str] = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)
        page.on("websocket", lambda socket: socket.on("framesent", lambda data: self.sent.append(str(data))))
        self._expect = expect
        page.goto(address)

    def sees(self, *words: str) -> None:
        """Wait until the box's display shows all of these."""
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
        """Everybody's money, as their hands show it."""
        texts = self.page.locator("#hands .cash").all_inner_texts()
        return [int(text.replace(",", "").replace("\u2212", "-")) for text in texts]

    def unfold(self) -> None:
        """Show the other actions."""
        self.page.locator("#others:not([open]) > summary").click()


@contextmanager
def windows(browser, address: str) -> Iterator[Callable[..., Visitor]]:
    """Each visitor has its own cookies and settings; at the end no console may have an error."""
    contexts = []
    visitors = []

    def open_page(address: str = address, width: int = 1440, height: int = 900, **more) -> Visitor:
        # Without motion, because without a graphics card an animation takes a whole core.
        more = {"locale": "en-GB", "reduced_motion": "reduce", **more}
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        contexts.append(context)
        visitors.append(Visitor(context.new_page(), address))
        return visitors[-1]

    yield open_page
    for context in contexts:
        context.close()
    assert [error for visitor in visitors for error in visitor.errors] == []


@pytest.fixture
def visit(browser, house):
    """visit() opens the page in its own window; visit(width=390, ...) takes options of a context."""
    with windows(browser, house.address) as open_page:
        yield open_page


@pytest.fixture(scope="module")
def stay(browser, one_house):
    """Like visit(), but shared by all tests of a file, whatever box they show."""
    with windows(browser, one_house.address) as open_page:
        yield open_page
