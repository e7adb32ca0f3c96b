"""Many games at once: what a task is, what comes out of it, and who does it.

A task is small and pure: a table of players, house rules and a range of seeds go in, a row of whole numbers
for each game comes out. So it does not matter where it runs or in which order: the result is the same bit by
bit. Seeds are shared by all house rules, so games of one seed are compared in pairs.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from banker.core.game_rules import Rules
from banker.core.refusal import Refused
from banker.core.setup.house_rules import HouseRuleError
from banker.core.setup.new_game import rules_of
from banker.core.setup.opening import opening
from deedbox import editions

from .lab_error import LabError as LabError
from .play_out import ROUNDS_MOST, play_out
from .profiles import find_profile

GAMES_IN_TASK = 20
COLUMNS = ("seed", "rounds", "turns", "seconds", "ended", "winners", "leads", "first_out", "cash")
SEED, ROUNDS, TURNS, SECONDS, ENDED, WINNERS, LEADS, FIRST_OUT, CASH = range(len(COLUMNS))

Row = tuple[int, ...]  # COLUMNS


@dataclass(frozen=True)
class Table:
    """Who plays what. `rules` is JSON with sorted keys, so that a table can be compared and be a key."""

    edition: str
    players: int
    profile: str  # of every seat; with `better`, of all but one
    rules: str = "{}"
    better: str = ""  # the profile of one seat, which goes round with the seed

    def profiles(self, seed: int) -> list[str]:
        seats = [self.profile] * self.players
        if self.better:
            seats[seed % self.players] = self.better
        return seats


@dataclass(frozen=True)
class Task:
    """Games of one table with the seeds `first` to `first + games - 1`."""

    table: Table
    first: int
    games: int
    rounds_most: int = ROUNDS_MOST


def rules_text(rules: dict[str, Any]) -> str:
    return json.dumps(rules, sort_keys=True, separators=(",", ":"))


@lru_cache(maxsize=64)
def _rules(edition: str, players: int, text: str) -> Rules:
    # The dice are rolled on the table, the cards are drawn from the deck that the box has shuffled.
    choices = {**json.loads(text), "dice_source": "keyed", "deck_source": "device"}
    return rules_of(editions.load_board(edition), editions.edition_rules(edition), choices, players)


def check_table(table: Table) -> None:
    """LabError if nobody can play this."""
    find_profile(table.profile)
    if table.better:
        find_profile(table.better)
    try:
        rules = _rules(table.edition, table.players, table.rules)
    except HouseRuleError as error:
        raise LabError(str(error)) from None
    except Refused as refusal:
        raise LabError(f"{table.players} players, {table.edition}: {refusal}") from None
    if rules.mode == "banker":
        raise LabError("mode = banker: the lab plays games in which the box is the referee")


def run_task(task: Task) -> list[Row]:
    """Play the games of a task. Pure: the same task gives the same rows everywhere."""
    table = task.table
    board = editions.load_board(table.edition)
    rules = _rules(table.edition, table.players, table.rules)
    rows: list[Row] = []
    for seed in range(task.first, task.first + task.games):
        game = opening(board, rules, table.players, seed)
        outcome = play_out(game, table.profiles(seed), seed, task.rounds_most)
        rows.append(
            (
                seed,
                outcome.rounds,
                outcome.turns,
                round(outcome.seconds),
                int(outcome.ended),
                outcome.winners,
                outcome.leads,
                outcome.first_out,
                outcome.cash,
            )
        )
    return rows


def split(tables: Sequence[Table], games: int, first: int = 1) -> Iterator[Task]:
    """Tasks for so many games of every table; all tables get a range of seeds before the next begins."""
    for start in range(first, first + games, GAMES_IN_TASK):
        for table in tables:
            yield Task(table, start, min(GAMES_IN_TASK, first + games - start))


@cache
def fingerprint() -> str:
    """Changes with the rules, the boards and the players: results of different ones cannot be mixed."""
    import banker.core

    lab = Path(__file__).parent
    files = sorted(Path(banker.core.__file__).parent.rglob("*.py"))
    files += [lab / name for name in ("deed_worth.py", "legal.py", "play_out.py", "profile_player.py")]
    files += [lab / "profiles.toml", *sorted(Path(editions.__file__).parent.rglob("*.toml"))]
    total = hashlib.sha256()
    for file in files:
        total.update(file.name.encode() + file.read_bytes())
    return total.hexdigest()[:16]


class ResultFile:
    """Rows of games in a CSV file: what is there is not played again. A torn last line does not count."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: dict[Table, dict[int, Row]] = {}
        head = [fingerprint(), ",".join(("edition", "players", "profile", "better", *COLUMNS, "rules"))]
        begin = "\n".join([*head, ""]).encode()
        data = path.read_bytes() if path.exists() else b""
        if len(data) < len(begin) and begin.startswith(data):  # new, empty, or torn before the first game
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(begin)
            return
        if not data.startswith(begin):
            raise LabError(f"{path}: these are no results of the rules and players of this version")
        end = data.rfind(b"\n") + 1
        for line in data[len(begin) : end].decode("utf-8", "replace").splitlines():
            self._read_line(line)
        if end < len(data):
            with path.open("r+b") as file:
                file.truncate(end)

    def _read_line(self, line: str) -> None:
        """One game; a line that is no whole one is skipped, so its game is played again."""
        fields = line.split(",", 4 + len(COLUMNS))
        if len(fields) != 5 + len(COLUMNS) or not fields[-1].startswith('"') or not fields[-1].endswith('"'):
            return
        edition, players, profile, better, *numbers, rules = fields
        try:
            row = tuple(map(int, numbers))
            table = Table(edition, int(players), profile, rules[1:-1].replace('""', '"'), better)
        except ValueError:
            return
        self.rows.setdefault(table, {})[row[SEED]] = row

    def has(self, task: Task) -> bool:
        seeds = self.rows.get(task.table, {})
        return all(seed in seeds for seed in range(task.first, task.first + task.games))

    def add(self, task: Task, rows: list[Row]) -> None:
        table = task.table
        text = table.rules.replace('"', '""')
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(
                "".join(
                    [
                        f"{table.edition},{table.players},{table.profile},{table.better},"
                        f'{",".join(map(str, row))},"{text}"\n'
                        for row in rows
                    ]
                )
            )
        self.rows.setdefault(table, {}).update({row[SEED]: row for row in rows})
