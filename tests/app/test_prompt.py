"""The way to MicroPython's prompt is a decision at the box: the firmware's part, without a serial port."""

import json
import struct

import pytest
from cable import GAME, Device, make_ready, session

from banker.app import boot
from banker.app.inputs import KEY
from banker.app.store.keeper import Uninterrupted
from banker.core.tags import BANKER, TOKEN
from banker.protocol import verbs
from deedbox.link import RefusedError

CTRL_C = 3


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    make_ready(tmp_path, monkeypatch)
    return tmp_path


@pytest.fixture(autouse=True)
def ctrl_c(monkeypatch):
    """What Ctrl-C does now: -1 nothing, 3 it leads to the prompt. main.py has switched it off."""
    state = [-1]

    def kbd_intr(character):
        state[0] = character

    monkeypatch.setattr("banker.app.store.keeper.kbd_intr", kbd_intr)
    monkeypatch.setattr(boot, "kbd_intr", kbd_intr)
    return state


class Person:
    """At the box, with a clock."""

    def __init__(self, device):
        self.device = device
        self.box = device.box

    def wait(self, ms):
        self.box.run(self.box.ui.tick(self.box.ui.now_ms + ms))
        # What Box.idle_task() does four times a second.
        if self.box.guard.is_open and not self.box.unlocked and self.box.ui.screen != "box.computer":
            self.box.guard.open(False)
        return self

    def key(self, *keys):
        for key in keys:
            self.box.handle(KEY, ord(key))
        return self.wait(0)

    def rows(self):
        return " ".join(self.box.ui.rows())


@pytest.fixture
def clock(monkeypatch):
    """handle() takes the time from here."""
    import time

    now = [1000]

    def sleep_us(us):
        now[0] += us // 1000

    monkeypatch.setattr(time, "ticks_ms", lambda: now[0], raising=False)
    monkeypatch.setattr(time, "sleep_us", sleep_us, raising=False)
    return now


@pytest.fixture
def device(clock):
    return Device(remote=False)


def refusal(box):
    with pytest.raises(RefusedError) as no:
        box.repl()
    return no.value.code


# -- closed --


def test_a_box_with_a_game_lets_no_ctrl_c_through(device, ctrl_c):
    assert ctrl_c == [-1] and not device.box.guard.is_open
    for key in "12#":
        device.box.handle(KEY, ord(key))
    assert device.box.journal.seq == 2 and ctrl_c == [-1], "not after a page was programmed either"


def test_a_box_that_was_never_set_up_is_open_until_its_first_game(ctrl_c, clock):
    device = Device(about=None, remote=False)
    assert ctrl_c == [CTRL_C] and device.box.unlocked
    device.box.keeper.begin(dict(GAME))
    device.box.open_game()
    assert ctrl_c == [-1] and not device.box.unlocked


@pytest.mark.parametrize("thing", ["tag", "save"])
def test_a_box_with_tags_or_saves_was_set_up(folder, thing, ctrl_c, clock):
    if thing == "tag":
        (folder / "tags.bin").write_bytes(bytes((4, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, TOKEN, 0)))
    else:
        (folder / "games").mkdir()
        (folder / "games" / "0000000100aa.sav").write_bytes(b"DBS1")
    device = Device(about=None, remote=False)
    assert ctrl_c == [-1] and not device.box.guard.is_open


def test_a_game_that_cannot_go_on_is_no_new_box(device, folder, ctrl_c):
    (folder / "editions" / "classic.bin").unlink()
    with pytest.raises(AssertionError):
        device.power_on()
    assert ctrl_c == [-1] and not device.box.guard.is_open


def test_the_guard_of_a_page_leaves_ctrl_c_as_it_was(ctrl_c):
    guard = Uninterrupted()
    for is_open, after in ((False, -1), (True, CTRL_C), (False, -1)):
        guard.open(is_open)
        with guard:
            assert ctrl_c == [-1]
        assert ctrl_c == [after]


# -- a key held at power-on --


class Pins:
    """A matrix of keys in which one is down, or none."""

    def __init__(self, down=None):
        self.reader = ()
        self.low = set()
        self.rows = tuple(self._row(number) for number in range(4))
        self.columns = tuple(self._column(number, down) for number in range(4))

    def _row(self, number):
        return lambda level: self.low.discard(number) if level else self.low.add(number)

    def _column(self, number, down):
        return lambda: 0 if down and down[1] == number and down[0] in self.low else 1


@pytest.mark.parametrize("key", [(row, column) for row in range(4) for column in range(4)])
def test_any_key_held_at_power_on_leads_to_the_prompt(key):
    assert boot._is_key_held(Pins(key))


def test_no_key_held_does_not():
    assert not boot._is_key_held(Pins())


def test_ctrl_c_works_before_anything_else_is_loaded_that_could_fail(monkeypatch, ctrl_c):
    def fail(wires):
        raise MemoryError("no heap")

    monkeypatch.setattr(boot, "load_resident", fail)
    with pytest.raises(MemoryError):
        boot.run(Pins((2, 1)))
    assert ctrl_c == [CTRL_C]
    ctrl_c[0] = -1
    with pytest.raises(MemoryError):
        boot.run(Pins())
    assert ctrl_c == [-1]


def test_a_held_key_opens_it_until_the_next_power_on_and_the_display_says_so(device, ctrl_c):
    device.box.held = True
    device.box.power_on()
    assert ctrl_c == [CTRL_C] and device.box.unlocked
    device.box.ui.show("box.check", 0)
    assert "Open for a computer." in Person(device).rows()
    device.box.ui.home()
    Person(device).wait(500)
    assert ctrl_c == [CTRL_C], "whatever is on the display"
    device.box.ui.show("box.computer", False)
    Person(device).key("*")
    assert ctrl_c == [CTRL_C], "also after the question was there and was closed"
    session(device).repl()
    device.power_on()
    assert ctrl_c == [-1]


# -- a host asks --


def test_a_host_asks_and_the_display_says_what_it_wants(device, ctrl_c):
    person = Person(device)
    assert refusal(session(device)) == "prompt-asked"
    assert person.rows().startswith("\x03COMPUTER AT THE CABLE") and "Allow?" in person.rows()
    assert ctrl_c == [-1] and device.box.buzzer, "asking opens nothing"


def test_somebody_agrees_and_the_host_comes_in(device, ctrl_c, clock):
    box = session(device)
    refusal(box)
    clock[0] += 2000
    person = Person(device).key("#")
    assert ctrl_c == [CTRL_C] and "has control" in person.rows()
    box.repl()
    with pytest.raises(KeyboardInterrupt):
        device.talk.after()


def test_a_key_that_was_meant_for_the_game_agrees_to_nothing(device, ctrl_c, clock):
    refusal(session(device))
    clock[0] += 1400
    Person(device).key("#", "*", "1")
    assert ctrl_c == [-1] and device.box.ui.screen == "box.computer"
    assert refusal(session(device)) == "prompt-asked"


def test_a_clock_that_wraps_while_the_question_is_there_keeps_no_key_from_counting(device, ctrl_c, clock):
    clock[0] = (1 << 30) - 1000
    refusal(session(device))
    clock[0] = 1000  # two seconds later
    Person(device).key("#")
    assert ctrl_c == [CTRL_C]


def test_who_says_no_is_not_asked_again(device, ctrl_c, clock):
    box = session(device)
    refusal(box)
    clock[0] += 2000
    Person(device).key("*")
    assert device.box.ui.screen == "turn.home" and ctrl_c == [-1]
    for _ in range(3):
        assert refusal(box) == "prompt-closed"
    assert device.box.ui.screen == "turn.home"


@pytest.mark.parametrize("keys", ["1", "D", "B"])
def test_nobody_is_disturbed_in_the_middle_of_something(device, keys, ctrl_c):
    Person(device).key(*keys)
    screen = device.box.ui.screen
    assert refusal(session(device)) == "prompt-busy"
    assert device.box.ui.screen == screen and ctrl_c == [-1]


def test_where_steps_are_lost_a_backup_may_come_before_anybody_agrees(device):
    device.box.ui.unread = ("table.steps_lost",)
    device.box.journal.lost = 3
    device.box.ui.home()
    assert device.box.ui.screen == "table.steps_lost" and refusal(session(device)) == "prompt-asked"
    device.box.ui.home()
    assert device.box.ui.screen == "table.steps_lost", "the question about the steps comes back"


def test_an_auction_goes_on():
    box = session(Device(remote=True))
    box.command({"do": "roll", "dice": [1, 2]})
    box.command({"do": "decline"})
    assert refusal(box) == "prompt-busy"


def test_after_a_fault_nobody_can_agree(device, ctrl_c):
    device.box.message = "The game stops"
    assert refusal(session(device)) == "prompt-closed" and ctrl_c == [-1]


def test_no_tag_agrees_and_none_closes_it(device, ctrl_c, clock):
    refusal(session(device))
    clock[0] += 2000
    for kind in (TOKEN, BANKER):
        device.box.handle(kind, 0)
    assert device.box.ui.screen == "box.computer" and ctrl_c == [-1]


def test_the_question_goes_by_itself(device, ctrl_c):
    refusal(session(device))
    Person(device).wait(600_001)
    assert device.box.ui.screen == "turn.home" and ctrl_c == [-1]


def test_remote_control_is_no_way_in():
    """A host that may play presses no key of this question: it would agree with itself."""
    device = Device(remote=True)
    box = session(device)
    assert refusal(box) == "prompt-asked"
    device.box.ui.memo["since_ms"] -= 5000
    for order in (lambda: box.key("#"), lambda: box.tap("banker"), lambda: box.command({"do": "roll"})):
        with pytest.raises(RefusedError) as no:
            order()
        assert no.value.code == "prompt-asked"
    assert not device.box.guard.is_open and device.box.ui.screen == "box.computer"


def test_a_host_that_may_play_cannot_open_it_in_the_menu_either(ctrl_c):
    device = Device(remote=True)
    box = session(device)
    box.tap("banker")
    box.key("8")
    with pytest.raises(RefusedError):
        box.key("#")
    device.box.for_host = True
    assert device.box.do(("prompt", True)) is False, "nor by any other way"
    assert ctrl_c == [-1]


# -- the banker's menu --


def test_the_bankers_menu_opens_it_and_it_closes_with_its_screen(device, ctrl_c, clock):
    person = Person(device)
    device.box.handle(BANKER, 0)
    person.key("8")
    assert ctrl_c == [-1] and "Open it?" in person.rows()
    person.key("#")
    assert ctrl_c == [CTRL_C]
    person.wait(500)
    assert ctrl_c == [CTRL_C], "as long as it is on the display"
    session(device).repl()
    person.key("*").wait(250)
    assert ctrl_c == [-1] and device.box.ui.screen == "turn.home"
    device.box.guard.open(True)
    device.box.ui.home()
    person.wait(250)
    assert ctrl_c == [-1], "however its screen was left"


def test_a_no_in_the_menu_is_no_answer_to_a_host(device):
    person = Person(device)
    device.box.handle(BANKER, 0)
    person.key("8", "*")
    assert refusal(session(device)) == "prompt-asked"


# -- what a host with the cable gets without it --


def test_without_the_prompt_no_answer_has_the_key_of_the_table(device, folder):
    box = session(device)
    key = (folder / "table.key").read_bytes()
    for path in ("table.key", "tags.bin", "table.json", "ring/map", "ring/id", "newgame.json"):
        with pytest.raises(Exception, match="bad-name|files are named"):
            box.ask(verbs.GET, struct.pack("<I", 0) + path.encode())
    answers = [box.ask(verb) for verb in (verbs.LIST, verbs.CHECK, verbs.LOOK)]
    answers.append(json.dumps(box.hello().about).encode())
    assert len(key) == 32 and not any(key in answer or key.hex().encode() in answer for answer in answers)
