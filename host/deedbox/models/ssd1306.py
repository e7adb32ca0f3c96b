"""Display controllers on I2C, with the usual panel of 128 x 64 pixels.

SSD1306; SH1106, which has 132 columns of which the panel shows 128; SSD1309, which needs a reset pulse and in
some modules a long one. Section numbers are those of Solomon Systech's data sheet of the SSD1306, revision
1.1. Not modelled: scrolling, the panel's other COM wirings, oscillator and timing of the drive.
"""

WIDTH = 128
PAGES = 8
HEIGHT = PAGES * 8
BLACK = bytes(WIDTH * PAGES)

# Bytes that follow a command byte (table 9-1); a command not named here has none.
_ARGUMENTS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0x8D: 1, 0xA3: 2, 0xA8: 1,
    0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
}  # fmt: skip
_HORIZONTAL, _VERTICAL, _PAGE = 0, 1, 2


class SSD1306Model:
    """One display. `changes` counts how often the visible picture changed.

    `present = False` is a display that does not answer.
    """

    COLUMNS = WIDTH  # of the memory
    ARGUMENTS = _ARGUMENTS

    def __init__(self, address: int = 0x3C, start_ms: int = 0) -> None:
        self.address = address
        self.present = True
        self._start_ns = start_ms * 1_000_000  # after power-on or a reset it acknowledges nothing for so long
        self._now_ns = 0
        self._awake_ns = 0
        self.writes = 0
        self.bytes = 0
        self.changes = 0
        self._picture = BLACK
        self._first_segment = 0  # the segment at the right edge of the panel
        self.power_cycle()

    def power_cycle(self) -> None:
        """Everything as after a reset (8.5). The memory is empty here; on the real chip it is random."""
        self._memory = [bytearray(self.COLUMNS) for _ in range(PAGES)]
        self.reset()

    def run_to(self, now_ns: int) -> None:
        self._now_ns = max(self._now_ns, now_ns)

    def set_rst(self, level: int) -> None:
        """Set pin RES#; these modules have no such pin, so nothing happens."""

    def reset(self) -> None:
        """Reset the registers; the memory keeps its contents."""
        self._awake_ns = self._now_ns + self._start_ns
        self.on = False
        self.contrast = 0x7F
        self.inverted = False
        self._charge_pump = False
        self._all_on = False
        self._start_line = 0
        self._offset = 0
        self._rows = HEIGHT
        self._segments_turned = False
        self._rows_turned = False
        self._mode = _PAGE
        self._columns = (0, WIDTH - 1)
        self._pages = (0, PAGES - 1)
        self._column = 0
        self._page = 0
        self._command = bytearray()
        self._look()

    def write(self, data: bytes) -> bool:
        """Take a whole I2C write, control byte first; False if the display does not answer."""
        if not self.answers():
            return False
        self.writes += 1
        self.bytes += len(data)
        at = 0
        while at < len(data):  # 8.1.5.2: control byte = Co, D/C#, six zeros
            control = data[at]
            single = control & 0x80
            payload = data[at + 1 : at + 2] if single else data[at + 1 :]
            at += 2 if single else len(data)
            for value in payload:
                if control & 0x40:
                    self._store(value)
                else:
                    self._take(value)
        self._look()
        return True

    def answers(self) -> bool:
        return self.present and self._now_ns >= self._awake_ns

    def visible(self) -> bytes:
        """The visible picture: 1024 bytes, each of 8 pixels below each other, the lowest bit on top."""
        return self._picture

    # -- memory (8.7)

    def _store(self, value: int) -> None:
        # Segment remap only affects new data; data in the memory stays where it is (10.1.8).
        self._column %= self.COLUMNS
        segment = self.COLUMNS - 1 - self._column if self._segments_turned else self._column
        self._memory[self._page][segment] = value
        if self._mode == _PAGE:
            self._column = (self._column + 1) % self.COLUMNS
        elif self._mode == _HORIZONTAL:
            if self._step_column():
                self._step_page()
        elif self._step_page():
            self._step_column()

    def _step_column(self) -> bool:
        first, last = self._columns
        wrapped = self._column == last
        self._column = first if wrapped else (self._column + 1) % WIDTH
        return wrapped

    def _step_page(self) -> bool:
        first, last = self._pages
        wrapped = self._page == last
        self._page = first if wrapped else (self._page + 1) % PAGES
        return wrapped

    # -- commands (9, 10.1)

    def _take(self, value: int) -> None:
        self._command.append(value)
        if len(self._command) > self.ARGUMENTS.get(self._command[0], 0):
            command = bytes(self._command)
            self._command.clear()
            self._run(command[0], command[1:])

    def _run(self, command: int, arguments: bytes) -> None:
        if command <= 0x0F:
            self._column = self._column & 0xF0 | command
        elif command <= 0x1F:
            self._column = (command & 0x0F) << 4 | self._column & 0x0F
        elif 0x40 <= command <= 0x7F:
            self._start_line = command & 0x3F
        elif 0xB0 <= command <= 0xB7:
            self._page = command & 7
        elif 0xA0 <= command <= 0xA1:
            self._segments_turned = command == 0xA1
        elif 0xA4 <= command <= 0xA5:
            self._all_on = command == 0xA5
        elif 0xA6 <= command <= 0xA7:
            self.inverted = command == 0xA7
        elif 0xAE <= command <= 0xAF:
            self.on = command == 0xAF
        elif 0xC0 <= command <= 0xCF:
            self._rows_turned = bool(command & 0x08)
        elif arguments:
            self._set(command, arguments)

    def _set(self, command: int, arguments: bytes) -> None:
        match command:
            case 0x20:
                self._mode = arguments[0] & 3
            case 0x21:
                self._columns = (arguments[0] & 0x7F, arguments[1] & 0x7F)
                self._column = self._columns[0]
            case 0x22:
                self._pages = (arguments[0] & 7, arguments[1] & 7)
                self._page = self._pages[0]
            case 0x81:
                self.contrast = arguments[0]
            case 0x8D:
                self._charge_pump = bool(arguments[0] & 4)
            case 0xA8:
                self._rows = (arguments[0] & 0x3F) + 1
            case 0xD3:
                self._offset = arguments[0] & 0x3F

    # -- panel

    def _look(self) -> None:
        picture = self._render()
        if picture != self._picture:
            self._picture = picture
            self.changes += 1

    def _powered(self) -> bool:
        # The charge pump is the only source of the panel's voltage on these modules.
        return self._charge_pump

    def _render(self) -> bytes:
        if not self.on or not self._powered():
            return BLACK
        if self._all_on:
            return b"\xff" * len(BLACK)
        shift = (self._start_line + self._offset) % HEIGHT
        # On these panels segment 127 is left and COM63 on top, so a picture with remap (A1, C8) is upright.
        if shift == 0 and self._rows_turned and self._rows == HEIGHT:
            first = self._first_segment
            picture = b"".join(bytes(reversed(page[first : first + WIDTH])) for page in self._memory)
        else:
            picture = self._render_rows(shift)
        return bytes(value ^ 0xFF for value in picture) if self.inverted else picture

    def _render_rows(self, shift: int) -> bytes:
        out = bytearray(len(BLACK))
        for row in range(self._rows):
            source = (row + shift) % HEIGHT
            page, mask = self._memory[source >> 3], 1 << (source & 7)
            y = row if self._rows_turned else HEIGHT - 1 - row
            for segment in range(WIDTH):
                if page[self._first_segment + segment] & mask:
                    out[(y >> 3) * WIDTH + WIDTH - 1 - segment] |= 1 << (y & 7)
        return bytes(out)


class SH1106Model(SSD1306Model):
    """132 columns, page addressing only. `first_column` is at the left edge of the upright panel."""

    COLUMNS = 132
    # Command AD switches its converter, which is on after a reset. It does not know 20, 21, 22 and 8D.
    ARGUMENTS = {command: count for command, count in _ARGUMENTS.items() if command >= 0x81} | {
        0xAD: 1,
        0x8D: 0,
    }

    def __init__(self, address: int = 0x3C, first_column: int = 2) -> None:
        super().__init__(address)
        self._first_segment = self.COLUMNS - WIDTH - first_column
        self._look()

    def power_cycle(self) -> None:
        """Fill the memory, so that columns show up that a driver with a wrong offset never writes."""
        super().power_cycle()
        for page in self._memory:
            page[:] = b"\xa5" * self.COLUMNS

    def reset(self) -> None:
        super().reset()
        self._converter = True

    def _set(self, command: int, arguments: bytes) -> None:
        if command == 0xAD:
            self._converter = bool(arguments[0] & 1)
        else:
            super()._set(command, arguments)

    def _powered(self) -> bool:
        return self._converter


class SSD1309Model(SSD1306Model):
    """Its module has the panel's voltage, so there is no charge pump. It answers only after a reset pulse.

    Modules differ: some take no notice of a pulse that is shorter than `pulse_ms`.
    """

    ARGUMENTS = _ARGUMENTS | {0xFD: 1, 0x8D: 0}

    def __init__(self, address: int = 0x3C, start_ms: int = 0, pulse_ms: int = 0) -> None:
        self._clean = False
        self._low_since_ns: int | None = None
        self._pulse_ns = pulse_ms * 1_000_000
        super().__init__(address, start_ms)

    def power_cycle(self) -> None:
        self._clean = False
        super().power_cycle()

    def set_rst(self, level: int) -> None:
        if not level:
            if self._low_since_ns is None:
                self._low_since_ns = self._now_ns
        elif self._low_since_ns is not None:
            if self._now_ns - self._low_since_ns >= self._pulse_ns:
                self._clean = True
                self.reset()
            self._low_since_ns = None

    def answers(self) -> bool:
        return self._clean and self._low_since_ns is None and super().answers()

    def _powered(self) -> bool:
        return True
