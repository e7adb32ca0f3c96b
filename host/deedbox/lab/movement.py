"""How one token moves, exactly: a Markov chain out of the rules themselves, by enumeration.

Every roll and every card from every situation is decided once by `decide()`. There are no random numbers, and
no second copy of the rules. A situation is where a player is before a roll: a space and the doubles so far,
or in jail and the tries in vain so far.

Where a token goes does not depend on who owns what. So nobody owns or buys anything, unless it is asked what
the deeds earn: then another player owns all of them, and the box asks for the rent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from banker.core.board import CARDS, JAIL_SPACE, SPACE_OF, SPACES, STREETS, Board
from banker.core.commands import decide
from banker.core.events import (
    JAILED,
    MOVED,
    MOVED_PLAYER,
    MOVED_SPACE,
    PAID,
    PAID_AMOUNT,
    PAID_FROM,
    PAID_WHY,
    RENT_PAID,
)
from banker.core.ids import DEED_IDS
from banker.core.setup.new_game import new_game
from banker.core.setup.position import given
from banker.core.state import EXTRA, Game, phase
from banker.core.types import Command, RuleChoices
from deedbox import editions

HOTEL = 5  # buildings
IN_JAIL = SPACES  # the place after the last space, in every list
PLACES = SPACES + 1
_NAMES = ["mover", "other"]
_MOVER = 0
_CASH = 30_000  # enough for every tax and card

Situation = tuple[int, int]  # (space or IN_JAIL, doubles or tries)


class TruthError(Exception):
    """These rules leave the movement to something other than dice and cards; the text says to what."""


@dataclass
class Roll:
    """What can come of a roll in one situation."""

    next: dict[Situation, float] = field(default_factory=lambda: defaultdict(float))
    ends_turn: dict[int, float] = field(default_factory=lambda: defaultdict(float))  # by place
    touched: dict[int, float] = field(default_factory=lambda: defaultdict(float))  # by place, expected visits
    rent: dict[int, float] = field(default_factory=lambda: defaultdict(float))  # by space, expected payment


class Chain:
    """The situations that play leads to from GO, and what a roll does in each."""

    def __init__(
        self, edition: str, rules: RuleChoices, jail_first: str | None, buildings: int | None = None
    ) -> None:
        """`jail_first` is what a player in jail does before rolling: "fine", or nothing.

        With `buildings` the other player owns all deeds, and has so many houses on each street (5: a hotel).
        """
        self.commands = 0
        self._jail_first = jail_first
        # Somebody who does not buy a deed must not start an auction, and dice and cards are chosen here.
        choices = {"auction_mode": "never", **rules, "dice_source": "keyed", "deck_source": "key"}
        self._deeds: dict[str, object] = {}
        if buildings is not None:
            choices |= {"rent_claim": "auto", "houses_total": -1, "hotels_total": -1}
            self._deeds = {deed: _deed(number, buildings) for number, deed in enumerate(DEED_IDS)}
        self._start = new_game(
            editions.load_board(edition), editions.edition_rules(edition), choices, len(_NAMES), 1
        )
        self.rolls: dict[Situation, Roll] = {}
        waiting = [(0, 0)]
        while waiting:
            situation = waiting.pop()
            if situation not in self.rolls:
                self.rolls[situation] = roll = self._roll(situation)
                waiting += roll.next

    def _roll(self, situation: Situation) -> Roll:
        roll = Roll()
        before = self._place(situation)
        for first in range(1, 7):
            for second in range(1, 7):
                after = self._decide(before, {"do": "roll", "dice": (first, second)})
                self._follow(after, 1 / 36, [], roll)
        return roll

    def _place(self, situation: Situation) -> Game:
        place, count = situation
        mover: dict[str, object] = {"cash": _CASH}
        if place == IN_JAIL:
            mover |= {"in_jail": True, "jail_tries": count}
        else:
            mover["space"] = place
        game = self._start.copy()
        doubles = 0 if place == IN_JAIL else count
        position = {"turn": "mover", "doubles": doubles, "players": {"mover": mover}, "deeds": self._deeds}
        given(game, _NAMES, position)
        if place == IN_JAIL and self._jail_first:
            game = self._decide(game, {"do": self._jail_first})
        return game

    def _decide(self, game: Game, command: Command) -> Game:
        self.commands += 1
        return decide(game, command)

    def _follow(self, game: Game, probability: float, touched: list[int], roll: Roll) -> None:
        """Answer what the rules ask, for each card that may come, until the next roll of this player."""
        touched = touched + _touched_in(game)
        _add_rent(game, probability, touched, roll)
        waits_for = phase(game)
        if game.turn == _MOVER and waits_for != "roll":
            for command, share in self._answers(game, waits_for):
                after = self._decide(game, command)
                self._follow(after, probability * share, touched, roll)
            return
        in_jail = game.jailed[_MOVER]
        place = IN_JAIL if in_jail else game.space[_MOVER]
        turn_over = game.turn != _MOVER
        count = game.tries[_MOVER] if in_jail else 0 if turn_over else game.doubles
        roll.next[place, count] += probability
        if turn_over:
            roll.ends_turn[place] += probability
        for stop in touched or [place]:  # a try in vain touches the jail once more
            roll.touched[stop] += probability

    def _answers(self, game: Game, waits_for: str) -> Iterator[tuple[Command, float]]:
        """(command, its probability)."""
        if waits_for == "card":
            deck = game.tasks[0][EXTRA]
            for card in range(CARDS):
                yield {"do": "card", "card": deck * CARDS + card}, 1 / CARDS
        elif waits_for == "throw":
            for first in range(1, 7):
                for second in range(1, 7):
                    yield {"do": "throw", "dice": (first, second)}, 1 / 36
        elif waits_for in _ONE_ANSWER:
            yield _ONE_ANSWER[waits_for], 1
        else:
            raise TruthError(f"the box waits for {waits_for!r} here, which no dice and no card decide")


_ONE_ANSWER: dict[str, Command] = {
    "buy": {"do": "decline"},
    "tax": {"do": "tax", "choose": "flat"},
    "end": {"do": "end"},
}


def _deed(number: int, buildings: int) -> dict[str, object]:
    deed: dict[str, object] = {"owner": "other"}
    if number < STREETS and buildings:
        deed |= {"hotel": True} if buildings == HOTEL else {"houses": buildings}
    return deed


def _add_rent(game: Game, probability: float, touched: list[int], roll: Roll) -> None:
    """What the last command has made the player pay to the owner of where the token is."""
    for event in game.events:
        if event[0] == PAID and event[PAID_WHY] == RENT_PAID and event[PAID_FROM] == _MOVER:
            roll.rent[touched[-1]] += probability * event[PAID_AMOUNT]


def _touched_in(game: Game) -> list[int]:
    """Where the last command has put the token, one place after the other."""
    places = []
    for event in game.events:
        if event[0] == MOVED and event[MOVED_PLAYER] == _MOVER:
            places.append(event[MOVED_SPACE])
        elif event[0] == JAILED:
            places.append(IN_JAIL)
    return _without_the_way_to_jail(places)


def _without_the_way_to_jail(places: list[int]) -> list[int]:
    """To be jailed is one event for the rule and one for the token: together they are one place."""
    out = []
    for at, place in enumerate(places):
        if place == JAIL_SPACE and IN_JAIL in (places[at - 1] if at else -1, *places[at + 1 : at + 2]):
            continue
        out.append(place)
    return out


@dataclass
class Truth:
    """What the chain says in the long run. Lists have the 40 spaces and, last, in jail; they add up to 1."""

    per_roll: list[float]  # where a roll ends
    per_turn: list[float]  # where a turn ends
    touched: list[float]  # where the token stands for a moment, squares of cards and Go To Jail too
    visits: list[float]  # the same, per roll
    rolls_per_turn: float
    rolls_to_jail: float  # from GO until the first time in jail
    commands: int


def find_truth(edition: str = "classic", rules: RuleChoices | None = None, jail: str = "short") -> Truth:
    """`jail`: "short" pays the fine at once, "long" stays as long as the rules allow."""
    chain = Chain(edition, rules or {}, "fine" if jail == "short" else None)
    situations = sorted(chain.rolls)
    share = dict(zip(situations, _long_run(chain, situations), strict=True))
    per_roll, ends, visits = [0.0] * PLACES, [0.0] * PLACES, [0.0] * PLACES
    for situation, roll in chain.rolls.items():
        per_roll[situation[0]] += share[situation]
        for place, probability in roll.ends_turn.items():
            ends[place] += share[situation] * probability
        for place, count in roll.touched.items():
            visits[place] += share[situation] * count
    return Truth(
        per_roll,
        [value / sum(ends) for value in ends],
        [value / sum(visits) for value in visits],
        visits,
        1 / sum(ends),
        _rolls_until(chain, situations, lambda situation: situation[0] == IN_JAIL),
        chain.commands,
    )


def find_income(
    edition: str = "classic", rules: RuleChoices | None = None, jail: str = "short"
) -> list[list[float]]:
    """What each deed earns with every roll of one opponent, by space and by buildings (0 to 4, 5: a hotel).

    The owner has whole sets, all rails and all utilities.
    """
    income = [[0.0] * (HOTEL + 1) for _ in range(SPACES)]
    for buildings in range(HOTEL + 1):
        chain = Chain(edition, rules or {}, "fine" if jail == "short" else None, buildings)
        situations = sorted(chain.rolls)
        for situation, share in zip(situations, _long_run(chain, situations), strict=True):
            for space, rent in chain.rolls[situation].rent.items():
                income[space][buildings] += share * rent
    return income


def price_of(board: Board, place: int) -> int:
    """The price of the deed on this space; 0 if there is none."""
    return board.price[SPACE_OF.index(place)] if place in SPACE_OF else 0


def _long_run(chain: Chain, situations: list[Situation]) -> list[float]:
    """How often each situation comes: x = x P with a sum of 1."""
    number = {situation: at for at, situation in enumerate(situations)}
    size = len(situations)
    matrix = [[0.0] * size for _ in range(size)]
    for situation, roll in chain.rolls.items():
        for after, probability in roll.next.items():
            matrix[number[after]][number[situation]] += probability
    for at in range(size):
        matrix[at][at] -= 1
    matrix[-1] = [1.0] * size  # in place of one equation that the others imply
    return _solve(matrix, [0.0] * (size - 1) + [1.0])


def _rolls_until(chain: Chain, situations: list[Situation], is_there: Callable[[Situation], bool]) -> float:
    """The expected rolls from GO: t = 1 + P t in all other situations."""
    others = [situation for situation in situations if not is_there(situation)]
    number = {situation: at for at, situation in enumerate(others)}
    matrix = [[float(at == other) for other in range(len(others))] for at in range(len(others))]
    for situation, at in number.items():
        for after, probability in chain.rolls[situation].next.items():
            if after in number:
                matrix[at][number[after]] -= probability
    return _solve(matrix, [1.0] * len(others))[number[0, 0]]


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gaussian elimination with the largest pivot. A hundred equations need no library."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for at in range(size):
        best = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        pivot = rows[at]
        for row in rows[at + 1 :]:
            factor = row[at] / pivot[at]
            if factor:
                row[at:] = [value - factor * top for value, top in zip(row[at:], pivot[at:], strict=True)]
    answer = [0.0] * size
    for at in reversed(range(size)):
        known = sum(rows[at][other] * answer[other] for other in range(at + 1, size))
        answer[at] = (rows[at][size] - known) / rows[at][at]
    return answer
