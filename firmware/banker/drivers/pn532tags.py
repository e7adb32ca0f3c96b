"""Tags on a PN532, as taps.py needs them: the chip itself wakes, tells apart, selects and halts them.

A look is InListPassiveTarget for up to two targets (UM0701-02, 7.3.5). The chip takes some milliseconds for
it, so look() starts one and says PENDING until its answer is there. After a look that found a tag the field
is off for a step: the manual does not say which tags a listing leaves halted, and a tag that had no power
answers the next one for certain.
"""

from __future__ import annotations

from banker.drivers.codes import DEAD, GARBLED, NONE, PENDING, TAG, UID_MAX
from banker.drivers.pn532 import ANSWER_US, PN532, frame
from banker.drivers.types import Buffer, Raw
from micropython import const

_LIST = const(0x4A)
_WRITE_REGISTER = const(0x08)  # 7.2.5
_THROUGH = const(0x42)  # InCommunicateThru (7.3.9)
_TIME_OUT = const(0x01)  # its status (7.1)
_AT_STATUS = const(2)
# CIU_TxMode, CIU_RxMode and CIU_BitFraming for a request: no CRC, seven bits; and for everything else.
_SHORT_FRAMES = b"\x63\x02\x00\x63\x03\x00\x63\x3d\x07"
_WHOLE_FRAMES = b"\x63\x02\x80\x63\x03\x80\x63\x3d\x00"
_AT_COUNT = const(2)  # in the data of an answer
_AT_FIRST = const(3)  # the first target; of a target:
_AT_SAK = const(3)  # after its number and two bytes of ATQA
_AT_LENGTH = const(4)
_AT_UID = const(5)

_OFF_US = const(5000)
_LOOKS = const(25)  # so often a look is asked for its answer before the chip counts as dead
_LOOKS_BY_IRQ = const(3)  # later the status byte is asked: the IRQ wire may have come off


class PN532Reader:
    """The tag read last: `uid` (its first `uid_len` bytes count) and `sak`."""

    def __init__(self, chip: PN532) -> None:
        self.chip = chip
        self.uid = bytearray(UID_MAX)
        self.uid_len = 0
        self.sak = 0
        self._list = frame(_LIST, 2, 0)
        self._short_frames = frame(_WRITE_REGISTER, *_SHORT_FRAMES)
        self._whole_frames = frame(_WRITE_REGISTER, *_WHOLE_FRAMES)
        self._reqa = frame(_THROUGH, 0x26)
        self._found = False  # by the last look: the next one begins with the field off
        self._looks = 0  # how often the look under way was asked for its answer; 0: none was started
        self._next = 0  # the target that select() takes, as a place in the answer; 0: none
        self._after = 0  # the one after it

    def look(self) -> int:
        """Start a look, or ask for its result: PENDING until it is there, then that of wake()."""
        chip = self.chip
        if chip.busy != _LIST:  # none is under way, or another command has ended it
            if self._found or self._looks:
                self._found = False
                self._looks = 0
                chip.field(False)
                return PENDING
            if not chip.start(self._list):
                return DEAD
            self._looks = 1
            return PENDING
        irq = chip.irq if self._looks <= _LOOKS_BY_IRQ else None
        if irq() if irq is not None else not chip.ready():
            self._looks += 1
            if self._looks <= _LOOKS:
                return PENDING
            chip.busy = self._looks = 0
            return DEAD
        return self._listed()

    def wake(self) -> int:
        """Is any tag there?"""
        chip = self.chip
        if not chip.start(self._list) or not chip.wait(ANSWER_US):
            chip.busy = 0
            return DEAD
        return self._listed()

    def _listed(self) -> int:
        chip = self.chip
        self._next = self._after = self._looks = 0
        at = chip.fetch(chip.answer)
        if not at:
            return GARBLED
        got = chip.answer[1]
        count = got[at + _AT_COUNT]
        if not count:
            return NONE
        first = at + _AT_FIRST
        second = first + _AT_UID + got[first + _AT_LENGTH]
        if second > len(got) - _AT_UID:
            return GARBLED
        self._next = first
        if count > 1:
            self._after = second
        self._found = True
        return TAG

    def again(self) -> int:
        """Nothing was found, but was something there? The chip itself has tried often."""
        return NONE

    def request(self) -> int:
        """Is another tag there? REQA wakes tags that are not halted, and the listed one is."""
        if self._next:
            return TAG
        chip = self.chip
        if not chip.set(self._short_frames):
            return DEAD
        result = self._reqa_result()
        if result == NONE:  # a tag that was garbled in the listing misses the first one
            result = self._reqa_result()
        chip.set(self._whole_frames)
        return result

    def _reqa_result(self) -> int:
        chip = self.chip
        if not chip.start(self._reqa) or not chip.wait(ANSWER_US):
            return DEAD
        at = chip.fetch(chip.answer)
        if not at:
            return GARBLED
        status = chip.answer[1][at + _AT_STATUS]
        return NONE if status == _TIME_OUT else GARBLED if status else TAG

    def select(self) -> int:
        """After wake() or request(): the UID of the tag."""
        if not self._next:
            result = self.wake()
            if result != TAG:
                return result
        got = self.chip.answer[1]
        at = self._next
        self._next = self._after
        self._after = 0
        length = got[at + _AT_LENGTH]
        self.uid_len = 0
        if length > UID_MAX or at + _AT_UID + length > len(got):
            return GARBLED
        self.sak = got[at + _AT_SAK]
        for i in range(length):
            self.uid[i] = got[at + _AT_UID + i]
        self.uid_len = length
        return TAG

    def reselect(self, uid: Buffer, uid_len: int) -> int:
        """After wake(): is the tag with this UID there? request() then finds the other one."""
        first = self._next
        if self._is_next(uid, uid_len):
            return TAG
        if self._next and self._is_next(uid, uid_len):
            self._next = first
            return TAG
        return NONE

    def _is_next(self, uid: Buffer, uid_len: int) -> bool:
        if self.select() != TAG or self.uid_len != uid_len:
            return False
        for i in range(uid_len):
            if self.uid[i] != uid[i]:
                return False
        return True

    def halt(self) -> None:
        """The chip has halted what it listed."""

    def read(self) -> int:
        """wake() and select(), from a field that was off: the UID of the first tag there."""
        self.chip.field(False)
        self.chip.pause(_OFF_US)
        result = self.wake()
        return self.select() if result == TAG else result

    def raw(self) -> Raw:
        """For commands to one tag. Loaded on use."""
        from banker.drivers import pn532raw

        return pn532raw.PN532Raw(self.chip)
