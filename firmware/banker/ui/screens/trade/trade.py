"""TRADE: each deed goes to its owner's side, digits are the cash; both agree, a change clears both.

Argument: a deed to begin with. The memo is listed in trade_sides.py.
"""

from __future__ import annotations

from banker.core.state import decider, phase
from banker.core.tags import CARD, DEED, TOKEN
from banker.ui import words
from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.screens.trade import trade_sides
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui

LOOK_MS = 120000
WANTS_DEEDS = True  # a deed goes in or out
_PAGE_MS = const(2000)
_LETTERS = const(5)  # of a name, where it is in its row twice
_CASH_MOST = const(100000)  # below it another digit may follow


def enter(ui: Ui) -> None:
    trade_sides.clear(ui)
    if ui.args:
        tap(ui, DEED, ui.args[0])
    if phase(ui.game) in ("buy", "debt"):
        _joins(ui, decider(ui.game))  # nobody trades without the player who decides or owes
        trade_sides.changed(ui)


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
    """With more than two things on a side, pages turn by themselves; # turns at once."""
    if trade_sides.pages(ui) < 2 or ui.now_ms - ui.memo["page_ms"] < _PAGE_MS:
        return None
    _turn_page(ui)
    return ()


def _turn_page(ui: Ui) -> None:
    memo = ui.memo
    memo["page_ms"] = ui.now_ms
    memo["page"] = (memo["page"] + 1) % trade_sides.pages(ui)
    memo["pages_seen"] = max(memo["pages_seen"], memo["page"] + 1)


def rows(ui: Ui) -> Rows:
    players = ui.memo["players"]
    if not players:
        return [HEADER + ui.say(words.TRADE), "", ui.say(words.TAP_THINGS), "", "", "", ""]
    rows = _side(ui, 0)
    if len(players) < 2:
        return rows + ["", ui.say(words.WHO_ELSE), ui.say(words.TYPE_CASH), ""]
    return rows + _side(ui, 1) + [ui.memo["after"]]


def _side(ui: Ui, side: int) -> Rows:
    """Who gives, with what is still to be tapped; then two rows of things."""
    players = ui.memo["players"]
    tap = ""
    if len(players) == 2:
        tap = ui.say(words.AGREED)
        if players[side] not in ui.memo["consents"]:
            tap = ui.say(words.TAP_TO_AGREE, ui.name(players[side], _LETTERS))
    head = ui.say(words.GIVES, ui.name(players[side], _LETTERS if tap else 0))
    return [HEADER + "%-*s%s" % (21 - len(tap), head, tap)] + trade_sides.page(ui, side)


def keys(ui: Ui) -> Keys:
    memo = ui.memo
    legal: Keys = [(digit, 0) for digit in "0123456789"]
    mortgaged = trade_sides.last_mortgaged(ui) is not None
    if memo["cash"]:
        legal.append(("A", words.SWAP if mortgaged else words.SWAP_CASH))
    if mortgaged:
        legal.append(("B", words.PAY_BACK_SHORT))
    has_pass = any([p in ui.game.held for p in memo["players"]])
    if has_pass:
        legal.append(("C", words.ADD_PASS))
    if trade_sides.pages(ui) > 1:
        legal.append(("#", 0))  # its place is in the row that says how much more there is
    return legal + [("*", 0 if has_pass or mortgaged else words.BACK)]


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
        if key == "#":
            _turn_page(ui)
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
    command = trade_sides.command(ui)
    if not ui.trial(command):  # nobody agrees to what the rules refuse
        return ui.refused(ui.no.code, ui.no.facts)
    if player not in memo["consents"]:
        memo["consents"].append(player)
    if len(memo["consents"]) < 2:
        return ()
    return (command,)
