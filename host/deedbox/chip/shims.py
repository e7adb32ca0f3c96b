"""What rp2040py 0.3.6 lacks for our purpose. It touches private names, so the version is pinned.

- Its USB host answers an armed OUT endpoint with an empty packet every 10 us when it has nothing to say.
  A real host says nothing. The empty packets keep a sleeping chip busy and make idle time expensive.
- Its flash is never busy. Here an erase or a program takes the W25Q16JV's typical time.
- Its flash never loses power. Here the part that holds the filesystem is a FlashModel, which can.
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


def misfits(device: Any) -> list[str]:
    """What these shims rely on and this rp2040py does not have; empty if all is well."""
    found = []
    installed = metadata.version("rp2040py")
    if installed != VERSION:
        found.append(f"rp2040py is {installed}, the shims were made for {VERSION}")
    for path, names in _NAMES:
        part = device
        for step in path.split("."):
            part = getattr(part, step, None)
        found += [f"{path} has no {name}" for name in names if not hasattr(part, name)]
    buses = (("spi", ("on_transmit", "complete_transmit")), ("i2c", ("on_connect", "_set_interrupts")))
    for bus, names in buses:
        first = next(iter(getattr(getattr(device, "mcu", None), bus, ())), None)
        found += [f"mcu.{bus}[0] has no {name}" for name in names if not hasattr(first, name)]
    return found


class SilentHost:
    """Lets the chip wait until there is something to send to it."""

    def __init__(self, cdc: Any, clock: Any) -> None:
        self._cdc = cdc
        self._read: Callable[[int, int], None] = cdc.usb.on_endpoint_read
        self._reset: Callable[[], None] | None = cdc.usb.on_reset
        self._send: Callable[[int], None] = cdc.send_serial_byte
        self._alarm = clock.create_alarm(self._answer)
        self._armed: int | None = None  # size of the transfer that the chip waits for
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


class FlashChip:
    """The filesystem's part of the flash is `model`; the rest stays rp2040py's. Both take their time.

    `on_cut` is called when the model loses its supply within an operation.
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
        address = int.from_bytes(command[1:4], "big") - FILESYSTEM_OFFSET
        if not 0 <= address < FILESYSTEM_SIZE:
            return
        unit = {_PROGRAM: PAGE_SIZE, _ERASE_SECTOR: BLOCK_SIZE}.get(command[0], 16 * BLOCK_SIZE)
        try:
            if command[0] == _PROGRAM:
                self._model.program(address, command[4 : 4 + PAGE_SIZE])
            else:
                address -= address % unit
                for sector in range(address, address + unit, BLOCK_SIZE):
                    self._model.erase(sector)
        except PowerCutError:
            self._on_cut()

    def _on_shift(self, byte: int) -> int:
        answer = self._shift(byte)
        left_ns = self._busy_until_ns - self._clock.nanos
        if left_ns > 0 and len(self._ssi._tx_buffer) > 1 and self._ssi._tx_buffer[0] == _READ_STATUS:
            # The core only spins on BUSY, interrupts off: moving the clock spares emulating that.
            self._clock.tick(left_ns)
        return answer
