"""MFRC522 reader at register level, seen from its SPI port, with ISO/IEC 14443-3 tags in its field.

Section numbers are those of NXP's data sheet, revision 3.9. Modelled: SPI framing (8.1.2), FIFO (8.3),
interrupts and the IRQ pin (8.4), timer (8.5), power-down and reset (8.6, 8.8), CRC coprocessor and the
command set (10.3), bit framing, collisions, field switching. Not modelled: Crypto1 (an authentication is
never answered), the self-test's 64 bytes, analogue levels, UART and I2C ports, MFIN and MFOUT.
"""

from collections.abc import Callable

from deedbox.models.iso14443 import ETU_NS, FRAME_DELAY_NS, Frame, crc_a
from deedbox.models.reader import ReaderModel, air_ns, merge

COMMAND, COM_IEN, DIV_IEN, COM_IRQ, DIV_IRQ, ERROR = 0x01, 0x02, 0x03, 0x04, 0x05, 0x06
STATUS1, STATUS2, FIFO_DATA, FIFO_LEVEL, WATER_LEVEL = 0x07, 0x08, 0x09, 0x0A, 0x0B
CONTROL, BIT_FRAMING, COLL = 0x0C, 0x0D, 0x0E
MODE, TX_MODE, RX_MODE, TX_CONTROL, DEMOD = 0x11, 0x12, 0x13, 0x14, 0x19
CRC_RESULT_H, CRC_RESULT_L = 0x21, 0x22
RF_CFG, T_MODE, T_PRESCALER = 0x26, 0x2A, 0x2B
T_RELOAD_H, T_RELOAD_L, T_COUNTER_H, T_COUNTER_L = 0x2C, 0x2D, 0x2E, 0x2F
AUTO_TEST, VERSION = 0x36, 0x37

IDLE, MEM, RANDOM_ID, CALC_CRC, TRANSMIT, NO_CHANGE = 0x00, 0x01, 0x02, 0x03, 0x04, 0x07
RECEIVE, TRANSCEIVE, AUTHENT, SOFT_RESET = 0x08, 0x0C, 0x0E, 0x0F
POWER_DOWN = 0x10  # of CommandReg

IRQ_TX, IRQ_RX, IRQ_IDLE, IRQ_HI, IRQ_LO, IRQ_ERR, IRQ_TIMER = 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01
IRQ_CRC = 0x04
ERR_BUFFER, ERR_COLL, ERR_CRC = 0x10, 0x08, 0x04

_FIFO_SIZE = 64
_READ_ONLY = frozenset((ERROR, STATUS1, CRC_RESULT_H, CRC_RESULT_L, T_COUNTER_H, T_COUNTER_L, VERSION))
_RESET_VALUES = {
    COMMAND: 0x20, COM_IEN: 0x80, WATER_LEVEL: 0x08, COLL: 0x80, MODE: 0x3F, TX_CONTROL: 0x80, 0x16: 0x10,
    0x17: 0x84, 0x18: 0x84, DEMOD: 0x4D, 0x1C: 0x62, 0x1F: 0xEB, CRC_RESULT_H: 0xFF, CRC_RESULT_L: 0xFF,
    0x24: 0x26, 0x26: 0x48, 0x27: 0x88, 0x28: 0x20, 0x29: 0x20,
}  # fmt: skip
_CRC_PRESET = (0x0000, 0x6363, 0xA671, 0xFFFF)


class MFRC522Model(ReaderModel):
    """One MFRC522. `version` is what its register says; clones say something else.

    It needs `start_up_ns` for its oscillator after NRSTPD rises, after a soft reset and when its supply comes
    (8.8.2). Until then it reads as 00, or, if `reads_early`, its registers can be read, PowerDown is set and
    nothing can be written.
    """

    def __init__(
        self,
        version: int = 0x92,
        start_up_ns: int = 200_000,
        floating: int = 0xFF,
        reads_early: bool = False,
    ) -> None:
        super().__init__(floating)
        self.version = version
        self.start_up_ns = start_up_ns
        self.reads_early = reads_early
        self.noise_rate = 0.0  # in this share of time-outs the receiver leaves bytes in the FIFO
        self._address: int | None = None
        self._writing = False
        self._first = True
        self._deaf_until_ns = 0
        self._memory = bytes(25)
        self._irq = self._div_irq = self._error = 0
        self._events: list[tuple[int, Callable[[], None]]] = []
        self._timer_end_ns: int | None = None
        self._reset()

    def _start_up(self) -> None:
        self._deaf_until_ns = self.now_ns + self.start_up_ns

    def irq_pin(self) -> int:
        """The level of pin IRQ, with the host's pull-up (8.4.1)."""
        if not self._awake():
            return 1
        active = self._irq & self._regs[COM_IEN] & 0x7F or self._div_irq & self._regs[DIV_IEN] & 0x14
        inverted = self._regs[COM_IEN] & 0x80
        return int(bool(active) != bool(inverted))

    def run_to(self, now_ns: int) -> None:
        if not self._events and self._timer_end_ns is None:
            self.now_ns = max(self.now_ns, now_ns)
            return
        while (due := self.next_event()) is not None and due <= now_ns:
            self.now_ns = max(self.now_ns, due)
            if self._events and self._events[0][0] == due:
                self._events.pop(0)[1]()
            else:
                self._on_timer_end()
        self.now_ns = max(self.now_ns, now_ns)

    def next_event(self) -> int | None:
        due = self._events[0][0] if self._events else None
        if self._timer_end_ns is not None and (due is None or self._timer_end_ns < due):
            due = self._timer_end_ns
        return due

    # -- SPI port (8.1.2)

    def _selected(self) -> None:
        self._address = None
        self._writing = False
        self._first = True

    def _swap(self, mosi: int) -> int:
        if self._first:
            self._first = False
            self._writing = not mosi & 0x80
            self._address = mosi >> 1 & 0x3F
            return 0
        if self._writing:  # every further byte goes to the same address (table 8)
            assert self._address is not None
            self.write(self._address, mosi)
            return 0
        out = self.read(self._address) if self._address is not None else 0
        # In a read of several registers the next address comes in while the last value goes out (table 6).
        self._address = mosi >> 1 & 0x3F if mosi & 0x80 else None
        return out

    # -- registers (9.3)

    def read(self, register: int) -> int:
        """Read a register as the host does, with all side effects."""
        starting = self.now_ns < self._deaf_until_ns
        if not self._awake() or (starting and not self.reads_early):
            return 0
        match register:
            case 0x01:
                return self._regs[COMMAND] & 0x30 | self._command | (POWER_DOWN if starting else 0)
            case 0x04:
                return self._irq
            case 0x05:
                return self._div_irq
            case 0x06:
                return self._error
            case 0x07:
                return self._status1()
            case 0x08:
                return self._regs[STATUS2] | self._modem
            case 0x09:
                return self._fifo_pop()
            case 0x0A:
                return len(self._fifo)
            case 0x0C:
                return 0x10 | self._rx_last_bits
            case 0x0E:
                return self._regs[COLL] & 0x80 | self._collision
            case 0x2E:
                return self._timer_value() >> 8
            case 0x2F:
                return self._timer_value() & 0xFF
        return self._regs[register]

    # One branch for each register with side effects: the list is flat, so it stays in one function.
    def write(self, register: int, value: int) -> None:  # noqa: C901
        """Write a register as the host does, with all side effects."""
        if not self._awake() or self.now_ns < self._deaf_until_ns:
            return
        match register:
            case 0x01:
                self._write_command(value)
            case 0x04:
                self._irq = self._irq | value & 0x7F if value & 0x80 else self._irq & ~value
            case 0x05:
                self._div_irq = self._div_irq | value & 0x14 if value & 0x80 else self._div_irq & ~value
            case 0x08:
                self._regs[STATUS2] = value & 0xC8
            case 0x09:
                self._fifo_push(value)
            case 0x0A:
                if value & 0x80:
                    self._fifo.clear()
                    self._error &= ~ERR_BUFFER
                    self._watch_level()
            case 0x0C:
                if value & 0x80:
                    self._timer_end_ns = None
                if value & 0x40:
                    self._start_timer()
            case 0x0D:
                self._regs[BIT_FRAMING] = value & 0x77  # StartSend starts sending and always reads as 0
                if value & 0x80 and self._command == TRANSCEIVE:
                    self._send()
            case 0x0E:
                self._regs[COLL] = value & 0x80
            case _ if register not in _READ_ONLY:
                self._regs[register] = value
                if register == TX_CONTROL:
                    self.power_tags()

    def _reset(self) -> None:
        self.resets += 1
        self._regs = bytearray(64)
        for register, value in _RESET_VALUES.items():
            self._regs[register] = value
        self._regs[VERSION] = self.version
        self._fifo = bytearray()
        self._command = IDLE
        self._irq = IRQ_IDLE | IRQ_LO
        self._div_irq = 0
        self._error = 0
        self._rx_last_bits = 0
        self._collision = 0x20
        self._modem = 0
        self._crc_ready = True
        self._alerts = IRQ_LO
        self._events.clear()
        self._timer_end_ns = None
        self.power_tags()

    def _field_on(self) -> bool:
        return self._awake() and bool(self._regs[TX_CONTROL] & 3) and not self._regs[COMMAND] & 0x10

    def _gain_db(self) -> int:
        return (18, 23, 18, 23, 33, 38, 43, 48)[self._regs[RF_CFG] >> 4 & 7]  # 9.3.3.6, table 98

    def _after(self, delay_ns: int, happen: Callable[[], None]) -> None:
        self._events.append((self.now_ns + delay_ns, happen))
        self._events.sort(key=lambda event: event[0])

    def _status1(self) -> int:
        pending = self._irq & self._regs[COM_IEN] & 0x7F or self._div_irq & self._regs[DIV_IEN] & 0x14
        result = 0x20 if self._crc_ready else 0
        if self._crc_ready and not (self._regs[CRC_RESULT_H] | self._regs[CRC_RESULT_L]):
            result |= 0x40
        result |= 0x10 if pending else 0
        result |= 0x08 if self._timer_end_ns is not None else 0
        return result | (2 if self._alerts & IRQ_HI else 0) | (1 if self._alerts & IRQ_LO else 0)

    # -- FIFO (8.3)

    def _fifo_push(self, value: int) -> None:
        if len(self._fifo) < _FIFO_SIZE:
            self._fifo.append(value)
            self._watch_level()
        else:
            self._error |= ERR_BUFFER
            self._irq |= IRQ_ERR

    def _fifo_pop(self) -> int:
        if not self._fifo:
            return 0
        value = self._fifo[0]
        del self._fifo[:1]
        self._watch_level()
        return value

    def _watch_level(self) -> None:
        """Update the alerts: levels in Status1Reg, edges in ComIrqReg (8.3.3)."""
        water = self._regs[WATER_LEVEL] & 0x3F
        alerts = IRQ_HI if _FIFO_SIZE - len(self._fifo) <= water else 0
        alerts |= IRQ_LO if len(self._fifo) <= water else 0
        self._irq |= alerts & ~self._alerts
        self._alerts = alerts

    # -- timer (8.5)

    def _tick_ns(self, ticks: int) -> int:
        prescaler = (self._regs[T_MODE] & 0x0F) << 8 | self._regs[T_PRESCALER]
        even = 1 if self._regs[DEMOD] & 0x10 else 0  # TPrescalEven
        return ticks * (2 * prescaler + 1 + even) * 100_000 // 1_356

    def _start_timer(self) -> None:
        reload = self._regs[T_RELOAD_H] << 8 | self._regs[T_RELOAD_L]
        self._timer_end_ns = self.now_ns + self._tick_ns(reload + 1)

    def _on_timer_end(self) -> None:
        self._timer_end_ns = None
        self._irq |= IRQ_TIMER
        if self._regs[T_MODE] & 0x10:  # TAutoRestart
            self._start_timer()

    def _timer_value(self) -> int:
        if self._timer_end_ns is None:
            return 0
        return max(0, self._timer_end_ns - self.now_ns) // max(1, self._tick_ns(1)) & 0xFFFF

    # -- commands (10.3)

    def _write_command(self, value: int) -> None:
        command = value & 0x0F
        if command == SOFT_RESET:
            self._reset()
            self._start_up()
            return
        self._regs[COMMAND] = value & 0x30
        self.power_tags()
        if command == NO_CHANGE:
            return
        self._events.clear()  # a new command ends the previous one; the timer goes on
        self._modem = 0
        self._command = command
        if command != IDLE:
            self._error &= 0x40
        match command:
            case 0x01:
                if len(self._fifo) >= 25:
                    self._memory = bytes(self._fifo[:25])
                    del self._fifo[:25]
                elif not self._fifo:
                    self._fifo += self._memory
                self._watch_level()
                self._finish()
            case 0x02:
                self._memory = self._rng.randbytes(10) + self._memory[10:]
                self._finish()
            case 0x03:
                self._calculate_crc()
            case 0x04 | 0x0E:
                self._send()
            case 0x0C:
                self._modem = 1

    def _finish(self) -> None:
        self._command = IDLE
        self._irq |= IRQ_IDLE

    def _calculate_crc(self) -> None:
        data = bytes(self._fifo)
        self._fifo.clear()
        self._watch_level()
        self._crc_ready = False

        def ready() -> None:
            crc = crc_a(data, _CRC_PRESET[self._regs[MODE] & 3])
            self._regs[CRC_RESULT_H] = crc >> 8
            self._regs[CRC_RESULT_L] = crc & 0xFF
            self._crc_ready = True
            self._div_irq |= IRQ_CRC

        self._after(1_000 + 600 * len(data), ready)

    # -- air

    def _send(self) -> None:
        data = bytes(self._fifo)
        bits = len(data) * 8
        last_bits = self._regs[BIT_FRAMING] & 7
        if data and last_bits:
            bits -= 8 - last_bits
        elif self._regs[TX_MODE] & 0x80:
            data += crc_a(data).to_bytes(2, "little")
            bits += 16
        self._fifo.clear()
        self._watch_level()
        self._error = 0
        self._rx_last_bits = 0
        self._collision = 0x20
        self._events.clear()
        self._modem = 3
        self.frames += 1
        frame = Frame(data, bits)
        if self.air is not None:
            self.air.append((self.now_ns, "tx", frame))
        self._after(air_ns(bits), lambda: self._on_sent(frame))

    def _on_sent(self, frame: Frame) -> None:
        self._irq |= IRQ_TX
        if self._regs[T_MODE] & 0x80:  # TAuto: the timer starts when sending ends
            self._start_timer()
        if self._command == TRANSMIT:
            self._modem = 0
            self._finish()
            return
        self._modem = 5
        fault = self._next_fault()
        if not self._field_on() or self._command == AUTHENT or fault == "lost":
            return
        answers = self._answers(frame)
        if not answers:
            if self.noise_rate and self._rng.random() < self.noise_rate:
                self._after(FRAME_DELAY_NS, self._on_noise)
            return
        answer, collision = merge(answers)
        start_ns = FRAME_DELAY_NS + answer.delay_ns
        self._after(start_ns + 5 * ETU_NS, self._on_fifth_bit)
        self._after(start_ns + air_ns(answer.bits), lambda: self._on_received(answer, collision, fault))

    def _on_noise(self) -> None:
        """Bytes that are no answer, so no interrupt comes with them."""
        for value in self._rng.randbytes(self._rng.randrange(1, 9)):
            self._fifo_push(value)

    def _on_fifth_bit(self) -> None:
        self._modem = 6
        if self._regs[T_MODE] & 0x80 and not self._regs[RX_MODE] & 0x04:
            self._timer_end_ns = None  # TAuto without RxMultiple (8.5)

    def _on_received(self, frame: Frame, collision: int | None, fault: str) -> None:
        if self.air is not None:
            self.air.append((self.now_ns, "rx", frame))
        frame, errors = self._spoil(frame, fault)
        self._error |= errors
        align = self._regs[BIT_FRAMING] >> 4 & 7
        bits = frame.bits + align
        data = (int.from_bytes(frame.data, "little") << align).to_bytes((bits + 7) // 8, "little")
        if collision is not None and collision < frame.bits:
            self._error |= ERR_COLL
            position = collision + align + 1
            self._collision = position & 0x1F if position <= 32 else 0x20
            if not self._regs[COLL] & 0x80:  # ValuesAfterColl: bits after the collision are cleared
                mask = (1 << (collision + align + 1)) - 1
                data = (int.from_bytes(data, "little") & mask).to_bytes(len(data), "little")
        elif self._regs[RX_MODE] & 0x80:
            if frame.bits % 8 or frame.bits < 24 or crc_a(data):
                self._error |= ERR_CRC
            else:
                data = data[:-2]
        self._rx_last_bits = bits & 7
        for value in data:
            self._fifo_push(value)
        self._modem = 1
        self._irq |= IRQ_RX | (IRQ_ERR if self._error else 0)
