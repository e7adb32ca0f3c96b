"""What a player is worth: for the tax, and at the end (TAX-2, SPEED-5, TIME-5, BANKR-17)."""

from .board import DEEDS
from .events import INTEREST_PAID, OVER, do
from .mortgage import on_transfer
from .state import DEBT, DUE, INTEREST, step_price


def worth(g, player: int) -> int:
    """The tax count: cash, printed prices (mortgaged or not), what the buildings cost."""
    total = g.cash[player]
    for deed in range(DEEDS):
        if g.owner[deed] == player:
            total += g.board.price[deed] + _buildings(g, deed)
    return total


def final(g, player: int) -> int:
    """The last count: mortgaged deeds at half price; interest still owed is taken off (SPEED-6)."""
    if g.out[player]:
        return 0
    total = g.cash[player]
    for deed in range(DEEDS):
        if g.owner[deed] == player:
            price = g.board.price[deed]
            total += (price // 2 if g.mortgaged[deed] else price) + _buildings(g, deed)
    for task in g.tasks:
        if task[1] == player and task[0] in (DUE, DEBT) and task[4] == INTEREST_PAID:
            total -= task[3]
        elif task[1] == player and task[0] == INTEREST:
            total -= sum(on_transfer(g, d, bool(task[3])) for d in range(DEEDS) if task[4] >> d & 1)
    return max(total, 0)


def _buildings(g, deed: int) -> int:
    return sum(step_price(g, deed, step) for step in range(1, g.level[deed] + 1))


def finish(g) -> None:
    """The richest of those who are left have won; ties share, or the most cash decides."""
    left = [p for p in range(g.players) if not g.out[p]]
    best = max(final(g, p) for p in left)
    winners = [p for p in left if final(g, p) == best]
    if g.rules.tie == "most_cash":
        most = max(g.cash[p] for p in winners)
        winners = [p for p in winners if g.cash[p] == most]
    mask = 0
    for p in winners:
        mask |= 1 << p
    do(g, OVER, mask)


def reached(g) -> bool:
    """House rule: the game ends when somebody is worth so much."""
    r = g.rules
    return r.end_condition == "target_worth" and any(
        not g.out[p] and worth(g, p) >= r.target_worth for p in range(g.players)
    )
