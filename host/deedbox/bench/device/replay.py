# mypy: ignore-errors
"""Plays recorded reads back to the real driver and counts the heap that each read takes.

In: "irq" or "polled", and "mfrc522" or "pn532"; then the recording as hexadecimal digits, with a length, the
bytes sent and the bytes received of each transaction; then the number of reads in it. Out: the bytes of heap
of the worst read.
"""

import gc
import sys
from binascii import unhexlify


class ReplaySPI:
    """Compares the bytes that are sent with the recording, and allocates nothing."""

    def __init__(self, recording):
        self.recording = recording
        self.at = 0

    def write(self, data):
        self.write_readinto(data, None)

    def write_readinto(self, data, into):
        recording = self.recording
        at = self.at
        length = recording[at]
        at += 1
        if length != len(data):
            raise ValueError("another length than recorded")
        for i in range(length):
            if data[i] != recording[at + i]:
                raise ValueError("another byte than recorded")
            if into is not None:
                into[i] = recording[at + length + i]
        self.at = at + 2 * length


def set_pin(level):
    pass


def irq():
    return 0


def sleep_us(us):
    pass


def make_reader(kind, wires):
    if kind == "pn532":
        from banker.drivers.pn532 import PN532
        from banker.drivers.pn532tags import PN532Reader

        return PN532Reader(PN532(*wires))
    from banker.drivers.iso14443a import TagReader
    from banker.drivers.mfrc522 import MFRC522

    return TagReader(MFRC522(*wires))


def main():
    mode, kind = sys.stdin.readline().split()
    spi = ReplaySPI(unhexlify(sys.stdin.readline().strip()))
    reads = int(sys.stdin.readline())
    tags = make_reader(kind, (spi, set_pin, sleep_us, set_pin, irq if mode == "irq" else None))
    if not tags.chip.init():
        raise ValueError("the reader does not answer")
    most = 0
    for _ in range(reads):
        gc.collect()
        gc.disable()
        before = gc.mem_alloc()
        tags.read()
        most = max(most, gc.mem_alloc() - before)
        gc.enable()
    if spi.at != len(spi.recording):
        raise ValueError("the recording is longer")
    print(most)


main()
