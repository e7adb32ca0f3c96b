"""What a player is worth: for the tax, and at the end (TAX-2, SPEED-5, TIME-5, BANKR-17)."""

from __future__ import annotations

from banker.core.board import deeds_in
from banker.core.events import INTEREST_PAID, OVER, do
from banker.core.rules.mortgage import on_transfer
from banker.core.state import AMOUNT, DEBT, DUE, EXTRA, INTEREST, KIND, WHO, Game, deeds_of, step_price


def worth(g: Game, player: int) -> int:
    """For the tax: cash, printed prices (mortgaged or not), what the buildings cost."""
    total = g.cash[player]
    for deed in deeds_of(g, player):
        total += g.board.price[deed] + _buildings(g, deed)
    return total


def final(g: Game, player: int) -> int:
    """At the end: mortgaged deeds count half; interest still owed is taken off (SPEED-6)."""
    if g.out[player]:
        return 0
    total = g.cash[player]
    for deed in deeds_of(g, player):
        price = g.board.price[deed]
        total += (price // 2 if g.mortgaged[deed] else price) + _buildings(g, deed)
    for task in g.tasks:
        if task[WHO] == player and task[KIND] in (DUE, DEBT) and task[EXTRA] == INTEREST_PAID:
            total -= task[AMOUNT]
        elif task[WHO] == player and task[KIND] == INTEREST:
            of_bankruptcy = bool(task[AMOUNT])
            total -= sum(on_transfer(g, deed, of_bankruptcy) for deed in deeds_in(task[EXTRA]))
    return max(total, 0)


def _buildings(g: Game, deed: int) -> int:
    total = 0
    for step in range(1, g.level[deed] + 1):  # not by sum(): frames
        total += step_price(g, deed, step)
    return total


def finish(g: Game) -> None:
    """The richest players in the game have won; a tie is shared, or the most cash decides."""
    players = [p for p in range(g.players) if not g.out[p]]
    best = max(final(g, p) for p in players)
    winners = [p for p in players if final(g, p) == best]
    if g.rules.tie == "most_cash":
        most = max(g.cash[p] for p in winners)
        winners = [p for p in winners if g.cash[p] == most]
    mask = 0
    for p in winners:
        mask |= 1 << p
    do(g, OVER, mask)


def reached(g: Game) -> bool:
    """House rule: the game ends when somebody is worth so much."""
    r = g.rules
    return r.end_condition == "target_worth" and any(
        not g.out[p] and worth(g, p) >= r.target_worth for p in range(g.players)
    )
