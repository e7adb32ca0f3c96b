"""The way to the prompt through a real serial port: Ctrl-C, mpremote, a held key, a box that crashes."""

import subprocess
import sys
import time

import pytest
from agreeing import QUESTION, agreeing
from hands import Hands, files_of_a_new_game
from walk import GAME

from deedbox import deploy
from deedbox.deploy import remote, way_in
from deedbox.link import RefusedError, connect
from deedbox.twin import Twin

PATIENCE_S = 20.0
# A task of the box fails as soon as it is up.
CRASHES = """
import micropython
micropython.kbd_intr(-1)
import banker.names
from banker.app import module_finder
module_finder.shorten()
from banker.app import boot
from banker.app.inputs import Inputs
from boards import pico

def broken(inputs):
    raise ValueError("broken on purpose")
    yield

Inputs.keys_task = broken
boot.run(pico.build())
"""


def mpremote(twin, *words, timeout_s=90):
    command = [sys.executable, "-m", "mpremote", "connect", twin.serial.path, *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout_s)


def at_prompt(twin, since):
    return b">>> " in bytes(twin.serial.output[since:])


@pytest.fixture
def twin():
    with Twin(files=files_of_a_new_game(**GAME)) as twin:
        Hands(twin).sees("MUM", "1500")
        yield twin


def test_ctrl_c_and_mpremote_do_nothing_to_a_box_in_play(twin):
    hands = Hands(twin)
    since = len(twin.serial.output)
    for _ in range(10):
        twin.serial.write(b"\x03\r\x03\x03")
        hands.wait(50)
    try:
        done = mpremote(twin, "exec", "print(6 * 7)", timeout_s=6)
        assert done.returncode and "42" not in done.stdout
    except subprocess.TimeoutExpired as waiting:  # at a pseudo-terminal it waits for ever
        assert not waiting.stdout
    assert not at_prompt(twin, since) and twin.running
    hands.key("1", "2")
    hands.sees("1 + 2 = 3")
    with connect(twin, timeout_s=PATIENCE_S) as box:
        assert not box.hello().remote and box.look().state["players"]["Mum"]["cash"] == 1500


def test_a_host_asks_somebody_agrees_and_mpremote_comes_in(twin):
    lines = []
    with agreeing(twin) as presses:
        way_in.reach_prompt(twin.serial.path, lines.append)
    assert presses and "press # there" in lines[0]
    assert "42" in mpremote(twin, "exec", "print(6 * 7)").stdout
    remote.restart_pico(twin.serial.path)
    deploy.wait_for_box(twin.serial.path)
    Hands(twin).sees("WELCOME BACK")
    with connect(twin, timeout_s=PATIENCE_S) as box, pytest.raises(RefusedError):
        box.repl()  # it is closed again


def test_a_no_is_said_in_words_and_the_game_goes_on(twin):
    hands = Hands(twin)

    def say_no(line):
        hands.sees(QUESTION)
        time.sleep(1.7)
        hands.key("*")

    with pytest.raises(way_in.NotAgreedError, match="hold any key of the box while you plug it in"):
        way_in.reach_prompt(twin.serial.path, say_no)
    hands.key("1", "2")
    hands.sees("1 + 2 = 3")


def test_nobody_there_is_said_in_words(twin):
    with pytest.raises(way_in.NotAgreedError, match="nobody at the box has agreed"):
        way_in.reach_prompt(twin.serial.path, lambda line: None, patience_s=1.5)


def test_the_bankers_menu_lets_mpremote_in_by_itself(twin):
    hands = Hands(twin)
    hands.tap("banker")
    hands.key("8")
    hands.sees("OPEN FOR A COMPUTER")
    hands.key("#")
    hands.sees("control", "Close")
    assert "42" in mpremote(twin, "exec", "print(6 * 7)").stdout


def test_a_key_held_at_power_on_lets_mpremote_in(twin):
    twin.power_cut()
    twin.press("7")
    twin.start()
    hands = Hands(twin)
    hands.sees("CHECK YOUR BOX", "Open for a computer.")
    twin.release("7")
    assert "42" in mpremote(twin, "exec", "print(6 * 7)").stdout


def test_a_new_box_is_open_as_any_pico():
    with Twin() as twin:
        Hands(twin).sees("CHECK YOUR BOX")
        assert "42" in mpremote(twin, "exec", "print(6 * 7)").stdout


def test_a_box_that_crashes_again_and_again_lets_in_who_holds_a_key():
    with Twin(files=files_of_a_new_game(**GAME), main=CRASHES) as twin:
        hands = Hands(twin)
        hands.sees("Something went wrong.")
        twin.serial.write(b"\x03\x03")
        hands.wait(500)
        assert not at_prompt(twin, 0), "closed, as any box that was set up"
        twin.power_cut()
        twin.press("1")
        before = len(twin.serial.output)
        twin.start()
        crashed = b"broken on purpose"  # the display may still have the picture of before
        twin.wait_until(lambda: crashed in twin.serial.output[before:], PATIENCE_S, "the crash")
        hands.sees("Something went wrong.")
        twin.release("1")
        since = len(twin.serial.output)
        twin.serial.write(b"\x03")
        twin.wait_until(lambda: at_prompt(twin, since), PATIENCE_S, "the prompt")
