"""When is a tag a tap? One event per arrival, whatever the hand and the air do.

step() looks once, every 20 ms or so, and returns an event code; nothing is allocated while nobody is there.
Tags are always woken from HALT and put back there, so a tag that lies on the reader disturbs nothing;
REQA after HALT then asks whether there is another one.

After `idle_after_ms` without a tag and without stir() the field is on only for a look every `idle_ms`:
about 17 mA instead of 73 (derived; 13.5 of them flow whenever the chip is on). Any answer, and stir(), end
that at once.
"""

from banker.drivers.iso14443a import UID_MAX
from banker.drivers.mfrc522 import COLLISION, DEAD, GARBLED, NONE, TAG
from micropython import const

NOTHING = const(0)
TAP = const(1)  # a tag came: its UID is in uid[:uid_len]
GONE = const(2)  # it went
BACK = const(3)  # it bounced: the same tag came back at once, no new tap
CROWD = const(4)  # two tags: neither counts until the reader is empty again
CLEAR = const(5)  # it is
LOST = const(6)  # the reader does not answer
RESTARTED = const(7)  # it answers again, or lost its setting in between

_EMPTY = const(0)
_HELD = const(1)
_CROWDED = const(2)

_MISSES = const(3)  # removal; a miss is two WUPAs in a row without answer
_STRANGERS = const(4)  # answers to WUPA, but not to the known UID: tags were swapped
_GARBLES = const(25)  # in a row: what is there cannot be read any more
_COLLISIONS = const(2)  # in a row: one alone may be a tag at the edge of the field
_RETRY_MS = const(250)
_GUARD_MS = const(5)  # a tag may need so long after the field came on (ISO/IEC 14443-3, 6.1.1)

# How fast the field is looked at: _asleep.
_AWAKE = const(0)
_DARK = const(1)  # the field is off
_LIT = const(2)  # it was switched on for a look
_TICKS = const(0x3FFFFFFF)  # ticks_ms() wraps
_ISO14443_4 = const(0x20)  # SAK of phones and bank cards
_RANDOM_UID = const(0x08)  # first byte of a UID made up for each visit (6.5.4)


class Taps:
    """`uid` and `uid_len` belong to the last TAP, BACK or GONE; the next TAP overwrites them.

    `pause_ms` is when step() wants to be called again: sooner while the field is on for a look only.
    """

    def __init__(self, reader, bounce_ms=700, poll_ms=20, idle_after_ms=30000, idle_ms=100):
        self.reader = reader
        self._bounce_ms = bounce_ms
        self.poll_ms = self.pause_ms = poll_ms
        self.idle_after_ms = idle_after_ms  # 0: never
        self.idle_ms = idle_ms
        self._asleep = _AWAKE
        self._stirred = True  # something happened; the next step() knows when
        self._quiet_ms = 0  # since when nothing happened
        self._switched_ms = 0
        self.uid = bytearray(UID_MAX)
        self.uid_len = 0
        self.restarts = 0
        self._state = _EMPTY
        self._misses = 0
        self._strangers = 0
        self._garbles = 0
        self._collisions = 0
        self._recent = False  # uid went away less than bounce_ms ago
        self._left_ms = 0
        self.lost = False  # it does not answer
        self._tried_ms = 0

    def held(self) -> bool:
        """Does the tag of the last TAP or BACK still lie there?"""
        return self._state == _HELD

    def step(self, now_ms: int) -> int:
        """Look once; the code of what happened."""
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
        result = self.reader.wake()
        if result == NONE and (self._state != _EMPTY or self._garbles):
            # A tag left in mid-exchange by a broken frame is mute once, and once only.
            result = self.reader.wake()
        if result != NONE:
            self.stir()
            if self._recent:
                self._left_ms = now_ms  # a tag at the edge of the field has not left while it is heard
        if result == TAG or result == GARBLED:  # somebody is there, who is to be read either way
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
            if self._asleep or (
                self.idle_after_ms and (now_ms - self._quiet_ms) & _TICKS >= self.idle_after_ms
            ):
                self._switch(now_ms, _DARK)
            return NOTHING
        self._misses += 1
        return self._leave(now_ms) if self._misses >= _MISSES else NOTHING

    def stir(self) -> None:
        """Somebody is there (a key was pressed): look as often as can be, from now on."""
        self._stirred = True
        if self._asleep == _DARK:
            self.reader.chip.field(True)
        self._asleep = _AWAKE
        self.pause_ms = self.poll_ms

    def _lit(self, now_ms: int) -> bool:
        """Asleep: is it time for a look, with the field on for long enough?"""
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
        """Somebody answers where nobody was."""
        reader = self.reader
        result = reader.select()
        if result == NONE:
            self._garbles += 1  # it went, or heard nothing: look twice next time
            return NOTHING
        if result != TAG:
            return self._trouble(now_ms, result)
        reader.halt()
        if reader.sak & _ISO14443_4 or (reader.uid_len == 4 and reader.uid[0] == _RANDOM_UID):
            self._calm()
            return NOTHING
        result = reader.request()
        if result == TAG or result == COLLISION:
            return self._crowd()
        if result != NONE:
            return self._trouble(now_ms, result)  # somebody else, perhaps: no tap before that is known
        self._calm()
        self._state = _HELD
        if self._recent and self._same():
            return BACK
        self._recent = False
        self.uid_len = reader.uid_len
        for i in range(reader.uid_len):
            self.uid[i] = reader.uid[i]
        return TAP

    def _same(self) -> bool:
        reader = self.reader
        if reader.uid_len != self.uid_len:
            return False
        for i in range(self.uid_len):
            if reader.uid[i] != self.uid[i]:
                return False
        return True

    def _hold(self, now_ms: int) -> int:
        """Somebody answers where a known tag lies: is it that one, and that one alone?"""
        reader = self.reader
        result = reader.reselect(self.uid, self.uid_len)
        if result == NONE:
            reader.wake()  # mute once, see step()
            if reader.wake() == TAG:
                result = reader.reselect(self.uid, self.uid_len)
        if result == NONE:
            self._strangers += 1
            return self._leave(now_ms) if self._strangers >= _STRANGERS else NOTHING
        if result != TAG:
            return self._trouble(now_ms, result)
        self._calm()
        reader.halt()
        result = reader.request()
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
        """A frame that was neither an answer nor silence."""
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
        """Set the reader up anew; who lay there is kept, so that no second tap follows from it."""
        self._tried_ms = now_ms
        self._calm()
        self._asleep = _AWAKE  # setting up switches the field on
        self.pause_ms = self.poll_ms
        self._stirred = True
        # The timer of one exchange is the proof; tags do not answer so early after the field came on.
        if self.reader.chip.init() and self.reader.wake() != DEAD:
            self.lost = False
            self.restarts += 1
            return RESTARTED
        if self.lost:
            return NOTHING
        self.lost = True
        return LOST
