"""An order has its effect once, however often it arrives, so a host may repeat it when an answer is lost.

A ticket is the boot's nonce (32 bits), a session that this box opened since then (16 bits), and the number of
the order in it (16 bits), each one above the last. If the last order of a session is repeated, it gets the
answer that it had. An older order, or one of another boot or of a forgotten session, has no effect: a
recorded conversation that is sent again does nothing.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    Answer = tuple[int, bytes]  # status, data

TICKET = "<IHH"
TICKET_SIZE = 8
SESSIONS_MOST = 4  # remembered at once; the one not used for longest makes room

# What an order can be.
NEW, AGAIN, STALE = 0, 1, 2


class Session:
    def __init__(self, number: int) -> None:
        self.number = number
        self.order = 0  # number of the last one
        self.answer: Answer | None = None  # to it; None while it is being done


class Tickets:
    def __init__(self, nonce: int) -> None:
        self.nonce = nonce
        self._opened = 0
        self._sessions: list[Session] = []  # the one used last is at the end

    def open(self) -> int:
        """The number of a new session; 0: there are no more until the next boot."""
        if self._opened >= 0xFFFF:
            return 0
        self._opened += 1
        if len(self._sessions) >= SESSIONS_MOST:
            self._sessions.pop(0)
        self._sessions.append(Session(self._opened))
        return self._opened

    def judge(self, ticket: Any) -> tuple[int, Answer | None]:
        """(NEW, AGAIN or STALE; the answer it had) of an order; a NEW one is the last from now on."""
        state, answer = self.look(ticket)
        if state == NEW:
            session, order = self._find(ticket)
            if session:
                self._sessions.remove(session)
                self._sessions.append(session)
                session.order = order
                session.answer = None
        return state, answer

    def look(self, ticket: Any) -> tuple[int, Answer | None]:
        """As judge(), but nothing changes."""
        session, order = self._find(ticket)
        if session is None or order < session.order or not order:
            return STALE, None
        return (AGAIN, session.answer) if order == session.order else (NEW, None)

    def keep(self, ticket: Any, answer: Answer) -> None:
        """The answer to the order with this ticket, in case it is repeated."""
        session, order = self._find(ticket)
        if session and session.order == order:
            session.answer = answer

    def _find(self, ticket: Any) -> tuple[Session | None, int]:
        nonce, number, order = struct.unpack_from(TICKET, ticket)
        if nonce == self.nonce:
            for session in self._sessions:
                if session.number == number:
                    return session, order
        return None, order
