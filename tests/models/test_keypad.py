"""The keypad's model: contacts, and nothing but contacts."""

import pytest

from deedbox.models.keypad import KeypadModel

FREE = None


def test_a_key_joins_its_row_to_its_column():
    keypad = KeypadModel()
    keypad.press("6")
    assert keypad.columns([FREE, 0, FREE, FREE]) == [1, 1, 0, 1]
    assert keypad.columns([0, FREE, 0, 0]) == [1, 1, 1, 1]
    keypad.release("6")
    assert keypad.columns([0, 0, 0, 0]) == [1, 1, 1, 1]


def test_three_corners_close_the_fourth():
    keypad = KeypadModel()
    for key in "124":
        keypad.press(key)
    assert keypad.columns([FREE, 0, FREE, FREE]) == [0, 0, 1, 1]


def test_rows_driven_against_each_other_are_noticed():
    keypad = KeypadModel()
    keypad.press("1")
    keypad.press("4")
    assert keypad.columns([0, 1, 1, 1]) == [0, 1, 1, 1]
    assert keypad.shorts == 1


def test_an_unknown_key_and_a_bad_layout_are_refused():
    with pytest.raises(ValueError):
        KeypadModel().press("E")
    with pytest.raises(ValueError):
        KeypadModel().release("12")
    with pytest.raises(ValueError):
        KeypadModel("1123A456B789C*0#")


def test_a_stuck_key_does_not_open_until_it_is_freed():
    keypad = KeypadModel()
    keypad.stick("6")
    keypad.release("6")
    assert keypad.columns([FREE, 0, FREE, FREE]) == [1, 1, 0, 1]
    keypad.free("6")
    assert keypad.columns([FREE, 0, FREE, FREE]) == [1, 1, 1, 1]


def test_a_turned_ribbon_moves_the_contacts():
    keypad = KeypadModel(ribbon=range(7, -1, -1))
    keypad.press("A")  # row 1, column 4
    assert keypad.columns([0, FREE, FREE, FREE]) == [1, 1, 1, 0]
    with pytest.raises(ValueError):
        KeypadModel(ribbon=(0, 0, 1, 2, 3, 4, 5, 6))
