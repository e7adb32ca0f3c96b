"""A game of the host's own on a box, beside the game in play: fixtures are played on it, step by step."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from banker.core.refusal import BooksError, Refused
from banker.protocol import verbs
from deedbox.link import answers
from deedbox.link.errors import DeviceError, LinkError, RefusedError
from deedbox.link.state_unpacking import Game, edition_of

if TYPE_CHECKING:
    from deedbox.editions.model import Edition
    from deedbox.link.session import Session


class ScratchGame:
    """An engine for deedbox.fixtures.portable. The box decides; it sends the state or the refusal."""

    def __init__(self, session: Session) -> None:
        self.edition = ""  # the id of an edition on the box, for begin()
        self._session = session
        self._editions: dict[str, Edition] = {}  # by hash
        self._number = b""  # of the game on the box; empty: there is none
        self._packed = b""

    def begin(self, players: Sequence[str], seed: int, rules: dict[str, Any]) -> None:
        about = {"edition": self.edition, "players": list(players), "seed": seed, "rules": rules}
        answer = self._try(lambda: self._session.order_json(verbs.SCRATCH_BEGIN, b"", about))
        head, self._packed = answers.unpack_head(verbs.SCRATCH_BEGIN, verbs.SCRATCH_HEAD, answer)
        number, edition_hash = head
        self._number = struct.pack("<H", number)
        edition = self._edition(edition_hash.decode("ascii", "replace"))
        self._game = Game({"names": list(players), "seed": seed, "rules": rules}, edition)

    def _edition(self, edition_hash: str) -> Edition:
        if edition_hash not in self._editions:
            self._editions[edition_hash] = edition_of(self._session, self.edition, edition_hash)
        return self._editions[edition_hash]

    def given(self, position: Any) -> None:
        self._send(verbs.SCRATCH_GIVEN, position)

    def do(self, command: dict[str, Any]) -> None:
        self._send(verbs.SCRATCH_STEP, command)

    def _send(self, verb: int, value: Any) -> None:
        self._packed = self._try(lambda: self._session.order_json(verb, self._number, value))

    def state(self) -> dict[str, Any]:
        return self._game.state(self._packed)

    def end(self) -> None:
        """Free the game on the box. Without an answer the box frees it after a minute."""
        number, self._number = self._number, b""
        if number:
            try:
                self._session.order(verbs.SCRATCH_END, number)
            except LinkError:
                pass

    def _try(self, order: Callable[[], bytes]) -> bytes:
        """Refusals and faults of the box as the engine's own exceptions."""
        try:
            return order()
        except RefusedError as error:
            refusal = Refused(error.code)
            refusal.args = (error.details or error.code,)
            raise refusal from None
        except DeviceError as error:
            if error.code == "unsound":
                raise BooksError(error.details) from None
            raise
