"""What a screen may ask the box besides the game: ui.fact("setting", "volume"), ... Loaded on use."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from banker.app.edition import Edition, EditionError
from banker.app.loader import load, make_room

if TYPE_CHECKING:
    from banker.app.box import Box
    from banker.app.store.saves import Save
    from banker.app.types import Finding
    from banker.core.types import Command


def answer(box: Box, name: str, *args: Any) -> Any:
    return QUERIES[name](box, *args)


def setting(box: Box, name: str) -> Any:
    return box.settings[name]


def saves(box: Box) -> list[Save]:
    """The saves, oldest first: (id, names, turn, over, played_s)."""
    found: list[Save] = load("banker.app.setup_choices").saves(box.keeper)
    return found


def played_s(box: Box) -> int:
    return box.keeper.played_s


def last(box: Box) -> tuple[Command | None, bool]:
    """(the last command, None if there was none; was a step after it cut off while it was saved?)"""
    return box.keeper.command, box.keeper.journal.torn


def lost(box: Box) -> tuple[int, int]:
    """(steps after the last good one that cannot be read, how many of them the archive knows)"""
    return box.journal.lost, len(load("banker.app.store.lost_steps").filed(box.keeper))


def payments(box: Box, most: int) -> list[Any]:
    """The last payments, from the journal: (from, to, amount, why), newest first."""
    found: list[Any] = load("banker.app.store.look_back").payments(box.keeper, most)
    return found


def receipt(box: Box) -> str:
    code: str = load("banker.app.store.replay").receipt(box.keeper)
    return code


def start_replay(box: Box) -> None:
    """Play the game in play again from its beginning, to find its highlights."""
    if not box.replay:
        box.replay = load("banker.app.store.replay").Replay(box.keeper)


def stop_replay(box: Box) -> None:
    """Its game and its modules take RAM that another screen needs."""
    box.replay = None


def replay(box: Box) -> tuple[int, list[Any] | None]:
    """Replay a few more steps: (progress in hundredths, the highlights or None while it goes on)."""
    if not box.replay:
        return 0, None
    run = box.replay
    run.go_on()
    if run.highlights is not None:
        stop_replay(box)
    return run.percent, run.highlights


# -- the set-up (setup_choices.py), house rules (rules_text.py) --


def draft(box: Box, draft: dict[str, Any] | None) -> Any:
    """A set-up so far, or a new one."""
    return _copy_low(draft or load("banker.app.setup_choices").draft(box))


def boards(box: Box) -> list[str]:
    """The ids of the editions on this box."""
    ids: list[str] = load("banker.app.setup_choices").editions()
    return ids


def board(box: Box, name: str = "") -> Any:
    """What the set-up needs to know of an edition, or of the one in play; None: it cannot be played."""
    edition = None if name else box.keeper.edition
    return _copy_low(load("banker.app.setup_choices").about_edition(name, edition))


def _copy_low(data: Any) -> Any:
    """A copy at the bottom of the heap: where it was made, it would split the free heap."""
    text = json.dumps(data)
    data = None
    make_room()
    return json.loads(text)


def room(box: Box) -> bool:
    """Can the game in play be saved?"""
    can: bool = load("banker.app.store.saves").room(box.keeper)
    return can


def entropy(box: Box) -> int:
    """A number that nobody can foresee."""
    return int.from_bytes(os.urandom(4), "little")


def favourites(box: Box, page: int) -> list[Any]:
    texts: list[Any] = load("banker.app.rules_text").favourites(box.language, page)
    return texts


def knob(box: Box, number: int) -> Any:
    """The texts of a house rule: (sentence, words for its values)."""
    return load("banker.app.rules_text").rule_text(box.language, number)


def rule_sets(box: Box) -> list[str]:
    """The files with sets of house rules that came over the cable."""
    files: list[str] = load("banker.app.rules_text").rule_sets()
    return files


def rule_set_name(box: Box, file: str) -> str:
    """What such a file calls its set; "" if it is none."""
    name: str = load("banker.app.rules_text").rule_set_name(file)
    return name


def rule_set(box: Box, file: str) -> Any:
    """The rules of a set; None if they cannot be played."""
    texts = load("banker.app.rules_text")
    try:
        return texts.rule_set(texts.FOLDER + "/" + file)
    except (OSError, MemoryError, ValueError):
        return None


# -- check, tags, settings --


def check(box: Box, pressed: str) -> list[Finding]:
    """How every part is (self_check.py), given the keys that were pressed."""
    findings: list[Finding] = load("banker.app.self_check").findings(box, pressed)
    return findings


def reads(box: Box, db: int, most: int) -> tuple[int, int, int]:
    """The tag on the reader at this gain (read_test.py): (tries, successes, SAK)."""
    result: tuple[int, int, int] = load("banker.app.read_test").reads(box, db, most)
    return result


def ribbon(box: Box, first: str, second: str) -> int:
    """How the keypad is plugged in, if 1 and A were read as these keys; -1: no way fits."""
    way: int = load("banker.app.self_check").ribbon_way(box, first, second)
    return way


def held(box: Box) -> bool:
    """Was a key held at power-on? Then the way to the prompt is open (prompt.py)."""
    return box.held


def displays(box: Box) -> tuple[tuple[str, int], ...]:
    """The kinds of displays to try: (controller, offset)."""
    kinds: tuple[tuple[str, int], ...] = load("banker.app.apply_settings").DISPLAYS
    return kinds


def missing(box: Box, kind: int, count: int) -> list[int]:
    """Of so many items of a kind, those without a tag."""
    numbers: list[int] = load("banker.app.tags.learning").missing(box, kind, count)
    return numbers


def changing(box: Box) -> bool:
    """Does a card lie on the reader that has another number at each visit, as phones do?"""
    return box.inputs.taps.changing


def languages(box: Box) -> list[str]:
    return sorted([name[:-4] for name in os.listdir("words") if name.endswith(".bin")])


def edition(box: Box, name: str) -> Edition | None:
    """An edition on this box, for its names; None if it cannot be played."""
    edition = None
    try:
        edition = Edition(name)
        edition.check()
        return edition
    except (EditionError, MemoryError):
        if edition:
            edition.close()
        return None


QUERIES: dict[str, Callable[..., Any]] = {
    "setting": setting,
    "saves": saves,
    "played_s": played_s,
    "last": last,
    "lost": lost,
    "payments": payments,
    "receipt": receipt,
    "start_replay": start_replay,
    "stop_replay": stop_replay,
    "replay": replay,
    "draft": draft,
    "boards": boards,
    "board": board,
    "room": room,
    "entropy": entropy,
    "favourites": favourites,
    "knob": knob,
    "rule_sets": rule_sets,
    "rule_set_name": rule_set_name,
    "rule_set": rule_set,
    "check": check,
    "reads": reads,
    "ribbon": ribbon,
    "held": held,
    "displays": displays,
    "missing": missing,
    "changing": changing,
    "languages": languages,
    "edition": edition,
}
