"""One whole game of the lab, and what is counted in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from banker.core.board import BANK, DEEDS
from banker.core.commands import decide
from banker.core.state import Game
from banker.core.worth import ranking

from .lab_error import LabError
from .profile_player import Players
from .profiles import find_profile
from .running_game import RunningGame

ROUNDS_MOST = 200  # a game that is still going on after so many rounds counts as one that does not end
_COMMANDS_MOST = 100  # in one turn; more would be a player who goes round in circles

# How long the players of a table need for each kind of command, in seconds, with everything around it: dice,
# token, looking, talking. No journal has times, so these are assumptions; --pace stretches them.
SECONDS = {
    "roll": 15.0,
    "buy": 12.0,
    "decline": 6.0,
    "bid": 25.0,
    "hammer": 5.0,
    "claim": 8.0,
    "draw": 12.0,
    "throw": 6.0,
    "trade": 90.0,
    "build": 25.0,
    "mortgage": 15.0,
    "redeem": 15.0,
    "sell-building": 20.0,
    "sell-group": 25.0,
    "bankrupt": 90.0,
    "end": 4.0,
}
_OTHER_S = 8.0


def seconds_of(command: str) -> float:
    return SECONDS.get(command, _OTHER_S)


class EndlessTurnError(LabError):
    """A turn has too many commands: a player goes round in circles."""


@dataclass
class Outcome:
    """What is counted in one game."""

    rounds: int = 0  # turns of the player who has had most
    turns: int = 0
    ended: bool = True  # before ROUNDS_MOST
    winners: int = 0  # mask; of a game that did not end, the richest
    leads: int = 0  # how often, from one round to the next, somebody else was worth most
    first_out: int = 0  # the round in which the first player went out; 0: nobody did
    cash: int = 0  # of the winner, at the end
    seconds: float = 0  # by SECONDS
    kinds: dict[str, int] = field(default_factory=dict)  # command -> how often


def play_out(game: Game, profiles: Sequence[str], seed: int, rounds_most: int = ROUNDS_MOST) -> Outcome:
    """Play from this position to the end; `profiles` has a name for each seat. Equal seeds: equal games."""
    g = RunningGame(game)
    players = Players([find_profile(name) for name in profiles], seed)
    outcome = Outcome()
    kinds = outcome.kinds
    turns = [0] * g.players
    leader = -1
    turn_no, commands = g.turn_no, 0
    limit_s = 60 * g.rules.time_limit_min if "time" in g.rules.ends else 0
    while not g.over:
        name = players.step(g)["do"]
        kinds[name] = kinds.get(name, 0) + 1
        outcome.seconds += SECONDS.get(name, _OTHER_S)
        if limit_s and outcome.seconds > limit_s and not g.ending and not g.over:
            decide(g, {"do": "time-up"})
        commands += 1
        if g.turn_no == turn_no:
            if commands > _COMMANDS_MOST * g.players:
                raise EndlessTurnError(f"seed {seed}, turn {outcome.turns}: {name}")
            continue
        turn_no, commands = g.turn_no, 0
        outcome.turns += 1
        turns[g.turn] += 1
        if turns[g.turn] > outcome.rounds:
            outcome.rounds = turns[g.turn]
            best = _leader(g)
            outcome.leads += leader not in (-1, best)
            leader = best
            if outcome.rounds >= rounds_most:
                outcome.ended = False
                break
        if not outcome.first_out and any(g.out):
            outcome.first_out = outcome.rounds
    if any(g.out) and not outcome.first_out:
        outcome.first_out = outcome.rounds
    best = ranking(g)[0]
    outcome.winners = g.winners if g.over else 1 << best
    outcome.cash = g.cash[best]
    if -sum(g.cash[:BANK]) - g.cash[BANK + 1] != g.cash[BANK]:
        raise EndlessTurnError(f"seed {seed}: money was lost")
    return outcome


def _leader(g: Game) -> int:
    """Who is worth most: cash, deeds (half if mortgaged), buildings."""
    totals = g.cash[: g.players]
    price, house = g.board.price, g.board.house_cost
    for deed in range(DEEDS):
        owner = g.owner[deed]
        if owner != BANK:
            totals[owner] += price[deed] >> bool(g.mortgaged[deed])
            if g.level[deed]:
                totals[owner] += g.level[deed] * house[deed]
    return totals.index(max(totals))
