"""deedbox fixtures"""

from __future__ import annotations

from pathlib import Path

import click

from deedbox.cli.output import emit_json, emit_table, force_option, json_option, one_line, print_note
from deedbox.cli.runner import CommandError, Group, suggest_word
from deedbox.cli.sync import dry_run_option, push_to_box, remove_from_box, write_text_file
from deedbox.cli.target import TargetName, choose_target, image_option, on_option


@click.group(cls=Group)
def command() -> None:
    """Run fixtures: small games that check the rules."""


@command.command("run")
@click.argument(
    "paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path)
)
@click.option(
    "--on",
    "target",
    metavar="TARGET",
    type=TargetName("engine", "micropython", "twin", "chip", "chipjs"),
    default="engine",
    show_default=True,
    help="engine: the rules in this Python. micropython: the same rules in MicroPython. twin, chip, "
    "chipjs: the whole firmware, on a box made for it. A serial port: the box there, beside its game.",
)
@click.option(
    "--all", "every", is_flag=True, help="With --on chip or chipjs: all in a folder, not one of each."
)
@image_option
@json_option
def run(paths: tuple[Path, ...], target: str, every: bool, as_json: bool) -> None:
    """Run the fixtures in files and folders. The last line is 'N passed, N failed'."""
    from deedbox import devices, fixtures

    if target not in fixtures.RULES_ONLY:
        _check_target(target, fixtures.TARGETS)
    try:
        # The emulated chip needs minutes where others need a second.
        files = (
            fixtures.find_shortest_fixtures(paths)
            if target in devices.CHIPS and not every
            else fixtures.find_fixtures(paths)
        )
    except fixtures.FixtureError as why:
        raise click.UsageError(str(why)) from None
    results = fixtures.run_fixtures(files, target)
    failures = [result for result in results if result.status == "failed"]
    skip_count = sum(result.status == "skipped" for result in results)
    pass_count = len(results) - len(failures) - skip_count
    say = print_note if as_json else click.echo
    if as_json:
        counts = {"passed": pass_count, "failed": len(failures), "skipped": skip_count}
        emit_json({"on": target, **counts, "fixtures": [result.as_dict() for result in results]})
    else:
        for result in failures:
            say(one_line(f"FAILED {result.file}: {result.reason}"))
    if skip_count:
        say(f"{skip_count} skipped: {_why_skipped(target)}")
    say(f"{pass_count} passed, {len(failures)} failed")
    if failures:
        raise SystemExit(1)


def _why_skipped(target: str) -> str:
    from deedbox.fixtures import RULES_ONLY

    if target in RULES_ONLY:
        return (
            f"taps, keys, power and screens need a whole box, {target} is only the rules; --on twin has one"
        )
    return "taps, keys, power and screens need a game of their own; --on twin makes a box for it"


def _check_target(target: str, known: tuple[str, ...]) -> None:
    from deedbox import devices

    try:
        devices.choose_device(target)
    except devices.BadTargetError:
        raise click.UsageError(
            f"--on {target}: no such target; one of {', '.join(known)}, a serial port"
            f"{suggest_word(target, known)}"
        ) from None


# -- on the box --


@command.command("push")
@click.argument(
    "paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path)
)
@on_option
@dry_run_option
@json_option
def push_(paths: tuple[Path, ...], on: str | None, dry_run: bool, as_json: bool) -> None:
    """Send fixtures to the box: files, or all in a folder."""
    from deedbox import fixtures
    from deedbox.sync import fixture_files

    try:
        files = fixture_files.pack_fixtures(fixtures.find_fixtures(paths))
    except fixtures.FixtureError as why:
        raise CommandError(str(why)) from None
    push_to_box("fixtures", files, on, dry_run, as_json)


@command.command("list")
@on_option
@json_option
def list_(on: str | None, as_json: bool) -> None:
    """List the fixtures on the box."""
    from deedbox import devices, sync

    with devices.open_session(choose_target(on)) as box:
        files = sync.files_on_box(box, sync.FIXTURES)
    rows = [(sync.name_from_path(path), entry.size, entry.hash) for path, entry in sorted(files.items())]
    if as_json:
        emit_json([dict(zip(("name", "size", "hash"), row, strict=True)) for row in rows])
        return
    emit_table(("name", "size", "hash"), rows, right=("size",))


@command.command("remove")
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@on_option
def remove_(names: tuple[str, ...], on: str | None) -> None:
    """Remove fixtures from the box."""
    remove_from_box("fixtures", names, on)


@command.command("record")
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@on_option
@force_option
def record(file: Path, on: str | None, force: bool) -> None:
    """Write the game on the box as a fixture: its beginning, every command, and everybody's cash after it."""
    from deedbox import devices
    from deedbox.games import export, source

    with devices.open_session(choose_target(on)) as box:
        story = source.replay_from(source.read_box(box))
    write_text_file(file, export.as_fixture(story), force)
    print_note(f"{len(story.steps)} steps; deedbox fixtures run {file}")
