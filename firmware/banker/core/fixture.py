"""Runs a fixture (CONTRACT.md 5) on the engine: in CPython, in MicroPython, on the box, with the same lines.

A fixture comes as plain data (the host reads the TOML). What it says about taps and screens is the
device's; such steps are left to whoever drives one.
"""

from .history import Ledger
from .packing import digest, sound
from .read import Reader
from .refusal import Refused
from .view import state

KEYS = ("name", "rule", "edition", "players", "seed", "rules", "given", "step", "refused")
DEVICE = ("tap", "key", "wait", "power-cut")
PLAYERS = ("ann", "bob")  # unless it says otherwise


class Failure(Exception):
    """What differs, and in which step."""


def run(fixture: dict, board, edition_rules: dict) -> int:
    """Number of steps taken, or Failure."""
    ledger = start(fixture, board, edition_rules)
    number = 0
    for _ in steps(fixture, ledger):
        number += 1
    return number


def start(fixture: dict, board, edition_rules: dict):
    """The game as it is before the first step; None if it was refused, as it must be."""
    # Only here: most of this is needed no more when the steps are taken, and RAM is dear.
    from .given import GivenError, given
    from .knobs import KnobError
    from .setup import check_names, new_game

    for key in fixture:
        if key not in KEYS:
            raise Failure("%s: unknown key; a fixture has %s" % (key, ", ".join(KEYS)))
    names = fixture.get("players", PLAYERS)
    try:
        check_names(names)
        game = new_game(board, edition_rules, fixture.get("rules", {}), len(names), fixture.get("seed", 1))
        if "given" in fixture:
            given(game, names, fixture["given"])
    except (Refused, KnobError, GivenError) as no:
        _check_refusal(fixture, no)
        return None
    if "refused" in fixture:
        raise Failure("the set-up was accepted, but must be refused %s" % (fixture["refused"],))
    if not sound(game):
        raise Failure("the start does not add up")
    return Ledger(game)


def steps(fixture: dict, ledger):
    """Take them one after the other, for whoever has something else to do in between."""
    names = fixture.get("players", PLAYERS)
    reader = Reader(list(names)) if ledger else None
    number = 0
    for step in fixture.get("step", ()) if ledger else ():
        number += 1
        try:
            _step(ledger, reader, names, step)
        except Failure as why:
            raise Failure("step %d%s: %s" % (number, _title(step), why)) from None
        yield


def _check_refusal(fixture, no) -> None:
    want = fixture.get("refused")
    code = getattr(no, "code", "bad-rule")
    if want is None or (want is not True and want != code):
        raise Failure("the set-up was refused: %s" % (no,))


def _title(step) -> str:
    return " (%s)" % step["do"] if "do" in step else ""


def _step(ledger, reader, names, step) -> None:
    if "do" in step:
        _command(ledger, reader, step)
    if "expect" in step:
        where = compare(step["expect"], state(ledger.game, names), "")
        if where:
            raise Failure(where)


def _command(ledger, reader, step) -> None:
    if step["do"] in DEVICE:
        raise Failure("%s needs a box: run it with --on twin" % step["do"])
    raw = {}
    for key in step:
        if key not in ("expect", "refused"):
            raw[key] = step[key]
    before = digest(ledger.game)
    want = step.get("refused")
    try:
        game = ledger.do(reader.command(raw))
    except Refused as no:
        if digest(ledger.game) != before:
            raise Failure("a refusal changed the game") from None
        if want is None or (want is not True and want != no.code):
            raise Failure("refused %s%s" % (no.code, " instead of %s" % want if want else "")) from None
        return
    if want is not None:
        raise Failure("accepted, but must be refused%s" % ("" if want is True else " " + want))
    if not sound(game):
        raise Failure("the books do not add up")


def compare(want, have, place: str) -> str:
    """Where the two differ, or an empty string; only what `want` names is looked at."""
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


def _compare_lists(want, have, place: str) -> str:
    """Unordered: every wanted thing has one of its own among those that are there."""
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
