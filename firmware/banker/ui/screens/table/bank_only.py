"""BANK ONLY: the home of a game in which the box only banks.

An amount is typed and paid from one tap to the next; a deed is tapped, then the player who is on it; GO and
the rest have keys and go on in bank_only_order.py. ui.memo is empty at rest, else it has:

    amount   what was typed, to be paid
    payer    the account that pays it: a seat, BANK or POT
    deed     the deed that was tapped
"""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import BANK, NOBODY, POT, SPACE_OF
from banker.core.deeds import is_utility
from banker.core.rules.moves import BY_CARD
from banker.core.rules.rent import RENT_AMOUNT, RENT_PER_PIP
from banker.core.tags import DEED, TOKEN
from banker.core.types import Command
from banker.ui import words
from banker.ui.layout import wrap
from banker.ui.paint import BIG, HEADER
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui

LOOK_MS = 30000  # then an amount that nobody used is cleared

_AMOUNT_MOST = 100000  # one digit more would be the seventh


def enter(ui: Ui) -> None:
    ui.dice = []


def rows(ui: Ui) -> Rows:
    memo = ui.memo
    head = HEADER + ui.say(words.BANK_ONLY)
    if "deed" in memo:
        return [head] + _deed_rows(ui, memo["deed"])
    lines = [head, BIG + str(memo.get("amount", 0))]
    if "payer" in memo:
        return lines + (wrap(ui.say(words.PAYS_WHOM, ui.name(memo["payer"]))) + ["", ""])[:3]
    return lines + [ui.say(words.WHO_PAYS), ui.say(words.THEN_WHO_GETS), ui.say(words.NO_SUM_DEED)]


def _deed_rows(ui: Ui, deed: int) -> Rows:
    """Its price or its rent, its owner, and what is asked."""
    g = ui.game
    space = SPACE_OF[deed]
    question = words.STANDS_HERE
    if _by_dice(ui, deed):
        amount = " ".join([str(die) for die in ui.dice]) or " "
        question = words.DICE_FIRST
        if len(ui.dice) == 2:
            question = words.STANDS_HERE
            per_pip = lazy.load("rules.rent").explain(g, deed, NOBODY, BY_CARD)[RENT_PER_PIP]
            amount = str(per_pip * sum(ui.dice))
    elif _owned(ui, deed):
        amount = str(lazy.load("rules.rent").explain(g, deed)[RENT_AMOUNT])
    else:
        amount = str(g.board.price[deed])
    place = ui.say(words.SPACE, space, ui.place(space, 18))
    return [place, BIG + amount, ui.name(g.owner[deed]), ui.say(question)]


def _owned(ui: Ui, deed: int) -> bool:
    return ui.game.owner[deed] < ui.game.players


def _by_dice(ui: Ui, deed: int) -> bool:
    """Do the dice decide the rent?"""
    return is_utility(deed) and _owned(ui, deed)


def late(ui: Ui) -> Commands | None:
    return ui.forget_typed()


def _pot(ui: Ui) -> bool:
    return bool(ui.game.rules.free_parking_mode == "jackpot")


def keys(ui: Ui) -> Keys:
    memo = ui.memo
    legal: Keys = []
    if "deed" in memo:
        if _by_dice(ui, memo["deed"]):
            legal += [(die, 0) for die in "123456"]
        if _owned(ui, memo["deed"]):
            legal.append(("A", words.ITS_CARD))
    else:
        legal += [(digit, 0) for digit in "0123456789"]
        if not memo.get("amount"):
            return legal + [("C", words.GO_PAY), ("D", words.MORE_PLUS), ("*", words.UNDO_KEY)]
        legal.append(("A", words.BANK_KEY))
        if _pot(ui):
            legal.append(("B", words.POT_KEY))
    return legal + [("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    memo = ui.memo
    if key == "*":
        return ui.home() if memo else ui.show("table.undo")
    if "deed" in memo:
        return _key(ui, key, memo["deed"])
    if "0" <= key <= "9" and "payer" not in memo:
        amount = memo.get("amount", 0)
        if amount < _AMOUNT_MOST:
            memo["amount"] = amount * 10 + int(key)
    elif memo.get("amount"):
        if key == "A" or key == "B" and _pot(ui):
            return _end(ui, BANK if key == "A" else POT)
    elif key == "C" and not memo:
        return ui.show("table.bank_only_order", {"do": "salary"})
    elif key == "D" and not memo:
        return ui.show("table.bank_only_more")
    return ()


def _key(ui: Ui, key: str, deed: int) -> Commands:
    """The dice of a utility, or the deed's card to build, borrow, sell and trade."""
    if key == "A" and _owned(ui, deed):
        return ui.show("deeds.deed", deed)
    if "1" <= key <= "6" and len(ui.dice) < 2:
        ui.dice.append(int(key))
    return ()


def _end(ui: Ui, account: int) -> Commands:
    """One end of a payment: first the account that pays, then the one that gets it."""
    memo = ui.memo
    if "payer" not in memo:
        memo["payer"] = account
        return ()
    return ({"do": "transfer", "from": memo.pop("payer"), "to": account, "amount": memo["amount"]},)


def taps(ui: Ui) -> Tags:
    if not ui.memo:
        return []
    return [(TOKEN, seat) for seat in range(ui.game.players) if not ui.game.out[seat]]


def tap(ui: Ui, kind: int, number: int) -> Commands:
    memo = ui.memo
    if kind == DEED and not memo.get("amount"):
        ui.dice = []
        ui.memo = {"deed": number}
        return ()
    if kind != TOKEN:
        return ui.not_now()
    if "deed" in memo:
        return _land(ui, number, memo["deed"])
    return _end(ui, number) if memo.get("amount") else ui.show("table.player", number)


def _land(ui: Ui, player: int, deed: int) -> Commands:
    command: Command = {"do": "land", "by": player, "deed": deed}
    if _by_dice(ui, deed):
        if len(ui.dice) < 2:
            return ui.notice(ui.say(words.DICE_FIRST))
        command["dice"] = tuple(ui.dice)
    ui.tapped = deed  # if nobody owns it, its offer opens at once
    return (command,)
