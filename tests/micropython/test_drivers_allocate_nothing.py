"""In MicroPython the drivers take no heap while they work: shown with the heap locked, and by its counter."""

import gc

import check
import reader_recording
from replay import ReplayPin, ReplaySPI

import micropython
from banker.drivers.buzzer import UP_SIX, Buzzer
from banker.drivers.crca import crc_a
from banker.drivers.iso14443a import TagReader
from banker.drivers.keypad import Keypad
from banker.drivers.mfrc522 import MFRC522
from banker.drivers.ssd1306 import SSD1306
from banker.drivers.taps import NOTHING, TAP, Taps


def no_sleep(us):
    pass


class Steps:
    """A reader with a recorded conversation, set up and ready for its first look."""

    def __init__(self, recording, with_irq, idle_after_ms=30000):
        self.spi = ReplaySPI(recording)
        chip = MFRC522(self.spi, ReplayPin(), no_sleep, ReplayPin(), ReplayPin(0) if with_irq else None)
        self.taps = Taps(TagReader(chip), idle_after_ms=idle_after_ms)
        if not chip.init():
            raise ValueError("init")
        self.now_ms = 0
        self.event = -1

    def __call__(self):
        self.now_ms += 20
        self.event = self.taps.step(self.now_ms)


def counted(action):
    """Bytes of heap that one more call takes."""
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    action()
    after = gc.mem_alloc()
    gc.enable()
    return after - before


def locked(action):
    """One call with the heap locked: MemoryError if it wants even one byte."""
    micropython.heap_lock()
    try:
        action()
    finally:
        micropython.heap_unlock()


def equal(actual, expected):
    if actual != expected:
        raise AssertionError("%r is not %r" % (actual, expected))


def test_the_proof_notices_an_allocation():
    def action():
        return [1, 2, 3]

    equal(counted(action) > 0, True)
    try:
        locked(action)
    except MemoryError:
        return
    raise AssertionError("a list was made with the heap locked")


def test_an_empty_look_with_the_irq_pin_takes_no_heap():
    look = Steps(reader_recording.EMPTY_IRQ, True)
    locked(look)
    locked(look)
    before = look.spi.transactions
    equal(counted(look), 0)
    equal(look.spi.transactions - before, 7)
    locked(look)
    equal(look.event, NOTHING)
    equal(look.spi.over(), True)


def test_an_empty_look_by_polling_takes_no_heap():
    look = Steps(reader_recording.EMPTY_POLLED, False)
    locked(look)
    equal(counted(look), 0)
    equal(look.event, NOTHING)
    equal(look.spi.over(), True)


def test_falling_asleep_and_a_look_now_and_then_take_no_heap():
    look = Steps(reader_recording.ASLEEP_IRQ, True, 60)
    costs = []
    for _ in range(18):
        before = look.spi.transactions
        locked(look)
        costs.append(look.spi.transactions - before)
    equal(costs[0], 7)  # an empty look
    equal(sorted(set(costs)), [0, 1, 7, 8])  # the field off in between: nothing, on, a look, a look and off
    equal(costs.count(0) > 8, True)
    equal(counted(look), 0)
    locked(look)
    equal(look.spi.over(), True)


def test_a_tap_and_a_held_tag_take_no_heap():
    for recording, uid in (
        (reader_recording.UID4_IRQ, b"\xde\xad\xbe\x01"),
        (reader_recording.UID7_IRQ, b"\x04\xa1\xb2\xc3\xd4\xe5\xf6"),
    ):
        look = Steps(recording, True)
        locked(look)
        equal(look.event, TAP)
        equal(bytes(look.taps.uid[: look.taps.uid_len]), uid)
        equal(counted(look), 0)
        equal(look.event, NOTHING)
        equal(look.spi.over(), True)


def test_a_tap_by_polling_takes_no_heap():
    look = Steps(reader_recording.UID7_POLLED, False)
    locked(look)
    equal(look.event, TAP)
    equal(look.spi.over(), True)


def test_the_crc_is_that_of_the_standard_and_takes_no_heap():
    data = b"\x00\x00\x12\x34"
    equal(crc_a(data, 0, 2), 0x1EA0)
    equal(crc_a(data, 2, 4), 0xCF26)
    equal(counted(lambda: crc_a(data, 0, 4)), 0)


class CountingI2C:
    def __init__(self):
        self.writes = 0
        self.bytes = 0

    def writeto(self, address, data):
        self.writes += 1
        self.bytes += len(data)


def test_showing_takes_no_heap_changed_or_not():
    i2c = CountingI2C()
    display = SSD1306(i2c)
    equal(display.init(), True)
    writes = i2c.writes
    equal(counted(display.show), 0)
    equal(i2c.writes, writes)
    display.buffer[500] = 1
    equal(counted(display.show), 0)
    equal(i2c.writes, writes + 1)
    for i in range(1024):
        display.buffer[i] ^= 0xFF
    locked(display.show)
    equal(i2c.writes, writes + 9)


class Matrix:
    """One key, row 1 column 2, without a model: pins that allocate nothing."""

    def __init__(self):
        self.down = False
        self.driven = -1
        self.row = 0
        self.column = 0
        self.rows = [self._row(i) for i in range(4)]
        self.columns = [self._column(i) for i in range(4)]

    def _row(self, i):
        def pin(level):
            self.driven = -1 if level else i

        return pin

    def _column(self, i):
        def pin():
            return 0 if self.down and self.driven == 1 and i == 2 else 1

        return pin


def test_scanning_and_a_pressed_key_take_no_heap():
    matrix = Matrix()
    keypad = Keypad(matrix.rows, matrix.columns)

    def press():
        keypad.scan(0)
        keypad.scan(100)
        keypad.scan(200)

    equal(counted(press), 0)
    matrix.down = True
    locked(press)
    equal(keypad.get(), ord("6"))
    equal(keypad.get(), 0)


class CountingPWM:
    def __init__(self):
        self.notes = 0

    def freq(self, hz):
        self.notes += 1

    def duty_u16(self, duty):
        pass


def test_a_tune_takes_no_heap():
    pwm = CountingPWM()
    buzzer = Buzzer(pwm, CountingPWM())

    def whole():
        buzzer.play(UP_SIX)
        now_ms = 0
        while buzzer.poll(now_ms):
            now_ms += 5

    equal(counted(whole), 0)
    locked(whole)
    equal(pwm.notes, 12)


if __name__ == "__main__":
    check.run(globals())
