"""deedbox deploy"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deedbox.cli.games import check_free
from deedbox.cli.output import emit_json, json_option, one_line, print_note
from deedbox.cli.progress import progress_bar
from deedbox.cli.runner import CommandError
from deedbox.cli.target import choose_target, on_option
from deedbox.files import write_file
from deedbox.safe_text import safe_text

if TYPE_CHECKING:
    from deedbox.deploy import Pico, Plan
    from deedbox.link import Hello

_DISPLAYS = ("ssd1306", "sh1106", "ssd1309")
_BOOT_S = 60.0  # emulated time; at its first power-on a box prepares its flash


@click.command()
@on_option
@click.option("--dry-run", is_flag=True, help="Show what would be done, and do nothing.")
@click.option(
    "--force", is_flag=True, help="Replace another program's main.py; with --uf2, a file that is there."
)
@click.option("--display", type=click.Choice(_DISPLAYS), help="The display that the box has.")
@click.option(
    "--uf2",
    metavar="OUT",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Make one UF2 file for an empty Pico instead: MicroPython and the firmware together.",
)
@click.option(
    "--image",
    metavar="UF2",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="MicroPython for the Pico, from micropython.org: for an empty Pico in BOOTSEL mode, for --uf2, and "
    "for --on chip or chipjs.",
)
@click.option(
    "--drive",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="With --image: the drive of the Pico in BOOTSEL mode, if there are several or it is not found.",
)
@json_option
def command(
    on: str | None,
    dry_run: bool,
    force: bool,
    display: str | None,
    uf2: Path | None,
    image: Path | None,
    drive: Path | None,
    as_json: bool,
) -> None:
    """Install the firmware on a Pico with plain MicroPython, or update it.

    Games, tags and settings stay. Until the whole update has arrived, the box keeps its old firmware. A box
    that is set up asks on its display whether to let this computer in.

    With --image, a Pico in BOOTSEL mode gets MicroPython and the firmware at once, and loses what it had.
    """
    if drive is not None and (image is None or uf2 is not None or on):
        raise click.UsageError("--drive goes with --image alone: a Pico in BOOTSEL mode has no port yet")
    if uf2 is not None:
        if image is None:
            raise click.UsageError("--uf2 needs --image: MicroPython for the Pico (RPI_PICO-*.uf2)")
        if on or dry_run:
            raise click.UsageError("--uf2 writes a file and needs no box: leave --on and --dry-run out")
        _write_uf2(image, uf2, display, force, as_json)
        return
    from deedbox import deploy, devices

    if image is not None and devices.target_name(on) not in devices.CHIPS:
        if on:
            raise click.UsageError(
                "--image goes with --uf2 OUT, with --on chip or chipjs, or, without --on, with a Pico in "
                "BOOTSEL mode"
            )
        _deploy_to_drive(image, drive, dry_run, force, display, as_json)
        return
    target = choose_target(on, blank=True)
    if target.kind in devices.CHIPS:
        from deedbox.chip import live
        from deedbox.devices import chip

        with chip.run_own_chip(target.kind, image) as (port, box):
            minutes = "some ten minutes" if target.kind == devices.CHIP else "some minutes"
            print_note(f"on the emulated chip this takes {minutes}")
            deploy.remote.be_patient(port)
            hello = lambda: live.open_session(box, _BOOT_S).hello()  # noqa: E731
            _deploy_to_port(port, hello, dry_run, force, display, as_json)
        return
    with devices.running_port(target, prompt=True) as port:
        _deploy_to_port(port, lambda: deploy.wait_for_box(port), dry_run, force, display, as_json)


def _deploy_to_drive(
    image: Path, folder: Path | None, dry_run: bool, force: bool, display: str | None, as_json: bool
) -> None:
    """From an empty Pico in BOOTSEL mode to a box that says hello."""
    from deedbox import deploy, link
    from deedbox.deploy import boot_drive

    drive = boot_drive.choose_drive(folder)
    data = image.read_bytes()
    boot_drive.check_image(drive, data, image.name)
    merged = deploy.make_uf2(data, image.name, display)
    facts: dict[str, Any] = {"drive": str(drive.folder), "bytes": len(merged.data)}
    summary = f"MicroPython {merged.micropython} and Deedbox, {len(merged.data) // 1024} KB"
    if dry_run:
        if as_json:
            _emit_answer(merged.sizes, merged.micropython, **facts)
        else:
            click.echo(one_line(f"would copy {summary}, onto {drive.folder}"))
        return
    if not force:
        _ask_for_empty_pico(drive.folder)
    before = boot_drive.known_ports()
    with progress_bar(f"onto {drive.folder}") as progress:
        boot_drive.copy_image(drive, merged.data, progress)
    print_note("the Pico has taken it and starts")
    port = boot_drive.wait_for_port(before)
    try:
        hello = deploy.wait_for_box(port, _BOOT_S)
    except link.LinkError as error:
        raise CommandError(
            f"the Pico has taken the file and is at {port}, but no Deedbox answers there: {error}"
        ) from None
    if as_json:
        _emit_answer(merged.sizes, hello.micropython, hello=hello, **facts)
        return
    click.echo(one_line(f"{summary}. Deedbox {hello.firmware} runs on board {hello.board} at {port}."))


def _ask_for_empty_pico(folder: Path) -> None:
    """Nothing on a Pico can be read in BOOTSEL mode, so nobody knows whether there are games on it."""
    question = f"Everything on the Pico at {folder} is replaced, games too"
    if not sys.stdin.isatty():
        raise CommandError(one_line(f"{question}: --force does it; a box with games is updated at its port"))
    if not click.confirm(f"{question}. Go on?", err=True):
        raise CommandError("nothing was copied; a box with games is updated at its port: deedbox deploy")


def _deploy_to_port(
    port: str, hello: Callable[[], Hello], dry_run: bool, force: bool, display: str | None, as_json: bool
) -> None:
    """`hello` waits until the restarted box answers."""
    from deedbox.deploy import remote
    from deedbox.deploy.keep_running import brought_back
    from deedbox.link.transport import SerialTransport

    SerialTransport(port).close()  # its error for a port that cannot be opened is clearer than mpremote's
    with brought_back(port, hello):  # with its old firmware
        steps, sizes = _install_update(port, dry_run, force, display, as_json)
    remote.restart_pico(port)
    if not dry_run:
        _report_box(hello, steps, sizes, as_json)


def _install_update(
    port: str, dry_run: bool, force: bool, display: str | None, as_json: bool
) -> tuple[Plan, dict[str, int]]:
    """What was done, or would be, and the sizes of the files to send."""
    from deedbox import deploy

    pico = deploy.look_at_pico(port, print_note)
    for remark in deploy.check_fits(pico, force=force):
        print_note(one_line(f"note: {remark}"))
    files = deploy.compile_firmware_for(pico)
    steps = deploy.plan_update_for(pico, files)
    sizes = {path: len(files[path]) for path in steps.send}
    if dry_run:
        if as_json:
            _emit_answer(sizes, ".".join(map(str, pico.version)), steps)
        else:
            _print_plan(pico, steps, sizes)
        return steps, sizes
    if not steps.nothing_to_do:
        with progress_bar(f"{len(steps.send)} files") as progress:
            deploy.install_files(port, pico, files, steps, progress)
    if display:
        deploy.set_display(port, display)
    return steps, sizes


def _emit_answer(
    sizes: dict[str, int],
    micropython: str,
    steps: Plan | None = None,
    hello: Hello | None = None,
    **more: Any,
) -> None:
    """Every way of deploying and every dry run has the same keys; null: only a box that runs can say it."""
    about = {key: getattr(hello, key, None) for key in ("board", "firmware", "hash")}
    plan: dict[str, Any] = {"send": sizes, "remove": [], "stay": [], "same": 0}
    if steps is not None:
        plan |= {"remove": steps.remove, "stay": steps.stay, "same": steps.same}
    target = {"file": None, "drive": None, "bytes": None, **more}
    emit_json({**about, "micropython": micropython, **plan, **target, "done": hello is not None})


def _print_plan(pico: Pico, steps: Plan, sizes: dict[str, int]) -> None:
    for path, size in sizes.items():
        click.echo(f"{'renew' if path in pico.files else 'add':6} {path} ({size} bytes)")
    for path in steps.remove:
        click.echo(safe_text(f"{'remove':6} {path}"))
    for path in steps.stay:
        click.echo(safe_text(f"{'keep':6} {path} (a game was begun with it)"))
    click.echo(f"{len(steps.send)} to send, {len(steps.remove)} to remove, {steps.same} unchanged")


def _report_box(ask: Callable[[], Hello], steps: Plan, sizes: dict[str, int], as_json: bool) -> None:
    """Wait for the box and print who it is."""
    from deedbox import link

    try:
        hello = ask()
    except link.LinkError as error:
        raise CommandError(f"the firmware is on the box, but it does not come up: {error}") from None
    if as_json:
        _emit_answer(sizes, hello.micropython, steps, hello)
        return
    for path in steps.stay:
        print_note(f"{path} is not replaced: a game uses it")
    summary = (
        "nothing to do"
        if steps.nothing_to_do
        else f"{len(steps.send)} files sent, {steps.same} already there"
    )
    click.echo(one_line(f"{summary}. Deedbox {hello.firmware} runs on board {hello.board}."))


def _write_uf2(image: Path, out: Path, display: str | None, force: bool, as_json: bool) -> None:
    from deedbox import deploy

    if out.exists() and out.samefile(image):
        raise click.UsageError(f"--uf2 {out} is the image itself; name another file")
    check_free(out, force)
    merged = deploy.make_uf2(image.read_bytes(), image.name, display)
    write_file(out, merged.data)
    if as_json:
        _emit_answer(merged.sizes, merged.micropython, file=str(out), bytes=len(merged.data))
        return
    print_note(
        f"{out}: MicroPython {merged.micropython} and Deedbox. Hold BOOTSEL while plugging an empty Pico in, "
        "and copy this file onto the drive. A Pico with games on it: deedbox deploy."
    )
