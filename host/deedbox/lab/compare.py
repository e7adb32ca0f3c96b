"""House rules against the printed ones: means, shares and paired differences, each with its 95 % interval.

Both sides are played with the same seeds: the same rolls, seat by seat, and the same shuffled decks. So pairs
are compared, and luck that both have in common drops out. Where several profiles play the same seeds, their
games are no independent games: what counts as one observation is the mean of a seed over the profiles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from .play_out import ROUNDS_MOST
from .sampling import CASH, ENDED, FIRST_OUT, LEADS, ROUNDS, SECONDS, SEED, WINNERS, Row

Z = 1.96  # 95 % of a normal distribution
# Many rules are looked at, and all are compared with the same games by the printed rules. So a difference is
# clear only if 0 is outside an interval so many times as wide: 99.8 %, one in twenty for all together.
WIDER = 1.6
OPEN = 0.01  # if so many games of a side do not end, its length is only known to be more
_DIGITS = 4  # in files


@dataclass(frozen=True)
class Estimate:
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Of a difference: is 0 outside the interval, and outside one that is WIDER?"""
        low = self.value - WIDER * (self.value - self.low)
        return low > 0 or self.value + WIDER * (self.high - self.value) < 0

    def times(self, factor: float) -> Estimate:
        return Estimate(self.value * factor, self.low * factor, self.high * factor)

    def rounded(self, digits: int) -> list[float]:
        return [round(self.value, digits), round(self.low, digits), round(self.high, digits)]


def mean(values: Sequence[float]) -> Estimate:
    count = len(values)
    middle = sum(values) / count
    spread = sum((value - middle) ** 2 for value in values) / (count - 1) if count > 1 else 0.0
    half = Z * sqrt(spread / count)
    return Estimate(middle, middle - half, middle + half)


def share(successes: float, count: float) -> Estimate:
    """By Wilson, so that 0 and all of them have an honest interval."""
    part = successes / count
    scale = 1 + Z * Z / count
    middle = (part + Z * Z / (2 * count)) / scale
    half = Z * sqrt(part * (1 - part) / count + Z * Z / (4 * count * count)) / scale
    return Estimate(part, min(part, max(0.0, middle - half)), max(part, min(1.0, middle + half)))


def share_of(values: Sequence[float]) -> Estimate:
    """Wilson's interval of a mean of parts from 0 to 1, one for each seed.

    A seed that several profiles played says more than one game: then as many games as its spread is worth.
    """
    count = len(values)
    middle = sum(values) / count
    spread = sum((value - middle) ** 2 for value in values) / (count - 1) if count > 1 else 0.0
    worth = max(count, middle * (1 - middle) * count / spread) if spread else count
    return share(middle * worth, worth)


Measure = Callable[[Row], float]
# What is measured in each game. `watching` is the part of it that the first who goes out can only watch;
# 0 where nobody goes out.
MEASURES: dict[str, Measure] = {
    "rounds": lambda row: row[ROUNDS],
    "minutes": lambda row: row[SECONDS] / 60,
    "leads": lambda row: row[LEADS],
    "watching": lambda row: 1 - row[FIRST_OUT] / row[ROUNDS] if row[FIRST_OUT] and row[ROUNDS] else 0.0,
    "cash": lambda row: row[CASH],
    "endless": lambda row: 1.0 - row[ENDED],
}
_SHARES = ("endless",)  # measures that are 0 or 1


def better_share(row: Row, players: int) -> float:
    """How much of this game the better player has won; his seat goes round with the seed."""
    return _share_of_seat(row, row[SEED] % players)


def _share_of_seat(row: Row, seat: int) -> float:
    return (row[WINNERS] >> seat & 1) / bin(row[WINNERS]).count("1")


def seat_shares(tables: Sequence[Sequence[Row]], players: int) -> list[Estimate]:
    """How often each seat wins, the one who begins first; the tables have the same seeds."""
    return [
        share_of(_means_of_seeds(tables, lambda row, seat=seat: _share_of_seat(row, seat)))  # type: ignore[misc]
        for seat in range(players)
    ]


def _means_of_seeds(tables: Sequence[Sequence[Row]], measure: Measure) -> list[float]:
    """For each seed the mean over the tables."""
    return [sum(map(measure, rows)) / len(rows) for rows in zip(*tables, strict=True)]


@dataclass(frozen=True)
class Difference:
    """What a measure is by both sets of rules, and what lies between them, pair by pair."""

    before: Estimate
    after: Estimate
    change: Estimate
    saved: float  # so many times the games would be needed without pairs; 0 if no pair differs from another

    def times(self, factor: float) -> Difference:
        return Difference(
            self.before.times(factor), self.after.times(factor), self.change.times(factor), self.saved
        )

    def as_dict(self) -> dict[str, Any]:
        """Each as [value, low, high]."""
        return {
            "before": self.before.rounded(_DIGITS),
            "after": self.after.rounded(_DIGITS),
            "change": self.change.rounded(_DIGITS),
            "saved": round(self.saved, 2),
        }

    @property
    def percent(self) -> Estimate:
        return self.change.times(100 / self.before.value) if self.before.value else self.change


def difference(before: Sequence[float], after: Sequence[float]) -> Difference:
    """Of two lists in the order of the same seeds."""
    change = mean([b - a for a, b in zip(before, after, strict=True)])
    one, two = mean(before), mean(after)
    alone = (one.high - one.value) ** 2 + (two.high - two.value) ** 2
    paired = (change.high - change.value) ** 2
    return Difference(one, two, change, alone / paired if paired else 0.0)


def share_difference(before: Sequence[float], after: Sequence[float]) -> Difference:
    """Of two lists of parts from 0 to 1. If no pair differs, as many might as Wilson gives for 0 of them."""
    found = difference(before, after)
    change = found.change
    if list(before) == list(after):
        most = share(0, len(before)).high
        change = Estimate(0.0, -most, most)
    return Difference(share_of(before), share_of(after), change, found.saved)


def measured(rows: Sequence[Row], name: str) -> list[float]:
    return [MEASURES[name](row) for row in rows]


def compare(before: Sequence[Sequence[Row]], after: Sequence[Sequence[Row]]) -> dict[str, Difference]:
    """All measures of both sides, each with a table of games for each profile; all have the same seeds."""
    if len({tuple(row[SEED] for row in rows) for rows in (*before, *after)}) != 1:
        raise ValueError("games of different seeds cannot be compared")
    return {
        name: (share_difference if name in _SHARES else difference)(
            _means_of_seeds(before, measure), _means_of_seeds(after, measure)
        )
        for name, measure in MEASURES.items()
    }


def _amount(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 10 else f"{value:.1f}"


def is_open(endless: Estimate) -> bool:
    """So many games of this side do not end that its length is only known to be more."""
    return endless.value >= OPEN


def at_least(value: float, open_end: bool) -> str:
    return f"at least {_amount(value)}" if open_end else _amount(value)


def length_sentence(differences: dict[str, Difference]) -> str:
    """What the rules do to the length of a game, as a family would say it, with the interval."""
    endless = differences["endless"]
    if is_open(endless.before) or is_open(endless.after):
        return f"{_open_length(differences)} {endless_sentence(endless)}"
    rounds, minutes = differences["rounds"], differences["minutes"]
    percent = rounds.percent
    if not rounds.change.is_clear and not minutes.change.is_clear:
        return (
            f"These games showed no clear difference in length: {_amount(rounds.after.value)} rounds instead "
            f"of {_amount(rounds.before.value)} "
            f"(95 % of the difference: {_signed(rounds.change.low)} to {_signed(rounds.change.high)})."
        )
    if not rounds.change.is_clear:
        word = "longer" if minutes.change.value > 0 else "less"
        if rounds.change.low == rounds.change.high == 0:
            begin = "Your game takes as many rounds, but"
        else:
            ends = f"{_signed(rounds.change.low)} to {_signed(rounds.change.high)}"
            begin = f"Your game shows no clear difference in rounds (95 %: {ends}), but takes"
        return (
            f"{begin} about {_amount(abs(minutes.change.value))} minutes {word}: "
            f"{_amount(minutes.after.value)} instead of {_amount(minutes.before.value)} "
            f"(95 % of the difference: {_signed(minutes.change.low)} to {_signed(minutes.change.high)})."
        )
    word = "longer" if rounds.change.value > 0 else "less"
    return (
        f"Your game takes about {abs(percent.value):.0f} % {word}: {_amount(rounds.after.value)} rounds "
        f"instead of {_amount(rounds.before.value)} "
        f"(95 % of the difference: {_signed(rounds.change.low)} to {_signed(rounds.change.high)}), "
        f"about {_amount(minutes.after.value)} minutes instead of {_amount(minutes.before.value)}."
    )


def _open_length(differences: dict[str, Difference]) -> str:
    """Where games do not end: what is still sure. A mean that was cut off is a lower end, and no more."""
    rounds, minutes, endless = (differences[name] for name in ("rounds", "minutes", "endless"))
    before, after = is_open(endless.before), is_open(endless.after)
    change = rounds.change
    sizes = (
        f"{at_least(rounds.after.value, after)} rounds instead of {at_least(rounds.before.value, before)}",
        f"{at_least(minutes.after.value, after)} minutes instead of {at_least(minutes.before.value, before)}",
    )
    if before and after:
        return f"Your game takes {sizes[0]}, {sizes[1]}; the difference is unknown."
    end = f"at least {_signed(change.low)}" if after else f"at most {_signed(change.high)}"
    percent = f"at least {abs(rounds.percent.value):.0f} % {'longer' if after else 'less'}: "
    is_sure = change.is_clear and (change.value > 0) == after
    return (
        f"Your game takes {percent if is_sure else ''}{sizes[0]} (95 % of the difference: {end}), {sizes[1]}."
    )


def _signed(value: float) -> str:
    return f"{'+' if value > 0 else '-' if value < 0 else ''}{_amount(abs(value))}"


def endless_sentence(difference: Difference) -> str:
    """About games that do not end; empty if there are hardly any."""
    if not is_open(difference.before) and not is_open(difference.after):
        return ""
    return (
        f"{100 * difference.after.value:.0f} % of the games are not over after {ROUNDS_MOST} rounds "
        f"(by the printed rules {100 * difference.before.value:.0f} %); they count as {ROUNDS_MOST}, so the "
        "true length is more."
    )


def watching_sentence(difference: Difference, endless: Difference) -> str:
    """About the first who goes out; empty if nothing changes clearly, or if games do not end."""
    if is_open(endless.before) or is_open(endless.after):
        return ""
    if not difference.change.is_clear or abs(difference.change.value) < 0.03:
        return ""
    return (
        f"The first player who is out watches {100 * difference.after.value:.0f} % of the game "
        f"(by the printed rules {100 * difference.before.value:.0f} %), counting 0 where nobody goes out."
    )


def short_effect(minutes: Difference, endless: Difference, language: str = "en") -> str:
    """For a set-up dialog: a few words about the minutes, with the interval."""
    change = minutes.change
    if is_open(endless.before) or is_open(endless.after):
        return _open_effect(change, endless, language)
    amount = _amount(abs(change.value))
    ends = sorted((abs(change.low), abs(change.high)))
    low, high = _amount(ends[0]), _amount(ends[1])
    if language == "de":
        if not change.is_clear:
            ends_of = f"{_signed(change.low)} bis {_signed(change.high)}"
            return f"kein deutlicher Einfluss auf die Dauer (95 %: {ends_of} min)"
        word = "länger" if change.value > 0 else "kürzer"
        return f"etwa {amount} Minuten {word} (95 %: {low} bis {high})"
    if not change.is_clear:
        return f"no clear effect on the length (95 %: {_signed(change.low)} to {_signed(change.high)} min)"
    word = "longer" if change.value > 0 else "shorter"
    return f"about {amount} minutes {word} (95 %: {low} to {high})"


def _open_effect(change: Estimate, endless: Difference, language: str) -> str:
    before, after = is_open(endless.before), is_open(endless.after)
    parts = f"{100 * endless.after.value:.0f}", f"{100 * endless.before.value:.0f}"
    if language == "de":
        many = f"{parts[0]} % der Spiele enden nicht (sonst {parts[1]} %)"
    else:
        many = f"{parts[0]} % of the games do not end (by the printed rules {parts[1]} %)"
    if before and after:
        return f"Einfluss auf die Dauer unbekannt: {many}" if language == "de" else f"unknown effect: {many}"
    if not change.is_clear or (change.value > 0) != after:
        end = _signed(change.low if after else change.high)
        if language == "de":
            word = "mehr" if after else "weniger"
            return f"kein deutlicher Einfluss auf die Dauer (95 %: {end} min oder {word}); {many}"
        return f"no clear effect on the length (95 %: {end} min or {'more' if after else 'less'}); {many}"
    amount, low = _amount(abs(change.value)), _amount(min(abs(change.low), abs(change.high)))
    if language == "de":
        word = "länger" if after else "kürzer"
        return f"mindestens {amount} Minuten {word} (95 %: {low} oder mehr); {many}"
    word = "longer" if after else "shorter"
    return f"at least {amount} minutes {word} (95 %: {low} or more); {many}"
