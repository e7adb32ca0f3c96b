"""Houses and hotels: build, sell, sell a whole group at once (BUILD, SHORT, SELL-5 to SELL-9).

An order is a dictionary: street -> level that it shall have.
"""

from __future__ import annotations

from banker.core.board import GROUP_OF, STREETS, group_deeds, siblings
from banker.core.events import BUILDING, BUILT, PAID, do
from banker.core.refusal import Refused
from banker.core.rules.raising import raze
from banker.core.state import (
    Game,
    hotel_step,
    hotels_left,
    houses_left,
    list_price,
    own,
)
from banker.core.tasks import fed
from banker.core.types import Command, Levels


def build(g: Game, c: Command) -> None:
    player = c["by"]
    order = _order(g, c, 1)
    cost = 0
    for deed in sorted(order):
        check_street(g, player, deed)
        level = g.level[deed]
        if level == hotel_step(g) or order[deed] > hotel_step(g):
            raise Refused("fully-built")
        if order[deed] <= level:
            raise Refused("bad-choice")
        for step in range(level + 1, order[deed] + 1):
            cost += list_price(g, deed, step)
    for group in _groups(order):
        check_layout(g, player, group, order)
    steps = _steps(g, player, order)
    if g.cash[player] < cost:
        raise Refused("not-enough-cash", cost - g.cash[player])
    if cost:
        do(g, PAID, player, fed(g, "purchases"), cost, BUILDING)
    for deed, step in steps:
        do(g, BUILT, deed, step, list_price(g, deed, step))


def _order(g: Game, c: Command, step: int) -> Levels:
    """What the command orders: one step, or several streets; those that stay as they are are left out."""
    if "to" not in c:
        return {c["deed"]: g.level[c["deed"]] + step}
    order: Levels = {}
    for deed in c["to"]:
        if c["to"][deed] != g.level[deed]:
            order[deed] = c["to"][deed]
    if not order:
        raise Refused("bad-choice")
    return order


def _groups(order: Levels) -> list[int]:
    """The groups in an order, each once, in the order of their numbers."""
    groups: list[int] = []
    for deed in sorted(order):
        if GROUP_OF[deed] not in groups:
            groups.append(GROUP_OF[deed])
    return groups


def check_street(g: Game, player: int, deed: int) -> None:
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


def check_layout(g: Game, player: int, group: int, order: Levels) -> None:
    """A group that is even before and after can be built in even steps (BUILD-4, BUILD-12)."""
    r = g.rules
    levels = [order.get(d, g.level[d]) for d in group_deeds(group) if g.owner[d] == player]
    hotel = hotel_step(g)
    if r.build_even and max(levels) - min(levels) > 1:
        raise Refused("uneven")
    if r.hotel_needs_all_lots and max(levels) == hotel and min(levels) < hotel - 1:
        raise Refused("uneven")


def _steps(g: Game, player: int, order: Levels) -> list[tuple[int, int]]:
    """The steps (street, level) in an order that the stock can serve: a hotel frees houses (SHORT-8)."""
    houses = houses_left(g)
    hotels = hotels_left(g)
    hotel = hotel_step(g)
    levels: Levels = {}
    for deed in order:
        for d in siblings(deed):
            if g.owner[d] == player:
                levels[d] = g.level[d]
    steps: list[tuple[int, int]] = []
    while True:
        best = _next_street(g, order, levels, houses, hotels)
        if best is None:
            break
        levels[best] += 1
        steps.append((best, levels[best]))
        if levels[best] == hotel:
            hotels -= 1
            houses += 0 if houses < 0 else hotel - 1
        else:
            houses -= 1 if houses > 0 else 0
    unfinished = [d for d in order if levels[d] < order[d]]
    if unfinished:
        lacks_houses = any(levels[d] + 1 < hotel for d in unfinished)
        raise Refused("no-houses-left" if lacks_houses else "no-hotels-left")
    return steps


def _next_street(g: Game, order: Levels, levels: Levels, houses: int, hotels: int) -> int | None:
    """The street that takes its next step now; one that gets its hotel goes first."""
    hotel = hotel_step(g)
    best = None
    for deed in sorted(order):
        level = levels[deed]
        if level == order[deed] or not _may_step(g, levels, deed, hotel):
            continue
        if level + 1 == hotel and hotels:
            return deed
        if level + 1 < hotel and houses and best is None:
            best = deed
    return best


def _may_step(g: Game, levels: Levels, deed: int, hotel: int) -> bool:
    """May this street take its next step before the others of its group?"""
    r = g.rules
    low = min(levels[d] for d in siblings(deed) if d in levels)
    if r.build_even:
        return levels[deed] == low
    return levels[deed] + 1 < hotel or not r.hotel_needs_all_lots or low >= hotel - 1


def sell_building(g: Game, c: Command) -> None:
    player = c["by"]
    order = _order(g, c, -1)
    for deed in sorted(order):
        own(g, player, deed)
        if not g.level[deed]:
            raise Refused("no-buildings")
        if not 0 <= order[deed] < g.level[deed]:
            raise Refused("bad-choice")
    for group in _groups(order):
        _check_sale(g, player, group, order)
    raze(g, player, order)


def _check_sale(g: Game, player: int, group: int, order: Levels) -> None:
    """Even after the sale, and with houses in the bank for the hotels that are broken (SELL-6, SELL-9)."""
    r = g.rules
    hotel = hotel_step(g)
    streets = [d for d in group_deeds(group) if g.owner[d] == player]
    levels = [order.get(d, g.level[d]) for d in streets]
    if r.sell_even and max(levels) - min(levels) > 1:
        raise Refused("uneven")
    stock = houses_left(g)
    if stock < 0:
        return
    breaks_hotel = any(g.level[d] == hotel and d in order for d in streets)
    if r.hotel_break_short == "refuse" and breaks_hotel and stock < hotel - 1:
        raise Refused("no-houses-left")
    before = sum(g.level[d] for d in streets if g.level[d] < hotel)
    if sum(level for level in levels if level < hotel) > stock + before:
        raise Refused("no-houses-left")


def sell_group(g: Game, c: Command) -> None:
    """All buildings of this player in the group; those of others, where house rules allow them, stay."""
    player = c["by"]
    streets = group_deeds(c["group"])
    order: Levels = {d: 0 for d in streets if g.level[d] and g.owner[d] == player}
    if not order:
        for deed in [d for d in streets if g.level[d]] or streets[:1]:
            own(g, player, deed)
        raise Refused("no-buildings")
    if not g.rules.hotel_group_sale and any(g.level[d] == hotel_step(g) for d in order):
        raise Refused("sell-stepwise")
    raze(g, player, order)


COMMANDS = {"build": build, "sell-building": sell_building, "sell-group": sell_group}
