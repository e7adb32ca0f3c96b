"""ISO/IEC 14443-3 type A on an MFRC522: wake, select by cascade levels, halt.

Results are those of mfrc522.fetch(). Several tags at once are only reported: the reader is for one tag at a
time, so there is no bit-wise anticollision. Sections are those of the standard.
"""

from __future__ import annotations

from banker.drivers.codes import COLLISION, GARBLED, NONE, TAG, UID_MAX
from banker.drivers.crca import crc_a
from banker.drivers.mfrc522 import GOT_ANSWER, MFRC522, burst, frame
from banker.drivers.types import Buffer, Burst, Raw
from micropython import const

_REQA = const(0x26)  # 6.4.1: wakes tags that are not halted
_WUPA = const(0x52)  # wakes halted ones too
_SEL = const(0x93)  # 6.5.3.1: level 1; 0x95 and 0x97 are levels 2 and 3
_NVB_ASK = const(0x20)  # nothing known of the UID
_NVB_SELECT = const(0x70)  # all of it
_CASCADE_TAG = const(0x88)
_MORE = const(0x04)  # SAK: the UID goes on in another level (6.5.3.4)

# Time on the air: bits of the frame, parity, both ends and the answer, 9.44 us each, and 86 us between; less
# the 40 us that the code before and after takes.
_WAKE_US = const(320)
_ASK_US = const(679)
_SELECT_US = const(1104)
_HALT_US = const(319)  # the frame alone: a halted tag does not answer


class TagReader:
    """The tag read last: `uid` (its first `uid_len` bytes count) and `sak`."""

    def __init__(self, chip: MFRC522) -> None:
        self.chip = chip
        self.uid = bytearray(UID_MAX)
        self.uid_len = 0
        self.sak = 0
        self._wupa = frame(_WUPA)
        self._reqa = frame(_REQA)
        self._ask = frame(_SEL, _NVB_ASK)
        self._select = frame(_SEL, _NVB_SELECT, 0, 0, 0, 0, 0, 0, 0)
        self._halt = frame(0x50, 0x00, 0x57, 0xCD)  # HLTA with its CRC_A (6.4.3)
        self._atqa = burst(2)
        self._part = burst(5)  # four bytes of UID and their check byte
        self._sak = burst(3)

    def _exchange(self, data: bytearray, air_us: int, answer: Burst, short: bool = False) -> int:
        chip = self.chip
        chip.start(data, short)
        chip.wait(air_us)
        result = chip.fetch(answer)
        if result == NONE:
            chip.idle()
        return result

    def wake(self) -> int:
        """WUPA: is any tag there?"""
        return self._exchange(self._wupa, _WAKE_US, self._atqa, True)

    look = wake  # it takes 1.4 ms; a reader that takes longer says PENDING
    again = wake  # after a broken exchange a tag misses one WUPA, and only one

    def request(self) -> int:
        """REQA: is a tag there that is not halted?"""
        return self._exchange(self._reqa, _WAKE_US, self._atqa, True)

    def halt(self) -> None:
        """The selected tag does not answer until the next wake() or until the field was off."""
        chip = self.chip
        chip.tell(self._halt, _HALT_US + chip.timeout_us)

    def read(self) -> int:
        """wake(), select() and halt(): the UID of the one tag there."""
        result = self.wake()
        if result == TAG:
            result = self.select()
            if result == TAG:
                self.halt()
        return result

    def select(self) -> int:
        """After wake(): read the UID, level by level as the SAK says, and select the tag."""
        part = self._part[1]
        uid = self.uid
        length = 0
        self.uid_len = 0
        for level in range(3):
            self._ask[1] = _SEL + 2 * level
            result = self._ask_level()
            if result == GARBLED:  # asking changes nothing in the tag, so ask again
                result = self._ask_level()
            if result != TAG:
                return result
            result = self._select_level(level, part, GOT_ANSWER)
            if result != TAG:
                # All tags give the same answer to a SELECT, so this is no real collision.
                return GARBLED if result == COLLISION else result
            # The SAK decides, not a first byte of 0x88: clones have that in ordinary UIDs.
            skip = 1 if self.sak & _MORE else 0
            for i in range(4 + skip, 8):
                uid[length] = part[i]
                length += 1
            if not skip:
                self.uid_len = length
                return TAG
            if part[4] != _CASCADE_TAG:
                return GARBLED
        return GARBLED

    def raw(self) -> Raw:
        """For commands to one tag. Loaded on use."""
        from banker.drivers import mfrc522raw

        return mfrc522raw.MFRC522Raw(self)

    def _ask_level(self) -> int:
        result = self._exchange(self._ask, _ASK_US, self._part)
        part = self._part[1]
        if result == TAG and part[4] ^ part[5] ^ part[6] ^ part[7] ^ part[8]:  # BCC (6.5.3.3)
            return GARBLED
        return result

    def reselect(self, uid: Buffer, uid_len: int) -> int:
        """After wake(): select the tag with this UID if it is still there."""
        part = self._part[1]
        at = 0
        for level in range(3):
            last = uid_len - at <= 4
            if not last:
                part[4] = _CASCADE_TAG
            for i in range(4 if last else 5, 8):
                part[i] = uid[at]
                at += 1
            part[8] = part[4] ^ part[5] ^ part[6] ^ part[7]
            result = self._select_level(level, part, GOT_ANSWER)
            if result != TAG or last:
                return result
            if not self.sak & _MORE:
                return GARBLED
        return GARBLED

    def _select_level(self, level: int, part: bytearray, first: int) -> int:
        """SELECT one level by its five bytes; TAG if a correct SAK came back."""
        select = self._select
        select[1] = _SEL + 2 * level
        for i in range(5):
            select[3 + i] = part[first + i]
        crc = crc_a(select, 1, 8)
        select[8] = crc & 0xFF
        select[9] = crc >> 8
        result = self._exchange(select, _SELECT_US, self._sak)
        if result == TAG:
            got = self._sak[1]
            if crc_a(got, 4, 7):
                return GARBLED
            self.sak = got[4]
        return result
