"""The box fitted out as its settings say: display, reader, keys, sound, words. Loaded on use.

Settings may come from a host or a damaged file: whatever they say, a box comes of it.
"""

import os
import time

from banker.app.loader import load
from banker.app.pool import Pool

# The kinds of displays that are tried, in this order, by who does not know which one was bought.
DISPLAYS = (("ssd1306", 0), ("sh1106", 2), ("sh1106", 0), ("sh1106", 4), ("ssd1309", 0))

_KEY_PATH = "table.key"


def power_on(box) -> None:
    """Before anything is shown: settings, the reader, and at first boot the key that signs stickers."""
    heed(box)
    box.found = box.reader.check()
    try:
        os.stat(_KEY_PATH)
    except OSError:
        if box.supply.good():
            # What no other box has in the same moment, besides its generator of random numbers.
            stir = "%d %d" % (time.ticks_us(), box.board.supply.read_u16())
            load("banker.app.sticker").table_key(_KEY_PATH, stir.encode())


def heed(box) -> None:
    """Do as the settings say; what is so already is left alone."""
    settings = box.settings
    ui = box.ui
    ui.pace = 2 if settings["slow"] else 1
    ui.big = settings["big"]
    ui.ask_ms = min(max(settings["ask_ms"], 0), 15000)
    box.remote = settings["remote"]
    box.buzzer.set_volume(settings["volume"])
    box.reader.set_gain((settings["gain"] - 13) // 5)  # 33, 38, 43 or 48 dB are 4 to 7
    _speak(box, settings["language"])
    ribbon = settings["ribbon"]
    if 0 <= ribbon < 8:
        box.inputs.keypad.layout = load("banker.drivers.ribbon").layout(ribbon)
    fit(box, settings["display"], settings["offset"])


def fit(box, name: str, offset: int) -> None:
    """This kind of display from now on, as bright and as turned as is set."""
    _make(box, name, offset)
    display = box.display
    display.set_brightness(min(max(box.settings["brightness"], 0), 3))
    if display.turned != box.settings["turned"]:
        display.turn(box.settings["turned"])
    box.redraw()


def _make(box, name: str, offset: int) -> None:
    """A driver for it, if it is another one; a kind that nobody knows is an SSD1306."""
    if (name, offset) not in DISPLAYS:
        name, offset = DISPLAYS[1 if name == "sh1106" else 0]
    if (type(box.display).__name__.lower(), box.display.first_column) == (name, offset):
        return
    i2c = box.board.i2c
    if name == "sh1106":
        box.display = load("banker.drivers.sh1106").SH1106(i2c, box.picture, first_column=offset)
    elif name == "ssd1309":
        box.display = load("banker.drivers.ssd1309").SSD1309(
            i2c, box.picture, rst=box.board.display_rst, sleep_us=time.sleep_us
        )
    else:
        box.display = load("banker.drivers.ssd1306").SSD1306(i2c, box.picture)


def _speak(box, language: str) -> None:
    if language == box.language:
        return
    try:
        words = Pool("words/%s.bin" % language)
    except OSError:
        return  # not on this box: it goes on as it spoke
    box.words.close()
    box.words = words
    box.language = language
