# mypy: ignore-errors
"""Plays a game again and again with the rules alone, as fast as possible.

In: the game's beginning as JSON, then one command per line, as hexadecimal digits of its record.
Out: "COMMANDS MILLISECONDS": the number of accepted commands, and the time that they took.
"""

import json
import sys
import time
from binascii import unhexlify

from banker.app.edition import Edition
from banker.app.store.new_game import make
from banker.core.codec import command_bytes
from banker.core.commands import decide

LONG_MS = 2000


def main():
    about = json.loads(sys.stdin.readline())
    commands = [command_bytes.read(unhexlify(line.strip()))[0] for line in sys.stdin]
    edition = Edition(about["edition"])
    count = 0
    time_ms = 0
    while time_ms < LONG_MS:
        game = make(about, edition)
        began = time.ticks_ms()
        for command in commands:
            game = decide(game, command)
        time_ms += time.ticks_diff(time.ticks_ms(), began)
        count += len(commands)
    print(count, time_ms)


main()
