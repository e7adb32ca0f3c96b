"""Simulated players for the lab: each seat decides by its profile (profiles.toml).

They buy, bid, trade, build, mortgage, pay debts and give up. All that they do is decided by the position and
the profiles. The dice are a list for each seat, made from the seed: so two games of one seed by different
rules have the same rolls, seat by seat, and can be compared as a pair.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from banker.core.board import (
    BANK,
    DEEDS,
    GROUP_OF,
    GROUP_START,
    GROUPS,
    RAILS,
    STREETS,
    UTILITIES,
    siblings,
)
from banker.core.commands import decide
from banker.core.refusal import Refused
from banker.core.rules.auction import lot_of, may_bid, minimum
from banker.core.rules.battle import is_won, needed
from banker.core.rules.mortgage import payoff
from banker.core.rules.powers import ATTACK, CASH, GIFTS, cost, targets
from banker.core.rules.raising import estate
from banker.core.rules.rent import printed, terms
from banker.core.state import (
    AMOUNT,
    EXTRA,
    HOUSE,
    PHASE_AUCTION,
    PHASE_BUY,
    PHASE_CARD,
    PHASE_DEAL,
    PHASE_DEBT,
    PHASE_END,
    PHASE_PLACE,
    PHASE_POWER,
    PHASE_RENT,
    PHASE_ROLL,
    PHASE_TAX,
    PHASE_THROW,
    WHO,
    Game,
    hotel_step,
    hotels_left,
    houses_left,
    phase_number,
)
from banker.core.types import Command
from banker.core.worth import worth

from . import legal
from .deed_worth import deed_worth, group_worth
from .lab_error import LabError
from .profiles import Profile
from .running_game import RunningGame

_ROLLS = 64  # made at once for each seat
_POCKET = 30  # cash that nobody trades or bids away
_TASTE = 0.15  # two players value the same deed up to so much more or less
_BATTLE_MOST = 7  # fights if this roll or less wins


class StuckError(LabError):
    """The rules refused what a player took for lawful: one of the two is wrong."""


class Players:
    """Everybody at one table. `seats` has a profile for each."""

    def __init__(self, seats: Sequence[Profile], seed: int) -> None:
        self.seats = seats
        self._dice = [Random(seed * 64 + seat) for seat in range(len(seats) + 1)]
        self._rolls: list[list[tuple[int, int]]] = [[] for _ in self._dice]
        taste = Random(seed * 64 + 63)
        self._taste = [
            [1 + _TASTE * (2 * taste.random() - 1) for _ in range(GROUPS)] for _ in range(len(seats))
        ]
        self._seen: list[object] = [None] * len(seats)  # the owners when a seat last looked for a trade
        self._payable: object = None  # a debt that its debtor can pay in the end
        self._looks = [0] * len(seats)
        self._lent_turn = -1  # the turn of the deeds below
        self._lent: set[int] = set()  # mortgaged in this turn: nobody pays these back in it
        self._rent_key: tuple[object, object, object] = (None, None, None)
        self._highest: list[int] = []
        self._set_key: list[tuple[object, object]] = [(None, None)] * len(seats)
        self._set_list: list[list[list[int]]] = [[] for _ in seats]
        self._decides = {
            PHASE_ROLL: self._roll,
            PHASE_END: self._end,
            PHASE_BUY: self._buy,
            PHASE_AUCTION: self._auction,
            PHASE_RENT: self._rent,
            PHASE_TAX: self._tax,
            PHASE_CARD: self._card,
            PHASE_THROW: self._throw,
            PHASE_DEBT: self._debt,
            PHASE_PLACE: self._place,
            PHASE_POWER: self._power,
            PHASE_DEAL: self._deal,
        }

    def step(self, g: RunningGame) -> Command:
        """One command, done; the command."""
        command = self.command(g)
        turn_no = g.turn_no
        try:
            decide(g, command)
        except Refused as refusal:
            raise StuckError(f"{command}: {refusal}") from refusal
        if command["do"] == "mortgage":
            if turn_no != self._lent_turn:
                self._lent_turn = turn_no
                self._lent.clear()
            self._lent.add(command["deed"])
        return command

    def command(self, g: RunningGame) -> Command:
        """What the players do now."""
        if g.claims:
            for claim in g.claims:
                rent = terms(g, claim)
                if rent:
                    command: Command = {"do": "claim", "by": rent[2], "deed": rent[0], "from": rent[1]}
                    if legal.is_open(g, command):
                        return command
        return self._decides[phase_number(g)](g)

    def _next_dice(self, seat: int) -> tuple[int, int]:
        rolls = self._rolls[seat]
        if not rolls:
            pips = self._dice[seat].choices(range(36), k=_ROLLS)
            rolls.extend([(both // 6 + 1, both % 6 + 1) for both in pips])
        return rolls.pop()

    # The turn

    def _roll(self, g: RunningGame) -> Command:
        player = g.turn
        profile = self.seats[player]
        if g.rules.build_when == "own_turn_before_roll" and not g.doubles:
            order = self._order(g, player)
            if order:
                return order
        if g.jailed[player] and self._wants_out(g, player, profile):
            if player in g.held:
                return {"do": "jail-card", "by": player}
            fine = g.rules.jail_fine
            if g.tries[player] < g.rules.jail_pay_turns and g.cash[player] >= fine + profile.buy_reserve:
                return {"do": "fine", "by": player}
        return {"do": "roll", "by": player, "dice": self._next_dice(player)}

    def _wants_out(self, g: Game, player: int, profile: Profile) -> bool:
        """While there is something to buy, or nothing to fear."""
        return g.owner.count(BANK) >= profile.leaves_jail or self._fear(g, player) < g.rules.jail_fine

    def _end(self, g: RunningGame) -> Command:
        player = g.turn
        if self.seats[player].trades and g.rules.deals_when != "none":
            trade = self._trade(g, player)
            if trade:
                return trade
        if g.rules.build_when != "own_turn_before_roll":
            order = self._order(g, player)
            if order:
                return order
        if 1 in g.mortgaged or 2 in g.mortgaged:
            back = self._pay_back(g, player)
            if back:
                return back
        return {"do": "end", "by": player}

    def _fear(self, g: Game, player: int) -> int:
        """About the highest rent that another player could ask of this one: of a street, or of the rails."""
        key = (g.owner, g.level, g.mortgaged)
        old = self._rent_key
        if key[0] is not old[0] or key[1] is not old[1] or key[2] is not old[2]:
            self._rent_key = key
            self._highest = _highest_rents(g)
        return max([self._highest[p] for p in range(g.players) if p != player])

    def _reserve(self, g: Game, player: int) -> int:
        profile = self.seats[player]
        if not profile.reserve_rent_pct:
            return profile.reserve
        return max(profile.reserve, self._fear(g, player) * profile.reserve_rent_pct // 100)

    # Deeds of the bank

    def _buy(self, g: RunningGame) -> Command:
        task = g.tasks[0]
        player, deed = task[WHO], task[EXTRA]
        price = g.board.price[deed]
        profile = self.seats[player]
        spare = g.cash[player] - price
        wanted = spare >= profile.buy_reserve
        if not wanted and profile.bid_pct:  # what completes a set is worth the last coins
            wanted = self._limit(g, player, deed) >= 2 * price
        if wanted and spare < 0:
            lacks_cash = self._borrow(g, player, -spare, deed)
            if lacks_cash:
                return lacks_cash
        return {"do": "buy" if wanted and spare >= 0 else "decline", "by": player}

    def _borrow(self, g: Game, player: int, amount: int, target: int) -> Command | None:
        """A mortgage for a deed that is wanted badly, if all such mortgages together bring enough."""
        deeds = [d for d in self._loose(g, player) if GROUP_OF[d] != GROUP_OF[target]]
        if sum([g.board.mortgage[d] for d in deeds]) < amount:
            return None
        return {"do": "mortgage", "by": player, "deed": deeds[0]}

    def _loose(self, g: Game, player: int) -> list[int]:
        """Deeds of incomplete groups that can be mortgaged, the least loss first."""
        if not g.rules.mortgage_on:
            return []
        deeds = []
        for deed in range(DEEDS):
            if g.owner[deed] != player or g.mortgaged[deed]:
                continue
            group = siblings(deed)
            if GROUP_OF[deed] < RAILS and all([g.owner[d] == player for d in group]):
                continue
            if not any([g.level[d] for d in group]):
                deeds.append(deed)
        if len(deeds) > 1:
            counts = [0] * GROUPS
            for deed in deeds:
                counts[GROUP_OF[deed]] += 1
            deeds.sort(key=lambda d: (counts[GROUP_OF[d]] if GROUP_OF[d] != UTILITIES else 0, d))
        return deeds

    def _limit(self, g: Game, player: int, deed: int) -> int:
        """The most that this player would pay for a deed of the bank."""
        profile = self.seats[player]
        if not profile.bid_pct:
            return 0
        group = GROUP_OF[deed]
        cash = g.cash[player] - g.board.price[deed]
        value = deed_worth(g, player, deed, group, cash, profile.rounds_ahead) * self._taste[player][group]
        limit = value * profile.bid_pct / 100
        if profile.block_pct:
            for other in {g.owner[d] for d in siblings(deed)} - {BANK, player}:
                threat = deed_worth(g, other, deed, group, g.cash[other], profile.rounds_ahead)
                limit = max(limit, threat * profile.block_pct / 100)
        if g.mortgaged[deed]:
            limit -= payoff(g, deed)
        return int(limit)

    def _auction(self, g: RunningGame) -> Command:
        """Who values the lot most bids just more than the others would, and nobody bids again."""
        task = g.tasks[0]
        lot = lot_of(task)
        if task[WHO] < g.players:
            return {"do": "hammer", "by": task[WHO]}
        step = g.rules.auction_step
        limits = []
        for player in range(g.players):
            if not g.out[player] and may_bid(g, task, player):
                profile = self.seats[player]
                least = minimum(g, task, player)
                if lot < HOUSE:
                    limit = min(self._limit(g, player, lot), g.cash[player] - min(profile.reserve, _POCKET))
                    if g.mortgaged[lot]:
                        limit = min(limit, g.cash[player] - payoff(g, lot))
                else:
                    limit = min(g.cash[player] - profile.reserve, 2 * least)
                if limit >= least:
                    limits.append((limit, player, least))
        if not limits:
            return {"do": "hammer", "by": g.turn}
        limits.sort(reverse=True)
        best, player, least = limits[0]
        second = limits[1][0] if len(limits) > 1 else 0
        return {"do": "bid", "by": player, "amount": min(best, max(least, second + step))}

    # Buildings and mortgages

    def _sets(self, g: Game, player: int) -> list[list[int]]:
        """The streets of each group in which this player may build, most rent for a house first."""
        key = self._set_key[player]
        if key[0] is not g.owner or key[1] is not g.mortgaged:
            self._set_key[player] = g.owner, g.mortgaged
            owner = g.owner
            groups: Sequence[int] = range(RAILS)
            if g.rules.build_needs_group:  # both ends: a quick look
                groups = [
                    group
                    for group in groups
                    if owner[GROUP_START[group]] == player == owner[GROUP_START[group + 1] - 1]
                ]
            sets = [streets for group in groups if (streets := _open_streets(g, player, group))]
            rents, costs = g.board.rents, g.board.house_cost
            sets.sort(key=lambda streets: -rents[streets[-1] * 6 + 3] * 100 // max(1, costs[streets[0]]))
            self._set_list[player] = sets
        return self._set_list[player]

    def _order(self, g: RunningGame, player: int) -> Command | None:
        """Buildings for one set, or a mortgage to pay for them."""
        sets = self._sets(g, player)
        if not sets or (g.jailed[player] and not g.rules.jail_build):
            return None
        profile = self.seats[player]
        budget = g.cash[player] - self._reserve(g, player)
        costs, level = g.board.house_cost, g.level
        top = hotel_step(g)
        goal = min(profile.houses_first, top)
        if budget >= min([costs[streets[0]] for streets in sets]):
            for height in (goal, top):
                for streets in sets:
                    if level[streets[0]] < height or level[streets[-1]] < height:
                        levels = self._levels(g, streets, height, budget)
                        if levels:
                            return {"do": "build", "by": player, "to": levels}
        if profile.mortgages_to_build:
            prices = [costs[streets[0]] for streets in sets if level[streets[0]] < goal]
            if prices and min(prices) > budget and houses_left(g):
                open_streets = {deed for streets in sets for deed in streets}
                loose = [deed for deed in self._loose(g, player) if deed not in open_streets]
                if loose and sum([g.board.mortgage[d] for d in loose]) >= min(prices) - budget:
                    return {"do": "mortgage", "by": player, "deed": loose[0]}
        return None

    def _levels(self, g: Game, streets: list[int], goal: int, budget: int) -> dict[int, int]:
        """How high these streets get with this money and what the bank has; only those that rise."""
        top = hotel_step(g)
        houses, hotels = houses_left(g), hotels_left(g)
        level = {d: g.level[d] for d in streets}
        risen: dict[int, int] = {}
        while True:
            deed = min(streets, key=lambda d: level[d] * 32 + d)
            step = level[deed] + 1
            if step > goal or step > top:
                break
            cost = g.board.hotel_cost[deed] if step == top else g.board.house_cost[deed]
            if cost > budget or not (hotels if step == top else houses):
                break
            budget -= cost
            if step == top:
                hotels -= 1
                houses += top - 1 if houses >= 0 else 0
            else:
                houses -= 1
            level[deed] = risen[deed] = step
        own = [level.get(d, g.level[d]) for d in siblings(streets[0]) if g.owner[d] == g.owner[streets[0]]]
        if g.rules.build_even and max(own) - min(own) > 1:
            return {}  # a street came later than the buildings of the others, and the money is too little
        if g.rules.hotel_needs_all_lots and max(own) == top and min(own) < top - 1:
            return {}  # a mortgaged street stays behind
        return risen

    def _pay_back(self, g: RunningGame, player: int) -> Command | None:
        """A mortgage of a whole set first, then what brings most rent; while somebody builds, only sets."""
        budget = g.cash[player] - self._reserve(g, player)
        if budget <= 0:
            return None
        profile = self.seats[player]
        goal = min(profile.houses_first, hotel_step(g))
        builds = profile.mortgages_to_build and any(
            [g.level[streets[0]] < goal for streets in self._sets(g, player)]
        )
        best: tuple[tuple[bool, int], int] | None = None
        lent = self._lent if self._lent_turn == g.turn_no else ()
        for deed in range(DEEDS):
            if deed in lent:
                continue
            if g.owner[deed] == player and g.mortgaged[deed] and payoff(g, deed) <= budget:
                whole = all([g.owner[d] == player for d in siblings(deed)])
                if builds and not whole:
                    continue
                rank = (whole, g.board.price[deed])
                if best is None or rank > best[0]:
                    best = rank, deed
        return {"do": "redeem", "by": player, "deed": best[1]} if best else None

    # Trades

    def _trade(self, g: RunningGame, player: int) -> Command | None:
        """The trade that brings both most, if both agree to it. Looks when deeds changed hands, or seldom."""
        self._looks[player] += 1
        if self._seen[player] is g.owner and self._looks[player] % 8:
            return None
        self._seen[player] = g.owner
        best = 0.0
        offer: Command | None = None
        for group in range(RAILS):
            first, end = GROUP_START[group], GROUP_START[group + 1]
            owners = g.owner[first:end]
            if player not in owners or any(g.level[first:end]):
                continue
            for other in set(owners) - {player, BANK}:
                if not self.seats[other].trades:
                    continue
                gets = [d for d in range(first, end) if g.owner[d] == other]
                for back in [None, *range(RAILS)]:
                    if back == group or (back is not None and not g.rules.deal_mixed):
                        continue
                    gives: list[int] = []
                    if back is not None:
                        streets = range(GROUP_START[back], GROUP_START[back + 1])
                        holders = g.owner[streets[0] : streets[-1] + 1]
                        if other not in holders or player not in holders:
                            continue
                        if any([g.level[d] for d in streets]):
                            continue
                        gives = [d for d in streets if g.owner[d] == player]
                    gain, command = self._bargain(g, player, other, gets, gives, group, back)
                    if command and gain > best:
                        best, offer = gain, command
        if offer and legal.is_lawful(g, offer):
            return offer
        return None

    def _bargain(
        self,
        g: Game,
        player: int,
        other: int,
        gets: list[int],
        gives: list[int],
        group: int,
        back: int | None,
    ) -> tuple[float, Command | None]:
        """(what both gain together, the trade with the cash that shares it) or (0, None)."""
        after = g.owner[:]
        for deed in gets:
            after[deed] = player
        for deed in gives:
            after[deed] = other
        one, two = self.seats[player], self.seats[other]
        groups = (group,) if back is None else (group, back)
        mine = self._difference(g, player, after, groups, one)
        theirs = self._difference(g, other, after, groups, two)
        my_gain = mine - one.envy_pct * max(0.0, theirs) / 100
        their_gain = theirs - two.envy_pct * max(0.0, mine) / 100
        if my_gain + their_gain <= one.trade_gain + two.trade_gain:
            return 0.0, None
        cash = int((my_gain - their_gain) / 2)
        cash = max(min(cash, g.cash[player] - _POCKET), -max(0, g.cash[other] - _POCKET))
        if gives and not g.rules.deal_mixed:
            cash = 0
        if my_gain - cash < max(1, one.trade_gain) or their_gain + cash < max(1, two.trade_gain):
            return 0.0, None
        command: Command = {
            "do": "trade",
            "by": player,
            "a": player,
            "b": other,
            "a_gives": {"deeds": gives, "cash": max(0, cash)},
            "b_gives": {"deeds": gets, "cash": max(0, -cash)},
        }
        return my_gain + their_gain, command

    def _difference(
        self, g: Game, player: int, after: list[int], groups: Sequence[int], profile: Profile
    ) -> float:
        total = 0.0
        cash = g.cash[player]
        for group in groups:
            now = group_worth(g, player, g.owner, group, cash, profile.rounds_ahead)
            then = group_worth(g, player, after, group, cash, profile.rounds_ahead)
            total += (then - now) * self._taste[player][group]
        return total

    # Debts

    def _debt(self, g: RunningGame) -> Command:
        task = g.tasks[0]
        player, amount = task[WHO], task[AMOUNT]
        if g.cash[player] >= amount:
            return {"do": "pay", "by": player}
        use_pass: Command = {"do": "jail-card", "by": player}
        if player in g.held and legal.is_open(g, use_pass) and legal.is_lawful(g, use_pass):
            return use_pass
        if task is not self._payable and estate(g, player) < amount:
            out: Command = {"do": "bankrupt", "by": player}
            if legal.is_lawful(g, out):
                return out
        self._payable = task
        loose = self._loose(g, player)
        if loose:
            return {"do": "mortgage", "by": player, "deed": loose[0]}
        for sale in legal.sales(g, player):
            if legal.is_lawful(g, sale):
                return sale
        for name in ("bankrupt", "resign"):
            out = {"do": name, "by": player}
            if legal.is_lawful(g, out):
                return out
        raise StuckError(f"{player} owes {amount} and has {g.cash[player]}: {g.tasks}")

    # The rest

    def _tax(self, g: RunningGame) -> Command:
        player = g.tasks[0][WHO]
        r = g.rules
        percent = worth(g, player) * r.income_tax_pct // 100 < r.income_tax_flat
        return {"do": "tax", "by": player, "choose": "percent" if percent else "flat"}

    def _card(self, g: RunningGame) -> Command:
        return {"do": "draw", "by": g.tasks[0][WHO]}

    def _throw(self, g: RunningGame) -> Command:
        return {"do": "throw", "by": g.tasks[0][WHO], "dice": self._next_dice(len(self.seats))}

    def _deal(self, g: RunningGame) -> Command:
        return {"do": "deal"}

    def _rent(self, g: RunningGame) -> Command:
        task = g.tasks[0]
        player = task[WHO]
        if is_won(task) or needed(g, task[EXTRA]) <= _BATTLE_MOST:
            dice = {} if is_won(task) else {"dice": self._next_dice(len(self.seats))}
            return {"do": "battle", "by": player, **dice}
        return {"do": "pay", "by": player}

    def _place(self, g: RunningGame) -> Command:
        player = g.tasks[0][WHO]
        for deed in range(STREETS - 1, -1, -1):
            command: Command = {"do": "place", "by": player, "deed": deed}
            if g.owner[deed] == player and legal.is_lawful(g, command):
                return command
        raise StuckError(f"{player} has no place: {g.tasks}")

    def _power(self, g: RunningGame) -> Command:
        task = g.tasks[0]
        player, double = task[WHO], task[EXTRA]
        dice = {"dice": self._next_dice(len(self.seats))}
        if task[AMOUNT]:  # a tie: the same deed again
            return {"do": "power", "by": player, **dice}
        if double in (CASH, GIFTS):
            return {"do": "power", "by": player}
        if double == ATTACK:
            for deed in targets(g, player):
                mine = [d for d in siblings(deed) if g.owner[d] == player]
                if len(mine) == len(siblings(deed)) - 1 and g.cash[player] >= cost(g, deed):
                    return {"do": "power", "by": player, "deed": deed, **dice}
        return {"do": "roll", "by": player, "dice": self._next_dice(player)}


def _highest_rents(g: Game) -> list[int]:
    """By player: the highest rent of a street, or of the rails, without what cards and dice add."""
    highest = [0] * (BANK + 1)
    rails = [0] * (BANK + 1)
    owner, level, mortgaged = g.owner, g.level, g.mortgaged
    for deed in range(STREETS):
        holder = owner[deed]
        if holder != BANK and not mortgaged[deed]:
            amount = printed(g, deed, level[deed]) if level[deed] else g.board.rents[deed * 6]
            if amount > highest[holder]:
                highest[holder] = amount
    for deed in range(GROUP_START[RAILS], GROUP_START[RAILS + 1]):
        if not mortgaged[deed]:
            rails[owner[deed]] += 1
    for player in range(g.players):
        if rails[player]:
            highest[player] = max(highest[player], g.rules.rail_rents[rails[player] - 1])
    return highest


def _open_streets(g: Game, player: int, group: int) -> list[int]:
    """The streets of a group on which this player may build, as far as owners and mortgages decide."""
    r = g.rules
    first, end = GROUP_START[group], GROUP_START[group + 1]
    streets = [d for d in range(first, end) if g.owner[d] == player]
    if not streets or (r.build_needs_group and len(streets) < end - first):
        return []
    if r.build_ban_group_mortgaged:
        return [] if any(g.mortgaged[first:end]) else streets
    free = [d for d in streets if not g.mortgaged[d]]
    return [] if r.build_even and len(free) < len(streets) else free
