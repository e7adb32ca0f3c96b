"""A box on the emulated chip, with a watch inside it and one outside: flash made ready, hands, what happened.

The very same flash is first used in the unix port, where pinning the ring and playing hundreds of commands
take seconds instead of an hour.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from deedbox.bench import NotMeasurableError
from deedbox.build import firmware
from deedbox.chip import Chip
from deedbox.display import read_text
from deedbox.models.flash import FlashModel
from deedbox.models.iso14443 import Tag
from deedbox.tagging.tag_map import TagSet

WATCH = Path(__file__).with_name("device") / "chipwatch.py"
PARTS = WATCH.with_name("chipparts.py")
NAMES = ["Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal"]  # the most that a game has
GAME: dict[str, Any] = {
    "edition": "classic",
    "names": NAMES,
    "seed": 7,
}  # of those with eight players the largest board
_START = "\nboot.run("
_PATIENCE_MS = 30_000
_FEED_S = 600
_PARTS_MS = 120_000
_PAUSE_MS = 30  # between two notes of a tune it is shorter
_SHOWN_MS = 400  # what was saved is shown in less
_STILL_MS = 80  # so long nothing changed: it is done
_PROGRAM_NS = 400_000  # from a page's last byte until the flash is no longer busy


def files(heap: bool = False, every: int = 1, **more: bytes) -> dict[str, bytes]:
    """The firmware as deployed, learned tags, and the watch."""
    content = dict(firmware.compile_files(firmware.PICO_MARCH))
    content["tags.bin"] = TagSet().file()
    source = WATCH.read_bytes().replace(b"EVERY = 1 ", b"EVERY = %d " % every)
    if heap:
        source = source.replace(b"HEAP = False", b"HEAP = True")
    content["chipwatch.mpy"] = firmware.compile_module(source, WATCH.name)
    main = content["main.py"].decode()
    if _START not in main:
        raise NotMeasurableError("main.py starts the box in another way than this benchmark knows")
    content["main.py"] = main.replace(_START, "\nimport chipwatch" + _START).encode()
    return {**content, **more}


def flash(
    content: Mapping[str, bytes],
    game: Mapping[str, Any] | None = None,
    records: Sequence[bytes] = (),
) -> FlashModel:
    """A flash on which the ring is pinned and, if there is one, the game begun and so much of it played."""
    from deedbox.twin import Twin

    given = dict(content)
    if game is not None:
        given["newgame.json"] = json.dumps(dict(game)).encode()
    if records:
        given["commands.txt"] = "\n".join(record.hex() for record in records).encode()
    with Twin(files=given, heap="1M") as twin:
        twin.wait_for(any, 60)
        if records:
            twin.wait_output("ALL FED", _FEED_S)
        else:
            twin.wait_output("AT ready", 60)
        twin.power_cut()
        return FlashModel(firmware.FILESYSTEM_SIZE, twin.flash.image())


def replaced(model: FlashModel, content: Mapping[str, bytes]) -> FlashModel:
    """The same flash with these files instead; the game on it stays."""
    image = firmware.update_image(model.image(), content, ("ring/", "games/"))
    return FlashModel(firmware.FILESYSTEM_SIZE, image)


class Answer(NamedTuple):
    """The effects of an input, in ms after it."""

    tick: float  # the first sound
    beep: float  # the second one: what came of it; 0: none
    pixels: float  # the first picture that is another one
    durable: float  # the last page on flash; 0: nothing was saved
    redrawn: float  # the last picture
    erases: int


class Moment(NamedTuple):
    """The heap, all garbage collected."""

    where: str
    free: int
    largest: int
    stack: int


class Said:
    """Times that a script on the chip has told: WORK NAME MICROSECONDS; and numbers: NAME VALUE."""

    def __init__(self, times: list[list[str]], numbers: list[list[str]] | None = None) -> None:
        self._times = times
        self._numbers = {line[0]: int(line[1]) for line in numbers or ()}

    def by_name(self, work: str) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for line in self._times:
            if line[0] == work:
                found.setdefault(line[1], []).append(int(line[2]))
        return found

    def us(self, work: str, name: str | None = None) -> list[int]:
        return [int(line[2]) for line in self._times if line[0] == work and name in (None, line[1])]

    def number(self, name: str) -> int:
        return self._numbers[name]


class ChipBox:
    """Hands at an emulated box, and a clock that sees what the box does."""

    def __init__(self, chip: Chip) -> None:
        self.chip = chip
        self.tags = TagSet().tags
        self._drawn: list[int] = []
        self._saved: list[int] = []
        self._last: Tag | None = None
        self._sounded: list[int] = []
        self._watch_display()
        self._watch_flash()
        self._watch_buzzer()

    def _watch_display(self) -> None:
        box, write = self.chip.box, self.chip.box.i2c_write

        def i2c_write(address: int, data: bytes) -> bool:
            before = box.display.changes
            done = write(address, data)
            if box.display.changes != before:
                self._drawn.append(self.chip.now_ns)
            return done

        box.i2c_write = i2c_write  # type: ignore[method-assign]

    def _watch_flash(self) -> None:
        model, program = self.chip.flash, self.chip.flash.program

        def saved(addr: int, data: bytes) -> None:
            program(addr, data)
            self._saved.append(self.chip.now_ns + _PROGRAM_NS)

        model.program = saved  # type: ignore[method-assign]

    def _watch_buzzer(self) -> None:
        box, tone = self.chip.box, self.chip.box.tone

        def sounded(pin: int, hertz: int, duty: int) -> None:
            before = box.buzzer.freq_hz
            tone(pin, hertz, duty)
            if box.buzzer.freq_hz not in (0, before):
                self._sounded.append(box.now_ns)

        box.tone = sounded  # type: ignore[method-assign]

    # -- hands --

    def key(self, *keys: str) -> None:
        for key in keys:
            self._hush()
            heard = len(self._sounded)
            self.chip.press(key)
            self._listen(heard, f"key {key}")
            self.chip.run(25)
            self.chip.release(key)
            self.chip.run(40)

    def tap(self, kind: str, number: int = 0) -> Answer:
        """Hold a tag there until everything that follows from it has happened."""
        tag = self.tags[kind, number]
        if tag is self._last:
            self.chip.run(800)  # sooner it would count as a bounce
        self._last = tag
        self._hush()
        began_ns, erases = self.chip.now_ns, self.chip.flash.erases
        heard = len(self._sounded)
        self.chip.tap(tag)
        self._listen(heard, f"{kind} {number}")
        self._until_still(began_ns)
        self.chip.lift(tag)
        self.chip.run(100)
        return Answer(
            _ms(self._sounded[heard], began_ns),
            _ms(self._sounded[heard + 1], began_ns) if len(self._sounded) > heard + 1 else 0,
            _ms(min((ns for ns in self._drawn if ns > began_ns), default=began_ns), began_ns),
            _ms(max((ns for ns in self._saved if ns > began_ns), default=began_ns), began_ns),
            _ms(max((ns for ns in self._drawn if ns > began_ns), default=began_ns), began_ns),
            self.chip.flash.erases - erases,
        )

    def _until_still(self, began_ns: int) -> None:
        """Until nothing has changed for a while; if something was saved, not before it is shown."""

        def still() -> bool:
            drawn, saved = (self._drawn or [0])[-1], (self._saved or [0])[-1]
            waited_ns = self.chip.now_ns - max(drawn, saved, began_ns)
            return waited_ns > (_STILL_MS if drawn > saved or saved < began_ns else _SHOWN_MS) * 1e6

        self.chip.run_until(still, _PATIENCE_MS, "rest")

    def _listen(self, heard: int, what: str) -> None:
        self.chip.run_until(lambda: len(self._sounded) > heard, _PATIENCE_MS, f"the tick of {what}")

    def _hush(self) -> None:
        """Until the end of a tune."""
        quiet_ns = self.chip.now_ns
        while self.chip.now_ns - quiet_ns < _PAUSE_MS * 1e6:
            self.chip.run(5)
            if self.chip.box.buzzer.freq_hz:
                quiet_ns = self.chip.now_ns

    # -- eyes --

    def screen(self) -> list[str]:
        return read_text(self.chip.picture())

    def sees(self, *words: str) -> None:
        """Wait until the display shows all of these."""
        seen = [b"", False]

        def there(picture: bytes) -> bool:
            if picture != seen[0]:
                text = "\n".join(read_text(picture))
                seen[:] = [picture, all(word in text for word in words)]
            return bool(seen[1])

        try:
            self.chip.wait_for(there, _PATIENCE_MS)
        except TimeoutError:
            raise NotMeasurableError(f"{words} not on the display, but {' / '.join(self.screen())}") from None

    def ready_ms(self, began_ns: int) -> int:
        """Emulated time until the picture no longer changes."""
        self.chip.wait_for(any, 60_000)
        self._until_still(self._drawn[-1])
        return round(_ms(self._drawn[-1], began_ns))

    # -- what the watch inside says --

    def took(self, work: str) -> dict[str, list[int]]:
        """Microseconds by name of all that it did of this work."""
        return Said(self.said("US")).by_name(work)

    def heap(self) -> list[Moment]:
        """Every look at the heap so far."""
        found = []
        where, free, stack = "", 0, 0
        for line in bytes(self.chip.output).decode("utf-8", "replace").split("\n")[:-1]:
            words = line.split()
            if words[:1] == ["HEAP"]:
                where, free = words[1], int(words[2])
            elif words[:1] == ["stack:"]:
                stack = int(words[1])
            elif "max free sz:" in line and where:
                found.append(Moment(where, free, 16 * int(words[-1]), stack))
                where = ""
        return found

    def said(self, word: str) -> list[list[str]]:
        """The lines that begin with this word, without it."""
        lines = [line.split() for line in bytes(self.chip.output).decode("utf-8", "replace").split("\n")[:-1]]
        return [line[1:] for line in lines if line[:1] == [word]]


def _ms(ns: int, began_ns: int) -> float:
    return round((ns - began_ns) / 1e6, 1)


def parts(box: ChipBox, *names: str) -> Said:
    """Time these parts of a box that was stopped (device/chipparts.py)."""
    script = f"PARTS = {names!r}\n" + PARTS.read_text(encoding="utf-8")
    lines = [line.split() for line in box.chip.execute(script, _PARTS_MS).split("\n")]
    return Said(
        [line[1:] for line in lines if line[:1] == ["US"]], [line[1:] for line in lines if line[:1] == ["N"]]
    )


def evening(box: ChipBox) -> dict[str, Answer]:
    """Purchase, rent, auction, trade, undo, by taps and keys, in a game that was just begun by eight."""
    found = {}
    box.key("1", "2")
    found["deed"] = box.tap("deed", 1)
    box.sees("ANN", "60", "Tap ANN to buy.")
    found["buy"] = box.tap("token", 0)
    box.sees("BOB", "1500")
    box.key("2", "1")
    found["ask"] = box.tap("deed", 1)
    box.sees("RENT", "BOB>ANN", "Tap BOB to pay.")
    found["rent"] = box.tap("token", 1)
    box.sees("CYD", "1500")
    box.key("2", "4", "#")
    box.sees("CYD", "100")
    box.key("B")
    found["decline"] = box.tap("token", 2)
    box.sees("AUCTION", "No bid yet")
    found["bid"] = box.tap("token", 3)
    box.sees("High 10 DAN")
    box.chip.run(1200)
    found["raise"] = box.tap("token", 4)
    box.sees("High 20 EVE")
    for _ in range(3):
        box.key("#")
        box.chip.run(1000)
    box.sees("SOLD", "EVE")
    box.key("#")
    box.tap("deed", 1)
    box.sees("Owner ANN")
    box.key("C")
    box.sees("TRADE")
    box.tap("deed", 2)
    box.key("1", "5", "0")
    box.tap("token", 0)
    box.sees("Agreed: ANN")
    found["trade"] = box.tap("token", 4)
    box.sees("DAN", "1500")
    box.key("*")
    box.sees("UNDO?")
    box.tap("token", 0)
    found["undo"] = box.tap("token", 4)
    box.sees("DAN", "1500")
    return found
