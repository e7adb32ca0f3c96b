"""One purchase on the emulated RP2040, from `.mpy` files in littlefs, with its own limits."""

from contextlib import contextmanager

import pytest
from hands import Hands, files_of_a_new_game
from walk import GAME, dad_pays_rent, mum_buys_and_it_is_still_hers
from which_chip import Chip

from deedbox.build import firmware
from deedbox.models.flash import FlashModel
from deedbox.twin import Twin

HEAP_FREE_MIN = 90_000  # after a purchase
LARGEST_BLOCK_MIN = 16 * 1024
# The way to the prompt has loaded screens of its own; what every turn needs is loaded again.
REPORT = """
import gc, micropython
from banker.app import loader
loader.drop_all()
for name in loader.EVERY_TURN:
    loader.load(name)
gc.collect()
print("free", gc.mem_free())
size = 8192
try:
    while True:
        bytearray(size)
        size += 8192
except MemoryError:
    print("block", size - 8192)
"""


@contextmanager
def started(pico_image):
    """The same flash boots first in the unix port, which pins the ring in seconds instead of minutes."""
    files = files_of_a_new_game(firmware.PICO_MARCH, **GAME)
    with Twin(files=files) as twin:
        Hands(twin).sees("MUM", "1500")
        flash = FlashModel(firmware.FILESYSTEM_SIZE, twin.flash.image())
    with Chip(flash=flash, image=pico_image) as chip:
        hands = Hands(chip)
        hands.sees("WELCOME BACK", "Now: MUM rolls.")
        hands.key("#")
        yield hands


@pytest.fixture(scope="module")
def hands(pico_image):
    with started(pico_image) as hands:
        yield hands


@pytest.mark.timeout(900)
def test_it_starts_with_the_greeting_and_mum_buys(hands):
    hands.key("1", "2")
    hands.tap("deed", 1)
    hands.sees("MUM Minish Village", "60", "Tap MUM to buy.")
    hands.tap("token", 0)
    hands.sees("DAD", "1500")
    print(f"emulated: {hands.runner.now_ns / 1e9:.2f} s in {hands.runner.wall_s:.0f} s on the wall")


@pytest.mark.proof
@pytest.mark.timeout(1800)
def test_what_mum_bought_is_hers_after_a_power_cut_and_earns_rent(pico_image):
    with started(pico_image) as hands:
        mum_buys_and_it_is_still_hers(hands)
        dad_pays_rent(hands)
    print(f"emulated: {hands.runner.now_ns / 1e9:.2f} s in {hands.runner.wall_s:.0f} s on the wall")


@pytest.mark.timeout(900)
def test_then_the_heap_has_room_and_the_prompt_is_reached_by_the_bankers_menu(hands):
    hands.tap("banker")
    hands.key("8", "#")
    hands.sees("control")
    hands.runner.write(b"\x03")
    hands.wait(100)
    report = dict(line.split() for line in hands.runner.execute(REPORT).split("\n") if line.strip())
    print(f"emulated: heap free after a purchase {report['free']} B, largest block {report['block']} B")
    assert int(report["free"]) >= HEAP_FREE_MIN
    assert int(report["block"]) >= LARGEST_BLOCK_MIN
