"""Boards that people give to each other: one file for a board, and an index of many.

A board from somewhere else may be an enemy's: at most 64 KB, over https or from a file, through the strict
reader of editions. What stays is written again from what was read, so that no note of a stranger stays.
"""

from __future__ import annotations

import copy
import hashlib
import http.client
import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

from banker.core.edition.metadata import id_fits
from deedbox.editions import IDS, load_edition, parent_editions, printed_decks, toml_writer
from deedbox.editions.compiler import compile_edition, hash_of_file
from deedbox.editions.model import Edition
from deedbox.editions.name_filling import name_progress
from deedbox.editions.toml_reader import EditionError, read_edition
from deedbox.faults import FILE_MOST, Fault

INDEX_NAME = "index.json"
INDEX_FORM = "deedbox-boards-1"
INDEX_MOST = 1_000_000  # bytes
BOARDS_MOST = 2000
_TEXT_MOST = 80
_TIMEOUT_S = 20


class SharingError(Exception):
    """A board or an index that cannot be had; the text is one line with the reason."""


@dataclass(frozen=True)
class Listed:
    """A board as an index lists it."""

    id: str
    name: str
    file: str  # beside the index, or below it
    sha256: str  # of the file
    bytes: int
    hash: str  # of the compiled edition, as the box shows it
    author: str
    licence: str
    language: str
    players_max: int
    names_missing: int

    def matches(self, words: list[str]) -> bool:
        text = " ".join((self.id, self.name, self.author, self.language, self.licence)).casefold()
        return all(word.casefold() in text for word in words)


# -- fetching --


class _OnlyHttps(urllib.request.HTTPRedirectHandler):
    """Follows a redirect only to https."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        if urllib.parse.urlsplit(newurl).scheme != "https":
            raise SharingError(f"{req.full_url}: leads to an address without https")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def is_address(place: str) -> bool:
    return "://" in place


def fetch(place: str, most: int = FILE_MOST) -> bytes:
    """The bytes of a file, or of an https address; SharingError says why there are none."""
    if not is_address(place):
        return _read_file(Path(place), most)
    try:
        parts = urllib.parse.urlsplit(place)
    except ValueError as error:
        raise SharingError(f"{place}: not an address ({error})") from None
    if parts.scheme == "file":
        if parts.netloc not in ("", "localhost"):
            raise SharingError(f"{place}: a file of another computer")
        return _read_file(Path(urllib.request.url2pathname(parts.path)), most)
    if parts.scheme != "https":
        raise SharingError(f"{place}: only https addresses and files are read")
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        _OnlyHttps(),
    ):
        opener.add_handler(handler)
    try:
        with opener.open(place, timeout=_TIMEOUT_S) as answer:
            data = cast(bytes, answer.read(most + 1))
    except urllib.error.HTTPError as error:
        raise SharingError(f"{place}: the server answers {error.code}") from None
    except (OSError, ValueError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", error)
        raise SharingError(f"{place}: cannot be fetched ({reason})") from None
    return _within(place, data, most)


def _read_file(path: Path, most: int) -> bytes:
    try:
        if not path.is_file():
            raise SharingError(f"{path}: there is no such file")
        with path.open("rb") as file:
            return _within(str(path), file.read(most + 1), most)
    except OSError as error:
        raise SharingError(f"{path}: cannot be read ({error.strerror})") from None


def _within(place: str, data: bytes, most: int) -> bytes:
    if len(data) > most:
        raise SharingError(f"{place}: more than {most} bytes; a board has about 9000")
    return data


# -- one board --


def take_board(place: str, data: bytes) -> Edition:
    """The board in these bytes; EditionError names every fault."""
    name = place.partition("?")[0].rpartition("/")[2] or place
    edition = read_edition(name, data, parent_editions(), printed_decks())
    compile_edition(edition)  # the checks of the box, too
    if edition.id in IDS:
        why = "an edition that comes with deedbox is called so; the board needs an id of its own"
        raise EditionError([Fault(name, 0, "id", f'"{edition.id}"', why)])
    return edition


def write_board(edition: Edition, house_rules: dict[str, Any] | None = None) -> str:
    """The board as one file, with all that it takes from others; these house rules become its own."""
    board = copy.deepcopy(edition)
    board.rules = {**board.rules, **(house_rules or {})}
    text = toml_writer.write_edition(board, load_edition("classic"), printed_decks(), f"# {board.name}")
    take_board(f"{board.id}.toml", text.encode())  # a rule may not fit the board
    return text


# -- an index --


def list_board(file: Path, folder: Path) -> Listed:
    data = _read_file(file, FILE_MOST)
    edition = take_board(str(file), data)
    progress = name_progress(edition)
    return Listed(
        id=edition.id,
        name=edition.name,
        file=file.relative_to(folder).as_posix(),
        sha256=hashlib.sha256(data).hexdigest(),
        bytes=len(data),
        hash=hash_of_file(compile_edition(edition)),
        author=edition.author,
        licence=edition.licence,
        language=edition.language,
        players_max=edition.rules.get("players_max", 8),
        names_missing=progress.total - progress.typed,
    )


def write_index(folder: Path) -> tuple[str, int]:
    """(JSON, how many) of the boards in this folder and in the folders below it."""
    boards = [list_board(file, folder) for file in sorted(folder.rglob("*.toml"))]
    seen: dict[str, str] = {}
    for board in boards:
        if board.id in seen:
            raise SharingError(f"{board.file}: {seen[board.id]} has the same id, {board.id}")
        seen[board.id] = board.file
    rows = [asdict(board) for board in boards]
    return json.dumps({"form": INDEX_FORM, "boards": rows}, indent=1, ensure_ascii=False) + "\n", len(rows)


def read_index(place: str) -> list[Listed]:
    """The boards of an index: a folder with an index.json, the file itself, or an https address of either."""
    where = index_place(place)
    data = fetch(where, INDEX_MOST)
    try:
        tables = json.loads(data)
    except (ValueError, RecursionError):
        raise SharingError(f"{where}: this is no JSON") from None
    if not isinstance(tables, dict) or tables.get("form") != INDEX_FORM:
        raise SharingError(f'{where}: this is no index of boards ("form" must be "{INDEX_FORM}")')
    rows = tables.get("boards")
    if not isinstance(rows, list) or len(rows) > BOARDS_MOST:
        raise SharingError(f'{where}: "boards" must be a list of at most {BOARDS_MOST}')
    return [_read_row(where, number, row) for number, row in enumerate(rows)]


def index_place(place: str) -> str:
    if place.endswith(".json"):
        return place
    if is_address(place):
        return place.rstrip("/") + "/" + INDEX_NAME
    return str(Path(place) / INDEX_NAME)


_TEXTS = ("id", "name", "file", "sha256", "hash", "author", "licence", "language")
_NUMBERS = ("bytes", "players_max", "names_missing")


def _read_row(where: str, number: int, row: Any) -> Listed:
    for why in _row_faults(row):
        raise SharingError(f"{where}: boards[{number}]{why}")
    return Listed(**{key: row[key] for key in (*_TEXTS, *_NUMBERS)})


def _row_faults(row: Any) -> Iterator[str]:
    if not isinstance(row, dict):
        yield ": must be a table"
        return
    for key in _TEXTS:
        value = row.get(key)
        if not isinstance(value, str) or len(value) > _TEXT_MOST or not value.isprintable():
            yield f".{key}: must be text of at most {_TEXT_MOST} printable letters"
    for key in _NUMBERS:
        if type(row.get(key)) is not int or not 0 <= row[key] <= FILE_MOST:
            yield f".{key}: must be a whole number from 0 to {FILE_MOST}"
    if not id_fits(row.get("id")):
        yield ".id: must be small letters, digits and hyphens"
    path = str(row.get("file", ""))
    parts = path.split("/")
    if is_address(path) or path.startswith("/") or "\\" in path or "%" in path or ".." in parts:
        yield ".file: must be a file beside the index or below it"


def fetch_listed(place: str, identity: str) -> bytes:
    """The file of this board from an index, if it is the one that the index lists."""
    boards = read_index(place)
    listed = next((board for board in boards if board.id == identity), None)
    if listed is None:
        raise SharingError(f"{index_place(place)}: there is no board {identity}")
    where = index_place(place)
    if is_address(where):
        file = urllib.parse.urljoin(where, urllib.parse.quote(listed.file))
    else:
        file = str(Path(where).parent / listed.file)
    data = fetch(file)
    if hashlib.sha256(data).hexdigest() != listed.sha256:
        raise SharingError(f"{file}: is another file than the index lists (its SHA-256 differs)")
    return data
