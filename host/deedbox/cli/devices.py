"""deedbox devices"""

from __future__ import annotations

import click

from deedbox.cli.output import emit_json, emit_table, json_option, one_line, print_note


@click.command()
@json_option
def command(as_json: bool) -> None:
    """List what is connected to this computer. No running program is disturbed."""
    from deedbox import devices
    from deedbox.devices import config

    all_devices = devices.all_devices()
    if as_json:
        emit_json([device.as_dict() for device in all_devices])
        return
    if not all_devices:
        print_note("no board is connected: plug it in with a cable that carries data; --on twin needs none")
        return
    rows = [(device.port, device.kind, device.id, one_line(device.says)) for device in all_devices]
    emit_table(("port", "what", "id", "says"), rows)
    if len(all_devices) > 1:
        print_note(
            f"say which with --on PORT, --on id:ID, {devices.VARIABLE}, or on = ... in {config.config_path()}"
        )
