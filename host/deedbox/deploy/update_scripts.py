"""An update in the form that the box takes: one packed file, and the scripts that carry it in pieces."""

from __future__ import annotations

import ast
import base64
import hashlib
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from deedbox.build import firmware
from deedbox.deploy.update_plan import Plan
from deedbox.games import ring_pages

_DEVICE = Path(__file__).with_name("device")
_WINDOW_BITS = 14  # device/switch.py unpacks with the same window
PIECE = 3 * 1365  # a multiple of 3, so the base64 of a piece has no padding


def read_script(name: str) -> bytes:
    return (_DEVICE / f"{name}.py").read_bytes()


def pack_files(files: Mapping[str, bytes], steps: Plan) -> bytes:
    """The file files.bin that device/switch.py unpacks."""
    packer = zlib.compressobj(9, wbits=-_WINDOW_BITS)
    # New files need the room of old ones, so these go first, right after main.py, which finishes an update.
    sends = {
        path: f"{hashlib.sha256(files[path]).hexdigest()} {len(files[path])} {path}\n".encode() + files[path]
        for path in steps.send
    }
    parts = [sends.pop("main.py", b""), *(f"- {path}\n".encode() for path in steps.remove), *sends.values()]
    return packer.compress(b"".join(parts)) + packer.flush()


def look_script(tops: list[str]) -> bytes:
    names = ("PAGE", "PAYLOAD", "AT_RING", "CRC", "OLD_VERSION")
    journal = "".join(f"{name} = {getattr(ring_pages, name)}\n" for name in names)
    return f"TOPS = {tops!r}\n{journal}".encode() + read_script("describe_pico")


def send_scripts(data: bytes) -> Iterator[bytes]:
    """The scripts in order. Each but the first and the last prints how many bytes it wrote."""
    yield read_script("receive_update")
    for at in range(0, len(data), PIECE):
        yield b'take_piece("' + base64.b64encode(data[at : at + PIECE]) + b'")\n'
    yield f"finish_update({hashlib.sha256(data).hexdigest()!r}, {read_script('switch')!r})\n".encode()


def pin_ring_scripts() -> Iterator[bytes]:
    """The scripts that pin the ring of a box whose filesystem is new, without writing anything else."""
    modules = _modules_for("banker/app/store/ring_blocks.py")
    codes = {
        path[:-3] + ".mpy": firmware.compile_module(source, path)
        for path, source in modules.items()
        if not path.endswith("viper.py")  # the module without machine code serves
    }
    blocks = sum(2 + -(-len(code) // 512) for code in codes.values()) + 24
    yield read_script("pin_ring") + f"make_ram_disk({blocks})\n".encode()
    for path, code in codes.items():
        yield f'add_module({path!r}, "{base64.b64encode(code).decode()}")\n'.encode()
    yield b"pin_ring()\n"


def _modules_for(path: str) -> dict[str, bytes]:
    """The code of a module and of all modules of the firmware that it imports, with their packages.

    It is folded: MicroPython has neither `typing` nor `__future__`.
    """
    sources = firmware.fold_sources()
    modules: dict[str, bytes] = {}
    waiting = [path]
    while waiting:
        path = waiting.pop()
        if path in modules or path not in sources:
            continue
        modules[path] = sources[path]
        folder = path.rpartition("/")[0]
        while folder:
            waiting.append(f"{folder}/__init__.py")
            folder = folder.rpartition("/")[0]
        for node in ast.walk(ast.parse(modules[path])):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module] + [f"{node.module}.{alias.name}" for alias in node.names]
            waiting += [name.replace(".", "/") + ".py" for name in names]
    return modules
