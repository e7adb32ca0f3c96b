"""Packed states back to the contract's, with the one engine and the board that the game is played on."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from banker.protocol import verbs

from .errors import DeviceError, LinkError

if TYPE_CHECKING:
    from .session import Event, Session

_EDITION_HEAD = 18
_GAMES_MOST = 32


class Game:
    """What does not change while a game is played: how it began, on which board, by which rules."""

    def __init__(self, about: dict[str, Any], numbers: list[int], rules: dict[str, Any], places: list[str]):
        from banker.core.board import Board
        from banker.core.given import given
        from banker.core.setup import new_game

        self.about = about
        self.names: list[str] = about["names"]
        self.tokens: list[int] = list(about.get("tokens") or range(len(self.names)))  # by seat
        self._board = Board(numbers)
        self._places = places
        self._new = new_game(
            self._board, rules, about.get("rules", {}), len(self.names), about.get("seed", 1)
        )
        if "given" in about:
            given(self._new, self.names, about["given"])

    def start(self) -> dict[str, Any]:
        """The state in which it began."""
        from banker.core.view import state

        return state(self._new, self.names)

    def state(self, packed: bytes) -> dict[str, Any]:
        from banker.core.view import state

        return state(self.unpack(packed), self.names)

    def unpack(self, packed: bytes) -> Any:
        """As the engine has it."""
        from banker.core import packing
        from banker.core.refusal import BooksError

        try:
            return packing.unpack(packed, self._board, self._new.rules)
        except (BooksError, IndexError) as error:
            raise DeviceError("unreadable", str(error)) from None

    def word(self, kind: int, number: int) -> str:
        """What people call the thing with this tag."""
        from banker.core.board import SPACE_OF

        if kind == 1:
            return self.names[self.tokens.index(number)] if number in self.tokens else ""
        return self._places[SPACE_OF[number]] if kind == 2 and self._places else ""


class Unfolder:
    """Knows the games that were seen, by their ids."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._games: dict[str, Game] = {}

    def game(self, game: str, beginning: int = 0) -> Game:
        """A game by its id, and by the record of its beginning if it is not the one that stands."""
        if game not in self._games:
            try:
                about = self._session.ask(verbs.ABOUT, struct.pack("<I", beginning))
            except DeviceError as error:
                if error.code != "gone" or not beginning:
                    raise
                about = self._session.ask(verbs.ABOUT, struct.pack("<I", 0))  # repeated since
            self._learn(game, json.loads(about))
        return self._games[game]

    def records(self, data: bytes) -> Iterator[tuple[int, Event | None]]:
        """(seq, event) of every record; None for one in which nothing was done."""
        from banker.core.record import read

        from .session import Event

        at = 0
        while at < len(data):
            seq, kind, beginning, one, two, played_s, text_size, state_size = struct.unpack_from(
                verbs.RECORD_HEAD, data, at
            )
            at += verbs.RECORD_SIZE
            text = data[at : at + text_size]
            packed = data[at + text_size : at + text_size + state_size]
            at += text_size + state_size
            name = game_name(one, two)
            if kind == verbs.BEGUN:
                game = self._learn(name, json.loads(text))
                yield seq, Event(seq, name, {"do": "begin", **game.about}, False, game.start(), 0)
            elif kind == verbs.STEPPED and text:
                game = self.game(name, beginning)
                command = read(text)[0]
                remote = bool(command.pop("remote", 0))
                shown = named(command, game.names)
                yield seq, Event(seq, name, shown, remote, game.state(packed), played_s)
            else:
                yield seq, None

    def _learn(self, name: str, about: dict[str, Any]) -> Game:
        while len(self._games) >= _GAMES_MOST:
            del self._games[next(iter(self._games))]
        game = self._games[name] = Game(about, *self._edition(about))
        return game

    def _edition(self, about: dict[str, Any]) -> tuple[list[int], dict[str, Any], list[str]]:
        """Board, rules and places of the edition with the hash that the game began with."""
        from deedbox import editions

        name = about["edition"]
        wanted = about.get("hash")
        if name in editions.IDS and editions.hash_of(name) == wanted:
            places = [space.name for space in editions.load(name).spaces]
            return editions.numbers(name), editions.rules(name), places
        data = self._session.get(f"editions/{name}.bin")
        if data[4:12].hex() != wanted:
            raise LinkError(f"the edition {name} on the box is not the one that its game began with")
        return read_compiled(data)


def game_name(one: int, two: int) -> str:
    """A game's id, as its files on the box are named."""
    return f"{one:08x}{two:04x}"


def read_compiled(data: bytes) -> tuple[list[int], dict[str, Any], list[str]]:
    """Board numbers, rules and places of a compiled edition (its form: banker/app/edition.py)."""
    from banker.core.board import NUMBERS

    pool, packed, plain = struct.unpack_from("<HHH", data, 12)
    start = _EDITION_HEAD + pool
    unpacked = zlib.decompressobj(-10).decompress(data[start : start + packed], plain)
    numbers = list(struct.unpack_from(f"<{NUMBERS}H", unpacked))
    rules: dict[str, Any] = json.loads(unpacked[2 * NUMBERS :])["rules"]
    count = struct.unpack_from("<H", data, _EDITION_HEAD)[0]
    offsets = struct.unpack_from(f"<{count + 1}H", data, _EDITION_HEAD + 2)
    texts = data[_EDITION_HEAD + 4 + 2 * count : start]
    return numbers, rules, [texts[offsets[n] : offsets[n + 1]].decode() for n in range(40)]


def named(command: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """A command of the journal as the contract writes it: names and ids instead of numbers."""
    from banker.core.board import BANK, POT
    from banker.core.ids import DEED_IDS, GROUP_IDS, card_id

    def player(number: int) -> str:
        return "bank" if number == BANK else "pot" if number == POT else names[number]

    def deeds(numbers: Any) -> list[str]:
        return [DEED_IDS[number] for number in numbers]

    def side(gives: dict[str, Any]) -> dict[str, Any]:
        return {**gives, "deeds": deeds(gives["deeds"])}

    shown: dict[str, Any] = {}
    for key, value in command.items():
        if key in ("by", "from", "a", "b") or (key == "to" and isinstance(value, int)):
            shown[key] = player(value)
        elif key == "deed":
            shown[key] = DEED_IDS[value]
        elif key == "card":
            shown[key] = card_id(value)
        elif key == "group":
            shown[key] = GROUP_IDS[value]
        elif key == "redeem":
            shown[key] = deeds(value)
        elif key == "to":
            shown[key] = {DEED_IDS[deed]: level for deed, level in value.items()}
        elif key == "deeds":
            shown[key] = {names[number]: deeds(hand) for number, hand in value.items()}
        elif key in ("a_gives", "b_gives"):
            shown[key] = side(value)
        elif key == "take":
            shown[key] = bool(value)
        else:
            shown[key] = list(value) if isinstance(value, tuple) else value
    return shown
