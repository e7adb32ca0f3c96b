"""Measures the rules: their speed on this machine, the depth of their calls, and the size of a game."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from types import FrameType
from typing import Any

from banker.core import lazy
from banker.core.board import Board
from banker.core.codec import command_bytes
from banker.core.codec.state_bytes import pack
from banker.core.commands import decide
from banker.core.refusal import Refused
from banker.core.state import Game
from deedbox import editions
from deedbox.bench import HIGHER, LOWER, Aim, Measurement
from deedbox.bench.games import play_game, play_muddle
from deedbox.build import firmware
from deedbox.build.unixport import UnixPort
from deedbox.lab.random_games import start_random_game
from deedbox.lab.random_player import Fool

SCRIPT = Path(__file__).with_name("device") / "rules.py"
PLAYERS_MOST = 8
_ROOM = 228 - 14  # a page without the head of a step; a larger game takes a second page
# The Pico's stack has room for 27 to 35 frames, of which a task may use 16. Six of them are flow_task,
# handle, _after, do and submit (app/box.py, keeper.py) and decide() itself.
FRAMES_MOST = 10
AIMS = [
    # The fastest other Python simulator that we measured plays 76 games (300 are claimed).
    Aim("engine.games_per_second", "1/s", 76, HIGHER),
    Aim("engine.micropython_commands_per_second", "1/s", 2000, HIGHER),
    Aim("engine.frames_below_decide", "frames", FRAMES_MOST, LOWER),
    Aim("engine.packed_state_bytes_worst", "B", _ROOM, LOWER),
]
_LONG_S = 4.0
_WALKS, _STEPS = 40, 100


def measure(target: str) -> dict[str, Measurement]:
    games = steps = 0
    began = time.process_time()
    while (took_s := time.process_time() - began) < _LONG_S:
        games += 1
        steps += sum(1 for _ in play_game("classic", 4, games))
    speed = Measurement(
        round(games / took_s, 2),
        f"measured: {games} games of 4 sensible players, {steps // games} commands each, CPython, CPU time",
    )
    commands, took_ms = _in_micropython()
    small = Measurement(
        round(commands * 1000 / took_ms), f"measured: {commands} accepted commands, MicroPython's unix port"
    )
    chain = deepest_chain(_WALKS, _STEPS)
    depth = Measurement(
        len(chain), f"counted: {_WALKS} games of a fool, {_STEPS} commands each: {' > '.join(chain)}"
    )
    worst, where = worst_state()
    size = Measurement(
        worst, f"counted: the largest that a fool reaches with {PLAYERS_MOST} players in any edition: {where}"
    )
    return {
        "engine.games_per_second": speed,
        "engine.micropython_commands_per_second": small,
        "engine.frames_below_decide": depth,
        "engine.packed_state_bytes_worst": size,
    }


def _in_micropython() -> tuple[int, int]:
    """How many commands were accepted, and the milliseconds that they took."""
    lines = [json.dumps({"edition": "classic", "names": ["ann", "bob", "cyd", "dan"], "seed": 1})]
    lines += [command_bytes.write(command).hex() for command, _ in play_game("classic", 4, 1)]
    with UnixPort("banker/") as port:
        for name, data in firmware.data_files().items():
            port.put(name, data)
        commands, took_ms = map(int, port.run(SCRIPT, "\n".join(lines) + "\n", heap="8M").split())
    return commands, took_ms


def _board_and_rules(edition: str) -> tuple[Board, dict[str, Any]]:
    return editions.load_board(edition), editions.edition_rules(edition)


def deepest_chain(walks: int, steps: int) -> list[str]:
    """The longest chain of calls below decide() in so many games of a fool."""
    for name in firmware.source_files():
        if name.startswith("banker/core/") and not name.endswith("__init__.py"):
            # Loaded before, because the frames of an import belong to the loader.
            lazy.load(name.removeprefix("banker/core/").removesuffix(".py").replace("/", "."))
    worst: list[str] = []
    for seed in range(walks):
        g = start_random_game(seed, editions.IDS, _board_and_rules)
        fool = Fool(seed, 8, 35)
        for _ in range(steps):
            if g.over:
                break
            after, chain = _deepest_calls(g, fool.command(g))
            worst = max(worst, chain, key=len)
            g = after or g
    return worst


def _deepest_calls(g: Game, command: dict[str, Any]) -> tuple[Game | None, list[str]]:
    """The game after the command, or None if it is refused, and the longest chain of calls below decide()."""
    chain: list[str] = []
    longest: list[str] = []

    def look(frame: FrameType, event: str, _: Any) -> None:
        nonlocal longest
        if event == "call":
            chain.append(frame.f_code.co_name)
            if len(chain) > len(longest):
                longest = chain[:]
        elif event == "return":
            chain.pop()

    after: Game | None = None
    sys.setprofile(look)
    try:
        after = decide(g, command)
    except Refused:
        pass
    finally:
        sys.setprofile(None)
    return after, longest[1:]


def worst_state() -> tuple[int, str]:
    buffer = bytearray(4096)
    worst, where = 0, ""
    for edition in editions.IDS:
        players = min(PLAYERS_MOST, editions.edition_rules(edition).get("players_max", PLAYERS_MOST))
        for seed in range(1, 4):
            for number, game in enumerate(play_muddle(edition, players, seed, 1000), 1):
                size = pack(game, buffer)
                if size > worst:
                    worst, where = size, f"{edition}, seed {seed}, command {number}"
    return worst, where
