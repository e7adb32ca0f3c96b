"""Buses and pins behave like MicroPython's where drivers rely on it."""

import pytest

from deedbox.models.bus import Clock, I2CBus, ModelPin, SPIBus, buzzer_pwms, reader_pins
from deedbox.models.buzzer import BuzzerModel
from deedbox.models.mfrc522 import MFRC522Model
from deedbox.models.ssd1306 import SSD1306Model


def test_an_spi_transaction_reads_a_register_and_takes_time():
    model = MFRC522Model()
    clock = Clock(model)
    cs, _, _ = reader_pins(model, clock)
    answer = bytearray(2)
    cs(0)
    SPIBus(model, clock).write_readinto(b"\xee\x00", answer)
    cs(1)
    assert answer[1] == 0x92
    assert clock.now_ns > 2_000 and model.now_ns == clock.now_ns


def test_spi_buffers_must_have_the_same_length():
    model = MFRC522Model()
    with pytest.raises(ValueError):
        SPIBus(model, Clock(model)).write_readinto(b"\x00", bytearray(2))


def test_nobody_at_an_i2c_address_is_an_error():
    with pytest.raises(OSError):
        I2CBus(Clock(), SSD1306Model()).writeto(0x3D, b"\x00")


def test_a_vector_is_one_transaction():
    model = SSD1306Model()
    I2CBus(Clock(), model).writevto(0x3C, (b"\x40", b"\x01\x02"))
    assert (model.writes, model.bytes) == (1, 3)


def test_a_kilobyte_takes_23_ms_at_400_khz():
    clock = Clock()
    I2CBus(clock, SSD1306Model()).writeto(0x3C, bytes(1025))
    assert 22_000_000 < clock.now_ns < 24_000_000


def test_a_pin_reads_and_writes_by_call():
    levels = []
    pin = ModelPin(Clock(), write=levels.append)
    pin(0)
    pin.on()
    pin.value(0)
    assert levels == [0, 1, 0]
    assert pin() == 0


def test_pwm_reaches_the_buzzer_with_the_time_of_the_clock():
    clock, model = Clock(), BuzzerModel()
    first, other = buzzer_pwms(model, clock)
    first.freq(440)
    for leg in (first, other):
        leg.duty_u16(32768)
    clock.sleep_ms(5)
    first.duty_u16(0)
    other.duty_u16(65535)
    assert model.notes == [(0, 5_000_000, 440)]
    with pytest.raises(ValueError):
        first.freq(0)
