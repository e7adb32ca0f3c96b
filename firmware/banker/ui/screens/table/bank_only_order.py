"""BANK ONLY, one report: salary, tax, jail or a card. Its amount is shown, then the player's token does it.

Argument: the command without its player, and perhaps without its card. Memo:

    order    the same, as it was chosen since
    change   what it brings each player whom it can be about, negative if it costs; None: not the same for
             all, so that the token is shown its own amount and asked twice
    other    the account at the other end of the money; None: there is none, or it is several
    player   the seat that is asked again
    again    that seat has just had its salary
    deck     the deck of a card that is typed
    typed    the digits of its number
"""

from __future__ import annotations

from banker.core.board import BANK, TAX_SPACE
from banker.core.events import PAID, PAID_FROM, PAID_TO
from banker.core.state import AMOUNT, DEBT, KIND, OTHER, WHO, Game
from banker.core.tags import CARD, TOKEN
from banker.core.types import Command
from banker.ui import words
from banker.ui.layout import double, wrap
from banker.ui.paint import BIG, HEADER
from banker.ui.screens.turn.jail import deck_name
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui

LOOK_MS = 30000
_CARDS = 16  # of a deck

# The ways out of jail.
_WAYS = {"A": "fine", "B": "jail-card", "C": "free"}
_QUESTIONS = {
    "jail": words.TAP_WHO_JAILED,
    "jail-card": words.TAP_WHO_PASS,
    "free": words.TAP_WHO_DOUBLE,
    "card": words.TAP_WHO_DREW,
}


def enter(ui: Ui) -> None:
    _choose(ui, ui.args[0].copy())


def _choose(ui: Ui, order: Command) -> None:
    ui.memo = {"order": order, "deck": 0, "typed": "", "change": 0, "other": None}
    if _lacks_card(ui):
        return
    changes = []
    for seat in range(ui.game.players):
        trial = ui.trial(dict(order, by=seat))
        if trial:
            changes.append(_change(ui, trial, seat))
    if changes:
        ui.memo["change"] = changes[0][0] if changes.count(changes[0]) == len(changes) else None
        ui.memo["other"] = changes[0][1]
    elif order["do"] == "fine":
        ui.memo["change"], ui.memo["other"] = -ui.game.rules.jail_fine, BANK


def _change(ui: Ui, trial: Game, seat: int) -> tuple[int, int | None]:
    """(what the order brings this player, the account at the other end)."""
    change = trial.cash[seat] - ui.game.cash[seat]
    ends = []
    for event in trial.events:
        if event[0] == PAID and seat in (event[PAID_FROM], event[PAID_TO]):
            ends.append(event[PAID_TO] if event[PAID_FROM] == seat else event[PAID_FROM])
    if trial.tasks and trial.tasks[0][KIND] == DEBT and trial.tasks[0][WHO] == seat:
        change -= trial.tasks[0][AMOUNT]
        ends.append(trial.tasks[0][OTHER])
    return change, ends[0] if ends and ends[0] >= BANK else None


def _lacks_card(ui: Ui) -> bool:
    """Is this about a card that was not named yet?"""
    order: Command = ui.memo["order"]
    return order["do"] == "card" and "card" not in order


def _asks_pass(ui: Ui) -> bool:
    """Is the player asked which pass, because he holds both (S-15)?"""
    return "player" in ui.memo and ui.memo["order"]["do"] == "jail-card"


def rows(ui: Ui) -> Rows:
    memo = ui.memo
    head = [HEADER + ui.say(words.BANK_ONLY)]
    if _lacks_card(ui):
        return head + _card_rows(ui)
    change, other = memo["change"], memo["other"]
    if "player" in memo:
        return head + _player_rows(ui, memo["player"], change, other)
    order: Command = memo["order"]
    if order["do"] == "card" and ui.label:
        head += wrap(ui.label(order["card"]))[:2]
    question = _QUESTIONS.get(order["do"], words.TAP_WHO)
    if change is None:
        share = ["%d %%" % ui.game.rules.income_tax_pct] if order["do"] == "tax" else []
        return head + [double(text) for text in share] + ["", ui.say(question)]
    if not change:
        return head + ["", "", ui.say(question)]
    account = ui.name(BANK if other is None else other)
    if order["do"] != "card":
        question = words.TAP_WHO_PAYS if change < 0 else words.TAP_WHO_GETS
    amount = str(abs(change))
    return head + [BIG + amount if len(head) < 3 else double(amount), ui.say(question, account)]


def _card_rows(ui: Ui) -> Rows:
    memo = ui.memo
    deck, typed = memo["deck"], memo["typed"]
    about = ui.label(deck << 4 | int(typed) - 1) if ui.label and _exists(typed) else ""
    number = ui.say(words.CARD_NUMBER, typed + "_")
    return [deck_name(ui, deck)[:21], number] + wrap(about)[:2] + wrap(ui.say(words.TAP_CARD_OR_TYPE))


def _player_rows(ui: Ui, player: int, change: int, other: int | None) -> Rows:
    """The token is asked: for its own amount, for a second salary, or for one of two passes."""
    if _asks_pass(ui):
        return [double(ui.name(player, 10)), "", ui.say(words.WHICH_PASS)]
    ask = ui.tell(words.TAP_TO_PAY if change < 0 else words.TAP_TO_GET, player)
    if "again" in ui.memo:
        ask = ui.tell(words.GO_AGAIN, player)
    pair = double(ui.name(player, 10)) if change > 0 or other is None else ui.pair(player, other)
    return [pair, BIG + str(abs(change)), ask]


def _exists(typed: str) -> bool:
    return typed != "" and 1 <= int(typed) <= _CARDS


def asks(ui: Ui) -> list[int]:
    return [ui.memo["player"]] if "player" in ui.memo and not _asks_pass(ui) else []


def late(ui: Ui) -> Commands | None:
    return ui.forget_typed()


def keys(ui: Ui) -> Keys:
    memo = ui.memo
    legal: Keys = []
    if _lacks_card(ui) or _asks_pass(ui):
        legal = [("A", deck_name(ui, 0)[:10]), ("B", deck_name(ui, 1)[:10])]
    if _lacks_card(ui):
        typed = memo["typed"]
        legal += [(digit, 0) for digit in "0123456789" if _exists(typed + digit)]
        legal += [("#", words.OK_KEY)] if _exists(typed) else []
    elif "player" not in memo:
        r = ui.game.rules
        if _offers_share(ui):
            legal = [("A", str(r.income_tax_flat)), ("B", "%d %%" % r.income_tax_pct)]
        elif memo["order"]["do"] in _WAYS.values():
            fine = ui.say(words.PAY_FINE, r.jail_fine)
            legal = [("A", fine), ("B", words.USE_PASS), ("C", words.DOUBLE_KEY)]
    return legal + [("*", words.BACK)]


def _offers_share(ui: Ui) -> bool:
    """The tax that may be paid as a share of all that the player has."""
    order: Command = ui.memo["order"]
    is_first = order["do"] == "tax" and order["space"] == TAX_SPACE
    return bool(is_first and ui.game.rules.income_tax_mode == "choice")


def key(ui: Ui, key: str) -> Commands:
    memo = ui.memo
    order: Command = memo["order"]
    if key == "*":
        return ui.home()
    if _lacks_card(ui):
        _card_key(ui, key)
    elif _asks_pass(ui) and key in "AB":
        return (dict(order, by=memo["player"], deck=0 if key == "A" else 1),)
    elif "player" in memo:
        pass
    elif _offers_share(ui) and key in "AB":
        _choose(ui, dict(order, choose="flat" if key == "A" else "percent"))
    elif order["do"] in _WAYS.values() and key in _WAYS:
        _choose(ui, {"do": _WAYS[key]})
    return ()


def _card_key(ui: Ui, key: str) -> None:
    memo = ui.memo
    if key in "AB":
        memo["deck"] = 0 if key == "A" else 1
    elif key == "#" and _exists(memo["typed"]):
        _choose(ui, dict(memo["order"], card=memo["deck"] << 4 | int(memo["typed"]) - 1))
    elif "0" <= key <= "9" and _exists(memo["typed"] + key):
        memo["typed"] += key


def taps(ui: Ui) -> Tags:
    if _lacks_card(ui):
        return [(CARD, card) for card in range(2 * _CARDS)]
    if "player" in ui.memo:
        return []
    seats = range(ui.game.players)
    return [(TOKEN, seat) for seat in seats if ui.trial(dict(ui.memo["order"], by=seat))]


def tap(ui: Ui, kind: int, number: int) -> Commands:
    memo = ui.memo
    if kind == CARD and _lacks_card(ui):
        _choose(ui, dict(memo["order"], card=number))
        return ()
    if kind != TOKEN or _lacks_card(ui) or _asks_pass(ui):
        return ui.not_now()
    order = dict(memo["order"], by=number)
    if "player" in memo:
        return (order,) if number == memo["player"] else ui.wrong_token(number)
    trial = ui.trial(order)
    if not trial:
        return ui.refused(ui.no.code, ui.no.facts)
    if order["do"] == "salary":
        if ui.paid_go == number:
            memo["again"] = memo["player"] = number
            return ()
        ui.paid_go = number
    elif order["do"] == "jail-card" and ui.game.held.count(number) > 1:
        memo["player"] = number
        return ()
    elif memo["change"] is None:
        change, other = _change(ui, trial, number)
        if change:
            memo.update(change=change, other=other, player=number)
            return ()
    return (order,)
