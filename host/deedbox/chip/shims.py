"""Additions to rp2040py 0.3.6. They use its private names, so they only fit that version.

- Its USB host sends an empty packet every 10 us while the chip waits for data, which a real host does not.
  The empty packets keep a sleeping chip busy, so that emulating idle time would be slow.
- Its flash is never busy. Here an erase or a program takes the typical time of the W25Q16JV.
- Its flash never loses power. Here the part with the filesystem is a FlashModel, which can lose it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import metadata
from typing import Any

from deedbox.build.firmware import BLOCK_SIZE, FILESYSTEM_OFFSET, FILESYSTEM_SIZE, PAGE_SIZE
from deedbox.models.flash import FlashModel, PowerCutError

VERSION = "0.3.6"

_PROGRAM, _ERASE_SECTOR, _ERASE_BLOCK, _READ_STATUS = 0x02, 0x20, 0xD8, 0x05
# Typical times in the W25Q16JV's datasheet, 9.6: tPP, tSE, tBE2.
BUSY_NS = {_PROGRAM: 400_000, _ERASE_SECTOR: 45_000_000, _ERASE_BLOCK: 150_000_000}

_ANSWER_NS = 5_000  # from the host's decision to send until the packet is there

_NAMES = (
    ("simulator", ("_execute_batch", "stopped", "clock")),
    ("simulator.clock", ("create_alarm", "nanos", "tick")),
    ("mcu", ("flash", "gpio", "spi", "i2c", "pwm", "ssi", "adc", "watchdog", "core")),
    ("mcu.ssi", ("_apply_command", "_shift_byte", "_tx_buffer", "_write_enabled")),
    ("mcu.pwm", ("channels",)),
    ("mcu.adc", ("channel_values",)),
    ("cdc", ("usb", "tx_fifo", "_out_endpoint", "send_serial_byte", "on_serial_data", "on_device_connected")),
    ("cdc.usb", ("on_endpoint_read", "on_reset")),
    ("cdc.tx_fifo", ("empty", "item_count", "size")),
)


def missing_names(device: Any) -> list[str]:
    """The names that these shims need and this rp2040py does not have, one fault each."""
    faults = []
    version = metadata.version("rp2040py")
    if version != VERSION:
        faults.append(f"rp2040py is {version}, the shims were made for {VERSION}")
    for path, names in _NAMES:
        part = device
        for step in path.split("."):
            part = getattr(part, step, None)
        faults += [f"{path} has no {name}" for name in names if not hasattr(part, name)]
    buses = (("spi", ("on_transmit", "complete_transmit")), ("i2c", ("on_connect", "_set_interrupts")))
    for bus, names in buses:
        first = next(iter(getattr(getattr(device, "mcu", None), bus, ())), None)
        faults += [f"mcu.{bus}[0] has no {name}" for name in names if not hasattr(first, name)]
    return faults


class SilentHost:
    """A USB host that sends nothing to the chip until there are data for it."""

    def __init__(self, cdc: Any, clock: Any) -> None:
        self._cdc = cdc
        self._read: Callable[[int, int], None] = cdc.usb.on_endpoint_read
        self._reset: Callable[[], None] | None = cdc.usb.on_reset
        self._send: Callable[[int], None] = cdc.send_serial_byte
        self._alarm = clock.create_alarm(self._answer)
        self._armed: int | None = None  # the size of the transfer for which the chip waits
        self._coming = False
        cdc.usb.on_endpoint_read = self._on_read
        cdc.usb.on_reset = self._on_reset
        cdc.send_serial_byte = self._on_send

    def _on_read(self, endpoint: int, size: int) -> None:
        if endpoint and endpoint == self._cdc._out_endpoint and self._cdc.tx_fifo.empty:
            self._armed = size
        else:
            self._read(endpoint, size)

    def _on_send(self, byte: int) -> None:
        self._send(byte)
        if self._armed is not None and not self._coming:
            self._coming = True
            self._alarm.schedule(_ANSWER_NS)

    def _answer(self) -> None:
        self._coming = False
        if self._armed is not None and not self._cdc.tx_fifo.empty:
            size, self._armed = self._armed, None
            self._read(self._cdc._out_endpoint, size)

    def _on_reset(self) -> None:
        self._armed = None
        self._coming = False
        self._alarm.cancel()
        if self._reset:
            self._reset()


def operate_flash(model: FlashModel, command: bytes) -> None:
    """Carry out a command of the flash chip in the part with the filesystem; elsewhere it is ignored."""
    address = int.from_bytes(command[1:4], "big") - FILESYSTEM_OFFSET
    if not 0 <= address < FILESYSTEM_SIZE:
        return
    if command[0] == _PROGRAM:
        model.program(address, command[4 : 4 + PAGE_SIZE])
        return
    unit = BLOCK_SIZE if command[0] == _ERASE_SECTOR else 16 * BLOCK_SIZE
    address -= address % unit
    for sector in range(address, address + unit, BLOCK_SIZE):
        model.erase(sector)


class FlashChip:
    """A flash that is busy for a while. `model` is the part with the filesystem; the rest is rp2040py's.

    `on_cut` is called when the model loses its power within an operation.
    """

    def __init__(self, mcu: Any, clock: Any, model: FlashModel, on_cut: Callable[[], None]) -> None:
        self._mcu = mcu
        self._ssi = mcu.ssi
        self._clock = clock
        self._model = model
        self._on_cut = on_cut
        self._busy_until_ns = 0.0
        self.busy_ns = 0
        self._apply: Callable[[], None] = mcu.ssi._apply_command
        self._shift: Callable[[int], int] = mcu.ssi._shift_byte
        mcu.ssi._apply_command = self._on_apply
        mcu.ssi._shift_byte = self._on_shift
        mcu.flash[FILESYSTEM_OFFSET : FILESYSTEM_OFFSET + FILESYSTEM_SIZE] = model.image()

    def _on_apply(self) -> None:
        command = bytes(self._ssi._tx_buffer)
        busy_ns = BUSY_NS.get(command[0], 0) if command and self._ssi._write_enabled else 0
        self._apply()
        if not busy_ns:
            return
        self._busy_until_ns = self._clock.nanos + busy_ns
        self.busy_ns += busy_ns
        try:
            operate_flash(self._model, command)
        except PowerCutError:
            self._on_cut()

    def _on_shift(self, byte: int) -> int:
        answer = self._shift(byte)
        rest_ns = self._busy_until_ns - self._clock.nanos
        if rest_ns > 0 and len(self._ssi._tx_buffer) > 1 and self._ssi._tx_buffer[0] == _READ_STATUS:
            # The core only polls BUSY here, with interrupts off. Moving the clock saves emulating that.
            self._clock.tick(rest_ns)
        return answer
