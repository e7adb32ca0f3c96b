"""House rules at the ends of what they allow, in pairs, and games in debt that such rules can lead to.

Everything comes from the seed. indebted() runs in MicroPython too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from banker.core.board import BANK, DEEDS, GROUP_START, GROUPS, JAIL_SPACE, POT, STREETS, Board
from banker.core.events import (
    AUCTIONED,
    BUILT,
    CARD,
    CORRECTION,
    DONE,
    FINE,
    JAILED,
    KEPT,
    MORTGAGED,
    MOVED,
    OWNED,
    PAID,
    RULE,
    TASKED,
    TAXES,
    TURN,
    do,
)
from banker.core.rules.building_auction import PRICES_MOST
from banker.core.rules.jail import pass_of
from banker.core.rules.raising import estate
from banker.core.setup.house_rules import all_house_rules, find
from banker.core.setup.new_game import new_game
from banker.core.state import DEBT, DUE, Game, hotel_step, hotels_left, houses_left, list_price
from banker.core.tasks import rent_of

from .random_tables import Random

# The groups of the table of house rules that touch building, mortgages, sales, debts, auctions, jail, deals.
_GROUPS = ("Buying and auctions", "Jail", "Building", "Mortgages and deals", "Debt and end")
_MORE = ("mode", "game_variant", "jail_card_sale", "round_charge", "round_payout")
_TRIES = 12  # choices at random, of which rows() takes the one with most new pairs


def edges() -> dict[str, list[Any]]:
    """House rule -> its values at the ends: both of a switch, every word, the least and the greatest number.

    Where the least number means 'any number', the ends are it, 0 and the greatest.
    """
    values: dict[str, list[Any]] = {}
    for rule in all_house_rules():
        if rule.group not in _GROUPS and rule.name not in _MORE:
            continue
        if rule.type == "bool":
            values[rule.name] = [False, True][: len(rule.allowed)]
        elif rule.type == "enum":
            values[rule.name] = list(rule.allowed)
        else:
            low, high = rule.allowed
            values[rule.name] = [low, high] if low >= 0 else [low, 0, high]
    return values


def pairs() -> Iterator[dict[str, Any]]:
    """Two house rules at their edges, each pair of values once; the others have their defaults."""
    values = edges()
    names = sorted(values)
    for i in range(len(names)):
        for other in names[:i]:
            for a in values[names[i]]:
                for b in values[other]:
                    yield {names[i]: a, other: b}


def rows(seed: int) -> list[dict[str, Any]]:
    """A few choices of all these rules at once, in which every pair of values occurs."""
    random = Random(seed)
    values = edges()
    names = sorted(values)
    sizes = [len(values[name]) for name in names]
    left = set()
    for a in range(len(names)):
        for b in range(a):
            for i in range(sizes[a]):
                left.update([(a, i, b, j) for j in range(sizes[b])])
    chosen: list[dict[str, Any]] = []
    while left:
        a, i, b, j = min(left)
        best: list[int] = []
        most: set[tuple[int, int, int, int]] = set()
        for _ in range(_TRIES):
            row = [random.below(size) for size in sizes]
            row[a], row[b] = i, j
            new = left & {(x, row[x], y, row[y]) for x in range(len(row)) for y in range(x)}
            if len(new) > len(most):
                best, most = row, new
        left -= most
        chosen.append({names[x]: values[names[x]][best[x]] for x in range(len(names))})
    return chosen


def indebted(
    seed: int, board: Board, edition: dict[str, Any], rules: dict[str, Any], few: bool = False
) -> Game:
    """A game by these rules in which somebody owes; with `few`, of one or two groups only."""
    random = Random(seed)
    rules = dict(rules)
    if rules.get("end_condition") == "target_worth" and not rules.get("target_worth"):
        rules["target_worth"] = 999999  # a target of nothing is refused (S-10)
    g: Game = new_game(board, edition, rules, 2 + random.below(4), seed)
    while g.tasks:
        do(g, DONE)  # no opening deal
    _position(random, g, few)
    g.events = []
    return g


def _position(random: Random, g: Game, few: bool) -> None:
    """Any position that adds up. Rules changed in play lead to all of them: groups in several hands with
    uneven buildings, mortgaged streets beside hotels, hardly any houses in the bank."""
    debtor = random.below(g.players)
    do(g, RULE, find("build_even").number, int(g.rules.build_even))  # the laws know that a rule was changed
    groups = list(range(GROUPS))
    if few:
        groups = [random.below(5), 5 + random.below(5)][random.below(2) :]
    for group in groups:
        _fill(random, g, group, debtor)
    for name in ("houses_total", "hotels_total"):
        if not getattr(g.rules, name):  # hardly any
            left = houses_left(g) if name == "houses_total" else hotels_left(g)
            do(g, RULE, find(name).number, random.below(6) - left)
    for p in range(g.players):
        rest = random.one((0, 0, 20, 200))
        if g.cash[p] > rest:
            do(g, PAID, p, BANK, g.cash[p] - rest, CORRECTION)
    for deck in (0, 1):
        if random.below(3) == 0:
            do(g, KEPT, deck, pass_of(g, deck), random.below(g.players))
    _owe(random, g, debtor)


def _fill(random: Random, g: Game, group: int, debtor: int) -> None:
    """The deeds of a group: whose they are, what is built there, which are mortgaged."""
    built = random.below(3)
    for deed in range(GROUP_START[group], GROUP_START[group + 1]):
        if random.below(10) == 0:
            continue
        do(g, OWNED, deed, debtor if random.below(4) else random.below(g.players))
        level = random.below(hotel_step(g) + 1) if built and deed < STREETS and random.below(5) else 0
        while level and not _has_stock(g, level):
            level -= 1
        for step in range(1, level + 1):
            bid = random.below(90) if built == 2 and len(g.paid) < PRICES_MOST else 0
            do(g, BUILT, deed, step, list_price(g, deed, step) + bid)
        if not level and random.below(3) == 0:
            do(g, MORTGAGED, deed, 1)


def _has_stock(g: Game, level: int) -> bool:
    """Does the bank have what a street of this level needs? A total of 0 is set when all is built."""
    r = g.rules
    if level == hotel_step(g):
        return r.hotels_total <= 0 or hotels_left(g) > 0
    return r.houses_total <= 0 or houses_left(g) >= level


def _owe(random: Random, g: Game, debtor: int) -> None:
    """A debt for any reason; to several players where a card makes it so."""
    others = [p for p in range(g.players) if p != debtor]
    why = random.one((rent_of(random.below(DEEDS)), TAXES, CARD, FINE, AUCTIONED))
    if why == FINE and g.rules.mode == "banker":
        why = TAXES  # bank only: who cannot pay the fine does not pay it
    creditor = random.one((BANK, POT)) if why in (TAXES, AUCTIONED, FINE) else random.one(others)
    if why == FINE:  # the debtor has just failed to leave jail
        do(g, TURN, debtor)
        do(g, JAILED, debtor)
        do(g, MOVED, debtor, JAIL_SPACE)
    amount = max(g.cash[debtor] + 1, _amount(random, estate(g, debtor)))
    do(g, TASKED, 0, DEBT, debtor, creditor, amount, why)
    if why == CARD:
        for other in others:
            if other != creditor:
                do(g, TASKED, len(g.tasks), DUE, debtor, other, amount, why)


def _amount(random: Random, most: int) -> int:
    """Often just what can be raised, or one more; else anything."""
    amount: int = random.one((most, most + 1, random.below(most + 1), most + random.below(2000)))
    return amount
