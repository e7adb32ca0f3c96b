"""The two sides of a trade, for trade.py: their deeds and passes, and who pays the cash.

Memo:
    players        who trades, at most two; side 0 is the first
    deeds          the deeds of both sides, in the order in which they were tapped
    passes         how many passes each side gives
    payoffs        mortgaged deeds that their new owner pays back at once
    cash           the amount typed
    payer_turned   the other side pays the cash than the one that would
    consents       who has agreed
    page, page_ms  the page of things that is shown, and since when
    pages_seen     how many pages were shown: nobody agrees to things not yet shown
"""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import NOBODY, SPACE_OF
from banker.core.state import Game
from banker.core.types import Command
from banker.ui import words
from banker.ui.types import Rows
from banker.ui.ui import Ui

PAGE_LINES = 3


def clear(ui: Ui) -> None:
    ui.memo = {
        "players": [],
        "deeds": [],
        "passes": [0, 0],
        "payoffs": [],
        "cash": 0,
        "payer_turned": False,
    }
    changed(ui)


def changed(ui: Ui) -> None:
    """Any change clears the consents, and the things are shown from their first page."""
    ui.memo["consents"] = []
    ui.memo["page"] = 0
    ui.memo["pages_seen"] = 1
    ui.memo["page_ms"] = ui.now_ms


def deeds(ui: Ui, side: int) -> list[int]:
    players = ui.memo["players"]
    return [d for d in ui.memo["deeds"] if side < len(players) and ui.game.owner[d] == players[side]]


def price(ui: Ui, side: int) -> int:
    return sum([ui.game.board.price[d] for d in deeds(ui, side)])


def payer(ui: Ui) -> int:
    """The side whose printed prices are lower pays the cash, unless the players turned that."""
    side = 0 if price(ui, 0) < price(ui, 1) else 1
    return 1 - side if ui.memo["payer_turned"] else side


def things(ui: Ui, side: int) -> Rows:
    memo = ui.memo
    lines = [ui.say(words.CASH, memo["cash"])] if memo["cash"] and side == payer(ui) else []
    mortgage = lazy.load("rules.mortgage")
    for deed in deeds(ui, side):
        if ui.game.mortgaged[deed]:  # with the amount that its new owner pays the bank now
            fee = (mortgage.payoff if deed in memo["payoffs"] else mortgage.on_transfer)(ui.game, deed)
            lines.append(ui.say(words.FEE, ui.place(SPACE_OF[deed], 9 - len(str(fee))), fee))
        else:
            lines.append(ui.place(SPACE_OF[deed], 10))
    return lines + [ui.say(words.PASS_LINE)] * memo["passes"][side]


def pages(ui: Ui) -> int:
    return (max(len(things(ui, 0)), len(things(ui, 1)), 1) + PAGE_LINES - 1) // PAGE_LINES


def last_mortgaged(ui: Ui) -> int | None:
    """The mortgaged deed that was put in last."""
    for deed in reversed(ui.memo["deeds"]):
        if ui.game.mortgaged[deed]:
            return int(deed)
    return None


def in_or_out(items: list[int], item: int) -> None:
    if item in items:
        items.remove(item)
    else:
        items.append(item)


def pass_owner(g: Game, card: int) -> int:
    """Who holds this card, if it is a pass; NOBODY: it is none, or it is in its deck."""
    deck = card >> 4
    return g.held[deck] if lazy.load("rules.jail").pass_of(g, deck) == card & 15 else NOBODY


def next_passes(ui: Ui) -> None:
    """The next way in which the two could put in the passes that they hold."""
    most = [ui.game.held.count(p) for p in ui.memo["players"]] + [0, 0]
    a, b = ui.memo["passes"]
    if a < most[0]:
        a += 1
    else:
        a = 0
        b = b + 1 if b < most[1] else 0
    ui.memo["passes"] = [a, b]


def command(ui: Ui) -> Command:
    memo = ui.memo
    sides = []
    for side in (0, 1):
        cash = memo["cash"] if side == payer(ui) else 0
        sides.append({"cash": cash, "deeds": deeds(ui, side), "jail_cards": memo["passes"][side]})
    a, b = memo["players"]
    return {
        "do": "trade",
        "a": a,
        "b": b,
        "a_gives": sides[0],
        "b_gives": sides[1],
        "redeem": memo["payoffs"],
    }
