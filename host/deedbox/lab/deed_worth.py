"""What deeds are worth to a simulated player: prices, and the rents that a whole set would bring.

An estimate with few numbers, the same for all profiles but for how many rounds they look ahead.
"""

from __future__ import annotations

from banker.core.board import GROUP_START, RAILS, UTILITIES
from banker.core.state import Game

# A token is touched by a turn of somebody about so often, on a middling space (exact tables: movement.py).
_VISITS_PER_TURN = 0.034
# What a deed is worth, in prices, if its owner has 1, 2, ... of the group; a whole set of streets: see below.
_RAIL_FACTORS = (0.0, 1.0, 1.15, 1.35, 1.7)
_UTILITY_FACTORS = (0.0, 0.9, 1.2)
_NEARLY = 1.3  # all but one
_SOME = 1.05
_HOUSES = 3  # the level on which sets are compared: the step to it adds most rent for its price


def group_worth(g: Game, player: int, owner: list[int], group: int, cash: int, rounds: int) -> float:
    """What the deeds of a group are worth to this player, if deeds belong to `owner` and he has this cash."""
    first, end = GROUP_START[group], GROUP_START[group + 1]
    price = g.board.price
    mortgage = g.board.mortgage
    mine = total = debt = 0
    for deed in range(first, end):
        if owner[deed] == player:
            mine += 1
            total += price[deed]
            if g.mortgaged[deed]:
                debt += mortgage[deed]
    if not mine:
        return 0.0
    if group == RAILS:
        return total * _RAIL_FACTORS[mine] - debt
    if group == UTILITIES:
        return total * _UTILITY_FACTORS[mine] - debt
    size = end - first
    if mine < size:
        return total * (_NEARLY if mine == size - 1 else _SOME) - debt
    return total + _set_worth(g, first, end, cash - debt, rounds) - debt


def _set_worth(g: Game, first: int, end: int, cash: int, rounds: int) -> float:
    """The rents of so many rounds, less what the houses cost that the cash can pay."""
    board = g.board
    size = end - first
    cost = board.house_cost[first] * size
    levels = min(_HOUSES, cash // cost) if cash > 0 and cost else 0
    most = max(g.level[first:end])
    if most > levels:
        levels = min(most, _HOUSES)
    rents = sum([board.rents[deed * 6 + levels] for deed in range(first, end)])
    if not levels:
        rents *= g.rules.group_rent_mult
    turns = rounds * (g.players - 1 - (len(g.out) - g.out.count(0)))
    built = sum(g.level[first:end]) * board.house_cost[first]
    return max(0.0, rents * _VISITS_PER_TURN * turns - max(0, levels * cost - built) * 0.5) + built * 0.5


def deed_worth(g: Game, player: int, deed: int, group: int, cash: int, rounds: int) -> float:
    """What one more deed would add."""
    owner = g.owner[:]
    before = group_worth(g, player, owner, group, cash, rounds)
    owner[deed] = player
    return group_worth(g, player, owner, group, cash, rounds) - before
