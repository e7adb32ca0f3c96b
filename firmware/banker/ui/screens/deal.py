"""DEAL: the box deals, or shuffled deeds are handed out and tapped seat by seat."""

from banker.core.board import DEEDS
from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.speech import double
from banker.ui.ui import DEED

_DEAL = const(374)
_DEED_OF = const(375)
_HAND_OUT = const(376)
_TAP_IT = const(377)
_BOX_DEALS = const(378)
_TAKE_BACK = const(379)
_ALREADY_DEALT = const(400)


def enter(ui) -> None:
    ui.memo["deeds"] = []


def rows(ui) -> list:
    each = ui.game.rules.start_deeds
    at = len(ui.memo["deeds"])
    return [
        HEADER + ui.say(_DEAL),
        double(ui.name(at // each if at < each * ui.game.players else 0)[:10]),
        ui.say(_DEED_OF, at % each + 1, each),
        "",
        ui.say(_HAND_OUT),
        ui.say(_TAP_IT),
    ]


def keys(ui) -> list:
    return [("*", _TAKE_BACK)] if ui.memo["deeds"] else [("A", _BOX_DEALS)]


def key(ui, key: str):
    dealt = ui.memo["deeds"]
    if key == "A" and not dealt:
        return ({"do": "deal"},)
    if key == "*" and dealt:
        dealt.pop()
    return ()


def taps(ui) -> list:
    return [(DEED, d) for d in range(DEEDS) if d not in ui.memo["deeds"]]


def tap(ui, kind: int, number: int):
    if kind != DEED:
        return ui.not_now()
    dealt = ui.memo["deeds"]
    if number in dealt:
        return ui.notice(ui.say(_ALREADY_DEALT))
    dealt.append(number)
    each = ui.game.rules.start_deeds
    players = ui.game.players
    if len(dealt) < each * players:
        return ()
    hands = {p: tuple(dealt[p * each : p * each + each]) for p in range(players)}
    ui.memo["deeds"] = []
    return ({"do": "deal", "deeds": hands},)
