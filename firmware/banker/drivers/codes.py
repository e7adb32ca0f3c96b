"""Numbers that all readers share: results of an exchange, findings of a check, gain. The build folds them."""

from __future__ import annotations

from micropython import const

# Kinds of readers.
KIND_MFRC522 = const(1)
KIND_PN532 = const(2)

# Results of an exchange with a tag.
NONE = const(0)  # no answer in time
TAG = const(1)  # an answer as expected
COLLISION = const(2)  # several answers that differ
GARBLED = const(3)
DEAD = const(4)  # the reader does not work: it has no supply, or lost its setting
REFUSED = const(5)  # a tag's NAK, or a page that is not for writing (ntag.py)
PENDING = const(6)  # a look is not over yet: ask again later

# Findings of check(). After SILENT the check ends; with one of the last two the reader works by polling.
SILENT = const(1)  # no reader, no supply, or MISO or CS not connected
CLONE = const(2)  # a known compatible chip
UNKNOWN_VERSION = const(3)
FIFO_FAULT = const(4)  # bytes come back wrong at every speed of the bus
CRC_FAULT = const(5)
TIMER_FAULT = const(6)
SETTING_LOST = const(7)
IRQ_STUCK = const(8)
IRQ_SILENT = const(9)

# Gain of the receiver, the same numbers in both chips: 4 is 33, 5 is 38, 6 is 43, 7 is 48 dB.
GAIN_MIN = const(4)
GAIN_38_DB = const(5)  # the maximum saturates
GAIN_MAX = const(7)

UID_MAX = const(10)  # bytes

SPI_KHZ = const(4000)  # what a check begins with; it halves the speed until no byte comes back wrong
SPI_KHZ_MIN = const(500)
