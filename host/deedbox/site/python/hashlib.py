# mypy: ignore-errors
from binascii import hexlify

import uhashlib


class sha256:
    def __init__(self, data=b""):
        self._native = uhashlib.sha256(data)

    def update(self, data):
        self._native.update(data)

    def digest(self):
        return self._native.digest()

    def hexdigest(self):
        return hexlify(self.digest()).decode()
