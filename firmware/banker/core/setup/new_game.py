"""A new game: rules resolved and checked. Loaded when a game begins."""

from .board import BATTLE, DEEDS, DOUBLES
from .knobs import KnobError, resolve
from .refusal import Refused

NAMES_MOST = 12


def has_extra(extras: int, knob: str) -> bool:
    """The optional rules of two editions exist only there."""
    return bool(extras & (BATTLE if knob[:3] == "dm_" else DOUBLES))


def new_game(board, edition, table, players, seed):
    """`edition` and `table` are knob choices; the table's go first. Else Refused or KnobError."""
    from .opening import opening

    return opening(board, rules_of(board, edition, table, players), players, seed)


def rules_of(board, edition, table, players):
    rules = resolve(edition, table)
    if rules.dm_battle and not has_extra(board.extras, "dm_battle"):
        raise Refused("not-in-this-edition")
    if rules.sm_doubles and not has_extra(board.extras, "sm_doubles"):
        raise Refused("not-in-this-edition")
    if players < rules.players_min:
        raise Refused("too-few-players")
    if players > rules.players_max:
        raise Refused("too-many-players")
    if rules.start_deeds * players > DEEDS:
        raise KnobError("start_deeds = %d: too many for %d players" % (rules.start_deeds, players))
    return rules


def check_names(names) -> None:
    """Players' names: short, different, printable; `bank` and `pot` are taken."""
    if type(names) not in (list, tuple):
        raise Refused("unknown-player")
    for i in range(len(names)):
        name = names[i]
        if type(name) is not str or not name or len(name) > NAMES_MOST or name in ("bank", "pot"):
            raise Refused("unknown-player")
        if name in names[:i] or any(ord(ch) < 32 for ch in name):
            raise Refused("unknown-player")
