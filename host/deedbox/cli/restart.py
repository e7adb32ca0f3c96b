"""deedbox restart"""

from __future__ import annotations

import click

from deedbox.cli.output import emit_json, json_option
from deedbox.cli.target import choose_target, on_option


@click.command()
@on_option
@json_option
def command(on: str | None, as_json: bool) -> None:
    """Restart a box, also one that is stopped at MicroPython's prompt. Its game goes on."""
    from deedbox import deploy, devices

    with devices.running_port(choose_target(on, blank=True)) as port:
        hello = deploy.restart_box(port)
    if as_json:
        emit_json({"board": hello.board, "firmware": hello.firmware, "micropython": hello.micropython})
        return
    click.echo(f"Deedbox {hello.firmware or 'of unknown version'} runs again on board {hello.board}.")
