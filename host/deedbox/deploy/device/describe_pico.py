# mypy: ignore-errors
# Runs at the raw prompt of a Pico: prints lines of JSON, first what it is, then its files.
# The host puts before it: TOPS, the names at the top of the filesystem that belong to the firmware; PAGE, and
# where the payload of a page of the journal begins (PAYLOAD) and ends (AT_RING; CRC in one of OLD_VERSION).

import json
import os
import sys
from binascii import hexlify
from hashlib import sha256


def _names(path):
    try:
        return os.listdir(path)
    except OSError:
        return []


def _clear(path):
    for name in _names(path):
        _clear(path + "/" + name)
    try:
        os.remove(path)
    except OSError:
        pass


def _finish_update():
    """Finish an update that arrived completely but is not in its place yet, as main.py would."""
    if "next" not in os.listdir("/"):
        return
    try:
        from next import switch

        switch.run()
    except Exception:
        _clear("/next")  # it cannot be finished; the new update replaces it


def _print_files(folder, only=()):
    """Print every file, or those under some names, with one look-up each: look-ups are slow on littlefs."""
    for entry in os.ilistdir(folder or "/"):
        path = folder + "/" + entry[0]
        if only and entry[0] not in only:
            continue
        if entry[1] == 0x4000:
            _print_files(path)
        else:
            print(json.dumps([path[1:], entry[3], _digest(path)]))


def _digest(path):
    digest = sha256()
    with open(path, "rb") as file:
        while True:
            n = file.readinto(_buf)
            if not n:
                return hexlify(digest.digest()).decode()
            digest.update(_buf[:n])


def _payload(page):
    is_old = page[2] == OLD_VERSION  # noqa: F821
    return page[PAYLOAD : CRC if is_old else AT_RING]  # noqa: F821


def _editions_in_use():
    """Editions whose hash is in the journal or in a save: such a game needs exactly that file."""
    hashes = {}
    for name in _names("/editions"):
        with open("/editions/" + name, "rb") as file:
            hashes[name] = hexlify(file.read(12)[4:])
    in_use = set()
    places = ["/ring/" + name for name in _names("/ring")]
    places += ["/games/" + name for name in _names("/games") if name.endswith(".sav")]
    for place in places:
        with open(place, "rb") as file:
            text = file.read(4096)
        if place.startswith("/ring/"):  # a hash may begin in one page and end in the next
            text = b"".join([_payload(text[at : at + PAGE]) for at in range(0, len(text), PAGE)])  # noqa: F821
        for name in hashes:
            if len(hashes[name]) == 16 and hashes[name] in text:
                in_use.add("editions/" + name)
    return sorted(in_use)


def _describe_pico():
    _finish_update()
    top = os.listdir("/")
    space = os.statvfs("/")
    about = {
        "version": list(sys.implementation.version[:3]),
        "machine": getattr(sys.implementation, "_machine", ""),
        "mpy": getattr(sys.implementation, "_mpy", 0),
        "platform": sys.platform,
        "block": space[0],
        "blocks": space[2],
        "free": space[3],
        "ring": "map" in _names("/ring"),
        "top": top,
        "used": _editions_in_use(),
    }
    print(json.dumps(about))
    _print_files("", TOPS)  # noqa: F821
    print("[]")


_buf = memoryview(bytearray(512))
_describe_pico()
