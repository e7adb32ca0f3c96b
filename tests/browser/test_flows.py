"""Every flow of the box by clicks: the fixtures with taps and keys, with the page's keys, tags and plug.

The rows of the display are read from the text for screen readers, the game from the page's last update.
"""

import time
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from deedbox.fixtures import player
from deedbox.fixtures.files import Fixture, read_fixture
from deedbox.link import connect
from deedbox.play.tag_names import tag_names
from deedbox.tagging.tag_map import KINDS

SCREENS = Path(__file__).resolve().parents[1] / "fixtures" / "screens"
# The hour strikes a second after three steps, and clicks are slower; test_moments.py waits for the hour.
TOO_FAST = ("auction/S-27-the-hour-strikes",)
ALL = sorted(str(path.relative_to(SCREENS).with_suffix("")) for path in SCREENS.rglob("*.toml"))
# One of each flow; the others are for `make proof`.
FLOWS = (  # these run in `make test`; the others are proofs
    "rent/asked-rent-locks-the-dice",
    "targets/bid-own-raise",
    "targets/trade",
    "targets/build-three",
    "targets/jail-pay",
    "targets/give-up",
    "targets/undo-a-rent",
    "targets/after-power-loss",
    "targets/bank-pays",
    "bank/the-pot-is-an-end",
    "targets/battle",
)
_LONG_MS = 1000  # a longer tap is no click: the tag is dragged to the reader and taken away again
_READ_S = 10.0
# Counts the updates of the page, so that a test knows when the box has taken an input.
_LISTEN = """async () => {
    const { onChange, latest } = await import("/page/updates.js");
    const counts = (window.counts = { inputs: 0, at: 0, seq: latest.look?.seq });
    let busy = false;
    onChange(["key", "reader"], () => {
        const now = latest.key !== null || latest.reader.length > 0;
        if (busy && !now) counts.inputs += 1;
        busy = now;
    });
    onChange(["key", "reader", "rows", "look"], () => (counts.at = performance.now()));
    onChange(["look"], () => (counts.seq = latest.look?.seq));
}"""
_SETTLED = """([inputs, still_ms]) =>
    counts.inputs >= inputs && performance.now() - counts.at > still_ms"""
_VIEW = """async () => {
    const { latest } = await import("/page/updates.js");
    const rows = [...document.querySelectorAll("#rows p")].map((row) => row.textContent);
    return { rows, look: latest.look };
}"""
_KNOWS = "(seq) => counts.seq >= seq"
_STILL_MS = 100  # the text of a picture comes 60 ms after it


class Clicks:
    """Hands that only click, and results that come only from the page."""

    def __init__(self, visitor, house) -> None:
        self.page = visitor.page
        self.house = house
        self.transport = SimpleNamespace(now_s=time.monotonic)
        self._names = {which: name for name, which in tag_names().items()}
        self.page.evaluate(_LISTEN)

    # -- hands --

    def key(self, key: str) -> None:
        self._input(lambda: self.page.click(f'#keypad [data-key="{key}"]'))

    def tap(self, tags: Sequence[tuple[int, int]], ms: int) -> None:
        names = [self._names[KINDS[kind - 1], number] for kind, number in tags]
        if len(names) == 1 and ms < _LONG_MS:
            self._input(lambda: self._click(names[0]))
        else:
            self._input(lambda: self._lay(names, ms))

    def wait(self, ms: float) -> None:
        self.page.wait_for_timeout(ms)

    def power_cut(self) -> None:
        self.page.click("#plug")
        self.page.locator("#plug.off").wait_for()
        self.page.click("#plug")
        self.page.wait_for_function("async () => (await import('/page/updates.js')).latest.look")
        self._settle(0)

    def _input(self, do) -> None:
        before = self.page.evaluate("counts.inputs")
        do()
        self._settle(before + 1)

    def _settle(self, inputs: int) -> None:
        self.page.wait_for_function(_SETTLED, arg=[inputs, _STILL_MS], polling=20)

    def _thing(self, name: str):
        kind, _, what = name.partition(":")
        if kind == "card":
            deck = what.partition("-")[0]
            pile = self.house.viewers.table._piles[deck]
            pile.insert(0, pile.pop(pile.index(what)))  # a stacked deck
            return self.page.locator(f"#deck-{deck} .deck")
        if kind == "banker" and not self.page.locator("#hands .banker").is_visible():
            self.page.click("#bank-hand summary")
        buttons = self.page.locator(f'#hands [data-input="{name}"]')
        return (
            buttons
            if kind == "banker" or buttons.is_visible()
            else self.page.locator(f'#board [data-input="{name}"]')
        )

    def _click(self, name: str) -> None:
        thing = self._thing(name)
        close = self.page.locator("#moment .close")
        if close.is_visible() and not name.startswith("token"):  # the dialog may lie on decks and spaces
            close.click()
        if name.startswith("card") and thing.is_disabled():  # a card that the box does not ask for
            self.page.evaluate("async tag => (await import('/page/socket.js')).tap(tag)", name)
        elif thing.count():
            thing.click()
        else:  # the token of somebody who does not play
            self.page.keyboard.type(f"t{name[-1]}")

    def _lay(self, names: Sequence[str], ms: int) -> None:
        for name in names:
            self._thing(name).drag_to(self.page.locator("#reader"))
        self.wait(ms)
        for _ in names:
            self.page.locator("#lying button").first.click()

    # -- results --

    def look(self):
        end_s = time.monotonic() + _READ_S
        while (view := self.page.evaluate(_VIEW))["look"] is None and time.monotonic() < end_s:
            self.wait(50)
        return SimpleNamespace(**{**view["look"], "rows": view["rows"]})

    def command(self, command) -> None:
        """Over the box's serial port, which the page leaves free."""
        with connect(self.house.viewers.port) as session:
            session.command(command)
            seq = session.look().seq
        self.page.wait_for_function(_KNOWS, arg=seq, polling=20)
        self._settle(0)


@pytest.fixture(scope="module")
def clicks(stay, one_house, demo) -> Clicks:
    one_house.put(demo)
    ann = stay(height=2000)
    ann.page.click("#bubble button")
    return Clicks(ann, one_house)


def played(clicks: Clicks, made_with, name: str) -> str:
    fixture: Fixture = read_fixture(SCREENS / f"{name}.toml")
    clicks.house.put(made_with(player.files_at_power_on(fixture)))
    clicks._settle(0)
    return player.Player(clicks, clicks).play(fixture)


@pytest.mark.proof_unless("trade", "undo-a-rent")
@pytest.mark.parametrize("name", FLOWS)
def test_a_flow_by_clicks(clicks, made_with, name):
    assert played(clicks, made_with, name) == ""


@pytest.mark.proof
@pytest.mark.parametrize("name", [name for name in ALL if name not in FLOWS + TOO_FAST])
def test_every_other_fixture_by_clicks(clicks, made_with, name):
    assert played(clicks, made_with, name) == ""
