"""DEBT: what is owed, there, to be had and still missing. No clock runs."""

from banker.core import parts
from banker.core.board import BANK
from banker.core.events import FINE
from banker.ui.const import const
from banker.ui.paint import BIG, DOUBLE, HEADER
from banker.ui.ui import DEED, TOKEN

_CAN_GET = const(139)
_OWES = const(140)
_HAS_CAN_GET = const(141)
_STILL_MISSING = const(142)
_SELL_DEEDS = const(143)
_PAY = const(144)
_GIVE_UP = const(145)
_TAP_TO_GIVE_UP = const(146)
_USE_PASS = const(147)
_TAP_FOR_PASS = const(148)
_CANNOT_GET = const(149)
_TAP_TO_PAY = const(52)
_BACK = const(42)
_MORE_KEY = const(329)

_ASKS = {"pay": _TAP_TO_PAY, "bankrupt": _TAP_TO_GIVE_UP, "jail-card": _TAP_FOR_PASS}


def rows(ui) -> list:
    g = ui.game
    _, player, other, amount, _ = g.tasks[0]
    cash = g.cash[player]
    whole = parts.load("build").estate(g, player)
    name = ui.name(player)
    has = ui.say(_HAS_CAN_GET, cash, whole - cash)
    if len(has) > 21:
        has = ui.say(_CAN_GET, whole - cash)
    shown = [
        HEADER + ui.say(_OWES, name[:7], ui.name(other)[:7]),
        (BIG if len(ui.key_rows()) < 2 else DOUBLE) + str(amount),
        has,
    ]
    asked = ui.memo.get("do")
    if asked:
        return shown + ["", ui.tell(_ASKS[asked], player)]
    if cash >= amount:
        return shown + ["", ""]
    return shown + [
        ui.say(_STILL_MISSING, amount - cash),
        ui.tell(_SELL_DEEDS if whole >= amount else _CANNOT_GET, player),
    ]


def asks(ui) -> list:
    return [ui.game.tasks[0][1]] if ui.memo else []


def forced(ui) -> bool:
    return ui.memo.get("do") == "pay"


def keys(ui) -> list:
    if ui.memo:
        return [("*", _BACK)]
    g = ui.game
    _, player, other, amount, why = g.tasks[0]
    legal = [("A", _PAY)] if g.cash[player] >= amount else []
    if why == FINE and other >= BANK and player in g.held and g.rules.jail_card_after_fail:
        legal.append(("B", _USE_PASS))
    return legal + [("C", _MORE_KEY), ("D", _GIVE_UP), ("*", 0)]


def key(ui, key: str):
    if key == "*":
        if not ui.memo:
            return ui.show("undo")
        ui.memo = {}
    elif key == "C" and not ui.memo:
        return ui.show("more")
    elif not ui.memo and key in "ABD" and key in [legal for legal, _ in keys(ui)]:
        ui.memo["do"] = "pay" if key == "A" else "bankrupt" if key == "D" else "jail-card"
    return ()


def tap(ui, kind: int, number: int):
    if kind == DEED:
        return ui.show("deed", number)
    if kind != TOKEN:
        return ui.not_now()
    if not ui.memo:
        return ui.show("player", number)
    if number != ui.game.tasks[0][1]:
        return ui.wrong_token(number)
    return ({"do": ui.memo["do"], "by": number},)
