"""Measures how many games the lab plays: on one core, on all, and beside another engine in the same run.

The other engine is gamescomputersplay/monopoly, if DEEDBOX_OTHER_ENGINE is the folder of a checkout. In its
games four players buy, build and trade as well; a game ends, too, when everybody has a lot of cash.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from deedbox.bench import HIGHER, Aim, Measurement
from deedbox.lab import running_game
from deedbox.lab.sampling import Table, Task, run_task
from deedbox.lab.workers import run_tasks

OTHER_ENGINE = "DEEDBOX_OTHER_ENGINE"
AIMS = [
    Aim("lab.games_per_second", "1/s", 40, HIGHER),
    Aim("lab.saved_by_no_copy", "times", 1.05, HIGHER),
    Aim("lab.times_on_all_cores", "times", 0.75 * (os.cpu_count() or 1), HIGHER),
    Aim("lab.times_as_fast_as_other", "times", 1, HIGHER),
]
_PROFILES = ("careful", "usual", "daring")
_GAMES = 20  # of each profile, in one turn
_TURNS = 3  # in turn, so that a busy moment affects both sides; the best one counts
_OTHER = """
import random, sys, time
sys.path.insert(0, ".")
from monopoly.core.game import monopoly_game
from monopoly.log_settings import LogSettings
LogSettings.init_logs()
seeds = random.Random(0)
began = time.process_time()
for number in range({games}):
    monopoly_game((number + 1, seeds.getrandbits(32)))
print(time.process_time() - began)
"""


def _tasks() -> list[Task]:
    return [Task(Table("classic", 4, profile), 0, _GAMES) for profile in _PROFILES]


def _play(tasks: list[Task]) -> int:
    return sum(len(run_task(task)) for task in tasks)


def _rate(games: Callable[[], int], clock: Callable[[], float] = time.process_time) -> float:
    began = clock()
    count = games()
    return count / (clock() - began)


def measure(target: str) -> dict[str, Measurement]:
    tasks = _tasks()
    _play([Task(task.table, 0, 1) for task in tasks])  # everything is loaded
    other = os.environ.get(OTHER_ENGINE, "")
    ours = copying = theirs = one = all_cores = 0.0
    for _ in range(_TURNS):
        ours = max(ours, _rate(lambda: _play(tasks)))
        copying = max(copying, _rate(lambda: _play_with_copies(tasks)))
        if other:
            theirs = max(theirs, _other_rate(Path(other)))
        one = max(one, _rate(lambda: _play_on(tasks, 1), time.perf_counter))
        all_cores = max(all_cores, _rate(lambda: _play_on(tasks, os.cpu_count() or 1), time.perf_counter))
    count = _GAMES * len(_PROFILES)
    results = {
        "lab.games_per_second": Measurement(
            round(ours, 1),
            f"measured: {count} games of 4 players, {_GAMES} of each profile, one core, CPU time",
        ),
        "lab.saved_by_no_copy": Measurement(
            round(ours / copying, 2),
            f"measured: games in place, {ours:.1f} a second, and with a trial copy, {copying:.1f}",
        ),
        "lab.times_on_all_cores": Measurement(
            round(all_cores / one, 2), f"measured: {os.cpu_count()} processes and one, on the wall"
        ),
        "lab.times_as_fast_as_other": Measurement(
            None, f"name the folder of a checkout of gamescomputersplay/monopoly in {OTHER_ENGINE}"
        ),
    }
    if other:
        how = f"measured: {ours:.1f} and {theirs:.1f} games a second, one core, CPU time, in turn"
        results["lab.times_as_fast_as_other"] = Measurement(round(ours / theirs, 2), how)
    return results


def _play_on(tasks: list[Task], processes: int) -> int:
    pieces = [Task(task.table, seed, 5) for task in tasks for seed in range(0, task.games, 5)]
    return sum(len(rows) for _, rows in run_tasks(run_task, pieces, processes))


def _play_with_copies(tasks: list[Task]) -> int:
    """The same games, with the copy of the game that the box makes for each command."""
    in_place = running_game.RunningGame.copy

    def copy_first(game: running_game.RunningGame) -> running_game.RunningGame:
        super(running_game.RunningGame, game).copy()
        return in_place(game)  # type: ignore[return-value]

    running_game.RunningGame.copy = copy_first  # type: ignore[method-assign, assignment]
    try:
        return _play(tasks)
    finally:
        running_game.RunningGame.copy = in_place  # type: ignore[method-assign]


def _other_rate(checkout: Path) -> float:
    """Games a second. It writes its logs beside itself, so it runs in a copy."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "other")
        shutil.copytree(checkout, copy, ignore=shutil.ignore_patterns(".git"))
        command = [sys.executable, "-c", _OTHER.format(games=_GAMES)]
        done = subprocess.run(command, cwd=copy, check=True, capture_output=True, text=True)
    return _GAMES / float(done.stdout.split()[-1])
