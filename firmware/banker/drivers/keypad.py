"""4x4 key matrix: rows open drain, columns with pull-ups, no diodes. A scan allocates nothing.

Call scan() every few milliseconds; pressed keys wait in a ring until get() takes them. `layout` corrects a
ribbon that was plugged in another way (ribbon.py).
"""

from __future__ import annotations

from banker.drivers.types import Pin
from micropython import const

LAYOUT = b"123A456B789C*0#D"  # all keys, row by row

_SIZE = const(4)
_RING = const(8)
_TICKS = const(0x3FFFFFFF)  # ticks_ms() wraps


class Keypad:
    """`rows` and `columns` are four pins each; keys are the bytes of `layout`, row by row.

    These have a bit for each key, as scan() does: `stuck` for contacts that stay closed for `stuck_ms` or up
    to twice that (a bent membrane, a short, or something on the keys; the other keys go on working),
    `pressed` for keys that were pressed since power-on, `contacts` for contacts closed now, with ghosts.
    """

    def __init__(
        self,
        rows: tuple[Pin, ...],
        columns: tuple[Pin, ...],
        layout: bytes = LAYOUT,
        debounce_ms: int = 15,
        stuck_ms: int = 10000,
    ) -> None:
        self._rows = rows
        self._columns = columns
        self.layout = layout
        self._debounce_ms = debounce_ms
        self._stuck_ms = stuck_ms
        self.stuck = 0
        self.pressed = 0
        self.contacts = 0
        self._lasting = 0  # contacts closed since _mark_ms
        self._mark_ms = 0
        self._ring = bytearray(_RING)
        self._head = 0
        self._count = 0
        self.dropped = 0  # keys that found the ring full
        self._stable = 0  # debounced keys
        self._seen = 0  # contacts of the last scan
        self._since_ms = 0
        for row in rows:
            row(1)

    def scan(self, now_ms: int) -> int:
        """Look at the matrix once; the debounced keys that are down, as bits."""
        seen = self._look()
        self._watch(now_ms)
        if seen < 0:
            # One of them may be a ghost: nothing changes until a finger is lifted.
            self._since_ms = now_ms
            return self._stable
        if seen != self._seen:
            self._seen = seen
            self._since_ms = now_ms
        elif seen != self._stable and (now_ms - self._since_ms) & _TICKS >= self._debounce_ms:
            fresh = seen & ~self._stable
            self._stable = seen
            self.pressed |= fresh
            key = 0
            while fresh:
                if fresh & 1:
                    self._put(self.layout[key])
                fresh >>= 1
                key += 1
        return self._stable

    def get(self) -> int:
        """The code of the key pressed first, 0 if there is none."""
        if not self._count:
            return 0
        key = self._ring[self._head]
        self._head = (self._head + 1) % _RING
        self._count -= 1
        return key

    def clear(self) -> None:
        """Forget keys that nobody took."""
        self._count = 0

    def _put(self, key: int) -> None:
        if self._count == _RING:
            self.dropped += 1
            return
        self._ring[(self._head + self._count) % _RING] = key
        self._count += 1

    def _watch(self, now_ms: int) -> None:
        """A contact is stuck if it stays closed from one mark to the next."""
        contacts = self.contacts
        self._lasting &= contacts
        self.stuck &= contacts
        if (now_ms - self._mark_ms) & _TICKS >= self._stuck_ms:
            self._mark_ms = now_ms
            self.stuck = self._lasting
            self._lasting = contacts

    def _look(self) -> int:
        """Closed contacts as bits, or -1 if they form a rectangle: then one of four may be a ghost."""
        contacts = 0
        first = 1
        for row in self._rows:
            row(0)
            bit = first
            for column in self._columns:
                if not column():
                    contacts |= bit
                bit <<= 1
            row(1)
            first <<= _SIZE
        self.contacts = contacts
        lower = contacts
        while lower:
            here = lower & 0x0F
            lower >>= _SIZE
            other = lower
            while other:
                shared = here & other & 0x0F
                if shared & (shared - 1):  # two columns in common
                    return -1
                other >>= _SIZE
        return contacts
