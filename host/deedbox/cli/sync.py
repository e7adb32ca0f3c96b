"""push, diff, remove, fetch and write: the commands for editions, rules and fixtures share them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deedbox.cli.output import emit_json, emit_table, one_line, print_note
from deedbox.cli.progress import progress_bar
from deedbox.cli.runner import CommandError
from deedbox.cli.target import choose_target
from deedbox.files import write_file

if TYPE_CHECKING:
    from deedbox.sync import Plan

dry_run_option = click.option("--dry-run", is_flag=True, help="Show what would be sent, and send nothing.")
out_option = click.option(
    "-o",
    "--output",
    "out",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to write it.",
)


def push_to_box(
    folder: str, files: Mapping[str, bytes], on: str | None, dry_run: bool, as_json: bool
) -> None:
    """Bring files to the box; the exit code is 1 if one is not replaced because a game uses it."""
    from deedbox import devices, sync

    with devices.open_session(choose_target(on)) as box:
        if dry_run:
            _print_plan(
                sync.plan_sync(sync.files_on_box(box, folder), sync.make_manifest(files)), files, as_json
            )
            return
        with progress_bar(folder) as progress:
            result = sync.push_files(box, folder, files, progress)
    if as_json:
        _emit_push(result.sent, result.same, result.in_use, done=True)
    else:
        for path in result.sent:
            click.echo(f"sent {sync.name_from_path(path)} ({len(files[path])} bytes)")
        click.echo(f"{len(result.sent)} sent, {len(result.same)} already there")
    for path in result.in_use:
        print_note(f"{sync.name_from_path(path)} is not replaced: a game on the box uses it")
    if result.in_use:
        raise SystemExit(1)


def _emit_push(send: Sequence[str], same: Sequence[str], in_use: Sequence[str], *, done: bool) -> None:
    """A dry run and a real one have the same keys."""
    from deedbox import sync

    lists = {"send": send, "same": same, "in_use": in_use}
    names = {key: [sync.name_from_path(path) for path in paths] for key, paths in lists.items()}
    emit_json({**names, "done": done})


def _print_plan(steps: Plan, files: Mapping[str, bytes], as_json: bool) -> None:
    from deedbox import sync

    if as_json:
        _emit_push(steps.send, steps.same, (), done=False)
        return
    for path in steps.send:
        click.echo(f"send {sync.name_from_path(path)} ({len(files[path])} bytes)")
    click.echo(f"{len(steps.send)} to send, {len(steps.same)} unchanged")


def compare_with_box(
    folder: str, files: Mapping[str, bytes], on: str | None, as_json: bool, others: bool
) -> None:
    """Compare files here with those on the box; `others`: also list files that are only on the box."""
    from deedbox import devices, sync

    with devices.open_session(choose_target(on)) as box:
        on_box = sync.files_on_box(box, folder)
    here = sync.make_manifest(files)
    rows = []
    for path in sorted({*here, *(on_box if others else ())}):
        ours, theirs = here.get(path), on_box.get(path)
        word = "same" if ours == theirs else "only here" if theirs is None else "only on the box"
        if ours and theirs and ours != theirs:
            word = "different"
        sizes = (ours.size if ours else None, theirs.size if theirs else None)
        rows.append((sync.name_from_path(path), word, *sizes))
    if as_json:
        emit_json([dict(zip(("name", "state", "here", "box"), row, strict=True)) for row in rows])
        return
    emit_table(("name", "state", "here", "box"), rows, right=("here", "box"))


def remove_from_box(folder: str, names: Sequence[str], on: str | None) -> None:
    from deedbox import devices, sync

    paths = [sync.path_on_box(folder, name) for name in names]
    with devices.open_session(choose_target(on)) as box:
        sync.remove_files(box, paths)
    print_note(one_line(f"removed {', '.join(names)}"))


def fetch_from_box(folder: str, name: str, on: str | None) -> bytes:
    """Read a file of the box."""
    from deedbox import devices, sync
    from deedbox.link import DeviceError

    path = sync.path_on_box(folder, name)
    with devices.open_session(choose_target(on)) as box:
        try:
            return box.get(path)
        except DeviceError as error:
            if error.code != "not-here":
                raise
            names = ", ".join(sync.name_from_path(other) for other in sorted(sync.files_on_box(box, folder)))
            raise CommandError(f"{name} is not on the box; there is {names or 'nothing'}") from None


def write_text_file(file: Path, text: str, force: bool) -> None:
    if file.exists() and not force:
        raise CommandError(f"{file} is there already; name another with -o, or --force writes over it")
    write_file(file, text)
    print_note(f"{file}: written")
