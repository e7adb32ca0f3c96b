"""What is connected: boards by their USB ids, who they are by asking, and drives of boards in BOOTSEL."""

from __future__ import annotations

import os
import string
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

RASPBERRY_PI = 0x2E8A
# Products of Raspberry Pi that are no board of ours: the boot drive, debug probes.
_OTHER_PRODUCTS = (0x0003, 0x0004, 0x000C, 0x000F)
_LABELS = ("RPI-RP2",)
_HELLO_S = 2.0
_PROMPT_S = 0.5

DEEDBOX, MICROPYTHON, UNKNOWN, CLOSED, BOOTSEL = "deedbox", "micropython", "unknown", "closed", "bootsel"


@dataclass(frozen=True)
class Found:
    port: str  # or the folder of a drive
    kind: str = UNKNOWN
    id: str = ""  # number that the board carries; --on id:NUMBER finds it at any port
    product: str = ""
    says: str = ""  # one line
    firmware: str = ""
    micropython: str = ""

    def plain(self) -> dict[str, Any]:
        return asdict(self)

    def asked(self) -> Found:
        """The same, after it was asked who it is. What runs on it is not disturbed."""
        from deedbox import link

        try:
            with link.connect(self.port, timeout_s=_HELLO_S) as box:
                hello = box.hello()
        except link.PortError as error:
            return replace(self, kind=CLOSED, says=_without(self.port, str(error)))
        except link.WrongVersion as error:
            return replace(self, kind=DEEDBOX, says=_without(self.port, str(error)))
        except link.LinkError:
            return self._at_a_prompt()
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

    def _at_a_prompt(self) -> Found:
        """Return alone, never Ctrl-C: another program that runs there is none of our business."""
        from deedbox import link
        from deedbox.link.transport import SerialTransport

        try:
            port = SerialTransport(self.port)
            try:
                port.write(b"\r")
                seen = b""
                end_s = port.now_s() + _PROMPT_S
                while b">>> " not in seen and port.now_s() < end_s:
                    seen += port.read(_PROMPT_S)
            finally:
                port.close()
        except link.PortError as error:
            return replace(self, kind=CLOSED, says=_without(self.port, str(error)))
        if b">>> " in seen:
            says = "MicroPython without Deedbox; `deedbox deploy` installs it"
            return replace(self, kind=MICROPYTHON, says=says)
        return replace(self, kind=UNKNOWN, says="another program runs on it, or it hangs: it does not answer")


def _without(port: str, text: str) -> str:
    return text.removeprefix(f"{port}: ")


def usb() -> list[Found]:
    """Boards by their USB ids; nobody is asked yet."""
    from serial.tools import list_ports

    boards = [
        Found(port.device, id=port.serial_number or "", product=port.product or port.description or "")
        for port in list_ports.comports()
        if port.vid == RASPBERRY_PI and port.pid not in _OTHER_PRODUCTS
    ]
    return sorted(boards, key=lambda board: board.port)


def drives(places: Iterable[Path] | None = None) -> list[str]:
    """Folders of boards that wait for a UF2 file; on Linux also the device of one that is not mounted."""
    found = []
    for place in _places() if places is None else places:
        try:
            text = (place / "INFO_UF2.TXT").read_text(errors="replace")
        except OSError:
            continue
        if any(f"Board-ID: {label}" in text for label in _LABELS):
            found.append(str(place))
    if not found and places is None:
        labels = [Path("/dev/disk/by-label", label) for label in _LABELS]
        found = [str(path) for path in labels if path.exists()]
    return found


def _places() -> list[Path]:
    if sys.platform == "win32":
        return [Path(f"{letter}:/") for letter in string.ascii_uppercase[2:]]
    if sys.platform == "darwin":
        return [Path("/Volumes", label) for label in _LABELS]
    name = os.environ.get("USER", "")
    folders = [Path("/media"), Path("/mnt"), Path("/media", name), Path("/run/media", name)]
    return [folder / label for folder in folders for label in _LABELS]


def all_found() -> list[Found]:
    """Everything that is connected, each asked who it is."""
    found = [board.asked() for board in usb()]
    waiting = "in BOOTSEL mode, without MicroPython; copy a UF2 file onto it"
    return found + [Found(place, BOOTSEL, says=waiting) for place in drives()]
