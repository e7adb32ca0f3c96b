"""Which box is meant, and how to reach it: every command that talks to one begins here.

    with devices.open(devices.target(on)) as box: ...

A target is `twin`, `chip`, a serial port, a URL of pyserial, or `id:` and the number that a board carries.
It comes from --on, else from $DEEDBOX_ON, else from the config file, else it is the one that is connected.
Between several none is guessed.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .found import DEEDBOX, Found, all_found, drives, usb

if TYPE_CHECKING:
    from deedbox.link import Session

__all__ = ["BadTarget", "Found", "NoDevice", "Target", "all_found", "open", "running", "target", "the_one"]

VARIABLE = "DEEDBOX_ON"
TWIN, CHIP, PORT = "twin", "chip", "port"
_RULES_ONLY = ("engine", "micropython")
_BOOT_S = 20.0  # from power-on to the first answer, on a busy machine


class NoDevice(Exception):
    """No box, or not clear which one; one line that says what to do."""


class BadTarget(NoDevice):
    """What was named is no box at all."""


@dataclass(frozen=True)
class Target:
    kind: str  # TWIN, CHIP or PORT
    port: str = ""  # of a PORT

    def __str__(self) -> str:
        return self.port or self.kind


def said(on: str | None = None) -> str | None:
    """Which one was named: by --on, in the environment or in the config file."""
    from .config import chosen_on

    return on or os.environ.get(VARIABLE) or chosen_on()


def target(on: str | None = None, *, blank: bool = False) -> Target:
    """The box that is meant. With `blank` boards without our firmware count as well."""
    chosen = said(on)
    if not chosen:
        return Target(PORT, _connected(blank))
    if chosen in (TWIN, CHIP):
        return Target(chosen)
    if chosen in _RULES_ONLY:
        raise BadTarget(f"{chosen} is only the rules, this needs a whole box: twin, chip or a serial port")
    if chosen.startswith("id:"):
        return Target(PORT, _by_id(chosen[3:]))
    if not _is_port(chosen):
        near = difflib.get_close_matches(chosen, (TWIN, CHIP, *_RULES_ONLY), n=1)
        guess = f"did you mean {near[0]}?" if near else "`deedbox devices` lists what is connected"
        raise BadTarget(f"no such target: {chosen}; it is twin, chip or a serial port; {guess}")
    return Target(PORT, chosen)


def the_one() -> str:
    """The port of the one box that is meant when nothing is said."""
    found = target()
    if found.kind != PORT:
        raise NoDevice(f"{found} is no port; start it with --on {found}")
    return found.port


def _is_port(word: str) -> bool:
    return "/" in word or "\\" in word or word.upper().startswith("COM")


def _connected(blank: bool) -> str:
    boards = usb()
    if len(boards) == 1:
        return boards[0].port
    if not boards:
        waiting = drives()
        if waiting:
            raise NoDevice(
                f"a Pico in BOOTSEL mode is at {waiting[0]}, without MicroPython: copy RPI_PICO-*.uf2 from "
                "micropython.org onto it, then repeat"
            )
        raise NoDevice(
            "no box is connected: plug it in with a cable that carries data; `deedbox devices` lists what is "
            "there, --on twin takes the one on this machine"
        )
    asked = [board.asked() for board in boards]
    ours = [board for board in asked if board.kind == DEEDBOX]
    if len(ours) == 1 and not blank:
        return ours[0].port
    choices = "; ".join(f"--on {board.port} ({board.says})" for board in asked)
    raise NoDevice(f"{len(asked)} boards are connected, say which: {choices}")


def _by_id(number: str) -> str:
    boards = usb()
    for board in boards:
        if board.id.lower() == number.lower():
            return board.port
    known = ", ".join(f"id:{board.id}" for board in boards if board.id) or "none"
    raise NoDevice(f"no board with id:{number} is connected; there are: {known}")


@contextmanager
def running(chosen: Target) -> Iterator[str]:
    """The port of a target that has one; the twin runs as long as this lasts."""
    if chosen.kind == CHIP:
        raise NoDevice("the emulated chip is too slow for this; take twin, or a real one")
    if chosen.kind == PORT:
        yield chosen.port
        return
    from .twin import kept_twin

    with kept_twin() as path:
        yield path


@contextmanager
def open(chosen: Target, *, timeout_s: float = 5.0) -> Iterator[Session]:
    """The box, ready to be talked to; it has said hello."""
    from deedbox import link

    if chosen.kind == CHIP:
        from .chip import started

        with started() as session:
            yield session
        return
    with running(chosen) as port:
        # A twin that has just been switched on needs its time.
        session = link.connect(port, timeout_s=timeout_s if chosen.kind == PORT else _BOOT_S)
        session.timeout_s = timeout_s
        with session:
            yield session
