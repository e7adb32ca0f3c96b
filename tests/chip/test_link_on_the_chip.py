"""A host talks to the emulated RP2040: a real MicroPython, its USB serial port, the same host code."""

import pytest
from hands import Hands, files_of_a_new_game
from walk import GAME
from which_chip import Chip

from deedbox import editions
from deedbox.build import firmware
from deedbox.devices.chip import ChipTransport
from deedbox.display import read_text
from deedbox.link import Session
from deedbox.models.flash import FlashModel
from deedbox.twin import Twin

PATIENCE_S = 30.0  # emulated
HEAP_FREE_MIN = 50_000  # with a game and a host: what a verb and a screen may still need
OTHERS = ("classic", "dog-lovers", "spider-man")


@pytest.fixture(scope="module")
def chip(pico_image):
    """The same flash boots first in the unix port, which pins the ring in seconds instead of minutes."""
    files = files_of_a_new_game(firmware.PICO_MARCH, **GAME)
    files["settings.json"] = b'{"remote": true}'
    with Twin(files=files) as twin:
        Hands(twin).sees("MUM", "1500")
        flash = FlashModel(firmware.FILESYSTEM_SIZE, twin.flash.image())
    with Chip(flash=flash, image=pico_image) as chip:
        Hands(chip).sees("WELCOME BACK")
        yield chip


@pytest.mark.proof
@pytest.mark.timeout(3000)
def test_a_host_looks_plays_and_brings_files(chip):
    box = Session(ChipTransport(chip), timeout_s=PATIENCE_S)
    figures = []

    def timed(what, do):
        start_ns = chip.now_ns
        answer = do()
        figures.append(f"{what} {(chip.now_ns - start_ns) / 1e6:.0f} ms")
        return answer

    assert timed("first hello", box.hello).micropython == "1.26.1"
    timed("hello", box.hello)
    look = timed("look", box.look)
    assert look.rows == read_text(chip.picture())
    timed("command", lambda: box.command({"do": "roll", "dice": [1, 2]}))
    timed("command", lambda: box.command({"do": "buy"}))
    assert box.look().state["deeds"]["brown2"]["owner"] == "Mum"
    sent_bytes = 0
    before_ns, wire = chip.now_ns, box.wire_bytes
    for name in OTHERS:
        data = bytes(reversed(editions.compile_edition(name)))  # other bytes than those that are there
        sent_bytes += len(data)
        box.put(f"editions/{name}.bin", data)
    took_s = (chip.now_ns - before_ns) / 1e9
    figures.append(
        f"{sent_bytes} bytes of files: {took_s:.2f} s, {(box.wire_bytes - wire) / sent_bytes:.2f} on the wire"
    )
    timed("list", lambda: box.list("editions"))
    for name in OTHERS:
        assert box.get(f"editions/{name}.bin") == bytes(reversed(editions.compile_edition(name)))
    free = int(chip.execute("import gc; gc.collect(); print(gc.mem_free())"))
    print("emulated: " + "; ".join(figures) + f"; heap free {free} B")
    assert free >= HEAP_FREE_MIN
