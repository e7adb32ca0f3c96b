"""Installs and updates the firmware on a board with plain MicroPython, through mpremote.

What the box holds is compared by hash with what it should hold. Only differences are sent, packed, into a
folder beside the firmware; when all of it is there it counts as made by one rename, and comes into its place
at once or, after a power cut, at the next power-on (device/switch.py). Until that rename the box starts with
what it had. Games, tags, keys and settings are never touched.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deedbox import firmware

from . import pack, remote
from .plan import Entry, Plan, blocks_needed, manifest, plan

if TYPE_CHECKING:
    from deedbox.link import Hello

__all__ = [
    "Board",
    "DeployError",
    "Plan",
    "check",
    "files_for",
    "install",
    "look",
    "plan_for",
    "read_board",
    "set_display",
    "uf2_for",
    "wait_for",
]

# Tested with 1.26.1; older ones write another .mpy, or lack what the firmware uses.
MICROPYTHON_LEAST = (1, 26)
_PICO = "Raspberry Pi Pico with RP2040"
_HOW_TO_RENEW = (
    "hold BOOTSEL while plugging the board in and copy RPI_PICO-*.uf2 from micropython.org onto the drive"
)


class DeployError(Exception):
    """This board cannot be given the firmware; one line that says what to do."""


@dataclass(frozen=True)
class Board:
    """What a board says at its prompt."""

    version: tuple[int, ...]
    machine: str
    mpy: int
    platform: str
    block: int
    free: int
    ring: bool
    top: tuple[str, ...]
    used: tuple[str, ...]
    files: Mapping[str, Entry]

    @property
    def foreign(self) -> bool:
        """Is there a program of somebody else's?"""
        return "main.py" in self.top and "banker" not in self.top


def look(port: str) -> Board:
    """Ask a board what it is and what it holds. What runs on it is stopped, until `remote.restart`."""
    tops = sorted({path.split("/")[0] for path in firmware.compiled()})
    return read_board(remote.run(port, [pack.look(tops)], fresh=True))


def read_board(said: list[str]) -> Board:
    """What device/look.py printed."""
    lines = [line for line in said if line]
    start = next((at for at, line in enumerate(lines) if line.startswith('{"')), None)
    if start is None or lines[-1] != "[]":
        raise DeployError(
            f"the board does not answer as MicroPython does: {lines[-1] if lines else 'nothing'}"
        )
    about = json.loads(lines[start])
    rows = [json.loads(line) for line in lines[start + 1 : -1]]
    about["files"] = {path: Entry(size, digest) for path, size, digest in rows}
    for name in ("version", "top", "used"):
        about[name] = tuple(about[name])
    return Board(**about)


def check(board: Board, *, force: bool = False) -> list[str]:
    """Does the firmware fit this board? DeployError if not; otherwise what is worth a remark."""
    words = _words(board.version)
    if board.platform not in ("rp2", "linux"):  # linux: the twin
        raise DeployError(f"this is no Raspberry Pi Pico but {board.machine or board.platform}")
    if board.version[:2] < MICROPYTHON_LEAST:
        raise DeployError(
            f"MicroPython {words} on the board is too old, {_words(MICROPYTHON_LEAST)} is needed: "
            f"{_HOW_TO_RENEW}"
        )
    ours = firmware.compile_module(b"", "empty.py")[1]
    if board.mpy & 0xFF != ours:
        raise DeployError(
            f"MicroPython {words} on the board reads .mpy version {board.mpy & 0xFF}, this deedbox writes "
            f"{ours}: update deedbox, or {_HOW_TO_RENEW}"
        )
    if board.foreign and not force:
        raise DeployError("the board has a main.py of another program; --force replaces it")
    remarks = []
    if board.platform == "rp2" and _PICO not in board.machine:
        remarks.append(f"not tested on this board: {board.machine}")
    if "boot.py" in board.top:
        remarks.append("the board has a boot.py of its own; it stays, and runs before the firmware")
    return remarks


def _words(version: Iterable[int]) -> str:
    return ".".join(map(str, version))


def files_for(board: Board) -> dict[str, bytes]:
    """The firmware compiled for this board; machine code only for the processor that it is made for."""
    native = firmware.compile_module(b"@micropython.native\ndef f():\n pass\n", "f.py", firmware.PICO_MARCH)
    # The third byte of a .mpy: architecture and sub-version (MicroPython's docs, 'MicroPython .mpy files').
    fits = board.mpy >> 8 & 0xFF == native[2]
    return firmware.compiled(firmware.PICO_MARCH if fits else None)


def plan_for(board: Board, files: Mapping[str, bytes]) -> Plan:
    return plan(board.files, manifest(files), board.used)


def protect(port: str, board: Board) -> None:
    """Before the first write to a filesystem that was made anew: a game may still lie on the flash."""
    if not board.ring:
        try:
            remote.run(port, pack.shelter())
        except remote.RemoteError as error:
            raise DeployError(
                f"the journal on the flash cannot be kept safe, nothing was written: {error}"
            ) from None


def install(
    port: str, board: Board, files: Mapping[str, bytes], steps: Plan, sent: Callable[[int, int], None]
) -> None:
    """Send, check, put into place, check again; `sent` hears bytes so far and in all."""
    wanted = manifest(files)
    data = pack.packed(files, steps)
    need = blocks_needed(board.files, wanted, len(data), board.block, steps)
    # The ring takes its blocks before anything else.
    free = board.free if board.ring else board.free - _RING_BLOCKS
    if need > free:
        raise DeployError(
            f"the update needs {need * board.block // 1024} KB, {free * board.block // 1024} are free: "
            "remove games, editions or fixtures that nobody needs"
        )
    protect(port, board)
    done = 0

    def count(line: str) -> None:
        nonlocal done
        if line.isdecimal():
            done += int(line)
            sent(done, len(data))

    tops = sorted({path.split("/")[0] for path in files})
    remote.run(port, pack.carry(data), heard=count)
    left = plan_for(read_board(remote.run(port, [pack.look(tops)])), files)
    if not left.nothing_to_do:
        raise DeployError(f"{(left.send + left.remove)[0]} is not on the box as it should be; repeat")


def wait_for(port: str, timeout_s: float = 30.0) -> Hello:
    """Wait until the box that was restarted answers; a USB port goes and comes with it."""
    from deedbox import link

    end_s = time.monotonic() + timeout_s
    while True:
        try:
            with link.connect(port, timeout_s=3.0) as box:
                return box.hello()
        except (link.PortError, link.Silent):
            if time.monotonic() > end_s:
                raise
            time.sleep(0.2)


def uf2_for(image: bytes, name: str, display: str | None) -> tuple[bytes, str]:
    """MicroPython's UF2 with the firmware in it, and the version of that MicroPython."""
    from . import uf2

    micropython = uf2.parse(image, name)
    if micropython.version is None:
        raise uf2.Uf2Error(f"{name} holds no MicroPython")
    words = ".".join(map(str, micropython.version))
    if micropython.version[:2] < MICROPYTHON_LEAST:
        raise uf2.Uf2Error(
            f"{name} holds MicroPython {words}; {_words(MICROPYTHON_LEAST)} or newer is needed"
        )
    files = firmware.compiled(firmware.PICO_MARCH)
    if display:
        files["settings.json"] = json.dumps({"display": display}).encode()
    return uf2.merge(micropython, firmware.image(files), name), words


def set_display(port: str, display: str) -> None:
    """Which display the box has; everything else that was set stays."""
    remote.run(port, [pack.script("settings") + f'change("display", {display!r})\n'.encode()])


_RING_BLOCKS = 20  # sixteen pinned ones, their folder, their map
