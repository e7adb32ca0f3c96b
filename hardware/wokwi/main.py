"""Try the wiring, part by part, with plain MicroPython: on Wokwi, or on a Pico before the firmware is on it.

Needs firmware/boards/pico.py beside it, as pico.py. Says on the serial port what CHECK YOUR BOX says on the
display: each part ticks itself off; the keys as they are pressed, a tag as it comes.
"""

import time

import pico

KEYS = "123A456B789C*0#D"
DISPLAYS = (0x3C, 0x3D)

# Registers of the MFRC522 (data sheet, 9.2).
COMMAND = 0x01
COM_IRQ = 0x04
FIFO_DATA = 0x09
FIFO_LEVEL = 0x0A
BIT_FRAMING = 0x0D
MODE = 0x11
TX_CONTROL = 0x14
TX_ASK = 0x15
T_MODE = 0x2A
T_PRESCALER = 0x2B
T_RELOAD_H = 0x2C
T_RELOAD_L = 0x2D
VERSION = 0x37

TRANSCEIVE = 0x0C
WUPA = 0x52  # "anybody there?" of ISO/IEC 14443-3, seven bits


def register(reader, address: int, value=None) -> int:
    """Read it, or write it if a value is given (8.1.2.3)."""
    reader.cs(0)
    if value is None:
        reader.spi.write(bytes((address << 1 | 0x80,)))
        value = reader.spi.read(1)[0]
    else:
        reader.spi.write(bytes((address << 1, value)))
    reader.cs(1)
    return value


def start_reader(reader) -> str:
    reader.rst(0)
    time.sleep_ms(1)
    reader.rst(1)
    time.sleep_ms(50)
    version = register(reader, VERSION)
    if version in (0x00, 0xFF):
        return "silent\n check pins 21-27"
    register(reader, T_MODE, 0x80)  # the timer ends a wait, after 40 steps of 25 us
    register(reader, T_PRESCALER, 0xA9)
    register(reader, T_RELOAD_H, 0)
    register(reader, T_RELOAD_L, 40)
    register(reader, TX_ASK, 0x40)
    register(reader, MODE, 0x3D)
    register(reader, TX_CONTROL, 0x83)  # field on
    return "ok" if version in (0x91, 0x92) else f"ok, a clone ({version:02x})"


def tag_there(reader) -> bool:
    """Does anybody answer to WUPA?"""
    register(reader, COMMAND, 0)
    register(reader, COM_IRQ, 0x7F)
    register(reader, FIFO_LEVEL, 0x80)
    register(reader, FIFO_DATA, WUPA)
    register(reader, COMMAND, TRANSCEIVE)
    register(reader, BIT_FRAMING, 0x87)
    for _ in range(50):
        time.sleep_ms(1)
        if register(reader, COM_IRQ) & 0x31:  # an answer, or the timer
            break
    register(reader, BIT_FRAMING, 0)
    return bool(register(reader, COM_IRQ) & 0x20) and register(reader, FIFO_LEVEL) == 2


def draw(i2c, rst) -> str:
    """A chessboard; SSD1306 commands, which the others understand well enough to light up."""
    rst(0)
    time.sleep_ms(20)
    rst(1)
    time.sleep_ms(100)
    for address in DISPLAYS:
        try:
            setting = b"\x00\xae\x8d\x14\x20\x02\xa1\xc8\xda\x12\x81\x7f\xa4\xa6"
            i2c.writeto(address, setting)
            for page in range(8):
                i2c.writeto(address, bytes((0x00, 0xB0 | page, 0x00, 0x10)))
                light, dark = (b"\xff" * 8, b"\x00" * 8) if page & 1 else (b"\x00" * 8, b"\xff" * 8)
                i2c.writeto(address, b"\x40" + (light + dark) * 8)
            i2c.writeto(address, b"\x00\xaf")
            return "ok, a chessboard"
        except OSError:
            pass
    return "silent\n check pins 6-7"


def pressed(rows, columns) -> str:
    found = ""
    for r, row in enumerate(rows):
        row(0)
        for c, column in enumerate(columns):
            if not column():
                found += KEYS[4 * r + c]
        row(1)
    return found


def beep(leg, other_leg) -> None:
    """The legs swing against each other; the second one is inverted, so both are low in the end."""
    leg.freq(4186)
    leg.duty_u16(32768)
    other_leg.duty_u16(32768)
    time.sleep_ms(100)
    leg.duty_u16(0)
    other_leg.duty_u16(65535)


def main() -> None:
    board = pico.build()
    print("CHECK YOUR BOX")
    print("Display ", draw(board.i2c, board.display_rst))
    beep(*board.buzzer)
    print("Buzzer   did it beep?")
    print("Reader  ", start_reader(board.reader))
    print(f"Supply   {board.supply.read_u16() * 9.9 / 65536:.1f} V")
    print("Press each key once, then tap a tag.")
    seen = ""
    tag = False
    while len(seen) < 16 or not tag:
        for key in pressed(board.rows, board.columns):
            if key not in seen:
                seen += key
                print(f"Keys     {len(seen)} of 16: {key}")
        if not tag and tag_there(board.reader):
            tag = True
            print("Reader   reads tags")
        time.sleep_ms(20)
    print("All is well.")


main()
