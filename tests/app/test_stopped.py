"""After "The game stops" nothing is written, by anyone: no key, no tap, no time, no verb of a host."""

import json
import struct
from hashlib import sha256
from pathlib import Path

import pytest
from cable import Device, make_ready, session

from banker.app import crash
from banker.app.inputs import CROWDED, KEY, LYING, SILENT, STRANGER
from banker.app.link.conversation import FUNCTIONS
from banker.core.codec import state_bytes
from banker.core.tags import BANKER, CARD, DEED, TOKEN
from banker.protocol import verbs
from deedbox.link import DeviceError, RefusedError

RULES = json.dumps({"name": "Ours", "rules": {"go_salary": 300}}).encode()
KEYS = "0123456789ABCD*#"
# What a host may still ask: it looks, reads, restarts the box or asks for its prompt.
STILL = (
    "HELLO LOOK ABOUT EVENTS WATCH PICTURE PAGES STATUS LIST GET TAGS HEARD LYING CHECK RESET REPL "
    "EXAMINE REPORT SCRATCH_BEGIN SCRATCH_GIVEN SCRATCH_STEP SCRATCH_END"
).split()
NO_LONGER = "COMMAND TAP KEY BEGIN DATA END REMOVE GUIDE LEARN UNLEARN SIGN".split()
DATA = {
    "COMMAND": b'{"do": "roll"}',
    "TAP": bytes((TOKEN, 0)),
    "KEY": b"1",
    "BEGIN": struct.pack("<I", len(RULES)) + sha256(RULES).digest() + b"rules/ours.json",
    "DATA": struct.pack("<I", 0) + RULES,
    "REMOVE": b"editions/zelda.bin",
    "GUIDE": bytes((TOKEN, 1)),
    "LEARN": bytes((TOKEN, 1, 0)),
    "UNLEARN": bytes((TOKEN, 1)),
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    make_ready(tmp_path, monkeypatch)
    return tmp_path


def sums_wrong(device, monkeypatch):
    """A rule had a fault: a payer's money did not arrive."""
    with monkeypatch.context() as patch:
        patch.setattr(state_bytes, "sound", lambda game: False)
        for key in "12#":
            device.box.handle(KEY, ord(key))


def flash_fails(device, monkeypatch):
    device.flash.broken = lambda block, offset, data: bytes(len(data))
    for key in "12#":
        device.box.handle(KEY, ord(key))
    device.flash.broken = None  # it would work again: that is no reason to write


@pytest.fixture(params=[sums_wrong, flash_fails], ids=["sums are wrong", "flash fails"])
def device(request, monkeypatch):
    device = Device(remote=True)
    box = session(device)
    box.put("rules/before.json", RULES)
    box.order(verbs.BEGIN, DATA["BEGIN"])  # an upload is under way
    request.param(device, monkeypatch)
    assert device.box.message and device.box.stopped
    device.before = everything(device)
    return device


def everything(device):
    sectors = {block: bytes(device.flash.sector(block) or b"") for block in range(16)}
    files = {path.as_posix(): path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    return sectors, device.flash.operations, files


def untouched(device):
    assert everything(device) == device.before
    assert device.box.message and device.box.stopped


@pytest.mark.parametrize("key", KEYS)
def test_no_key_writes(device, key):
    for _ in range(3):
        device.box.handle(KEY, ord(key))
    untouched(device)


@pytest.mark.parametrize("kind", [TOKEN, DEED, CARD, BANKER, STRANGER, CROWDED, LYING, SILENT])
def test_no_tap_writes(device, kind):
    for number in range(3):
        device.box.handle(kind, number)
    untouched(device)


def test_no_command_of_a_screen_or_of_a_clock_writes(device):
    box = device.box
    for command in (
        {"do": "roll", "dice": (1, 2)},
        {"do": "undo"},
        ("set", "volume", 1),
        ("set", "remote", False),
        ("name", 0, "Zoe"),
        ("begin", {"edition": "zelda", "names": ["A", "B"]}),
        ("learn", TOKEN, 1),
    ):
        assert box.do(command) is False
        box.run((command,))
    untouched(device)


def test_every_verb_is_tried():
    assert {getattr(verbs, verb) for verb in STILL + NO_LONGER} == set(FUNCTIONS)


@pytest.mark.parametrize("verb", STILL + NO_LONGER)
def test_no_verb_of_a_host_writes(device, verb):
    number = getattr(verbs, verb)
    box = session(device)
    data = DATA.get(verb, bytes(9))
    code = ""
    try:
        box.order(number, data) if number >= verbs.ORDERS else box.ask(number, data)
    except (DeviceError, RefusedError) as error:
        code = error.code
    assert (code == "stopped") is (verb in NO_LONGER), code
    untouched(device)


def test_the_file_of_a_fault_is_not_written_either(device, monkeypatch):
    crash._store(device.box, "text")
    untouched(device)


def test_what_the_display_says_stays_after_all_of_that(device):
    look = session(device).look()
    assert look.message and ("The game stops" in " ".join(look.rows) or "Cannot save" in " ".join(look.rows))


def test_a_game_that_waits_for_its_board_takes_the_board_but_no_input(folder):
    """Nothing is wrong with flash or books here: the missing file must be able to come back."""
    device = Device(remote=True)
    board = (folder / "editions" / "classic.bin").read_bytes()
    (folder / "editions" / "classic.bin").unlink()
    with pytest.raises(AssertionError, match="board"):
        device.power_on()
    from banker.app.link.conversation import Conversation

    device.talk = Conversation(device.box)
    device.paint = lambda: None  # the message is on the display, and no screen
    assert device.box.message and not device.box.stopped
    box = session(device)
    for order in ((verbs.KEY, b"1"), (verbs.COMMAND, b'{"do": "roll"}'), (verbs.TAP, bytes((1, 0)))):
        with pytest.raises(DeviceError) as no:
            box.order(*order)
        assert no.value.code == "stopped"
    box.put("editions/classic.bin", board)
    del device.paint
    device.power_on()
    assert device.box.keeper.game
