"""Finds connected devices by their USB ids, asks them who they are, and finds drives of Picos in BOOTSEL."""

from __future__ import annotations

import os
import string
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deedbox.link.transport import SerialTransport

RASPBERRY_PI = 0x2E8A
# Other products of Raspberry Pi: the boot drive and debug probes.
_OTHER_PRODUCTS = (0x0003, 0x0004, 0x000C, 0x000F)
_CHIPS = {"RPI-RP2": "RP2040", "RP2350": "RP2350"}  # label of a boot drive -> the chip behind it
_LABELS = tuple(_CHIPS)
INFO_FILE = "INFO_UF2.TXT"  # on the drive of a Pico in BOOTSEL mode
_HELLO_S = 2.0
_PROMPT_S = 0.5

_PROMPT = b">>> "
_CTRL_B = b"\r\x02"
# The answer is in no part of the question, since the prompt echoes what is typed.
_WHOSE = b'"deed" + "box " * ("banker" in __import__("os").listdir("/"))\r'
_OURS = b"'deedbox '"

DEEDBOX, MICROPYTHON, UNKNOWN, CLOSED, BOOTSEL = "deedbox", "micropython", "unknown", "closed", "bootsel"
STOPPED = "stopped"


@dataclass(frozen=True)
class Device:
    port: str  # what --on takes: a port or a twin's name; or the folder of a drive
    kind: str = UNKNOWN
    id: str = ""  # the Pico's own number; --on id:NUMBER finds it at any port
    product: str = ""
    says: str = ""  # one line
    firmware: str = ""
    micropython: str = ""

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    def identify(self) -> Device:
        """Ask the device who it is; returns it with the answer. Its program is not disturbed."""
        from deedbox import link

        try:
            with link.connect(self.port, timeout_s=_HELLO_S) as box:
                hello = box.hello()
        except link.PortError as error:
            return replace(self, kind=CLOSED, says=_without_port(self.port, str(error)))
        except link.VersionError as error:
            return replace(self, kind=DEEDBOX, says=_without_port(self.port, str(error)))
        except link.LinkError:
            return self.look_for_prompt()
        version = hello.firmware or "of unknown version"
        says = f"Deedbox {version} on MicroPython {hello.micropython}"
        return replace(
            self,
            kind=DEEDBOX,
            id=self.id or hello.board,
            says=says,
            firmware=hello.firmware,
            micropython=hello.micropython,
        )

    def look_for_prompt(self) -> Device:
        """Look for a prompt by Return, then by Ctrl-B, which leaves the raw one. There, ask for our files.

        Ctrl-C would stop somebody's program, so it is never sent.
        """
        from deedbox import link
        from deedbox.link.transport import SerialTransport

        try:
            port = SerialTransport(self.port)
            try:
                has_prompt = _PROMPT in _answer(port, b"\r", _PROMPT) or _PROMPT in _answer(
                    port, _CTRL_B, _PROMPT
                )
                has_deedbox = has_prompt and _OURS in _answer(port, _WHOSE, b"\n" + _PROMPT)
            finally:
                port.close()
        except link.PortError as error:
            return replace(self, kind=CLOSED, says=_without_port(self.port, str(error)))
        if has_deedbox:
            return replace(self, kind=STOPPED, says="stopped at the prompt: deedbox restart")
        if has_prompt:
            says = "MicroPython without Deedbox; `deedbox deploy` installs it"
            return replace(self, kind=MICROPYTHON, says=says)
        return replace(self, kind=UNKNOWN, says="another program runs on it, or it hangs: it does not answer")


def _answer(port: SerialTransport, data: bytes, end: bytes) -> bytes:
    """What a prompt answers to this, until its end has come."""
    port.write(data)
    output = b""
    end_s = port.now_s() + _PROMPT_S
    while end not in output and port.now_s() < end_s:
        output += port.read(_PROMPT_S)
    return output


def _without_port(port: str, text: str) -> str:
    return text.removeprefix(f"{port}: ")


def find_usb() -> list[Device]:
    """The devices with USB ids of a Pico; they are not asked yet."""
    from serial.tools import list_ports

    devices = [
        Device(port.device, id=port.serial_number or "", product=port.product or port.description or "")
        for port in list_ports.comports()
        if port.vid == RASPBERRY_PI and port.pid not in _OTHER_PRODUCTS
    ]
    return sorted(devices, key=lambda device: device.port)


def find_drives(places: Iterable[Path] | None = None) -> list[str]:
    """Folders of Picos that wait for a UF2 file; on Linux also the device of one that is not mounted."""
    folders = []
    for place in _mount_folders() if places is None else places:
        try:
            text = (place / INFO_FILE).read_text(errors="replace")
        except OSError:
            continue
        if chip_of_drive(text):
            folders.append(str(place))
    if not folders and places is None:
        labels = [Path("/dev/disk/by-label", label) for label in _LABELS]
        folders = [str(path) for path in labels if path.exists()]
    return folders


def chip_of_drive(text: str) -> str | None:
    """Which chip is behind the drive with this INFO_UF2.TXT; None: of another maker."""
    return next((chip for label, chip in _CHIPS.items() if f"Board-ID: {label}" in text), None)


def _mount_folders() -> list[Path]:
    if sys.platform == "win32":
        return [Path(f"{letter}:/") for letter in string.ascii_uppercase[2:]]
    if sys.platform == "darwin":
        return [Path("/Volumes", label) for label in _LABELS]
    name = os.environ.get("USER", "")
    folders = [Path("/media"), Path("/mnt"), Path("/media", name), Path("/run/media", name)]
    return [folder / label for folder in folders for label in _LABELS]


def all_devices() -> list[Device]:
    """Every connected device and every twin that runs, with its answer to who it is."""
    says = "in BOOTSEL mode; `deedbox deploy --image UF2` installs MicroPython and Deedbox"
    return [
        *(device.identify() for device in find_usb()),
        *(Device(place, BOOTSEL, says=says) for place in find_drives()),
        *_find_twins(),
    ]


def _find_twins() -> list[Device]:
    """The twins that run now, under names that stay; their terminals have other numbers each time."""
    from deedbox.devices.twin import running_twins

    devices = []
    for twin in running_twins():
        device = Device(twin.port, id=twin.board, product="the box on this machine").identify()
        where = f"its page is {twin.page}" if twin.page else f"at {twin.port}"
        devices.append(replace(device, port=twin.target, says=f"{device.says}; {where}"))
    return devices
