"""What a step paid, in at most two rows: "MIA +10, now 1370". Loaded on use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.core.events import DEALT, FREED, PAID, RETIRED, START, TRIED
from banker.core.state import Game
from banker.ui import words
from banker.ui.layout import height, wrap
from banker.ui.paint import DOUBLE
from banker.ui.types import Rows

if TYPE_CHECKING:
    from banker.ui.ui import Ui

_COLUMNS = 21
_ROWS = 2
_DISPLAY_ROWS = 8
_LETTERS = 4  # of a name that is cut
_SILENT = (START, DEALT)  # the opening has screens of its own


def lines(ui: Ui) -> Rows:
    """Nothing where other screens say it all: at the opening, the end, and when somebody goes out."""
    g = ui.game
    change = [0] * g.players  # by seat: what the step brought; negative: what it cost
    between: list[tuple[int, ...]] = []  # payments from player to player
    rows: Rows = []
    for event in g.events:
        code = event[0]
        if code == RETIRED:
            return []
        if code == PAID:
            _, payer, taker, amount, why = event
            if why in _SILENT:
                return []
            if payer < g.players:
                change[payer] -= amount
            if taker < g.players:
                change[taker] += amount
            if max(payer, taker) < g.players:
                between.append(event)
        elif code == TRIED and event[2] < g.rules.jail_max_turns:
            rows = wrap(ui.say(words.NO_DOUBLE_STAYS, ui.name(event[1])))
        elif code == FREED:
            rows = [ui.tell(words.FREE_NOW, event[1])]
    if g.over:
        return []
    return (_money(ui, change, between) + rows)[:_ROWS]


def _money(ui: Ui, change: list[int], between: list[tuple[int, ...]]) -> Rows:
    """Payer and taker, or the two whose cash changed most."""
    seats = [seat for seat in range(len(change)) if change[seat]]
    seats.sort(key=lambda seat: -abs(change[seat]))
    if len(between) == 1 and len(seats) == 2:
        _, payer, taker, amount, _ = between[0]
        pair = _pair(ui, payer, taker, amount)
        return [pair or _line(ui, payer, change[payer]), _line(ui, taker, change[taker])]
    if len(seats) <= _ROWS:
        return [_line(ui, seat, change[seat]) for seat in seats]
    others = [change[seat] for seat in seats[1:]]
    if min(others) == max(others):
        return [_line(ui, seats[0], change[seats[0]]), ui.say(words.OTHERS_CHANGE, _signed(others[0]))]
    return [_line(ui, seats[0], change[seats[0]]), ui.say(words.AND_MORE, len(others))]


def _signed(amount: int) -> str:
    return "%+d" % amount


def _hidden(g: Game) -> bool:
    """Does each player see only their own cash?"""
    return bool(g.rules.balances_shown != "all")


def _line(ui: Ui, seat: int, change: int) -> str:
    if _hidden(ui.game):
        return ui.tell(words.CHANGE, seat, _signed(change))
    return ui.tell(words.CHANGE_NOW, seat, _signed(change), ui.game.cash[seat])


def _pair(ui: Ui, payer: int, taker: int, amount: int) -> str:
    """Who paid whom; "" where the names would have to be cut too short."""
    word = words.PAID_WHOM if _hidden(ui.game) else words.PAID_WHOM_NOW
    cash = ui.game.cash[payer]
    room = _COLUMNS - len(ui.say(word, "", "", amount, cash))
    a, b = ui.name_pair(payer, taker, room)
    if min(len(a), len(b)) < _LETTERS and (a, b) != (ui.name(payer), ui.name(taker)):
        return ""
    return ui.say(word, a, b, amount, cash)


def add(ui: Ui, rows: Rows) -> None:
    """On a screen without a place for it: one line, in the last empty row, else in the first row."""
    at = len(rows) - 1 if height(rows) + len(ui.key_rows()) <= _DISPLAY_ROWS else 0  # no row will be squeezed
    while at and rows[at]:
        at -= 1
    if not at and rows[0].startswith(DOUBLE):
        rows.insert(1, rows[0][1:])
    rows[at] = ui.result[0]
