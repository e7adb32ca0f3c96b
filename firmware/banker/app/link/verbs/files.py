"""Verbs for files: what is here; what a host may read, write, remove. A file arrives whole or not at all."""

import json
import os
import struct
from hashlib import sha256

from banker.app import kept
from banker.app.pages import SECTOR
from banker.core.refusal import BooksError
from banker.protocol import names
from banker.protocol.verbs import ANSWER_ROOM

_PART = ".part"
_RESERVE = 20  # blocks of flash that stay free for games and settings
_SCRATCH_MOST = 16384  # bytes of a fixture, in RAM
_FOLDER = 0x4000
_DEPTH_MOST = 4


def list(talk, data):
    folder = talk.text(data)
    if folder and not names.plain(folder):
        raise talk.cannot("bad-name", folder)
    out = b""
    for path in _walk(folder, _DEPTH_MOST):
        digest, size = _hash(path)
        entry = path.encode() + b"\0" + struct.pack("<I", size) + digest[:8]
        if len(out) + len(entry) > ANSWER_ROOM:
            yield out
            out = b""
        out += entry
        yield None
    yield out


def _walk(folder: str, depth: int):
    try:
        found = os.listdir(folder) if folder else os.listdir()
    except OSError:
        return
    for name in sorted(found):
        path = folder + "/" + name if folder else name
        if os.stat(path)[0] & _FOLDER:
            if depth:
                yield from _walk(path, depth - 1)
        elif not name.endswith(_PART):
            yield path


def _hash(path: str):
    """(SHA-256, size) of a file."""
    digest = sha256()
    total = 0
    buf = bytearray(512)
    view = memoryview(buf)
    with open(path, "rb") as file:
        while True:
            size = file.readinto(buf)
            if not size:
                return digest.digest(), total
            digest.update(view[:size])
            total += size


def get(talk, data):
    path = talk.text(data[4:])
    if not names.readable(path):
        raise talk.cannot("bad-name", path)
    try:
        with open(path, "rb") as file:
            file.seek(struct.unpack("<I", data[:4])[0])
            while True:
                piece = file.read(ANSWER_ROOM)
                yield piece
                if len(piece) < ANSWER_ROOM:
                    return
    except OSError:
        raise talk.cannot("not-here", path)


class Upload:
    """A file on its way: into a .part, or, without a path, into RAM."""

    def __init__(self, path: str, size: int, digest: bytes):
        self.path = path
        self.size = size
        self.digest = digest
        self.at = 0
        self.room = None if path else bytearray(size)
        self._file = open(path + _PART, "wb") if path else None

    def is_for(self, path: str, size: int, digest: bytes) -> bool:
        return self.path == path and self.size == size and self.digest == digest

    def take(self, offset: int, data) -> None:
        """Only what goes on where it stopped; anything else was here already, or comes too early."""
        if offset != self.at or self.at + len(data) > self.size:
            return
        if self._file:
            self._file.write(data)
        else:
            self.room[self.at : self.at + len(data)] = data  # type: ignore[index]
        self.at += len(data)

    def close(self) -> None:
        if self._file:
            self._file.close()
            self._file = None

    def throw_away(self) -> None:
        self.close()
        if self.path:
            kept.remove(self.path + _PART)


def begin(talk, data):
    size = struct.unpack("<I", data[:4])[0]
    digest = bytes(data[4:36])
    path = talk.text(data[36:])
    most = names.writable(path) if path else _SCRATCH_MOST
    if not most:
        raise talk.cannot("bad-name", path)
    if size > most:
        raise talk.cannot("too-long", path)
    upload = talk.upload
    if not upload or not upload.is_for(path, size, digest):
        if upload:
            talk.upload = None
            upload.throw_away()
        if path:
            _check_used(talk, path)
            _check_room(talk, path, size)
            _make_folder(talk, path)
        talk.upload = upload = Upload(path, size, digest)
    return struct.pack("<I", upload.at)


def data(talk, data):
    upload = talk.upload
    if not upload:
        raise talk.cannot("no-upload")
    try:
        upload.take(struct.unpack("<I", data[:4])[0], data[4:])
    except OSError:
        talk.upload = None
        upload.throw_away()
        raise talk.cannot("no-room")
    return struct.pack("<I", upload.at)


def end(talk, data):
    upload = talk.upload
    if not upload or not upload.path or upload.at < upload.size:
        raise talk.cannot("no-upload")
    talk.upload = None
    upload.close()
    if _hash(upload.path + _PART)[0] != upload.digest:  # read back from flash
        upload.throw_away()
        raise talk.cannot("damaged", upload.path)
    _check_used(talk, upload.path)  # a game may have begun with it meanwhile
    os.rename(upload.path + _PART, upload.path)
    return b""


def remove(talk, data):
    path = talk.text(data)
    if not names.writable(path):
        raise talk.cannot("bad-name", path)
    _check_used(talk, path)
    try:
        size = os.stat(path)[6]
        os.remove(path)
    except OSError:
        raise talk.cannot("not-here", path)
    talk.free = talk.room() + _whole(size)
    return b""


def _check_used(talk, path: str) -> None:
    if _used(talk, path):
        raise talk.cannot("in-use", path)


def _check_room(talk, path: str, size: int) -> None:
    """Refuse what has no room; what has takes it."""
    room = max(0, talk.room() - _RESERVE * SECTOR)
    if size > room:
        raise talk.cannot("no-room", "%s: %d bytes, %d are free" % (path, size, room))
    talk.free -= _whole(size)


def _whole(size: int) -> int:
    """Bytes that a file of this size takes on flash."""
    return (size + SECTOR - 1) // SECTOR * SECTOR


def _make_folder(talk, path: str) -> None:
    folder = path.split("/")[0]
    if folder in talk.tidy:
        return
    try:
        os.mkdir(folder)
    except OSError:
        pass  # it is there; and if not, the file will say so
    for name in os.listdir(folder):
        if name.endswith(_PART):  # of an upload that was cut
            kept.remove(folder + "/" + name)
    talk.tidy += (folder,)


def _used(talk, path: str) -> bool:
    """Does a game need this file as it is: the one that stands, or one put aside that is not over?"""
    folder, name = path.split("/")
    if folder != "editions":
        return False
    name = name[:-4]
    keeper = talk.box.keeper
    if keeper.edition and keeper.edition.name == name:
        return True
    for game in kept.names(".sav"):
        try:
            text, _, head = kept.read(game)
        except BooksError:
            continue
        if not head[4] and json.loads(text)["edition"] == name:
            return True
    return False
