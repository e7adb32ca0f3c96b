"""What a set-up starts with: the editions of this box, the last choices, the names of the tokens.

File table.json: edition, rules and tokens of the game begun last; the names typed, by token; and by game the
names that it shows since somebody was renamed, because its beginning stays as it was written.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from banker.app import watchdog
from banker.app.edition import Edition, EditionError
from banker.app.loader import load
from banker.app.store.records import game_id
from banker.app.tags.tag_map import ENTRY_SIZE, KIND
from banker.core.setup.new_game import NAMES_MOST
from banker.core.tags import CARD, TOKENS
from banker.protocol.names import FILES_MOST

if TYPE_CHECKING:
    from banker.app.box import Box
    from banker.app.store.keeper import Keeper
    from banker.app.store.saves import Save
    from banker.app.types import About

PATH = "table.json"
_PART = "table.part"
_BYTES_MOST = 6144  # with the names of 24 saves; a longer file is none of ours


def editions() -> list[str]:
    """Ids of the editions on this box: those of the contract first, in its order; no more than a host may
    bring."""
    here = sorted([file[:-4] for file in os.listdir("editions") if file.endswith(".bin")])
    here = here[: FILES_MOST["editions"]]
    ours = [name for name in load("banker.core.setup.house_rules").find("edition").allowed if name in here]
    return ours + [name for name in here if name not in ours]


def about_edition(name: str, edition: Edition | None = None) -> dict[str, Any] | None:
    """What the set-up needs to know of an edition, or of the one in play; None if it cannot be played.

    Whoever brought the file, it is checked completely: the screens rely on it from here on.
    """
    opened = None
    try:
        if not edition:  # the one in play is not opened twice: it would need its RAM again
            edition = opened = Edition(name)
            edition.check()
        about = edition.about()
        return {
            "edition": edition.name,
            "base": about["rules"],
            "games": about["games"],
            "extras": edition.board.extras,
            "spare": edition.tokens(),
        }
    except (EditionError, MemoryError):
        return None
    finally:
        if opened:
            opened.close()


def draft(box: Box) -> dict[str, Any]:
    """The set-up as it opens: the last choices, and no token tapped yet."""
    table = _read()
    keeper = box.keeper
    last = table
    if keeper.game:
        last = _beginning(keeper)
        tokens = last.get("tokens") or range(len(last["names"]))
        last["tokens"] = list(tokens)
    new = about_edition(last["edition"], keeper.edition if keeper.game else None)
    left_out = ""  # the board that the set-up should open with, if it is here and cannot be played
    if not new:
        for name in editions():
            watchdog.feed()
            left_out = name if name == last["edition"] else left_out
            new = new or about_edition(name)
    if not new:
        new = {"edition": "", "base": {}, "games": ["standard"], "extras": 0, "spare": []}
    new["left_out"] = left_out
    if keeper.game:
        spare = new["spare"]
        for token, name in zip(last["tokens"], display_names(keeper)):
            if token < len(spare) and not spare[token].startswith(name):
                table["names"][token] = name
    new["rules"] = _possible(last["rules"])
    new["last"] = last["tokens"]
    new["names"] = table["names"]
    new["tokens"] = []  # by seat, as they are tapped
    entries = box.tags.entries
    new["cards"] = any([entries[at + KIND] == CARD for at in range(0, len(entries), ENTRY_SIZE)])
    new["kept"] = any([not save.over for save in keeper.saves()])  # is there a save to go on with?
    new["keep"] = None  # the game in play: True: save it; False: end it
    return new


def _possible(rules: dict[str, Any]) -> dict[str, Any]:
    """These choices; none if the file has one that does not exist, because the screens rely on them."""
    try:
        load("banker.core.setup.house_rules").check_choices(rules)
    except ValueError:
        return {}
    return rules


def _beginning(keeper: Keeper) -> About:
    """How the game in play began, with the rules that it has now."""
    about: About = json.loads(keeper.read_beginning())
    about["rules"] = rules = about.get("rules", {})
    changed = keeper.game.changed  # in play, by everyone
    for number in changed:
        rule = load("banker.core.setup.house_rules").find(number)
        value = rule.decode(changed[number])
        rules[rule.name] = list(value) if type(value) is tuple else value
    return about


def remember(about: About) -> bool:
    """Store the choices of a game that begins. They are for comfort only, so a full flash is no error."""
    table = _read()
    for key in ("edition", "rules", "tokens"):
        table[key] = about.get(key, table[key])
    try:
        _write(table)
    except OSError:
        pass
    return True


def rename(box: Box, token: int, name: str) -> None:
    """The token has this name from now on, in the game in play too."""
    table = _read()
    table["names"][token] = name
    seat = box.ui.seat(token)
    names = list(box.ui.names)
    if name and box.ui.game and seat >= 0:
        names[seat] = name
        ids = [save.id for save in box.keeper.saves()]
        old = table["shown"]
        table["shown"] = {game: old[game] for game in old if game in ids}
        table["shown"][game_id(box.keeper.identity)] = names
    _write(table)
    box.ui.names = tuple(names)


def display_names(keeper: Keeper) -> tuple[str, ...]:
    """The names that the game in play shows."""
    return tuple(_read()["shown"].get(game_id(keeper.identity), keeper.names))


def saves(keeper: Keeper) -> list[Save]:
    """The saves, with the names that they show."""
    names = _read()["shown"]
    return [
        type(save)(save.id, tuple(names.get(save.id, save.names)), save.turn, save.over, save.played_s)
        for save in keeper.saves()
    ]


def _read() -> dict[str, Any]:
    """The file, if it is complete; else that of a new box."""
    new: dict[str, Any] = {
        "edition": "classic",
        "rules": {},
        "tokens": [],
        "names": [""] * TOKENS,
        "shown": {},
    }
    try:
        with open(PATH, "rb") as file:
            table: dict[str, Any] = json.loads(file.read(_BYTES_MOST).decode())
        for key in new:
            if type(table[key]) is not type(new[key]):
                raise ValueError(key)
        tokens, names = table["tokens"], table["names"]
        for texts in [names] + list(table["shown"].values()):
            if type(texts) is not list or [text for text in texts if not _is_name(text)]:
                raise ValueError("names")
        if len(names) != TOKENS:
            raise ValueError("names")
        if [n for n in tokens if type(n) is not int or not 0 <= n < TOKENS or tokens.count(n) > 1]:
            raise ValueError("tokens")
        return table
    except (OSError, MemoryError, ValueError, KeyError, TypeError):
        return new


def _is_name(text: object) -> bool:
    return isinstance(text, str) and len(text) <= NAMES_MOST and not [char for char in text if char < " "]


def _write(table: dict[str, Any]) -> None:
    with open(_PART, "w") as file:
        json.dump(table, file)
    os.rename(_PART, PATH)
