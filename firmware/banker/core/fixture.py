"""Runs a fixture (host/docs/contract.md) on the engine: in CPython, in MicroPython and on the box.

A fixture comes as plain data (the host reads the TOML). Steps with taps and screens need a box;
whoever drives one plays them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banker.core.board import Board
from banker.core.codec.state_bytes import digest, sound
from banker.core.refusal import Refused
from banker.core.types import Iterator, RuleChoices, Sequence

if TYPE_CHECKING:
    from banker.core.codec.command_json import Reader
    from banker.core.ledger import Ledger

KEYS = ("name", "rule", "edition", "players", "seed", "rules", "given", "step", "refused")
DEVICE = ("tap", "key", "wait", "power-cut")
PLAYERS = ("ann", "bob")  # unless the fixture names others


class FixtureError(Exception):
    """The text names the step and what differs in it."""


def run(fixture: dict[str, Any], board: Board, edition_rules: RuleChoices) -> int:
    """The number of steps taken, or FixtureError."""
    ledger = start(fixture, board, edition_rules)
    number = 0
    for _ in steps(fixture, ledger):
        number += 1
    return number


def start(fixture: dict[str, Any], board: Board, edition_rules: RuleChoices) -> Ledger | None:
    """The game before the first step; None if it was refused, as it must be."""
    # Imported here, because the steps do not need most of it and RAM is short.
    from banker.core.setup.house_rules import HouseRuleError
    from banker.core.setup.new_game import check_names, new_game
    from banker.core.setup.position import GivenError, given

    for key in fixture:
        if key not in KEYS:
            raise FixtureError("%s: unknown key; a fixture has %s" % (key, ", ".join(KEYS)))
    names = fixture.get("players", PLAYERS)
    try:
        check_names(names)
        game = new_game(board, edition_rules, fixture.get("rules", {}), len(names), fixture.get("seed", 1))
        if "given" in fixture:
            given(game, names, fixture["given"])
    except (Refused, HouseRuleError, GivenError) as error:
        _check_refusal(fixture, error)
        return None
    if "refused" in fixture:
        raise FixtureError("the set-up was accepted, but must be refused %s" % (fixture["refused"],))
    if not sound(game):
        raise FixtureError("the start does not add up")
    from banker.core.ledger import Ledger

    return Ledger(game)


def steps(fixture: dict[str, Any], ledger: Ledger | None) -> Iterator[None]:
    """Take the steps one by one; the caller may do something else in between."""
    if ledger is None:
        return
    from banker.core.codec.command_json import Reader  # not before the start, which needs much RAM

    names = fixture.get("players", PLAYERS)
    reader = Reader(list(names))
    number = 0
    for step in fixture.get("step", ()):
        number += 1
        try:
            _step(ledger, reader, names, step)
        except FixtureError as why:
            raise FixtureError("step %d%s: %s" % (number, _title(step), why)) from None
        yield


def _check_refusal(fixture: dict[str, Any], error: Exception) -> None:
    want = fixture.get("refused")
    code = getattr(error, "code", "bad-rule")
    if want is None or (want is not True and want != code):
        raise FixtureError("the set-up was refused: %s" % (error,))


def _title(step: dict[str, Any]) -> str:
    return " (%s)" % step["do"] if "do" in step else ""


def _step(ledger: Ledger, reader: Reader, names: Sequence[str], step: dict[str, Any]) -> None:
    if "do" in step:
        _command(ledger, reader, step)
    if "expect" in step:
        from banker.core.codec.state_json import state

        where = compare(step["expect"], state(ledger.game, names), "")
        if where:
            raise FixtureError(where)


def _command(ledger: Ledger, reader: Reader, step: dict[str, Any]) -> None:
    if step["do"] in DEVICE:
        raise FixtureError("%s needs a box: run it with --on twin" % step["do"])
    raw = {}
    for key in step:
        if key not in ("expect", "refused"):
            raw[key] = step[key]
    before = digest(ledger.game)
    want = step.get("refused")
    try:
        game = ledger.do(reader.command(raw))
    except Refused as refusal:
        if digest(ledger.game) != before:
            raise FixtureError("a refusal changed the game") from None
        if want is None or (want is not True and want != refusal.code):
            raise FixtureError(
                "refused %s%s" % (refusal.code, " instead of %s" % want if want else "")
            ) from None
        return
    if want is not None:
        raise FixtureError("accepted, but must be refused%s" % ("" if want is True else " " + want))
    if not sound(game):
        raise FixtureError("the books do not add up")


def compare(want: Any, have: Any, place: str) -> str:
    """Where the two differ, or an empty string; it looks only at what `want` names."""
    if type(want) is dict:
        if type(have) is not dict:
            return "%s: %r is not %r" % (place, have, want)
        for key in want:
            if key not in have:
                return "%s.%s: there is no such thing" % (place, key)
            where = compare(want[key], have[key], "%s.%s" % (place, key) if place else key)
            if where:
                return where
        return ""
    if type(want) is list:
        return _compare_lists(want, have, place)
    if want != have or (type(want) is bool) != (type(have) is bool):
        return "%s is %r, not %r" % (place, have, want)
    return ""


def _compare_lists(want: Any, have: Any, place: str) -> str:
    """In any order: each wanted item has one of its own in the list."""
    if type(have) is not list or len(want) != len(have):
        return "%s is %r, not %r" % (place, have, want)
    rest = have[:]
    for item in want:
        for other in rest:
            if not compare(item, other, ""):
                rest.remove(other)
                break
        else:
            return "%s is %r, not %r" % (place, have, want)
    return ""
