"""The supply fails in the middle of flash writes on the emulated RP2040, at every operation of a purchase."""

import pytest
from which_chip import Chip

from deedbox.bench.chipbox import GAME, ChipBox, box_files, make_flash
from deedbox.chip import ChipError

# The pages that a purchase writes, and the ways to cut a write; only a complete page counts.
CUTS = [
    ("roll", "before", False),
    ("roll", "torn-prefix", False),
    ("roll", "garbage", False),
    ("roll", "after", True),
    ("buy", "before", False),
    ("buy", "torn-random", False),
    ("buy", "torn-worst", False),
    ("buy", "after", True),
]
SHOWN = {
    "nothing": ("ANN", "1500", "Roll, type"),
    "roll": ("ANN", "60", "Price"),
    "buy": ("BOB", "1500", "Roll, type"),
}


def boot(box):
    """Power on, and close the greeting."""
    box.chip.lift()
    box.chip.start()
    box.sees("WELCOME BACK")
    box.key("#")


@pytest.mark.proof
@pytest.mark.timeout(2 * 3600)
def test_after_a_cut_at_any_operation_of_a_purchase_the_game_goes_on(pico_image):
    chip = Chip(flash=make_flash(box_files(), GAME), image=pico_image)
    box = ChipBox(chip)
    boot(box)
    stands = "nothing"
    for step, mode, whole in CUTS:
        if step == "roll":
            box.key("1", "2")
        else:
            box.tap("deed", 1)
            box.sees("Tap ANN to buy.")
        chip.flash.cut_at(chip.flash.ops, mode)
        with pytest.raises(ChipError, match="cut"):
            box.tap(*(("deed", 1) if step == "roll" else ("token", 0)))
        assert not chip.running
        if mode == "torn-prefix":  # and again while power-on writes
            chip.lift()
            chip.flash.power_on()
            chip.flash.cut_at(chip.flash.ops + 1, mode)
            with pytest.raises(ChipError, match="cut"):
                chip.start()
                chip.run(10_000)
        boot(box)
        if whole:
            stands = step
        box.sees(*SHOWN[stands])
        print(f"{step}, {mode}: {' / '.join(filter(None, box.screen()))}")
    chip.power_cut()
