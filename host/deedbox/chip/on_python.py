"""The RP2040 of rp2040py, in this process."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from deedbox.chip.emulator import ChipError, Parts
from deedbox.chip.shims import FlashChip, SilentHost, missing_names
from deedbox.chip.wiring import Wiring

_PUMP_NS = 1_000_000


class PythonEmulator:
    def __init__(self, parts: Parts) -> None:
        from rp2040py.boards import BOARDS
        from rp2040py.device import MicroPythonDevice
        from rp2040py.memory_map import FLASH_START_ADDRESS

        self.connected = False
        self.lost = False
        self.device = device = MicroPythonDevice(board=dataclasses.replace(BOARDS["pico"], image=parts.image))
        faults = missing_names(device)
        if faults:
            raise ChipError("the shims do not fit: " + "; ".join(faults))
        self._clock = clock = device.simulator.clock
        clock.tick(parts.box.now_ns - clock.nanos)  # the time continues from before the power cut
        SilentHost(device.cdc, clock)
        self._flash_chip = FlashChip(device.mcu, clock, parts.flash, self._lose_supply)
        self._wiring = Wiring(parts.box, device.mcu, clock, display_time=parts.display_time)
        self._pending = bytearray()
        self._pump_alarm = clock.create_alarm(self._pump)
        self._end_alarm = clock.create_alarm(self._end_run)
        device.cdc.on_serial_data = parts.on_output
        device.cdc.on_device_connected = self._on_connected
        restart = device.mcu.watchdog.on_watchdog_trigger

        def reset() -> None:
            self.connected = False
            parts.box.release_pins()
            restart()

        device.mcu.watchdog.on_watchdog_trigger = reset
        device.mcu.core.pc = FLASH_START_ADDRESS

    @property
    def now_ns(self) -> int:
        return int(self._clock.nanos)

    @property
    def cycles(self) -> int:
        return int(self.device.mcu.core.cycles)

    @property
    def flash_busy_ns(self) -> int:
        return self._flash_chip.busy_ns

    def run(self, ns: float) -> None:
        self._is_over = False
        self._end_alarm.schedule(ns)
        while not self._is_over and not self.lost:
            self.device.simulator.stopped = False
            self.device.simulator._execute_batch()

    def _end_run(self) -> None:
        self._is_over = True
        self.device.simulator.stopped = True

    def _lose_supply(self) -> None:
        self.lost = True
        self.device.simulator.stopped = True

    def later(self, ns: float, act: Callable[[], None]) -> None:
        self._clock.create_alarm(act).schedule(ns)

    def with_hands(self, act: Callable[[], None]) -> None:
        self._wiring.now()
        act()
        self._wiring.refresh()

    def write(self, data: bytes) -> None:
        self._pending += data
        self._pump()

    def _pump(self) -> None:
        fifo = self.device.cdc.tx_fifo
        room = fifo.size - fifo.item_count
        for byte in self._pending[:room]:
            self.device.cdc.send_serial_byte(byte)
        del self._pending[:room]
        if self._pending:
            self._pump_alarm.schedule(_PUMP_NS)

    def _on_connected(self) -> None:
        self.connected = True

    def close(self) -> None:
        pass  # it ends with its last reference
