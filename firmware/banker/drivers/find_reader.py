"""Which reader is wired? Asks the chips themselves and makes the driver of the one that answers.

Loaded at power-on and dropped, and again while no reader answers. Only one driver is ever loaded: an MFRC522
is asked first, by one register; then a PN532 is sent a command that only it acknowledges. To an MFRC522 that
command is a read. Without an answer an MFRC522 is assumed.
"""

from __future__ import annotations

from banker.drivers.codes import KIND_MFRC522, KIND_PN532, SPI_KHZ, SPI_KHZ_MIN
from banker.drivers.types import SPI, Pin, Reader, Sleep
from micropython import const

_ASK_VERSION = b"\xee\x00"  # VersionReg of an MFRC522 (data sheet, 9.3.4.8)
_VERSIONS = (0x91, 0x92, 0x12, 0x88, 0xB2)  # by NXP, and of clones
_READS = const(3)

_WAKE_US = const(2000)
_ANSWER_US = const(3000)
# GetFirmwareVersion (UM0701-02, 7.2.2) as a frame, and the ACK to it, the least significant bit first.
_ASK_FIRMWARE = b"\x80\x00\x00\xff\x40\x7f\x2b\x40\x54\x00"
_ASK_ACK = b"\xc0\x00\x00\x00\x00\x00\x00"
_ACK = b"\x00\xff\x00\xff"
_TRIES = const(2)


def find(spi: SPI, cs: Pin, rst: Pin | None, irq: Pin | None, sleep_us: Sleep) -> Reader:
    """The driver for the reader on these wires. It is not set up yet."""
    if kind(spi, cs, sleep_us) == KIND_PN532:
        from banker.drivers.pn532 import PN532
        from banker.drivers.pn532tags import PN532Reader

        return PN532Reader(PN532(spi, cs, sleep_us, rst, irq))
    from banker.drivers.iso14443a import TagReader
    from banker.drivers.mfrc522 import MFRC522

    return TagReader(MFRC522(spi, cs, sleep_us, rst, irq))


def kind(spi: SPI, cs: Pin, sleep_us: Sleep) -> int:
    """KIND_MFRC522, KIND_PN532, or 0: none that is known answers."""
    spi.init(baudrate=SPI_KHZ_MIN * 1000)  # wires that are too long for more must not hide it
    answer = KIND_MFRC522 if _is_mfrc522(spi, cs) else KIND_PN532 if _is_pn532(spi, cs, sleep_us) else 0
    spi.init(baudrate=SPI_KHZ * 1000)
    return answer


def _swap(spi: SPI, cs: Pin, data: bytes) -> bytearray:
    into = bytearray(len(data))
    cs(0)
    spi.write_readinto(data, into)
    cs(1)
    return into


def _is_mfrc522(spi: SPI, cs: Pin) -> bool:
    for _ in range(_READS):
        if _swap(spi, cs, _ASK_VERSION)[1] not in _VERSIONS:
            return False
    return True


def _is_pn532(spi: SPI, cs: Pin, sleep_us: Sleep) -> bool:
    for _ in range(_TRIES):
        cs(0)
        sleep_us(_WAKE_US)
        cs(1)
        _swap(spi, cs, _ASK_FIRMWARE)
        sleep_us(_ANSWER_US)
        if _ACK in bytes(_swap(spi, cs, _ASK_ACK)):
            return True
    return False
