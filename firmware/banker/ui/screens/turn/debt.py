"""DEBT: what is owed and why, what the debtor has and could get. Others may help (S-1). No clock runs.

Memo:
    command   the command that the debtor's token is asked for: "pay" or "jail-card"; "which": the debtor
              holds both passes and names one first (S-15)
    deck      the deck of that pass
"""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import NO_DEED, SPACE_OF
from banker.core.commands import trade_open
from banker.core.state import WHO, others
from banker.core.tags import DEED, TOKEN
from banker.core.tasks import rented_deed, why_of
from banker.core.types import Command
from banker.ui import words
from banker.ui.paint import BIG, DOUBLE, HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

_COMMANDS = {"A": "pay", "B": "jail-card"}
_QUESTIONS = {
    "pay": words.TAP_TO_PAY,
    "jail-card": words.TAP_FOR_PASS,
    "which": words.WHICH_PASS,
}


def rows(ui: Ui) -> Rows:
    g = ui.game
    _, player, creditor, amount, _ = g.tasks[0]
    cash = g.cash[player]
    estate = lazy.load("rules.raising").estate(g, player)
    has = ui.say(words.HAS_CAN_GET, cash, estate - cash)
    if len(has) > 21:
        has = ui.say(words.CAN_GET, estate - cash)
    top = [
        HEADER + ui.say(words.OWES, *ui.name_pair(player, creditor, 21 - len(ui.say(words.OWES, "", "")))),
        (BIG if len(ui.key_rows()) < 2 else DOUBLE) + str(amount),
        _why(ui),
        has,
    ]
    command = ui.memo.get("command")
    if command:
        return top + [ui.tell(_QUESTIONS[command], player)]
    if cash >= amount:
        return top + [""]
    if estate == cash:
        return top + [ui.say(words.SHORT_BY, amount - cash)]
    return top + [ui.tell(words.SELL_DEEDS, player) if estate >= amount else ui.say(words.OTHERS_HELP)]


def _why(ui: Ui) -> str:
    """What the money is for; of a rent also the deed."""
    task = ui.game.tasks[0]
    why = ui.say(words.WHY + why_of(task))  # WHY and the words after it: the reasons of events.py
    deed = rented_deed(task)
    return why if deed == NO_DEED else "%s, %s" % (why, ui.place(SPACE_OF[deed], 19 - len(why)))


def asks(ui: Ui) -> list[int]:
    return [ui.game.tasks[0][WHO]] if ui.memo.get("command", "which") != "which" else []


def forced(ui: Ui) -> bool:
    return ui.memo.get("command") == "pay"


def keys(ui: Ui) -> Keys:
    if ui.memo.get("command") == "which":
        name = ui.load("screens.turn.jail").deck_name
        return [("A", name(ui, 0)[:19]), ("B", name(ui, 1)[:19]), ("*", words.BACK)]
    if ui.memo:
        return [("*", words.BACK)]
    g = ui.game
    _, player, _, amount, _ = g.tasks[0]
    legal: Keys = [("A", words.PAY)] if g.cash[player] >= amount else []
    if lazy.load("rules.jail").pass_settles(g, player):
        legal.append(("B", words.USE_PASS))
    if _may_trade(ui, player):
        legal.append(("C", words.TRADE_IT))
    return legal + [("D", words.GIVE_UP), ("#", words.MORE_KEY), ("*", 0)]


def _may_trade(ui: Ui, player: int) -> bool:
    return any([trade_open(ui.game, player, other) for other in others(ui.game, player)])


def key(ui: Ui, key: str) -> Commands:
    if key == "*":
        if not ui.memo:
            return ui.show("table.undo")
        ui.memo = {}
    elif ui.memo:
        if ui.memo["command"] == "which" and key in "AB":
            ui.memo = {"command": "jail-card", "deck": 0 if key == "A" else 1}
    elif key == "#":
        return ui.show("table.more")
    elif key == "C":
        return ui.show("trade.trade") if _may_trade(ui, ui.game.tasks[0][WHO]) else ()
    elif key == "D":
        commands: Commands = ui.load("screens.turn.give_up").opens(ui)
        return commands
    elif key in _COMMANDS and key in [legal for legal, _ in keys(ui)]:
        ui.memo["command"] = _COMMANDS[key]
        if key == "B" and ui.game.held.count(ui.game.tasks[0][WHO]) > 1:
            ui.memo["command"] = "which"
    return ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    if kind == DEED:
        return ui.show("deeds.deed", number)
    if kind != TOKEN:
        return ui.not_now()
    if not asks(ui):
        return ui.show("table.player", number)
    if number != ui.game.tasks[0][WHO]:
        return ui.wrong_token(number)
    command: Command = {"do": ui.memo["command"], "by": number}
    if "deck" in ui.memo:
        command["deck"] = ui.memo["deck"]
    return (command,)
