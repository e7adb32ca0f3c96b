# main.py for test_drivers_on_the_chip.py: runs each driver once on the real image and prints its time.

import time

from banker.app.tags import enrol, signature
from banker.app.tags.tag_map import TagMap
from banker.drivers.iso14443a import TagReader
from banker.drivers.mfrc522 import MFRC522
from banker.drivers.ntag import NTAG
from banker.drivers.ssd1306 import SSD1306
from banker.drivers.supply import Supply
from boards import pico

DEED = 2  # a number that the modules have no name for once they are compiled for the board
UID = b"\x04\xa1\xb2\xc3\xd4\xe5\xf6"


def timed(name, action, *arguments):
    start_us = time.ticks_us()
    result = action(*arguments)
    print(name, result, "in", time.ticks_diff(time.ticks_us(), start_us), "us")
    return result


board = pico.build()
supply = Supply(board.supply)
timed("supply", supply.good)
print("mv", supply.mv)

display = SSD1306(board.i2c)
display.connect(time, board.display_rst, board.make_i2c)
timed("display", display.init)
for i in range(1024):
    display.buffer[i] = 0x0F
timed("redraw", display.show)
display.buffer[0] = 0xFF
timed("page", display.show)

spi, cs, rst, irq = board.reader
chip = MFRC522(spi, cs, time.sleep_us, rst, irq)
print("check", chip.check())
time.sleep_ms(5)
reader = TagReader(chip)
timed("uid", reader.read)
key = signature.table_key("table.key", b"%d" % supply.mv)
print("key", len(key), key == signature.table_key())
timed("version", NTAG(reader, UID, 7).version)
timed("write", signature.write, reader, key, UID, 7, DEED, 16)
entry = timed("record", signature.read, reader, key, UID, 7)
tags = TagMap()
timed("adopt", enrol.adopt, tags, UID, 7, entry[0], entry[1])
for n in range(59):
    tags.entries = bytes((7, 4, n, 0, 0, 0, 0, 0, 0, 0, 0, DEED, n)) + tags.entries
timed("find", tags.find, UID, 7)
chip.irq = None
timed("uid polled", reader.read)
print("drivers done")
