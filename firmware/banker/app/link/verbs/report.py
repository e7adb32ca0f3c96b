"""The verb for `deedbox doctor --report`: facts about the hardware that help somebody far away.

No name of a player and no UID of a tag is among them; tests/host/test_report_file.py looks for both.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from banker.app.crash import PATH as FAULT_PATH
from banker.app.loader import load
from banker.app.tags.tag_map import ENTRY_SIZE, UID_LENGTH
from banker.drivers.codes import KIND_PN532

if TYPE_CHECKING:
    from banker.app.box import Box
    from banker.app.link.conversation import Conversation
    from banker.drivers.types import Buffer

_FAULT_LINES_MOST = 8
_SPEEDS_KHZ = (4000, 2000, 1000, 500)


def report(conversation: Conversation, data: Buffer) -> bytes:
    """The facts; or, with a gain in dB and a number of tries as data, how often the tag there is read."""
    box = conversation.box
    if len(data) == 2:
        return json.dumps(load("banker.app.read_test").reads(box, data[0], data[1])).encode()
    hardware = box.hardware
    keypad = box.inputs.keypad
    return json.dumps(
        {
            "machine": getattr(sys.implementation, "_machine", ""),
            "radio": hardware.led is None,
            "reset_cause": hardware.reset_cause,
            "up_s": box.tell_time() // 1000,
            "supply": _supply(box),
            "display": _display(box),
            "reader": _reader(box),
            "keys": {"pressed": keypad.pressed, "stuck": keypad.stuck, "ribbon": box.settings["ribbon"]},
            "tags": _uid_lengths(box.tags.entries),
            "fault": _last_fault(),
        }
    ).encode()


def _supply(box: Box) -> dict[str, Any]:
    supply = box.supply
    good = supply.good()
    usb = box.hardware.vbus and box.hardware.vbus()
    return {
        "mv": supply.mv,
        "lowest": supply.lowest_mv,
        "measured": supply.measured,
        "usb": usb,
        "good": good,
    }


def _display(box: Box) -> dict[str, Any]:
    display = box.display
    status = -1
    try:
        # Controllers differ in it, though no data sheet promises that: worth collecting.
        status = box.hardware.i2c.readfrom(display.address, 1)[0]
    except (OSError, AttributeError):
        pass
    return {
        "kind": box.settings["display"],
        "offset": box.settings["offset"],
        "address": display.address,
        "status": status,
        "ready": display.ready,
        "held": display.held,
    }


def _reader(box: Box) -> dict[str, Any]:
    chip = box.reader
    taps = box.inputs.taps
    taps.stir()  # the field may be off because nobody was there
    check = load("banker.drivers.pn532check" if chip.kind == KIND_PN532 else "banker.drivers.mfrc522check")
    khz = chip.khz
    version = check.version(chip)
    errors = [(speed,) + check.bus_errors(chip, speed) for speed in _SPEEDS_KHZ]
    chip.set_speed(khz)
    chip.init()  # wrong bytes may have changed its setting
    return {
        "kind": chip.kind,
        "version": version,
        "findings": box.reader_findings,
        "khz": khz,
        "errors": errors,
        "irq": chip.irq is not None,
        "gain_db": box.settings["gain"],
        "restarts": taps.restarts,
        "lost": taps.lost,
    }


def _uid_lengths(entries: bytes) -> dict[str, int]:
    """How many learned tags have UIDs of which length: 4 is MIFARE Classic, 7 mostly NTAG."""
    lengths: dict[str, int] = {}
    for at in range(0, len(entries), ENTRY_SIZE):
        length = str(entries[at + UID_LENGTH])
        lengths[length] = lengths.get(length, 0) + 1
    return lengths


def _last_fault() -> list[str]:
    """Where the last unexpected error was, and its kind. Its text is left out: it could have a name in it."""
    try:
        with open(FAULT_PATH) as file:
            lines = file.read().split("\n")
    except OSError:
        return []
    places = [line.strip() for line in lines if line.startswith("  File ")]
    kinds = [line.split(":")[0] for line in lines[1:] if line and not line.startswith((" ", "Traceback"))]
    return [lines[0]] + places[-_FAULT_LINES_MOST:] + kinds[-1:]
