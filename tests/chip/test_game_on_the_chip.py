"""A whole game of 600 commands on the emulated RP2040: decided, saved, shown; the heap's low-water mark."""

import pytest
from which_chip import Chip

from banker.core.codec import command_bytes
from deedbox.bench.chip import COMMANDS, SEED
from deedbox.bench.chipbox import GAME, ChipBox, box_files, make_flash, replace_files
from deedbox.bench.games import play_game

HEAP_FREE_MIN = 60 * 1024
LARGEST_BLOCK_MIN = 16 * 1024
LESS_HEAP = 10 * 1024  # what the next MicroPython is said to take


@pytest.mark.proof
@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize("taken", [0, LESS_HEAP], ids=["with the whole heap", "with 10 KB less"])
def test_a_whole_game_leaves_room_in_the_heap_and_is_there_after_power_on(pico_image, taken):
    game = {**GAME, "seed": SEED}
    commands = [command for command, _ in play_game(game["edition"], len(game["names"]), SEED)][:COMMANDS]
    content = box_files(heap=True, taken=taken)
    flash = make_flash(content, game)
    content["commands.txt"] = b"\n".join(command_bytes.write(command).hex().encode() for command in commands)
    with Chip(flash=replace_files(flash, content), image=pico_image) as chip:
        box = ChipBox(chip)
        erases, programs = chip.flash.erases, chip.flash.programs
        chip.run_until(lambda: b"ALL FED" in chip.output or b"STOPPED" in chip.output, 600_000, "the end")
        assert b"STOPPED" not in chip.output
        least = min(box.heap(), key=lambda moment: moment.free)
        split = min(box.heap(), key=lambda moment: moment.largest)
        print(
            f"emulated: least free {least}; least in one piece {split}; {chip.flash.erases - erases} erases, "
            f"{chip.flash.programs - programs} pages; {chip.wall_s:.0f} s on the wall"
        )
        chip.power_cut()
        began_ns = chip.now_ns
        chip.start()
        print(f"emulated: {box.ready_ms(began_ns)} ms from power-on, slowed down by looking")
        box.sees("WELCOME BACK", "Game saved.")
    assert least.free >= HEAP_FREE_MIN
    assert split.largest >= LARGEST_BLOCK_MIN
