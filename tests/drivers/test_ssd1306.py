"""The display shows what was drawn, and only what changed travels."""

import pytest

from banker.drivers.ssd1306 import SSD1306
from deedbox.models.bus import Clock, I2CBus
from deedbox.models.ssd1306 import BLACK, SSD1306Model


def turned(picture: bytes) -> bytes:
    """The picture upside down: bytes in reverse order, and each of them mirrored."""
    return bytes(int(f"{value:08b}"[::-1], 2) for value in reversed(picture))


@pytest.fixture
def model():
    return SSD1306Model()


@pytest.fixture
def display(model):
    display = SSD1306(I2CBus(Clock(), model))
    assert display.init()
    return display


def draw(display) -> bytes:
    display.buffer[:] = bytes((i * 7 + i // 128) & 0xFF for i in range(1024))
    return bytes(display.buffer)


def test_what_is_drawn_is_seen(display, model):
    picture = draw(display)
    assert display.show() == 8
    assert model.visible() == picture


def test_nothing_changed_sends_nothing(display, model):
    writes = model.writes
    assert display.show() == 0
    assert model.writes == writes


def test_one_changed_pixel_sends_one_page_in_one_transaction(display, model):
    before = model.writes, model.bytes
    display.buffer[3 * 128 + 5] = 0x10
    assert display.show() == 1
    assert (model.writes - before[0], model.bytes - before[1]) == (1, 135)
    assert model.visible() == bytes(display.buffer)


def test_pages_can_be_sent_a_few_at_a_time(display, model):
    picture = draw(display)
    assert [display.show(3), display.show(3), display.show(3), display.show(3)] == [3, 3, 2, 0]
    assert model.visible() == picture


def test_a_display_is_lit_only_when_its_memory_is_clean(model):
    model.write(b"\x40" + b"\x5a" * 128)  # noise after power-on
    display = SSD1306(I2CBus(Clock(), model))
    assert display.init()
    assert model.on and model.visible() == BLACK
    assert model.changed == 0


def test_a_buffer_may_be_handed_in(model):
    buffer = bytearray(1024)
    display = SSD1306(I2CBus(Clock(), model), buffer)
    display.init()
    buffer[0] = 1
    assert display.show() == 1
    assert model.visible()[0] == 1


def test_a_turned_display_shows_the_picture_upside_down(display, model):
    picture = draw(display)
    display.show()
    display.turn(True)
    assert display.show() == 8
    assert model.visible() == turned(picture)
    display.turn(False)
    display.show()
    assert model.visible() == picture


def test_inverse_contrast_and_power_leave_the_picture_alone(display, model):
    picture = draw(display)
    display.show()
    display.invert(True)
    assert model.visible() == bytes(value ^ 0xFF for value in picture)
    display.invert(False)
    display.set_contrast(1)
    assert model.contrast == 1
    display.power(False)
    assert model.visible() == BLACK
    display.power(True)
    assert model.visible() == picture
    assert display.show() == 0


def test_a_display_that_is_away_is_said_so_and_set_up_again_when_back(display, model):
    picture = draw(display)
    display.show()
    display.set_contrast(9)
    model.present = False
    display.buffer[0] ^= 0xFF
    assert display.show() == -1
    assert not display.ready and not display.probe()
    model.power_cycle()
    model.present = True
    assert display.show() >= 0
    assert model.visible() == bytes(display.buffer) != picture
    assert model.contrast == 9


def test_nobody_at_the_address_is_no_display(model):
    assert not SSD1306(I2CBus(Clock(), model), address=0x3D).init()
    assert SSD1306(I2CBus(Clock(), SSD1306Model(0x3D)), address=0x3D).init()


def test_a_controller_with_a_wider_memory_is_a_subclass(model):
    class Shifted(SSD1306):
        first_column = 2

    display = Shifted(I2CBus(Clock(), model))
    display.init()
    display.buffer[0] = 0xFF
    display.show()
    assert model.visible()[2] == 0xFF
