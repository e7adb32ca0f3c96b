"""Compares sending files to a twin over the link with mpremote's file copy."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from deedbox.bench import HIGHER, LOWER, Aim, Measurement

AIMS = [
    Aim("sync.speedup_over_mpremote", "times", 3, HIGHER),
    Aim("sync.until_it_plays.speedup_over_mpremote", "times", 3, HIGHER),
    Aim("sync.no_change.round_trips", "1", 1, LOWER),
    Aim("sync.push.round_trips", "1", 8, LOWER),
    Aim("sync.push.wire_bytes_per_byte", "B/B", 2, LOWER),
]
_TIMES = 3


def measure(target: str) -> dict[str, Measurement]:
    from deedbox import editions, link, sync
    from deedbox.build import firmware
    from deedbox.twin import Twin

    boards = {sync.path_on_box(sync.EDITIONS, name): editions.compile_edition(name) for name in editions.IDS}
    size = sum(map(len, boards.values()))
    files = {path: data for path, data in firmware.compile_files().items() if path not in boards}
    ours = again = float("inf")
    trips, wire = [], []
    with Twin(files=files) as twin:
        port = twin.serial.path
        with link.connect(port, timeout_s=60) as box:
            for _ in range(_TIMES):
                before, wire_bytes = box.round_trips, box.wire_bytes
                ours = min(ours, _time_call(lambda: sync.push_files(box, sync.EDITIONS, boards)))
                trips.append(box.round_trips - before)
                wire.append(box.wire_bytes - wire_bytes)
                before = box.round_trips
                sync.push_files(box, sync.EDITIONS, boards)
                again = min(again, box.round_trips - before)
                sync.remove_files(box, boards)
        command = _time_call(
            lambda: _run_command([sys.executable, "-m", "deedbox", "editions", "push", "--on", port])
        )
        theirs, theirs_in_all = _time_mpremote(port, boards)
    what = f"{len(boards)} editions, {size} bytes, to the twin"
    return {
        "sync.speedup_over_mpremote": Measurement(
            round(theirs / ours, 2),
            f"measured: {what}: {ours * 1e3:.0f} ms beside the running firmware, mpremote fs cp "
            f"{theirs * 1e3:.0f} ms at the prompt, without its start; best of {_TIMES}. The twin's port has "
            "no USB frames: a round trip, of which mpremote needs hundreds, costs next to nothing here",
        ),
        "sync.until_it_plays.speedup_over_mpremote": Measurement(
            round(theirs_in_all / command, 2),
            f"measured: {what}: deedbox editions push {command * 1e3:.0f} ms; mpremote fs cp, reset, until "
            f"the box answers {theirs_in_all * 1e3:.0f} ms",
        ),
        "sync.no_change.round_trips": Measurement(again, f"counted: {what}, which has them"),
        "sync.push.round_trips": Measurement(min(trips), f"counted: {what}, which has none of them"),
        "sync.push.wire_bytes_per_byte": Measurement(
            round(min(wire) / size, 2), f"counted: {what}, both directions"
        ),
    }


def _time_mpremote(port: str, files: Mapping[str, bytes]) -> tuple[float, float]:
    """The seconds of mpremote for the same files, without its start; and those until the box plays again."""
    from deedbox import link

    mpremote = [sys.executable, "-m", "mpremote", "connect", port]
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for path, data in files.items():
            paths.append(Path(folder, Path(path).name))
            paths[-1].write_bytes(data)
        copy = [*mpremote, "resume", "fs", "cp", "--force", *map(str, paths), ":copies/"]
        _run_command([*mpremote, "mkdir", ":copies"])  # stops the firmware
        start_s = copy_s = float("inf")
        for _ in range(_TIMES):  # in turn, so that a busy moment affects both
            start_s = min(start_s, _time_call(lambda: _run_command([*mpremote, "resume", "exec", "pass"])))
            copy_s = min(copy_s, _time_call(lambda: _run_command(copy)))
        reset_s = _time_call(lambda: _run_command([*mpremote, "resume", "reset"]))
        reset_s += _time_call(lambda: link.connect(port, timeout_s=60).hello())
    return copy_s - start_s, copy_s + reset_s


def _run_command(command: list[str]) -> None:
    subprocess.run(command, check=True, capture_output=True)


def _time_call(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began
