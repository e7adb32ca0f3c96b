"""More buyers than buildings: single buildings are auctioned and placed (SHORT-2, SHORT-5, SHORT-6)."""

from __future__ import annotations

from banker.core.board import GROUP_OF, NOBODY, STREETS
from banker.core.events import BUILT, DONE, do
from banker.core.refusal import Refused
from banker.core.rules.build import check_layout, check_street
from banker.core.state import (
    AMOUNT,
    EXTRA,
    HOTEL,
    HOUSE,
    WHO,
    Game,
    hotel_step,
    hotels_left,
    houses_left,
    houses_most,
    list_price,
)
from banker.core.types import Command, Task

PRICES_MOST = 32  # buildings on the board that were auctioned; core/codec/state_bytes.py counts


def auction_building(g: Game, c: Command) -> None:
    from banker.core.rules.auction import open_lot

    if not allowed(g):
        raise Refused("rule-off" if len(g.paid) < PRICES_MOST else "wrong-phase")
    lot = HOUSE if c["kind"] == "house" else HOTEL
    stock = houses_left(g) if lot == HOUSE else hotels_left(g)
    if not stock:
        raise Refused("no-houses-left" if lot == HOUSE else "no-hotels-left")
    buyers = [p for p in range(g.players) if can_place(g, p, lot)]
    if not buyers:
        raise Refused("cannot-place")
    if not _is_short(g, buyers, stock, lot):
        raise Refused("wrong-phase")
    open_lot(g, lot, NOBODY)


def allowed(g: Game) -> bool:
    """Are buildings auctioned at all? Without auctions whoever asks first gets the last one (S-5)."""
    return (
        g.rules.building_auction != "never" and g.rules.auction_mode != "never" and len(g.paid) < PRICES_MOST
    )


def _is_short(g: Game, buyers: list[int], stock: int, lot: int) -> bool:
    """Could two or more players together want more than the bank has (SHORT-2, S-6)?

    The table says who wants how many; the rules know the most that they can want: what they have room for.
    """
    if stock < 0 or len(buyers) < 2:
        return False
    return stock < sum(_room(g, player, lot) for player in buyers)


def _room(g: Game, player: int, lot: int) -> int:
    """How many such buildings the groups could take in which the player can place one now."""
    groups = set(GROUP_OF[deed] for deed in _streets(g, player, lot))
    room = 0
    for deed in range(STREETS):
        if g.owner[deed] == player and GROUP_OF[deed] in groups and g.level[deed] < hotel_step(g):
            room += 1 if lot == HOTEL else houses_most(g) - g.level[deed]
    return room


def _why_not_here(g: Game, player: int, deed: int, lot: int) -> Refused | None:
    """The refusal if this building may not go there, else None."""
    try:
        check_street(g, player, deed)
        step = g.level[deed] + 1
        if step > hotel_step(g):
            return Refused("fully-built")
        check_layout(g, player, GROUP_OF[deed], {deed: step})
    except Refused as refusal:
        return refusal
    if (step == hotel_step(g)) != (lot == HOTEL):
        return Refused("cannot-place")
    return None


def _streets(g: Game, player: int, lot: int) -> list[int]:
    """Where this player could place the building."""
    return [d for d in range(STREETS) if g.owner[d] == player and _why_not_here(g, player, d, lot) is None]


def can_place(g: Game, player: int, lot: int) -> bool:
    return not g.out[player] and bool(_streets(g, player, lot))


def minimum(g: Game, player: int, lot: int) -> int:
    """The lowest list price among the streets where it could go; by the house rule of Zelda, 1."""
    if g.rules.building_auction_min == "one":
        return 1
    return min(list_price(g, d, g.level[d] + 1) for d in _streets(g, player, lot))


def available(g: Game, task: Task) -> bool:
    """Can the building that was won still be placed, for what was bid?"""
    winner, price, lot = task[WHO], task[AMOUNT], task[EXTRA]
    return can_place(g, winner, lot) and minimum(g, winner, lot) <= price


def place(g: Game, c: Command) -> None:
    task = g.tasks[0]
    winner, price, lot = task[WHO], task[AMOUNT], task[EXTRA]
    deed = c["deed"]
    refusal = _why_not_here(g, winner, deed, lot)
    if refusal:
        raise refusal
    step = g.level[deed] + 1
    if g.rules.building_auction_min == "listed" and price < list_price(g, deed, step):
        raise Refused("bid-below-minimum", list_price(g, deed, step))
    do(g, DONE)
    do(g, BUILT, deed, step, price)


COMMANDS = {"auction-building": auction_building, "place": place}
