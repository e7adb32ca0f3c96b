"""Who would win from here: many ends of one position, played by each profile.

Nobody at the table knows the order of the cards or the dice to come. So each end has decks that are shuffled
again (what is on top and the passes that somebody keeps apart) and its own rolls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from banker.core.game_rules import Rules
from banker.core.state import Game

from .compare import OPEN, Estimate, mean, share, share_of
from .play_out import ROUNDS_MOST, play_out
from .profiles import SAMPLED
from .sampling import LabError

GAMES = 400
REPORT_GAMES = 60  # of each profile: a few seconds
_IN_TASK = 20
_KINDS = {1: "one kind", 2: "two kinds", 3: "three kinds"}
_KINDS_DE = {1: "einer Art", 2: "zwei Arten", 3: "drei Arten"}


End = tuple[int, int, int]  # mask of winners, rounds, 1 if it ended


@dataclass(frozen=True)
class OddsTask:
    """So many ends of a position by one profile. The game goes along: it is small and can be pickled."""

    game: Game
    profile: str
    first: int
    games: int


@dataclass(frozen=True)
class Odds:
    """By profile and for all together: the chance of each player, and how many rounds are left."""

    games: int  # of each profile
    players: int
    chances: list[Estimate]
    lead: Estimate  # of the first before the second, end by end
    by_profile: dict[str, list[Estimate]]
    rounds: Estimate
    endless: float

    def as_dict(self) -> dict[str, Any]:
        """Estimates as [value, low, high], players by seat."""
        return {
            "games": self.games,
            "chances": [chance.rounded(4) for chance in self.chances],
            "lead": self.lead.rounded(4),
            "by_profile": {
                name: [chance.rounded(4) for chance in chances] for name, chances in self.by_profile.items()
            },
            "rounds": self.rounds.rounded(2),
            "endless": round(self.endless, 4),
        }


def prepare(game: Game) -> Game:
    """The position as the lab plays it; LabError if it cannot."""
    if game.over:
        raise LabError("this game is over")
    if game.rules.mode == "banker":
        raise LabError("in this game the box only banks, so it does not know where the tokens are")

    rules = Rules()
    for name in Rules.__annotations__:  # rules that were changed in play, too
        setattr(rules, name, getattr(game.rules, name))
    if "time" in rules.ends:
        rules.time_limit_min = 0  # nobody knows how much of the evening is left: it is played to the end
    return Game(game.board, rules, game.players, game)


def run_odds_task(task: OddsTask) -> list[End]:
    """(mask of winners, rounds, 1 if it ended) of each end. Pure."""
    ends = []
    for seed in range(task.first, task.first + task.games):
        game = Game(task.game.board, task.game.rules, task.game.players, task.game)
        random = Random(seed)
        game.decks = [random.sample(deck, len(deck)) for deck in game.decks]
        outcome = play_out(game, [task.profile] * game.players, seed)
        ends.append((outcome.winners, outcome.rounds, int(outcome.ended)))
    return ends


def tasks_of(game: Game, games: int, profiles: Sequence[str] = SAMPLED) -> Iterator[OddsTask]:
    for profile in profiles:
        for first in range(1, games + 1, _IN_TASK):
            yield OddsTask(game, profile, first, min(_IN_TASK, games + 1 - first))


def gather(game: Game, ends: dict[str, list[End]]) -> Odds:
    """The odds out of all ends, by profile. Profiles count alike, and their spread is shown beside it."""
    by_profile = {
        profile: [
            share(sum([_won(winners, player) for winners, _, _ in rows]), len(rows))
            for player in range(game.players)
        ]
        for profile, rows in ends.items()
    }
    everything = [row for rows in ends.values() for row in rows]
    seeds = list(zip(*ends.values(), strict=True))  # ends of one seed share their rolls
    parts = [
        [sum([_won(row[0], player) for row in rows]) / len(rows) for rows in seeds]
        for player in range(game.players)
    ]
    chances = [share_of(won) for won in parts]
    first, second = sorted(parts, key=lambda won: -sum(won))[:2]
    return Odds(
        len(seeds),
        game.players,
        chances,
        mean([one - two for one, two in zip(first, second, strict=True)]),
        by_profile,
        mean([rounds for _, rounds, _ in everything]),
        1 - sum([ended for _, _, ended in everything]) / len(everything),
    )


def _won(winners: int, player: int) -> float:
    return (winners >> player & 1) / bin(winners).count("1")


def find_odds(game: Game, games: int = GAMES, profiles: Sequence[str] = SAMPLED) -> Odds:
    """The odds of a position, in this process."""
    position = prepare(game)
    ends: dict[str, list[End]] = {profile: [] for profile in profiles}
    for task in tasks_of(position, games, profiles):
        ends[task.profile] += run_odds_task(task)
    return gather(position, ends)


def odds_sentences(odds: Odds, names: Sequence[str], language: str = "en") -> list[str]:
    """Who would have won, as sentences."""
    order = sorted(range(odds.players), key=lambda player: (-odds.chances[player].value, player))
    is_german = language == "de"
    is_settled = odds.lead.is_clear
    said = [(names[player], f"{100 * odds.chances[player].value:.0f}") for player in order]
    chance = odds.chances[order[0]].times(100)
    lead = odds.lead.times(100)
    rest = ", ".join([f"{name} {part}" for name, part in said[1 if is_settled else 2 :]])
    no_end = odds.endless >= OPEN
    ends, rounds = odds.games * len(odds.by_profile), f"{odds.rounds.value:.0f}"
    if is_german:
        if is_settled:
            first = (
                f"{said[0][0]} hätte am ehesten gewonnen: in {said[0][1]} von 100 simulierten "
                f"Fortsetzungen (95 %: {chance.low:.0f} bis {chance.high:.0f})."
            )
        else:
            first = (
                f"Es war offen: {said[0][0]} gewinnt {said[0][1]} von 100 simulierten Fortsetzungen, "
                f"{said[1][0]} {said[1][1]} (95 % des Unterschieds: {lead.low:+.0f} bis {lead.high:+.0f})."
            )
        second = f"Die anderen: {rest}."
        third = f"Es hätte noch {'mindestens' if no_end else 'etwa'} {rounds} Runden gedauert."
        many = (
            f"{100 * odds.endless:.0f} % waren nach {ROUNDS_MOST} Runden nicht zu Ende; dort zählt, wer am "
            "reichsten ist, als Sieger."
        )
        kinds = _KINDS_DE.get(len(odds.by_profile), f"{len(odds.by_profile)} Arten")
        last = f"{ends} Fortsetzungen, von {kinds} simulierter Spieler."
    else:
        if is_settled:
            first = (
                f"{said[0][0]} would most likely have won: in {said[0][1]} of 100 simulated ends "
                f"(95 %: {chance.low:.0f} to {chance.high:.0f})."
            )
        else:
            first = (
                f"It was open: {said[0][0]} wins {said[0][1]} of 100 simulated ends, {said[1][0]} "
                f"{said[1][1]} (95 % of the difference: {lead.low:+.0f} to {lead.high:+.0f})."
            )
        second = f"The others: {rest}."
        third = f"It would have taken {'at least' if no_end else 'about'} {rounds} more rounds."
        part = f"{100 * odds.endless:.0f} %"
        many = f"{part} did not end within {ROUNDS_MOST} rounds; the richest counts as winner."
        kinds = _KINDS.get(len(odds.by_profile), f"{len(odds.by_profile)} kinds")
        last = f"{ends} ends, played by {kinds} of simulated players."
    return [first, *[second] * bool(rest), third, *[many] * no_end, last]
