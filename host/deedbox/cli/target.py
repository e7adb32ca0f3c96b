"""The options --on and --image of commands that talk to a box."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from deedbox.devices import Target


class TargetName(click.ParamType):  # type: ignore[type-arg] # generic from click 8.3 on
    """The name of a target, or a port. The shell completes names, own twins and what is connected."""

    name = "target"

    def __init__(self, *names: str) -> None:
        self._names = names or ("twin", "chip", "chipjs")

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Nothing is asked who it is. What begins like none of these may be the file of a port."""
        from deedbox.devices.discovery import find_usb
        from deedbox.devices.twin import twin_names

        targets = [CompletionItem(name) for name in self._names]
        targets += [CompletionItem(f"twin:{name}") for name in twin_names()]
        for device in find_usb():
            targets.append(CompletionItem(device.port, help=device.product))
            targets += [CompletionItem(f"id:{device.id}", help=device.port)] * bool(device.id)
        items = [item for item in targets if item.value.startswith(incomplete)]
        return items or [CompletionItem(incomplete, type="file")]


on_option = click.option(
    "--on",
    metavar="TARGET",
    type=TargetName(),
    help="twin, chip, chipjs, or a serial port; default $DEEDBOX_ON, the config file, or the one that is "
    "connected.",
)


def _name_image(ctx: click.Context, param: click.Parameter, image: Path | None) -> Path | None:
    """Put the image into the environment, where chip.find_image() looks for it."""
    if image is not None:
        from deedbox.chip.image import VARIABLE

        os.environ[VARIABLE] = str(image)
    return image


image_option = click.option(
    "--image",
    metavar="UF2",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    expose_value=False,
    callback=_name_image,
    help="With --on chip or chipjs: MicroPython for the Pico, from micropython.org; default "
    "$DEEDBOX_PICO_IMAGE.",
)


def choose_target(on: str | None, *, blank: bool = False) -> Target:
    """The box for this command. A wrong target is an error of the command line."""
    from deedbox import devices

    try:
        return devices.choose_device(on, blank=blank)
    except devices.BadTargetError as error:
        raise click.UsageError(str(error)) from None
