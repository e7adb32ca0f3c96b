"""The wiring of the box, the same for every Pico: the only place with pin numbers. The others are beside it.

WIRING (GPIO, in brackets the pin of the Pico)
  OLED, I2C0       SDA 4 (6)    SCL 5 (7)    RST 3 (5), some modules     3.3 V
  MFRC522, SPI0    MISO 16 (21)  CS 17 (22)  SCK 18 (24)  MOSI 19 (25)  3.3 V
                   RST 20 (26)   IRQ 21 (27)
  Keypad           rows 1-4, open drain: 6 7 8 9 (9 10 11 12)
                   columns 1-4, pull-up: 10 11 12 13 (14 15 16 17)
  Buzzer           A 14 (19)    B 15 (20)    the halves of PWM slice 7
  NeoPixels        DIN 22 (29), optional
  Carrier board    switch of the display 2 (4)    a third of VSYS 28 (34); not used yet
  On the Pico      a third of VSYS, whether USB gives it, how the converter works, the LED

`machine` and `rp2` are imported in build(), because the host reads these numbers too. Nothing comes from
`typing`, because the simulator of hardware/wokwi runs this file as it is.
"""

from collections import namedtuple

I2C_BUS = 0
I2C_SDA = 4
I2C_SCL = 5
I2C_HZ = 400_000
# Of one transaction. A display page takes 3 ms, and a display that holds the bus must not stop a game.
I2C_TIMEOUT_US = 10_000
DISPLAY_RST = 3

SPI_BUS = 0
SPI_MISO = 16
SPI_SCK = 18
SPI_MOSI = 19
SPI_HZ = 4_000_000  # for 20 cm of loose wire; the readers allow 5 MHz or more, and their check may halve it
READER_CS = 17
READER_RST = 20
READER_IRQ = 21

KEY_ROWS = (6, 7, 8, 9)
KEY_COLUMNS = (10, 11, 12, 13)

BUZZER_A = 14
BUZZER_B = 15
PIXELS = 22
DISPLAY_POWER = 2  # on the carrier board, low is on; a resistor there keeps it low
DIVIDER = 28  # ADC2, on the carrier board
SUPPLY = 29  # ADC3 (Pico datasheet, 2.1)
VBUS = 24
LED = 25
QUIET = 23  # high: the converter switches at one frequency also at little load, which is less noise
_ABSENT = 11915  # a reading of 1.8 V, below which no Pico runs

Reader = namedtuple("Reader", ("spi", "cs", "rst", "irq"))
Hardware = namedtuple(
    "Hardware",
    (
        "reader",
        "i2c",
        "make_i2c",
        "rows",
        "columns",
        "buzzer",
        "flash",
        "display_rst",
        "supply",
        "vbus",
        "led",
        "reset_cause",
    ),
)


def build(radio: bool | None = None, pull_down: bool = True) -> Hardware:
    """Make the buses and pins; app/box.py makes the drivers.

    `radio`: is it a W? None: find out, since the MicroPython of the others runs on a W too. `pull_down`: may
    the pin that sees USB be pulled down?
    """
    from machine import ADC, PWM, SPI, Pin, reset_cause
    from rp2 import Flash

    supply = ADC(Pin(SUPPLY))
    if radio is None:
        radio = has_radio(supply)
    led = Pin(LED, Pin.OUT, value=1)  # on a W: connects the divider to SUPPLY, and stays high
    vbus = None
    if radio:
        led = None  # type: ignore[assignment] # it is behind the radio, as are VBUS and QUIET
    else:
        Pin(QUIET, Pin.OUT, value=1)
        vbus = Pin(VBUS, Pin.IN, Pin.PULL_DOWN) if pull_down else Pin(VBUS, Pin.IN)
    # CS is first, and high: the reader must not listen while the other pins are set up.
    cs = Pin(READER_CS, Pin.OUT, value=1)
    spi = SPI(
        SPI_BUS,
        baudrate=SPI_HZ,
        sck=Pin(SPI_SCK),
        mosi=Pin(SPI_MOSI),
        miso=Pin(SPI_MISO),
    )
    # Many modules leave IRQ open drain or unconnected: the pull-up keeps it quiet.
    reader = Reader(spi, cs, Pin(READER_RST, Pin.OUT, value=1), Pin(READER_IRQ, Pin.IN, Pin.PULL_UP))
    display_rst = Pin(DISPLAY_RST, Pin.OUT, value=1)
    rows = tuple([Pin(number, Pin.OPEN_DRAIN, value=1) for number in KEY_ROWS])
    columns = tuple([Pin(number, Pin.IN, Pin.PULL_UP) for number in KEY_COLUMNS])
    # The rp2 port can invert a PWM, which the stubs do not have.
    buzzer = (PWM(Pin(BUZZER_A)), PWM(Pin(BUZZER_B), invert=True))  # type: ignore[call-arg]
    return Hardware(
        reader,
        make_i2c(),
        make_i2c,
        rows,
        columns,
        buzzer,
        Flash(),
        display_rst,
        supply,
        vbus,
        led,
        reset_cause(),
    )


def has_radio(supply: object) -> bool:
    """Is this a W? There the divider is connected to SUPPLY only while the pin of the LED is high.

    (Raspberry Pi, "Connecting to the Internet with Pico W", 2.4.)
    """
    from machine import Pin

    gate = Pin(LED, Pin.OUT, value=0)
    low = _settled(supply)
    gate(1)
    return low < _ABSENT <= _settled(supply)


def _settled(supply: object) -> int:
    """A reading after the pin has had time to follow: 16 of them take a fraction of a millisecond."""
    reading = 0
    for _ in range(16):
        reading = supply.read_u16()  # type: ignore[attr-defined]
    return reading


def make_i2c() -> object:
    """The display's bus. A display that was cut off within a byte holds SDA low until it has its nine clocks.

    A STOP follows them (NXP's UM10204, 3.1.16). A pin call takes about 2 us, slow enough for any display.
    """
    from machine import I2C, Pin

    sda = Pin(I2C_SDA, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1)
    scl = Pin(I2C_SCL, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1)
    for _ in range(9):
        scl(0)
        scl(1)
    scl(0)
    sda(0)
    scl(1)
    sda(1)
    pins = {"sda": sda, "scl": scl}
    # The rp2 port takes a timeout, which the stubs do not have.
    return I2C(I2C_BUS, freq=I2C_HZ, timeout=I2C_TIMEOUT_US, **pins)  # type: ignore[call-overload]
