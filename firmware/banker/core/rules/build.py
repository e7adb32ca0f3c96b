"""Houses and hotels: up, down, a whole group at once (BUILD, SHORT, SELL-5 to SELL-9)."""

from .board import BANK, GROUP_OF, GROUP_START, STREETS, siblings
from .events import BUILDING, BUILDING_SOLD, BUILT, PAID, RAZED, do
from .mortgage import own
from .refusal import Refused
from .state import hotel_step, hotels_left, houses_left, list_price, step_price


def build(g, c) -> None:
    player = c["by"]
    wish = _order(g, c, 1)
    cost = 0
    groups = []
    for deed in sorted(wish):
        check_lot(g, player, deed)
        level = g.level[deed]
        if level == hotel_step(g) or wish[deed] > hotel_step(g):
            raise Refused("fully-built")
        if wish[deed] <= level:
            raise Refused("bad-choice")
        for step in range(level + 1, wish[deed] + 1):
            cost += list_price(g, deed, step)
        if GROUP_OF[deed] not in groups:
            groups.append(GROUP_OF[deed])
    for group in groups:
        check_layout(g, player, group, wish)
    steps = in_order(g, player, wish)
    if g.cash[player] < cost:
        raise Refused("not-enough-cash", cost - g.cash[player])
    if cost:
        do(g, PAID, player, BANK, cost, BUILDING)
    for deed, step in steps:
        do(g, BUILT, deed, step, list_price(g, deed, step))


def _order(g, c, step: int) -> dict:
    """{deed: level wanted}, of one step or of a whole order; lots that stay as they are need no leave."""
    if "to" not in c:
        return {c["deed"]: g.level[c["deed"]] + step}
    wish = {}
    for deed in c["to"]:
        if c["to"][deed] != g.level[deed]:
            wish[deed] = c["to"][deed]
    if not wish:
        raise Refused("bad-choice")
    return wish


def check_lot(g, player: int, deed: int) -> None:
    """May this player build here at all?"""
    r = g.rules
    if deed >= STREETS:
        raise Refused("not-street")
    own(g, player, deed)
    if r.build_needs_group and any(g.owner[d] != player for d in siblings(deed)):
        raise Refused("group-incomplete")
    for d in siblings(deed):
        if g.mortgaged[d] and (r.build_ban_group_mortgaged or d == deed):
            raise Refused("group-mortgaged", d)


def check_layout(g, player: int, group: int, wish) -> None:
    """Even before, even after: then every step between can be taken in some order (BUILD-4, BUILD-12)."""
    r = g.rules
    after = [
        wish.get(d, g.level[d])
        for d in range(GROUP_START[group], GROUP_START[group + 1])
        if g.owner[d] == player
    ]
    hotel = hotel_step(g)
    if r.build_even and max(after) - min(after) > 1:
        raise Refused("uneven")
    if r.hotel_needs_all_lots and max(after) == hotel and min(after) < hotel - 1:
        raise Refused("uneven")


def in_order(g, player: int, wish) -> list:
    """The single steps, in an order that the stock can serve: a hotel frees houses (SHORT-8)."""
    houses = houses_left(g)
    hotels = hotels_left(g)
    hotel = hotel_step(g)
    level = {}
    for deed in wish:
        for d in siblings(deed):
            if g.owner[d] == player:
                level[d] = g.level[d]
    steps = []
    while True:
        best = None
        for deed in sorted(wish):
            now = level[deed]
            if now == wish[deed] or not _next(g, level, deed, hotel):
                continue
            if now + 1 == hotel and hotels:
                best = deed
                break
            if now + 1 < hotel and houses and best is None:
                best = deed
        if best is None:
            break
        level[best] += 1
        steps.append((best, level[best]))
        if level[best] == hotel:
            hotels -= 1
            houses += 0 if houses < 0 else hotel - 1
        else:
            houses -= 1 if houses > 0 else 0
    stuck = [d for d in wish if level[d] < wish[d]]
    if stuck:
        raise Refused("no-houses-left" if any(level[d] + 1 < hotel for d in stuck) else "no-hotels-left")
    return steps


def _next(g, level, deed: int, hotel: int) -> bool:
    """May this lot take its next step before the others of the order?"""
    r = g.rules
    low = min(level[d] for d in siblings(deed) if d in level)
    if r.build_even:
        return level[deed] == low
    return level[deed] + 1 < hotel or not r.hotel_needs_all_lots or low >= hotel - 1


def refund(g, deed: int, step: int) -> int:
    """What the bank gives back for that step (SELL-5)."""
    r = g.rules
    price = step_price(g, deed, step) if r.building_refund_basis == "paid" else list_price(g, deed, step)
    return (price * r.building_refund_pct + (50 if r.round_payout == "half_up" else 0)) // 100


def refunds(g, deed: int, down_to: int) -> int:
    return sum(refund(g, deed, step) for step in range(down_to + 1, g.level[deed] + 1))


def sell_building(g, c) -> None:
    player = c["by"]
    wish = _order(g, c, -1)
    for deed in sorted(wish):
        own(g, player, deed)
        if not g.level[deed]:
            raise Refused("no-buildings")
        if not 0 <= wish[deed] < g.level[deed]:
            raise Refused("bad-choice")
    groups = []
    for deed in sorted(wish):
        if GROUP_OF[deed] not in groups:
            groups.append(GROUP_OF[deed])
            _check_down(g, player, deed, wish)
    raze(g, player, wish)


def _check_down(g, player: int, deed: int, wish) -> None:
    r = g.rules
    hotel = hotel_step(g)
    lots = [d for d in siblings(deed) if g.owner[d] == player]
    after = [wish.get(d, g.level[d]) for d in lots]
    if r.sell_even and max(after) - min(after) > 1:
        raise Refused("uneven")
    stock = houses_left(g)
    if stock < 0:
        return
    broken = [d for d in lots if g.level[d] == hotel and d in wish]
    if r.hotel_break_short == "refuse" and broken and stock < hotel - 1:
        raise Refused("no-houses-left")
    before = sum(g.level[d] for d in lots if g.level[d] < hotel)
    if sum(level for level in after if level < hotel) > stock + before:
        raise Refused("no-houses-left")


def sell_group(g, c) -> None:
    player = c["by"]
    group = c["group"]
    lots = range(GROUP_START[group], GROUP_START[group + 1])
    wish = {}
    for deed in lots:
        if g.level[deed]:
            own(g, player, deed)
            wish[deed] = 0
    if not wish:
        own(g, player, lots[0])
        raise Refused("no-buildings")
    if not g.rules.hotel_group_sale and any(g.level[d] == hotel_step(g) for d in wish):
        raise Refused("sell-stepwise")
    raze(g, player, wish)


def raze(g, player: int, wish) -> None:
    """Down to these levels; the bank pays for every step."""
    amount = 0
    for deed in sorted(wish):
        amount += refunds(g, deed, wish[deed])
        do(g, RAZED, deed, wish[deed])
    if amount:
        do(g, PAID, BANK, player, amount, BUILDING_SOLD)


def estate(g, player: int) -> int:
    """Cash, and what the bank would give for everything (BANKR-1)."""
    total = g.cash[player]
    for deed in range(len(g.owner)):
        if g.owner[deed] == player and not _stuck(g, deed):
            total += refunds(g, deed, 0)
            if g.rules.mortgage_on and not g.mortgaged[deed]:
                total += g.board.mortgage[deed]
    return total


def _stuck(g, deed: int) -> bool:
    """Hotels that cannot be broken for want of houses, where the table allows no way round it."""
    r = g.rules
    hotel = hotel_step(g)
    if r.hotel_group_sale or r.hotel_break_short != "refuse" or not 0 <= houses_left(g) < hotel - 1:
        return False
    return any(g.level[d] == hotel for d in siblings(deed))
