"""A backup: editions, house rules, tags, settings and games of a box in one file.

The file is a zip with manifest.json (size and SHA-256 of all other parts), files/ (the files of the box) and
journal.bin (the pages of the journal, each after its place in 16 bits, little-endian).
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from deedbox.backup.prompt import PromptError, fetch_files, place_files, stop_firmware

if TYPE_CHECKING:
    from deedbox.games.found_games import FoundGames
    from deedbox.link import Hello

__all__ = [
    "Backup",
    "BackupError",
    "PromptError",
    "make_backup",
    "pack_backup",
    "place_files",
    "read_backup",
    "stop_firmware",
]

KIND, VERSION = "deedbox backup", 1
KEY = "table.key"
FOLDERS = (("editions", (".bin",)), ("rules", (".json",)), ("games", (".sav", ".log")))
FILES = ("tags.bin", "settings.json", "table.json")
# The files that reserve the blocks of the journal: /ring/00 to /ring/15.
_RING = ("ring", tuple("0123456789"))
_PAGE = 256
_BYTES_MOST = 4 << 20
_FILES_MOST = 400
_MOMENT = (1980, 1, 1, 0, 0, 0)  # a fixed date, so that the same box gives the same bytes


class BackupError(Exception):
    """The file is no backup, is damaged, or does not fit the box; one line that tells why."""


@dataclass
class Backup:
    files: dict[str, bytes] = field(default_factory=dict)
    pages: list[tuple[int, bytes]] = field(default_factory=list)
    box: dict[str, str] = field(default_factory=dict)  # the Pico's id ("board") and the firmware's version

    @property
    def has_key(self) -> bool:
        return KEY in self.files

    def found_games(self) -> FoundGames:
        from deedbox.games.found_games import FoundGames

        return FoundGames(self.pages, self.files)


def make_backup(port: str, hello: Hello, *, with_key: bool = False) -> Backup:
    """Read everything that a stopped box has; `hello` is what it said before."""
    from deedbox.games import ring_pages

    files = fetch_files(port, (*FILES, KEY) if with_key else FILES, (*FOLDERS, _RING))
    pages = ring_pages.take_pages(files)
    return Backup(files, pages, {"board": hello.board, "firmware": hello.firmware})


def pack_backup(backup: Backup) -> bytes:
    """The bytes of the backup file; the same backup always gives the same bytes."""
    parts = {f"files/{path}": data for path, data in sorted(backup.files.items())}
    parts["journal.bin"] = b"".join(place.to_bytes(2, "little") + page for place, page in backup.pages)
    manifest = {
        "kind": KIND,
        "version": VERSION,
        "box": backup.box,
        "key": backup.has_key,
        "parts": {
            name: {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in parts.items()
        },
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        text = json.dumps(manifest, indent=1, sort_keys=True).encode()
        for name, data in {"manifest.json": text, **parts}.items():
            info = zipfile.ZipInfo(name, _MOMENT)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o600 << 16
            archive.writestr(info, data)
    return out.getvalue()


def read_backup(data: bytes, name: str) -> Backup:
    """Read a backup file and check every part of it."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            if len(infos) > _FILES_MOST or sum(info.file_size for info in infos) > _BYTES_MOST:
                raise BackupError(f"{name}: larger than any box")
            parts = {info.filename: archive.read(info) for info in infos}
        manifest = json.loads(parts.pop("manifest.json"))
        if not isinstance(manifest, dict) or manifest.get("kind") != KIND:
            raise BackupError(f"{name}: this is no backup; deedbox backup makes such files")
        if manifest.get("version") != VERSION:
            raise BackupError(f"{name}: written by another version of deedbox; update deedbox")
        hashes = {part: facts["sha256"] for part, facts in manifest["parts"].items()}
    except (
        zipfile.BadZipFile,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        NotImplementedError,
    ) as error:
        raise BackupError(f"{name}: damaged, or no backup ({error})") from None
    except (EOFError, RuntimeError, OSError, zlib.error) as error:
        raise BackupError(f"{name}: damaged ({error})") from None
    for part in {*hashes, *parts}:
        if part not in parts or hashes.get(part) != hashlib.sha256(parts[part]).hexdigest():
            raise BackupError(f"{name}: {part} is damaged; take another backup")
    return _backup_from_parts(parts, manifest, name)


def _backup_from_parts(parts: dict[str, bytes], manifest: dict[str, Any], name: str) -> Backup:
    journal = parts.pop("journal.bin", b"")
    if len(journal) % (_PAGE + 2):
        raise BackupError(f"{name}: journal.bin is damaged; take another backup")
    pages = [
        (int.from_bytes(journal[at : at + 2], "little"), journal[at + 2 : at + 2 + _PAGE])
        for at in range(0, len(journal), _PAGE + 2)
    ]
    files = {}
    for part, data in parts.items():
        path = part.removeprefix("files/")
        if path == part or not belongs_in_backup(path):
            raise BackupError(f"{name}: {part} belongs into no backup")
        files[path] = data
    box = {str(key): str(value) for key, value in dict(manifest.get("box") or {}).items()}
    return Backup(files, pages, box)


def belongs_in_backup(path: str) -> bool:
    """May a backup contain this file? Only plain names in fixed folders are allowed."""
    from banker.protocol.names import plain

    if path in (*FILES, KEY):
        return True
    folder, _, file = path.partition("/")
    stem, dot, ending = file.rpartition(".")
    return any(
        folder == allowed_folder and dot + ending in endings and plain(stem)
        for allowed_folder, endings in FOLDERS
    )
