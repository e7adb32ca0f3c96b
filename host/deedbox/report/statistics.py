"""What a report tells, worked out from the story alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from banker.core import count
from banker.core import events as ev
from banker.core.board import BANK, DEED_AT, DEEDS, GROUP_OF, GROUP_START, NO_DEED, STREETS, siblings
from banker.core.moves import BY_DICE
from banker.core.rent import owed
from banker.core.state import AUCTION, HOUSE, RENT, THROW, hotel_step
from deedbox.games.story import Step, Story

_MOMENTS = 9


@dataclass(frozen=True)
class Throw:
    player: int
    dice: tuple[int, int]
    turn: int
    expected: float  # rent, on average over all dice
    met: int  # rent where they led


@dataclass(frozen=True)
class Rent:
    deed: int
    payer: int
    owner: int
    amount: int
    turn: int


@dataclass(frozen=True)
class Sale:
    lot: int
    winner: int  # -1: nobody
    price: int
    listed: int
    bids: int
    turn: int


@dataclass(frozen=True)
class Moment:
    turn: int
    key: str
    who: int
    facts: dict[str, Any]


@dataclass(frozen=True)
class Award:
    key: str
    who: int
    facts: dict[str, Any]


@dataclass
class Facts:
    players: int
    turns: list[int] = field(default_factory=list)
    worth: list[list[int]] = field(default_factory=list)  # by player, at the end of each turn
    throws: list[Throw] = field(default_factory=list)
    rents: list[Rent] = field(default_factory=list)
    sales: list[Sale] = field(default_factory=list)
    flows: dict[tuple[int, int], int] = field(default_factory=dict)  # (from, to) -> sum, after the start
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

    def collected(self, player: int) -> int:
        return sum(rent.amount for rent in self.rents if rent.owner == player)

    def luck(self, player: int) -> float:
        """Rent that the dice spared this player, against the average."""
        return sum(t.expected - t.met for t in self.throws if t.player == player)


def gathered(story: Story) -> Facts:
    facts = Facts(story.end.players)
    _worth(facts, story)
    asked: dict[int, int] = {}  # payer -> deed for which rent was asked last
    groups: dict[int, int] = {}
    sale: list[int] = [0]
    for step in story.standing:
        if step.game is None or step.before is None:
            continue
        _throw(facts, step)
        _money(facts, step, asked)
        _auction(facts, step, sale)
        _things(facts, step, groups)
    facts.final = [count.final(story.end, p) for p in range(facts.players)]
    facts.order = sorted(
        range(facts.players),
        key=lambda p: (p not in story.winners, story.end.out[p], -facts.final[p], -facts.out.get(p, 0), p),
    )
    _lead(facts, story)
    _best_rents(facts)
    facts.moments = _chosen(facts.moments)
    facts.awards = _awards(facts, story)
    return facts


def _worth(facts: Facts, story: Story) -> None:
    """By turn; an undo over the end of a turn takes that turn away again."""
    ends: dict[int, Any] = {0: story.start}
    for step in story.steps:
        if step.game is not None:
            ends = {turn: game for turn, game in ends.items() if turn <= step.game.turn_no}
            ends[step.game.turn_no] = step.game
    last = max(ends)
    facts.turns = sorted(ends)
    facts.worth = [[count.final(ends[turn], p) for turn in facts.turns] for p in range(facts.players)]
    if len(facts.turns) == 1:  # the first turn is not over: from the start to now
        facts.turns = [0, last + 1]
        facts.worth = [[count.final(story.start, p), row[-1]] for p, row in enumerate(facts.worth)]


def _throw(facts: Facts, step: Step) -> None:
    for event in step.events:
        if event[0] == ev.THREW and step.command["do"] == "roll":
            player, before = event[1], step.before
            expected, met = 0.0, 0
            if not before.jailed[player]:
                table = [[_rent_at(before, player, a + b) for b in range(1, 7)] for a in range(1, 7)]
                expected = sum(map(sum, table)) / 36
                met = table[event[2] - 1][event[3] - 1]
            facts.throws.append(Throw(player, (event[2], event[3]), before.turn_no, expected, met))


def _rent_at(g: Any, player: int, steps: int) -> int:
    """What the owner could ask for there; a utility that asks for a throw of its own, with seven."""
    deed = DEED_AT[(g.space[player] + steps) % 40]
    if deed == NO_DEED or g.owner[deed] in (BANK, player) or g.mortgaged[deed]:
        return 0
    if g.jailed[g.owner[deed]] and not g.rules.rent_while_jailed:
        return 0
    amount, times = owed(g, deed, BY_DICE, steps)
    return int(amount + 7 * times)


def _money(facts: Facts, step: Step, asked: dict[int, int]) -> None:
    turn = step.game.turn_no
    if step.command["do"] == "claim":
        for claim in step.before.claims:
            if claim[0] == step.command["deed"]:
                asked[claim[1]] = claim[0]
    for t in step.transfers:
        key = (t.giver, t.taker)
        facts.flows[key] = facts.flows.get(key, 0) + t.amount
        if t.why == ev.RENT_PAID and t.giver < BANK and t.taker < BANK:
            deed = _deed_of(step, t.giver, asked)
            if deed >= 0:
                facts.rents.append(Rent(deed, t.giver, t.taker, t.amount, turn))
        elif t.why == ev.BUILDING:
            facts.built[t.giver] += t.amount
        elif t.why in (ev.TAXES, ev.FINE) and t.giver < BANK:
            facts.taxes[t.giver] += t.amount
        elif t.why == ev.GO_SALARY:
            facts.laps[t.taker] += 1


def _deed_of(step: Step, payer: int, asked: dict[int, int]) -> int:
    """For which deed this rent was."""
    do = step.command["do"]
    if do in ("claim", "land") and "deed" in step.command:
        return int(step.command["deed"])
    task = step.before.tasks[0] if step.before.tasks else (0, 0, 0, 0, 0)
    if task[0] in (THROW, RENT):
        return int(task[4])
    here = DEED_AT[step.game.space[payer]]
    if do == "pay" and payer in asked:
        return asked.pop(payer)
    return -1 if here == NO_DEED else int(here)


def _auction(facts: Facts, step: Step, bids: list[int]) -> None:
    task = step.before.tasks[0] if step.before.tasks else (0, 0, 0, 0, 0)
    if task[0] != AUCTION:
        return
    if step.command["do"] == "bid":
        bids[0] += 1
    after = step.game.tasks[0] if step.game.tasks else (0, 0, 0, 0, 0)
    lot = task[4] & 0xFF
    if after[0] == AUCTION and after[4] & 0xFF == lot:
        return
    paid = [t for t in step.transfers if t.why == ev.AUCTIONED]
    winner, price = (paid[0].giver, paid[0].amount) if paid else (-1, 0)
    board = step.game.board
    listed = board.price[lot] if lot < HOUSE else 0
    facts.sales.append(Sale(lot, winner, price, listed, bids[0], step.game.turn_no))
    bids[0] = 0


def _things(facts: Facts, step: Step, groups: dict[int, int]) -> None:
    turn, game = step.game.turn_no, step.game
    if step.command["do"] == "trade":
        facts.trades[step.command["a"]] += 1
        facts.trades[step.command["b"]] += 1
    for event in step.events:
        if event[0] == ev.JAILED:
            facts.jailings[event[1]] += 1
        elif event[0] == ev.RETIRED:
            facts.out[event[1]] = turn
            facts.moments.append(Moment(turn, "out", event[1], {}))
        elif event[0] == ev.BUILT and event[2] == hotel_step(game):
            if not any(moment.key == "hotel" for moment in facts.moments):
                owner = game.owner[event[1]]
                facts.moments.append(Moment(turn, "hotel", owner, {"deed": event[1]}))
        elif event[0] == ev.OWNED and event[1] < STREETS and event[2] < BANK:
            group = GROUP_OF[event[1]]
            whole = all(game.owner[deed] == event[2] for deed in siblings(event[1]))
            if whole and groups.get(group) != event[2]:
                groups[group] = event[2]
                deeds = list(range(GROUP_START[group], GROUP_START[group + 1]))
                facts.moments.append(Moment(turn, "group", event[2], {"deeds": deeds}))


def _lead(facts: Facts, story: Story) -> None:
    """When the one who is first now took the lead for good."""
    best = facts.order[0]
    for at in range(len(facts.turns) - 1, -1, -1):
        column = [row[at] for row in facts.worth]
        if column[best] < max(column) or column.count(column[best]) > 1:
            if at + 1 < len(facts.turns):
                facts.moments.append(Moment(facts.turns[at + 1], "lead", best, {}))
            return


def _best_rents(facts: Facts) -> None:
    best = sorted(facts.rents, key=lambda rent: (-rent.amount, rent.turn))[:3]
    for rent in best:
        told = {"other": rent.payer, "deed": rent.deed, "amount": rent.amount}
        facts.moments.append(Moment(rent.turn, "rent", rent.owner, told))


def _chosen(moments: list[Moment]) -> list[Moment]:
    """The best of them, in the order in which they happened."""
    rank = {"out": 0, "lead": 0, "rent": 1, "hotel": 2, "group": 3}
    best = sorted(enumerate(moments), key=lambda pair: (rank[pair[1].key], pair[0]))[:_MOMENTS]
    return [moment for _, moment in sorted(best, key=lambda pair: (pair[1].turn, pair[0]))]


def _awards(facts: Facts, story: Story) -> list[Award]:
    found: list[Award] = []
    players = range(facts.players)

    def give(key: str, values: dict[int, float], **more: Any) -> None:
        """To the one with most, if anybody has any."""
        best = max(values, key=lambda p: (values[p], -p), default=-1)
        if best >= 0 and values[best] > 0:
            found.append(Award(key, best, {"value": values[best], **more}))

    give("landlord", {p: facts.collected(p) for p in players})
    by_deed = Counter({deed: 0 for deed in range(DEEDS)})
    for rent in facts.rents:
        by_deed[rent.deed] += rent.amount
    deed, amount = by_deed.most_common(1)[0]
    if amount:
        owners = Counter(rent.owner for rent in facts.rents if rent.deed == deed)
        found.append(Award("goldmine", owners.most_common(1)[0][0], {"deed": deed, "value": amount}))
    give("builder", {p: facts.built[p] for p in players})
    give("trader", {p: facts.trades[p] for p in players})
    bargains = {
        n: sale.listed - sale.price for n, sale in enumerate(facts.sales) if sale.winner >= 0 and sale.listed
    }
    if bargains:
        best = max(bargains, key=lambda n: (bargains[n], -n))
        if bargains[best] > 0:
            sale = facts.sales[best]
            found.append(
                Award("bargain", sale.winner, {"lot": sale.lot, "value": sale.price, "listed": sale.listed})
            )
    if facts.throws:
        give("lucky", {p: round(facts.luck(p)) for p in players})
        give("unlucky", {p: round(-facts.luck(p)) for p in players})
        doubles = Counter(t.player for t in facts.throws if t.dice[0] == t.dice[1])
        give("doubles", {p: doubles[p] for p in players})
    give("jailbird", {p: facts.jailings[p] for p in players})
    give("taxpayer", {p: facts.taxes[p] for p in players})
    give("traveller", {p: facts.laps[p] for p in players})
    return found
