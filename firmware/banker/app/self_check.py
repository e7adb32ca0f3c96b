"""CHECK YOUR BOX: what every part reports, as numbers of words. Loaded on use.

A finding is (part, sentence, facts). Part and sentence are numbers of words, so that the box in any language
and a host at the other end of the link use the same text. Several findings may have the same part.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from banker.app.loader import load
from banker.drivers.codes import (
    CLONE,
    IRQ_SILENT,
    IRQ_STUCK,
    KIND_PN532,
    SILENT,
    SPI_KHZ,
    SPI_KHZ_MIN,
    UNKNOWN_VERSION,
)
from banker.drivers.keypad import LAYOUT
from banker.ui import words

if TYPE_CHECKING:
    from banker.app.box import Box
    from banker.app.types import Finding
    from banker.drivers.keypad import Keypad

_NAMED_MOST = 8  # keys that fit a row
_SPACED_MOST = 4  # keys that fit it with spaces between
_STUCK_MOST = 4

# How the screen CHECK YOUR BOX opens: whether it asks for display and ribbon first.
_LEARN_NOTHING, _LEARN_NEW, _LEARN_HELD_KEY = 0, 1, 2


def findings(box: Box, pressed: str | None = None) -> list[Finding]:
    """All findings now. `pressed` are keys; by default those that were pressed since power-on."""
    keypad = box.inputs.keypad
    keys = _keys(keypad, keys_pressed(box) if pressed is None else pressed)
    return _display(box) + _buzzer(box) + keys + _reader(box) + _supply(box)


def restart(box: Box) -> None:
    """Check everything from the beginning: keys, and the reader with its IRQ wire if it has one."""
    box.inputs.keypad.pressed = 0
    box.reader.irq = box.hardware.reader[3]
    box.reader_findings = box.reader.check()
    if SILENT in box.reader_findings:
        _change_reader(box)


def keys_pressed(box: Box) -> str:
    """The keys that were pressed since power-on, or since restart()."""
    keypad = box.inputs.keypad
    return _named(keypad, keypad.pressed)


def power_on(box: Box) -> None:
    """Open the check if a part is silent, a key is held down, or the box was never used before."""
    keypad = box.inputs.keypad
    keypad.scan(0)
    learn = _LEARN_HELD_KEY if keypad.contacts else _LEARN_NEW if is_new(box) else _LEARN_NOTHING
    # Other findings about the reader wait: if it does not work, the taps will soon report it.
    silent = not (box.display.ready or box.display.init()) or SILENT in box.reader_findings
    if silent or learn:
        box.ui.show("box.check", learn, box.ui.screen)
    if silent:
        box.inputs.sound_alarm()


def is_new(box: Box) -> bool:
    """No game, no tag, no display chosen: somebody has just built it."""
    return not box.keeper.game and not box.tags.entries and not box.settings["display"]


def _display(box: Box) -> list[Finding]:
    if box.display.probe():
        return [(words.DISPLAY, words.OK, ())]
    return [(words.DISPLAY, words.IS_SILENT, ()), (words.DISPLAY, words.LOOK_DISPLAY, ())]


def _buzzer(box: Box) -> list[Finding]:
    return [(words.BUZZER, words.DID_IT_BEEP if box.buzzer.volume else words.SOUND_OFF, ())]


def _keys(keypad: Keypad, pressed: str) -> list[Finding]:
    if keypad.stuck:
        return [(words.KEYS, words.KEYS_STUCK, (_named(keypad, keypad.stuck)[:_STUCK_MOST],))]
    missing = [chr(key) for key in LAYOUT if chr(key) not in pressed]
    if not missing:
        return [(words.KEYS, words.OK, ())]
    count: Finding = (words.KEYS, words.KEYS_SEEN, (len(LAYOUT) - len(missing),))
    if len(missing) > _NAMED_MOST:
        return [count, (words.KEYS, words.PRESS_EACH, ())]
    space = " " if len(missing) <= _SPACED_MOST else ""
    return [count, (words.KEYS, words.NO_SIGN_OF, (space.join(missing),))]


def _named(keypad: Keypad, bits: int) -> str:
    return "".join([chr(keypad.layout[at]) for at in range(len(LAYOUT)) if bits >> at & 1])


def _change_reader(box: Box) -> bool:
    """The reader is silent: one of the other kind is used from now on if it answers, and the same one if it
    answers a slow bus."""
    spi, cs, rst, irq = box.hardware.reader
    find_reader = load("banker.drivers.find_reader")
    kind = find_reader.kind(spi, cs, time.sleep_us)
    if kind == 0 or (kind == box.reader.kind and box.reader.khz <= SPI_KHZ_MIN):
        box.reader.set_speed(box.reader.khz)  # asking for the kind has changed it
        return False
    if kind != box.reader.kind:
        reader = find_reader.find(spi, cs, rst, irq, time.sleep_us)
        box.inputs.taps.reader = reader
        box.reader = reader.chip
    box.reader_findings = box.reader.check()
    box.reader.set_gain(box.settings["gain"])
    return True


def _reader(box: Box) -> list[Finding]:
    lost = box.inputs.taps.lost
    if lost and _change_reader(box):
        lost = False
    elif not lost and SILENT in box.reader_findings:  # it was connected meanwhile
        box.reader_findings = box.reader.check()
    if lost or SILENT in box.reader_findings:
        return [(words.READER, words.IS_SILENT, ()), (words.READER, words.LOOK_READER, ())]
    sentence = words.OK_SECOND_KIND if box.reader.kind == KIND_PN532 else words.OK
    for code in box.reader_findings:
        if code == CLONE:
            sentence = words.OK_CLONE
        elif code in (IRQ_STUCK, IRQ_SILENT):
            sentence = words.OK_NO_IRQ
        elif code == UNKNOWN_VERSION:
            sentence = words.OTHER_CHIP
        else:
            return [(words.READER, words.READER_FAULT, (code,)), (words.READER, words.LOOK_READER, ())]
    khz = box.reader.khz
    if khz < 1000:
        return [(words.READER, words.OK_HALF_MHZ, ())]
    if khz < SPI_KHZ:
        return [(words.READER, words.OK_MHZ, (khz // 1000,))]
    return [(words.READER, sentence, ())]


def _supply(box: Box) -> list[Finding]:
    good = box.supply.good()
    if not box.supply.measured:
        return [(words.SUPPLY, words.NOT_MEASURED, ())]
    tenths = (box.supply.mv + 50) // 100
    return [(words.SUPPLY, words.VOLTS if good else words.VOLTS_LOW, (tenths // 10, tenths % 10))]


def ribbon_way(box: Box, first: str, second: str) -> int:
    """How the ribbon is plugged in, if the keys 1 and A were read as these; -1: no way fits."""
    layout = bytes(box.inputs.keypad.layout)
    way: int = load("banker.drivers.ribbon").way(layout.index(first.encode()), layout.index(second.encode()))
    return way
