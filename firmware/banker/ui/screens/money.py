"""MONEY: everybody's cash, pot and bank; then the last moves. Any other input closes it and counts."""

from banker.core.board import BANK, POT
from banker.core.state import hotels_left, houses_left
from banker.ui.const import const
from banker.ui.paint import HEADER

LOOK_MS = 15000

_MONEY_POT = const(210)
_ONE_DEED = const(211)
_MANY_DEEDS = const(212)
_JAIL_WORD = const(213)
_OUT_WORD = const(214)
_BANK_STOCK = const(215)
_LAST_MOVES = const(216)
_NO_MOVES = const(217)
_MORE = const(218)
_WHY = const(250)  # and the reasons of core/events.py after it
_BACK = const(42)


def _pages(ui) -> int:
    if ui.game.rules.balances_shown == "own_tap":
        return 1
    return (ui.game.players + 4) // 5


def rows(ui) -> list:
    g = ui.game
    page = ui.memo.get("page", 0)
    if page == _pages(ui):
        return _moves(ui)
    shown = [HEADER + ui.say(_MONEY_POT, g.cash[POT])]
    if g.rules.balances_shown != "own_tap":
        for p in range(page * 5, min(g.players, page * 5 + 5)):
            shown.append(_line(ui, p))
    shown += [""] * (6 - len(shown))
    houses, hotels = houses_left(g), hotels_left(g)
    if houses >= 0 and hotels >= 0:
        a, b = (ui.word(4), ui.word(6)) if ui.word else ("", "H")
        shown.append(ui.say(_BANK_STOCK, houses, a.split(" ")[-1][:4], hotels, b.split(" ")[-1][:4])[:21])
    return shown


def _line(ui, p: int) -> str:
    g = ui.game
    n = g.owner.count(p)
    if g.out[p]:
        tail = ui.say(_OUT_WORD)
    elif g.jailed[p]:
        tail = ui.say(_JAIL_WORD)
    else:
        tail = ui.say(_ONE_DEED if n == 1 else _MANY_DEEDS, n)
    return ("%d %-7s%4d %s" % (p + 1, ui.name(p)[:7], g.cash[p], tail))[:21]


def _moves(ui) -> list:
    shown = [HEADER + ui.say(_LAST_MOVES)]
    for payer, taker, amount, why in ui.moves:
        line = "%s>%s %d" % (_end(ui, payer), _end(ui, taker), amount)
        shown.append((line + " " + ui.say(_WHY + why))[:21])
    if not ui.moves:
        shown.append(ui.say(_NO_MOVES))
    return shown + [""] * (7 - len(shown))


def _end(ui, account: int) -> str:
    return ui.name(account)[:5] if account <= BANK else ui.say(_WHY - 1)


def keys(ui) -> list:
    page = ui.memo.get("page", 0)
    last = _pages(ui)
    legal = [] if page == last else [("B", _LAST_MOVES if page == last - 1 else _MORE)]
    return legal + [("*", _BACK)]


def key(ui, key: str):
    page = ui.memo.get("page", 0)
    if key == "B" and page < _pages(ui):
        ui.memo["page"] = page + 1
        return ()
    ui.home()
    return () if key in "*#B" else ui.key(key)


def tap(ui, kind: int, number: int):
    return ui.onward(kind, number)
