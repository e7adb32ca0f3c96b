# mypy: ignore-errors
# Comes with an update, in the folder /next, and puts its files into their places. Runs in MicroPython.
#
# One rename creates /next, after everything has arrived and has been checked. From then on the update is
# complete: main.py calls boot() before it loads anything, until /next is gone. Every step can be repeated, so
# the next power-on repairs a power cut at any moment. The box never starts a mixture of old and new files.

import os
from binascii import hexlify
from hashlib import sha256

import deflate

WINDOW_BITS = 14  # of files.bin; the host packs with the same window
_PIECE = 512
# What the box, its games and its players made: no update has such files.
OWN = "ring games fixtures table.key table.json tags.bin settings.json newgame.json".split()


def boot():
    """Called by main.py. The box then starts as after power-on."""
    run()
    import machine

    machine.reset()


def run():
    """Unpack files.bin: for each file a line `SHA-256 size path` and the bytes, or `- path` to remove it."""
    buf = memoryview(bytearray(_PIECE))
    for stream, sha, size, path in _entries("/next/files.bin"):
        if sha:
            _place(stream, size, sha, "/" + path, buf)
        else:
            _remove("/" + path)
    # One rename ends the update, since a half deleted files.bin could not be unpacked at the next power-on.
    os.rename("/next", "/next.part")
    for name in os.listdir("/next.part"):
        os.remove("/next.part/" + name)
    os.rmdir("/next.part")


def check(path):
    """Read the whole update before it counts: each file is as its line says, and none is the box's own."""
    buf = memoryview(bytearray(_PIECE))
    for stream, sha, size, name in _entries(path):
        parts = name.split("/")
        # littlefs takes "/tags.bin" and "./tags.bin" for the same file.
        if parts[0] in OWN + ["next", "next.part"] or "" in parts or "." in parts or ".." in parts:
            raise OSError("the update is not for this box: " + name)
        if sha and _digest_of(stream, size, buf) != sha:
            raise OSError("the update is damaged: " + name)


def _entries(path):
    """(stream, SHA-256, size, path) of each file; its bytes are next in the stream. "", 0: to be removed."""
    with open(path, "rb") as file:
        stream = deflate.DeflateIO(file, deflate.RAW, WINDOW_BITS)
        while True:
            line = stream.readline().decode().rstrip("\n")
            if not line:
                return
            if line[0] == "-":
                yield stream, "", 0, line[2:]
            else:
                sha, size, name = line.split(" ", 2)
                yield stream, sha, int(size), name


def _digest_of(stream, size, buf):
    sha = sha256()
    while size:
        n = stream.readinto(buf[: min(size, _PIECE)])
        if not n:
            return ""
        sha.update(buf[:n])
        size -= n
    return hexlify(sha.digest()).decode()


def _place(stream, size, sha, path, buf):
    # The new file is in the same folder. After a power cut in a move between folders littlefs hides files of
    # the first folder until something is written, and switch.py could be among them.
    new = path + ".new"
    there = digest(path, buf) == sha
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
    if digest(new, buf) != sha:  # the flash reports no errors
        raise OSError(5)
    os.rename(new, path)


def digest(path, buf):
    """The SHA-256 of a file in hexadecimal digits; "" if there is no such file."""
    sha = sha256()
    try:
        with open(path, "rb") as file:
            while True:
                n = file.readinto(buf)
                if not n:
                    return hexlify(sha.digest()).decode()
                sha.update(buf[:n])
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
        pass  # it is gone already, or the folder has other files
