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
    answer = burst(6)
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


def _line_echoes(chip: PN532) -> bool:
    """The chip's own test of the line gives everything back, burst by burst."""
    answer = burst(_AT_DATA + 1 + _ECHO)
    got = answer[1]
    for turn in range(_ECHOES):
        pattern = bytes([(i * 93 + turn * 55) & 0xFF for i in range(_ECHO)])
        if not chip.start(frame(_DIAGNOSE, _LINE_TEST, *pattern)) or not chip.wait(_ANSWER_US):
            return False
        at = chip.fetch(answer)
        if not at or got[at + _AT_DATA + 1 : at + _AT_DATA + 1 + _ECHO] != pattern:
            return False
    return True
