"""deedbox devices"""

from __future__ import annotations

import click

from deedbox.cli.output import emit_json, emit_table, json_option, note, one_line


@click.command()
@json_option
def command(as_json: bool) -> None:
    """List what is connected, and who it is. No running program is disturbed."""
    from deedbox import devices
    from deedbox.devices import config

    connected = devices.all_devices()
    if as_json:
        emit_json([device.plain() for device in connected])
        return
    if not connected:
        note("no board is connected: plug it in with a cable that carries data; --on twin needs none")
        return
    rows = [(device.port, device.kind, device.id, one_line(device.says)) for device in connected]
    emit_table(("port", "what", "id", "says"), rows)
    if len(connected) > 1:
        note(f"say which with --on PORT, --on id:ID, {devices.VARIABLE}, or on = ... in {config.path()}")
