"""The display's model: addressing modes, remapping, and what the eye sees."""

import pytest

from deedbox.models.ssd1306 import BLACK, SSD1306Model

UPRIGHT = bytes((0x00, 0x8D, 0x14, 0xA1, 0xC8, 0xAF))


@pytest.fixture
def model():
    model = SSD1306Model()
    model.write(UPRIGHT)
    return model


def pixels(picture: bytes) -> set[tuple[int, int]]:
    """(x, y) of what is lit."""
    return {
        (i % 128, i // 128 * 8 + b) for i, value in enumerate(picture) for b in range(8) if value >> b & 1
    }


def test_it_is_black_until_pump_and_panel_are_on():
    model = SSD1306Model()
    model.write(b"\x40\xff")
    assert model.visible() == BLACK
    model.write(b"\x00\xaf")
    assert model.visible() == BLACK
    model.write(b"\x00\x8d\x14")
    assert model.visible() != BLACK


def test_page_addressing_stays_in_its_page(model):
    model.write(b"\x00\xb2\x0e\x17")  # page 2, column 126
    model.write(b"\x40\x01\x02\x04")
    assert pixels(model.visible()) == {(126, 16), (127, 17), (0, 18)}


def test_horizontal_addressing_goes_on_in_the_next_page_of_its_window(model):
    model.write(b"\x00\x20\x00\x21\x0a\x0b\x22\x01\x02")
    model.write(b"\x40\x01\x01\x01\x01\x80")
    assert pixels(model.visible()) == {(10, 15), (11, 8), (10, 16), (11, 16)}


def test_vertical_addressing_goes_down_first(model):
    model.write(b"\x00\x20\x01\x21\x05\x06\x22\x00\x01")
    model.write(b"\x40\x01\x01\x01")
    assert pixels(model.visible()) == {(5, 0), (5, 8), (6, 0)}


def test_commands_and_data_can_share_a_transaction(model):
    model.write(b"\x80\xb1\x80\x03\x80\x10\x40\x80")
    assert pixels(model.visible()) == {(3, 15)}


def test_a_command_may_be_split_over_transactions(model):
    model.write(b"\x00\x81")
    model.write(b"\x00\x42")
    assert model.contrast == 0x42


def test_without_remapping_the_picture_is_upside_down():
    model = SSD1306Model()
    model.write(b"\x00\x8d\x14\xa0\xc0\xaf")
    model.write(b"\x40\x01")
    assert pixels(model.visible()) == {(127, 63)}


def test_segment_remap_leaves_stored_data_where_it_is(model):
    model.write(b"\x40\x01")
    model.write(b"\x00\xa0")
    assert pixels(model.visible()) == {(0, 0)}


def test_the_start_line_scrolls(model):
    model.write(b"\x40\x01")
    model.write(b"\x00\x41")
    assert pixels(model.visible()) == {(0, 63)}


def test_inverse_and_all_on(model):
    model.write(b"\x00\xa7")
    assert model.visible() == b"\xff" * 1024
    model.write(b"\x00\xa6\xa5")
    assert model.visible() == b"\xff" * 1024


def test_changes_are_counted_only_when_seen(model):
    before = model.changes
    model.write(b"\x40\x00")
    assert model.changes == before
    model.write(b"\x00\xae")
    assert model.changes == before
    model.write(b"\x00\xaf")
    model.write(b"\x40\x01")
    assert model.changes == before + 1


def test_nobody_answers_when_it_is_not_there(model):
    model.present = False
    before = model.writes
    assert model.write(b"\x40\xff") is False
    assert model.writes == before
    assert model.visible() == BLACK


def test_a_power_cycle_is_black_and_counted(model):
    model.write(b"\x40\x01")
    before = model.changes
    model.power_cycle()
    assert model.visible() == BLACK
    assert model.changes == before + 1
