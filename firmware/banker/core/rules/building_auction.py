"""More buyers than buildings: single pieces are auctioned and placed at once (SHORT-2, SHORT-5, SHORT-6)."""

from .board import NOBODY, STREETS
from .build import check_layout, check_lot
from .events import BUILT, DONE, do
from .refusal import Refused
from .state import HOTEL, HOUSE, hotel_step, hotels_left, houses_left, list_price


def auction_building(g, c) -> None:
    from .auction import open_lot

    if g.rules.building_auction == "never":
        raise Refused("rule-off")
    lot = HOUSE if c["kind"] == "house" else HOTEL
    if not (houses_left(g) if lot == HOUSE else hotels_left(g)):
        raise Refused("no-houses-left" if lot == HOUSE else "no-hotels-left")
    if not any(can_place(g, p, lot) for p in range(g.players)):
        raise Refused("cannot-place")
    open_lot(g, lot, NOBODY)


def _fits(g, player: int, deed: int, lot: int):
    """The refusal if this piece may not go there, else None."""
    try:
        check_lot(g, player, deed)
        step = g.level[deed] + 1
        if step > hotel_step(g):
            return Refused("fully-built")
        check_layout(g, player, _group(deed), {deed: step})
    except Refused as no:
        return no
    if (step == hotel_step(g)) != (lot == HOTEL):
        return Refused("cannot-place")
    return None


def _group(deed: int) -> int:
    from .board import GROUP_OF

    return GROUP_OF[deed]


def _lots(g, player: int, lot: int):
    return [d for d in range(STREETS) if g.owner[d] == player and _fits(g, player, d, lot) is None]


def can_place(g, player: int, lot: int) -> bool:
    return not g.out[player] and bool(_lots(g, player, lot))


def minimum(g, player: int, lot: int) -> int:
    """C4: at least the list price of the cheapest lot where it could go; Zelda: 1."""
    if g.rules.building_auction_min == "one":
        return 1
    return min(list_price(g, d, g.level[d] + 1) for d in _lots(g, player, lot))


def available(g, task) -> bool:
    """Can the piece that was won still be placed, for what was bid?"""
    _, winner, _, price, lot = task
    return can_place(g, winner, lot) and minimum(g, winner, lot) <= price


def place(g, c) -> None:
    _, winner, _, price, lot = g.tasks[0]
    deed = c["deed"]
    no = _fits(g, winner, deed, lot)
    if no:
        raise no
    step = g.level[deed] + 1
    if g.rules.building_auction_min == "listed" and price < list_price(g, deed, step):
        raise Refused("bid-below-minimum", list_price(g, deed, step))
    do(g, DONE)
    do(g, BUILT, deed, step, price)
