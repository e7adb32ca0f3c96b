"""An order has its effect once, however often it arrives: lost answers are asked for again without harm.

A ticket is the boot's nonce (32 bits), a session given out by this box since then (16 bits), and the number
of the order in it (16 bits), each one above the last. The last order of a session may be repeated: it gets
the answer that it had. An older one, one of another boot or of a session that is forgotten does nothing. So a
recorded conversation can be played again as often as one likes.
"""

import struct

TICKET = "<IHH"
TICKET_SIZE = 8
SESSIONS_MOST = 4  # remembered at once: the one not used for longest makes room

# What an order may be.
NEW, AGAIN, STALE = 0, 1, 2


class Tickets:
    def __init__(self, nonce: int):
        self.nonce = nonce
        self._given = 0
        self._sessions = []  # [session, last number, its answer], the one used last at the end

    def open(self) -> int:
        """A new session; 0 when all are given out, until the next boot."""
        if self._given >= 0xFFFF:
            return 0
        self._given += 1
        if len(self._sessions) >= SESSIONS_MOST:
            self._sessions.pop(0)
        self._sessions.append([self._given, 0, None])
        return self._given

    def judge(self, ticket):
        """(NEW, AGAIN or STALE; the answer it had) of an order; a NEW one is the last from now on."""
        entry, number = self._find(ticket)
        if entry is None or number < entry[1] or not number:
            return STALE, None
        if number == entry[1]:
            return AGAIN, entry[2]
        self._sessions.remove(entry)
        self._sessions.append(entry)
        entry[1] = number
        entry[2] = None
        return NEW, None

    def look(self, ticket):
        """As judge(), but nothing is an order by that."""
        entry, number = self._find(ticket)
        if entry is None or number < entry[1] or not number:
            return STALE, None
        return (AGAIN, entry[2]) if number == entry[1] else (NEW, None)

    def keep(self, ticket, answer) -> None:
        """What the order of this ticket was answered; None while it is under way."""
        entry, number = self._find(ticket)
        if entry and entry[1] == number:
            entry[2] = answer

    def _find(self, ticket):
        nonce, session, number = struct.unpack_from(TICKET, ticket)
        if nonce == self.nonce:
            for entry in self._sessions:
                if entry[0] == session:
                    return entry, number
        return None, number
