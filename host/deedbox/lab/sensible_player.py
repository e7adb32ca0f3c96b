"""A simulated player who plays to win: buys, completes groups, builds, sells and mortgages to pay debts.

It lists commands in order of preference and does the first that the rules accept. Runs in MicroPython too.
"""

from __future__ import annotations

from collections.abc import Iterator

from banker.core.board import BANK, DEEDS, GROUP_OF, GROUP_START, GROUPS, STREETS, UTILITIES, siblings
from banker.core.commands import decide
from banker.core.refusal import Refused
from banker.core.rules.auction import lot_of, may_bid, minimum
from banker.core.state import HOUSE, Game, decider, hotel_step, hotels_left, houses_left, others, phase
from banker.core.types import Command

from .random_tables import Random

_RESERVE = 150  # cash that is not spent on buildings and mortgages


class StuckError(Exception):
    """The rules accept no command of a player: they have a gap."""


class Sensible:
    """Plays for everyone at the table."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.hurries = False  # bid all that a lot is worth at once, so that an auction is over soon

    def step(self, g: Game) -> tuple[Command, Game]:
        """(command, game after it)."""
        for c in self.commands(g):
            try:
                return c, decide(g, c)
            except Refused:
                pass
        raise StuckError(f"{phase(g)}: {g.tasks[:2]}")

    def commands(self, g: Game) -> Iterator[Command]:
        now = phase(g)
        if now in ("roll", "end", "power"):
            if g.claims:
                for claim in g.claims:
                    yield {"do": "claim", "by": claim[2], "deed": claim[0]}
            if now == "end" or g.rules.mode == "banker" or g.rules.build_when == "own_turn_before_roll":
                yield from self._side(g)  # only once in a turn
            if g.rules.mode == "banker":
                yield from self._reported(g)
            if now == "end":
                yield {"do": "end"}
            elif now == "power":
                yield from self._power(g)
            if g.jailed[g.turn]:
                if g.turn in g.held:
                    yield {"do": "jail-card"}
                if g.cash[g.turn] > 500:
                    yield {"do": "fine"}
            yield {"do": "roll"}
        else:
            yield from getattr(self, "_" + now)(g, decider(g))

    def _side(self, g: Game) -> Iterator[Command]:
        """Now and then, besides the turn: build, complete a group, pay back a mortgage."""
        p = g.turn
        k = self.random.below(4)
        if k < 2 and g.cash[p] > _RESERVE:
            deed = self._street_to_build(g, p)
            if deed >= 0:
                level = g.level[deed] + 1
                if g.cash[p] > _RESERVE + 3 * g.board.house_cost[deed]:
                    streets = [d for d in siblings(deed) if g.level[d] < level]
                    yield {"do": "build", "by": p, "to": {d: level for d in streets}}
                yield {"do": "build", "by": p, "deed": deed}
        elif k == 2:
            yield from self._trade_for_group(g, p)
        elif k == 3 and g.cash[p] > 2 * _RESERVE:
            for deed in range(DEEDS):
                if g.owner[deed] == p and g.mortgaged[deed]:
                    yield {"do": "redeem", "by": p, "deed": deed}
                    break

    def _street_to_build(self, g: Game, p: int) -> int:
        """The street of a complete group with the fewest buildings, if the next one can be paid; else -1."""
        top = hotel_step(g)
        houses = hotels = None
        for group in range(GROUPS - 2):
            first, end = GROUP_START[group], GROUP_START[group + 1]
            if g.owner[first] != p or g.owner[end - 1] != p or g.owner[first + 1] != p:
                continue
            low = min(range(first, end), key=lambda d: g.level[d] * 32 + d)
            step = g.level[low] + 1
            if step > top or any([g.mortgaged[d] for d in range(first, end)]):
                continue
            if houses is None:
                houses, hotels = houses_left(g), hotels_left(g)
            cost = g.board.hotel_cost[low] if step == top else g.board.house_cost[low]
            if (hotels if step == top else houses) and g.cash[p] - cost >= _RESERVE:
                return low
        return -1

    def _trade_for_group(self, g: Game, p: int) -> Iterator[Command]:
        """Buy the one deed that is missing in a group, for its price or more."""
        for group in range(GROUPS - 2):
            streets = range(GROUP_START[group], GROUP_START[group + 1])
            missing = [d for d in streets if g.owner[d] != p]
            if len(missing) != 1 or g.owner[missing[0]] == BANK:
                continue
            price = g.board.price[missing[0]]
            price += price >> self.random.below(3)
            if g.cash[p] > price + 50:
                other = g.owner[missing[0]]
                yield {
                    "do": "trade",
                    "a": p,
                    "b": other,
                    "a_gives": {"cash": price},
                    "b_gives": {"deeds": missing},
                }

    def _reported(self, g: Game) -> Iterator[Command]:
        """Bank only: somebody lands somewhere; now and then somebody passes GO."""
        for _ in range(60):
            p = self.random.below(g.players)
            deed = self.random.below(DEEDS)
            if g.out[p]:
                continue
            if self.random.below(8) == 0:
                yield {"do": "salary", "by": p}
            if GROUP_OF[deed] == UTILITIES:
                yield {"do": "land", "by": p, "deed": deed, "dice": self.random.dice()}
            else:
                yield {"do": "land", "by": p, "deed": deed}
        yield {"do": "tax", "by": others(g, 0)[0], "choose": "flat"}

    def _deal(self, g: Game, p: int) -> Iterator[Command]:
        yield {"do": "deal"}

    def _buy(self, g: Game, p: int) -> Iterator[Command]:
        if self.random.below(20):
            yield {"do": "buy"}
        yield {"do": "decline"}

    def _auction(self, g: Game, p: int) -> Iterator[Command]:
        task = g.tasks[0]
        start = self.random.below(g.players)
        worth = g.board.price[lot_of(task)] if lot_of(task) < HOUSE else 150
        for i in range(g.players):
            p = (start + i) % g.players
            if p == task[1] or task[4] >> 8 >> p & 1 or g.out[p]:
                continue
            if may_bid(g, task, p):
                bid = max(minimum(g, task, p), task[3] + max(g.rules.auction_step, worth // 8))
                if self.hurries:
                    bid = max(bid, min(worth, g.cash[p]))
                if bid <= min(worth, g.cash[p]):
                    yield {"do": "bid", "by": p, "amount": bid}
            yield {"do": "pass", "by": p}
        yield {"do": "hammer"}

    def _rent(self, g: Game, p: int) -> Iterator[Command]:
        if g.board.power[g.tasks[0][4]] <= 6000:
            yield {"do": "battle"}
        yield {"do": "pay"}
        yield {"do": "battle"}  # it is won already: there is nothing to pay

    def _tax(self, g: Game, p: int) -> Iterator[Command]:
        yield {"do": "tax", "choose": self.random.one(("flat", "percent"))}

    def _card(self, g: Game, p: int) -> Iterator[Command]:
        yield {"do": "draw"}

    def _throw(self, g: Game, p: int) -> Iterator[Command]:
        yield {"do": "throw"}

    def _place(self, g: Game, p: int) -> Iterator[Command]:
        for deed in range(STREETS):
            if g.owner[deed] == p:
                yield {"do": "place", "deed": deed}

    def _power(self, g: Game) -> Iterator[Command]:
        if g.tasks[0][3]:  # a tie: the same deed again
            yield {"do": "power"}
        if self.random.below(3) == 0:
            return
        double = g.tasks[0][4]
        if double == 1:
            yield {"do": "power", "space": self.random.below(40)}
        elif double == 6:
            for deed in range(DEEDS):
                if g.owner[deed] not in (BANK, g.turn):
                    yield {"do": "power", "deed": deed}
        else:
            yield {"do": "power"}

    def _debt(self, g: Game, p: int) -> Iterator[Command]:
        if g.cash[p] >= g.tasks[0][3]:
            yield {"do": "pay"}
        if p in g.held:
            yield {"do": "jail-card"}
        mine = [d for d in range(DEEDS) if g.owner[d] == p]
        for deed in mine:
            if not g.mortgaged[deed] and not any([g.level[d] for d in siblings(deed)]):
                yield {"do": "mortgage", "by": p, "deed": deed}
        with_buildings = [d for d in mine if g.level[d]]
        with_buildings.sort(key=lambda d: d - 32 * g.level[d])
        for deed in with_buildings:
            yield {"do": "sell-building", "by": p, "deed": deed}
        for deed in with_buildings:
            yield {"do": "sell-group", "by": p, "group": GROUP_OF[deed]}
            yield {
                "do": "sell-building",
                "by": p,
                "to": {d: 0 for d in with_buildings if GROUP_OF[d] == GROUP_OF[deed]},
            }
        if g.rules.bank_buyback_pct:
            for deed in mine:
                yield {"do": "sell-deed", "by": p, "deed": deed}
        yield {"do": "bankrupt"}
        yield {"do": "resign"}
