"""Keys: each press once, no ghosts, none lost."""

import asyncio

import pytest

from banker.drivers.keypad import LAYOUT, Keypad
from banker.drivers.keys import Keys
from deedbox.models.bus import Clock, keypad_pins
from deedbox.models.keypad import KeypadModel


class Rig:
    def __init__(self) -> None:
        self.model = KeypadModel()
        self.clock = Clock()
        self.keypad = Keypad(*keypad_pins(self.model, self.clock))

    def scan(self, ms: int = 40) -> str:
        """Scan every 5 ms, then take all keys."""
        for _ in range(ms // 5):
            self.keypad.scan(self.clock.ticks_ms())
            self.clock.sleep_ms(5)
        return self.taken()

    def taken(self) -> str:
        keys = ""
        while key := self.keypad.get():
            keys += chr(key)
        return keys


@pytest.fixture
def rig():
    return Rig()


@pytest.mark.parametrize("key", LAYOUT.decode())
def test_every_key_has_its_own_code(rig, key):
    rig.model.press(key)
    assert rig.scan() == key


def test_a_key_held_down_counts_once(rig):
    rig.model.press("5")
    assert rig.scan(2000) == "5"
    rig.model.release("5")
    assert rig.scan() == ""
    rig.model.press("5")
    assert rig.scan() == "5"


def test_a_chattering_contact_counts_once(rig):
    keys = ""
    for closed in (1, 0, 1, 0, 0, 1, 1, 0, 1):
        (rig.model.press if closed else rig.model.release)("7")
        keys += rig.scan(5)
    keys += rig.scan()
    for closed in (0, 1, 0, 1, 0):
        (rig.model.press if closed else rig.model.release)("7")
        keys += rig.scan(5)
    assert keys + rig.scan() == "7"


def test_a_spike_shorter_than_the_debounce_time_is_nothing(rig):
    rig.model.press("A")
    rig.scan(10)
    rig.model.release("A")
    assert rig.scan() == ""


def test_two_fingers_one_after_the_other_are_two_keys(rig):
    rig.model.press("1")
    assert rig.scan() == "1"
    rig.model.press("2")
    assert rig.scan() == "2"
    rig.model.release("1")
    rig.model.release("2")
    assert rig.scan() == ""


def test_three_corners_of_a_rectangle_press_no_fourth_key(rig):
    rig.model.press("1")
    rig.model.press("2")
    assert rig.scan() == "12"
    rig.model.press("4")
    assert rig.scan() == ""
    rig.model.release("2")
    assert rig.scan() == "4"


def test_three_keys_without_a_rectangle_all_count(rig):
    for key in "15#":
        rig.model.press(key)
    assert rig.scan() == "15#"


def test_keys_wait_in_order_and_the_ring_drops_the_newest(rig):
    for key in "1234567890":
        rig.model.press(key)
        for _ in range(8):
            rig.keypad.scan(rig.clock.ticks_ms())
            rig.clock.sleep_ms(5)
        rig.model.release(key)
        for _ in range(8):
            rig.keypad.scan(rig.clock.ticks_ms())
            rig.clock.sleep_ms(5)
    assert rig.keypad.dropped == 2
    assert rig.taken() == "12345678"


def test_cleared_keys_are_gone(rig):
    rig.model.press("1")
    rig.keypad.scan(0)
    rig.keypad.scan(20)
    rig.keypad.clear()
    assert rig.keypad.get() == 0


def test_rows_are_let_go_after_a_scan_and_never_fight(rig):
    for key in "147*":
        rig.model.press(key)
    rig.scan()
    assert rig.model.shorts == 0
    assert rig.model.columns([None] * 4) == [1, 1, 1, 1]


def test_time_may_wrap(rig):
    wrap = 1 << 30
    rig.model.press("9")
    rig.keypad.scan(wrap - 5)
    rig.keypad.scan(12)
    assert rig.taken() == "9"


def test_keys_come_one_by_one_to_whoever_waits(rig):
    async def sleep_ms(ms):
        rig.clock.sleep_ms(ms)
        now_ms = rig.clock.ticks_ms()
        rig.model.down = {"4"} if 50 <= now_ms < 90 else {"2"} if 130 <= now_ms < 170 else set()
        await asyncio.sleep(0)

    async def two():
        found = ""
        async for key in Keys(rig.keypad, sleep_ms, rig.clock.ticks_ms):
            found += chr(key)
            if len(found) == 2:
                return found

    assert asyncio.run(two()) == "42"
