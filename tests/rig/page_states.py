"""Brings the page into fixed states by real play, and takes pictures of them.

As a script it makes pictures of all states at all sizes: python tests/rig/page_states.py FOLDER [STATE ...];
`--sheet` makes the contact sheets in host/docs/pictures instead.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

SIZES = {
    "2560x1440": (2560, 1440),
    "1440x900": (1440, 900),
    "1280x720": (1280, 720),
    "1024x768": (1024, 768),
    "390x844": (390, 844),
}
PICTURES = Path(__file__).resolve().parents[2] / "host" / "docs" / "pictures"
LONG = ["Wilhelmina12", "Maximilian-J", "Annemarie-Lu", "Bartholomew1"]
EIGHT = [*LONG, "Konstantin-8", "Seraphina-Jo", "Christopher7", "Theodora-Mai"]
FOUR = ["Mia", "Tom", "Oma", "Bartholomew1"]
BUILT = {
    "brown1": {"owner": "Tom"},
    "sky1": {"owner": "Tom", "houses": 2},
    "sky2": {"owner": "Tom", "houses": 2},
    "sky3": {"owner": "Tom", "houses": 3},
    "pink1": {"owner": "Oma", "mortgaged": True},
    "pink3": {"owner": "Mia"},
    "orange1": {"owner": "Oma", "houses": 4},
    "orange2": {"owner": "Oma", "houses": 4},
    "orange3": {"owner": "Oma", "hotel": True},
    "red1": {"owner": "Mia", "houses": 1},
    "red2": {"owner": "Mia", "houses": 2},
    "red3": {"owner": "Mia", "houses": 2},
    "yellow1": {"owner": "Tom"},
    "green2": {"owner": "Oma"},
    "blue1": {"owner": "Oma", "mortgaged": True},
    "rail1": {"owner": "Bartholomew1"},
    "rail2": {"owner": "Mia"},
    "rail4": {"owner": "Mia"},
    "util2": {"owner": "Tom"},
}
DEAL = [["Tom", 512, 18], ["Mia", 868, 11], ["Oma", 10104, 26], ["Bartholomew1", 297, 10]]


def game(names: list[str], edition: str = "classic", rules: dict[str, Any] | None = None, **given: Any):
    return {"edition": edition, "names": names, "seed": 5, "rules": rules or {}, "given": given}


def four(**players: dict[str, Any]) -> dict[str, Any]:
    start = {name: {"cash": cash, "space": space} for name, cash, space in DEAL}
    start["Oma"]["jail_cards"] = 1
    for name, more in players.items():
        start[name].update(more)
    return game(FOUR, turn="Tom", players=start, deeds=BUILT)


def spread(names: list[str], many: int = 8) -> dict[str, Any]:
    """Deeds for everybody in turn, and no two pieces on the same space but on GO."""
    from banker.core.ids import DEED_IDS

    return {deed: {"owner": names[n % len(names)]} for n, deed in enumerate(DEED_IDS[:many])}


@dataclass(frozen=True)
class State:
    """A state of the page: the game that begins, then inputs: keys and tags."""

    begin: dict[str, Any] | None
    inputs: tuple[Any, ...] = ()
    settings: dict[str, Any] = field(default_factory=dict)  # of the box
    page: dict[str, Any] = field(default_factory=dict)  # what the browser remembers
    more: dict[str, Any] = field(default_factory=dict)  # options of the browser window
    tab: str = "box"  # on a phone
    touch: Callable[[Any, Any], None] | None = None  # what is done at the end: page, house


TWO = game(
    ["Wilhelmina12", "Bob"],
    players={"Wilhelmina12": {"cash": 642, "space": 18}, "Bob": {"cash": 534, "space": 24}},
    deeds={
        "red3": {"owner": "Bob"},
        "rail1": {"owner": "Wilhelmina12"},
        "blue1": {"owner": "Bob", "mortgaged": True},
    },
)
EVERYBODY = game(
    EIGHT,
    players={
        EIGHT[2]: {"cash": 10000, "space": 7},
        EIGHT[5]: {"in_jail": True},
        EIGHT[6]: {"space": 10},
        EIGHT[7]: {"cash": 3, "space": 10},
    },
    deeds=spread(EIGHT),
)
OWES = game(
    LONG,
    rules={"rent_claim": "auto"},
    players={LONG[0]: {"space": 34, "cash": 120}},
    deeds={
        "blue2": {"owner": LONG[1], "houses": 4},
        "blue1": {"owner": LONG[1], "houses": 4},
        "pink1": {"owner": LONG[0]},
        "rail1": {"owner": LONG[0]},
    },
)
JAIL = game(
    FOUR,
    turn="Tom",
    players={
        "Tom": {"in_jail": True, "jail_cards": 1},
        "Mia": {"space": 10},
        "Oma": {"in_jail": True},
        "Bartholomew1": {"space": 10},
    },
)
CARD = game(FOUR, players={"Mia": {"space": 4}})
LAST = game(
    ["Ann", LONG[1]],
    rules={"rent_claim": "auto"},
    players={"Ann": {"cash": 5, "space": 34}, LONG[1]: {"cash": 2500, "space": 20}},
    deeds={"blue2": {"owner": LONG[1], "hotel": True}, "blue1": {"owner": LONG[1], "hotel": True}},
)
SET = game(
    FOUR,
    players={"Mia": {"space": 3, "cash": 1500}},
    deeds={"sky1": {"owner": "Mia"}, "sky2": {"owner": "Mia"}},
)


def plug_out(page, house) -> None:
    page.click("#plug") if page.locator("#plug").is_visible() else house.do(house.box.plug(False))
    page.locator("body.no-power").wait_for(state="attached")


def lose(page, house) -> None:
    """The server is gone: no new connection, and the old one is closed."""
    page.evaluate("""async () => {
        const { publish } = await import("/page/updates.js");
        publish({ connected: false });
    }""")


def unfold(page, house) -> None:
    if page.locator("#others:not([open]) > summary").is_visible():
        page.click("#others > summary")


NAMED = [{"token": 3, "name": LONG[0]}, {"token": 5, "name": LONG[1]}]


def choose(name: str, *clicks: str) -> Callable[[Any, Any], None]:
    """Choose from My games, then click."""

    def touch(page, house) -> None:
        page.click("#game-menu summary")
        if name:
            page.click(f'#game-menu [data-go="{name}"]')
            page.locator("dialog[open]").wait_for()
        for selector in clicks:
            page.click(selector)

    return touch


def fill_in(page, house) -> None:
    choose("new")(page, house)
    page.select_option("[name=board]", "star-wars-ep1")
    page.click(".board-note button")
    page.locator(".open-name input").first.wait_for()


def read_report(page, house) -> None:
    page.click("#stage [data-go=report]")
    page.frame_locator("iframe.report").locator("main").wait_for()


STATES: dict[str, State] = {
    "two players": State(TWO),
    "four players": State(four(), tab="table"),
    "eight players": State(EVERYBODY, tab="hands"),
    "dice typed": State(four(), ("4", "2"), tab="table"),
    "rent": State(four(), ("4", "2", "deed:red3")),
    "offer": State(four(), ("4", "5", "deed:yellow2"), tab="table"),
    "deed card": State(four(), ("deed:sky3",), tab="table"),
    "building": State(four(), ("deed:sky1", "A"), tab="table"),
    "auction": State(four(), ("4", "5", "#", "B", "token:2", "token:1"), tab="table"),
    "debt": State(OWES, ("1", "4", "#")),
    "trade": State(four(), ("deed:pink3", "C", "deed:yellow1", "5", "0"), tab="table"),
    "jail": State(JAIL, tab="table"),
    "draw a card": State(CARD, ("1", "2", "#")),
    "card drawn": State(CARD, ("1", "2", "#", "card:chance-9"), tab="table"),
    "full set": State(SET, ("4", "2", "deed:sky3", "token:1"), tab="table"),
    "undo": State(four(), ("4", "2", "deed:red3", "token:2", "*")),
    "winner": State(LAST, ("1", "4", "#", "D", "token:1", "#"), tab="table"),
    "other actions": State(four(), ("deed:red3",), touch=unfold),
    "my games": State(four(), touch=choose("")),
    "new game": State(four(), touch=choose("new", ".add", ".add"), page={"players": NAMED}),
    "house rules": State(four(), touch=choose("new", "dialog summary")),
    "names missing": State(four(), touch=fill_in),
    "watch": State(four(), touch=choose("watch")),
    "report": State(LAST, ("1", "4", "#", "D", "token:1", "#"), tab="table", touch=read_report),
    "power off": State(four(), touch=plug_out),
    "turned display": State(four(), settings={"turned": True}),
    "connection lost": State(four(), touch=lose),
    "German": State(
        OWES,
        ("1", "4", "#"),
        settings={"language": "de"},
        page={"language": "de"},
        more={"locale": "de-DE"},
    ),
    "German auction": State(
        four(),
        ("4", "5", "#", "B", "token:2", "token:1"),
        settings={"language": "de"},
        page={"language": "de"},
        more={"locale": "de-DE"},
        tab="hands",
    ),
    "dark": State(four(), ("4", "2", "deed:red3"), page={"theme": "dark"}, tab="table"),
    "big letters": State(four(), ("4", "2", "deed:red3"), page={"big": True}),
    "long names on another board": State(
        game(EIGHT[:6], "duel-masters", deeds=spread(EIGHT[:6])), tab="table"
    ),
}


class Studio:
    """A window that shows a box in a state, and can have any size."""

    def __init__(self, browser, house, make_flash) -> None:
        self.browser, self.house, self.make_flash = browser, house, make_flash

    @contextmanager
    def window(self, name: str, **options: Any) -> Iterator[Any]:
        """The page, with the box in this state."""
        state = STATES[name]
        more = {**state.more, **options}
        with self.game(state.begin, state.settings, state.page, **more) as page:
            for one in state.inputs:
                self.press_or_tap(page, one)
            if state.touch:
                state.touch(page, self.house)
            page.mouse.move(0, 0)
            page.wait_for_timeout(400)  # the last input may take two pictures
            yield page

    @contextmanager
    def game(self, begin: Any, settings: Any = None, remembered: Any = None, **options: Any) -> Iterator[Any]:
        """The page at the beginning of this game; `remembered` is what the browser has stored."""
        files = {"newgame.json": json.dumps(begin).encode()} if begin else {}
        files["settings.json"] = json.dumps({"ask_ms": 0, **(settings or {})}).encode()
        self.house.put(self.make_flash(files))
        options = {"locale": "en-GB", "reduced_motion": "reduce", **options}
        context = self.browser.new_context(viewport={"width": 1440, "height": 900}, **options)
        stored = json.dumps({"toured": True, **(remembered or {})})
        context.add_init_script(f"localStorage.setItem('deedbox', {json.dumps(stored)})")
        page = context.new_page()
        page.on("pageerror", lambda error: print(error.stack or error, file=sys.stderr))
        page.goto(self.house.address)
        page.locator("#board .tile").first.wait_for(state="attached")
        page.wait_for_function("document.fonts.ready")
        yield page
        context.close()

    def press_or_tap(self, page, one: str) -> None:
        """An input; wait until the box shows something else."""
        before = page.evaluate("async () => (await import('/page/updates.js')).latest.look.picture")
        page.evaluate(
            """async (input) => {
                const { tap, type } = await import("/page/socket.js");
                input.includes(":") ? tap(input) : type(input);
            }""",
            one,
        )
        try:
            page.wait_for_function(
                """async before => {
                    const { look } = (await import('/page/updates.js')).latest;
                    return look && look.picture !== before;
                }""",
                arg=before,
                timeout=60_000,  # only a busy machine or a fault needs that long
            )
        except Exception as error:
            raise AssertionError(f"the box does nothing with {one!r}") from error


def resize(page, name: str, size: tuple[int, int]) -> None:
    """Give the window this size; on a phone open the tab of the state."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    is_covered = page.locator("dialog[open], header .menu[open]").count() > 0
    if page.locator("#tabs").is_visible() and not is_covered:
        page.click(f'#tabs [data-tab="{STATES[name].tab}"]')
        page.mouse.move(0, 0)
    page.wait_for_timeout(150)


def contact_sheet(pictures: list[tuple[str, bytes]], columns: int, wide: int) -> Image.Image:
    """All pictures with their names, in as many columns."""
    small = []
    for name, png in pictures:
        picture = Image.open(io.BytesIO(png)).convert("RGB")
        high = round(picture.height * wide / picture.width)
        small.append((name, picture.resize((wide, high), Image.Resampling.LANCZOS)))
    high = max(picture.height for _, picture in small) + 26
    rows = -(-len(small) // columns)
    sheet = Image.new("RGB", (columns * (wide + 10) + 10, rows * high + 10), "#ffffff")
    pen = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(15)
    for n, (name, picture) in enumerate(small):
        x, y = 10 + n % columns * (wide + 10), 6 + n // columns * high
        pen.text((x, y), name, "#22252b", font)
        sheet.paste(picture, (x, y + 20))
    return sheet


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?")
    parser.add_argument("states", nargs="*")
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--sheet", action="store_true")
    choice = parser.parse_args()
    from chromium import chromium
    from house import House, flash_maker
    from playwright.sync_api import sync_playwright

    names = choice.states or list(STATES)
    sizes = {name: SIZES[name] for name in choice.sizes.split(",")}
    pictures: dict[str, list[tuple[str, bytes]]] = {size: [] for size in sizes}
    with tempfile.TemporaryDirectory() as data, sync_playwright() as tool:
        os.environ["XDG_DATA_HOME"] = data
        house = House()
        browser = tool.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        studio = Studio(browser, house, flash_maker(Path(data)))
        for name in names:
            with studio.window(name) as page:
                for size, pixels in sizes.items():
                    resize(page, name, pixels)
                    png = page.screenshot()
                    pictures[size].append((name, png))
                    if choice.folder:
                        path = Path(choice.folder) / f"{name.replace(' ', '-')}-{size}.png"
                        path.parent.mkdir(parents=True, exist_ok=True)
                        path.write_bytes(png)
        browser.close()
        house.close()
    if choice.sheet:
        for size, shots in pictures.items():
            is_phone = size == "390x844"
            sheet = contact_sheet(shots, 9 if is_phone else 4, 180 if is_phone else 360)
            sheet.save(PICTURES / f"page-{size}.webp", quality=60, method=6)


if __name__ == "__main__":
    main()
