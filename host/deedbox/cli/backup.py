"""deedbox backup"""

from __future__ import annotations

from pathlib import Path

import click

from deedbox.cli.games import check_free
from deedbox.cli.output import emit_json, force_option, json_option, one_line, print_note
from deedbox.cli.target import choose_target, on_option
from deedbox.files import write_file


@click.command()
@click.option(
    "-o", "--output", metavar="FILE", required=True, type=click.Path(dir_okay=False, path_type=Path)
)
@click.option(
    "--with-key", is_flag=True, help="Also the key that signs stickers: then guard the file like a key."
)
@force_option
@on_option
@json_option
def command(output: Path, with_key: bool, force: bool, on: str | None, as_json: bool) -> None:
    """Save everything on a box in one file: editions, rules, tags, settings, games.

    The file holds players' names and the numbers of your tags. The box asks on its display whether to let
    this computer in. It is restarted; its game goes on.
    """
    from deedbox import backup, devices
    from deedbox.link import connect

    check_free(output, force)
    with devices.running_port(choose_target(on), prompt=True) as port:
        with connect(port, timeout_s=20.0) as box:
            hello = box.hello()
        with backup.stop_firmware(port, print_note):
            content = backup.make_backup(port, hello, with_key=with_key)
    write_file(output, backup.pack_backup(content), secret=True)
    if with_key:
        print_note("with this file anybody can make stickers that your box accepts as its own")
    games = len(content.found_games().by_id)
    if as_json:
        files = sorted(content.files)
        emit_json({"file": str(output), "files": files, "games": games, "key": content.has_key})
        return
    print_note(one_line(f"{output}: {len(content.files)} files, {games} {'game' if games == 1 else 'games'}"))
