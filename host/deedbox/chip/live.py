"""An emulated chip that runs in its own thread, for users in real time: the page and mpremote.

Emulated time is not real time: it falls far behind while the chip is busy, and keeps pace while it is idle.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from deedbox.chip.runner import Chip, ChipError
from deedbox.link import PortError, Session

_STEP_MS = 5
_OFF_S = 0.05


class LiveChip:
    """`changed` is called in the chip's thread after every step; it must not wait for long."""

    def __init__(self, chip: Chip, changed: Callable[[], None] = lambda: None) -> None:
        self.chip = chip
        self.lock = threading.Condition(threading.RLock())
        self.fault = ""
        self._changed = changed
        self._open = True
        self._powered = False
        self._wishes: list[Callable[[], None]] = []
        self._thread = threading.Thread(target=self._run, name="chip", daemon=True)

    def start(self) -> None:
        """Switch on; returns when its serial port is there."""
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

    def plug(self, into: bool) -> None:
        with self.lock:
            self._powered = into

    @property
    def powered(self) -> bool:
        return self._powered

    def do(self, act: Callable[[], None]) -> None:
        """Run an action of the hands between two steps, in order; keys and tags work also without power."""
        with self.lock:
            self._wishes.append(act)

    def _run(self) -> None:
        while self._open:
            with self.lock:
                wishes, self._wishes = self._wishes, []
            for act in wishes:
                act()
            try:
                self._step()
            except (ChipError, TimeoutError) as error:  # a cut in an operation of the flash, or no USB
                self.chip.power_cut()
                self.fault = str(error)
                self._powered = False
            with self.lock:
                self.lock.notify_all()
            self._changed()

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
    """A transport for link.Session."""

    name = "the chip"

    def __init__(self, live: LiveChip) -> None:
        self._live = live
        self._heard = len(live.chip.output)

    def write(self, data: bytes) -> None:
        self._alive()
        self._live.do(lambda: self._live.chip.write(data) if self._live.chip.running else None)

    def read(self, timeout_s: float) -> bytes:
        """The bytes that have come, as soon as there are any; nothing after the timeout (chip's time)."""
        live, chip = self._live, self._live.chip
        end_s = self.now_s() + timeout_s
        with live.lock:
            while len(chip.output) == self._heard:
                self._alive()
                if self.now_s() >= end_s:
                    return b""
                live.lock.wait()
            data = bytes(chip.output[self._heard :])
            self._heard += len(data)
            return data

    def _alive(self) -> None:
        if not self._live.powered:
            raise PortError("the chip does not run")

    def now_s(self) -> float:
        return self._live.chip.now_ns / 1e9

    def close(self) -> None:
        pass


def session(live: LiveChip, timeout_s: float = 10.0) -> Session:
    made = Session(LiveWire(live), timeout_s=timeout_s)
    made.hello()
    return made
