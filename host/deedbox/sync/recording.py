"""A game on a box as a fixture: how it began, every command since, and what each of them changed."""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING, Any

from banker.protocol import verbs

from . import SyncError

if TYPE_CHECKING:
    from deedbox.link import Session

_LOOKED_AT = ("phase", "turn", "players", "deeds", "bank", "auction", "winners")


def recorded(box: Session, name: str) -> dict[str, Any]:
    """The game that stands, from its beginning until now; SyncError if the box no longer has all of it."""
    look = box.look()
    if not look.game:
        raise SyncError("there is no game on the box")
    about = json.loads(box.ask(verbs.ABOUT, struct.pack("<I", 0)))
    fixture: dict[str, Any] = {"name": name, "edition": about["edition"], "players": about["names"]}
    for key in ("seed", "rules", "given"):
        if about.get(key):
            fixture[key] = about[key]
    commands = _commands(box, look.game, about["names"])
    fixture["step"] = [commands[seq] for seq in sorted(commands)]
    if _played(fixture, *_board(box, about)) != look.state:
        raise SyncError(
            "the box no longer has all of this game: what it knows does not lead to where it stands"
        )
    return fixture


def _commands(box: Session, game: str, players: list[str]) -> dict[int, dict[str, Any]]:
    """By the number of its record: from the archive what the journal no longer has, then the journal."""
    from banker.core import chronicle
    from banker.core.record import read
    from deedbox.link import DeviceError
    from deedbox.link.unfold import named

    found: dict[int, dict[str, Any]] = {}
    try:
        log = box.get(f"games/{game}.log")
    except DeviceError as error:
        if error.code != "not-here":
            raise
        log = b""  # a young game: nothing was filed yet
    for seq, kind, _, _, text in chronicle.story(log):
        if kind & ~chronicle.BOOT == verbs.STEPPED and text:
            found[seq] = named(read(text)[0], players)
    for event in box.events(0, timeout_s=0):
        if event.game == game and event.command["do"] != "begin":
            found[event.seq] = dict(event.command)
    for command in found.values():
        command.pop("remote", None)
    return found


def _board(box: Session, about: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The board and the rules of the edition with which the game began."""
    from banker.core.board import Board
    from deedbox import editions
    from deedbox.link.unfold import read_compiled

    name = about["edition"]
    if name in editions.IDS and editions.hash_of(name) == about.get("hash"):
        return editions.board(name), editions.rules(name)
    numbers, rules, _ = read_compiled(box.get(f"editions/{name}.bin"))
    return Board(numbers), rules


def _played(fixture: dict[str, Any], board: Any, rules: dict[str, Any]) -> Any:
    """Play it in the engine here; each step learns what it changes. The state at the end."""
    from banker.core.given import given
    from banker.core.history import Ledger
    from banker.core.read import Reader
    from banker.core.refusal import Refused
    from banker.core.setup import new_game
    from banker.core.view import state

    players = fixture["players"]
    game = new_game(board, rules, fixture.get("rules", {}), len(players), fixture.get("seed", 1))
    if "given" in fixture:
        given(game, players, fixture["given"])
    ledger, reader = Ledger(game), Reader(list(players))
    before = state(ledger.game, players)
    for step in fixture["step"]:
        try:
            ledger.do(reader.command(dict(step)))
        except Refused:
            return None  # something is missing before it
        after = state(ledger.game, players)
        changed = _changed(before, after)
        step["expect"] = {key: changed[key] for key in _LOOKED_AT if key in changed} or {
            "turn": after["turn"]
        }
        before = after
    return before


def _changed(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """The parts of `after` that differ, with the tables in which they stand."""
    out: dict[str, Any] = {}
    for key, value in after.items():
        old = before.get(key)
        if isinstance(value, dict) and isinstance(old, dict):
            inner = _changed(old, value)
            if inner:
                out[key] = inner
        elif value != old and value is not None:  # null has no form in TOML
            out[key] = value
    return out


def text(fixture: dict[str, Any]) -> str:
    """The fixture as a file."""
    from deedbox.editions.writer import value

    lines = [
        f"{key} = {value(fixture[key])}" for key in ("name", "edition", "players", "seed") if key in fixture
    ]
    for key in ("rules", "given"):
        if key in fixture:
            lines += ["", f"[{key}]", *_dotted(fixture[key], "")]
    for step in fixture["step"]:
        lines += ["", "[[step]]"]
        lines += [f"{key} = {value(item)}" for key, item in step.items() if key != "expect"]
        lines += _dotted(step["expect"], "expect.")
    return "\n".join(lines) + "\n"


def _dotted(table: dict[str, Any], before: str) -> list[str]:
    """`players.bob.space = 35`"""
    import re

    from deedbox.editions.writer import value

    lines = []
    for key, item in table.items():
        word = key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)
        if isinstance(item, dict) and item:
            lines += _dotted(item, f"{before}{word}.")
        else:
            lines.append(f"{before}{word} = {value(item)}")
    return lines
