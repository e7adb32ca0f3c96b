"""MONEY: the cash of all players, pot and bank, then the last payments; any other input closes it and counts.

ui.memo:

    page   which page is open, from 0; the last one has the payments
"""

from __future__ import annotations

from banker.core.board import POT
from banker.core.state import hotels_left, houses_left
from banker.ui import edition_words, words
from banker.ui.layout import PAYS
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import PAYMENTS, Ui

LOOK_MS = 15000

_PLAYERS = 5  # on a page


def _last(ui: Ui) -> int:
    """The number of the last page."""
    if ui.game.rules.balances_shown == "own_tap":
        return 1
    return (ui.game.players + _PLAYERS - 1) // _PLAYERS


def rows(ui: Ui) -> Rows:
    g = ui.game
    page = ui.memo.get("page", 0)
    if page == _last(ui):
        return _payments(ui)
    lines = [HEADER + ui.say(words.MONEY_POT, g.cash[POT])]
    if g.rules.balances_shown != "own_tap":
        for seat in range(page * _PLAYERS, min(g.players, (page + 1) * _PLAYERS)):
            lines.append(_player(ui, seat))
    lines += [""] * (6 - len(lines))
    houses, hotels = houses_left(g), hotels_left(g)
    if houses >= 0 and hotels >= 0:
        name, other = "", "H"
        if ui.word:
            name, other = ui.word(edition_words.HOUSES), ui.word(edition_words.HOTELS)
        name = _last_word(name, 7)
        room = 21 - len(ui.say(words.BANK_STOCK, houses, name, hotels, ""))
        lines.append(ui.say(words.BANK_STOCK, houses, name, hotels, _last_word(other, room)))
    return lines


def _last_word(name: str, room: int) -> str:
    """The last word of a building's name; a dot where it is cut."""
    name = name.split(" ")[-1]
    return name if len(name) <= room else name[: room - 1] + "."


def _player(ui: Ui, seat: int) -> str:
    g = ui.game
    deeds = g.owner.count(seat)
    if g.out[seat]:
        tail = ui.say(words.OUT_WORD)
    elif g.jailed[seat]:
        tail = ui.say(words.JAIL_WORD)
    else:
        tail = ui.say(words.ONE_DEED if deeds == 1 else words.MANY_DEEDS, deeds)
    return ("%d %-7s%4d %s" % (seat + 1, ui.name(seat, 7), g.cash[seat], tail))[:21]


def _payments(ui: Ui) -> Rows:
    lines = [HEADER + ui.say(words.LAST_MOVES)]
    if ui.moves is None:  # after power-on or an undo they come from the journal (S-32)
        ui.moves = ui.fact("payments", PAYMENTS)
    for payer, taker, amount, why in ui.moves:
        ends = "%s%s%s %d " % (ui.name(payer, 5), PAYS, ui.name(taker, 5), amount)
        lines.append((ends + ui.say(words.WHY + why))[:21])  # WHY and the reasons after it (core/events.py)
    if not ui.moves:
        lines.append(ui.say(words.NO_MOVES))
    return lines + [""] * (7 - len(lines))


def keys(ui: Ui) -> Keys:
    page = ui.memo.get("page", 0)
    last = _last(ui)
    legal: Keys = [] if page == last else [("B", words.LAST_MOVES if page == last - 1 else words.MORE)]
    return legal + [("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    page = ui.memo.get("page", 0)
    if key == "B" and page < _last(ui):
        ui.memo["page"] = page + 1
        return ()
    ui.home()
    return () if key in "*#B" else ui.key(key)


def tap(ui: Ui, kind: int, number: int) -> Commands:
    return ui.onward(kind, number)
