"""A frame: printable, padded to whole USB packets, closed by a CRC. It finds its place in any noise.

 0  "~D"    2  packets of 64 bytes, 1 to 16, as a letter from A on    3  the same mirrored, p for A to a for P
 4  base64, without a rest, of: length of the payload (16 bits), payload, zeros, CRC-32 of all that, begun
    with the number of packets. Numbers are little-endian.

"~" stands nowhere else in a frame, so wherever one is seen a frame begins. Nothing is below 0x20: byte 3
would be Ctrl-C. Every bit counts, so a frame with any byte changed is not a frame.
"""

import struct
from binascii import a2b_base64, b2a_base64, crc32

MAGIC = 0x7E
PACKET = 64
PACKETS_MOST = 16
FRAME_MOST = PACKET * PACKETS_MOST
_HEAD = 4
_AROUND = 6  # length and CRC
PAYLOAD_MOST = (FRAME_MOST - _HEAD) // 4 * 3 - _AROUND


def encode(payload) -> bytes:
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
    # Buffers of any kind will do; the stubs know only one.
    return b"~D" + bytes((0x40 + packets, 0x71 - packets)) + b2a_base64(body)[:-1]  # type: ignore[arg-type]


def _sum(packets: int, data) -> int:
    return crc32(data, packets) & 0xFFFFFFFF


class Receiver:
    """Takes bytes piece by piece, gives payloads. What is no frame is dropped; `noise` counts it.

    Put at most want() bytes into view[fill:] and say how many in took(). More are never wanted at once than
    surely come: single ones while nothing is certain, then up to the end of a packet.
    """

    def __init__(self):
        self._buf = bytearray(FRAME_MOST)
        self.view = memoryview(self._buf)
        self.fill = 0
        self.noise = 0
        self._size = 0  # of the frame that is coming, once its head is known

    def want(self) -> int:
        return PACKET - self.fill % PACKET if self.fill >= _HEAD else 1

    def took(self, count: int):
        """The payload of the frame that is whole with these bytes, or None."""
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
        """The first so many bytes of the view are noise."""
        self.noise += count

    def _head_is_right(self) -> bool:
        buf = self._buf
        end = self.fill
        if buf[0] != MAGIC or (end > 1 and buf[1] != 0x44):
            return False
        packets = buf[2] - 0x40
        if end > 2 and not 1 <= packets <= PACKETS_MOST:
            return False
        self._size = PACKET * packets
        return end < _HEAD or (buf[3] == 0x71 - packets and end <= self._size)

    def _payload(self):
        try:
            body = memoryview(a2b_base64(self.view[_HEAD : self._size]))  # type: ignore[arg-type]
        except ValueError:
            return None
        end = self._size // 4 * 3 - 7
        if len(body) != end + 4 or struct.unpack_from("<I", body, end)[0] != _sum(
            self._size // PACKET, body[:end]
        ):
            return None
        length = body[0] | body[1] << 8
        return body[2 : 2 + length] if length <= end - 2 else None
