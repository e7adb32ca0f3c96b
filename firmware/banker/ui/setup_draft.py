"""The set-up's choices so far, ui.draft, and what its screens share. Loaded on use.

edition, base, games, extras, spare   the board: id, rules, games, extra rules, names of its tokens
rules         what the table chose, where it differs
tokens        by seat, as they were tapped; last: those of the game before
names         what each token is called; "": as the board calls it
cards, kept   are card tags learned; are games put aside
keep          the game that stands: to be kept, or ended (None: not asked yet)
"""

from banker.core import parts
from banker.ui.const import const
from banker.ui.fit import fit
from banker.ui.heard import GOOD
from banker.ui.ui import TOKEN

_PLAYER_N = const(524)
_NAME_MOST = 12

# What the set-up asks in lines of its own; the rest are house rules.
OWN_LINES = ("game_variant", "dice_source", "deck_source")


def late(ui):
    """Nobody goes on: back; the choices are kept, but not the consent to end a game."""
    if ui.draft:
        ui.draft["keep"] = None
    return ui.home()


def leave(ui, kind: int, number: int, play: bool):
    """A tag tapped on a page of the set-up, or on one of the rules in play: it counts on the screen below."""
    if not play:
        ui.show("setup")
        return ui.touch(kind, number)
    seat = ui.seat(number) if kind == TOKEN else number
    if seat < 0:
        return ui.stranger()
    return ui.onward(kind, seat)


def title(edition: str) -> str:
    """An edition's id as a name: full names are too long for a line."""
    return " ".join([word[:1].upper() + word[1:] for word in edition.split("-")])


def name(ui, token: int) -> str:
    d = ui.draft
    if d["names"][token]:
        return d["names"][token]
    if token < len(d["spare"]):
        return fit(d["spare"][token], _NAME_MOST).rstrip(".")
    return ui.say(_PLAYER_N, token + 1)


def names(ui, tokens) -> list:
    """No two alike, as a game wants them."""
    found: list = []
    for token in tokens:
        own = name(ui, token)
        if own in found:
            own = "%s %d" % (own[: _NAME_MOST - 2], token + 1)
        found.append(own)
    return found


def begin(ui, seat: int) -> tuple:
    """The game begins; who sits there throws first, the others follow clockwise."""
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


def limit(d: dict, name: str, default):
    """A rule that the set-up itself heeds; variants do not change it."""
    return d["rules"].get(name, d["base"].get(name, default))


# -- rules --


def printed(d: dict, knob):
    """What the rulebook says: of the variant, else of the board, else everywhere."""
    variant = d["rules"].get("game_variant", "standard")
    for choice in (parts.load("knobs").VARIANTS[variant], d["base"]):
        if knob.name in choice:
            return knob.check(choice[knob.name])
    return knob.default


def choose(d: dict, knob, value) -> None:
    """The table's choice; what is printed anyway is no choice."""
    if value == printed(d, knob):
        d["rules"].pop(knob.name, None)
    else:
        d["rules"][knob.name] = list(value) if type(value) is tuple else value


def change_board(d: dict, board: dict) -> None:
    """Another board: what it does not know is no longer chosen."""
    d.update(board)
    rules = d["rules"]
    if rules.get("game_variant", "standard") not in d["games"]:
        del rules["game_variant"]
    has_extra = parts.load("setup").has_extra
    for name in list(rules):
        if name[:3] in ("dm_", "sm_") and not has_extra(d["extras"], name):
            del rules[name]
