"""TRADE: each deed goes to its owner's side, digits are the cash; both agree, a change clears both.

Argument: a deed to begin with. The memo is listed in trade_sides.py.
"""

from __future__ import annotations

from banker.core.tags import CARD, DEED, TOKEN
from banker.ui import words
from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.screens.trade import trade_sides
from banker.ui.screens.trade.trade_sides import PAGE_LINES
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui

LOOK_MS = 120000
_PAGE_MS = const(2000)
_CASH_MOST = const(100000)  # below it another digit may follow


def enter(ui: Ui) -> None:
    trade_sides.clear(ui)
    if ui.args:
        tap(ui, DEED, ui.args[0])


def late(ui: Ui) -> Commands | None:
    ui.home()
    return ui.hint(ui.say(words.NOTHING_CHANGED))


def taps(ui: Ui) -> Tags:
    """Who has still to agree; or who may join."""
    memo = ui.memo
    players = memo["players"]
    if len(players) == 2:
        return [(TOKEN, p) for p in players if p not in memo["consents"]]
    return [(TOKEN, p) for p in range(ui.game.players) if p not in players and not ui.game.out[p]]


def tick(ui: Ui) -> Commands | None:
    """With more than three things on a side, pages turn by themselves."""
    memo = ui.memo
    pages = trade_sides.pages(ui)
    if pages < 2 or ui.now_ms - memo["page_ms"] < _PAGE_MS:
        return None
    memo["page_ms"] = ui.now_ms
    memo["page"] = (memo["page"] + 1) % pages
    memo["pages_seen"] = max(memo["pages_seen"], memo["page"] + 1)
    return ()


def rows(ui: Ui) -> Rows:
    memo = ui.memo
    players = memo["players"]
    columns = [_column(ui, 0), _column(ui, 1)]
    rows = [HEADER + ui.say(words.TRADE)]
    for at in range(PAGE_LINES + 1):
        rows.append("%-10s|%-10s" % (columns[0][at][:10], columns[1][at][:10]))
    if not players:
        return rows + [ui.say(words.TAP_THINGS), ""]
    if len(players) < 2:
        return rows + [ui.say(words.WHO_ELSE), ui.say(words.TYPE_CASH)]
    consents = memo["consents"]
    missing = " ".join([ui.name(p)[:7] for p in players if p not in consents])
    agreed = ui.say(words.AGREED, ui.name(consents[0])) if consents else ""
    return rows + [agreed, ui.say(words.TAP_TO_AGREE, missing)]


def _column(ui: Ui, side: int) -> Rows:
    """The player with the printed price of the deeds, then one page of things."""
    players = ui.memo["players"]
    head = ""
    if side < len(players):
        head = "%-6s%4d" % (ui.name(players[side])[:6], trade_sides.price(ui, side))
    first = ui.memo["page"] * PAGE_LINES
    return [head] + trade_sides.things(ui, side)[first : first + PAGE_LINES] + [""] * PAGE_LINES


def keys(ui: Ui) -> Keys:
    memo = ui.memo
    legal: Keys = [(digit, 0) for digit in "0123456789"]
    if memo["cash"]:
        legal.append(("A", words.TURN_CASH))
    if trade_sides.last_mortgaged(ui) is not None:
        legal.append(("B", words.PAY_BACK_SHORT))
    if any([p in ui.game.held for p in memo["players"]]):
        legal.append(("C", words.ADD_PASS))
    return legal + [("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    memo = ui.memo
    mortgaged = trade_sides.last_mortgaged(ui)
    if key == "*":
        if not memo["cash"]:
            return ui.home()
        memo["cash"] = 0
    elif "0" <= key <= "9":
        if memo["cash"] < _CASH_MOST:
            memo["cash"] = memo["cash"] * 10 + int(key)
    elif key == "A" and memo["cash"]:
        memo["payer_turned"] = not memo["payer_turned"]
    elif key == "B" and mortgaged is not None:
        trade_sides.in_or_out(memo["payoffs"], mortgaged)
    elif key == "C":
        trade_sides.next_passes(ui)
    else:
        return ()
    trade_sides.changed(ui)
    return ()


def _joins(ui: Ui, player: int) -> bool:
    """A player joins the trade, or is in it already; a third one is refused."""
    players = ui.memo["players"]
    if player in players:
        return True
    if len(players) == 2 or ui.game.out[player]:
        ui.notice(ui.say(words.TWO_ONLY if len(players) == 2 else words.PLAYER_OUT))
        return False
    players.append(player)
    return True


def tap(ui: Ui, kind: int, number: int) -> Commands:
    memo = ui.memo
    g = ui.game
    if kind == TOKEN and number in memo["players"]:
        return _agrees(ui, number) if len(memo["players"]) == 2 else ()
    if kind == DEED and g.owner[number] >= g.players:
        return ui.notice(ui.say(words.BANK_OWNS))
    if kind == CARD and trade_sides.pass_owner(g, number) >= g.players:
        return ui.notice(ui.say(words.NO_JAIL_CARD))
    player = number
    if kind == DEED:
        player = g.owner[number]
    elif kind == CARD:
        player = trade_sides.pass_owner(g, number)
    if not _joins(ui, player):
        return ()
    if kind == DEED:
        trade_sides.in_or_out(memo["deeds"], number)
        memo["payoffs"] = [d for d in memo["payoffs"] if d in memo["deeds"]]
    elif kind == CARD:
        side = memo["players"].index(player)
        count = memo["passes"][side]
        memo["passes"][side] = count + 1 if count < g.held.count(player) else 0
    trade_sides.changed(ui)
    return ()


def _agrees(ui: Ui, player: int) -> Commands:
    memo = ui.memo
    if memo["pages_seen"] < trade_sides.pages(ui):
        return ui.notice(ui.say(words.LOOK_FIRST))
    if player not in memo["consents"]:
        memo["consents"].append(player)
    if len(memo["consents"]) < 2:
        return ()
    memo["consents"] = []  # if the rules refuse the trade, both agree again
    return (trade_sides.command(ui),)
