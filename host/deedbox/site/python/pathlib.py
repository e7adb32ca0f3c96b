# mypy: ignore-errors
# `pathlib` for MicroPython: names of files that lie beside a module.

import os


class Path:
    def __init__(self, *parts):
        self._path = "/".join([str(part) for part in parts])

    def __str__(self):
        return self._path

    def __truediv__(self, name):
        return Path(self._path, name)

    @property
    def parent(self):
        return Path(self._path.rpartition("/")[0])

    @property
    def name(self):
        return self._path.rpartition("/")[2]

    def with_name(self, name):
        return self.parent / name

    def read_text(self, encoding="utf-8"):
        with open(self._path) as file:
            return file.read()

    def read_bytes(self):
        with open(self._path, "rb") as file:
            return file.read()

    def open(self, mode="r"):
        return open(self._path, mode)

    def exists(self):
        try:
            os.stat(self._path)
            return True
        except OSError:
            return False
