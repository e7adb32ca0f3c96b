# mypy: ignore-errors
# Travels with an update, in the folder /next, and puts it into its place. MicroPython, on the box.
#
# /next comes into being by one rename, when all of it is there and has been checked. From then on the update
# counts as made: main.py calls boot() before it loads anything, until /next is gone. Every step can be
# repeated, so a cut at any moment is made good by the next power-on. The box never starts a mixture.

import os
from binascii import hexlify
from hashlib import sha256

import deflate

WINDOW_BITS = 14  # of files.bin, as packed by the host
_PIECE = 512


def boot():
    """Called by main.py: the box then starts as if it had just been switched on."""
    run()
    import machine

    machine.reset()


def run():
    """files.bin: a line `SHA-256 size path` and the bytes, for each file; `- path` for one that goes."""
    with open("/next/files.bin", "rb") as file:
        stream = deflate.DeflateIO(file, deflate.RAW, WINDOW_BITS)
        buf = memoryview(bytearray(_PIECE))
        while True:
            line = stream.readline().decode().rstrip("\n")
            if not line:
                break
            if line[0] == "-":
                _remove("/" + line[2:])
                continue
            wanted, size, path = line.split(" ", 2)
            _place(stream, int(size), wanted, "/" + path, buf)
    # One rename ends it: with files.bin half deleted the next power-on could not go on.
    os.rename("/next", "/next.part")
    for name in os.listdir("/next.part"):
        os.remove("/next.part/" + name)
    os.rmdir("/next.part")


def _place(stream, size, wanted, path, buf):
    # In the same folder: after a cut in a move between folders littlefs hides files of the first one, for
    # which switch.py could be, until something is written.
    new = path + ".new"
    there = digest(path, buf) == wanted
    if not there:
        _make_folders(path)
    out = None if there else open(new, "wb")
    while size:
        n = stream.readinto(buf[: min(size, _PIECE)])
        if not n:
            raise OSError(5)
        size -= n
        if out:
            out.write(buf[:n])
    if there:
        return
    out.close()
    if digest(new, buf) != wanted:  # the flash does not tell when it fails
        raise OSError(5)
    os.rename(new, path)


def digest(path, buf):
    """SHA-256 of a file, in hexadecimal digits; of what is not there, nothing."""
    found = sha256()
    try:
        with open(path, "rb") as file:
            while True:
                n = file.readinto(buf)
                if not n:
                    return hexlify(found.digest()).decode()
                found.update(buf[:n])
    except OSError:
        return ""


def _make_folders(path):
    at = path.find("/", 1)
    while at > 0:
        try:
            os.mkdir(path[:at])
        except OSError:
            pass  # it is there
        at = path.find("/", at + 1)


def _remove(path):
    try:
        os.remove(path)
        os.rmdir(path[: path.rfind("/")])
    except OSError:
        pass  # gone already, or the folder holds more
