"""Prepares a box on the emulated chip, presses its keys, taps its tags, and times what it does.

device/chipwatch.py times functions within the box. The flash is first used in the unix port, where pinning
the ring and playing hundreds of commands take seconds instead of an hour.
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
NAMES = ["Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal"]  # as many as a game can have
# The largest board among those for eight players.
GAME: dict[str, Any] = {"edition": "classic", "names": NAMES, "seed": 7}
_START = "\nboot.run("
_PATIENCE_MS = 30_000
_FEED_S = 600
_PARTS_MS = 120_000
_PAUSE_MS = 30  # longer than the pause between two notes of a tune
_DRAW_MS = 400  # longer than it takes from saving a command to drawing its effect
_STILL_MS = 80  # the box has finished when nothing has changed for so long
_PROGRAM_NS = 400_000  # the flash is busy for so long after the last byte of a page


def box_files(heap: bool = False, every: int = 1, taken: int = 0, **more: bytes) -> dict[str, bytes]:
    """The files of a box: this firmware, learned tags, and device/chipwatch.py.

    So many bytes of the heap are `taken` away before anything else is loaded.
    """
    content = dict(firmware.compile_files(firmware.PICO_MARCH))
    content["tags.bin"] = TagSet().file()
    source = WATCH.read_bytes().replace(b"EVERY = 1 ", b"EVERY = %d " % every)
    if heap:
        source = source.replace(b"HEAP = False", b"HEAP = True")
    content["chipwatch.mpy"] = firmware.compile_module(source, WATCH.name)
    main = content["main.py"].decode()
    if _START not in main:
        raise NotMeasurableError("main.py starts the box in another way than this benchmark knows")
    main = main.replace(_START, f"\nimport chipwatch\nchipwatch.taken = bytearray({taken})" + _START)
    return {**firmware.replace_main(content, main.encode()), **more}


def make_flash(
    content: Mapping[str, bytes],
    game: Mapping[str, Any] | None = None,
    records: Sequence[bytes] = (),
) -> FlashModel:
    """A flash with these files and a pinned ring and, if there is a game, the game after these commands."""
    from deedbox.twin import Twin

    box_files = dict(content)
    if game is not None:
        box_files["newgame.json"] = json.dumps(dict(game)).encode()
    if records:
        box_files["commands.txt"] = "\n".join(record.hex() for record in records).encode()
    with Twin(files=box_files, heap="1M") as twin:
        twin.wait_for(any, 60)
        if records:
            twin.wait_output("ALL FED", _FEED_S)
        else:
            twin.wait_output("AT ready", 60)
        twin.power_cut()
        return FlashModel(firmware.FILESYSTEM_SIZE, twin.flash.image())


def replace_files(model: FlashModel, content: Mapping[str, bytes]) -> FlashModel:
    """The same flash with other files; the game on it stays."""
    image = firmware.update_image(model.image(), content, ("ring/", "games/"))
    return FlashModel(firmware.FILESYSTEM_SIZE, image)


class Answer(NamedTuple):
    """When the box reacted to an input, in ms after it. 0 means that it did not."""

    tick: float  # the first sound
    beep: float  # the second sound, which depends on the result
    pixels: float  # the first change of the picture
    durable: float  # the last page that was programmed into flash
    redrawn: float  # the last change of the picture
    erases: int


class Moment(NamedTuple):
    """The state of the heap after a garbage collection."""

    where: str
    free: int
    largest: int
    stack: int


class Report:
    """The output of a script on the chip: times (WORK NAME MICROSECONDS) and numbers (NAME VALUE)."""

    def __init__(self, times: list[list[str]], numbers: list[list[str]] | None = None) -> None:
        self._times = times
        self._numbers = {line[0]: int(line[1]) for line in numbers or ()}

    def by_name(self, work: str) -> dict[str, list[int]]:
        times: dict[str, list[int]] = {}
        for line in self._times:
            if line[0] == work:
                times.setdefault(line[1], []).append(int(line[2]))
        return times

    def us(self, work: str, name: str | None = None) -> list[int]:
        return [int(line[2]) for line in self._times if line[0] == work and name in (None, line[1])]

    def number(self, name: str) -> int:
        return self._numbers[name]


class ChipBox:
    """Operates an emulated box and records when it draws, saves and plays notes."""

    def __init__(self, chip: Chip) -> None:
        self.chip = chip
        self.tags = TagSet().tags
        self._pictures_ns: list[int] = []
        self._pages_ns: list[int] = []
        self._last: Tag | None = None
        self._notes_ns: list[int] = []
        self._watch_display()
        self._watch_flash()
        self._watch_buzzer()

    def _watch_display(self) -> None:
        box, write = self.chip.box, self.chip.box.i2c_write

        def i2c_write(address: int, data: bytes) -> bool:
            changes = box.display.changes
            is_acknowledged = write(address, data)
            if box.display.changes != changes:
                self._pictures_ns.append(self.chip.now_ns)
            return is_acknowledged

        box.i2c_write = i2c_write  # type: ignore[method-assign]

    def _watch_flash(self) -> None:
        model, program_page = self.chip.flash, self.chip.flash.program

        def program(addr: int, data: bytes) -> None:
            program_page(addr, data)
            self._pages_ns.append(self.chip.now_ns + _PROGRAM_NS)

        model.program = program  # type: ignore[method-assign]

    def _watch_buzzer(self) -> None:
        box, set_tone = self.chip.box, self.chip.box.tone

        def tone(pin: int, hertz: int, duty: int) -> None:
            last_hz = box.buzzer.freq_hz
            set_tone(pin, hertz, duty)
            if box.buzzer.freq_hz not in (0, last_hz):
                self._notes_ns.append(box.now_ns)

        box.tone = tone  # type: ignore[method-assign]

    # -- input --

    def key(self, *keys: str) -> None:
        for key in keys:
            self._hush()
            notes = len(self._notes_ns)
            self.chip.press(key)
            self._listen(notes, f"key {key}")
            self.chip.run(25)
            self.chip.release(key)
            self.chip.run(40)

    def tap(self, kind: str, number: int = 0) -> Answer:
        """Hold a tag to the reader until the box has finished its reaction."""
        tag = self.tags[kind, number]
        if tag is self._last:
            self.chip.run(800)  # the same tag again sooner would count as a bounce
        self._last = tag
        self._hush()
        began_ns, erases = self.chip.now_ns, self.chip.flash.erases
        notes = len(self._notes_ns)
        self.chip.tap(tag)
        self._listen(notes, f"{kind} {number}")
        self._until_still(began_ns)
        self.chip.lift(tag)
        self.chip.run(100)
        return Answer(
            _in_ms(self._notes_ns[notes], began_ns),
            _in_ms(self._notes_ns[notes + 1], began_ns) if len(self._notes_ns) > notes + 1 else 0,
            _in_ms(min((ns for ns in self._pictures_ns if ns > began_ns), default=began_ns), began_ns),
            _in_ms(max((ns for ns in self._pages_ns if ns > began_ns), default=began_ns), began_ns),
            _in_ms(max((ns for ns in self._pictures_ns if ns > began_ns), default=began_ns), began_ns),
            self.chip.flash.erases - erases,
        )

    def open_prompt(self) -> None:
        """Open the way to the prompt in the banker's menu, as somebody at the box does. A game is at rest."""
        self.tap("banker")
        self.key("8", "#")
        self.sees("may come")

    def _until_still(self, began_ns: int) -> None:
        """Run until nothing has changed for a while. After saving, the box draws, so that takes longer."""

        def still() -> bool:
            picture_ns, page_ns = (self._pictures_ns or [0])[-1], (self._pages_ns or [0])[-1]
            quiet_ns = self.chip.now_ns - max(picture_ns, page_ns, began_ns)
            will_draw = began_ns <= page_ns and picture_ns <= page_ns
            return quiet_ns > (_DRAW_MS if will_draw else _STILL_MS) * 1e6

        self.chip.run_until(still, _PATIENCE_MS, "rest")

    def _listen(self, notes: int, what: str) -> None:
        self.chip.run_until(lambda: len(self._notes_ns) > notes, _PATIENCE_MS, f"the tick of {what}")

    def _hush(self) -> None:
        """Run until the end of a tune."""
        quiet_ns = self.chip.now_ns
        while self.chip.now_ns - quiet_ns < _PAUSE_MS * 1e6:
            self.chip.run(5)
            if self.chip.box.buzzer.freq_hz:
                quiet_ns = self.chip.now_ns

    # -- output --

    def screen(self) -> list[str]:
        return read_text(self.chip.picture())

    def sees(self, *words: str) -> None:
        """Wait until the display shows all of these."""
        last_picture, has_words = b"", False

        def check(picture: bytes) -> bool:
            nonlocal last_picture, has_words
            if picture != last_picture:
                text = "\n".join(read_text(picture))
                last_picture, has_words = picture, all(word in text for word in words)
            return has_words

        try:
            self.chip.wait_for(check, _PATIENCE_MS)
        except TimeoutError:
            raise NotMeasurableError(f"{words} not on the display, but {' / '.join(self.screen())}") from None

    def ready_ms(self, began_ns: int) -> int:
        """Emulated time until the picture no longer changes."""
        self.chip.wait_for(any, 60_000)
        self._until_still(self._pictures_ns[-1])
        return round(_in_ms(self._pictures_ns[-1], began_ns))

    # -- output of device/chipwatch.py --

    def took(self, work: str) -> dict[str, list[int]]:
        """The microseconds that each run of this work took, by name."""
        return Report(self.lines_with("US")).by_name(work)

    def heap(self) -> list[Moment]:
        """Every state of the heap so far."""
        moments = []
        where, free, stack = "", 0, 0
        for line in bytes(self.chip.output).decode("utf-8", "replace").split("\n")[:-1]:
            words = line.split()
            if words[:1] == ["HEAP"]:
                where, free = words[1], int(words[2])
            elif words[:1] == ["stack:"]:
                stack = int(words[1])
            elif "max free sz:" in line and where:
                moments.append(Moment(where, free, 16 * int(words[-1]), stack))
                where = ""
        return moments

    def lines_with(self, word: str) -> list[list[str]]:
        """The printed lines that begin with this word, without the word."""
        lines = [line.split() for line in bytes(self.chip.output).decode("utf-8", "replace").split("\n")[:-1]]
        return [line[1:] for line in lines if line[:1] == [word]]


def _in_ms(ns: int, began_ns: int) -> float:
    return round((ns - began_ns) / 1e6, 1)


def time_parts(box: ChipBox, *names: str) -> Report:
    """Time these parts of a stopped box (device/chipparts.py)."""
    script = f"PARTS = {names!r}\n" + PARTS.read_text(encoding="utf-8")
    lines = [line.split() for line in box.chip.execute(script, _PARTS_MS).split("\n")]
    return Report(
        [line[1:] for line in lines if line[:1] == ["US"]], [line[1:] for line in lines if line[:1] == ["N"]]
    )


def show_each_tag(box: ChipBox) -> None:
    """A token, a deed, the banker card and a card, each at the start of a game, with the screen it opens."""
    box.tap("token", 3)
    box.sees("DAN", "1500")
    box.tap("deed", 10)
    box.sees("For sale. Price:", "200")
    box.tap("banker")
    box.sees("BANKER", "1 Settings")
    box.key("*")
    box.sees("ANN", "Roll, type")
    box.tap("card", 5)
    box.sees("No card to draw now.", "Nothing happened.")


def play_evening(box: ChipBox) -> dict[str, Answer]:
    """Buy, pay rent, auction, trade and undo with taps and keys, at the start of a game of eight players."""
    answers = {}
    box.key("1", "2")
    answers["deed"] = box.tap("deed", 1)
    box.sees("ANN", "60", "Tap ANN to buy.")
    answers["buy"] = box.tap("token", 0)
    box.sees("BOB", "1500")
    box.key("2", "1")
    answers["ask"] = box.tap("deed", 1)
    box.sees("RENT", "BOB➤ANN", "Tap BOB to pay.")
    answers["rent"] = box.tap("token", 1)
    box.sees("CYD", "1500")
    box.key("2", "4", "#")
    box.sees("CYD", "100")
    box.key("B")
    answers["decline"] = box.tap("token", 2)
    box.sees("AUCTION", "No bid yet")
    answers["bid"] = box.tap("token", 3)
    box.sees("DAN bid 10")
    box.chip.run(1200)
    answers["raise"] = box.tap("token", 4)
    box.sees("EVE bid 20")
    for _ in range(3):
        box.key("#")
        box.chip.run(1000)
    box.sees("SOLD", "EVE")
    box.key("#")
    box.tap("deed", 1)
    box.sees("ANN owns it.")
    box.key("C")
    box.sees("ANN gives")
    box.tap("deed", 2)
    box.key("1", "5", "0")
    box.tap("token", 0)
    box.sees("ANN gives      agreed", "Tap EVE")
    answers["trade"] = box.tap("token", 4)
    box.sees("DAN", "1500")
    box.key("*")
    box.sees("UNDO?")
    box.tap("token", 0)
    answers["undo"] = box.tap("token", 4)
    box.sees("DAN", "1500")
    return answers
