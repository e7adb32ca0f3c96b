"""A PLAYER: cash, place, deeds, passes. Any other input closes it and counts."""

from banker.core.board import DEEDS, SPACE_OF
from banker.ui.const import const
from banker.ui.paint import BIG, HEADER
from banker.ui.speech import double

LOOK_MS = 15000

_ON = const(10)
_IN_PRISON = const(200)
_IS_OUT = const(201)
_DEEDS_PASSES = const(202)
_DEEDS = const(203)
_BACK = const(42)
_NAME_KEY = const(517)


def _hand(ui) -> list:
    return [d for d in range(DEEDS) if ui.game.owner[d] == ui.args[0]]


def rows(ui) -> list:
    g = ui.game
    player = ui.args[0]
    if ui.memo:
        shown = [HEADER + ui.name(player)]
        line = ""
        for deed in _hand(ui):
            item = "%d%s" % (SPACE_OF[deed], "-" if g.mortgaged[deed] else "+" * g.level[deed])
            if len(line) + len(item) > 20:
                shown.append(line)
                line = ""
            line += (" " if line else "") + item
        return (shown + [line])[:7]
    where = ui.on(g.space[player], _ON)
    if g.out[player]:
        where = ui.say(_IS_OUT)
    elif g.jailed[player]:
        where = ui.say(_IN_PRISON, g.tries[player] + 1, g.rules.jail_max_turns)
    return [
        double(ui.name(player)[:10]),
        BIG + str(g.cash[player]),
        where,
        ui.say(_DEEDS_PASSES, len(_hand(ui)), g.held.count(player)),
    ]


def keys(ui) -> list:
    more = [("#", _DEEDS)] if not ui.memo and _hand(ui) else []
    return more + [("D", _NAME_KEY), ("*", _BACK)]


def key(ui, key: str):
    if key == "#" and not ui.memo and _hand(ui):
        ui.memo["deeds"] = 1
        return ()
    if key == "D":
        player = ui.args[0]
        return ui.show("naming", ui.seats[player] if ui.seats else player, player)
    late(ui)
    return () if key in "*#" else ui.key(key)


def late(ui):
    """Back to dice that were not confirmed yet, else home."""
    return ui.show("dice", ui.args[1]) if len(ui.args) > 1 else ui.home()


def tap(ui, kind: int, number: int):
    if len(ui.args) < 2:
        return ui.onward(kind, number)
    late(ui)
    return ui.touch(kind, number)
