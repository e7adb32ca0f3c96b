"""MicroPython's `deflate` for CPython: as much of it as the firmware uses."""

import zlib

RAW = 1


class DeflateIO:
    def __init__(self, stream, format, wbits):
        assert format == RAW
        self._stream = stream
        self._packed = zlib.decompressobj(-wbits)

    def read(self, size):
        """OSError for what is no deflate stream, EOFError where it ends too early, as in MicroPython."""
        out = b""
        while len(out) < size and not self._packed.eof:
            data = self._packed.unconsumed_tail or self._stream.read(64)
            try:
                out += self._packed.decompress(data, size - len(out))
            except zlib.error:
                raise OSError(22) from None
            if not data and not self._packed.eof and len(out) < size:
                raise EOFError
        return out
