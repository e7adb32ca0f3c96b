"""The host's end of the twin's bus: a box and its flash answer the requests of the stand-ins.

A request is an operation, an argument of one byte and, except for PIN, LEVELS, RESET and ANALOG, an argument
of 32 bits, little-endian; then its data. There is no request to read flash: the process reads its file.

  PIN         pin | level << 7
  LEVELS      pin                  -> 4 bytes, the levels of all inputs
  SPI_WRITE   length, data
  SPI_SWAP    length, data         -> as many bytes
  I2C_WRITE   address, length, data -> 1 byte: not acknowledged, acknowledged, or timed out
  I2C_READ    address, length      -> 1 byte: not acknowledged or acknowledged; then as many bytes
  PWM         pin, hertz; then pin | 128, duty
  FLASH_PROGRAM  pages, address, data -> 1 byte
  FLASH_ERASE address              -> 1 byte
  RESET       kind                 no answer: the host ends the process
  ANALOG      pin                  -> 2 bytes
  SPI_SPEED   0, hertz
  SYNC        0, number            -> "sync" and the number, 5 bytes; what came before is not wanted any more
"""

from __future__ import annotations

import socket
import threading
import time
from typing import Protocol

from deedbox.build.firmware import PAGE_SIZE
from deedbox.models.box import GATE_GPIO, Box
from deedbox.models.flash import FlashModel

PIN, LEVELS, SPI_WRITE, SPI_SWAP, I2C_WRITE, I2C_READ, PWM = range(1, 8)
FLASH_PROGRAM, FLASH_ERASE, RESET, ANALOG, SPI_SPEED, SYNC = range(8, 14)
_TIMED_OUT = b"\x02"


class ResetError(Exception):
    """The firmware requested a restart; if it is `soft`, only of the interpreter."""

    def __init__(self, soft: bool) -> None:
        super().__init__(soft)
        self.soft = soft


class _HalfError(Exception):
    """The rest of a request has not come yet."""


class _Stream(Protocol):
    def read(self, count: int, /) -> bytes: ...


class _Requests:
    """Requests that have come so far."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def read(self, count: int, /) -> bytes:
        if self.at + count > len(self.data):
            raise _HalfError
        self.at += count
        return self.data[self.at - count : self.at]


def _rest_of_request(operation: int, argument: int, stream: _Stream) -> tuple[int, bytes]:
    """What follows the first two bytes of a request: its argument of 32 bits and its data."""
    if operation in (PIN, LEVELS, RESET, ANALOG):
        return 0, b""
    number = int.from_bytes(stream.read(4), "little")
    length = 0
    if operation in (SPI_WRITE, SPI_SWAP, I2C_WRITE):
        length = number
    elif operation == FLASH_PROGRAM:
        length = argument * PAGE_SIZE
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return number, data


class Bus:
    """Serves one process until it ends. Under the lock other threads may press keys and tap tags."""

    def __init__(self, box: Box, flash: FlashModel, lock: threading.Condition) -> None:
        self.box = box
        self.flash = flash
        self.lock = lock
        self.transactions = 0
        self._start_ns = time.monotonic_ns() - box.now_ns
        self._hertz: dict[int, int] = {}
        self._half = b""

    def now_ns(self) -> int:
        return time.monotonic_ns() - self._start_ns

    def serve(self, channel: socket.socket) -> None:
        """Serve until the process closes the channel, or until ResetError or the flash's PowerCutError."""
        # Faster than makefile(), whose reads pass through Python code.
        with open(channel.fileno(), "rb", buffering=8192, closefd=False) as stream:
            while True:
                try:
                    head = stream.read(2)
                except ConnectionResetError:  # the process ended before it read all answers
                    return
                if len(head) < 2:
                    return
                operation, argument = head
                try:
                    # All of it before the lock: nobody may wait for a process that stopped half-way.
                    number, data = _rest_of_request(operation, argument, stream)
                except EOFError:  # the process ended there
                    return
                with self.lock:
                    answer = self._answer(operation, argument, number, data)
                if answer:
                    try:
                        channel.sendall(answer)
                    except OSError:  # the process ended while it waited for the answer
                        return

    def answer(self, requests: bytes) -> bytes:
        """The answers to these requests, for a channel without a thread. Half a request waits."""
        stream = _Requests(self._half + requests)
        answers = b""
        at = 0
        try:
            while True:
                operation, argument = stream.read(2)
                number, data = _rest_of_request(operation, argument, stream)
                at = stream.at
                answers += self._answer(operation, argument, number, data)
        except _HalfError:
            self._half = stream.data[at:]
        return answers

    def _answer(self, operation: int, argument: int, number: int, data: bytes) -> bytes:
        box = self.box
        if operation == PIN:
            if argument & 127 in (box.pins.DISPLAY_RST, GATE_GPIO):
                box.run_to(self.now_ns())  # when the display's reset and the LED change matters
            box.drive(argument & 127, argument >> 7)
            return b""
        box.run_to(self.now_ns())
        if operation == SPI_SWAP or operation == SPI_WRITE:
            self.transactions += 1
            answer = box.spi(data)
            return answer if operation == SPI_SWAP else b""
        if operation == LEVELS:
            return box.levels().to_bytes(4, "little")
        if operation == I2C_WRITE:
            changes = box.display.changes
            try:
                answer = bytes((box.i2c_write(argument, data),))
            except TimeoutError:
                answer = _TIMED_OUT
            if box.display.changes != changes:
                self.lock.notify_all()
            return answer
        if operation == I2C_READ:
            read = box.i2c_read(argument, number)
            return bytes(1 + number) if read is None else b"\x01" + read
        if operation == PWM:
            self._tone(argument, number)
            return b""
        if operation == SPI_SPEED:
            box.reader.spi_hz = number
            return b""
        if operation == RESET:
            raise ResetError(bool(argument))
        if operation == ANALOG:
            return box.analog(argument).to_bytes(2, "little")
        if operation == SYNC:
            return b"sync" + bytes((number,))
        return self._flash(operation, number, data)

    def _tone(self, argument: int, number: int) -> None:
        pin = argument & 127
        if argument & 128:
            self.box.tone(pin, self._hertz.get(pin, 0), number)
            self.lock.notify_all()
        else:
            self._hertz[pin] = number

    def _flash(self, operation: int, address: int, data: bytes) -> bytes:
        if operation == FLASH_ERASE:
            self.flash.erase(address)
        elif operation == FLASH_PROGRAM:
            for offset in range(0, len(data), PAGE_SIZE):
                self.flash.program(address + offset, data[offset : offset + PAGE_SIZE])
        else:
            raise ValueError(f"unknown request {operation} on the twin's bus")
        return b"\x00"
