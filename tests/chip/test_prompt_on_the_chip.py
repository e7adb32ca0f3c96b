"""What stops the firmware on the emulated RP2040 for a while: an erase, and a person at the prompt."""

import pytest
from which_chip import Chip

from banker.core.codec import command_bytes
from deedbox.bench.chipbox import GAME, ChipBox, box_files, make_flash
from deedbox.bench.games import play_game
from deedbox.chip import shims
from deedbox.deploy import remote
from deedbox.devices.chip import ChipTransport
from deedbox.link import Session

WATCHDOG_MS = 8_400  # the most that the RP2040's can wait

pytestmark = [pytest.mark.proof, pytest.mark.timeout(3600)]


@pytest.fixture(scope="module")
def box(pico_image):
    """Its sector of the ring is more than half full: the next one is erased as soon as it is quiet."""
    commands = [command for command, _ in play_game(GAME["edition"], len(GAME["names"]), GAME["seed"])][:9]
    flash = make_flash(box_files(), GAME, [command_bytes.write(command) for command in commands])
    with Chip(flash=flash, image=pico_image) as chip:
        yield ChipBox(chip)


def test_no_key_is_lost_during_an_erase(box):
    chip = box.chip
    erase = chip.flash.erase
    began = []

    def press_meanwhile(addr):
        erase(addr)
        if not began:
            began.append(chip.now_ns)
            chip.later(10, lambda: chip.press("#"))
            chip.later(90, lambda: chip.release("#"))

    chip.flash.erase = press_meanwhile
    box.sees("WELCOME BACK")
    chip.run_until(lambda: began, 5_000, "an erase")
    assert chip.now_ns - began[0] >= shims.BUSY_NS[0x20]  # everything stopped for that long
    notes = len(chip.box.buzzer.notes)
    chip.run_until(lambda: len(chip.box.buzzer.notes) > notes, 200, "the tick of the key")
    chip.run(300)
    assert "WELCOME BACK" not in "\n".join(box.screen())


def test_ctrl_c_does_nothing_to_a_box_that_was_set_up(box):
    chip = box.chip
    begun = len(chip.output)
    for _ in range(5):
        chip.write(b"\x03\r\x03")
        chip.run(200)
    assert b">>> " not in chip.output[begun:]
    # The game waits for a card, and its keys lead on and back as before.
    box.sees("Take a card.", "C By number")
    box.key("C")
    chip.run_until(lambda: "C By number" not in "\n".join(box.screen()), 2_000, "the next screen")
    box.key("*")
    box.sees("Take a card.", "C By number")


@pytest.mark.parametrize("moment_ms", [0, 0.2, 1])
def test_on_an_open_box_ctrl_c_leads_to_the_prompt_also_while_an_answer_goes_out(box, moment_ms):
    """One Ctrl-C is enough: nothing between host and box drops it."""
    chip = box.chip
    box.open_prompt()
    session = Session(ChipTransport(chip), timeout_s=30)
    session.list("editions")  # its last byte has arrived, but the box is still busy with sending
    start = len(chip.output)
    if moment_ms:
        chip.run(moment_ms)
    chip.write(b"\r\x03")
    chip.run_until(lambda: b"\r\n>>> " in chip.output[start:], 2_000, "the prompt")
    ready = chip.output.count(b"AT ready")
    chip.write(b"\x04")
    chip.run_until(lambda: chip.output.count(b"AT ready") > ready, 10_000, "the box")
    box.sees("WELCOME BACK")
    box.key("#")


def test_at_the_prompt_the_watchdog_does_not_bite_and_ctrl_d_leads_back(box):
    chip = box.chip
    box.open_prompt()
    chip.write(b"\x03")
    chip.run(300)
    chip.run(2 * WATCHDOG_MS)
    assert chip.execute("import chipwatch; print(chipwatch.box.keeper.game.players)") == "8\n"
    ready = chip.output.count(b"AT ready")
    chip.write(b"\x04")
    chip.run_until(lambda: chip.output.count(b"AT ready") > ready, 10_000, "the box")
    box.sees("WELCOME BACK")
    chip.run(2 * WATCHDOG_MS)  # now it is fed
    assert chip.output.count(b"AT ready") == ready + 1


def test_a_key_held_at_power_on_opens_the_way_to_the_prompt(box):
    chip = box.chip
    chip.power_cut()
    chip.press("5")
    chip.start()
    box.sees("CHECK YOUR BOX", "Open for a computer.")
    chip.release("5")
    begun = len(chip.output)
    chip.write(b"\x03")
    chip.run_until(lambda: b"\r\n>>> " in chip.output[begun:], 2_000, "the prompt")


def test_a_host_that_restarts_the_interpreter_feeds_the_watchdog(box):
    """As mpremote does it: raw prompt, Ctrl-D. That ends the timer of the firmware, but not the watchdog."""
    chip = box.chip
    ready = chip.output.count(b"AT ready")
    assert chip.execute("print('stopped')") == "stopped\n"
    begun = len(chip.output)
    chip.write(b"\x01\x04")
    chip.run_until(lambda: b"raw REPL" in chip.output[begun:].partition(b"reboot")[2], 2_000, "the restart")
    chip.run(100)
    assert chip.execute(remote.FEED.read_text()) == ""
    chip.run(2 * WATCHDOG_MS)
    assert chip.execute("print(type(_feeder).__name__)") == "Timer\n"
    assert chip.output.count(b"AT ready") == ready
