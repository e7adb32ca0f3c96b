"""The choices of a set-up so far, and what its screens share. Loaded on use.

ui.draft holds:
    edition   the id of the board
    base      its house rules
    games     its variants
    extras    its extra rules
    spare     the names of its tokens
    rules     the choices of the table, where they differ from the printed rules
    tokens    token numbers by seat, as they were tapped
    last      the tokens of the game before
    names     what each token is called; "": as the board calls it
    cards     are card tags learned?
    kept      are there saves?
    left_out  the board of the last game, if it cannot be played; the set-up says so once
    keep      is the game in play to be saved (True) or ended (False)? None: not asked yet
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banker.core import lazy
from banker.core.tags import TOKEN
from banker.ui import words
from banker.ui.fit_name import fit
from banker.ui.sounds import GOOD
from banker.ui.types import Commands, Draft

if TYPE_CHECKING:
    from banker.ui.ui import Ui

NAME_MOST = 12  # letters of a player's name

# The set-up asks for these in lines of their own; the rest are house rules.
OWN_LINES = ("game_variant", "dice_source", "deck_source", "dm_battle", "sm_doubles")


def late(ui: Ui) -> Commands:
    """No input came: back. The choices stay, but not the consent to end a game."""
    if ui.draft:
        ui.draft["keep"] = None
    return ui.home()


def leave(ui: Ui, kind: int, number: int, in_play: bool) -> Commands:
    """A tag was tapped on a page of the set-up, or of the rules in play: it counts on the screen below.

    A token comes as its number."""
    if not in_play:
        ui.show("setup.new_game")
        return ui.touch(kind, number)
    seat = ui.seat(number) if kind == TOKEN else number
    if seat < 0:
        return ui.stranger()
    return ui.onward(kind, seat)


def title(edition: str) -> str:
    """An edition's id as a name, because full names are too long for a line."""
    return " ".join([word[:1].upper() + word[1:] for word in edition.split("-")])


def name(ui: Ui, token: int) -> str:
    d = ui.draft
    own: str = d["names"][token]
    if own:
        return own
    if token < len(d["spare"]):
        return fit(d["spare"][token], NAME_MOST).rstrip(".")
    return ui.say(words.PLAYER_N, token + 1)


def names(ui: Ui, tokens: list[int]) -> list[str]:
    """The names of these tokens, no two alike, because a game refuses that."""
    unique: list[str] = []
    for token in tokens:
        own = name(ui, token)
        if own in unique:
            own = "%s %d" % (own[: NAME_MOST - 2], token + 1)
        unique.append(own)
    return unique


def begin(ui: Ui, seat: int) -> Commands:
    """The game begins; the player on this seat rolls first, the others follow clockwise."""
    ui.sound = GOOD
    d = ui.draft
    tokens = d["tokens"][seat:] + d["tokens"][:seat]
    about = {
        "edition": d["edition"],
        "names": names(ui, tokens),
        "rules": d["rules"],
        "seed": ui.fact("entropy"),
        "tokens": tokens,
    }
    return (("begin", about, d["keep"] is not False),)


def limit(d: Draft, name: str, default: Any) -> Any:
    """A house rule that the set-up itself follows; variants do not change it."""
    return d["rules"].get(name, d["base"].get(name, default))


# -- rules --


def printed(d: Draft, knob: Any) -> Any:
    """The value of a house rule in print: of the variant, else of the board, else the default."""
    variant = d["rules"].get("game_variant", "standard")
    for choice in (lazy.load("setup.house_rules").VARIANTS[variant], d["base"]):
        if knob.name in choice:
            return knob.check(choice[knob.name])
    return knob.default


def choose(d: Draft, knob: Any, value: Any) -> None:
    """The table's choice; the printed value is not kept as one."""
    if value == printed(d, knob):
        d["rules"].pop(knob.name, None)
    else:
        d["rules"][knob.name] = list(value) if type(value) is tuple else value


def clash(error: Exception) -> int:
    """The word for rules that do not go together."""
    return words.NO_TARGET if str(error).startswith("target_worth") else words.RULES_CLASH


def change_board(d: Draft, board: Draft) -> None:
    """Another board: choices that it does not know go."""
    d.update(board)
    rules = d["rules"]
    if rules.get("game_variant", "standard") not in d["games"]:
        del rules["game_variant"]
    has_extra = lazy.load("setup.new_game").has_extra
    for name in list(rules):
        if name[:3] in ("dm_", "sm_") and not has_extra(d["extras"], name):
            del rules[name]
