"""DEBT: what is owed, what the debtor has and could get, and what is missing. No clock runs.

Memo:
    command   the command that the debtor's token is asked for: "pay", "bankrupt" or "jail-card"
"""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import BANK
from banker.core.events import FINE
from banker.core.state import WHO
from banker.core.tags import DEED, TOKEN
from banker.ui import words
from banker.ui.paint import BIG, DOUBLE, HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

_COMMANDS = {"A": "pay", "B": "jail-card", "D": "bankrupt"}
_QUESTIONS = {"pay": words.TAP_TO_PAY, "bankrupt": words.TAP_TO_GIVE_UP, "jail-card": words.TAP_FOR_PASS}


def rows(ui: Ui) -> Rows:
    g = ui.game
    _, player, creditor, amount, _ = g.tasks[0]
    cash = g.cash[player]
    estate = lazy.load("rules.build").estate(g, player)
    has = ui.say(words.HAS_CAN_GET, cash, estate - cash)
    if len(has) > 21:
        has = ui.say(words.CAN_GET, estate - cash)
    top = [
        HEADER + ui.say(words.OWES, ui.name(player)[:7], ui.name(creditor)[:7]),
        (BIG if len(ui.key_rows()) < 2 else DOUBLE) + str(amount),
        has,
    ]
    command = ui.memo.get("command")
    if command:
        return top + ["", ui.tell(_QUESTIONS[command], player)]
    if cash >= amount:
        return top + ["", ""]
    return top + [
        ui.say(words.STILL_MISSING, amount - cash),
        ui.tell(words.SELL_DEEDS if estate >= amount else words.CANNOT_GET, player),
    ]


def asks(ui: Ui) -> list[int]:
    return [ui.game.tasks[0][WHO]] if ui.memo else []


def forced(ui: Ui) -> bool:
    return ui.memo.get("command") == "pay"


def keys(ui: Ui) -> Keys:
    if ui.memo:
        return [("*", words.BACK)]
    g = ui.game
    _, player, creditor, amount, why = g.tasks[0]
    legal: Keys = [("A", words.PAY)] if g.cash[player] >= amount else []
    if why == FINE and creditor >= BANK and player in g.held and g.rules.jail_card_after_fail:
        legal.append(("B", words.USE_PASS))
    return legal + [("C", words.MORE_KEY), ("D", words.GIVE_UP), ("*", 0)]


def key(ui: Ui, key: str) -> Commands:
    if key == "*":
        if not ui.memo:
            return ui.show("table.undo")
        ui.memo = {}
    elif key == "C" and not ui.memo:
        return ui.show("table.more")
    elif key in _COMMANDS and key in [legal for legal, _ in keys(ui)]:
        ui.memo["command"] = _COMMANDS[key]
    return ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    if kind == DEED:
        return ui.show("deeds.deed", number)
    if kind != TOKEN:
        return ui.not_now()
    if not ui.memo:
        return ui.show("table.player", number)
    if number != ui.game.tasks[0][WHO]:
        return ui.wrong_token(number)
    return ({"do": ui.memo["command"], "by": number},)
