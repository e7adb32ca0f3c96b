"""An emulated chip that runs in its own thread, for the page and for mpremote, which use it in real time.

Emulated time passes as fast as real time while the chip is idle, and much more slowly while it is busy.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from deedbox.chip.emulator import ChipError
from deedbox.chip.runner import Chip
from deedbox.link import PortError, Session

_STEP_MS = 5
_OFF_S = 0.05


class LiveChip:
    """`on_step` is called in the chip's thread after every step, so it must not wait for long."""

    def __init__(self, chip: Chip, on_step: Callable[[], None] = lambda: None) -> None:
        self.chip = chip
        self.lock = threading.Condition(threading.RLock())
        self.fault = ""
        self._on_step = on_step
        self._open = True
        self._powered = False
        self._actions: list[Callable[[], None]] = []
        self._thread = threading.Thread(target=self._run, name="chip", daemon=True)

    def start(self) -> None:
        """Switch the chip on and wait for its serial port."""
        self._thread.start()
        self.plug(True)
        with self.lock:
            self.lock.wait_for(lambda: self.chip.running or not self._powered)
        if self.fault:
            raise ChipError(self.fault)

    def close(self) -> None:
        self._open = False
        self._thread.join()
        self.chip.power_cut()

    def plug(self, on: bool) -> None:
        with self.lock:
            self._powered = on

    @property
    def powered(self) -> bool:
        return self._powered

    def do(self, action: Callable[[], None]) -> None:
        """Carry out an action between two steps, in order. Keys and tags also move without power."""
        with self.lock:
            self._actions.append(action)

    def _run(self) -> None:
        while self._open:
            with self.lock:
                actions, self._actions = self._actions, []
            for action in actions:
                action()
            try:
                self._step()
            except (ChipError, TimeoutError) as error:  # a power cut in an operation of the flash, or no USB
                self.chip.power_cut()
                self.fault = str(error)
                self._powered = False
            with self.lock:
                self.lock.notify_all()
            self._on_step()

    def _step(self) -> None:
        if self._powered and not self.chip.running:
            self.fault = ""
            self.chip.start()
        elif self._powered:
            self.chip.run(_STEP_MS)
        else:
            if self.chip.running:
                self.chip.power_cut()
            time.sleep(_OFF_S)


class LiveWire:
    """The serial port of a LiveChip as a transport for link.Session."""

    name = "the chip"

    def __init__(self, live: LiveChip) -> None:
        self._live = live
        self._position = len(live.chip.output)

    def write(self, data: bytes) -> None:
        self._alive()
        self._live.do(lambda: self._live.chip.write(data) if self._live.chip.running else None)

    def read(self, timeout_s: float) -> bytes:
        """The new bytes as soon as there are any; no bytes after the timeout, in the chip's time."""
        live, chip = self._live, self._live.chip
        end_s = self.now_s() + timeout_s
        with live.lock:
            while len(chip.output) == self._position:
                self._alive()
                if self.now_s() >= end_s:
                    return b""
                live.lock.wait()
            data = bytes(chip.output[self._position :])
            self._position += len(data)
            return data

    def _alive(self) -> None:
        if not self._live.powered:
            raise PortError("the chip does not run")

    def now_s(self) -> float:
        return self._live.chip.now_ns / 1e9

    def close(self) -> None:
        pass


def open_session(live: LiveChip, timeout_s: float = 10.0) -> Session:
    """A session of the link with this chip."""
    new = Session(LiveWire(live), timeout_s=timeout_s)
    new.hello()
    return new
