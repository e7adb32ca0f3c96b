"""--on, for every command that talks to a box."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from deedbox.devices import Target

on_option = click.option(
    "--on",
    metavar="TARGET",
    help="twin, chip, or a serial port; default $DEEDBOX_ON, the config file, or the one that is connected.",
)


def meant(on: str | None, *, blank: bool = False) -> Target:
    """The box that is meant; what is no target at all was typed wrongly."""
    from deedbox import devices

    try:
        return devices.target(on, blank=blank)
    except devices.BadTarget as error:
        raise click.UsageError(str(error)) from None
