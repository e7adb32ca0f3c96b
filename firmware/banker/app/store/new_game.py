"""Begins games, and makes a game from its beginning: the same beginning always gives the same game."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from banker.app import loader
from banker.app.edition import Edition, EditionError
from banker.app.store.pages import ROOM_MAX
from banker.app.store.rebuild import rebuild
from banker.app.store.records import BEGIN, NO_LINK, identity

if TYPE_CHECKING:
    from banker.app.store.keeper import Keeper
    from banker.app.types import About
    from banker.core.game_rules import Rules
    from banker.core.state import Game

_PREPARED = "newgame.json"

# Modules are imported here, not loaded: load() may drop modules that are at work right now.


def make(about: About, edition: Edition) -> Game:
    rules = _rules(about, edition)
    loader.make_room()  # the rules are worked out, so those modules may go

    return rebuild(about, edition.board, rules)


def _rules(about: About, edition: Edition) -> Rules:
    from banker.core.setup import new_game

    names = about["names"]
    new_game.check_names(names)
    base = edition.about()["rules"]
    rules: Rules = new_game.rules_of(edition.board, base, about.get("rules", {}), len(names))
    return rules


def start(text: bytes) -> tuple[About, Edition, Game]:
    """Read a beginning: (what it says, its edition, the game at its start)."""
    about: About = json.loads(text)
    edition = Edition(about["edition"])
    try:
        if edition.hash != about.get("hash", edition.hash):
            raise EditionError("editions/%s.bin: not the one this game began with" % about["edition"])
        game = make(about, edition)
    except Exception:
        edition.close()
        raise
    return about, edition, game


def begin(keeper: Keeper, about: About, keep: bool) -> None:
    """The game before it is saved and leaves RAM: two do not fit. If none can begin, that one goes on."""
    had_game = bool(keeper.game)
    if had_game:
        loader.load("banker.app.store.saves").put_aside(keeper, keep)
    try:
        _begin(keeper, dict(about))
    except Exception:
        if had_game:
            loader.load("banker.app.store.resume").resume(keeper)
        raise


def _begin(keeper: Keeper, about: About) -> None:
    about["hash"] = _checked_hash(about["edition"])  # the game goes on with this edition and no other
    text = json.dumps(about, separators=(",", ":")).encode()
    if len(text) > ROOM_MAX:
        raise ValueError("the beginning is too long for the journal")
    loader.make_room()
    about, edition, game = start(text)
    _check_target(edition, game)
    loader.make_room()
    j = keeper.journal
    j.payload[: len(text)] = text
    here = keeper.commit(BEGIN, len(text))
    keeper.set_game(about, edition, game, game)
    keeper.set_records(here, here, identity(here, text), 0)
    keeper.link = NO_LINK
    keeper.command = None


def _check_target(edition: Edition, game: Game) -> None:
    """Only where a game begins: one that began before this rule goes on."""
    if "target_worth" in game.rules.ends:
        from banker.core.setup.ends import check_target

        try:
            check_target(game.rules)
        except ValueError:
            edition.close()
            raise


def _checked_hash(name: str) -> str:
    """The hash of an edition that passes every check; else EditionError."""
    edition = Edition(name)
    try:
        edition.check()
    finally:
        edition.close()
    return edition.hash


def begin_prepared(keeper: Keeper) -> bool:
    """Begin the game that a host prepared for power-on: newgame.json, used once. False if there is none."""
    if keeper.journal.lost:
        return False
    try:
        with open(_PREPARED) as file:
            about: About = json.load(file)
    except OSError:
        return False
    keeper.begin(about)
    os.remove(_PREPARED)
    return True
