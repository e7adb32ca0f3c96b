# main.py for both runners (tests/twin and tests/chip): one line of output per part of the box.
# With key 5 held and a tag on the reader it prints, wherever it runs:
# = version 0x92
# = tag 2 irq 1 0
# = nobody 5
# = keys [(1, 1)]
# = flash b'deed' 352 4096

import time

from boards import pico

board = pico.build()
spi, cs, rst, irq = board.reader
query = bytearray(2)
answer = bytearray(2)


def write(register, value):
    query[0] = register << 1
    query[1] = value
    cs(0)
    spi.write(query)
    cs(1)


def read(register):
    query[0] = 0x80 | register << 1
    query[1] = 0
    cs(0)
    spi.write_readinto(query, answer)
    cs(1)
    return answer[1]


rst(0)
time.sleep_ms(1)
rst(1)
time.sleep_ms(1)
print("version", hex(read(0x37)))

# A tag answers WUPA with two bytes. Field on, 7 bits, timer of 1 ms, IRQ pin low when it ends either way.
for register, value in ((0x14, 0x83), (0x2A, 0x80), (0x2B, 0xA9), (0x2D, 39), (0x02, 0xA1), (0x03, 0x80)):
    write(register, value)
time.sleep_ms(6)
for register, value in ((0x04, 0x7F), (0x0A, 0x80), (0x09, 0x52), (0x01, 0x0C), (0x0D, 0x87)):
    write(register, value)
before = irq()
time.sleep_ms(3)
print("tag", read(0x0A), "irq", before, irq())

for command in (0x8D, 0x14, 0x20, 0x00, 0xA1, 0xC8, 0xAF):
    board.i2c.writeto(0x3C, bytes((0x80, command)))
board.i2c.writevto(0x3C, (b"\x40", b"\x0f" * 128))
try:
    board.i2c.writeto(0x3D, b"\x00")
except OSError as error:
    print("nobody", error.errno)

addresses = []
for row_number, row in enumerate(board.rows):
    row(0)
    for column_number, column in enumerate(board.columns):
        if not column():
            addresses.append((row_number, column_number))
    row(1)
print("keys", addresses)

page = bytearray(256)
board.flash.ioctl(6, 351)
board.flash.writeblocks(351, b"deed" * 64, 256)
board.flash.readblocks(351, page, 256)
print("flash", bytes(page[:4]), board.flash.ioctl(4, 0), board.flash.ioctl(5, 0))

leg, other_leg = board.buzzer
other_leg.duty_u16(65535)
leg.freq(2000)
leg.duty_u16(32768)
time.sleep_ms(5)
leg.duty_u16(0)

COUNT = 50
start = time.ticks_us()
for _ in range(COUNT):
    read(0x37)
print("us per SPI transaction", time.ticks_diff(time.ticks_us(), start) // COUNT)
print("probe done")
