"""A game that cannot go on: the display says so, nothing is written to flash, the prompt never appears."""

import struct
import zlib

import pytest
from hands import Hands, files_of_a_new_game
from walk import GAME

from banker.app.store.pages import AT_RING, GOOD, PAGE, check
from deedbox.twin import Twin


def pages(twin: Twin) -> list[int]:
    """Where the journal's pages are on the flash."""
    image = twin.flash.image()
    good = []
    for at in range(0, len(image), PAGE):
        page = bytearray(image[at : at + PAGE])
        if check(page, page[AT_RING:]) == GOOD:
            good.append(at)
    assert good
    return good


def spoil(twin: Twin, at: int, offset: int, value: int) -> None:
    """Change a byte of a page and correct its checksum, so that only the contents are wrong."""
    page = bytearray(twin.flash.image()[at : at + PAGE])
    page[offset] = value
    struct.pack_into("<I", page, PAGE - 4, zlib.crc32(page[:-4]))
    twin.flash._put(at, bytes(page))


def untouched_by_keys_and_time(hands: Hands, *words: str) -> None:
    """The display says so, and neither inputs nor idle moments write anything."""
    hands.sees(*words)
    before = hands.runner.flash.image()
    for key in "1", "2", "#":
        hands.runner.press(key)
        hands.wait(60)
        hands.runner.release(key)
        hands.wait(60)
    hands.wait(1800)
    hands.sees(*words)
    assert hands.runner.flash.image() == before and hands.runner.running


@pytest.mark.proof_unless("no-such")
@pytest.mark.parametrize(
    "text",
    [b"{nonsense", b'{"edition": "no-such", "names": ["A", "B"]}', b'{"edition": "zelda", "names": 3}'],
)
def test_a_new_game_that_cannot_begin_is_said_in_words(text):
    with Twin(files={**files_of_a_new_game(**GAME), "newgame.json": text}) as twin:
        untouched_by_keys_and_time(Hands(twin), "board" if b"no-such" in text else "Cannot start.")


@pytest.mark.proof_unless("damaged")
@pytest.mark.parametrize(
    "offset, value, words",
    [
        (20, ord("["), ("The saved game cannot", "be read. Step 1.")),
        (2, 99, ("The game needs newer", "firmware.")),
        (3, 77, ("The game needs newer", "firmware.")),
    ],
    ids=["damaged", "page of newer firmware", "record of newer firmware"],
)
def test_a_saved_game_that_cannot_be_read_is_said_in_words(offset, value, words):
    with Twin(files=files_of_a_new_game(**GAME)) as twin:
        hands = Hands(twin)
        hands.sees("MUM", "1500")
        twin.power_cut()
        for at in pages(twin):
            spoil(twin, at, offset, value)
        twin.start()
        untouched_by_keys_and_time(hands, *words)
