"""Runs the firmware on the emulated RP2040. All times are the chip's own, not those of this machine."""

from __future__ import annotations

import dataclasses
import os
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

from deedbox.build import firmware
from deedbox.chip.image import find_image
from deedbox.chip.shims import FlashChip, SilentHost, missing_names
from deedbox.chip.wiring import Wiring
from deedbox.models.box import Box
from deedbox.models.flash import FlashModel
from deedbox.models.iso14443 import Tag

_STEP_NS = 1_000_000  # between two checks of a condition
_ENUMERATE_MS = 5_000
_CTRL_A, _CTRL_B, _CTRL_C, _CTRL_D = b"\x01", b"\x02", b"\x03", b"\x04"
_RAW_PROMPT = b"raw REPL; CTRL-B to exit\r\n>"


class ChipError(Exception):
    """The emulator has another version, or the chip is off."""


class Chip:
    """A box on the emulated chip. Its flash survives power cuts.

    `flash` may be a FlashModel of the filesystem's size that another Chip or Twin has used before. Otherwise
    it is made from `files`, by default the firmware of this installation, with `main` in place of main.py.
    `pace` limits how many times as fast as real time an idle chip runs; by default there is no limit.
    """

    def __init__(
        self,
        main: str | None = None,
        *,
        files: Mapping[str, bytes] | None = None,
        flash: FlashModel | None = None,
        image: str | os.PathLike[str] | None = None,
        box: Box | None = None,
        display_time: bool = True,
        pace: float | None = None,
    ) -> None:
        self._image = find_image(image)
        self.box = box or Box()
        if flash is None:
            content = dict(firmware.compile_files(firmware.PICO_MARCH) if files is None else files)
            if main is not None:
                content = firmware.replace_main(content, main.encode())
            flash = FlashModel(firmware.FILESYSTEM_SIZE, firmware.make_image(content))
        self.flash = flash
        self.output = bytearray()
        self.wall_s = 0.0  # real time of the emulation, over all starts
        self._display_time = display_time
        self._pace = pace
        self._device: Any = None
        self._wiring: Wiring | None = None
        self._pending = bytearray()
        self._connected = False

    # -- power --

    def start(self, timeout_ms: int = _ENUMERATE_MS) -> None:
        """Switch the chip on and run until its USB serial port is there."""
        from rp2040py.boards import BOARDS
        from rp2040py.device import MicroPythonDevice
        from rp2040py.memory_map import FLASH_START_ADDRESS

        if self._device is not None:
            raise ChipError("the chip is running already")
        self.flash.power_on()
        device = MicroPythonDevice(board=dataclasses.replace(BOARDS["pico"], image=self._image))
        faults = missing_names(device)
        if faults:
            raise ChipError("the shims do not fit: " + "; ".join(faults))
        clock = device.simulator.clock
        clock.tick(self.box.now_ns - clock.nanos)  # the time continues from before the power cut
        SilentHost(device.cdc, clock)
        self._flash_chip = FlashChip(device.mcu, clock, self.flash, self._lose_supply)
        self._wiring = Wiring(self.box, device.mcu, clock, display_time=self._display_time)
        self._lost = False
        self._connected = False
        self._pending.clear()
        self._pump_alarm = clock.create_alarm(self._pump)
        self._look_alarm = clock.create_alarm(self._stop_batch)
        device.cdc.on_serial_data = self._on_output
        device.cdc.on_device_connected = self._on_connected
        restart = device.mcu.watchdog.on_watchdog_trigger

        def reset() -> None:
            self._connected = False
            self.box.release_pins()
            restart()

        device.mcu.watchdog.on_watchdog_trigger = reset
        device.mcu.core.pc = FLASH_START_ADDRESS
        self._device = device
        self.run_until(lambda: self._connected, timeout_ms, "the USB port")

    def later(self, ms: float, act: Callable[[], None]) -> None:
        """Carry out an action in so many ms, even if the core waits for the flash then."""
        self._on().simulator.clock.create_alarm(act).schedule(ms * 1e6)

    def power_cut(self) -> None:
        """Cut the power now. start() continues from the flash."""
        if self._device is not None:
            self.box.run_to(self.now_ns)
        self._device = None
        self._wiring = None
        self.box.power_cycle()

    def __enter__(self) -> Chip:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.power_cut()

    @property
    def running(self) -> bool:
        return self._device is not None

    # -- time --

    @property
    def now_ns(self) -> int:
        return int(self._device.simulator.clock.nanos) if self._device else self.box.now_ns

    @property
    def cycles(self) -> int:
        """The cycles of the core since power-on, without those in which it slept."""
        return int(self._on().mcu.core.cycles)

    @property
    def flash_busy_ns(self) -> int:
        """The time for which the flash has erased and programmed since power-on."""
        return self._flash_chip.busy_ns

    def run(self, ms: float) -> None:
        """Run for so much emulated time."""
        end_ns = self.now_ns + ms * 1e6
        self._advance(lambda: self.now_ns >= end_ns, end_ns)

    def run_until(self, condition: Callable[[], bool], timeout_ms: float = 1_000, what: str = "it") -> None:
        """Run until the condition is true. It is checked every emulated millisecond."""
        end_ns = self.now_ns + timeout_ms * 1e6
        if not self._advance(condition, end_ns):
            raise TimeoutError(f"{timeout_ms} ms passed without {what}; last output: {self._tail()}")

    def wait_for(self, matches: Callable[[bytes], bool], timeout_ms: float = 1_000) -> bytes:
        """Run until `matches` is true for the picture; returns that picture."""
        self.run_until(lambda: matches(self.box.picture()), timeout_ms, "the picture")
        return self.box.picture()

    def wait_output(self, text: bytes | str, timeout_ms: float = 1_000) -> bytes:
        """Run until the firmware has printed this; returns everything it printed so far."""
        data = text.encode() if isinstance(text, str) else text
        self.run_until(lambda: data in self.output, timeout_ms, repr(data))
        return bytes(self.output)

    def wait_off(self, timeout_ms: float = 1_000) -> None:
        """Run until the power is off, as planned with flash.cut_at()."""
        end_ns = self.now_ns + timeout_ms * 1e6
        try:
            self._advance(lambda: False, end_ns)
        except ChipError:
            return
        raise TimeoutError(f"still running after {timeout_ms} ms")

    def _advance(self, condition: Callable[[], bool], end_ns: float) -> bool:
        """Run until the condition is true; False if it is not true in time.

        It is checked at fixed emulated times, so a run does not depend on the speed of this machine.
        """
        simulator = self._on().simulator
        while not condition():
            rest_ns = end_ns - self.now_ns
            if rest_ns <= 0:
                return False
            began_ns, began = self.now_ns, time.perf_counter()
            self._step_over = False
            self._look_alarm.schedule(min(rest_ns, _STEP_NS))
            while not self._step_over:
                simulator.stopped = False
                simulator._execute_batch()
                if self._lost:
                    self.power_cut()
                    raise ChipError("the supply was cut in an operation of the flash")
            self._hold_back(self.now_ns - began_ns, began)
        return True

    def _hold_back(self, emulated_ns: int, began: float) -> None:
        took_s = time.perf_counter() - began
        self.wall_s += took_s
        if self._pace:
            ahead_s = emulated_ns / 1e9 / self._pace - took_s
            if ahead_s > 0:
                time.sleep(ahead_s)

    def _stop_batch(self) -> None:
        self._step_over = True
        self._on().simulator.stopped = True

    def _lose_supply(self) -> None:
        self._lost = True
        self._on().simulator.stopped = True

    # -- input and output --

    def tap(self, *tags: Tag) -> None:
        self._with_hands(lambda: self.box.tap(*tags))

    def lift(self, *tags: Tag) -> None:
        self._with_hands(lambda: self.box.lift(*tags))

    def press(self, key: str) -> None:
        self._with_hands(lambda: self.box.press(key))

    def release(self, key: str) -> None:
        self._with_hands(lambda: self.box.release(key))

    def picture(self) -> bytes:
        return self.box.picture()

    def _with_hands(self, act: Callable[[], None]) -> None:
        if self._wiring is None:
            act()
            return
        self._wiring.now()
        act()
        self._wiring.refresh()

    # -- serial port --

    def write(self, data: bytes) -> None:
        """Send to the chip's USB serial port. Bytes for which it has no room yet wait here."""
        self._on()
        self._pending += data
        self._pump()

    def execute(self, code: str, timeout_ms: float = 10_000) -> str:
        """Interrupt the firmware and run this in the raw REPL; returns the output, ChipError if it fails."""
        start = len(self.output)
        self.write(_CTRL_C + _CTRL_C + _CTRL_A)
        self.run_until(lambda: _RAW_PROMPT in self.output[start:], timeout_ms, "the raw REPL")
        start = len(self.output)
        self.write(code.encode() + _CTRL_D)
        self.run_until(lambda: self.output.count(_CTRL_D, start) == 2, timeout_ms, "the end of the code")
        text, error = bytes(self.output[start:]).split(_CTRL_D)[:2]
        self.write(_CTRL_B)
        if error:
            raise ChipError(error.decode().replace("\r", "").strip())
        return text.removeprefix(b"OK").decode().replace("\r\n", "\n")

    def _pump(self) -> None:
        fifo = self._on().cdc.tx_fifo
        room = fifo.size - fifo.item_count
        for byte in self._pending[:room]:
            self._device.cdc.send_serial_byte(byte)
        del self._pending[:room]
        if self._pending:
            self._pump_alarm.schedule(_STEP_NS)

    def _on_output(self, data: bytes | bytearray) -> None:
        self.output += data

    def _on_connected(self) -> None:
        self._connected = True

    def _tail(self) -> str:
        return bytes(self.output[-400:]).decode("utf-8", "replace").strip() or "none"

    def _on(self) -> Any:
        if self._device is None:
            raise ChipError("the chip is off")
        return self._device
