# mypy: ignore-errors
"""Reads tags and waits for taps with the real drivers. Every use of a bus or pin is a line to the host.

Out: "x HEX" exchange bytes, answered by HEX; "w HEX" write; "c N" chip select, "r N" reset, "s N" sleep N us,
none of them answered; "i" the IRQ pin, answered by 0 or 1; "?" the next order, answered by "read", "end", or
the time in ms for a step of Taps; "= RESULT HEX" the result of a read, "= EVENT" the event of a step.
In, first: "irq" or "polled".
"""

import sys
from binascii import hexlify, unhexlify

from banker.drivers.iso14443a import TagReader
from banker.drivers.mfrc522 import MFRC522
from banker.drivers.taps import Taps


def ask(line):
    print(line)
    return sys.stdin.readline().strip()


class PipeSPI:
    def write(self, data):
        print("w " + hexlify(data).decode())

    def write_readinto(self, data, into):
        into[:] = unhexlify(ask("x " + hexlify(data).decode()))


def output(letter):
    return lambda level: print(letter, level)


def irq():
    return int(ask("i"))


def main():
    with_irq = sys.stdin.readline().strip() == "irq"
    chip = MFRC522(PipeSPI(), output("c"), lambda us: print("s", us), output("r"), irq if with_irq else None)
    tags = TagReader(chip)
    if not chip.init():
        raise ValueError("the reader does not answer")
    taps = Taps(tags)
    while True:
        word = ask("?")
        if word == "read":
            result = tags.read()
            print("=", result, hexlify(tags.uid[: tags.uid_len]).decode())
        elif word == "end":
            break
        else:
            print("=", taps.step(int(word)))


main()
