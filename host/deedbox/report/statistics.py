"""The numbers of a report, worked out from the replay alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from banker.core import events as ev
from banker.core import worth
from banker.core.board import BANK, DEED_AT, DEEDS, GROUP_OF, GROUP_START, NO_DEED, STREETS, siblings
from banker.core.rules.moves import BY_DICE
from banker.core.rules.rent import owed
from banker.core.state import AUCTION, HOUSE, RENT, THROW, hotel_step
from deedbox.games.replay import Replay, Step

_MOMENTS = 9


@dataclass(frozen=True)
class Roll:
    player: int
    dice: tuple[int, int]
    turn: int
    average: float  # rent, on average over all dice
    actual: int  # rent where the dice led


@dataclass(frozen=True)
class Rent:
    deed: int
    payer: int
    owner: int
    amount: int
    turn: int
    seq: int


@dataclass(frozen=True)
class Sale:
    lot: int
    winner: int  # -1: nobody
    price: int
    list_price: int
    bids: int
    turn: int


@dataclass(frozen=True)
class Moment:
    turn: int
    seq: int  # of the step, for the order
    key: str
    who: int
    details: dict[str, Any]


@dataclass(frozen=True)
class Award:
    key: str
    who: tuple[int, ...]  # several if they tie
    details: dict[str, Any]


@dataclass
class Statistics:
    players: int
    turns: list[int] = field(default_factory=list)
    worth: list[list[int]] = field(default_factory=list)  # by player, at the end of each turn
    last_seq: dict[int, int] = field(default_factory=dict)  # turn -> its last step
    rolls: list[Roll] = field(default_factory=list)
    rents: list[Rent] = field(default_factory=list)
    sales: list[Sale] = field(default_factory=list)
    flows: dict[tuple[int, int], int] = field(default_factory=dict)  # (from, to) -> amount, without the start
    jailings: Counter[int] = field(default_factory=Counter)
    trades: Counter[int] = field(default_factory=Counter)
    built: Counter[int] = field(default_factory=Counter)  # money
    taxes: Counter[int] = field(default_factory=Counter)
    laps: Counter[int] = field(default_factory=Counter)
    out: dict[int, int] = field(default_factory=dict)  # player -> turn
    moments: list[Moment] = field(default_factory=list)
    awards: list[Award] = field(default_factory=list)
    order: list[int] = field(default_factory=list)  # first to last
    final: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)

    def rank(self, player: int) -> int:
        """The player's place from 1 on; those with equal worth who are still in the game share one."""
        place = self.order.index(player)
        while place and player not in self.out:
            ahead = self.order[place - 1]
            if self.final[ahead] != self.final[player] or (ahead in self.winners) != (player in self.winners):
                break
            place -= 1
        return place + 1

    @property
    def leaders(self) -> list[int]:
        """Who is first, or are first together."""
        return [player for player in self.order if self.rank(player) == 1]

    def collected(self, player: int) -> int:
        return sum(rent.amount for rent in self.rents if rent.owner == player)

    def luck(self, player: int) -> float:
        """Rent that the dice spared this player, against the average."""
        return sum(roll.average - roll.actual for roll in self.rolls if roll.player == player)


def gather_statistics(replay: Replay) -> Statistics:
    statistics = Statistics(replay.end.players)
    _add_worth(statistics, replay)
    rent_deeds: dict[int, int] = {}  # payer -> deed for which rent was asked last
    groups: dict[int, int] = {}
    bids: list[int] = [0]  # in the auction that is open; a list, so that _add_sales can change it
    for step in replay.steps_in_force:
        if step.game is None or step.before is None:
            continue
        _add_rolls(statistics, step)
        _add_payments(statistics, step, rent_deeds)
        _add_sales(statistics, step, bids)
        _add_moments(statistics, step, groups)
    statistics.final = [worth.final(replay.end, p) for p in range(statistics.players)]
    statistics.order = worth.ranking(replay.end)
    statistics.winners = replay.winners
    _add_lead(statistics)
    _add_best_rents(statistics)
    statistics.moments = _choose_moments(statistics.moments)
    statistics.awards = _choose_awards(statistics)
    return statistics


def _add_worth(statistics: Statistics, replay: Replay) -> None:
    """Everybody's worth by turn; an undo across the end of a turn removes that turn."""
    ends: dict[int, Any] = {0: replay.start}
    for step in replay.steps:
        if step.game is not None:
            ends = {turn: game for turn, game in ends.items() if turn <= step.game.turn_no}
            ends[step.game.turn_no] = step.game
    last = max(ends)
    statistics.turns = sorted(ends)
    statistics.worth = [
        [worth.final(ends[turn], p) for turn in statistics.turns] for p in range(statistics.players)
    ]
    if len(statistics.turns) == 1:  # the first turn is not over: show the start and now
        statistics.turns = [0, last + 1]
        statistics.worth = [[worth.final(replay.start, p), row[-1]] for p, row in enumerate(statistics.worth)]


def _add_rolls(statistics: Statistics, step: Step) -> None:
    for event in step.events:
        if event[0] == ev.ROLLED and step.command["do"] == "roll":
            player, before = event[1], step.before
            average, actual = 0.0, 0
            if not before.jailed[player]:
                table = [[_rent_at(before, player, a + b) for b in range(1, 7)] for a in range(1, 7)]
                average = sum(map(sum, table)) / 36
                actual = table[event[2] - 1][event[3] - 1]
            statistics.rolls.append(Roll(player, (event[2], event[3]), before.turn_no, average, actual))


def _rent_at(g: Any, player: int, steps: int) -> int:
    """The rent that the owner could ask for there; a utility that wants its own roll counts as seven."""
    deed = DEED_AT[(g.space[player] + steps) % 40]
    if deed == NO_DEED or g.owner[deed] in (BANK, player) or g.mortgaged[deed]:
        return 0
    if g.jailed[g.owner[deed]] and not g.rules.rent_while_jailed:
        return 0
    amount, times = owed(g, deed, BY_DICE, steps)
    return int(amount + 7 * times)


def _add_payments(statistics: Statistics, step: Step, rent_deeds: dict[int, int]) -> None:
    turn = step.game.turn_no
    if step.command["do"] == "claim":
        for claim in step.before.claims:
            if claim[0] == step.command["deed"]:
                rent_deeds[claim[1]] = claim[0]
    for t in step.transfers:
        key = (t.giver, t.taker)
        statistics.flows[key] = statistics.flows.get(key, 0) + t.amount
        if t.why == ev.RENT_PAID and t.giver < BANK and t.taker < BANK:
            deed = _deed_of(step, t.giver, rent_deeds)
            if deed >= 0:
                statistics.rents.append(Rent(deed, t.giver, t.taker, t.amount, turn, step.seq))
        elif t.why == ev.BUILDING:
            statistics.built[t.giver] += t.amount
        elif t.why in (ev.TAXES, ev.FINE) and t.giver < BANK:
            statistics.taxes[t.giver] += t.amount
        elif t.why == ev.GO_SALARY:
            statistics.laps[t.taker] += 1


def _deed_of(step: Step, payer: int, rent_deeds: dict[int, int]) -> int:
    """The deed for which this rent was paid."""
    do = step.command["do"]
    if do in ("claim", "land") and "deed" in step.command:
        return int(step.command["deed"])
    task = step.before.tasks[0] if step.before.tasks else (0, 0, 0, 0, 0)
    if task[0] in (THROW, RENT):
        return int(task[4])
    here = DEED_AT[step.game.space[payer]]
    if do == "pay" and payer in rent_deeds:
        return rent_deeds.pop(payer)
    return -1 if here == NO_DEED else int(here)


def _add_sales(statistics: Statistics, step: Step, bids: list[int]) -> None:
    task = step.before.tasks[0] if step.before.tasks else (0, 0, 0, 0, 0)
    if task[0] != AUCTION:
        return
    if step.command["do"] == "bid":
        bids[0] += 1
    after = step.game.tasks[0] if step.game.tasks else (0, 0, 0, 0, 0)
    lot = task[4] & 0xFF
    if after[0] == AUCTION and after[4] & 0xFF == lot:
        return
    payments = [t for t in step.transfers if t.why == ev.AUCTIONED]
    winner, price = (payments[0].giver, payments[0].amount) if payments else (-1, 0)
    board = step.game.board
    list_price = board.price[lot] if lot < HOUSE else 0
    statistics.sales.append(Sale(lot, winner, price, list_price, bids[0], step.game.turn_no))
    bids[0] = 0


def _add_moments(statistics: Statistics, step: Step, groups: dict[int, int]) -> None:
    turn, seq, game = step.game.turn_no, step.seq, step.game
    statistics.last_seq[turn] = seq
    if step.command["do"] == "trade":
        statistics.trades[step.command["a"]] += 1
        statistics.trades[step.command["b"]] += 1
    for event in step.events:
        if event[0] == ev.JAILED:
            statistics.jailings[event[1]] += 1
        elif event[0] == ev.RETIRED:
            statistics.out[event[1]] = turn
            statistics.moments.append(Moment(turn, seq, "out", event[1], {}))
        elif event[0] == ev.BUILT and event[2] == hotel_step(game):
            if not any(moment.key == "hotel" for moment in statistics.moments):
                owner = game.owner[event[1]]
                statistics.moments.append(Moment(turn, seq, "hotel", owner, {"deed": event[1]}))
        elif event[0] == ev.OWNED and event[1] < STREETS and event[2] < BANK:
            group = GROUP_OF[event[1]]
            whole = all(game.owner[deed] == event[2] for deed in siblings(event[1]))
            if whole and groups.get(group) != event[2]:
                groups[group] = event[2]
                deeds = list(range(GROUP_START[group], GROUP_START[group + 1]))
                statistics.moments.append(Moment(turn, seq, "group", event[2], {"deeds": deeds}))


def _add_lead(statistics: Statistics) -> None:
    """Adds the turn from which the player who is first now stayed in the lead."""
    best = statistics.order[0]
    for at in range(len(statistics.turns) - 1, -1, -1):
        column = [row[at] for row in statistics.worth]
        if column[best] < max(column) or column.count(column[best]) > 1:
            if at + 1 < len(statistics.turns):
                turn = statistics.turns[at + 1]
                statistics.moments.append(Moment(turn, statistics.last_seq.get(turn, 0), "lead", best, {}))
            return


def _add_best_rents(statistics: Statistics) -> None:
    best = sorted(statistics.rents, key=lambda rent: (-rent.amount, rent.turn))[:3]
    for rent in best:
        details = {"other": rent.payer, "deed": rent.deed, "amount": rent.amount}
        statistics.moments.append(Moment(rent.turn, rent.seq, "rent", rent.owner, details))


def _choose_moments(moments: list[Moment]) -> list[Moment]:
    """The most important moments, in the order in which they happened."""
    rank = {"out": 0, "lead": 0, "rent": 1, "hotel": 2, "group": 3}
    best = sorted(enumerate(moments), key=lambda pair: (rank[pair[1].key], pair[0]))[:_MOMENTS]
    # Worth is counted at the end of a turn, so a new lead comes after what caused it.
    order = sorted(best, key=lambda pair: (pair[1].seq, pair[1].key == "lead", pair[0]))
    return [moment for _, moment in order]


def _choose_awards(statistics: Statistics) -> list[Award]:
    awards: list[Award] = []
    players = range(statistics.players)

    def give(key: str, values: dict[int, float], **more: Any) -> None:
        """To the players with the highest value, if it is above 0 and not everybody has it."""
        best = max(values.values(), default=0)
        winners = tuple(p for p in values if values[p] == best)
        if best > 0 and len(winners) < len(values):
            awards.append(Award(key, winners, {"value": best, **more}))

    give("landlord", {p: statistics.collected(p) for p in players})
    by_deed = Counter({deed: 0 for deed in range(DEEDS)})
    for rent in statistics.rents:
        by_deed[rent.deed] += rent.amount
    amount = max(by_deed.values())
    for deed in (deed for deed in by_deed if amount and by_deed[deed] == amount):
        owners = Counter(rent.owner for rent in statistics.rents if rent.deed == deed)
        most = max(owners.values())
        best_owners = tuple(sorted(p for p in owners if owners[p] == most))
        awards.append(Award("goldmine", best_owners, {"deed": deed, "value": amount}))
    give("builder", {p: statistics.built[p] for p in players})
    give("trader", {p: statistics.trades[p] for p in players})
    bargains = {
        n: sale.list_price - sale.price
        for n, sale in enumerate(statistics.sales)
        if sale.winner >= 0 and sale.list_price
    }
    if bargains:
        saved = max(bargains.values())
        for sale in (statistics.sales[n] for n in bargains if saved > 0 and bargains[n] == saved):
            details = {"lot": sale.lot, "value": sale.price, "listed": sale.list_price}
            awards.append(Award("bargain", (sale.winner,), details))
    if statistics.rolls:
        give("lucky", {p: round(statistics.luck(p)) for p in players})
        give("unlucky", {p: round(-statistics.luck(p)) for p in players})
        doubles = Counter(t.player for t in statistics.rolls if t.dice[0] == t.dice[1])
        give("doubles", {p: doubles[p] for p in players})
    give("jailbird", {p: statistics.jailings[p] for p in players})
    give("taxpayer", {p: statistics.taxes[p] for p in players})
    give("traveller", {p: statistics.laps[p] for p in players})
    return awards
