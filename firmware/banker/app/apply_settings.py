"""Makes the settings take effect: display, reader, keys, sound, words. Loaded on use.

Settings may come from a host or a damaged file, so every value is brought into its range.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from banker.app.loader import load
from banker.app.tags.tag_map import KEY_PATH
from banker.app.text_pool import TextPool

if TYPE_CHECKING:
    from banker.app.box import Box

# The displays that a builder tries in this order to find out where the glass begins: (controller, offset).
# An SSD1309 is like an SSD1306. The last one differs from the first only if the picture is turned.
DISPLAYS = (("ssd1306", 0), ("sh1106", 2), ("sh1106", 4), ("sh1106", 0))
_SPARE_COLUMNS = 4  # of an SH1106

_ASK_MS_MOST = 15000
_RIBBON_WAYS = 8


def power_on(box: Box) -> None:
    """Before anything is shown: settings, the reader, and at first boot the key that signs stickers."""
    apply(box)
    box.display.show(0)  # ends its reset pulse, so that it starts while the rest is done
    box.reader_findings = box.reader.check()
    try:
        os.stat(KEY_PATH)
    except OSError:
        if box.supply.good():
            # No other box has the same time and the same supply at its first boot.
            entropy = "%d %d" % (time.ticks_us(), box.supply.mv)
            load("banker.app.tags.signature").table_key(KEY_PATH, entropy.encode())


def apply(box: Box) -> None:
    """Make all settings take effect; parts that are set already are left alone."""
    settings = box.settings
    ui = box.ui
    ui.pace = 2 if settings["slow"] else 1
    ui.big = settings["big"]
    ui.ask_ms = min(max(settings["ask_ms"], 0), _ASK_MS_MOST)
    box.remote = settings["remote"]
    box.buzzer.set_volume(settings["volume"])
    box.reader.set_gain(settings["gain"])
    _set_language(box, settings["language"])
    ribbon = settings["ribbon"]
    if 0 <= ribbon < _RIBBON_WAYS:
        box.inputs.keypad.layout = load("banker.drivers.ribbon").layout(ribbon)
    use_display(box, settings["display"], settings["offset"])


def use_display(box: Box, name: str, offset: int) -> None:
    """Use this kind of display from now on, with the brightness and the orientation of the settings."""
    if (name, offset) not in DISPLAYS:
        name, offset = DISPLAYS[1 if name == "sh1106" else 0]
    display = box.display
    display.set_columns(offset, _SPARE_COLUMNS if name == "sh1106" else 0)
    display.set_brightness(min(max(box.settings["brightness"], 0), 3))
    if display.turned != box.settings["turned"]:
        display.turn(box.settings["turned"])
    box.redraw()


def _set_language(box: Box, language: str) -> None:
    if language == box.language or language + ".bin" not in os.listdir("words"):
        return  # if this box does not have it, the language stays
    words = TextPool("words/%s.bin" % language)
    box.words.close()
    box.words = words
    box.language = language
