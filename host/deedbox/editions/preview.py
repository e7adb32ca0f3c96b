"""Shows an edition as the box will: each name where room is short, and the screens with names on them."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from banker.core import board as b
from banker.core.commands import decide
from banker.core.setup.new_game import new_game
from banker.core.setup.position import given
from banker.core.tags import DEED
from banker.ui import paint
from banker.ui.fit_name import fit
from banker.ui.ui import Ui
from deedbox import display, words
from deedbox.build import fonts
from deedbox.editions import compiler, model
from deedbox.editions.model import Edition
from deedbox.editions.short_names import propose_short_names
from deedbox.editions.toml_writer import toml_value

# Places for names and their widths: a whole row; after a space's number, RENT or "On 19"; in a list.
PLACES = (("row", 21), ("move", 18), ("rent", 16), ("home", 15), ("list", 10))
_PLAYERS = ("Mum", "Mia")


@dataclass(frozen=True)
class DisplayName:
    """The name of a space as the display shows it."""

    space: int
    line: int  # 0: not in the file
    name: str
    short: str
    placeholder: bool
    shows: dict[str, str]  # place -> text there

    def shortened(self) -> list[str]:
        """The shortened forms, the longest first; empty if the whole name fits everywhere."""
        whole = self.shows["row"] if len(self.name) <= 21 else ""
        return [text for text in dict.fromkeys(self.shows.values()) if text != whole]


def display_names(edition: Edition) -> list[DisplayName]:
    """The name of every space as the display shows it."""
    out = []
    for n, space in enumerate(edition.spaces):
        name, short = fonts.for_display(space.name), fonts.for_display(space.short)
        shows = {place: fit(name, width, short) for place, width in PLACES}
        out.append(DisplayName(n, edition.lines.get(n, 0), space.name, space.short, space.placeholder, shows))
    return out


def find_remarks(edition: Edition) -> list[str]:
    """Remarks for the owner, who may want to change something. The edition can be played as it is."""
    out = []
    first: dict[tuple[str, str], DisplayName] = {}
    proposals = propose_short_names(edition)
    for name in display_names(edition):
        where = f"line {name.line}" if name.line else f"space {name.space}"
        if name.placeholder:
            what = model.deed_at(name.space) or model.kind_of_space(name.space)
            out.append(f"{where}: {what} has no name yet; shows as '{name.name}'")
        elif name.shortened() and model.deed_at(name.space):
            forms = ", ".join(f"'{form}'" for form in name.shortened())
            hint = "" if name.short else "; add short ="
            out.append(f"{where}: '{name.name}' shows as {forms}{hint}")
        if model.deed_at(name.space):
            for place, _ in PLACES:
                other = first.setdefault((place, name.shows[place]), name)
                if other is not name:
                    text = name.shows[place]
                    hint = _quoted(proposals, name)
                    out.append(f"{where}: shows as '{text}', and so does '{other.name}'; add short ={hint}")
                    break
    for n in range(2 * b.CARDS):
        card = edition.cards[model.DECK_IDS[n // b.CARDS]][n % b.CARDS]
        if len(fonts.for_display(card["label"])) > 63:
            out.append(f"card {model.CARD_IDS[n]}: '{card['label']}' needs more than three rows")
    if edition.era_leaves:
        rules = ", ".join(f"{name} = {toml_value(value)}" for name, value in edition.era_leaves.items())
        parent = "classic-2008" if edition.era_leaves.get("second_tax") == 100 else "classic"
        out.append(
            f"era: chooses the decks only. The text of that time also has {rules}; write these under "
            f'[rules], or inherits = "{parent}"'
        )
    return [*out, *edition.warnings]


def _quoted(proposals: dict[int, str], name: DisplayName) -> str:
    """What to write after `short =`; --fix writes it."""
    return f' "{proposals[name.space]}" (or --fix)' if name.space in proposals else ""


def longest_deed(edition: Edition) -> int:
    """The deed with the longest name. If its screens look good, so do the others."""
    return max(range(b.DEEDS), key=lambda deed: len(edition.spaces[b.SPACE_OF[deed]].name))


def name_screens(edition: Edition, deed: int) -> Iterator[tuple[str, list[str]]]:
    """(title, eight rows) of the screens that show a deed's name; the firmware's own code draws them."""
    space = b.SPACE_OF[deed]
    before = (space - 3) % 40
    free = {"turn": "b", "players": {"b": {"space": before}}}
    owned_position = {**free, "deeds": {model.DEED_IDS[deed]: {"owner": "a"}}}
    yield "HOME", _screen_rows(edition, {"turn": "b", "players": {"b": {"space": space}}}, "", None)
    yield "DICE", _screen_rows(edition, free, "12", None)
    yield "OFFER", _screen_rows(edition, free, "", deed, roll=True)
    yield "RENT", _screen_rows(edition, owned_position, "", deed, roll=True)


def _screen_rows(
    edition: Edition, start: dict[str, Any], keys: str, tap: int | None, roll: bool = False
) -> list[str]:
    texts = words.read_words("en")
    spaces = display_names(edition)

    def say(number: int, *facts: object) -> str:
        sentence = texts[number][1].replace("|", paint.KEY)
        return sentence.format(*facts) if facts else sentence

    def load(name: str) -> Any:
        return importlib.import_module(f"banker.ui.{name}")

    def place(space: int, width: int = 0) -> str:
        return fit(fonts.for_display(spaces[space].name), width, fonts.for_display(spaces[space].short))

    game = new_game(b.Board(compiler.board_numbers(edition)), edition.rules, {"rent_claim": "ask"}, 2, 1)
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
    paint.screen(picture, ui.rows(), fonts.compile_font())
    return display.read_text(bytes(picture))


def frame_rows(rows: list[str]) -> list[str]:
    """The rows between two bars, 21 columns wide."""
    return [f"|{row:<21}|" for row in rows]
