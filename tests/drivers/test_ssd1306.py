"""The display shows what was drawn, and only changes are sent."""

import pytest

from banker.drivers.sh1106 import SH1106
from banker.drivers.ssd1306 import BRIGHTNESS_MAX, SSD1306
from banker.drivers.ssd1309 import SSD1309
from deedbox.models.bus import Clock, I2CBus, ModelPin
from deedbox.models.ssd1306 import BLACK, SH1106Model, SSD1306Model, SSD1309Model


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
    assert model.changes == 0


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


def test_brightness_has_steps_and_survives_an_absence(display, model):
    contrasts = []
    for level in range(BRIGHTNESS_MAX + 1):
        display.set_brightness(level)
        contrasts.append(model.contrast)
    assert contrasts == sorted(set(contrasts)) and contrasts[-1] == 0xFF
    display.set_brightness(1)
    model.present = False
    display.buffer[0] = 1
    display.show()
    model.power_cycle()
    model.present = True
    display.show()
    assert model.contrast == contrasts[1]


def test_a_display_that_does_not_answer_costs_one_transaction_and_never_raises(model):
    clock = Clock()
    bus = I2CBus(clock, model, timeout_us=10_000)
    display = SSD1306(bus)
    model.present = False
    before_ns = clock.now_ns
    assert not display.init()
    assert display.show() == -1
    display.turn(True)
    display.set_brightness(2)
    display.invert(True)
    display.power(True)
    assert not display.probe()
    assert clock.now_ns - before_ns < 1_000_000


def test_a_bus_held_low_costs_one_timeout_a_call(model):
    clock = Clock()
    bus = I2CBus(clock, model, timeout_us=10_000)
    display = SSD1306(bus)
    assert display.init()
    bus.stuck = True
    display.buffer[0] = 1
    for _ in range(3):
        before_ns = clock.now_ns
        assert display.show() == -1
        assert clock.now_ns - before_ns == 10_000_000
    bus.stuck = False
    assert display.show() >= 0
    assert model.visible() == bytes(display.buffer)


@pytest.mark.parametrize("upside_down", [False, True], ids=["upright", "turned"])
@pytest.mark.parametrize("first_column", [0, 2, 4])
def test_an_sh1106_shows_what_is_drawn_at_every_offset(first_column, upside_down):
    model = SH1106Model(first_column=first_column)
    display = SH1106(I2CBus(Clock(), model), turned=upside_down)
    display.set_first_column(first_column)
    assert display.init()
    picture = draw(display)
    assert display.show() == 8
    assert model.visible() == (turned(picture) if upside_down else picture)
    display.turn(not upside_down)
    display.show()
    assert model.visible() == (picture if upside_down else turned(picture))


def test_an_sh1106_is_lit_only_when_its_memory_is_clean():
    model = SH1106Model()
    display = SH1106(I2CBus(Clock(), model))
    assert display.init()
    assert model.on and model.visible() == BLACK


@pytest.mark.parametrize("glass_column, setting", [(2, 0), (0, 2), (4, 2)])
def test_an_sh1106_with_the_wrong_offset_is_shifted_and_shows_noise_at_the_edge(glass_column, setting):
    model = SH1106Model(first_column=glass_column)
    display = SH1106(I2CBus(Clock(), model))
    display.set_first_column(setting)
    display.init()
    picture = draw(display)
    display.show()
    visible, shift = model.visible(), glass_column - setting
    for page in range(8):
        row, expected = visible[page * 128 : (page + 1) * 128], picture[page * 128 : (page + 1) * 128]
        if shift > 0:
            assert row == expected[shift:] + b"\xa5" * shift
        else:
            assert row == b"\xa5" * -shift + expected[:shift]


def test_an_sh1106_taken_for_an_ssd1306_is_readable_but_shifted():
    model = SH1106Model()
    display = SSD1306(I2CBus(Clock(), model))
    display.init()
    picture = draw(display)
    display.show()
    assert model.visible()[:126] == picture[2:128]


def test_an_ssd1306_taken_for_an_sh1106_stays_dark(model):
    display = SH1106(I2CBus(Clock(), model))
    assert display.init()
    draw(display)
    display.show()
    assert model.visible() == BLACK


def test_an_offset_that_no_module_has_is_refused():
    for wrong in (-1, 5):
        with pytest.raises(ValueError):
            SH1106(I2CBus(Clock())).set_first_column(wrong)


def ssd1309(model, clock, with_rst=True):
    display = SSD1309(I2CBus(clock, model))
    if with_rst:
        display.set_reset_pin(ModelPin(clock, write=model.set_rst), clock.sleep_us)
    return display


def test_an_ssd1309_gets_its_reset_pulse_and_needs_no_pump():
    model = SSD1309Model()
    display = ssd1309(model, Clock())
    assert display.init()
    picture = draw(display)
    assert display.show() == 8
    assert model.visible() == picture


def test_an_ssd1309_without_the_pulse_does_not_answer():
    model = SSD1309Model()
    assert not ssd1309(model, Clock(), with_rst=False).init()
    assert not SSD1306(I2CBus(Clock(), model)).init()


def test_an_ssd1309_that_lost_power_gets_another_pulse():
    model = SSD1309Model()
    display = ssd1309(model, Clock())
    display.init()
    draw(display)
    display.show()
    model.power_cycle()
    display.buffer[0] ^= 0xFF
    assert display.show() == -1
    assert display.show() >= 0
    assert model.visible() == bytes(display.buffer)
