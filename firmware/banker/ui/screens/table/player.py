"""A PLAYER: cash, place, deeds and passes of one player; any other input closes it and counts.

ui.args:

    seat   of the player
    dice   typed and not yet confirmed; then this screen leads back to them

ui.memo is empty at first, then it has:

    deeds   1: the list of deeds is open
"""

from __future__ import annotations

from banker.core.board import SPACE_OF
from banker.core.state import deeds_of
from banker.ui import words
from banker.ui.layout import double
from banker.ui.paint import BIG, HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

LOOK_MS = 15000


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
        double(ui.name(seat)[:10]),
        BIG + str(g.cash[seat]),
        place,
        ui.say(words.DEEDS_PASSES, len(_deeds(ui)), g.held.count(seat)),
    ]


def _deed_rows(ui: Ui) -> Rows:
    """All deeds by their spaces, with "+" for each building and "-" for a mortgage."""
    g = ui.game
    lines = [HEADER + ui.name(ui.args[0]), ""]
    for deed in _deeds(ui):
        item = "%d%s" % (SPACE_OF[deed], "-" if g.mortgaged[deed] else "+" * g.level[deed])
        if len(lines[-1]) + len(item) > 20:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + item
    return lines[:7]


def keys(ui: Ui) -> Keys:
    legal: Keys = [("#", words.DEEDS)] if not ui.memo and _deeds(ui) else []
    return legal + [("D", words.NAME_KEY), ("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    if key == "#" and not ui.memo and _deeds(ui):
        ui.memo["deeds"] = 1
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
