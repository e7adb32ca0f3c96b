"""A PLAYER: cash, place, deeds and passes of one player; any other input closes it and counts.

ui.args:

    seat   of the player
    dice   typed and not yet confirmed; then this screen leads back to them

ui.memo is empty at first, then it has:

    page    which page of the list of deeds is open, from 1
"""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import SPACE_OF
from banker.core.state import deeds_of
from banker.ui import words
from banker.ui.layout import double
from banker.ui.paint import BIG, HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

LOOK_MS = 15000
_DEEDS = 6  # on a page


def _deeds(ui: Ui) -> list[int]:
    return deeds_of(ui.game, ui.args[0])


def rows(ui: Ui) -> Rows:
    g = ui.game
    seat = ui.args[0]
    if ui.memo:
        return _deed_rows(ui)
    place = ui.on(g.space[seat], words.ON)
    if g.out[seat]:
        place = ui.say(words.IS_OUT)
    elif g.jailed[seat]:
        place = ui.say(words.IN_PRISON, g.tries[seat] + 1, g.rules.jail_max_turns)
    return [
        double(ui.name(seat, 10)),
        BIG + str(g.cash[seat]),
        place,
        ui.say(words.DEEDS_PASSES, len(_deeds(ui)), g.held.count(seat)),
    ]


def _deed_rows(ui: Ui) -> Rows:
    """A page of deeds: space, name, and what is built there or that it is mortgaged."""
    lines = [HEADER + ui.name(ui.args[0])]
    first = (ui.memo["page"] - 1) * _DEEDS
    for deed in _deeds(ui)[first : first + _DEEDS]:
        lines.append(_deed(ui, deed))
    return lines + [""] * (7 - len(lines))


def _deed(ui: Ui, deed: int) -> str:
    g = ui.game
    tail = ""
    if g.mortgaged[deed]:
        tail = ui.say(words.MORT)
    elif g.level[deed]:
        tail = ui.load("screens.deeds.build").built(ui, g.level[deed])[:10]
    name = ui.place(SPACE_OF[deed], 17 - len(tail))
    return "%2d %-*s%s" % (SPACE_OF[deed], 18 - len(tail), name, tail)


def _has_more(ui: Ui) -> bool:
    """Are there deeds that no page has shown yet?"""
    return bool(len(_deeds(ui)) > ui.memo.get("page", 0) * _DEEDS)


def _was_dealt(ui: Ui) -> bool:
    just: bool = lazy.load("rules.opening_deal").was_just_dealt(ui.game, ui.args[0])
    return just


def keys(ui: Ui) -> Keys:
    if ui.game.out[ui.args[0]]:
        return [("#", words.HAND_OVER), ("D", 0), ("*", words.BACK)]
    legal: Keys = []
    if _was_dealt(ui):
        legal.append(("#", words.DEALT))
    elif _has_more(ui):
        legal.append(("#", words.NEXT_KEY if ui.memo else words.DEEDS))
    return legal + [("D", words.NAME_KEY), ("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    if key == "#" and ui.game.out[ui.args[0]]:
        return ui.show("table.hand_over", ui.args[0])
    if key == "#" and _was_dealt(ui):
        return ui.show("setup.dealt", 0, ui.args[0])
    if key == "#" and _has_more(ui):
        ui.memo["page"] = ui.memo.get("page", 0) + 1
        return ()
    if key == "D":
        seat = ui.args[0]
        return ui.show("setup.player_name", ui.seats[seat] if ui.seats else seat, seat)
    late(ui)
    return () if key in "*#" else ui.key(key)


def late(ui: Ui) -> Commands | None:
    """Back to dice that were not confirmed yet, else home."""
    return ui.show("turn.dice", ui.args[1]) if len(ui.args) > 1 else ui.home()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    if len(ui.args) < 2:
        return ui.onward(kind, number)
    late(ui)
    return ui.touch(kind, number)
