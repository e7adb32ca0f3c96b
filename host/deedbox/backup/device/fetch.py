# mypy: ignore-errors
# Runs at the raw prompt of a box: prints files, each as lines of base64 and a line with its path and the
# SHA-256 of path and content; at the end, how many. The host puts FILES, FOLDERS and HERE before it, and
# repeats what came damaged: a Pico drops output when its host does not read for half a second.

import os
from binascii import b2a_base64, hexlify
from hashlib import sha256


def _names(folder):
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _print(path):
    if path in HERE:  # noqa: F821
        return 0
    digest = sha256(path.encode())
    print("file")
    with open("/" + path, "rb") as file:
        while True:
            data = file.read(384)
            if not data:
                break
            digest.update(data)
            print("data", b2a_base64(data).decode().strip())
    print("end", path, hexlify(digest.digest()).decode())
    return 1


def _all():
    count = 0
    top = _names("/")
    for path in FILES:  # noqa: F821
        if path in top:
            count += _print(path)
    for folder, endings in FOLDERS:  # noqa: F821
        for name in _names("/" + folder):
            if name.endswith(endings):
                count += _print(folder + "/" + name)
    print("all", count)


_all()
