"""deedbox backup"""

from __future__ import annotations

from pathlib import Path

import click

from .games import keep
from .output import emit_json, json_option, note, one_line
from .target import meant, on_option


@click.command()
@click.option(
    "-o", "--output", metavar="FILE", required=True, type=click.Path(dir_okay=False, path_type=Path)
)
@click.option(
    "--with-key", is_flag=True, help="Also the key that signs stickers: keep the file as you keep a key."
)
@click.option("--force", is_flag=True, help="Replace the file if it is there.")
@on_option
@json_option
def command(output: Path, with_key: bool, force: bool, on: str | None, as_json: bool) -> None:
    """Everything that a box has, in one file: editions, rules, tags, settings, games.

    The file holds players' names and the numbers of your tags. The box is restarted; its game goes on.
    """
    from deedbox import backup, devices

    keep(output, force)
    with devices.running(meant(on)) as port:
        made = backup.make(port, with_key=with_key)
    output.write_bytes(backup.written(made))
    if with_key:
        note("with this file anybody can make stickers that your box takes for its own")
    games = len(made.books().volumes)
    if as_json:
        emit_json({"file": str(output), "files": sorted(made.files), "games": games, "key": made.has_key})
        return
    note(one_line(f"{output}: {len(made.files)} files, {games} {'game' if games == 1 else 'games'}"))
