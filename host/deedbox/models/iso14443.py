"""ISO/IEC 14443-3 type A tags: wake-up, anticollision, select, halt.

`tag.hear(frame, now_ns)` returns the tag's answer, or None if it does not answer. The least significant bit
is sent first; `bits` never counts parity bits.
"""

import random
from typing import NamedTuple

ETU_NS = 9_440  # one bit at 106 kBd: 128 / 13.56 MHz
FRAME_DELAY_NS = 86_430  # 1172 / 13.56 MHz, from the end of a command to the start of its answer

REQA = 0x26
WUPA = 0x52
CASCADE_TAG = 0x88

OFF, IDLE, READY, ACTIVE, HALT = range(5)


class Frame(NamedTuple):
    """Bytes on the air; the last byte may be incomplete. The tag works for `delay_ns` before it answers."""

    data: bytes
    bits: int
    delay_ns: int = 0


def crc_a(data: bytes, crc: int = 0x6363) -> int:
    """CRC_A of ISO/IEC 14443-3, annex B. It is 0 for data that ends with its own CRC."""
    for byte in data:
        x = byte ^ (crc & 0xFF)
        x = (x ^ (x << 4)) & 0xFF
        crc = ((crc >> 8) ^ (x << 8) ^ (x << 3) ^ (x >> 4)) & 0xFFFF
    return crc


def with_crc(data: bytes) -> Frame:
    """A frame with the data and its CRC_A, low byte first."""
    return Frame(data + crc_a(data).to_bytes(2, "little"), len(data) * 8 + 16)


def bit(data: bytes, index: int) -> int:
    """Bit `index` of the data, in the order in which bits are sent."""
    return data[index >> 3] >> (index & 7) & 1


def tail_bits(data: bytes, first: int) -> Frame:
    """A frame with all bits of the data from bit `first` on."""
    bits = len(data) * 8 - first
    return Frame((int.from_bytes(data, "little") >> first).to_bytes((bits + 7) // 8, "little"), bits)


class Tag:
    """A tag with a UID of 4, 7 or 10 bytes that knows wake-up, anticollision, select and halt."""

    def __init__(
        self, uid: bytes, atqa: int | None = None, sak: int = 0x08, power_up_ns: int = 300_000
    ) -> None:
        self.uid = bytes(uid)
        size = len(self.uid)
        if size not in (4, 7, 10):
            raise ValueError("a UID has 4, 7 or 10 bytes")
        # The first byte of every cascade level but the last is the cascade tag (6.5.4).
        self.levels: list[bytes] = []
        rest = self.uid
        while len(rest) > 4:
            self.levels.append(bytes([CASCADE_TAG]) + rest[:3])
            rest = rest[3:]
        self.levels.append(rest)
        self.atqa = atqa if atqa is not None else {4: 0x0004, 7: 0x0044, 10: 0x0084}[size]
        self.sak = sak
        self.power_up_ns = power_up_ns
        self.state = OFF
        self.level = 0
        self.wakes = 0
        self._was_halted = False  # READY* and ACTIVE*: a failed exchange leads back to HALT, not to IDLE
        self._powered_ns = 0
        self._supply_faults = self._hearing_faults = 0.0
        self._rng = random.Random(0)

    def weaken(self, supply_faults: float, hearing_faults: float, rng: random.Random) -> None:
        """Put the tag at the edge of the field from now on.

        In this share of the frames its supply fails for a moment, so it forgets that it was selected or
        halted; in this share of the others it hears one bit wrong. Short frames are never heard wrong.
        """
        self._supply_faults = supply_faults
        self._hearing_faults = hearing_faults
        self._rng = rng

    def power(self, on: bool, now_ns: int) -> None:
        """Switch the reader's field on or off."""
        if on and self.state == OFF:
            self._powered_ns = now_ns
            self._was_halted = False
            self.state = IDLE
            self.forget()
        elif not on:
            self.state = OFF

    def forget(self) -> None:
        """Forget everything that depends on being selected; a plain tag has nothing to forget."""

    def hear(self, frame: Frame, now_ns: int) -> Frame | None:
        if self._supply_faults and self._rng.random() < self._supply_faults:
            self.power(False, now_ns)
            self.power(True, now_ns)
            return None
        if self._hearing_faults and frame.bits > 7 and self._rng.random() < self._hearing_faults:
            data = bytearray(frame.data)
            data[self._rng.randrange(len(data))] ^= 1 << self._rng.randrange(8)
            frame = frame._replace(data=bytes(data))
        if self.state == OFF or now_ns - self._powered_ns < self.power_up_ns or not frame.bits:
            return None
        if frame.bits == 7:
            return self._wake(frame.data[0] & 0x7F)
        if self.state == READY:
            return self._select(frame)
        if self.state == ACTIVE:
            return self.serve(frame)
        return None

    def _wake(self, command: int) -> Frame | None:
        if self.state in (READY, ACTIVE):
            return self.fall()
        if command == WUPA or (command == REQA and self.state == IDLE):
            self._was_halted = self.state == HALT
            self.state = READY
            self.level = 0
            self.wakes += 1
            return Frame(self.atqa.to_bytes(2, "little"), 16)
        return None

    def _select(self, frame: Frame) -> Frame | None:
        part = self.levels[self.level]
        full = part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]])
        data = frame.data
        if frame.bits < 16 or data[0] != 0x93 + 2 * self.level:
            return self.fall()
        nvb = data[1]
        if nvb == 0x70:
            if frame.bits != 72 or crc_a(data) or data[2:7] != full:
                return self.fall()
            if self.level + 1 < len(self.levels):
                self.level += 1
                return with_crc(b"\x04")
            self.state = ACTIVE
            return with_crc(bytes([self.sak]))
        prefix_bits = ((nvb >> 4) - 2) * 8 + (nvb & 7)
        if not 0 <= prefix_bits < 40 or frame.bits != 16 + prefix_bits:
            return self.fall()
        if any(bit(data, 16 + i) != bit(full, i) for i in range(prefix_bits)):
            return self.fall()
        return tail_bits(full, prefix_bits)

    def fall(self) -> Frame | None:
        """Go back to IDLE, or to HALT if the tag was woken from there, and do not answer."""
        self.state = HALT if self._was_halted else IDLE
        self.forget()
        return None

    def serve(self, frame: Frame) -> Frame | None:
        """Answer a frame while selected. A plain tag knows only HLTA."""
        if frame.bits == 32 and frame.data[:2] == b"\x50\x00" and not crc_a(frame.data):
            self.state = HALT
            self._was_halted = True
            self.forget()
            return None
        return self.fall()


class Classic1K(Tag):
    """MIFARE Classic 1K. The box uses only its UID, so Crypto1 is not modelled."""

    def __init__(self, uid: bytes, power_up_ns: int = 300_000) -> None:
        super().__init__(uid, sak=0x08, power_up_ns=power_up_ns)


_ACK = Frame(b"\x0a", 4)
_NAK_ARGUMENT = Frame(b"\x00", 4)
_NAK_CRC = Frame(b"\x01", 4)
_EEPROM_NS = 4_100_000


class NTAG213(Tag):
    """NTAG213: 45 pages of 4 bytes; READ, FAST_READ, WRITE, GET_VERSION, PWD_AUTH. Lock bits have no effect.

    `read_ns` and `write_ns` are the times before the tag answers; the slowest tag takes as long as the data
    sheet allows. `version` is the answer to GET_VERSION, or None for a chip that does not know the command.
    """

    PAGES = 45
    SIZE = 0x0F  # storage size in GET_VERSION
    _CONFIG, _PASSWORD, _PACK = 41, 43, 44

    def __init__(
        self, uid: bytes, power_up_ns: int = 300_000, *, read_ns: int = 0, write_ns: int = _EEPROM_NS
    ) -> None:
        if len(uid) != 7:
            raise ValueError("an NTAG213 has a UID of 7 bytes")
        super().__init__(uid, sak=0x00, power_up_ns=power_up_ns)
        self.read_ns = read_ns
        self.write_ns = write_ns
        self.version: bytes | None = bytes((0x00, 0x04, 0x04, 0x02, 0x01, 0x00, self.SIZE, 0x03))
        self.pages_written: list[int] = []  # in order
        memory = bytearray(self.PAGES * 4)
        memory[0:3] = uid[0:3]
        memory[3] = CASCADE_TAG ^ uid[0] ^ uid[1] ^ uid[2]
        memory[4:8] = uid[3:7]
        memory[8] = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
        memory[9] = 0x48
        memory[12:16] = b"\xe1\x10\x12\x00"  # capability container
        memory[16:24] = b"\x01\x03\xa0\x0c\x34\x03\x00\xfe"  # as delivered: lock control, empty NDEF
        config = self._CONFIG * 4
        memory[config - 1] = 0xBD
        memory[config : config + 4] = b"\x04\x00\x00\xff"
        memory[config + 4 : config + 8] = b"\x00\x05\x00\x00"
        memory[config + 8 : config + 12] = b"\xff\xff\xff\xff"
        self.memory = memory
        self._compat_page: int | None = None
        self._authenticated = False

    def forget(self) -> None:
        self._compat_page = None
        self._authenticated = False

    def serve(self, frame: Frame) -> Frame | None:
        data = frame.data
        if frame.bits % 8 or len(data) < 3:
            return self.fall()
        if crc_a(data):
            return self._refuse(_NAK_CRC)
        if self._compat_page is not None:
            page, self._compat_page = self._compat_page, None
            return self._write(page, data[0:4]) if len(data) == 18 else self._refuse()
        match data[0], len(data):
            case 0x30, 4 if data[1] < self.PAGES:
                return self._answer(b"".join(self._page(data[1] + i) for i in range(4)))
            case 0x3A, 5 if data[1] <= data[2] < self.PAGES:
                return self._answer(b"".join(self._page(p) for p in range(data[1], data[2] + 1)))
            case 0xA2, 8:
                return self._write(data[1], data[2:6])
            case 0xA0, 4 if 2 <= data[1] < self.PAGES:
                self._compat_page = data[1]
                return _ACK
            case 0x60, 3 if self.version is not None:
                return self._answer(self.version)
            case 0x1B, 7:
                return self._authenticate(data[1:5])
            case 0x50, 4:
                return super().serve(frame)
        return self._refuse()

    def _answer(self, data: bytes) -> Frame:
        return with_crc(data)._replace(delay_ns=self.read_ns)

    def _refuse(self, nak: Frame = _NAK_ARGUMENT) -> Frame:
        self.fall()
        return nak

    def _page(self, page: int) -> bytes:
        page %= self.PAGES
        if page >= self._PASSWORD:
            return b"\0\0\0\0"
        return bytes(self.memory[page * 4 : page * 4 + 4])

    def _authenticate(self, password: bytes) -> Frame:
        if password != self.memory[self._PASSWORD * 4 : self._PASSWORD * 4 + 4]:
            return self._refuse()
        self._authenticated = True
        return with_crc(bytes(self.memory[self._PACK * 4 : self._PACK * 4 + 2]))

    def _write(self, page: int, data: bytes) -> Frame:
        first_protected = self.memory[self._CONFIG * 4 + 3]
        if not 2 <= page < self.PAGES or (page >= first_protected and not self._authenticated):
            return self._refuse()
        if page == 2:  # lock bits can only be set, like the bits of the capability container below
            self.memory[10] |= data[2]
            self.memory[11] |= data[3]
        elif page == 3:
            for i in range(4):
                self.memory[12 + i] |= data[i]
        else:
            self.memory[page * 4 : page * 4 + 4] = data
        self.pages_written.append(page)
        return Frame(_ACK.data, _ACK.bits, self.write_ns)

    @property
    def writes(self) -> int:
        return len(self.pages_written)


class NTAG215(NTAG213):
    """Like NTAG213, with 135 pages."""

    PAGES, SIZE = 135, 0x11
    _CONFIG, _PASSWORD, _PACK = 131, 133, 134


class NTAG216(NTAG213):
    """Like NTAG213, with 231 pages."""

    PAGES, SIZE = 231, 0x13
    _CONFIG, _PASSWORD, _PACK = 227, 229, 230
