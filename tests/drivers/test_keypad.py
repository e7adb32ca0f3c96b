"""Keys: each press once, no ghosts, none lost."""

import pytest

from banker.drivers import ribbon
from banker.drivers.keypad import LAYOUT, Keypad
from deedbox.models.bus import Clock, keypad_pins
from deedbox.models.keypad import KeypadModel


class Rig:
    def __init__(self, model: KeypadModel | None = None) -> None:
        self.model = model or KeypadModel()
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


def bit(key: str) -> int:
    return 1 << LAYOUT.index(key.encode())


def test_a_stuck_key_is_reported_counts_once_and_lets_the_others_work(rig):
    rig.model.stick("5")
    assert rig.scan(9_000) == "5"
    assert rig.keypad.stuck == 0
    assert rig.scan(11_000) == ""
    assert rig.keypad.stuck == bit("5")
    for key in "1267*D":
        rig.model.press(key)
        assert rig.scan() == key
        rig.model.release(key)
        assert rig.scan() == ""
    assert rig.keypad.stuck == bit("5")
    rig.model.free("5")
    rig.scan()
    assert rig.keypad.stuck == 0


def test_stuck_keys_that_make_a_ghost_are_reported_too(rig):
    for key in "124":
        rig.model.stick(key)
    assert rig.scan(21_000) == ""
    assert rig.keypad.stuck == bit("1") | bit("2") | bit("4") | bit("5")


def test_keys_in_use_are_not_stuck(rig):
    for _ in range(30):
        rig.model.press("8")
        rig.scan(900)
        rig.model.release("8")
        rig.scan(100)
        assert rig.keypad.stuck == 0


STRAIGHT = list(range(8))
RIBBONS = {
    "straight": STRAIGHT,
    "turned": STRAIGHT[::-1],
    "halves exchanged": STRAIGHT[4:] + STRAIGHT[:4],
    "rows turned": STRAIGHT[3::-1] + STRAIGHT[4:],
    "columns turned": STRAIGHT[:4] + STRAIGHT[:3:-1],
    "both halves turned": STRAIGHT[3::-1] + STRAIGHT[:3:-1],
    "exchanged, rows turned": STRAIGHT[4:] + STRAIGHT[3::-1],
    "exchanged, columns turned": STRAIGHT[:3:-1] + STRAIGHT[:4],
}


def seen(rig, key: str) -> int:
    """The place at which a new scan finds this key, as the box learns it."""
    rig.model.press(key)
    rig.scan()
    where = ribbon.only(rig.keypad.scan(rig.clock.ticks_ms()))
    rig.model.release(key)
    rig.scan()
    return where


@pytest.mark.parametrize("name", RIBBONS)
def test_1_and_a_tell_every_way_of_the_ribbon_and_all_keys_are_right_after(name):
    rig = Rig(KeypadModel(ribbon=RIBBONS[name]))
    way = ribbon.way(seen(rig, "1"), seen(rig, "A"))
    assert way != ribbon.UNKNOWN
    rig.keypad.layout = ribbon.layout(way)
    for key in LAYOUT.decode():
        rig.model.press(key)
        assert rig.scan() == key
        rig.model.release(key)
        rig.scan()


def test_the_eight_ways_are_eight():
    ways = {ribbon.way(seen(rig, "1"), seen(rig, "A")) for rig in map(Rig, map(plugged, RIBBONS))}
    assert ways == set(range(8))


def plugged(name: str) -> KeypadModel:
    return KeypadModel(ribbon=RIBBONS[name])


@pytest.mark.parametrize("name", ["straight", "turned", "rows turned", "columns turned"])
def test_1_and_d_tell_the_corners_and_the_likelier_way_is_taken(name):
    rig = Rig(plugged(name))
    way = ribbon.way(seen(rig, "1"), seen(rig, "D"), second=ord("D"))
    right = ribbon.way(seen(rig, "1"), seen(rig, "A"))
    assert way == right


def test_1_and_d_cannot_tell_exchanged_halves_from_none():
    straight, exchanged = Rig(plugged("straight")), Rig(plugged("halves exchanged"))
    assert [seen(straight, key) for key in "1D"] == [seen(exchanged, key) for key in "1D"]


@pytest.mark.parametrize("pressed", ["12", "5A", "AA", "6D"])
def test_other_keys_than_asked_for_tell_nothing(rig, pressed):
    assert ribbon.way(seen(rig, pressed[0]), seen(rig, pressed[1])) == ribbon.UNKNOWN


def test_no_key_and_two_keys_are_no_place():
    assert ribbon.only(0) == ribbon.UNKNOWN
    assert ribbon.only(0b101) == ribbon.UNKNOWN
    assert ribbon.only(1 << 15) == 15
