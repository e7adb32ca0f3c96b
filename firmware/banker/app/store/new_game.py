"""Begins games, and makes the game of a beginning: the same beginning always gives the same game."""

import json
import os

from banker.app import loader
from banker.app.edition import Edition, EditionError
from banker.app.keeper import BEGIN, NO_LINK, identity
from banker.app.pages import ROOM_MAX

# Imported, not loaded: loading may drop others to make room, and some of them are at work right now.


def make(about: dict, edition):
    rules = _rules(about, edition)
    loader.make_room()  # what worked them out is not needed for the rest
    return again(about, edition.board, rules)


def _rules(about: dict, edition):
    from banker.core import setup

    names = about["names"]
    setup.check_names(names)
    return setup.rules_of(edition.board, edition.about()["rules"], about.get("rules", {}), len(names))


def again(about: dict, board, rules):
    """The same game, its rules known: without all that is needed to work them out."""
    from banker.core.opening import opening

    return _given(opening(board, rules, len(about["names"]), about.get("seed", 1)), about)


def _given(game, about: dict):
    if "given" in about:
        from banker.core.given import given

        given(game, about["names"], about["given"])
    return game


def start(text: bytes):
    """What a beginning says: (it, edition, game at its start, the same)."""
    about = json.loads(text)
    edition = Edition(about["edition"])
    try:
        if edition.hash != about.get("hash", edition.hash):
            raise EditionError("editions/%s.bin: not the one this game began with" % about["edition"])
        game = make(about, edition)
    except Exception:
        edition.close()
        raise
    return about, edition, game, game


def begin(keeper, about: dict, keep: bool) -> None:
    """The game that stood is put aside and leaves RAM: two do not fit. If none can begin, it goes on."""
    stood = bool(keeper.game)
    if stood:
        loader.load("banker.app.aside").lay_down(keeper, keep)
    try:
        _begin(keeper, dict(about))
    except Exception:
        if stood:
            loader.load("banker.app.shelf").resume(keeper)
        raise


def _begin(keeper, about: dict) -> None:
    about["hash"] = _checked(about["edition"])  # the game goes on with this board and no other
    text = json.dumps(about, separators=(",", ":")).encode()
    if len(text) > ROOM_MAX:
        raise ValueError("the beginning is too long for the journal")
    loader.make_room()
    made = start(text)
    loader.make_room()
    j = keeper.journal
    j.payload[: len(text)] = text
    here = keeper.commit(BEGIN, len(text))
    keeper.stand(*made)
    keeper.saved(here, here, identity(here, text), 0)
    keeper.link = NO_LINK
    keeper.command = None


def _checked(name: str) -> str:
    """The hash of an edition in which nothing is wrong; else EditionError."""
    edition = Edition(name)
    try:
        edition.check()
    finally:
        edition.close()
    return edition.hash


def laid_ready(keeper) -> bool:
    """Begin what a host laid ready for power-on: newgame.json, used once. False if there is nothing."""
    try:
        with open("newgame.json") as file:
            about = json.load(file)
    except OSError:
        return False
    keeper.begin(about)
    os.remove("newgame.json")
    return True
