"""Eight players on the emulated RP2040: each kind of tag, then purchase, rent, auction, trade, undo by hands.

How little heap is left is looked at from within, at every module that comes and every command that is saved.
"""

import pytest
from which_chip import Chip

from deedbox.bench.chipbox import GAME, ChipBox, box_files, make_flash, play_evening, show_each_tag
from deedbox.models.iso14443 import Classic1K, Tag

HEAP_FREE_MIN = 60 * 1024
LARGEST_BLOCK_MIN = 16 * 1024
STACK_MOST = 6600  # of 7936
LESS_HEAP = 10 * 1024  # what the next MicroPython is said to take

pytestmark = [pytest.mark.proof, pytest.mark.timeout(3600)]


@pytest.fixture(scope="module", params=[0, LESS_HEAP], ids=["with the whole heap", "with 10 KB less"])
def box(pico_image, request):
    with Chip(flash=make_flash(box_files(heap=True, taken=request.param), GAME), image=pico_image) as chip:
        box = ChipBox(chip)
        box.sees("WELCOME BACK", "Now: ANN rolls.")
        box.key("#")
        yield box


def test_each_kind_of_tag_is_read_for_what_it_is(box):
    show_each_tag(box)


def test_strangers_phones_and_two_at_once_do_nothing(box):
    chip = box.chip
    operations = chip.flash.ops
    chip.run(3000)
    chip.tap(Classic1K(bytes.fromhex("0badcafe")))
    box.sees("Unknown tag")
    chip.lift()
    chip.run(3000)
    notes = len(chip.box.buzzer.notes)
    chip.tap(Tag(bytes.fromhex("08123456"), sak=0x20))  # a phone: another UID each time
    chip.run(500)
    assert len(chip.box.buzzer.notes) == notes
    chip.lift()
    chip.run(300)
    chip.tap(box.tags["token", 0], box.tags["token", 1])
    box.sees("One tag at a time")
    chip.lift()
    chip.run(3000)
    box.sees("ANN", "1500")
    assert chip.flash.ops == operations


def test_purchase_rent_auction_trade_and_undo_leave_room_in_the_heap(box):
    for name, answer in play_evening(box).items():
        print(f"emulated, slowed down by looking: {name} {answer}")
    heap = box.heap()
    least = min(heap, key=lambda moment: moment.free)
    split = min(heap, key=lambda moment: moment.largest)
    print(f"emulated: least free {least}; least in one piece {split}")
    assert least.free >= HEAP_FREE_MIN
    assert split.largest >= LARGEST_BLOCK_MIN
    assert max(moment.stack for moment in heap) <= STACK_MOST
