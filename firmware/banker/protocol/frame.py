"""A frame: printable, padded to whole USB packets, closed by a CRC. A receiver finds it in any noise.

 0  "~D"    2  packets of 64 bytes, 1 to 16, as a letter from A on    3  the same mirrored, p for A to a for P
 4  base64, without a rest, of: length of the payload (16 bits), payload, zeros, CRC-32 of all that, begun
    with the number of packets. Numbers are little-endian.

"~" is nowhere else in a frame, so a frame begins wherever one is seen. No byte is below 0x20, because byte 3
would be Ctrl-C. A frame with any byte changed is no frame.
"""

from __future__ import annotations

import struct
from binascii import a2b_base64, b2a_base64, crc32
from typing import Any

MAGIC = 0x7E
PACKET = 64
PACKETS_MOST = 16
FRAME_MOST = PACKET * PACKETS_MOST
_HEAD = 4
_LETTER_D = 0x44
_BEFORE_A = 0x40  # a number of packets is added to this, and
_AFTER_P = 0x71  # subtracted from this
_AROUND = 6  # bytes of length and CRC
PAYLOAD_MOST = (FRAME_MOST - _HEAD) // 4 * 3 - _AROUND


def encode(payload: Any) -> bytes:
    """The frame that carries these bytes, at most PAYLOAD_MOST; ValueError if there are more."""
    length = len(payload)
    if length > PAYLOAD_MOST:
        raise ValueError("%d bytes do not fit a frame" % length)
    packets = (length + _AROUND + 3 + 47) // 48  # 45 bytes in the first packet, 48 in each other
    body = bytearray(packets * 48 - 3)
    struct.pack_into("<H", body, 0, length)
    body[2 : 2 + length] = payload
    end = len(body) - 4
    struct.pack_into("<I", body, end, _sum(packets, memoryview(body)[:end]))
    data: Any = body  # a buffer of any kind will do; the stubs know only one
    return b"~D" + bytes((_BEFORE_A + packets, _AFTER_P - packets)) + b2a_base64(data)[:-1]


def _sum(packets: int, data: Any) -> int:
    crc: int = crc32(data, packets) & 0xFFFFFFFF
    return crc


class Receiver:
    """Takes bytes piece by piece and returns payloads. Other bytes are dropped; `noise` counts them.

    Put bytes into free() and pass their number to took(). free() never has room for more bytes than surely
    come: single ones until a head is certain, then up to the end of a packet.
    """

    def __init__(self) -> None:
        self._buf = bytearray(FRAME_MOST)
        self.view = memoryview(self._buf)
        self.fill = 0
        self.noise = 0
        self._size = 0  # of the frame that arrives, once its head is known

    def want(self) -> int:
        """How many bytes to read next."""
        return PACKET - self.fill % PACKET if self.fill >= _HEAD else 1

    def free(self) -> memoryview:
        """Where the next want() bytes go."""
        return self.view[self.fill : self.fill + self.want()]

    def took(self, count: int) -> memoryview | None:
        """The payload of the frame that these bytes complete, or None."""
        end = self.fill + count
        at = bytes(self.view[self.fill : end]).rfind(b"~") + self.fill
        if at > 0 and at >= self.fill:  # another frame begins within this one
            self.drop(at)
            end -= at
            self.view[:end] = bytes(self.view[at : at + end])
        self.fill = end
        if not self._head_is_right():
            self.drop(end)
            self.fill = 0
            return None
        if end < _HEAD or end < self._size:
            return None
        self.fill = 0
        payload = self._payload()
        if payload is None:
            self.drop(end)
        return payload

    def drop(self, count: int) -> None:
        """The first bytes of the view are noise."""
        self.noise += count

    def _head_is_right(self) -> bool:
        buf = self._buf
        end = self.fill
        if buf[0] != MAGIC or (end > 1 and buf[1] != _LETTER_D):
            return False
        packets = buf[2] - _BEFORE_A
        if end > 2 and not 1 <= packets <= PACKETS_MOST:
            return False
        self._size = PACKET * packets
        return end < _HEAD or (buf[3] == _AFTER_P - packets and end <= self._size)

    def _payload(self) -> memoryview | None:
        text: Any = self.view[_HEAD : self._size]
        try:
            body = memoryview(a2b_base64(text))
        except ValueError:
            return None
        end = self._size // 4 * 3 - 7
        if len(body) != end + 4 or struct.unpack_from("<I", body, end)[0] != _sum(
            self._size // PACKET, body[:end]
        ):
            return None
        length = body[0] | body[1] << 8
        return body[2 : 2 + length] if length <= end - 2 else None
