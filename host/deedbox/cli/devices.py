"""deedbox devices"""

from __future__ import annotations

import click

from .output import emit_json, emit_table, json_option, note, one_line


@click.command()
@json_option
def command(as_json: bool) -> None:
    """What is connected, and who it is. Nothing that runs on a board is disturbed."""
    from deedbox import devices
    from deedbox.devices import config

    found = devices.all_found()
    if as_json:
        emit_json([board.plain() for board in found])
        return
    if not found:
        note("no board is connected: plug it in with a cable that carries data; --on twin needs none")
        return
    rows = [(board.port, board.kind, board.id, one_line(board.says)) for board in found]
    emit_table(("port", "what", "id", "says"), rows)
    if len(found) > 1:
        note(f"say which with --on PORT, --on id:ID, {devices.VARIABLE}, or on = ... in {config.path()}")
