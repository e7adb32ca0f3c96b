"""deedbox fixtures"""

from __future__ import annotations

from pathlib import Path

import click

from .frame import Failed, Group, suggest
from .output import emit_json, json_option, note, one_line


@click.group(cls=Group)
def command() -> None:
    """Run fixtures: games with what must be true in them."""


@command.command("run")
@click.argument(
    "paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path)
)
@click.option(
    "--on",
    "target",
    metavar="TARGET",
    default="engine",
    show_default=True,
    help="engine: the rules in this Python. micropython: the same rules in MicroPython.",
)
@json_option
def run(paths: tuple[Path, ...], target: str, as_json: bool) -> None:
    """Run the fixtures in files and folders; the last line is 'N passed, N failed'."""
    from deedbox import fixtures

    _check_target(target, fixtures.TARGETS)
    try:
        files = fixtures.find(paths)
    except fixtures.FixtureError as why:
        raise click.UsageError(str(why)) from None
    results = fixtures.run_all(files, target)
    failures = [result for result in results if result.status == "failed"]
    skipped = sum(result.status == "skipped" for result in results)
    passed = len(results) - len(failures) - skipped
    say = note if as_json else click.echo
    if as_json:
        counts = {"passed": passed, "failed": len(failures), "skipped": skipped}
        emit_json({"on": target, **counts, "fixtures": [result.plain() for result in results]})
    else:
        for result in failures:
            say(one_line(f"FAILED {result.file}: {result.reason}"))
    if skipped:
        say(f"{skipped} skipped: taps, keys, power and screens need a whole box, {target} is only the rules")
    say(f"{passed} passed, {len(failures)} failed")
    if failures:
        raise SystemExit(1)


def _check_target(target: str, known: tuple[str, ...]) -> None:
    if target in ("engine", "micropython"):
        return
    if target in known or "/" in target or target.upper().startswith("COM"):
        raise Failed(
            f"--on {target}: not yet; fixtures run on engine and micropython, later on a whole box, too"
        )
    raise click.UsageError(
        f"--on {target}: no such target; one of {', '.join(known)}{suggest(target, known)}"
    )
