"""The twelve positions of positions.toml, for which lawful commands are counted."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from banker.core.codec.command_json import Reader
from banker.core.commands import decide
from banker.core.setup.new_game import new_game
from banker.core.setup.position import given
from banker.core.state import Game
from deedbox import editions

from .legal import PLAY

FILE = Path(__file__).with_name("positions.toml")
COUNTED = tuple(name for name in PLAY if name not in ("trade", "resign", "draw"))


@dataclass(frozen=True)
class Position:
    """One table of positions.toml; `counts` are for lists of one, two and three commands."""

    name: str
    players: list[str]
    counts: list[int]
    edition: str = "classic"
    rules: dict[str, Any] = field(default_factory=dict)
    given: dict[str, Any] = field(default_factory=dict)
    steps: list[dict[str, Any]] = field(default_factory=list)

    def game(self) -> Game:
        g: Game = new_game(
            editions.load_board(self.edition),
            editions.edition_rules(self.edition),
            self.rules,
            len(self.players),
            1,
        )
        if self.given:
            given(g, self.players, self.given)
        g.events = []
        reader = Reader(self.players)
        for step in self.steps:
            g = decide(g, reader.command(step))
        return g


def load_positions() -> list[Position]:
    return [Position(**table) for table in tomllib.loads(FILE.read_text(encoding="utf-8"))["position"]]
