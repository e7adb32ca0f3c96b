# mypy: ignore-errors
# Runs at the raw prompt of a box: prints files, each as its path, lines of base64, and its SHA-256.
# The host puts FOLDERS and FILES before it.

import os
from binascii import b2a_base64, hexlify
from hashlib import sha256


def _names(folder):
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _print(path):
    digest = sha256()
    print("file", path)
    with open("/" + path, "rb") as file:
        while True:
            data = file.read(384)
            if not data:
                break
            digest.update(data)
            print("data", b2a_base64(data).decode().strip())
    print("end", hexlify(digest.digest()).decode())


def _all():
    top = _names("/")
    for path in FILES:  # noqa: F821
        if path in top:
            _print(path)
    for folder, endings in FOLDERS:  # noqa: F821
        for name in _names("/" + folder):
            if name.endswith(endings):
                _print(folder + "/" + name)
    print("all")


_all()
