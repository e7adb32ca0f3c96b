"""The user's own twins as targets: the one that `deedbox play` runs, or one switched on for one command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True)
class RunningTwin:
    name: str  # of its flash file; --on twin:NAME
    port: str
    board: str  # the number of its Pico
    page: str  # the address of the page that shows it, or ""

    @property
    def target(self) -> str:
        return f"twin:{self.name}"


def running_twins() -> list[RunningTwin]:
    """The twins of this user that run now and have a port."""
    try:
        from deedbox.twin.flash_lock import locked_notes
    except ImportError:
        return []  # no twin runs on this system
    from deedbox.play import flash_files

    notes = locked_notes(flash_files.flash_folder())
    return [RunningTwin(name, note.port, note.board, note.page) for name, note in notes.items() if note.port]


def twin_names() -> list[str]:
    """The names of all twins of this user."""
    from deedbox.play import flash_files

    files = flash_files.flash_folder().glob("*.flash")
    return sorted(path.stem for path in files if path.stem != flash_files.CHIP)


def need_twin() -> None:
    """Raise an error with one sentence if no twin can run on this computer."""
    from deedbox.devices import NoDeviceError

    try:
        from deedbox.twin import flash_lock, runner, terminal  # noqa: F401
    except ImportError:
        raise NoDeviceError("the twin needs Linux or macOS; take a serial port") from None
    runner.unix_port_command()


_HELD = "5"  # any key
_BOOT_S = 60.0


@contextmanager
def own_twin(name: str = "", held: bool = False) -> Iterator[str]:
    """The port of this twin, or of the one that runs or was played last.

    A twin that runs already is left running. Another one is switched on until the end of the `with` block.
    Its flash file stays. `held`: a key is held at power-on, so that the way to the prompt is open.
    """
    from deedbox.devices import NoDeviceError

    need_twin()
    from deedbox.build import firmware
    from deedbox.play import flash_files
    from deedbox.tagging.tag_map import TagSet
    from deedbox.twin import Twin
    from deedbox.twin.flash_lock import InUseError, add_port, lock_flash

    running = _running_twin(name)
    if running is not None:
        yield running.port
        return
    flash = flash_files.flash_path_of(name or flash_files.newest_twin() or flash_files.OWN)
    try:
        lock = lock_flash(flash)
    except InUseError:
        raise NoDeviceError("the twin is just starting; repeat in a moment") from None
    with lock:
        files = None
        if not flash.exists():
            files = {**firmware.compile_files(), "tags.bin": TagSet().file()}
        twin = Twin(flash, files=files)
        if held:
            twin.press(_HELD)
        with twin:
            add_port(lock, twin.serial.path, twin.board_id)
            if held:
                twin.wait_for(any, _BOOT_S)
                twin.release(_HELD)
            yield twin.serial.path


def _running_twin(name: str) -> RunningTwin | None:
    """The twin of this name if it runs; without a name the one that runs."""
    from deedbox.devices import NoDeviceError

    twins = [twin for twin in running_twins() if name in ("", twin.name)]
    if len(twins) > 1:
        choices = "; ".join(f"--on {twin.target}" + f" ({twin.page})" * bool(twin.page) for twin in twins)
        raise NoDeviceError(f"{len(twins)} twins are running, say which: {choices}")
    return twins[0] if twins else None
