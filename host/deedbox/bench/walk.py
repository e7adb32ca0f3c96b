"""A few moves on a twin: type the dice, tap a deed, buy it with the token. chipbox.py does so on the chip."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

from deedbox.bench import NotMeasurableError
from deedbox.build import firmware
from deedbox.models.iso14443 import Tag
from deedbox.tagging.tag_map import TagSet
from deedbox.twin import Twin

REPORT = Path(__file__).with_name("device") / "heapreport.py"
_START = "\nboot.run("
NAMES = ["Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal"]  # as many as a game can have
GAME = {"edition": "classic", "names": NAMES, "seed": 7}
_REFUSAL_HZ = 250  # a refusal is one note that is lower than this
_PAUSE_MS = 150
_PATIENCE_S = 30.0


def box_files() -> dict[str, bytes]:
    """The files of a box with this firmware, learned tags, a new game and the report on its heap."""
    content = dict(firmware.compile_files())
    content["tags.bin"] = TagSet().file()
    content["newgame.json"] = json.dumps(GAME).encode()
    content["heapreport.mpy"] = firmware.compile_module(REPORT.read_bytes(), REPORT.name)
    main = content["main.py"].decode()
    if _START not in main:
        raise NotMeasurableError("main.py starts the box in another way than this benchmark knows")
    return firmware.replace_main(content, main.replace(_START, "\nimport heapreport" + _START).encode())


class Walk:
    def __init__(self, runner: Twin) -> None:
        self.runner = runner
        self.box = runner.box
        self.tags = TagSet().tags

    def until(self, condition: Callable[[], bool], what: str) -> None:
        self.runner.wait_until(condition, _PATIENCE_S, what)

    def pause(self, ms: int = _PAUSE_MS) -> None:
        time.sleep(ms / 1000)

    def numbers_after(self, word: str) -> list[list[int]]:
        """The numbers of each printed line that begins with this word."""
        text = bytes(self.runner.serial.output).decode("utf-8", "replace")
        lines = [line.split() for line in text.split("\n")[:-1]]  # the last one may be incomplete
        return [list(map(int, line[1:])) for line in lines if line[:1] == [word]]

    def press(self, key: str) -> None:
        count = len(self.box.buzzer.notes)
        self.runner.press(key)
        self.until(lambda: len(self.box.buzzer.notes) > count, f"the tick of key {key}")
        self.runner.release(key)
        self.pause()

    def tap(self, tag: Tag, notes: int) -> list[tuple[int, int]]:
        """Hold a tag to the reader for so many notes; returns (ns after the tap, Hz) of each."""
        before = len(self.box.buzzer.notes)
        self.runner.tap(tag)
        began_ns = self.runner.box.now_ns
        self.until(lambda: len(self.box.buzzer.notes) >= before + notes, "the sound of a tap")
        self.pause()
        self.runner.lift(tag)
        self.pause()
        return [(start - began_ns, hertz) for start, _, hertz in self.box.buzzer.notes[before:]]

    def buy(self) -> list[tuple[int, int]]:
        """The first player moves to the second deed and buys it; returns the notes after the token's tap."""
        self.press("1")
        self.press("2")
        self.pause(500)
        self.tap(self.tags["deed", 1], 1)
        notes = self.tap(self.tags["token", 0], 2)
        if notes[1][1] < _REFUSAL_HZ:
            raise NotMeasurableError("the box refused the purchase")
        return notes
