"""Taps: one event for each arrival of a tag, even if the hand shakes or frames are garbled.

step() looks once, every 20 ms or so, and returns an event code; without a tag it allocates nothing. Tags are
always woken from HALT and halted again, so a tag that stays on the reader disturbs nothing; REQA after HALT
then finds another one. A weak tag may answer it too, because it misheard the HALT or lost its supply for a
moment. So whoever answers is selected, and only another UID makes a crowd.

After `idle_after_ms` without a tag and without stir() the field is only switched on for a look every
`idle_ms`: about 17 mA instead of 73 (derived; 13.5 of them flow whenever the chip is on). Any answer, and
stir(), end that at once.
"""

from __future__ import annotations

from banker.drivers.codes import COLLISION, DEAD, GARBLED, NONE, PENDING, TAG, UID_MAX
from banker.drivers.types import Reader
from micropython import const

NOTHING = const(0)
TAP = const(1)  # a tag came: its UID is in uid[:uid_len]
GONE = const(2)  # it was lifted
BACK = const(3)  # it bounced: the same tag came back at once, which is no new tap
CROWD = const(4)  # two tags: neither counts until the reader is empty again
CLEAR = const(5)  # the reader is empty again after CROWD
LOST = const(6)  # the reader does not answer
RESTARTED = const(7)  # the reader was set up again

_EMPTY = const(0)
_HELD = const(1)
_CROWDED = const(2)

# How many in a row count.
_MISSES = const(3)  # the tag is gone; a miss is two WUPAs without answer
_STRANGERS = const(4)  # answers to WUPA, but not to the known UID: tags were swapped
_GARBLES = const(25)  # the tag cannot be read any more
_COLLISIONS = const(2)  # one alone may be a tag at the edge of the field
_HALTS = const(3)  # the same tag is halted so often in one look
_RETRY_MS = const(250)
_GUARD_MS = const(5)  # a tag may need so long after the field was switched on (ISO/IEC 14443-3, 6.1.1)

# States of _asleep.
_AWAKE = const(0)
_DARK = const(1)  # the field is off
_LIT = const(2)  # it was switched on for a look
_TICKS = const(0x3FFFFFFF)  # ticks_ms() wraps
_ISO14443_4 = const(0x20)  # SAK of phones and bank cards
_RANDOM_UID = const(0x08)  # first byte of a UID that is random at each visit (6.5.4)


class Taps:
    """`uid` and `uid_len` belong to the last TAP, BACK or GONE; the next TAP overwrites them.

    `pause_ms` is the time until the next step(): shorter while the field is on for one look only.
    """

    def __init__(
        self,
        reader: Reader,
        bounce_ms: int = 700,
        poll_ms: int = 20,
        idle_after_ms: int = 30000,
        idle_ms: int = 100,
    ) -> None:
        self.reader = reader
        self._bounce_ms = bounce_ms
        self.poll_ms = self.pause_ms = poll_ms
        self.idle_after_ms = idle_after_ms  # 0: never
        self.idle_ms = idle_ms
        self._asleep = _AWAKE
        self._stirred = True  # something happened; the next step() notes the time
        self._quiet_ms = 0  # since when nothing happened
        self._switched_ms = 0
        self.uid = bytearray(UID_MAX)
        self.uid_len = 0
        self.changing = False  # a card lies there that has another UID at each visit: it is never a TAP
        self._new = bytearray(UID_MAX)  # the UID of a tag that arrives
        self.restarts = 0
        self._state = _EMPTY
        self._misses = 0
        self._strangers = 0
        self._garbles = 0
        self._collisions = 0
        self._recent = False  # the tag was lifted less than bounce_ms ago
        self._left_ms = 0
        self.lost = False  # the reader does not answer
        self._tried_ms = 0

    def held(self) -> bool:
        """Does the tag of the last TAP or BACK still lie there?"""
        return self._state == _HELD

    def step(self, now_ms: int) -> int:
        """Look once; the code of the event."""
        if self.lost:
            if (now_ms - self._tried_ms) & _TICKS < _RETRY_MS:
                return NOTHING
            return self._revive(now_ms)
        if self._stirred:
            self._stirred = False
            self._quiet_ms = now_ms
        if self._asleep and not self._lit(now_ms):
            return NOTHING
        if self._recent and (now_ms - self._left_ms) & _TICKS >= self._bounce_ms:
            self._recent = False
        result = self.reader.look()
        if result == PENDING:
            return NOTHING
        if result == NONE and (self._state != _EMPTY or self._garbles):
            result = self.reader.again()
        if result != NONE:
            self.stir()
            if self._recent:
                self._left_ms = now_ms  # a tag at the edge of the field that answers has not left
        if result == TAG or result == GARBLED:  # a tag is there, and can be read in both cases
            if self._state == _HELD:
                return self._hold(now_ms)
            if self._state == _EMPTY:
                return self._arrive(now_ms)
            self._calm()
            return NOTHING
        if result != NONE:
            return self._trouble(now_ms, result)
        self._garbles = self._collisions = 0
        if self._state == _EMPTY:
            self.changing = False
            if self._asleep or (
                self.idle_after_ms and (now_ms - self._quiet_ms) & _TICKS >= self.idle_after_ms
            ):
                self._switch(now_ms, _DARK)
            return NOTHING
        self._misses += 1
        return self._leave(now_ms) if self._misses >= _MISSES else NOTHING

    def stir(self) -> None:
        """Somebody is there (a key was pressed): look often from now on."""
        self._stirred = True
        if self._asleep == _DARK:
            self.reader.chip.field(True)
        self._asleep = _AWAKE
        self.pause_ms = self.poll_ms

    def _lit(self, now_ms: int) -> bool:
        """Asleep: is the field on for long enough to look? It is switched on when it is time."""
        since_ms = (now_ms - self._switched_ms) & _TICKS
        if self._asleep == _LIT:
            return since_ms >= _GUARD_MS
        if since_ms >= self.idle_ms:
            self._switch(now_ms, _LIT)
        return False

    def _switch(self, now_ms: int, asleep: int) -> None:
        self.reader.chip.field(asleep == _LIT)
        self._asleep = asleep
        self._switched_ms = now_ms
        self.pause_ms = _GUARD_MS if asleep == _LIT else self.poll_ms

    def _calm(self) -> None:
        self._misses = self._strangers = self._garbles = self._collisions = 0

    def _arrive(self, now_ms: int) -> int:
        """A tag answers and none was there before."""
        reader = self.reader
        result = reader.select()
        if result == NONE:
            self._garbles += 1  # it was lifted, or missed the frame: look twice next time
            return NOTHING
        if result != TAG:
            return self._trouble(now_ms, result)
        reader.halt()
        self.changing = reader.uid_len == 4 and reader.uid[0] == _RANDOM_UID
        if self.changing or reader.sak & _ISO14443_4:
            self._calm()
            return NOTHING
        length = reader.uid_len
        for i in range(length):
            self._new[i] = reader.uid[i]
        result = self._another(self._new, length)
        if result == TAG or result == COLLISION:
            return self._crowd()
        if result != NONE:
            return self._trouble(now_ms, result)  # perhaps another tag: no tap until that is certain
        self._calm()
        self._state = _HELD
        if self._recent and self._same(self.uid, self.uid_len):
            return BACK
        self._recent = False
        self.uid_len = length
        for i in range(length):
            self.uid[i] = self._new[i]
        return TAP

    def _same(self, uid: bytearray, length: int) -> bool:
        """Is this the UID that was read last?"""
        reader = self.reader
        if reader.uid_len != length:
            return False
        for i in range(length):
            if reader.uid[i] != uid[i]:
                return False
        return True

    def _another(self, uid: bytearray, length: int) -> int:
        """After HALT of the tag with this UID: TAG if another tag is there, NONE if there is none."""
        reader = self.reader
        for _ in range(_HALTS):
            result = reader.request()
            if result != TAG:
                return result
            result = reader.select()
            if result != TAG:
                return GARBLED if result == NONE else result
            if not self._same(uid, length):
                return TAG
            reader.halt()
        return GARBLED

    def _hold(self, now_ms: int) -> int:
        """A tag answers while a known one is there: is it that one, and no other?"""
        reader = self.reader
        result = reader.reselect(self.uid, self.uid_len)
        if result == NONE:
            reader.again()  # it may miss one
            if reader.again() == TAG:
                result = reader.reselect(self.uid, self.uid_len)
        if result == NONE:
            self._strangers += 1
            return self._leave(now_ms) if self._strangers >= _STRANGERS else NOTHING
        if result != TAG:
            return self._trouble(now_ms, result)
        self._calm()
        reader.halt()
        result = self._another(self.uid, self.uid_len)
        if result == TAG or result == COLLISION:
            return self._crowd()
        return NOTHING

    def _leave(self, now_ms: int) -> int:
        event = GONE if self._state == _HELD else CLEAR
        self._recent = event == GONE
        self._left_ms = now_ms
        self._state = _EMPTY
        self._calm()
        return event

    def _crowd(self) -> int:
        self._calm()
        if self._state == _CROWDED:
            return NOTHING
        self._state = _CROWDED
        self._recent = False
        return CROWD

    def _trouble(self, now_ms: int, result: int) -> int:
        """A result that is neither an answer nor silence."""
        if result == DEAD:
            return self._revive(now_ms)
        self._garbles += 1
        if result == COLLISION:
            self._collisions += 1
            return self._crowd() if self._collisions >= _COLLISIONS else NOTHING
        self._collisions = 0
        if self._garbles >= _GARBLES and self._state != _EMPTY:
            return self._leave(now_ms)
        return NOTHING

    def _revive(self, now_ms: int) -> int:
        """Set the reader up again. The tag on it is remembered, so that there is no second tap."""
        self._tried_ms = now_ms
        self._calm()
        self._asleep = _AWAKE  # setting up switches the field on
        self.pause_ms = self.poll_ms
        self._stirred = True
        # The timer of one exchange proves that it works; tags do not answer so soon after the field is on.
        if self.reader.chip.init() and self.reader.wake() != DEAD:
            self.lost = False
            self.restarts += 1
            return RESTARTED
        if self.lost:
            return NOTHING
        self.lost = True
        return LOST
