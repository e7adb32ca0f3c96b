"""The rules: how fast they are here, and how small a game is."""

from __future__ import annotations

import time

from banker.core.packing import pack
from deedbox import editions

from . import HIGHER, LOWER, Aim, Measured
from .games import muddle, play

PLAYERS_MOST = 8
_ROOM = 232 - 14  # a page's payload less the head of a step: beyond, a command takes a second page
AIMS = [
    # ahead of the best figure measured of another Python simulator: 76 (300 are claimed)
    Aim("engine.games_per_second", "1/s", 76, HIGHER),
    Aim("engine.packed_state_bytes_worst", "B", _ROOM, LOWER),
]
_LONG_S = 4.0


def measure(target: str) -> dict[str, Measured]:
    games = steps = 0
    began = time.perf_counter()
    while (took_s := time.perf_counter() - began) < _LONG_S:
        games += 1
        steps += sum(1 for _ in play("classic", 4, games))
    speed = Measured(
        round(games / took_s, 2),
        f"measured: {games} games of 4 sensible players, {steps // games} commands each, CPython, one core",
    )
    worst, where = worst_state()
    size = Measured(
        worst, f"counted: the largest that a fool reaches with {PLAYERS_MOST} players in any edition: {where}"
    )
    return {"engine.games_per_second": speed, "engine.packed_state_bytes_worst": size}


def worst_state() -> tuple[int, str]:
    buffer = bytearray(4096)
    worst, where = 0, ""
    for edition in editions.IDS:
        players = min(PLAYERS_MOST, editions.rules(edition).get("players_max", PLAYERS_MOST))
        for seed in range(1, 4):
            for number, game in enumerate(muddle(edition, players, seed, 1000), 1):
                size = pack(game, buffer)
                if size > worst:
                    worst, where = size, f"{edition}, seed {seed}, command {number}"
    return worst, where
