# mypy: ignore-errors
"""Reads tags with the real driver; every call on a bus or pin is a line to the host with its models.

Out: "x HEX" exchange bytes, answered by HEX; "w HEX" write; "c N" chip select, "r N" reset, "s N" sleep N us,
none of them answered; "i" the IRQ pin, answered by 0 or 1; "?" what now, answered by "read" or "end";
"= RESULT HEX" what a read gave.
In, first: "irq" or "polled".
"""

import sys
from binascii import hexlify, unhexlify

from banker.drivers.iso14443a import TagReader
from banker.drivers.mfrc522 import MFRC522


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
    while ask("?") == "read":
        result = tags.read()
        print("=", result, hexlify(tags.uid[: tags.uid_len]).decode())


main()
