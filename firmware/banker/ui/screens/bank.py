"""BANK ONLY: a sum, who pays, who gets it; a deed and who stands on it; GO; the rest by number."""

from banker.core import parts
from banker.core.board import BANK, GROUP_OF, POT, SPACE_OF, UTILITIES
from banker.ui.const import const
from banker.ui.paint import BIG, HEADER
from banker.ui.speech import wrap
from banker.ui.ui import CARD, DEED, TOKEN

LOOK_MS = 30000  # typed, not used: cleared

_SPACE = const(21)
_BACK = const(42)
_UNDO_KEY = const(313)
_BANK_ONLY = const(474)
_WHO_PAYS = const(475)
_THEN_WHO_GETS = const(476)
_NO_SUM_DEED = const(477)
_PAYS_WHOM = const(478)
_POT_KEY = const(480)
_GO_PAY = const(481)
_MORE_PLUS = const(482)
_BANK_KEY = const(483)
_ITS_CARD = const(479)
_STANDS_HERE = const(484)
_DICE_FIRST = const(485)
_TAP_WHO = const(492)
_TAP_CARD = const(493)
_GO_AGAIN = const(499)


def enter(ui) -> None:
    ui.dice = []
    if ui.args:  # what is to be done; who is asked here
        ui.memo["order"] = ui.args[0]


def rows(ui) -> list:
    memo = ui.memo
    head = HEADER + ui.say(_BANK_ONLY)
    if "deed" in memo:
        return _deed_rows(ui, head, memo["deed"])
    if "order" in memo:
        ask = ui.say(_TAP_CARD if _lacks_card(memo) else _TAP_WHO)
        if "again" in memo:
            ask = ui.tell(_GO_AGAIN, memo["again"])
        return [head, "", "", ask, "", "", ""]
    head = [head, BIG + str(memo.get("sum", 0))]
    if "payer" in memo:
        return head + (wrap(ui.say(_PAYS_WHOM, ui.name(memo["payer"]))) + ["", ""])[:3]
    return head + [ui.say(_WHO_PAYS), ui.say(_THEN_WHO_GETS), ui.say(_NO_SUM_DEED)]


def _deed_rows(ui, head: str, deed: int) -> list:
    g = ui.game
    space = SPACE_OF[deed]
    sum = g.board.price[deed]
    ask = _STANDS_HERE
    if _by_dice(ui, deed):
        sum = " ".join([str(die) for die in ui.dice]) or " "
        ask = _STANDS_HERE if len(ui.dice) == 2 else _DICE_FIRST
    elif g.owner[deed] < g.players:
        sum = 0 if g.mortgaged[deed] else parts.load("rent").owed(g, deed, 0)[0]
    where = ui.say(_SPACE, space, ui.place(space, 18))
    return [head, where, BIG + str(sum), ui.name(g.owner[deed]), ui.say(ask)]


def _by_dice(ui, deed: int) -> bool:
    return GROUP_OF[deed] == UTILITIES and ui.game.owner[deed] < ui.game.players


def late(ui):
    return ui.forget_typed()


def _lacks_card(memo) -> bool:
    return "order" in memo and memo["order"]["do"] == "card" and "card" not in memo["order"]


def keys(ui) -> list:
    memo = ui.memo
    if "deed" in memo or "order" in memo:
        dice = "123456" if "deed" in memo and _by_dice(ui, memo["deed"]) else ""
        card = [("A", _ITS_CARD)] if "deed" in memo and ui.game.owner[memo["deed"]] < ui.game.players else []
        return [(die, 0) for die in dice] + card + [("*", _BACK)]
    legal = [(digit, 0) for digit in "0123456789"]
    if memo.get("sum"):
        legal.append(("A", _BANK_KEY))
        if ui.game.rules.free_parking_mode == "jackpot":
            legal.append(("B", _POT_KEY))
        return legal + [("*", _BACK)]
    return legal + [("C", _GO_PAY), ("D", _MORE_PLUS), ("*", _UNDO_KEY)]


def key(ui, key: str):
    memo = ui.memo
    if key == "*":
        return ui.home() if memo else ui.show("undo")
    if "deed" in memo:
        if key == "A" and ui.game.owner[memo["deed"]] < ui.game.players:
            return ui.show("deed", memo["deed"])  # to build, borrow, sell, trade
        if "1" <= key <= "6" and len(ui.dice) < 2:
            ui.dice.append(int(key))
    elif "order" not in memo and "0" <= key <= "9" and "payer" not in memo:
        if memo.get("sum", 0) < 100000:  # six digits are the most
            memo["sum"] = memo.get("sum", 0) * 10 + int(key)
    elif memo.get("sum"):
        if key == "A" or key == "B" and ui.game.rules.free_parking_mode == "jackpot":
            return _end(ui, BANK if key == "A" else POT)
    elif key == "C" and not memo:
        memo["order"] = {"do": "salary"}
    elif key == "D" and not memo:
        return ui.show("bankmore")
    return ()


def _end(ui, account: int):
    """The next end of a payment: first who pays, then who gets it."""
    memo = ui.memo
    if "payer" not in memo:
        memo["payer"] = account
        return ()
    return ({"do": "transfer", "from": memo.pop("payer"), "to": account, "amount": memo["sum"]},)


def taps(ui) -> list:
    if _lacks_card(ui.memo) or not ui.memo:
        return []
    return [(TOKEN, p) for p in range(ui.game.players) if not ui.game.out[p]]


def tap(ui, kind: int, number: int):
    memo = ui.memo
    if kind == DEED and not memo.get("sum") and "order" not in memo:
        ui.dice = []
        ui.memo = {"deed": number}
        return ()
    if kind == CARD and _lacks_card(memo):
        memo["order"]["card"] = number
        return ()
    if kind != TOKEN or _lacks_card(memo):
        return ui.not_now()
    if "deed" in memo or "order" in memo:
        return _stands(ui, number, memo["deed"]) if "deed" in memo else _order(ui, number)
    return _end(ui, number) if memo.get("sum") else ui.show("player", number)


def _stands(ui, player: int, deed: int):
    land = {"do": "land", "by": player, "deed": deed}
    if _by_dice(ui, deed):
        if len(ui.dice) < 2:
            return ui.notice(ui.say(_DICE_FIRST))
        land["dice"] = tuple(ui.dice)
    ui.tapped = deed  # unsold: its offer opens at once
    return (land,)


def _order(ui, player: int):
    order = dict(ui.memo["order"], by=player)
    if order["do"] == "salary":
        if ui.paid_go == player and ui.memo.get("again") != player:
            ui.memo["again"] = player
            return ()
        ui.paid_go = player
    return (order,)
