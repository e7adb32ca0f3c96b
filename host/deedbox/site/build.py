"""`make site`: the folder with the page and the whole box, for any web server."""

from __future__ import annotations

import gzip
import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import deedbox
from deedbox import editions, token_colours, words
from deedbox.build import firmware
from deedbox.files import write_file
from deedbox.play import flash_files
from deedbox.play.server import list_choices, printed_board
from deedbox.site import bundle
from deedbox.site.littlefs import compile_littlefs

_HERE = Path(__file__).parent
_PAGE = Path(deedbox.__file__).parent / "play" / "page"
_MICROPYTHON = _HERE / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"
WIRE_MOST = 3_000_000  # bytes for a first visit, compressed as a server does it


class SiteError(Exception):
    """The folder cannot be built; the text says what is missing."""


def build_site(folder: Path) -> None:
    """Write the folder; one that was there is replaced as a whole."""
    if not (_MICROPYTHON / "micropython.wasm").exists():
        raise SiteError("MicroPython for WebAssembly is missing: run `make site`, which installs it with npm")
    with tempfile.TemporaryDirectory(dir=folder.parent) as work:
        new = Path(work, "site")
        _write_page(new)
        _write_box(new / "box")
        names = sorted(path.relative_to(new).as_posix() for path in new.rglob("*") if path.is_file())
        _put(new / "offline.js", _offline(names, new))
        if folder.exists():
            shutil.rmtree(folder)
        new.rename(folder)


def _put(path: Path, data: bytes | str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, data.encode() if isinstance(data, str) else data, durable=False)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _write_page(new: Path) -> None:
    shutil.copytree(_PAGE, new / "page")
    for path in (_HERE / "page").glob("*.js"):
        if path.name != "offline.js":
            shutil.copy(path, new / "page")  # server.js takes the place of the one for a server
    index = (new / "page" / "index.html").read_text(encoding="utf-8")
    (new / "page" / "index.html").unlink()
    head = '<link rel="manifest" href="manifest.webmanifest">\n<meta name="theme-color" content="#1d3b2f">\n'
    _put(new / "index.html", index.replace("</head>", head + "</head>"))
    _put(new / "manifest.webmanifest", (_HERE / "page" / "manifest.webmanifest").read_bytes())
    _put(new / "tokens.css", token_colours.style_sheet())
    for name in editions.IDS:
        _put(new / "edition" / f"{name}.json", _json(printed_board(editions.load_edition(name))))
    for language in words.LANGUAGES:
        _put(new / f"choices-{language}.json", _json(_choices(language)))
    _put(new / ".nojekyll", "")


def _choices(language: str) -> dict[str, Any]:
    """As the server has them, without boards of whoever builds this."""
    choices = list_choices(language)
    boards = [board for board in choices["boards"] if board["id"] in editions.IDS]
    return {**choices, "boards": boards}


def _write_box(box: Path) -> None:
    for name in ("micropython.mjs", "micropython.wasm"):
        _put(box / name, (_MICROPYTHON / name).read_bytes())
    _put(box / "littlefs.wasm", compile_littlefs())
    _put(box / "host.bundle", bundle.pack(bundle.host_files()))
    _put(box / "standins.bundle", bundle.pack(bundle.standins()))
    pins = firmware.load_pins()
    lazy = sum(1 << pin for pin in (pins.READER_CS, *pins.KEY_ROWS))
    _put(box / "about.json", _json({"blocks": firmware.BLOCK_COUNT, "lazyPins": lazy}))
    with tempfile.TemporaryDirectory() as work:
        for name in (flash_files.DEMO, flash_files.OWN):
            path = Path(work, name)
            demo = name == flash_files.DEMO
            flash_files.make_flash(
                path,
                game=flash_files.demo_game() if demo else None,
                table=None if demo else {"edition": "classic", "rules": {}},
            )
            _put(box / f"{name}.flash", _used_blocks(path.read_bytes()))


def _used_blocks(image: bytes) -> bytes:
    """The blocks of a flash that are not erased, as a bundle by their numbers."""
    size = firmware.BLOCK_SIZE
    blocks = {str(at // size): image[at : at + size] for at in range(0, len(image), size)}
    return bundle.pack({name: data for name, data in blocks.items() if data.strip(b"\xff")})


def _offline(names: list[str], folder: Path) -> str:
    import hashlib

    content = hashlib.sha256()
    for name in names:
        content.update(name.encode() + b"\0" + (folder / name).read_bytes())
    template = (_HERE / "page" / "offline.js").read_text(encoding="utf-8")
    files = [name for name in names if name not in (".nojekyll",)]
    return template.replace('"VERSION"', json.dumps(content.hexdigest()[:16])).replace(
        '["FILES"]', json.dumps(files)
    )


def wire_bytes(folder: Path) -> int:
    """What a first visit loads, if the server compresses."""
    return sum(len(gzip.compress(path.read_bytes())) for path in folder.rglob("*") if path.is_file())


def main() -> None:
    folder = Path(sys.argv[1])
    folder.parent.mkdir(parents=True, exist_ok=True)
    build_site(folder)
    size = wire_bytes(folder)
    print(f"{folder}: {size:,} bytes over the wire, compressed; at most {WIRE_MOST:,}")
    if size > WIRE_MOST:
        raise SystemExit("the site is too large")


if __name__ == "__main__":
    main()
