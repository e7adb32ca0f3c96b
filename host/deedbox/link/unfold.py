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

_BEGIN, _STEP = 1, 4
_RECORD = "<IBIHHHH"  # seq, kind, game (two), seconds played, length of the command, length of the state
_EDITION_HEAD = 18


class Unfolder:
    """Remembers the game at hand: its beginning, its board, its rules."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._game = ""
        self._about: dict[str, Any] = {}
        self._board: Any = None
        self._rules: Any = None

    def unfold(self, game: str, packed: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
        """(how the game began, its state); both empty without a game."""
        if not game:
            return {}, {}
        if game != self._game:
            self._begin(game, json.loads(self._session.ask(verbs.ABOUT)))
        return self._about, self._state(packed)

    def records(self, data: bytes) -> Iterator[tuple[int, Event | None]]:
        """(seq, event) of every record; None for one in which nothing was done."""
        from banker.core.record import read

        from .session import Event

        at = 0
        while at < len(data):
            seq, kind, one, two, played_s, text_size, state_size = struct.unpack_from(_RECORD, data, at)
            at += struct.calcsize(_RECORD)
            text = data[at : at + text_size]
            packed = data[at + text_size : at + text_size + state_size]
            at += text_size + state_size
            game = f"{one:08x}{two:04x}"
            if kind == _BEGIN:
                about = json.loads(text)
                self._begin(game, about)
                yield seq, Event(seq, game, {"do": "begin", **about}, False, self._start(), 0)
            elif kind == _STEP and text:
                about, state = self.unfold(game, packed)
                command = read(text)[0]
                remote = bool(command.pop("remote", 0))
                yield seq, Event(seq, game, named(command, about["names"]), remote, state, played_s)
            else:
                yield seq, None

    def _begin(self, game: str, about: dict[str, Any]) -> None:
        from banker.core.setup import new_game

        numbers, rules = self._edition(about)
        from banker.core.board import Board

        self._board = Board(numbers)
        self._about = about
        table = about.get("rules", {})
        self._new = new_game(self._board, rules, table, len(about["names"]), about.get("seed", 1))
        if "given" in about:
            from banker.core.given import given

            given(self._new, about["names"], about["given"])
        self._rules = self._new.rules
        self._game = game

    def _edition(self, about: dict[str, Any]) -> tuple[list[int], dict[str, Any]]:
        """Board and rules of the edition with the hash that the game began with."""
        from deedbox import editions

        name = about["edition"]
        wanted = about.get("hash")
        if name in editions.IDS and editions.hash_of(name) == wanted:
            return editions.numbers(name), editions.rules(name)
        data = self._session.get(f"editions/{name}.bin")
        if data[4:12].hex() != wanted:
            raise LinkError(f"the edition {name} on the box is not the one that its game began with")
        return read_compiled(data)

    def _start(self) -> dict[str, Any]:
        from banker.core.view import state

        return state(self._new, self._about["names"])

    def _state(self, packed: bytes) -> dict[str, Any]:
        from banker.core import packing
        from banker.core.refusal import BooksError
        from banker.core.view import state

        try:
            return state(packing.unpack(packed, self._board, self._rules), self._about["names"])
        except (BooksError, IndexError) as error:
            raise DeviceError("bad-question", f"the state: {error}") from None


def read_compiled(data: bytes) -> tuple[list[int], dict[str, Any]]:
    """The board's numbers and the rules of a compiled edition (its form: banker/app/edition.py)."""
    from banker.core.board import NUMBERS

    pool, packed, plain = struct.unpack_from("<HHH", data, 12)
    start = _EDITION_HEAD + pool
    unpacked = zlib.decompressobj(-10).decompress(data[start : start + packed], plain)
    numbers = list(struct.unpack_from(f"<{NUMBERS}H", unpacked))
    rules: dict[str, Any] = json.loads(unpacked[2 * NUMBERS :])["rules"]
    return numbers, rules


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
