"""What a player is worth: for the tax, and at the end (TAX-2, SPEED-5, TIME-5, BANKR-17)."""

from __future__ import annotations

from banker.core import lazy
from banker.core.events import OVER, do
from banker.core.state import Game, deeds_of, step_price


def worth(g: Game, player: int) -> int:
    """For the tax: cash, printed prices (mortgaged or not), what the buildings cost."""
    total = g.cash[player]
    for deed in deeds_of(g, player):
        total += g.board.price[deed] + _buildings(g, deed)
    return total


def final(g: Game, player: int) -> int:
    """At the end: mortgaged deeds count half; what is still owed is taken off (SPEED-6, S-9)."""
    if g.out[player]:
        return 0
    total = g.cash[player]
    for deed in deeds_of(g, player):
        price = g.board.price[deed]
        total += (price // 2 if g.mortgaged[deed] else price) + _buildings(g, deed)
    owes: int = lazy.load("rules.debt").owed_by(g, player) if g.tasks else 0
    return max(total - owes, 0)


def _buildings(g: Game, deed: int) -> int:
    total = 0
    for step in range(1, g.level[deed] + 1):  # not by sum(): frames
        total += step_price(g, deed, step)
    return total


def ranking(g: Game) -> list[int]:
    """The best player first: winners, then by worth, then who went out, the last of them best (S-31)."""
    order = []
    for p in range(g.players):
        won = g.winners >> p & 1
        order.append((1 if g.out[p] else 0, -won, -g.out[p], -final(g, p), p))
    return [place[-1] for place in sorted(order)]


def finish(g: Game) -> None:
    """The richest players in the game have won; a tie is shared, or the most cash decides."""
    players = [p for p in range(g.players) if not g.out[p]]
    best = -1
    winners: list[int] = []
    for p in players:  # not by max(): frames
        count = final(g, p)
        if count > best:
            best = count
            winners = []
        if count == best:
            winners.append(p)
    if g.rules.tie == "most_cash":
        most = max(g.cash[p] for p in winners)
        winners = [p for p in winners if g.cash[p] == most]
    mask = 0
    for p in winners:
        mask |= 1 << p
    do(g, OVER, mask)


def reached(g: Game) -> bool:
    """House rule: the game ends when somebody is worth so much. Without an amount it does not end (S-10)."""
    target = g.rules.target_worth
    if not target or "target_worth" not in g.rules.ends:
        return False
    return any(not g.out[p] and worth(g, p) >= target for p in range(g.players))
