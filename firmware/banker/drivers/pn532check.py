"""Boot check of a PN532: speed of the bus, version, IRQ wire. Loaded on use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.drivers.codes import (
    FIFO_FAULT,
    IRQ_SILENT,
    IRQ_STUCK,
    SILENT,
    SPI_KHZ,
    SPI_KHZ_MIN,
    UNKNOWN_VERSION,
)
from banker.drivers.pn532 import burst, frame
from micropython import const

if TYPE_CHECKING:
    from banker.drivers.pn532 import PN532

_DIAGNOSE = const(0x00)  # 7.2.1
_LINE_TEST = const(0x00)
_GET_FIRMWARE_VERSION = const(0x02)  # 7.2.2
_IC = const(0x32)
_AT_DATA = const(2)  # in an answer, after D5 and the code
_VERSION_LENGTH = const(6)  # of an answer: chip, version, revision, what it supports
_ECHO = const(64)  # bytes
_ECHOES = const(16)
_ANSWER_US = const(20000)


def check(chip: PN532) -> tuple[int, ...]:
    """Set the reader up, at the highest speed without a wrong byte; the codes of all findings."""
    irq = chip.irq
    chip.irq = None  # not before it is known to work
    khz = SPI_KHZ
    while True:
        chip.set_speed(khz)
        set_up = chip.init()
        echoes = set_up and _line_echoes(chip)
        if echoes or khz <= SPI_KHZ_MIN:
            break
        khz //= 2
    if not set_up:
        chip.irq = irq
        return (SILENT,)
    findings = []
    answer = burst(_VERSION_LENGTH)
    quiet = irq is None or irq() == 1
    chip.start(frame(_GET_FIRMWARE_VERSION))
    chip.wait(_ANSWER_US)
    signalled = irq is None or irq() == 0
    at = chip.fetch(answer)
    if not at or answer[1][at + _AT_DATA] != _IC:
        findings.append(UNKNOWN_VERSION)
    if not echoes:
        findings.append(FIFO_FAULT)
    if not quiet:
        findings.append(IRQ_STUCK)
    elif not signalled:
        findings.append(IRQ_SILENT)
    chip.irq = irq
    return tuple(findings)


def version(chip: PN532) -> int:
    """Chip, version, revision and what it supports (7.2.2), a byte each; 0 without an answer."""
    answer = burst(_VERSION_LENGTH)
    if not chip.start(frame(_GET_FIRMWARE_VERSION)) or not chip.wait(_ANSWER_US):
        return 0
    at = chip.fetch(answer)
    if not at:
        return 0
    return int.from_bytes(answer[1][at + _AT_DATA : at + _VERSION_LENGTH], "big")


def bus_errors(chip: PN532, khz: int) -> tuple[int, int]:
    """How many bytes come back wrong at this speed of the bus, and of how many. The speed stays.

    The chip checks every frame, so one wrong byte loses a whole burst. After such a burst this ends, since
    the chip may not be in step any more.
    """
    chip.set_speed(khz)
    for turn in range(_ECHOES):
        if not _line_echo(chip, turn):
            return _ECHO, (turn + 1) * _ECHO
    return 0, _ECHOES * _ECHO


def _line_echoes(chip: PN532) -> bool:
    """The chip's own test of the line gives everything back, burst by burst."""
    for turn in range(_ECHOES):
        if not _line_echo(chip, turn):
            return False
    return True


def _line_echo(chip: PN532, turn: int) -> bool:
    answer = burst(_AT_DATA + 1 + _ECHO)
    got = answer[1]
    pattern = bytes([(i * 93 + turn * 55) & 0xFF for i in range(_ECHO)])
    if not chip.start(frame(_DIAGNOSE, _LINE_TEST, *pattern)) or not chip.wait(_ANSWER_US):
        return False
    at = chip.fetch(answer)
    return at > 0 and got[at + _AT_DATA + 1 : at + _AT_DATA + 1 + _ECHO] == pattern
