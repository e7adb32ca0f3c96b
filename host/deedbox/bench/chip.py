"""Measures the whole firmware on the emulated RP2040, in the chip's own time. It takes half an hour or more.

Nothing here is measured on a real chip. A limit in a row is the time that radio, SPI, I2C or flash take by
their standards and data sheets.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from deedbox.bench import HIGHER, LOWER, Aim, Measurement, NotMeasurableError
from deedbox.extras import MissingExtraError, need_extra

if TYPE_CHECKING:
    from deedbox.bench.chipbox import Answer, ChipBox
    from deedbox.chip import Chip

COMMANDS = 600
MORE = 90  # further commands, whose times are measured
SEED = 29  # gives a game with many kinds of commands among these MORE
# The kinds of commands among them, or in chipbox.evening().
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
EMULATORS = {"chip": "rp2040py", "chipjs": "rp2040js"}


class Run(NamedTuple):
    """One run of this benchmark: the class of its chips, what its rows say, and what the commands took."""

    chip: type[Chip]
    how: str
    took: dict[str, list[int]]


def measure(target: str) -> dict[str, Measurement]:
    if target not in EMULATORS:
        raise NotMeasurableError("run with --on chip")
    try:
        need_extra("chip")
    except MissingExtraError as error:
        raise NotMeasurableError(str(error)) from None
    from deedbox.chip import CHIPS, find_image

    find_image()
    reason = CHIPS[target].missing_parts()
    if reason:
        raise NotMeasurableError(reason)
    rows: dict[str, Measurement] = {}
    how = f"emulated: MicroPython 1.26.1 on {EMULATORS[target]}, model chips"
    run = Run(CHIPS[target], how, {})
    trouble = []
    for part in (_measure_first_power_on, _measure_resume, _measure_evening, _measure_heap):
        try:
            rows |= part(run)
        except Exception as error:  # the other parts took half an hour, so they are reported
            trouble.append(f"{part.__name__[1:]}: {type(error).__name__}: {error}")
    missing = {aim.name: Measurement(None, "; ".join(trouble) or "it did not happen") for aim in AIMS}
    return {**missing, **rows, **_command_rows(run)}


def _measure_first_power_on(run: Run) -> dict[str, Measurement]:
    from deedbox.bench.chipbox import ChipBox, box_files, make_flash

    with run.chip(flash=make_flash(box_files())) as chip:
        ready_ms = ChipBox(chip).ready_ms(0)
    return {
        "chip.power_on_to_ready_ms": Measurement(
            ready_ms, f"{run.how}; power-on to the whole set-up, no game yet"
        )
    }


def _measure_resume(run: Run) -> dict[str, Measurement]:
    """Switch on with many commands in the journal, then play more commands."""
    from banker.core.codec import command_bytes
    from deedbox.bench.chipbox import GAME, ChipBox, box_files, make_flash, replace_files
    from deedbox.bench.games import play_game

    records = [
        command_bytes.write(command) for command, _ in play_game(GAME["edition"], len(GAME["names"]), SEED)
    ]
    content = box_files()
    model = make_flash(content, {**GAME, "seed": SEED}, records[:COMMANDS])
    content["commands.txt"] = b"\n".join(
        line.hex().encode()
        for line in (*records[COMMANDS : COMMANDS + MORE], command_bytes.write({"do": "undo"}))
    )
    with run.chip(flash=replace_files(model, content)) as chip:
        box = ChipBox(chip)
        ready_ms = box.ready_ms(0)
        chip.wait_output("ALL FED", 300_000)
        chip.run(200)
        _add_row(run.took, box)
        append_us = [us for times in box.took("append").values() for us in times]
    return {
        "chip.power_on_to_resumed_ms": Measurement(
            ready_ms, f"{run.how}; power-on to the whole greeting, {COMMANDS} commands in the journal"
        ),
        "chip.journal_append_ms": Measurement(
            _median_ms(append_us),
            f"{run.how}; {len(append_us)} records, worst {_in_ms(max(append_us))} ms; "
            "the flash itself 0.4, worst 3",
        ),
    }


def _add_row(took: dict[str, list[int]], box: ChipBox) -> None:
    for kind, times in box.took("submit").items():
        took.setdefault(kind, []).extend(times)


def _command_rows(run: Run) -> dict[str, Measurement]:
    """The times to decide, save and apply each kind of command, with the loading of its modules."""
    rows = {}
    took = run.took
    for kind in KINDS:
        if kind in took:
            times = took[kind]
            how = f"{run.how}; decided, saved, applied; median of {len(times)}, worst {_in_ms(max(times))}"
            rows[f"chip.command.{kind}_ms"] = Measurement(_median_ms(times), how)
    if took:
        slow = max(took, key=lambda kind: max(took[kind]))
        how = f"{run.how}; {sum(map(len, took.values()))} commands of {len(took)} kinds; {slow}"
        rows["chip.command_worst_ms"] = Measurement(_in_ms(max(took[slow])), how)
    return rows


def _measure_evening(run: Run) -> dict[str, Measurement]:
    """Play by taps and keys, then time the parts of the box, one by one."""
    from deedbox.bench.chipbox import GAME, ChipBox, box_files, make_flash, play_evening, time_parts
    from deedbox.bench.chipsync import sync_by_link

    with run.chip(flash=make_flash({**box_files(), "settings.json": b'{"remote": true}'}, GAME)) as chip:
        box = ChipBox(chip)
        box.ready_ms(0)
        box.key("#")
        answers = play_evening(box)
        _add_row(run.took, box)
        rows = sync_by_link(box)
        chip.write(b"\x03")
        chip.run(200)
        report = time_parts(box, "poll", "redraw", "load")
        chip.tap(box.tags["token", 0])
        four = time_parts(box, "read").us("read")
        chip.lift()
        chip.tap(box.tags["deed", 0])
        seven = time_parts(box, "read").us("read")
        chip.lift()
        switch = time_parts(box, "switch").us("switch")
    loads = report.us("load")
    return {
        **rows,
        **_tap_rows(run, answers),
        "chip.empty_poll_ms": Measurement(
            _median_ms(report.us("poll")), f"{run.how}; a look that finds nothing; limit 0.22, danjperron 207"
        ),
        "chip.read_uid4_ms": Measurement(
            _median_ms(four),
            f"{run.how}; wake and select, until the UID is known; limit 2.41, danjperron 12.1",
        ),
        "chip.read_uid7_ms": Measurement(
            _median_ms(seven),
            f"{run.how}; wake and select, until the UID is known; limit 4.45, danjperron 21.5",
        ),
        "chip.redraw_ms": Measurement(
            _median_ms(report.us("redraw", "all")), f"{run.how}; all eight pages; limit 23"
        ),
        "chip.redraw_page_ms": Measurement(
            _median_ms(report.us("redraw", "page")), f"{run.how}; one page; limit 2.9"
        ),
        "chip.load_module_ms": Measurement(
            _median_ms(loads),
            f"{run.how}; {len(loads)} modules that players meet, with what they bring along",
        ),
        "chip.load_module_worst_ms": Measurement(_in_ms(max(loads)), f"{run.how}; the slowest of them"),
        "chip.edition_switch_ms": Measurement(
            _in_ms(switch[0]), f"{run.how}; the game put aside, another board checked, a game begun and saved"
        ),
    }


def _tap_rows(run: Run, answers: dict[str, Answer]) -> dict[str, Measurement]:
    taps = list(answers.values())
    saving = {name: tap for name, tap in answers.items() if tap.durable and not tap.erases}
    slow = max(saving, key=lambda name: saving[name].redrawn)

    def row(times: Iterable[float], what: str) -> Measurement:
        values = sorted(times)
        if not values:
            return Measurement(None, "the box made no sound")
        return Measurement(
            round(statistics.median(values), 1),
            f"{run.how}; {what}; median of {len(values)}, {values[0]} to {values[-1]}; "
            "up to 20 ms are chance",
        )

    return {
        "chip.tap_to_tick_ms": row([tap.tick for tap in taps], "a tag touches to its tick"),
        "chip.tap_to_pixels_ms": row([tap.pixels for tap in saving.values()], "to the first change"),
        "chip.tap_to_durable_ms": row([tap.durable for tap in saving.values()], "to the page on flash"),
        "chip.tap_to_beep_ms": row([tap.beep for tap in saving.values() if tap.beep], "to the sound of it"),
        "chip.tap_to_redrawn_ms": Measurement(
            saving[slow].redrawn,
            f"{run.how}; to the whole picture; the slowest of {', '.join(saving)}: {slow}",
        ),
    }


def _measure_heap(run: Run) -> dict[str, Measurement]:
    """Play the same moves and look at the heap."""
    from deedbox.bench.chipbox import GAME, ChipBox, box_files, make_flash, play_evening, time_parts

    with run.chip(flash=make_flash(box_files(heap=True), GAME)) as chip:
        box = ChipBox(chip)
        box.ready_ms(0)
        chip.run(300)
        after_boot = box.heap()[-1]
        box.key("#")
        play_evening(box)
        moments = box.heap()
        box.open_prompt()
        chip.write(b"\x03")
        chip.run(200)
        used_kb = time_parts(box, "flash").number("flash")
    least = min(moments, key=lambda moment: moment.free)
    split = min(moments, key=lambda moment: moment.largest)
    how = f"{run.how}; eight players, collected, at every module that comes and every command that is saved"
    return {
        "chip.heap_free_after_boot": Measurement(after_boot.free, f"{run.how}; eight players, collected"),
        "chip.heap_free_min": Measurement(least.free, f"{how}; {least.where}"),
        "chip.largest_block": Measurement(split.largest, f"{how}; {split.where}"),
        "chip.stack_most": Measurement(max(moment.stack for moment in moments), f"{how}; of 7936"),
        "chip.flash_used": Measurement(
            used_kb, f"{run.how}; of 1408 KB; code, all boards, two languages, ring, a game"
        ),
    }


def _in_ms(us: float) -> float:
    return round(us / 1000, 1)


def _median_ms(us: list[int]) -> float:
    return round(statistics.median(us) / 1000, 2)
