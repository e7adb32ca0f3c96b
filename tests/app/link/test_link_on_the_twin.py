"""The link through a real pseudo-terminal, to the whole firmware in the unix port."""

import time

import pytest
from agreeing import agreeing
from cable import another
from hands import Hands, files_of_a_new_game
from walk import GAME

from banker.protocol.frame import encode
from banker.protocol.verbs import LOOK, question
from deedbox import editions
from deedbox.display import read_text
from deedbox.link import LinkError, RefusedError, Session, connect
from deedbox.link.transport import SerialTransport
from deedbox.twin import Twin

PATIENCE_S = 20.0  # of a busy machine
REMOTE = b'{"remote": true}'


def new_twin(**more):
    files = files_of_a_new_game(**GAME)
    return Twin(files={**files, "settings.json": REMOTE, **more})


@pytest.fixture(scope="module")
def twin():
    """All tests share one box; each test checks only its own changes."""
    with new_twin() as twin:
        Hands(twin).sees("Roll")
        yield twin


@pytest.fixture
def box(twin):
    with connect(twin, timeout_s=PATIENCE_S) as box:
        yield box


class BadPort(SerialTransport):
    """Every third frame that is sent, and every fifth piece that comes, is harmed."""

    writes = reads = 0

    def write(self, data):
        self.writes += 1
        super().write(data[:30] + data[32:] if self.writes % 3 == 0 else data)

    def read(self, timeout_s):
        data = super().read(timeout_s)
        self.reads += bool(data)
        return data[:10] + b"\r\nOSError\r\n" + data[11:] if data and self.reads % 5 == 0 else data


def count(box, command):
    return sum(event.command["do"] == command for event in box.events(0, timeout_s=0))


def home(box):
    """Go to the screen where a turn begins, whoever's turn it is."""
    state = box.look().state
    if state["phase"] == "buy":
        box.command({"do": "decline"})
        box.command({"do": "hammer"})
    if box.look().state["phase"] == "end":
        box.command({"do": "end"})
    assert box.look().state["phase"] == "roll"


def test_the_rows_of_a_look_are_what_the_display_shows(twin, box):
    look = box.look()
    assert look.rows == read_text(twin.picture())
    assert look.names == GAME["names"] and look.edition == GAME["edition"]
    assert box.picture() == twin.picture()


def test_commands_keys_and_taps_play_and_hands_hear_of_it(twin, box):
    home(box)
    player = box.look().state["turn"]
    twin.serial.output.clear()
    for key in "12":
        box.key(key)
    Hands(twin).sees("1 + 2 = 3")
    box.key("#")
    assert box.look().state["players"][player]["space"] == 3
    assert b"Traceback" not in twin.serial.output
    assert [event.remote for event in box.events(box.look().seq - 1, timeout_s=0)] == [True]


def test_what_hands_do_is_watched_as_it_happens(twin, box):
    home(box)
    look = box.look()
    events = box.events(look.seq, timeout_s=PATIENCE_S)
    Hands(twin).key("2", "4", "#")
    event = next(events)
    assert (event.command["do"], event.remote) == ("roll", False)
    assert event.state == box.look().state


def test_over_a_bad_port_everything_is_done_once(twin, box):
    home(box)
    before = count(box, "roll")
    box.close()
    with Session(BadPort(twin.serial.path), timeout_s=PATIENCE_S) as bad:
        bad.command({"do": "roll", "dice": [1, 2]})
        bad.put("editions/spider-man.bin", editions.compile_edition("spider-man"))
    with connect(twin, timeout_s=PATIENCE_S) as good:
        assert count(good, "roll") == before + 1
        assert good.get("editions/spider-man.bin") == editions.compile_edition("spider-man")


def test_a_person_typing_disturbs_neither_game_nor_link(twin, box):
    home(box)
    for text in (b"help()\r\n", b"~", b"~DA", b"~DAp", b"print('hi')\r\n~~~D\r\n", b"\x04\x01\x02\x00\xff"):
        twin.serial.write(text)
        assert box.look().screen == "turn.home"
    twin.serial.write(b"~DAp")
    hands = Hands(twin)
    hands.key("1", "2")  # the game goes on while a frame seems to have begun
    hands.sees("1 + 2 = 3")
    box.key("*")
    hands.sees("Roll")  # the box has read the key, so the next tick belongs to another one


def test_a_host_that_asks_and_never_reads_does_not_hold_up_the_game(twin):
    port = SerialTransport(twin.serial.path)
    for number in range(60):
        port.write(encode(question(LOOK, number)))
    hands = Hands(twin)
    hands.key("1", "2")
    hands.sees("1 + 2 = 3")
    hands.key("*")
    port.close()
    with connect(twin, timeout_s=PATIENCE_S) as box:
        assert box.look().screen == "turn.home"


def test_a_box_lets_no_host_play_unless_that_was_switched_on():
    with Twin(files=files_of_a_new_game(**GAME)) as twin, connect(twin, timeout_s=PATIENCE_S) as box:
        assert not box.hello().remote
        with pytest.raises(RefusedError) as no:
            box.command({"do": "roll"})
        assert no.value.code == "remote-off"
        assert box.look().seq == 1


def test_reset_and_power_cut_the_game_is_there_again():
    with new_twin() as twin:
        with connect(twin, timeout_s=PATIENCE_S) as box:
            box.command({"do": "roll", "dice": [1, 2]})
            box.command({"do": "buy"})
            boot = box.hello().boot
            box.reset()
            state = _wait_for_another(box, boot)
            assert state["deeds"]["brown2"]["owner"] == "Mum"
            with agreeing(twin):
                _come_in(box)
            twin.wait_output(b">>> ", PATIENCE_S)
            twin.serial.write(b"print(6 * 7)\r\n")
            twin.wait_output(b"42", PATIENCE_S)
            twin.serial.write(b"\x04")
            _wait_for_another(box, boot)
        twin.power_cut()
        twin.start()
        with connect(twin, timeout_s=PATIENCE_S) as box:
            assert box.look().state["deeds"]["brown2"]["owner"] == "Mum"


def _come_in(box):
    for _ in range(100):
        try:
            return box.repl()
        except RefusedError:
            time.sleep(0.2)
    raise AssertionError("nobody agreed")


def _wait_for_another(box, boot):
    for _ in range(100):
        try:
            if box.hello().boot != boot:
                return box.look().state
        except LinkError:
            pass
        time.sleep(0.1)
    raise AssertionError("it does not come back")


@pytest.mark.parametrize("operation", [pytest.param(0, marks=pytest.mark.proof), 7])
def test_a_power_cut_during_an_upload_leaves_the_old_file_or_the_new_one(operation):
    old, new = editions.compile_edition("classic"), another("classic")
    with new_twin() as twin:
        with connect(twin, timeout_s=PATIENCE_S) as box:
            twin.flash.cut_at(twin.flash.ops + operation, "torn-random")
            box.timeout_s = 2.0
            with pytest.raises(LinkError):
                box.put("editions/classic.bin", new)
        twin.wait_off()
        twin.start()
        with connect(twin, timeout_s=PATIENCE_S) as box:
            assert box.get("editions/classic.bin") in (old, new)
            assert box.look().state["turn"] == "Mum"
            box.put("editions/classic.bin", new)
            assert box.get("editions/classic.bin") == new
