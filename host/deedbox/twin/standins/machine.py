# mypy: ignore-errors
# `machine` for the unix port: the part of the rp2 port's module that the firmware uses. Pins and buses lead
# to the chip models on the host. It is first on the path, so it hides the built-in module.

import os
import time

import wire

from micropython import const

_PIN = const(1)
_LEVELS = const(2)
_SPI_WRITE = const(3)
_SPI_SWAP = const(4)
_I2C_WRITE = const(5)
_I2C_READ = const(6)
_PWM = const(7)
_RESET = const(10)
_ANALOG = const(11)
_SPI_SPEED = const(12)

PWRON_RESET = const(1)
WDT_RESET = const(3)

# Pins whose level matters only to the next transaction (CS, rows): they are sent together with it.
_lazy = int(os.getenv("DEEDBOX_LAZY_PINS"))

_levels = bytearray(4)
_one = bytearray(1)
_two = bytearray(2)
_unread = 0  # input pins with a sampled level that was not read yet
_sampled_us = 0

# One sample has the levels of all inputs, so reading the keypad's four columns takes one round trip.
_SAMPLE_US = const(200)


def _level(number: int) -> int:
    global _unread, _sampled_us
    bit = 1 << number
    now = time.ticks_us()
    if not _unread & bit or time.ticks_diff(now, _sampled_us) > _SAMPLE_US:
        wire.begin1(_LEVELS, number)
        wire.ask(_levels)
        _sampled_us = now
        _unread = 0x3FFFFFFF
    _unread &= ~bit
    return _levels[number >> 3] >> (number & 7) & 1


class Pin:
    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __init__(self, id, mode=-1, pull=-1, *, value=None, alt=-1):
        self.id = id
        self._mode = 0
        self._out = 1
        self._handler = None
        self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=-1, *, value=None, alt=-1):
        if mode != -1:
            self._mode = mode
        if value is not None:
            self._set(value)

    def _set(self, level):
        global _unread
        self._out = level = 1 if level else 0
        _unread = 0
        wire.begin1(_PIN, self.id | level << 7)
        if _lazy >> self.id & 1:
            wire.wait()
        else:
            wire.send()

    def __call__(self, level=None):
        if level is not None:
            self._set(level)
        elif self._mode == 1:
            return self._out
        else:
            level = _level(self.id)
            if self._handler and level != self._last:
                self._last = level
                if self._trigger & (8 if level else 4):
                    self._handler(self)
            return level

    value = __call__

    def on(self):
        self._set(1)

    def off(self):
        self._set(0)

    high = on
    low = off

    def toggle(self):
        self._set(not self._out)

    # There are no interrupts here: reading a pin notices its edge and calls the handler.
    def irq(self, handler=None, trigger=12, hard=False):
        self._trigger = trigger
        self._last = _level(self.id)
        self._handler = handler
        return self


class SPI:
    MSB = 1
    LSB = 0

    def __init__(self, id, baudrate=1000000, **pins):
        self.init(baudrate=baudrate)

    def init(self, *, baudrate=0, **settings):
        if baudrate:
            wire.begin(_SPI_SPEED, 0, baudrate)
            wire.wait()

    def deinit(self):
        pass

    def write(self, data):
        global _unread
        _unread = 0
        wire.begin(_SPI_WRITE, 0, len(data))
        wire.add(data)
        wire.send()

    def write_readinto(self, data, into):
        global _unread
        _unread = 0
        wire.begin(_SPI_SWAP, 0, len(data))
        wire.add(data)
        wire.ask(into)

    def readinto(self, into, write=0):
        for i in range(len(into)):
            into[i] = write
        self.write_readinto(into, into)

    def read(self, count, write=0):
        into = bytearray(count)
        self.readinto(into, write)
        return bytes(into)


class I2C:
    def __init__(self, id, *, scl=None, sda=None, freq=400000, timeout=50000):
        pass

    def _acknowledged(self):
        if _one[0] != 1:
            raise OSError(110 if _one[0] else 5)  # ETIMEDOUT, EIO, as in the rp2 port

    def writeto(self, address, data, stop=True):
        wire.begin(_I2C_WRITE, address, len(data))
        wire.add(data)
        wire.ask(_one)
        self._acknowledged()
        return len(data)

    def writevto(self, address, vector, stop=True):
        length = 0
        for data in vector:
            length += len(data)
        wire.begin(_I2C_WRITE, address, length)
        for data in vector:
            wire.add(data)
        wire.ask(_one)
        self._acknowledged()
        return length

    def readfrom_into(self, address, into, stop=True):
        wire.begin(_I2C_READ, address, len(into))
        wire.ask(_one, into)
        self._acknowledged()

    def readfrom(self, address, count, stop=True):
        into = bytearray(count)
        self.readfrom_into(address, into)
        return bytes(into)

    def scan(self):
        addresses = []
        for address in range(8, 0x78):
            try:
                self.writeto(address, b"")
                addresses.append(address)
            except OSError:
                pass
        return addresses


SoftI2C = I2C
SoftSPI = SPI


class PWM:
    _slices = {}  # the two pins of a slice have one frequency

    def __init__(self, pin, *, freq=0, duty_u16=-1, duty_ns=-1, invert=False):
        self._pin = pin.id
        self._slice = pin.id >> 1 & 7
        self._duty = max(duty_u16, 0)
        if freq:
            self.freq(freq)

    def _tell(self):
        wire.begin(_PWM, self._pin, self._slices.get(self._slice, 0))
        wire.wait()
        wire.begin(_PWM, self._pin | 128, self._duty)
        wire.send()

    def init(self, *, freq=None, duty_u16=None):
        if duty_u16 is not None:
            self._duty = duty_u16
        if freq is not None:
            self._slices[self._slice] = freq
        self._tell()

    def freq(self, hertz=None):
        if hertz is None:
            return self._slices.get(self._slice, 0)
        self._slices[self._slice] = hertz
        self._tell()

    def duty_u16(self, duty=None):
        if duty is None:
            return self._duty
        self._duty = duty
        self._tell()

    def deinit(self):
        self._duty = 0
        self._tell()


class ADC:
    def __init__(self, source):
        self._pin = source.id if isinstance(source, Pin) else source

    def read_u16(self):
        wire.begin1(_ANALOG, self._pin)
        wire.ask(_two)
        return _two[0] | _two[1] << 8


class WDT:
    # It never resets the box, because on a busy machine a slow firmware would look like one that hangs.
    fed = 0  # how often

    def __init__(self, id=0, timeout=5000):
        pass

    def feed(self):
        WDT.fed += 1


class Timer:
    # Nothing calls these here, since the unix port has no timers. A test can.
    ONE_SHOT = 0
    PERIODIC = 1
    running = []

    def __init__(self, id=-1, *, mode=1, period=-1, freq=None, callback=None, hard=False):
        self.period = period
        self.callback = callback
        Timer.running.append(self)

    def deinit(self):
        if self in Timer.running:
            Timer.running.remove(self)


def unique_id() -> bytes:
    import binascii

    return binascii.unhexlify(os.getenv("DEEDBOX_BOARD_ID"))


def _restart(kind: int):
    wire.begin1(_RESET, kind)
    wire.ask(_one)  # no answer comes: the host ends this process


def reset():
    _restart(0)


def soft_reset():
    _restart(1)


def bootloader(timeout=0):
    _restart(0)


def reset_cause() -> int:
    return int(os.getenv("DEEDBOX_RESET_CAUSE"))


def freq(hertz=None):
    return 125000000


def idle():
    time.sleep_ms(1)


def lightsleep(ms=0):
    time.sleep_ms(ms)


def disable_irq():
    return 0


def enable_irq(state):
    pass
