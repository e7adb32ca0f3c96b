"""Installs and updates the firmware on a Pico with plain MicroPython, through mpremote.

The files on the box are compared by hash with those that it should have. Only differences are sent, packed,
into a folder beside the firmware. One rename marks the update as complete; device/switch.py then puts the
files into their places, at once or, after a power cut, at the next power-on. Until that rename the box starts
with its old firmware. Games, tags, keys and settings are never touched.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from banker.protocol.names import RESERVE_BLOCKS
from deedbox.build import firmware, picos
from deedbox.deploy import remote, update_scripts
from deedbox.deploy.update_plan import Entry, Plan, blocks_needed, make_manifest, plan_update
from deedbox.deploy.way_in import Tell, reach_prompt

if TYPE_CHECKING:
    from deedbox.link import Hello

__all__ = [
    "DeployError",
    "Pico",
    "Plan",
    "check_fits",
    "compile_firmware_for",
    "install_files",
    "look_at_pico",
    "plan_update_for",
    "read_pico",
    "restart_box",
    "set_display",
    "make_uf2",
    "wait_for_box",
]

# Tested with 1.26.1. Older versions read another .mpy format or lack modules that the firmware uses.
MICROPYTHON_LEAST = (1, 26)
_RUNS_S = 3.0  # a box that runs has answered by then
_RING_BLOCKS = 20  # sixteen blocks of the ring, their folder and their map
_NUMBER_MOST = 1 << 50
_DIGITS_MOST = 9
_PICO_PLATFORM = "rp2"
_TWIN_PLATFORMS = ("linux", "darwin")  # the unix port reports the system that it runs on
_TELL_US = "please tell how it went: host/docs/first-builders.md"


class DeployError(Exception):
    """The firmware cannot be installed there; one line that tells what to do."""


@dataclass(frozen=True)
class Pico:
    """A Pico as it describes itself at its prompt (device/describe_pico.py)."""

    version: tuple[int, ...]
    machine: str
    mpy: int
    platform: str
    block: int
    blocks: int
    free: int
    ring: bool
    top: tuple[str, ...]
    used: tuple[str, ...]
    files: Mapping[str, Entry]

    @property
    def foreign(self) -> bool:
        """Does it have the main.py of another program?"""
        return "main.py" in self.top and "banker" not in self.top

    @property
    def kind(self) -> picos.Kind:
        return picos.nearest(self.machine)


def look_at_pico(port: str, tell: Tell = lambda line: None) -> Pico:
    """Ask a Pico what it is and which files it has. This stops its program until `remote.restart_pico`.

    `tell` gets a line for people if somebody at the box has to agree.
    """
    reach_prompt(port, tell)
    tops = sorted({path.split("/")[0] for path in firmware.compile_files()})
    return read_pico(remote.run_scripts(port, [update_scripts.look_script(tops)], fresh=True))


def read_pico(output: list[str]) -> Pico:
    """Read the lines that device/describe_pico.py printed."""
    lines = [line for line in output if line]
    start = next((at for at, line in enumerate(lines) if line.startswith('{"')), None)
    if start is None or lines[-1] != "[]":
        raise DeployError(
            f"the board does not answer as MicroPython does: {lines[-1] if lines else 'nothing'}"
        )
    try:
        about = json.loads(lines[start])
        rows = [json.loads(line) for line in lines[start + 1 : -1]]
        about["files"] = {path: Entry(size, digest) for path, size, digest in rows}
        for name in ("version", "top", "used"):
            about[name] = tuple(about[name])
        pico = Pico(**about)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise DeployError("the board describes itself in a way that makes no sense; repeat") from None
    _check_description(pico)
    return pico


def _check_description(pico: Pico) -> None:
    """What comes from a board is used only if it is of the right kind."""
    numbers = [*pico.version, pico.mpy, pico.block, pico.blocks, pico.free]
    numbers += [entry.size for entry in pico.files.values()]
    texts = [pico.machine, pico.platform, *pico.top, *pico.used, *pico.files]
    texts += [entry.sha256 for entry in pico.files.values()]
    good = all(type(number) is int and 0 <= number < _NUMBER_MOST for number in numbers)
    if not good or not pico.block or not all(isinstance(text, str) for text in texts):
        raise DeployError("the board describes itself in a way that makes no sense; repeat")


def check_fits(pico: Pico, *, force: bool = False) -> list[str]:
    """Check that the firmware fits; DeployError if it does not. Returns remarks."""
    words = _version_text(pico.version)
    renew = _how_to_renew(pico.kind)
    if pico.platform not in (_PICO_PLATFORM, *_TWIN_PLATFORMS):
        raise DeployError(f"this is no Raspberry Pi Pico but {pico.machine or pico.platform}")
    if pico.version[:2] < MICROPYTHON_LEAST:
        raise DeployError(
            f"MicroPython {words} on the board is too old, {_version_text(MICROPYTHON_LEAST)} is needed: "
            f"{renew}"
        )
    ours = firmware.compile_module(b"", "empty.py")[1]
    if pico.mpy & 0xFF != ours:
        raise DeployError(
            f"MicroPython {words} on the board reads .mpy version {pico.mpy & 0xFF}, this deedbox writes "
            f"{ours}: update deedbox, or {renew}"
        )
    _check_room(pico)
    if pico.foreign and not force:
        raise DeployError("the board has a main.py of another program; --force replaces it")
    remarks = []
    if pico.platform == _PICO_PLATFORM and not picos.recognise(pico.machine):
        remarks.append(f"not tried on {pico.machine}, which is taken for a {pico.kind.says}; {_TELL_US}")
    elif not pico.kind.tried:
        remarks.append(f"not tried yet on a {pico.kind.says}, nor emulated; {_TELL_US}")
    if "boot.py" in pico.top:
        remarks.append("the board has a boot.py of its own; it stays, and runs before the firmware")
    return remarks


def _how_to_renew(kind: picos.Kind) -> str:
    how = "hold BOOTSEL while plugging the board in and copy"
    return f"{how} {kind.image}*.uf2 from micropython.org onto the drive"


def _check_room(pico: Pico) -> None:
    """DeployError if the whole filesystem is too small: for the firmware, an update of it, and games."""
    files = compile_firmware_for(pico)
    steps = plan_update({}, make_manifest(files))
    packed = len(update_scripts.pack_files(files, steps))
    need = blocks_needed({}, make_manifest(files), packed, pico.block, steps) + _RING_BLOCKS + RESERVE_BLOCKS
    if pico.blocks >= need:
        return
    says = f"MicroPython leaves {pico.blocks * pico.block // 1024} KB for files on this board"
    do = "it needs a board with more flash"
    if pico.kind is picos.PICO_W:
        do = f"the Pico's own MicroPython leaves more and runs on a Pico W too: {_how_to_renew(picos.PICO)}"
    raise DeployError(f"{says}, Deedbox with an update and games needs {need * pico.block // 1024}: {do}")


def _version_text(version: Iterable[int]) -> str:
    return ".".join(map(str, version))


def compile_firmware_for(pico: Pico) -> dict[str, bytes]:
    """The firmware compiled for this Pico, with machine code only if its processor can run it."""
    kind = pico.kind
    native = firmware.compile_module(b"@micropython.native\ndef f():\n pass\n", "f.py", kind.march)
    # The third byte of a .mpy is architecture and sub-version (MicroPython's docs, 'MicroPython .mpy files').
    fits = pico.mpy >> 8 & 0xFF == native[2]
    return firmware.compile_files(kind.march if fits else None, kind=kind)


def plan_update_for(pico: Pico, files: Mapping[str, bytes]) -> Plan:
    return plan_update(pico.files, make_manifest(files), pico.used)


def pin_ring(port: str, pico: Pico) -> None:
    """Pin the ring before the first write to a new filesystem: the flash may still have a game on it."""
    if not pico.ring:
        try:
            remote.run_scripts(port, update_scripts.pin_ring_scripts())
        except remote.RemoteError as error:
            raise DeployError(
                f"the journal on the flash cannot be kept safe, nothing was written: {error}"
            ) from None


def install_files(
    port: str, pico: Pico, files: Mapping[str, bytes], steps: Plan, progress: Callable[[int, int], None]
) -> None:
    """Send, check, put into place, check again. `progress` gets the bytes so far and in all."""
    data = update_scripts.pack_files(files, steps)
    need = blocks_needed(pico.files, make_manifest(files), len(data), pico.block, steps)
    # The ring takes its blocks first.
    free = pico.free if pico.ring else pico.free - _RING_BLOCKS
    if need > free:
        raise DeployError(
            f"the update needs {need * pico.block // 1024} KB, {free * pico.block // 1024} are free: "
            "remove games, editions or fixtures that nobody needs"
        )
    pin_ring(port, pico)
    sent_bytes = 0

    def count(line: str) -> None:
        nonlocal sent_bytes
        if line.isdecimal() and len(line) < _DIGITS_MOST:
            sent_bytes += int(line)
            progress(sent_bytes, len(data))

    tops = sorted({path.split("/")[0] for path in files})
    remote.run_scripts(port, update_scripts.send_scripts(data), on_line=count)
    rest = plan_update_for(read_pico(remote.run_scripts(port, [update_scripts.look_script(tops)])), files)
    if not rest.nothing_to_do:
        raise DeployError(f"{(rest.send + rest.remove)[0]} is not on the box as it should be; repeat")


def wait_for_box(port: str, timeout_s: float = 30.0) -> Hello:
    """Wait until a restarted box answers. Its USB port disappears meanwhile."""
    from deedbox import link

    end_s = time.monotonic() + timeout_s
    while True:
        try:
            with link.connect(port, timeout_s=3.0) as box:
                return box.hello()
        except (link.PortError, link.SilentError):
            if time.monotonic() > end_s:
                raise
            time.sleep(0.2)


def restart_box(port: str) -> Hello:
    """Restart a box that runs, or that is stopped at MicroPython's prompt, and wait until it answers."""
    from deedbox import link
    from deedbox.devices.discovery import MICROPYTHON, Device

    try:
        with link.connect(port, timeout_s=_RUNS_S) as box:
            box.reset()
    except (link.SilentError, link.UnsureError):
        device = Device(port).look_for_prompt()
        if device.kind == MICROPYTHON:
            raise DeployError(f"{port}: no Deedbox answers there: {device.says}") from None
        remote.restart_pico(port)
    try:
        return wait_for_box(port)
    except link.SilentError as error:
        raise DeployError(
            f"{port} was restarted, but no Deedbox answers; `deedbox devices` says what it is ({error})"
        ) from None


class MergedUf2(NamedTuple):
    """MicroPython's UF2 with the firmware added."""

    data: bytes
    micropython: str  # its version
    sizes: dict[str, int]  # of the files that were added


def make_uf2(image: bytes, name: str, display: str | None) -> MergedUf2:
    from deedbox.deploy import uf2

    micropython = uf2.parse_uf2(image, name)
    if micropython.version is None:
        raise uf2.Uf2Error(f"{name} holds no MicroPython")
    words = ".".join(map(str, micropython.version))
    if micropython.version[:2] < MICROPYTHON_LEAST:
        raise uf2.Uf2Error(
            f"{name} holds MicroPython {words}; {_version_text(MICROPYTHON_LEAST)} or newer is needed"
        )
    files = firmware.compile_files(firmware.PICO_MARCH)
    if display:
        files["settings.json"] = json.dumps({"display": display}).encode()
    data = uf2.add_filesystem(micropython, firmware.make_image(files), name)
    return MergedUf2(data, words, {path: len(content) for path, content in files.items()})


def set_display(port: str, display: str) -> None:
    """Set which display the box has. Its other settings stay."""
    remote.run_scripts(
        port, [update_scripts.read_script("settings") + f'change("display", {display!r})\n'.encode()]
    )
