"""How the box will show an edition: each name in its narrow places, and the screens with names on them."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from banker.core import board as b
from banker.core.commands import decide
from banker.core.given import given
from banker.core.setup import new_game
from banker.ui import paint
from banker.ui.fit import fit
from banker.ui.ui import DEED, Ui
from deedbox import fonts, screen, words

from . import compiler, model
from .model import Edition

# Where names stand, and their room there: a whole row, behind a space's number, RENT or On 19, in a list.
PLACES = (("row", 21), ("move", 18), ("rent", 16), ("home", 15), ("list", 10))
_PLAYERS = ("Mum", "Mia")


@dataclass(frozen=True)
class Shown:
    space: int
    line: int  # 0: not in the file
    name: str
    short: str
    placeholder: bool
    shows: dict[str, str]  # place -> what stands there

    def shortened(self) -> list[str]:
        """Each different form, the longest first; empty if the whole name stands everywhere."""
        whole = self.shows["row"] if len(self.name) <= 21 else ""
        return [text for text in dict.fromkeys(self.shows.values()) if text != whole]


def names(edition: Edition) -> list[Shown]:
    """Every space's name as the display shows it."""
    out = []
    for n, space in enumerate(edition.spaces):
        name, short = fonts.for_display(space.name), fonts.for_display(space.short)
        shows = {place: fit(name, width, short) for place, width in PLACES}
        out.append(Shown(n, edition.lines.get(n, 0), space.name, space.short, space.placeholder, shows))
    return out


def remarks(edition: Edition) -> list[str]:
    """What an owner may want to change; nothing of it prevents playing."""
    out = []
    seen: dict[tuple[str, str], Shown] = {}
    for shown in names(edition):
        where = f"line {shown.line}" if shown.line else f"space {shown.space}"
        if shown.placeholder:
            what = model.deed_at(shown.space) or model.kind(shown.space)
            out.append(f"{where}: {what} has no name yet; shows as '{shown.name}'")
        elif shown.shortened() and model.deed_at(shown.space):
            forms = ", ".join(f"'{form}'" for form in shown.shortened())
            hint = "" if shown.short else "; add short ="
            out.append(f"{where}: '{shown.name}' shows as {forms}{hint}")
        if model.deed_at(shown.space):
            for place, _ in PLACES:
                other = seen.setdefault((place, shown.shows[place]), shown)
                if other is not shown:
                    text = shown.shows[place]
                    out.append(f"{where}: shows as '{text}', and so does '{other.name}'; add short =")
                    break
    for n in range(2 * b.CARDS):
        card = edition.cards[model.DECK_IDS[n // b.CARDS]][n % b.CARDS]
        if len(fonts.for_display(card["label"])) > 63:
            out.append(f"card {model.CARD_IDS[n]}: '{card['label']}' needs more than three rows")
    return [*out, *edition.warnings]


def longest(edition: Edition) -> int:
    """The deed with the longest name: if it looks good, so do the others."""
    return max(range(b.DEEDS), key=lambda deed: len(edition.spaces[b.SPACE_OF[deed]].name))


def screens(edition: Edition, deed: int) -> Iterator[tuple[str, list[str]]]:
    """(title, eight rows) of the screens that show a deed's name, drawn by the firmware's own code."""
    space = b.SPACE_OF[deed]
    before = (space - 3) % 40
    free = {"turn": "b", "players": {"b": {"space": before}}}
    sold = {**free, "deeds": {model.DEED_IDS[deed]: {"owner": "a"}}}
    yield "HOME", _rows(edition, {"turn": "b", "players": {"b": {"space": space}}}, "", None)
    yield "DICE", _rows(edition, free, "12", None)
    yield "OFFER", _rows(edition, free, "", deed, roll=True)
    yield "RENT", _rows(edition, sold, "", deed, roll=True)


def _rows(
    edition: Edition, start: dict[str, Any], keys: str, tap: int | None, roll: bool = False
) -> list[str]:
    texts = words.read("en")
    shown = names(edition)

    def say(number: int, *facts: object) -> str:
        sentence = texts[number][1].replace("|", paint.KEY)
        return sentence.format(*facts) if facts else sentence

    def load(name: str) -> Any:
        return importlib.import_module(f"banker.ui.screens.{name}")

    def place(space: int, width: int = 0) -> str:
        return fit(fonts.for_display(shown[space].name), width, fonts.for_display(shown[space].short))

    game = new_game(b.Board(compiler.numbers(edition)), edition.rules, {"rent_claim": "ask"}, 2, 1)
    given(game, ("a", "b"), start)
    if roll:
        game = decide(game, {"do": "roll", "dice": (1, 2)})
    ui = Ui(say, load)
    ui.begin(game, _PLAYERS, place)
    for key in keys:
        ui.key(key)
    if tap is not None:
        ui.tap(DEED, tap)
    picture = bytearray(paint.SIZE)
    paint.screen(picture, ui.rows(), fonts.compiled())
    return screen.read_text(bytes(picture))


def framed(rows: list[str]) -> list[str]:
    """The rows between two bars, 21 columns wide."""
    return [f"|{row:<21}|" for row in rows]
