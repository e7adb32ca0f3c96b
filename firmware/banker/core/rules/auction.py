"""Auctions of deeds and of single buildings (AUCT, SHORT-5): bid, pass, hammer."""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import NOBODY, deeds_in, in_board_order
from banker.core.events import AUCTIONED, DONE, MORTGAGED, OWNED, PAID, do
from banker.core.refusal import Refused
from banker.core.state import AMOUNT, AUCTION, DEBT, EXTRA, HOUSE, LOTS, PLACE, WHO, Game
from banker.core.tasks import fed, first
from banker.core.types import Command, Sequence, Task

# The task of an auction: WHO leads (NOBODY: no bid yet), AMOUNT is the highest bid, EXTRA has the rest. Only
# the functions here know its bits: 8 for the lot, 8 for those who passed, then the decliner.


def lot_of(task: Task) -> int:
    """What is sold: a deed, HOUSE or HOTEL."""
    return task[EXTRA] & 0xFF


def leader_of(task: Task) -> int:
    """Who has bid most, or NOBODY."""
    return task[WHO]


def high_bid(task: Task) -> int:
    """The highest bid; 0: no bid yet."""
    return task[AMOUNT]


def has_passed(task: Task, player: int) -> bool:
    return bool(task[EXTRA] >> 8 >> player & 1)


def decliner_of(task: Task) -> int:
    """Who did not want to buy the lot, or NOBODY."""
    return task[EXTRA] >> 16


def open_lot(g: Game, lot: int, decliner: int) -> None:
    first(g, AUCTION, NOBODY, 0, 0, lot | decliner << 16)


def _with_bid(g: Game, task: Task, player: int, amount: int) -> None:
    do(g, DONE)
    first(g, AUCTION, player, 0, amount, task[EXTRA])


def _with_pass(g: Game, task: Task, player: int) -> None:
    do(g, DONE)
    first(g, AUCTION, leader_of(task), 0, high_bid(task), task[EXTRA] | 1 << 8 << player)


def next_lot(g: Game, task: Task) -> None:
    """The bank auctions the deeds of a bankrupt one by one, in board order (AUCT-10)."""
    mask = task[EXTRA]
    lot = in_board_order(deeds_in(mask))[0]
    mask &= ~(1 << lot)
    if mask:
        first(g, LOTS, 0, 0, 0, mask)
    open_lot(g, lot, NOBODY)


def may_bid(g: Game, task: Task, player: int) -> bool:
    """Is this player in the game, has not passed, is not barred by a house rule, and has room to build?"""
    r = g.rules
    if g.out[player] or has_passed(task, player):
        return False
    if player == decliner_of(task) and not r.auction_decliner_bids:
        return False
    if g.jailed[player] and not r.auction_jailed_bid:
        return False
    lot = lot_of(task)
    return lot < HOUSE or bool(lazy.load("rules.building_auction").can_place(g, player, lot))


def minimum(g: Game, task: Task, player: int) -> int:
    """The lowest first bid of this player."""
    lot = lot_of(task)
    if lot < HOUSE:
        return g.rules.auction_min_bid
    least: int = lazy.load("rules.building_auction").minimum(g, player, lot)
    return least


def bid(g: Game, c: Command) -> None:
    task = g.tasks[0]
    player = c["by"]
    amount = c["amount"]
    lot = lot_of(task)
    if lot >= HOUSE and not lazy.load("rules.building_auction").can_place(g, player, lot):
        raise Refused("cannot-place")
    if not may_bid(g, task, player):
        raise Refused("not-bidding")
    least = minimum(g, task, player)
    if amount < least:
        raise Refused("bid-below-minimum", least)
    high = high_bid(task)
    if high and amount < high + g.rules.auction_step:
        raise Refused("bid-too-low", high)
    if amount > g.cash[player] and not g.rules.auction_over_cash:
        raise Refused("bid-over-cash", g.cash[player])
    _with_bid(g, task, player, amount)
    if all(p == player or g.out[p] or has_passed(task, p) for p in range(g.players)):
        _close(g, ())


def pass_(g: Game, c: Command) -> None:
    task = g.tasks[0]
    player = c["by"]
    if has_passed(task, player):
        raise Refused("not-bidding")
    if player == leader_of(task):
        raise Refused("bid-binds")
    _with_pass(g, task, player)
    task = g.tasks[0]
    bidders = [p for p in range(g.players) if may_bid(g, task, p)]
    if not bidders or bidders == [leader_of(task)]:
        _close(g, ())  # nobody is left who could bid more, so nobody waits for the hammer


def hammer(g: Game, c: Command) -> None:
    _close(g, c.get("redeem", ()))


def _close(g: Game, redeem: Sequence[int]) -> None:
    task = g.tasks[0]
    winner, price, lot, decliner = leader_of(task), high_bid(task), lot_of(task), decliner_of(task)
    do(g, DONE)
    if winner == NOBODY:
        if g.rules.auction_no_bid != "decliner_buys_at_1" or decliner == NOBODY or not g.cash[decliner]:
            if lot < HOUSE and g.mortgaged[lot]:
                do(g, MORTGAGED, lot, 0)  # the bank keeps it, so the mortgage ends
            return
        winner, price = decliner, 1
    can_pay = g.cash[winner] >= price
    if can_pay:
        do(g, PAID, winner, fed(g, "purchases"), price, AUCTIONED)
    if lot >= HOUSE:
        first(g, PLACE, winner, 0, price, lot)
    else:
        do(g, OWNED, lot, winner)
        if g.mortgaged[lot]:
            lazy.load("rules.mortgage").received(g, winner, [lot], redeem if can_pay else ())
    if not can_pay:
        # He bid more than he has: that goes first.
        first(g, DEBT, winner, fed(g, "purchases"), price, AUCTIONED)


COMMANDS = {"bid": bid, "pass": pass_, "hammer": hammer}
WORK = {LOTS: next_lot}
