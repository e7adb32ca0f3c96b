"""PN532 reader at frame level, seen from its SPI port, with ISO/IEC 14443-3 tags in its field.

Section numbers are those of NXP's user manual UM0701-02, revision 2. Modelled: SPI with the least significant
bit first (6.2.5), frames with their checksums, ACK, NACK and abort (6.2.1), the IRQ pin, low battery mode
after a reset, and the commands of a reader (7.2, 7.3). The chip's own firmware wakes, selects and halts tags.
Not modelled: other hosts' interfaces, targets other than type A, its life as a tag, authentication.

The manual does not say how long the chip takes; the times here are assumed, so tests also use others. It does
not say either whether a listing wakes tags that the one before left halted: on the real chip two tags are
found, then one, then none, so here they stay halted until the field was off.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import NamedTuple

from deedbox.models.iso14443 import CASCADE_TAG, FRAME_DELAY_NS, REQA, Frame, bit, crc_a, with_crc
from deedbox.models.reader import ERR_PARITY, ERR_PROTOCOL, ReaderModel, air_ns, merge

DIAGNOSE, GET_FIRMWARE_VERSION, WRITE_REGISTER, SET_PARAMETERS, SAM_CONFIGURATION = (
    0x00, 0x02, 0x08, 0x12, 0x14,
)  # fmt: skip
RF_CONFIGURATION, IN_DATA_EXCHANGE, IN_COMMUNICATE_THRU = 0x32, 0x40, 0x42
IN_DESELECT, IN_LIST_PASSIVE_TARGET, IN_RELEASE = 0x44, 0x4A, 0x52

FROM_HOST, TO_HOST = 0xD4, 0xD5
ACK = bytes((0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00))
NACK = bytes((0x00, 0x00, 0xFF, 0xFF, 0x00, 0x00))
SYNTAX_ERROR = bytes((0x00, 0x00, 0xFF, 0x01, 0xFF, 0x7F, 0x81, 0x00))

# Status of an exchange (7.1).
GOOD, TIME_OUT, CRC_ERROR, PARITY_ERROR, FRAMING_ERROR, COLLISION, AUTHENTICATION, NOT_ACCEPTABLE = (
    0x00, 0x01, 0x02, 0x03, 0x05, 0x06, 0x14, 0x27,
)  # fmt: skip

TX_MODE, RX_MODE, BIT_FRAMING = 0x6302, 0x6303, 0x633D  # registers of its contactless interface (7.2.5)

_WRITE, _STATUS, _READ = 0x01, 0x02, 0x03  # first byte of a transaction (6.2.5)
_ANSWER_NS = 2_000_000  # how long an exchange waits for a tag before it tries again, or gives up
_ANALOG = bytes((0x59, 0xF4, 0x3F, 0x11, 0x4D, 0x85, 0x61, 0x6F, 0x26, 0x62, 0x87))  # 7.3.1, item 0x0A


class Answer(NamedTuple):
    """What the receiver got: a frame, the first bit where two answers differ, errors it noticed."""

    frame: Frame
    collision: int | None
    errors: int


class Target(NamedTuple):
    atqa: bytes
    sak: int
    uid: bytes


# A command at work: yields a frame and how long to wait for an answer, or no frame and a pause.
Work = Generator[tuple[Frame | None, int], Answer | None, bytes]


class PN532Model(ReaderModel):
    """One PN532. It starts in `start_up_ns`, and a chip select of `wake_ns` wakes it after that.

    `preamble` false leaves out the first byte of frames to the host, which the manual allows. `request` is
    what a listing begins with; the manual does not say whether halted tags hear it. A second target is looked
    for with REQA, because the first one is halted.
    """

    def __init__(
        self,
        start_up_ns: int = 2_000_000,
        floating: int = 0xFF,
        *,
        wake_ns: int = 1_000_000,
        ack_ns: int = 300_000,
        work_ns: int = 500_000,
        guard_ns: int = 5_000_000,
        preamble: bool = True,
        request: int = REQA,
    ) -> None:
        super().__init__(floating)
        self.version = bytes((0x32, 0x01, 0x06, 0x07))  # PN532, firmware 1.6
        self.start_up_ns = start_up_ns
        self.wake_ns = wake_ns
        self.ack_ns = ack_ns  # from the end of a command to its ACK
        self.work_ns = work_ns  # what its firmware needs for every command
        self.guard_ns = guard_ns  # from field on to the first request
        self.preamble = preamble
        self.request = request
        self._deaf_until_ns = 0
        self._selected_ns = 0
        self._events: list[tuple[int, Callable[[], None]]] = []
        self._reset()

    def _reset(self) -> None:
        self.resets += 1
        self._asleep = True
        self._operation: int | None = None
        self._incoming = bytearray()
        self._packet: bytes | None = None  # ready for the host
        self._sent = b""  # the packet sent last, for a NACK
        self._at = 0  # how much of the packet was read
        self._answer: bytes | None = None  # waits for the ACK to be read
        self._work: Work | None = None
        self._irq_used = False
        self._rf = False
        self._retries = 0xFF
        self._exchange_ns = 51_200_000  # how long a command of the host waits for a tag (7.3.1, item 0x02)
        self._registers = {TX_MODE: 0x80, RX_MODE: 0x80, BIT_FRAMING: 0x00}
        self._analog = bytearray(_ANALOG)
        self._targets: list[Target] = []
        self._events.clear()
        self.power_tags()

    def _start_up(self) -> None:
        self._deaf_until_ns = self.now_ns + self.start_up_ns

    def irq_pin(self) -> int:
        return 0 if self._awake() and self._irq_used and self._packet is not None else 1

    def run_to(self, now_ns: int) -> None:
        while self._events and self._events[0][0] <= now_ns:
            due, happen = self._events.pop(0)
            self.now_ns = max(self.now_ns, due)
            happen()
        self.now_ns = max(self.now_ns, now_ns)

    def next_event(self) -> int | None:
        return self._events[0][0] if self._events else None

    def _after(self, delay_ns: int, happen: Callable[[], None]) -> None:
        self._events.append((self.now_ns + delay_ns, happen))
        self._events.sort(key=lambda event: event[0])

    # -- SPI (6.2.5)

    def _selected(self) -> None:
        self._operation = None
        self._incoming.clear()
        self._selected_ns = self.now_ns

    def _listens(self) -> bool:
        if not self._awake() or self.now_ns < self._deaf_until_ns:
            return False
        if self._asleep and self.now_ns - max(self._selected_ns, self._deaf_until_ns) >= self.wake_ns:
            self._asleep = False
        return not self._asleep

    def _swap(self, mosi: int) -> int:
        if not self._listens():
            return self.floating
        value = turned(mosi)
        if self._operation is None:
            self._operation = value
            self._at = 0
            return 0
        if self._operation == _WRITE:
            self._incoming.append(value)
        elif self._operation == _STATUS:
            return turned(0x01 if self._packet is not None else 0x00)
        elif self._operation == _READ and self._packet is not None:
            out = self._packet[self._at] if self._at < len(self._packet) else 0
            self._at += 1
            return turned(out)
        return 0

    def _deselected(self) -> None:
        if not self._listens():
            return
        if self._operation == _WRITE:
            self._on_frame(bytes(self._incoming))
        elif self._operation == _READ and self._packet is not None and self._at:
            self._sent, self._packet = self._packet, None
            if self._sent == self._framed(ACK) and self._answer is not None:
                self._send(self._answer)
                self._answer = None

    # -- frames (6.2.1)

    def _on_frame(self, raw: bytes) -> None:
        start = raw.find(b"\x00\xff")
        body = raw[start + 2 :] if start >= 0 else b""
        if len(body) < 2:
            return
        length, check = body[0], body[1]
        if (length, check) == (0x00, 0xFF):  # ACK: the host has its answer, or wants none any more
            self._abort()
            return
        if (length, check) == (0xFF, 0x00):
            self._packet = self._sent
            return
        data = body[2 : 2 + length + 1]
        if (length + check) & 0xFF or len(data) != length + 1 or sum(data) & 0xFF or data[0] != FROM_HOST:
            return  # a damaged frame gets no ACK
        self._abort()
        self._sent = b""
        self._after(self.ack_ns, lambda: self._send(ACK))
        if length < 2:
            self._answer = SYNTAX_ERROR
            return
        command, parameters = data[1], data[2:-1]
        self._work = self._command(command, parameters)
        self._after(self.work_ns, lambda: self._go_on(command, None))

    def _abort(self) -> None:
        self._packet = self._answer = self._work = None
        self._events.clear()

    def _framed(self, frame: bytes) -> bytes:
        return frame if self.preamble else frame[1:]

    def _send(self, frame: bytes) -> None:
        self._packet = self._framed(frame)

    def _finish(self, frame: bytes) -> None:
        """An answer waits until the host has read the ACK."""
        self._work = None
        if self._packet is None and self._sent == self._framed(ACK):
            self._send(frame)
        else:
            self._answer = frame

    def _go_on(self, command: int, answer: Answer | None) -> None:
        """Let the command work until it waits for the field, or is done."""
        work = self._work
        if work is None:
            return
        try:
            frame, wait_ns = work.send(answer)
        except StopIteration as done:
            self._finish(framed(bytes((TO_HOST, command + 1)) + done.value))
            return
        except _SyntaxError:
            self._finish(SYNTAX_ERROR)
            return
        if frame is None:
            self._after(wait_ns, lambda: self._go_on(command, None))
            return
        self.frames += 1
        if self.air is not None:
            self.air.append((self.now_ns, "tx", frame))
        self._after(air_ns(frame.bits), lambda: self._on_sent(command, frame, wait_ns))

    def _on_sent(self, command: int, frame: Frame, wait_ns: int) -> None:
        fault = self._next_fault()
        answers = [] if fault == "lost" else self._answers(frame)
        if not answers:
            self._after(wait_ns, lambda: self._go_on(command, None))
            return
        whole, collision = merge(answers)
        if FRAME_DELAY_NS + whole.delay_ns > wait_ns:
            self._after(wait_ns, lambda: self._go_on(command, None))
            return
        spoilt, errors = self._spoil(whole, fault)
        answer = Answer(spoilt, collision, errors)
        self._after(
            FRAME_DELAY_NS + whole.delay_ns + air_ns(spoilt.bits), lambda: self._go_on(command, answer)
        )

    # -- commands (7.2, 7.3)

    # One branch for each command: the list is flat, so it stays in one function.
    def _command(self, command: int, parameters: bytes) -> Work:  # noqa: C901
        match command:
            case 0x00 if parameters[:1] == b"\x00":  # the line test gives everything back
                return parameters
            case 0x02:
                return self.version
            case 0x08 if parameters and len(parameters) % 3 == 0:
                for at in range(0, len(parameters), 3):
                    self._registers[parameters[at] << 8 | parameters[at + 1]] = parameters[at + 2]
                return b""
            case 0x12 if len(parameters) == 1:
                return b""
            case 0x14 if parameters[:1] == b"\x01":
                self._irq_used = len(parameters) < 3 or bool(parameters[2])
                return b""
            case 0x32 if len(parameters) > 1:
                self._configure(parameters[0], parameters[1:])
                return b""
            case 0x40 if len(parameters) > 1:
                return (yield from self._exchange(parameters[0], parameters[1:]))
            case 0x42 if parameters:
                status, data = yield from self._transceive(parameters)
                return bytes((status,)) + data
            case 0x44 | 0x52 if len(parameters) == 1:
                yield from self._halt()
                if command == IN_RELEASE:
                    self._targets.clear()
                return b"\x00"
            case 0x4A if len(parameters) >= 2 and parameters[0] in (1, 2) and parameters[1] == 0:
                return (yield from self._list(parameters[0], parameters[2:]))
        raise _SyntaxError

    def _configure(self, item: int, data: bytes) -> None:
        """RFConfiguration (7.3.1): the field, retries, analogue settings; others are taken and ignored."""
        if item == 0x01:
            self._rf = bool(data[0] & 1)
            self.power_tags()
        elif item == 0x02 and len(data) == 3:
            self._exchange_ns = 100_000 << data[2] - 1
        elif item == 0x05 and len(data) == 3:
            self._retries = data[2]
        elif item == 0x0A and len(data) == len(_ANALOG):
            self._analog[:] = data

    def _field_on(self) -> bool:
        return self._awake() and self._rf

    def _gain_db(self) -> int:
        return (18, 23, 18, 23, 33, 38, 43, 48)[self._analog[0] >> 4 & 7]

    def _list(self, most: int, wanted: bytes) -> Work:
        """InListPassiveTarget (7.3.5): the targets found, each halted before the next one is looked for."""
        if not self._rf:
            self._rf = True
            self.power_tags()
            yield None, self.guard_ns
        self._targets.clear()
        tries = 0
        while len(self._targets) < most:
            target = yield from self._activate(wanted)
            if target is not None:
                self._targets.append(target)
                if most == 2:
                    yield from self._halt()
                continue
            if self._targets or (tries >= self._retries and self._retries != 0xFF):
                break
            tries += 1
        answer = bytes((len(self._targets),))
        for number, target in enumerate(self._targets, 1):
            answer += bytes((number,)) + target.atqa + bytes((target.sak, len(target.uid))) + target.uid
        return answer

    def _activate(self, wanted: bytes) -> Generator[tuple[Frame | None, int], Answer | None, Target | None]:
        """One try: request, and select level by level. Two tags are told apart bit by bit."""
        answer = yield Frame(bytes((REQA if self._targets else self.request,)), 7), _ANSWER_NS
        if self._registers != {TX_MODE: 0x80, RX_MODE: 0x80, BIT_FRAMING: 0x00}:
            return None  # its firmware relies on them
        if answer is None or answer.errors or answer.frame.bits != 16:
            return None
        atqa = answer.frame.data
        uid = b""
        for level in range(3):
            part = wanted[4 * level : 4 * level + 4] if wanted else (yield from self._resolve(level))
            if part is None or len(part) < 4:
                return None
            full = part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],))
            answer = yield with_crc(bytes((0x93 + 2 * level, 0x70)) + full), _ANSWER_NS
            if answer is None or answer.errors or answer.frame.bits != 24 or crc_a(answer.frame.data):
                return None
            sak = answer.frame.data[0]
            if not sak & 0x04:
                return Target(atqa, sak, uid + part)
            if part[0] != CASCADE_TAG:
                return None
            uid += part[1:]
        return None

    def _resolve(self, level: int) -> Generator[tuple[Frame | None, int], Answer | None, bytes | None]:
        """Anticollision of one level: the four bytes of one tag."""
        known = 0
        value = 0
        while True:
            head = bytes((0x93 + 2 * level, 0x20 + (known // 8 << 4) + known % 8))
            data = head + value.to_bytes(5, "little")[: (known + 7) // 8]
            answer = yield Frame(data, 16 + known), _ANSWER_NS
            if answer is None or answer.errors or answer.frame.bits != 40 - known:
                return None
            end = answer.frame.bits if answer.collision is None else answer.collision
            for index in range(end):
                value |= bit(answer.frame.data, index) << known + index
            known += end
            if answer.collision is None:
                whole = value.to_bytes(5, "little")
                right = whole[0] ^ whole[1] ^ whole[2] ^ whole[3] == whole[4]
                return whole[:4] if right else None
            value |= 1 << known  # go on with the tag that has a 1 there
            known += 1

    def _halt(self) -> Generator[tuple[Frame | None, int], Answer | None, None]:
        yield with_crc(b"\x50\x00"), 1_000_000

    def _exchange(self, number: int, data: bytes) -> Work:
        """InDataExchange (7.3.8): a command to a listed target; of a write only the status comes back."""
        if not 0 < number <= len(self._targets):
            return bytes((NOT_ACCEPTABLE,))
        if data[0] in (0x60, 0x61):
            return bytes((AUTHENTICATION,))
        if data[0] != 0xA2:
            status, answer = yield from self._transceive(data)
            return bytes((status,)) + answer
        answer4 = yield with_crc(data), self._exchange_ns
        if answer4 is None:
            return bytes((TIME_OUT,))
        is_ack = answer4.frame.bits == 4 and answer4.frame.data[0] & 0x0F == 0x0A and not answer4.errors
        return bytes((GOOD if is_ack else FRAMING_ERROR,))

    def _transceive(
        self, data: bytes
    ) -> Generator[tuple[Frame | None, int], Answer | None, tuple[int, bytes]]:
        """InCommunicateThru (7.3.9): as the registers say, usually with CRC both ways and whole bytes."""
        last_bits = self._registers[BIT_FRAMING] & 7
        frame = with_crc(data)
        if not self._registers[TX_MODE] & 0x80:
            frame = Frame(data, 8 * len(data) - (8 - last_bits if last_bits else 0))
        answer = yield frame, self._exchange_ns
        if answer is None:
            return TIME_OUT, b""
        if answer.collision is not None:
            return COLLISION, b""
        if answer.errors & ERR_PARITY:
            return PARITY_ERROR, b""
        if answer.errors & ERR_PROTOCOL:
            return FRAMING_ERROR, b""
        if not self._registers[RX_MODE] & 0x80:
            return GOOD, answer.frame.data
        if answer.frame.bits % 8 or answer.frame.bits < 24 or crc_a(answer.frame.data):
            return CRC_ERROR, b""
        return GOOD, answer.frame.data[:-2]


class _SyntaxError(Exception):
    """The chip does not know this command, or not with these parameters."""


def framed(data: bytes) -> bytes:
    """A normal information frame (6.2.1.1)."""
    length = len(data)
    return bytes((0x00, 0x00, 0xFF, length, -length & 0xFF)) + data + bytes((-sum(data) & 0xFF, 0x00))


def turned(value: int) -> int:
    """The byte with its bits in the other order: the chip sends the least significant one first."""
    return int(f"{value:08b}"[::-1], 2)
