"""Auctions of deeds and of single buildings (AUCT, SHORT-5): bid, pass, hammer."""

from . import parts
from .board import BANK, DEEDS, NOBODY, SPACE_OF
from .events import AUCTIONED, DONE, MORTGAGED, OWNED, PAID, do
from .flow import first
from .refusal import Refused
from .state import AUCTION, DEBT, HOUSE, LOTS, PLACE

# An auction is the task (AUCTION, leader, 0, high, lot | passed << 8 | decliner << 16).


def open_lot(g, lot: int, decliner: int) -> None:
    first(g, AUCTION, NOBODY, 0, 0, lot | decliner << 16)


def next_lot(g, task) -> None:
    """The bank auctions what it took, deed by deed in board order (AUCT-10)."""
    mask = task[4]
    best = min((d for d in range(DEEDS) if mask >> d & 1), key=lambda d: SPACE_OF[d])
    mask &= ~(1 << best)
    if mask:
        first(g, LOTS, 0, 0, 0, mask)
    open_lot(g, best, NOBODY)


def lot_of(task) -> int:
    return task[4] & 0xFF


def _passed(task, player: int) -> bool:
    return bool(task[4] >> 8 >> player & 1)


def may_bid(g, task, player: int) -> bool:
    """Still in this auction: not out, not gone, not barred by a house rule, able to place a building."""
    r = g.rules
    if g.out[player] or _passed(task, player):
        return False
    if player == task[4] >> 16 and not r.auction_decliner_bids:
        return False
    if g.jailed[player] and not r.auction_jailed_bid:
        return False
    return lot_of(task) < HOUSE or parts.load("shortage").can_place(g, player, lot_of(task))


def minimum(g, task, player: int) -> int:
    lot = lot_of(task)
    if lot < HOUSE:
        return g.rules.auction_min_bid
    return parts.load("shortage").minimum(g, player, lot)


def bid(g, c) -> None:
    task = g.tasks[0]
    player = c["by"]
    amount = c["amount"]
    lot = lot_of(task)
    if lot >= HOUSE and not parts.load("shortage").can_place(g, player, lot):
        raise Refused("cannot-place")
    if not may_bid(g, task, player):
        raise Refused("not-bidding")
    least = minimum(g, task, player)
    if amount < least:
        raise Refused("bid-below-minimum", least)
    high = task[3]
    if high and amount < high + g.rules.auction_step:
        raise Refused("bid-too-low", high)
    if amount > g.cash[player] and not g.rules.auction_over_cash:
        raise Refused("bid-over-cash", g.cash[player])
    do(g, DONE)
    first(g, AUCTION, player, 0, amount, task[4])
    if all(p == player or g.out[p] or _passed(task, p) for p in range(g.players)):
        close(g, ())


def pass_(g, c) -> None:
    task = g.tasks[0]
    player = c["by"]
    if _passed(task, player):
        raise Refused("not-bidding")
    if player == task[1]:
        raise Refused("bid-binds")
    do(g, DONE)
    first(g, AUCTION, task[1], 0, task[3], task[4] | 1 << 8 << player)
    task = g.tasks[0]
    left = [p for p in range(g.players) if may_bid(g, task, p)]
    if not left or left == [task[1]]:
        close(g, ())  # one bidder left with a bid, or nobody: no need to wait for the hammer


def hammer(g, c) -> None:
    close(g, c.get("redeem", ()))


def close(g, redeem) -> None:
    _, winner, _, price, extra = g.tasks[0]
    lot = extra & 0xFF
    decliner = extra >> 16
    do(g, DONE)
    if winner == NOBODY:
        if g.rules.auction_no_bid != "decliner_buys_at_1" or decliner == NOBODY or not g.cash[decliner]:
            if lot < HOUSE and g.mortgaged[lot]:
                do(g, MORTGAGED, lot, 0)  # nobody wants it: with the bank it is free of its loan
            return
        winner, price = decliner, 1
    paid = g.cash[winner] >= price
    if paid:
        do(g, PAID, winner, BANK, price, AUCTIONED)
    if lot >= HOUSE:
        first(g, PLACE, winner, 0, price, lot)
    else:
        do(g, OWNED, lot, winner)
        if g.mortgaged[lot]:
            parts.load("mortgage").received(g, winner, [lot], redeem if paid else ())
    if not paid:
        first(g, DEBT, winner, BANK, price, AUCTIONED)  # he bid more than he has: before anything else
