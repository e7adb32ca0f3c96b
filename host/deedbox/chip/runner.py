"""Runs the firmware on the emulated RP2040. All times are the chip's own, not those of this machine."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import ClassVar, Self

from deedbox.build import firmware
from deedbox.chip.emulator import ChipError, Emulator, Parts
from deedbox.chip.image import find_image
from deedbox.chip.on_js import JsEmulator, missing_parts
from deedbox.chip.on_python import PythonEmulator
from deedbox.models.box import Box
from deedbox.models.flash import FlashModel
from deedbox.models.iso14443 import Tag

_STEP_NS = 1_000_000  # between two checks of a condition
_ENUMERATE_MS = 5_000
_CTRL_A, _CTRL_B, _CTRL_C, _CTRL_D = b"\x01", b"\x02", b"\x03", b"\x04"
_RAW_PROMPT = b"raw REPL; CTRL-B to exit\r\n>"


class Chip:
    """A box on the RP2040 that rp2040py emulates. Its flash survives power cuts.

    `flash` may be a FlashModel of the filesystem's size that another Chip or Twin has used before. Otherwise
    it is made from `files`, by default the firmware of this installation, with `main` in place of main.py.
    `pace` limits how many times as fast as real time an idle chip runs; by default there is no limit.
    """

    emulator: ClassVar[type[PythonEmulator] | type[JsEmulator]] = PythonEmulator

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
        self._emulator: Emulator | None = None

    @staticmethod
    def missing_parts() -> str:
        """What this machine lacks for the emulator, and how to get it; empty if nothing."""
        return ""

    # -- power --

    def start(self, timeout_ms: int = _ENUMERATE_MS) -> None:
        """Switch the chip on and run until its USB serial port is there."""
        if self._emulator is not None:
            raise ChipError("the chip is running already")
        self.flash.power_on()
        parts = Parts(self._image, self.box, self.flash, self._display_time, self._on_output)
        emulator: Emulator = self.emulator(parts)
        self._emulator = emulator
        self.run_until(lambda: emulator.connected, timeout_ms, "the USB port")

    def later(self, ms: float, act: Callable[[], None]) -> None:
        """Carry out an action in so many ms, even if the core waits for the flash then."""
        self._on().later(ms * 1e6, act)

    def power_cut(self) -> None:
        """Cut the power now. start() continues from the flash."""
        if self._emulator is not None:
            self.box.run_to(self.now_ns)
            self._emulator.close()
        self._emulator = None
        self.box.power_cycle()

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.power_cut()  # or the process of an emulator would stay
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.power_cut()

    @property
    def running(self) -> bool:
        return self._emulator is not None

    # -- time --

    @property
    def now_ns(self) -> int:
        return self._emulator.now_ns if self._emulator else self.box.now_ns

    @property
    def cycles(self) -> int:
        """The cycles of the core since power-on, without those in which it slept."""
        return self._on().cycles

    @property
    def flash_busy_ns(self) -> int:
        """The time for which the flash has erased and programmed since power-on."""
        return self._on().flash_busy_ns

    def run(self, ms: float) -> None:
        """Run for so much emulated time."""
        end_ns = self.now_ns + ms * 1e6
        self._advance(lambda: self.now_ns >= end_ns, end_ns, ms * 1e6)

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

    def _advance(self, condition: Callable[[], bool], end_ns: float, step_ns: float = _STEP_NS) -> bool:
        """Run until the condition is true; False if it is not true in time.

        It is checked at fixed emulated times, so a run does not depend on the speed of this machine.
        """
        emulator = self._on()
        while not condition():
            rest_ns = end_ns - self.now_ns
            if rest_ns <= 0:
                return False
            began_ns, began = self.now_ns, time.perf_counter()
            emulator.run(min(rest_ns, step_ns))
            if emulator.lost:
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
        if self._emulator is None:
            act()
        else:
            self._emulator.with_hands(act)

    # -- serial port --

    def write(self, data: bytes) -> None:
        """Send to the chip's USB serial port. Bytes for which it has no room yet wait."""
        self._on().write(data)

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

    def _on_output(self, data: bytes | bytearray) -> None:
        self.output += data

    def _tail(self) -> str:
        return bytes(self.output[-400:]).decode("utf-8", "replace").strip() or "none"

    def _on(self) -> Emulator:
        if self._emulator is None:
            raise ChipError("the chip is off")
        return self._emulator


class ChipJs(Chip):
    """A box on the RP2040 that rp2040js emulates, in a process of Node.js: the second opinion."""

    emulator = JsEmulator

    @staticmethod
    def missing_parts() -> str:
        return missing_parts()
