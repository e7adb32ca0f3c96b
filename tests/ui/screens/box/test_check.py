"""CHECK YOUR BOX as a screen; tests/app/test_self_check.py has it with real parts."""

import pytest
from desk import Desk, fits

from banker.ui import words
from banker.ui.screens.box import check as screen

SICK = [
    (words.DISPLAY, words.OK, ()),
    (words.BUZZER, words.SOUND_OFF, ()),
    (words.KEYS, words.KEYS_SEEN, (14,)),
    (words.KEYS, words.NO_SIGN_OF, ("3 #",)),
    (words.READER, words.IS_SILENT, ()),
    (words.READER, words.LOOK_READER, ()),
]
LOW = (words.SUPPLY, words.VOLTS_LOW, (2, 9))


@pytest.fixture
def desk():
    return Desk()


def check(desk, *args):
    desk.ui.show("box.check", *args)
    return fits(desk.sees("CHECK YOUR BOX"))


def test_it_looks_as_in_the_specification(desk):
    desk.fact_check = lambda keys: SICK
    assert check(desk).rows() == [
        "CHECK YOUR BOX",
        "Display  ok",
        "Buzzer   sound is off",
        "Keys     14 of 16",
        " missing: 3 #",
        "Reader   silent",
        " check pins 21-27",
        "# Again A Play on",
    ]


def test_a_reader_that_works_can_be_tested_with_a_sticker(desk):
    fits(check(desk).sees("Reader   ok", " B Test a sticker"))
    fits(desk.key("B").sees("READER       at 38 dB"))
    fits(desk.key("*").sees("CHECK YOUR BOX", "Keys     0 of 16"))


def test_the_keys_tried_so_far_are_remembered_and_b_is_one_of_them(desk):
    check(desk, screen.BEGIN_LIST, "table.money").key("1", "B").sees("Keys     2 of 16")
    desk.key("B").sees("READER").key("*").sees("Keys     2 of 16")
    desk.key("A", "A").sees("MONEY")


@pytest.mark.parametrize("word, facts", [(words.IS_SILENT, ()), (words.READER_FAULT, (4,))])
def test_a_reader_that_does_not_work_is_not_tested(desk, word, facts):
    desk.fact_check = lambda seen: [(words.READER, word, facts), (words.READER, words.LOOK_READER, ())]
    assert "sticker" not in check(desk).text()
    assert desk.key("B").ui.screen == "box.check"


def test_what_does_not_fit_goes_from_the_top_where_nobody_needs_it(desk):
    desk.fact_check = lambda keys: [*SICK, LOW]
    assert "Display" not in fits(check(desk)).sees("Supply   low: 2.9 V").text()


def test_to_play_on_takes_one_key_unless_the_keys_are_being_tried(desk):
    check(desk).key("A").sees("Roll")
    check(desk).key("1", "A").sees("Keys     2 of 16")
    desk.key("A").sees("Roll")


def test_it_goes_back_to_what_was_open_at_power_on(desk):
    check(desk, screen.BEGIN_LIST, "table.money").key("A").sees("MONEY")


def test_again_begins_with_keys_and_display(desk):
    fits(check(desk).key("#").sees("Press 1, then A."))
    assert desk.errands == [("check",)]
    fits(desk.key("1", "A").sees("Press the number that", "looks right."))
    fits(desk.key("9").key("2").sees("Display  ok"))
    assert desk.errands[-2:] == [("set", "offset", 2), ("set", "display", "sh1106")]


def test_pictures_go_round_while_it_learns_and_only_then(desk):
    check(desk, screen.BEGIN_LEARNING).wait(6000)
    assert [errand for errand in desk.errands] == [("display", 1), ("display", 0)]
    desk.key("1", "A", "*").wait(6000)
    assert desk.errands[-1] == ("display", 0)


def test_a_tap_only_says_that_tags_are_read(desk):
    fits(check(desk).tap("token", 1).sees("Reader   reads tags"))
    desk.ui.stranger()
    assert desk.ui.screen == "box.check" and not desk.done
