"""A bus that plays a recorded conversation back: it checks what is sent and allocates nothing.

A recording is transactions in a row, each: length, bytes sent, bytes received. tests/drivers records them
from the driver and the model (record_reader.py) and says when reader_recording.py is out of date.
"""


class ReplaySPI:
    def __init__(self, recording):
        self.recording = recording
        self.at = 0
        self.transactions = 0

    def write(self, data):
        self.write_readinto(data, None)

    def write_readinto(self, data, into):
        recording = self.recording
        at = self.at
        length = recording[at]
        if length != len(data):
            raise ValueError("another length than recorded, in transaction %d" % self.transactions)
        at += 1
        for i in range(length):
            if data[i] != recording[at + i]:
                raise ValueError("another byte than recorded, in transaction %d" % self.transactions)
            if into is not None:
                into[i] = recording[at + length + i]
        self.at = at + 2 * length
        self.transactions += 1

    def over(self):
        return self.at == len(self.recording)


class ReplayPin:
    """Reads the same level always; counts what is written."""

    def __init__(self, level=0):
        self.level = level
        self.writes = 0

    def __call__(self, level=None):
        if level is None:
            return self.level
        self.writes += 1
