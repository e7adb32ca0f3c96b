"""The way back and forward between the states of a game that nobody saves, in a buffer of fixed size.

Each step is the difference of the two packed states around it: the bytes that differ, combined by exclusive
or, so that the same bytes lead back and forward. A step takes about 24 bytes, a whole state 110 to 140. The
oldest ones go as soon as no undo may reach them.

An entry: size of it (16 bits), what its undo costs, how many steps were undone before it was (8 bits each),
size of the older and of the newer state (16 bits each); for each run of bytes that differ: how many before it
are equal, how many differ (8 bits each), these; then the size again, for whoever comes from behind.
"""

from __future__ import annotations

import struct

from banker.core.history import UNDO_MOST
from banker.core.types import Buffer

_HEAD = "<HBBHH"
_HEAD_SIZE = 8
_AT_COST, _AT_DEPTH, _AT_OLD, _AT_NEW = 2, 3, 4, 6
_END_SIZE = 2
_GAP = 3  # fewer equal bytes than this belong to the run: another one would be longer
_RUN_MOST = 255
ROOM = 4096


class Trail:
    def __init__(self) -> None:
        self._buf = bytearray(ROOM)
        self._at = 0  # end of the steps that undo can take back
        self._top = 0  # end of the steps that redo can bring back
        self._costs = 0  # what it costs to undo all of them
        self.lost = False  # an undo may reach further back than the buffer did

    def push(self, old: Buffer, new: Buffer, cost: int) -> None:
        """A step from one packed state to the next one. What could be redone is forgotten."""
        longest = max(len(old), len(new))
        worst = _HEAD_SIZE + _END_SIZE + 2 * longest + 4
        while self._at + worst > ROOM:
            self._drop()
            self.lost = True
        start = self._at
        end = self._write_runs(start + _HEAD_SIZE, old, new, longest) + _END_SIZE
        struct.pack_into(_HEAD, self._buf, start, end - start, cost, 0, len(old), len(new))
        struct.pack_into("<H", self._buf, end - _END_SIZE, end - start)
        self._at = self._top = end
        self._costs += cost
        while self._costs > UNDO_MOST:
            self._drop()
            self.lost = False

    def _write_runs(self, at: int, old: Buffer, new: Buffer, longest: int) -> int:
        """Where they end."""
        buf = self._buf
        last = i = 0  # end of the last run, and the byte to be looked at
        while i < longest:
            if not _difference(old, new, i):
                i += 1
                continue
            while i - last > _RUN_MOST:
                buf[at] = _RUN_MOST
                buf[at + 1] = 0
                at += 2
                last += _RUN_MOST
            buf[at] = i - last
            head = at + 1
            at += 2
            start = end = i
            while i < longest and i - end < _GAP and i - start < _RUN_MOST:
                byte = _difference(old, new, i)
                buf[at + i - start] = byte
                i += 1
                if byte:
                    end = i
            buf[head] = end - start
            at += end - start
            last = i = end
        return at

    def _drop(self) -> None:
        """The oldest step goes."""
        size = self._word(0)
        self._costs -= self._buf[_AT_COST]
        view = memoryview(self._buf)
        self._at -= size
        self._top = self._at
        view[: self._at] = view[size : size + self._at]

    def _word(self, at: int) -> int:
        return self._buf[at] | self._buf[at + 1] << 8

    def older(self, packed: Buffer) -> bytearray | None:
        """The state before the last step; None: no step is left."""
        if not self._at:
            return None
        start = self._at - self._word(self._at - _END_SIZE)
        return self._other(start, packed, self._word(start + _AT_OLD))

    def newer(self, packed: Buffer) -> bytearray | None:
        """The state after the step that was taken back last; None: there is none."""
        if self._at == self._top:
            return None
        return self._other(self._at, packed, self._word(self._at + _AT_NEW))

    def _other(self, start: int, packed: Buffer, size: int) -> bytearray:
        """The state on the other side of the step that begins there."""
        buf = self._buf
        state = bytearray(size)
        common = min(size, len(packed))
        state[:common] = packed[:common]
        at = start + _HEAD_SIZE
        end = start + self._word(start) - _END_SIZE
        i = 0
        while at < end:
            i += buf[at]
            count = buf[at + 1]
            at += 2
            for byte in range(count):
                if i + byte < size:  # what the other state has no room for is not in it
                    state[i + byte] ^= buf[at + byte]
            i += count
            at += count
        return state

    def go_back(self, depth: int) -> None:
        """The last step is taken back, after so many others (history.py)."""
        self._at -= self._word(self._at - _END_SIZE)
        self._buf[self._at + _AT_DEPTH] = depth
        self._costs -= self._buf[self._at + _AT_COST]

    def go_ahead(self) -> int:
        """The step is done again. Returns how many were taken back before it was."""
        depth = self._buf[self._at + _AT_DEPTH]
        self._costs += self._buf[self._at + _AT_COST]
        self._at += self._word(self._at)
        return depth


def _difference(old: Buffer, new: Buffer, i: int) -> int:
    return (old[i] if i < len(old) else 0) ^ (new[i] if i < len(new) else 0)
