"""The display shows what was drawn, and only changes are sent."""

import pytest

from banker.drivers.ssd1306 import BRIGHTNESS_MAX, SSD1306
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


@pytest.mark.parametrize("address", [0x3C, 0x3D])
def test_a_display_is_found_at_either_address(address):
    model = SSD1306Model(address)
    display = SSD1306(I2CBus(Clock(), model))
    assert display.init()
    assert display.address == address
    model.present = False
    assert display.show() == 0 and not display.probe() and display.show() == -1
    model.present = True
    assert display.show() >= 0 and display.address == address


def test_a_display_at_another_address_is_no_display():
    assert not SSD1306(I2CBus(Clock(), SSD1306Model(0x3E))).init()


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


def test_a_bus_that_a_display_holds_is_freed_after_one_timeout(model):
    clock = Clock()
    bus = I2CBus(clock, model, timeout_us=10_000)
    display = SSD1306(bus)
    display.connect(clock, make_i2c=bus.free)
    assert display.init() and not display.held
    bus.stuck = True
    display.buffer[0] = 1
    before_ns = clock.now_ns
    assert display.show() == -1 and display.held
    assert clock.now_ns - before_ns == 10_000_000
    assert display.show() >= 0 and not display.held
    assert model.visible() == bytes(display.buffer)


@pytest.mark.parametrize("upside_down", [False, True], ids=["upright", "turned"])
@pytest.mark.parametrize("first_column", [0, 2, 4])
def test_an_sh1106_shows_what_is_drawn_at_every_offset(first_column, upside_down):
    model = SH1106Model(first_column=first_column)
    display = SSD1306(I2CBus(Clock(), model), turned=upside_down)
    display.set_columns(first_column, 4)
    assert display.init()
    picture = draw(display)
    assert display.show() == 8
    assert model.visible() == (turned(picture) if upside_down else picture)
    display.turn(not upside_down)
    display.show()
    assert model.visible() == (picture if upside_down else turned(picture))


def test_another_first_column_takes_effect_at_once():
    model = SH1106Model()
    display = SSD1306(I2CBus(Clock(), model))
    assert display.init()
    picture = draw(display)
    display.show()
    assert model.visible() != picture
    display.set_columns(2, 4)
    assert display.show() == 8
    assert model.visible() == picture
    writes = model.writes
    display.set_columns(2, 4)
    assert display.show() == 0 and model.writes == writes


def test_an_sh1106_is_lit_only_when_its_memory_is_clean():
    model = SH1106Model()
    display = SSD1306(I2CBus(Clock(), model))
    display.set_columns(2, 4)
    assert display.init()
    assert model.on and model.visible() == BLACK


@pytest.mark.parametrize("glass_column, setting", [(2, 0), (0, 2), (4, 2)])
def test_an_sh1106_with_the_wrong_offset_is_shifted_and_shows_noise_at_the_edge(glass_column, setting):
    model = SH1106Model(first_column=glass_column)
    display = SSD1306(I2CBus(Clock(), model))
    display.set_columns(setting, 4)
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


def test_an_ssd1306_with_the_offset_of_an_sh1106_is_lit_and_shifted(model):
    display = SSD1306(I2CBus(Clock(), model))
    display.set_columns(2, 4)
    assert display.init()
    picture = draw(display)
    display.show()
    assert model.visible()[2:128] == picture[:126]


def test_an_offset_that_no_module_has_is_refused():
    for wrong in (-1, 5):
        with pytest.raises(ValueError):
            SSD1306(I2CBus(Clock())).set_columns(wrong, 4)


KINDS = (SSD1306Model, SH1106Model, SSD1309Model)


@pytest.mark.parametrize("kind", KINDS)
def test_one_setting_lights_every_controller_from_any_power_on(kind):
    clock = Clock()
    model = kind()
    display = with_reset(model, clock)
    if kind is SH1106Model:
        display.set_columns(2, 4)
    assert display.init()
    picture = draw(display)
    for _ in range(2):
        display.init()
        display.show()
        assert model.visible() == picture
        model.power_cycle()
        display = with_reset(model, clock)
        display.set_columns(2 if kind is SH1106Model else 0, 4)
        draw(display)


def with_reset(model, clock):
    display = SSD1306(I2CBus(clock, model))
    display.connect(clock, ModelPin(clock, write=model.set_rst))
    return display


def test_an_ssd1309_gets_its_reset_pulse_and_needs_no_pump():
    model = SSD1309Model()
    display = with_reset(model, Clock())
    assert display.init()
    picture = draw(display)
    assert display.show() == 8
    assert model.visible() == picture


def test_an_ssd1309_without_the_pulse_does_not_answer():
    assert not SSD1306(I2CBus(Clock(), SSD1309Model())).init()


SLOW = {"pulse_ms": 15, "start_ms": 90}


def test_a_module_that_is_slow_to_reset_and_to_start_lights_up():
    model = SSD1309Model(**SLOW)
    display = with_reset(model, Clock())
    assert display.init()
    assert display.ready and model.on


def test_what_is_done_during_the_pulse_is_time_that_init_does_not_wait():
    clock = Clock()
    display = with_reset(SSD1309Model(**SLOW), clock)
    clock.sleep_ms(300)
    assert display.show(0) == -1  # ends the pulse
    clock.sleep_ms(300)
    before_ms = clock.ticks_ms()
    assert display.init()
    assert clock.ticks_ms() - before_ms < 35  # the setting and a whole picture


@pytest.mark.parametrize("setting", [{}, SLOW], ids=["quick", "slow"])
def test_an_ssd1309_that_lost_power_gets_another_pulse_and_no_call_waits_for_it(setting):
    clock = Clock()
    model = SSD1309Model(**setting)
    display = with_reset(model, clock)
    display.init()
    draw(display)
    display.show()
    model.power_cycle()
    display.buffer[0] ^= 0xFF
    answers = []
    for _ in range(20):
        before_ms = clock.ticks_ms()
        answers.append(display.show())
        assert clock.ticks_ms() - before_ms < (5 if answers[-1] < 0 else 35)
        clock.sleep_ms(10)
    assert answers[0] == -1 and answers[-1] == 0
    assert model.visible() == bytes(display.buffer)


def test_a_module_without_a_reset_pin_comes_up_when_it_is_ready():
    clock = Clock()
    model = SSD1306Model(start_ms=2000)
    display = with_reset(model, clock)
    assert not display.init()
    draw(display)
    while not display.ready:
        display.show(0)
        clock.sleep_ms(250)
    assert 2000 <= clock.ticks_ms() < 2800
    assert model.visible() == bytes(display.buffer)
