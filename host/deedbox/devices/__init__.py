"""Chooses the box for a command and opens it.

    with devices.open_session(devices.choose_device(on)) as box: ...

A target is `twin`, `twin:` and the name of a box, `chip`, `chipjs`, a serial port, a URL of pyserial, or
`id:` and the id of a Pico. `twin` is the box that `deedbox play` runs, else the one played last. A target is
from --on, else from $DEEDBOX_ON, else from the config file, else it is the one device that is connected. If
several are connected, that is an error.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deedbox.build.picos import PICO, PICO2
from deedbox.devices.discovery import DEEDBOX, STOPPED, Device, all_devices, find_drives, find_usb

if TYPE_CHECKING:
    from deedbox.link import Session

__all__ = [
    "BadTargetError",
    "Device",
    "NoDeviceError",
    "Target",
    "all_devices",
    "open_session",
    "running_port",
    "choose_device",
    "only_port",
]

VARIABLE = "DEEDBOX_ON"
TWIN, CHIP, CHIPJS, PORT = "twin", "chip", "chipjs", "port"
CHIPS = (CHIP, CHIPJS)  # the emulated RP2040, by rp2040py and by rp2040js
_RULES_ONLY = ("engine", "micropython")
_BOOT_S = 20.0  # from power-on to the first answer, on a busy machine


class NoDeviceError(Exception):
    """There is no box, or more than one; one line that tells what to do."""


class BadTargetError(NoDeviceError):
    """The named target is no box at all."""


@dataclass(frozen=True)
class Target:
    kind: str  # TWIN, one of CHIPS, or PORT
    port: str = ""  # only of kind PORT
    name: str = ""  # only of kind TWIN: which one

    def __str__(self) -> str:
        return self.port or (f"{self.kind}:{self.name}" if self.name else self.kind)


def target_name(on: str | None = None) -> str | None:
    """The target that somebody named: by --on, in the environment or in the config file."""
    from deedbox.devices import config

    return on or os.environ.get(VARIABLE) or config.target_name()


def choose_device(on: str | None = None, *, blank: bool = False) -> Target:
    """The box for a command. With `blank` a Pico without our firmware counts as well."""
    name = target_name(on)
    if not name:
        return Target(PORT, _connected_devices(blank))
    if name in (TWIN, *CHIPS):
        return Target(name)
    if name.startswith(f"{TWIN}:"):
        return Target(TWIN, name=_twin_name(name[len(TWIN) + 1 :]))
    if name in _RULES_ONLY:
        raise BadTargetError(
            f"{name} is only the rules, this needs a whole box: twin, chip, chipjs or a serial port"
        )
    if name.startswith("id:"):
        return Target(PORT, _by_id(name[3:]))
    if not _is_port(name):
        near = difflib.get_close_matches(name, (TWIN, *CHIPS, *_RULES_ONLY), n=1)
        guess = f"did you mean {near[0]}?" if near else "`deedbox devices` lists what is connected"
        raise BadTargetError(f"no such target: {name}; it is twin, chip, chipjs or a serial port; {guess}")
    return Target(PORT, name)


def _twin_name(name: str) -> str:
    from deedbox.devices.twin import twin_names

    names = twin_names()
    if name not in names:
        choices = ", ".join(f"{TWIN}:{other}" for other in names) or "none yet, `deedbox play` makes one"
        raise BadTargetError(f"there is no twin {name}; there are: {choices}")
    return name


def only_port() -> str:
    """The port of the box for a command that names no target."""
    box = choose_device()
    if box.kind != PORT:
        raise NoDeviceError(f"{box} is no port; start it with --on {box}")
    return box.port


def _is_port(word: str) -> bool:
    return "/" in word or "\\" in word or word.upper().startswith("COM")


def _connected_devices(blank: bool) -> str:
    picos = find_usb()
    if len(picos) == 1:
        return picos[0].port
    if not picos:
        waiting = find_drives()
        if waiting:
            is_pico2 = waiting[0].rstrip("/").endswith("RP2350")
            do = "copy it onto that drive, then deedbox deploy" if is_pico2 else "deedbox deploy --image FILE"
            raise NoDeviceError(
                f"a Pico in BOOTSEL mode is at {waiting[0]}, without MicroPython: download "
                f"{(PICO2 if is_pico2 else PICO).image}*.uf2 from micropython.org, then {do}"
            )
        raise NoDeviceError(
            "no box is connected: plug it in with a cable that carries data; `deedbox devices` lists what is "
            "there, --on twin takes the one on this machine"
        )
    devices = [device.identify() for device in picos]
    ours = [device for device in devices if device.kind in (DEEDBOX, STOPPED)]
    if len(ours) == 1 and not blank:
        return ours[0].port
    choices = "; ".join(f"--on {device.port} ({device.says})" for device in devices)
    raise NoDeviceError(f"{len(devices)} boards are connected, say which: {choices}")


def _by_id(number: str) -> str:
    from deedbox.devices.twin import running_twins

    ports = {device.id: device.port for device in find_usb() if device.id}
    ports |= {twin.board: twin.port for twin in running_twins()}
    for board, port in ports.items():
        if board.lower() == number.lower():
            return port
    ids = ", ".join(f"id:{board}" for board in ports) or "none"
    raise NoDeviceError(f"no board with id:{number} is connected; there are: {ids}")


@contextmanager
def running_port(box: Target, *, prompt: bool = False) -> Iterator[str]:
    """The port of a target that has one. A twin that was off runs until the end of the `with` block.

    `prompt`: the command needs MicroPython's prompt. A twin that was off is switched on with a key held, as
    anybody may do who has a box at hand; at a box that runs somebody has to agree.
    """
    if box.kind in CHIPS:
        raise NoDeviceError("the emulated chip is too slow for this; take twin, or a real one")
    if box.kind == PORT:
        with _silence_explained(box.port):
            yield box.port
        return
    from deedbox.devices.twin import own_twin

    with own_twin(box.name, prompt) as path, _silence_explained(path):
        yield path


@contextmanager
def _silence_explained(port: str) -> Iterator[None]:
    """A box that does not answer may be stopped at MicroPython's prompt: then the error says how to go on."""
    from deedbox import link

    try:
        yield
    except link.SilentError:
        if Device(port).look_for_prompt().kind == STOPPED:
            raise NoDeviceError(
                f"{port}: the box is stopped at the prompt; start it again: deedbox restart --on {port}"
            ) from None
        raise


@contextmanager
def open_session(box: Target, *, timeout_s: float = 5.0) -> Iterator[Session]:
    """A session with the box, which has answered to hello."""
    from deedbox import link

    if box.kind in CHIPS:
        from deedbox.devices.chip import start_session

        with start_session(box.kind) as session:
            yield session
        return
    with running_port(box) as port:
        # A twin has just been switched on and needs time to boot.
        session = link.connect(port, timeout_s=timeout_s if box.kind == PORT else _BOOT_S)
        session.timeout_s = timeout_s
        with session:
            try:
                yield session
            except KeyboardInterrupt as stop:
                stop.add_note("the box goes on")
                raise
