"""The wiring of the box on a Raspberry Pi Pico: the only place with pin numbers.

WIRING (GPIO, in brackets the pin of the Pico)
  OLED, I2C0       SDA 4 (6)    SCL 5 (7)    RST 3 (5), some modules     3.3 V
  MFRC522, SPI0    MISO 16 (21)  CS 17 (22)  SCK 18 (24)  MOSI 19 (25)  3.3 V
                   RST 20 (26)   IRQ 21 (27)
  Keypad           rows 1-4, open drain: 6 7 8 9 (9 10 11 12)
                   columns 1-4, pull-up: 10 11 12 13 (14 15 16 17)
  Buzzer           A 14 (19)    B 15 (20)    the halves of PWM slice 7
  NeoPixels        DIN 22 (29), optional
  Supply           a third of VSYS, and whether USB gives it: wired on the Pico itself

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
SUPPLY = 29  # ADC3 (Pico datasheet, 2.1)
VBUS = 24

Reader = namedtuple("Reader", ("spi", "cs", "rst", "irq"))
Hardware = namedtuple(
    "Hardware",
    ("reader", "i2c", "make_i2c", "rows", "columns", "buzzer", "flash", "display_rst", "supply", "vbus"),
)


def build() -> Hardware:
    """Make the buses and pins; app/box.py makes the drivers."""
    from machine import ADC, PWM, SPI, Pin
    from rp2 import Flash

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
    supply = ADC(Pin(SUPPLY))
    vbus = Pin(VBUS, Pin.IN, Pin.PULL_DOWN)
    return Hardware(reader, make_i2c(), make_i2c, rows, columns, buzzer, Flash(), display_rst, supply, vbus)


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
