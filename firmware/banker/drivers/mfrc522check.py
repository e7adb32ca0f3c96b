"""Boot check of an MFRC522. Loaded on use; takes about 30 ms with loading.

Clones are reported, not refused. The data sheet's self-test is left out because working clones fail it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.drivers.codes import (
    CLONE,
    CRC_FAULT,
    FIFO_FAULT,
    IRQ_SILENT,
    IRQ_STUCK,
    SETTING_LOST,
    SILENT,
    SPI_KHZ,
    SPI_KHZ_MIN,
    TIMER_FAULT,
    UNKNOWN_VERSION,
)
from banker.drivers.mfrc522 import GOT_ANSWER, GOT_LEVEL, burst, frame
from banker.drivers.types import Sleep
from micropython import const

if TYPE_CHECKING:
    from banker.drivers.mfrc522 import MFRC522

_COMMAND = const(0x01)
_COM_IRQ = const(0x04)
_DIV_IRQ = const(0x05)
_FIFO_DATA = const(0x09)
_FIFO_LEVEL = const(0x0A)
_FIFO_SIZE = const(64)
_CONTROL = const(0x0C)  # 9.3.1.13
_CRC_RESULT_H = const(0x21)  # 9.3.3.2
_CRC_RESULT_L = const(0x22)
_VERSION = const(0x37)

_IDLE = const(0x00)
_CALC_CRC = const(0x03)  # 10.3.1.4
_START_NOW = const(0x40)  # TStartNow

_ECHOES = const(16)  # bursts: so many that a wire with one wrong byte in 200 is found
_TIMERS_US = (4000, 16000, 64000)  # a sleep may last too long: then try longer times


def check(reader: MFRC522, sleep_us: Sleep) -> tuple[int, ...]:
    """Set the reader up, at the highest speed without a wrong byte; the codes of all findings."""
    findings = []
    khz = SPI_KHZ
    while True:
        reader.set_speed(khz)
        set_up = reader.init()
        echoes = _fifo_echoes(reader)
        if (set_up and echoes) or khz <= SPI_KHZ_MIN:
            break
        khz //= 2
        reader.tries = 0  # init() may have reset it without noticing, so it starts again
    version = reader.read(_VERSION)
    if version in (0x00, 0xFF):
        return (SILENT,)
    if version in (0x12, 0x88, 0xB2):
        findings.append(CLONE)
    elif version not in (0x91, 0x92):  # versions 1.0 and 2.0 by NXP (9.3.4.8)
        findings.append(UNKNOWN_VERSION)
    if not echoes:
        findings.append(FIFO_FAULT)
    if not _crc_is_right(reader, sleep_us):
        findings.append(CRC_FAULT)
    for timer_us in _TIMERS_US:
        timer, quiet, signalled = _timer_runs(reader, sleep_us, timer_us)
        if timer:
            break
    if not timer:
        findings.append(TIMER_FAULT)
    if not set_up:
        findings.append(SETTING_LOST)
    if reader.irq is not None:
        if not quiet:
            findings.append(IRQ_STUCK)
        elif not signalled:
            findings.append(IRQ_SILENT)
    return tuple(findings)


def version(reader: MFRC522) -> int:
    return reader.read(_VERSION)


def bus_errors(reader: MFRC522, khz: int) -> tuple[int, int]:
    """How many bytes come back wrong at this speed of the bus, and of how many. The speed stays."""
    reader.set_speed(khz)
    wrong = 0
    for turn in range(_ECHOES):
        pattern, got = _echo(reader, turn)
        for i in range(_FIFO_SIZE):
            wrong += got[GOT_ANSWER + i] != pattern[1 + i]
    return wrong, _ECHOES * _FIFO_SIZE


def _fifo_echoes(reader: MFRC522) -> bool:
    """Does the FIFO give back what was written to it, burst by burst?"""
    for turn in range(_ECHOES):
        pattern, got = _echo(reader, turn)
        if got[GOT_LEVEL] != _FIFO_SIZE or got[GOT_ANSWER:] != pattern[1:]:
            return False
    return reader.read(_FIFO_LEVEL) == 0


def _echo(reader: MFRC522, turn: int) -> tuple[bytearray, bytearray]:
    """Fill the FIFO and read it: what was written, and what came back (GOT_*)."""
    pattern = frame() + bytearray(_FIFO_SIZE)
    answer = burst(_FIFO_SIZE)
    for i in range(1, _FIFO_SIZE + 1):
        pattern[i] = (i * 93 + turn * 55) & 0xFF
    reader.write(_FIFO_LEVEL, 0x80)
    reader.put(pattern)
    reader.fetch(answer)
    return pattern, answer[1]


def _crc_is_right(reader: MFRC522, sleep_us: Sleep) -> bool:
    """CRC_A of 00 00 is A0 1E (ISO/IEC 14443-3, annex B)."""
    reader.write(_COMMAND, _IDLE)
    reader.write(_FIFO_LEVEL, 0x80)
    reader.write(_DIV_IRQ, 0x04)
    reader.write(_FIFO_DATA, 0)
    reader.write(_FIFO_DATA, 0)
    reader.write(_COMMAND, _CALC_CRC)
    sleep_us(100)
    ready = reader.read(_DIV_IRQ) & 0x04
    reader.write(_COMMAND, _IDLE)
    return bool(ready) and reader.read(_CRC_RESULT_L) == 0xA0 and reader.read(_CRC_RESULT_H) == 0x1E


def _timer_runs(reader: MFRC522, sleep_us: Sleep, timer_us: int) -> tuple[bool, bool, bool]:
    """(timer in time, IRQ pin quiet before it, IRQ pin low after it)"""
    usual_us = reader.timeout_us
    reader.set_timeout(timer_us)
    reader.write(_COM_IRQ, 0x7F)
    reader.write(_CONTROL, _START_NOW)
    sleep_us(timer_us // 2)
    early = reader.read(_COM_IRQ) & 1
    quiet = reader.irq is not None and reader.irq() == 1
    sleep_us(timer_us)
    fired = reader.read(_COM_IRQ) & 1
    signalled = reader.irq is not None and reader.irq() == 0
    reader.write(_COM_IRQ, 0x7F)
    reader.set_timeout(usual_us)
    return bool(fired and not early), quiet, signalled
