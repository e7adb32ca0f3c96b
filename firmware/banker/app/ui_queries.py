"""What a screen may ask the box besides the game: ui.fact("setting", "volume"), ... Loaded on use."""

import json
import os

from banker.app.edition import Edition, EditionError
from banker.app.loader import load, make_room


def fact(box, name: str, *args):
    return _FACTS[name](box, *args)


def setting(box, name: str):
    return box.settings[name]


def kept(box) -> list:
    """Games put aside, oldest first: (id, names, turn number, is it over, seconds played)."""
    return load("banker.app.choices").games(box.keeper)


def played_s(box) -> int:
    return box.keeper.played_s


def last(box):
    """(the last command, None if there was none; was a step after it cut off while it was saved?)"""
    return box.keeper.command, box.keeper.journal.torn


def receipt(box) -> str:
    return load("banker.app.tale").receipt(box)


def tale(box):
    """The highlights of the game that stands, step by step (app/tale.py)."""
    return load("banker.app.tale").tell(box)


# -- the set-up (choices.py), house rules (rulebook.py) --


def draft(box, so_far) -> dict:
    return _low(so_far or load("banker.app.choices").draft(box))


def boards(box) -> list:
    return load("banker.app.choices").boards()


def board(box, name: str = ""):
    """What the set-up needs to know of a board, or of the one in play; None: it cannot be played."""
    return _low(load("banker.app.choices").board(name, None if name else box.keeper.edition))


def _low(found):
    """The same, made anew at the bottom of the heap: where it was made it would split what is free."""
    text = json.dumps(found)
    found = None
    make_room()
    return json.loads(text)


def room(box) -> bool:
    """Can the game that stands be put aside?"""
    return load("banker.app.aside").room(box.keeper)


def entropy(box) -> int:
    """A number that nobody can foresee."""
    return int.from_bytes(os.urandom(4), "little")


def favourites(box) -> list:
    return load("banker.app.rulebook").favourites(box.settings["language"])


def knob(box, number: int):
    return load("banker.app.rulebook").words(box.settings["language"], number)


def rule_sets(box) -> list:
    return load("banker.app.rulebook").sets()


# -- check, tags, settings --


def check(box, seen: str) -> list:
    """How every part is (app/check.py), given the keys that were pressed."""
    return load("banker.app.check").look(box, seen)


def ribbon(box, first: str, second: str) -> int:
    """How the keypad is plugged in, if 1 and A gave these keys; -1: they were others."""
    return load("banker.app.check").way(box, first, second)


def displays(box) -> tuple:
    """The kinds of displays to try: (controller, offset)."""
    return load("banker.app.fitting").DISPLAYS


def missing(box, kind: int, count: int) -> list:
    """Of so many items of a kind, those without a tag."""
    return load("banker.app.learning").missing(box, kind, count)


def languages(box) -> list:
    return sorted([name[:-4] for name in os.listdir("words") if name.endswith(".bin")])


def edition(box, name: str):
    """An edition on this box, for its names; None if it cannot be read."""
    try:
        return Edition(name)
    except EditionError:
        return None


_FACTS: dict = {
    "setting": setting,
    "kept": kept,
    "played_s": played_s,
    "last": last,
    "receipt": receipt,
    "tale": tale,
    "draft": draft,
    "boards": boards,
    "board": board,
    "room": room,
    "entropy": entropy,
    "favourites": favourites,
    "knob": knob,
    "rule_sets": rule_sets,
    "check": check,
    "ribbon": ribbon,
    "displays": displays,
    "missing": missing,
    "languages": languages,
    "edition": edition,
}
