# mypy: ignore-errors
"""Reads tags and waits for taps with the real drivers. Every use of a bus or pin is a line to the host.

Out: "x HEX" exchange bytes, answered by HEX; "w HEX" write; "b N" clock of the bus; "c N" chip select, "r N"
reset, "s N" sleep N us, none of them answered; "i" the IRQ pin, answered by 0 or 1; "?" the next order.
Orders: "read", answered by "= RESULT HEX"; "init", by "= 1" or "= 0"; "check", by "= COUNT KHZ", how many
findings it had and the clock of the bus that it chose; the time in ms for a step of Taps, by "= EVENT".
In, first: "irq" or "polled", and "mfrc522" or "pn532".
"""

import sys
from binascii import hexlify, unhexlify

from banker.drivers.taps import Taps


def ask(line):
    print(line)
    return sys.stdin.readline().strip()


class PipeSPI:
    def init(self, baudrate):
        print("b", baudrate)

    def write(self, data):
        print("w " + hexlify(data).decode())

    def write_readinto(self, data, into):
        into[:] = unhexlify(ask("x " + hexlify(data).decode()))


def output(letter):
    return lambda level: print(letter, level)


def irq():
    return int(ask("i"))


def sleep_us(us):
    print("s", us)


def make_reader(kind, with_irq):
    wires = (PipeSPI(), output("c"), sleep_us, output("r"), irq if with_irq else None)
    if kind == "pn532":
        from banker.drivers.pn532 import PN532
        from banker.drivers.pn532tags import PN532Reader

        return PN532Reader(PN532(*wires))
    from banker.drivers.iso14443a import TagReader
    from banker.drivers.mfrc522 import MFRC522

    return TagReader(MFRC522(*wires))


def main():
    mode, kind = sys.stdin.readline().split()
    tags = make_reader(kind, mode == "irq")
    chip = tags.chip
    taps = Taps(tags)
    while True:
        word = ask("?")
        if word == "read":
            result = tags.read()
            print("=", result, hexlify(tags.uid[: tags.uid_len]).decode())
        elif word == "init":
            print("=", int(chip.init()))
        elif word == "check":
            print("=", len(chip.check()), chip.khz)
        else:
            print("=", taps.step(int(word)))


main()
