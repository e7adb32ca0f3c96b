"""TRADE: each deed goes to its owner's side, digits are the cash; both agree, a change clears both."""

from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.screens import bargain
from banker.ui.ui import CARD, DEED, TOKEN

LOOK_MS = 120000
_PAGE_MS = const(2000)

_BANK_OWNS = const(17)
_BACK = const(42)
_TRADE = const(350)
_TWO_ONLY = const(351)
_TAP_THINGS = const(352)
_WHO_ELSE = const(353)
_TYPE_CASH = const(354)
_AGREED = const(355)
_TAP_TO_AGREE = const(356)
_TURN_CASH = const(357)
_PAY_BACK = const(358)
_ADD_PASS = const(359)
_NOTHING_CHANGED = const(362)
_LOOK_FIRST = const(363)
_NO_JAIL_CARD = const(430)
_PLAYER_OUT = const(449)


def enter(ui) -> None:
    bargain.clear(ui)
    if ui.args:
        tap(ui, DEED, ui.args[0])


def late(ui):
    ui.home()
    return ui.hint(ui.say(_NOTHING_CHANGED))


def taps(ui) -> list:
    """Who has still to agree; or who may join."""
    memo = ui.memo
    who = memo["who"]
    if len(who) == 2:
        return [(TOKEN, p) for p in who if p not in memo["yes"]]
    return [(TOKEN, p) for p in range(ui.game.players) if p not in who and not ui.game.out[p]]


def tick(ui):
    """More than three things on a side: pages turn by themselves."""
    memo = ui.memo
    pages = bargain.pages(ui)
    if pages < 2 or ui.now_ms - memo["since"] < _PAGE_MS:
        return None
    memo["since"] = ui.now_ms
    memo["page"] = (memo["page"] + 1) % pages
    memo["seen"] = max(memo["seen"], memo["page"] + 1)
    return ()


def rows(ui) -> list:
    memo = ui.memo
    who = memo["who"]
    columns = []
    at = memo["page"] * 3
    for side in (0, 1):
        head = "%-6s%4d" % (ui.name(who[side])[:6], bargain.price(ui, side)) if side < len(who) else ""
        columns.append([head] + bargain.things(ui, side)[at : at + 3] + ["", "", ""])
    shown = [HEADER + ui.say(_TRADE)]
    for at in range(4):
        shown.append("%-10s|%-10s" % (columns[0][at][:10], columns[1][at][:10]))
    if not who:
        return shown + [ui.say(_TAP_THINGS), ""]
    if len(who) < 2:
        return shown + [ui.say(_WHO_ELSE), ui.say(_TYPE_CASH)]
    yes = memo["yes"]
    left = " ".join([ui.name(p)[:7] for p in who if p not in yes])
    return shown + [ui.say(_AGREED, ui.name(yes[0])) if yes else "", ui.say(_TAP_TO_AGREE, left)]


def keys(ui) -> list:
    memo = ui.memo
    legal = [(digit, 0) for digit in "0123456789"]
    if memo["cash"]:
        legal.append(("A", _TURN_CASH))
    if bargain.loan(ui) is not None:
        legal.append(("B", _PAY_BACK))
    if any([p in ui.game.held for p in memo["who"]]):
        legal.append(("C", _ADD_PASS))
    return legal + [("*", _BACK)]


def key(ui, key: str):
    memo = ui.memo
    if key == "*":
        if not memo["cash"]:
            return ui.home()
        memo["cash"] = 0
    elif "0" <= key <= "9":
        if memo["cash"] < 100000:  # six digits are the most
            memo["cash"] = memo["cash"] * 10 + int(key)
    elif key == "A" and memo["cash"]:
        memo["turned"] ^= 1
    elif key == "B" and bargain.loan(ui) is not None:
        bargain.in_or_out(memo["redeem"], bargain.loan(ui))
    elif key == "C":
        bargain.next_passes(ui)
    else:
        return ()
    bargain.changed(ui)
    return ()


def _joins(ui, player: int) -> bool:
    who = ui.memo["who"]
    if player in who:
        return True
    if len(who) == 2 or ui.game.out[player]:
        ui.notice(ui.say(_TWO_ONLY if len(who) == 2 else _PLAYER_OUT))
        return False
    who.append(player)
    return True


def tap(ui, kind: int, number: int):
    memo = ui.memo
    g = ui.game
    if kind == TOKEN and number in memo["who"]:
        return _agrees(ui, number) if len(memo["who"]) == 2 else ()
    if kind == DEED and g.owner[number] >= g.players:
        return ui.notice(ui.say(_BANK_OWNS))
    if kind == CARD and (g.held[number >> 4] >= g.players or bargain.no_pass(g, number)):
        return ui.notice(ui.say(_NO_JAIL_CARD))
    player = g.owner[number] if kind == DEED else g.held[number >> 4] if kind == CARD else number
    if not _joins(ui, player):
        return ()
    if kind == DEED:
        bargain.in_or_out(memo["deeds"], number)
        memo["redeem"] = [d for d in memo["redeem"] if d in memo["deeds"]]
    elif kind == CARD:
        side = memo["who"].index(player)
        count = memo["passes"][side]
        memo["passes"][side] = count + 1 if count < g.held.count(player) else 0
    bargain.changed(ui)
    return ()


def _agrees(ui, player: int):
    memo = ui.memo
    if memo["seen"] < bargain.pages(ui):
        return ui.notice(ui.say(_LOOK_FIRST))
    if player not in memo["yes"]:
        memo["yes"].append(player)
    if len(memo["yes"]) < 2:
        return ()
    memo["yes"] = []  # refused: both agree anew
    return (bargain.command(ui),)
