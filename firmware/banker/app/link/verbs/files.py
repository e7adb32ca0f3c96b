"""Verbs for files: a host lists, reads, writes and removes them.

A file arrives whole and good (gate.py) or not at all.
"""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Iterator
from hashlib import sha256
from typing import TYPE_CHECKING

from banker.app.loader import drop_all, load
from banker.app.store import save_files
from banker.app.store.pages import MAGIC, SECTOR
from banker.core.refusal import BooksError
from banker.protocol import names
from banker.protocol.verbs import ANSWER_ROOM

if TYPE_CHECKING:
    from banker.app.link.conversation import Conversation
    from banker.drivers.types import Buffer

_PART = ".part"
_MESSAGE_MOST = 8192  # bytes of a long question, in RAM
_FOLDER = 0x4000  # of the mode that os.stat() returns
_BEGIN_HEAD = 36  # bytes of BEGIN before the path: size, SHA-256
_DEPTH_MOST = 4


def list(conversation: Conversation, data: Buffer) -> Iterator[bytes | None]:
    folder = conversation.text(data)
    if folder and not names.plain(folder):
        raise conversation.error("bad-name", folder)
    out = b""
    for path in _walk(folder, _DEPTH_MOST):
        if not names.listed(path):
            continue
        digest, size = _hash(path)
        entry = path.encode() + b"\0" + struct.pack("<I", size) + digest[:8]
        if len(out) + len(entry) > ANSWER_ROOM:
            yield out
            out = b""
        out += entry
        yield None
    yield out


def _walk(folder: str, depth: int) -> Iterator[str]:
    try:
        files = os.listdir(folder) if folder else os.listdir()
    except OSError:
        return
    for name in sorted(files):
        path = folder + "/" + name if folder else name
        if os.stat(path)[0] & _FOLDER:
            if depth:
                yield from _walk(path, depth - 1)
        elif not name.endswith(_PART):
            yield path


def _hash(path: str) -> tuple[bytes, int]:
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


def get(conversation: Conversation, data: Buffer) -> Iterator[bytes]:
    path = conversation.text(data[4:])
    if not names.readable(path):
        raise conversation.error("bad-name", path)
    if load("banker.app.link.secrecy").file_is_hidden(conversation.box, path):
        raise conversation.error("game-runs")
    try:
        with open(path, "rb") as file:
            file.seek(struct.unpack("<I", data[:4])[0])
            while True:
                piece = file.read(ANSWER_ROOM)
                yield piece
                if len(piece) < ANSWER_ROOM:
                    return
    except OSError:
        raise conversation.error("not-here", path)


class Upload:
    """A file that arrives: in a .part, or, without a path, in RAM (`data`)."""

    def __init__(self, path: str, size: int, digest: bytes) -> None:
        self.path = path
        self.size = size
        self.digest = digest
        self.at = 0
        self.data = bytearray(0 if path else size)
        self._file = open(path + _PART, "wb") if path else None
        self._last = b""  # the last bytes on flash

    def is_for(self, path: str, size: int, digest: bytes) -> bool:
        return self.path == path and self.size == size and self.digest == digest

    def take(self, offset: int, data: Buffer) -> None:
        """Take the piece that comes next; any other was here already, or comes too early."""
        if offset != self.at or self.at + len(data) > self.size:
            return
        if self._file:
            piece = self._last + bytes(data)
            if _looks_like_journal(piece):
                raise ValueError
            self._file.write(data)
            self._last = piece[-2:]
        else:
            self.data[self.at : self.at + len(data)] = data
        self.at += len(data)

    def close(self) -> None:
        if self._file:
            self._file.close()
            self._file = None

    def discard(self) -> None:
        self.close()
        if self.path:
            save_files.remove(self.path + _PART)


def _looks_like_journal(data: bytes) -> bool:
    """Is the head of a journal page in it? On flash that would be a page, also after the file is gone.

    Text has none, and `deedbox` compiles editions without one.
    """
    at = data.find(MAGIC)
    while at >= 0:
        if data[at + 2 : at + 3] and data[at + 2] < 32:  # the version
            return True
        at = data.find(MAGIC, at + 1)
    return False


def begin(conversation: Conversation, data: Buffer) -> bytes:
    size = struct.unpack("<I", data[:4])[0]
    digest = bytes(data[4:_BEGIN_HEAD])
    path = conversation.text(data[_BEGIN_HEAD:])
    most = names.writable(path) if path else _MESSAGE_MOST
    if not most:
        raise conversation.error("bad-name", path)
    if size > most:
        raise conversation.error("too-long", path)
    upload = conversation.upload
    if not upload or not upload.is_for(path, size, digest):
        if upload:
            conversation.upload = None
            upload.discard()
        if path:
            _check_used(conversation, path)
            _check_count(conversation, path)
            _check_room(conversation, path, size)
            _make_folder(conversation, path)
        conversation.upload = upload = Upload(path, size, digest)
    return struct.pack("<I", upload.at)


def data(conversation: Conversation, data: Buffer) -> bytes:
    upload = conversation.upload
    if not upload:
        raise conversation.error("no-upload")
    try:
        upload.take(struct.unpack("<I", data[:4])[0], data[4:])
    except (OSError, ValueError) as error:
        conversation.upload = None
        upload.discard()
        if isinstance(error, OSError):
            raise conversation.error("no-room")
        raise conversation.error("bad-file", "%s looks like the journal" % upload.path)
    return struct.pack("<I", upload.at)


def end(conversation: Conversation, data: Buffer) -> Iterator[bytes | None]:
    upload = conversation.upload
    if not upload or not upload.path or upload.at < upload.size:
        raise conversation.error("no-upload")
    conversation.upload = None
    upload.close()
    path = upload.path
    done = False
    try:
        if _hash(path + _PART)[0] != upload.digest:  # read back from flash
            raise conversation.error("damaged", path)
        yield None
        drop_all()  # what checks an edition or rules needs much heap
        yield from load("banker.app.link.gate").check(conversation, path, path + _PART)
        _check_used(conversation, path)  # a game may have begun with it meanwhile
        os.rename(path + _PART, path)
        done = True
        yield b""
    finally:
        if not done:
            upload.discard()
        drop_all()


def remove(conversation: Conversation, data: Buffer) -> bytes:
    path = conversation.text(data)
    if not names.writable(path):
        raise conversation.error("bad-name", path)
    _check_used(conversation, path)
    try:
        size = os.stat(path)[6]
        os.remove(path)
    except OSError:
        raise conversation.error("not-here", path)
    conversation.free = conversation.room() + _blocks_size(size)
    return b""


def _check_used(conversation: Conversation, path: str) -> None:
    if _used(conversation, path):
        raise conversation.error("in-use", path)


def _check_count(conversation: Conversation, path: str) -> None:
    """Refuse a new file in a folder that has as many as it may have."""
    folder, name = path.split("/")
    try:
        files = [file for file in os.listdir(folder) if file.endswith(names.WRITABLE[folder][0])]
    except OSError:
        return  # there is no such folder yet
    if name not in files and len(files) >= names.FILES_MOST[folder]:
        raise conversation.error("too-many", folder)


def _check_room(conversation: Conversation, path: str, size: int) -> None:
    """Refuse a file without room for it; otherwise reserve the room."""
    room = max(0, conversation.room() - names.RESERVE_BLOCKS * SECTOR)
    if size > room:
        raise conversation.error("no-room", "%s: %d bytes, %d are free" % (path, size, room))
    conversation.free -= _blocks_size(size)


def _blocks_size(size: int) -> int:
    """Bytes that a file of this size takes on flash."""
    return (size + SECTOR - 1) // SECTOR * SECTOR


def _make_folder(conversation: Conversation, path: str) -> None:
    folder = path.split("/")[0]
    if folder in conversation.clean_folders:
        return
    try:
        os.mkdir(folder)
    except OSError:
        pass  # usually it exists; if not, opening a file in it will fail
    for name in os.listdir(folder):
        if name.endswith(_PART):  # of an upload that was cut
            save_files.remove(folder + "/" + name)
    conversation.clean_folders += (folder,)


def _used(conversation: Conversation, path: str) -> bool:
    """Does a game need this file as it is: the one in play, or a save that is not over?"""
    folder, name = path.split("/")
    if folder != "editions":
        return False
    name = name[:-4]
    keeper = conversation.box.keeper
    if keeper.edition and keeper.edition.name == name:
        return True
    for game in save_files.ids(save_files.SAVE):
        try:
            text, _, head = save_files.read(game)
        except BooksError:
            continue
        if not head[save_files.OVER] and json.loads(text)["edition"] == name:
            return True
    return False
