"""deedbox restore"""

from __future__ import annotations

from pathlib import Path

import click

from deedbox.cli.output import emit_json, json_option, one_line, print_note
from deedbox.cli.target import choose_target, on_option


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--dry-run", is_flag=True, help="Only show what would be done.")
@click.option("--with-key", is_flag=True, help="Also the key that signs stickers, if the backup has it.")
@on_option
@json_option
def command(file: Path, dry_run: bool, with_key: bool, on: str | None, as_json: bool) -> None:
    """Put a backup onto its box, or onto a new one.

    Everything is checked before anything is written. Games of the box stay. Games of the backup become saves,
    which people resume at the box. Tags, rules and settings become those of the backup, except the settings
    of the box's own display, keypad and reader. The box asks on its display whether to let this computer in.
    """
    from deedbox import backup, devices
    from deedbox.backup.restore_plan import plan_restore
    from deedbox.link import connect

    content = backup.read_backup(file.read_bytes(), file.name)
    with devices.running_port(choose_target(on), prompt=True) as port:
        with connect(port, timeout_s=20.0) as box:
            hello, seq = box.hello(), box.look().seq
        with backup.stop_firmware(port, print_note):
            there = backup.make_backup(port, hello, with_key=with_key)
            steps = plan_restore(content, there, seq, hello.free, with_key=with_key)
            if not dry_run:
                backup.place_files(port, steps.write)
    if as_json:
        sizes = {path: len(data) for path, data in steps.write.items()}
        emit_json({"write": sizes, "same": steps.same, "remarks": steps.remarks, "done": not dry_run})
        return
    for path, data in steps.write.items():
        click.echo(f"{'would write' if dry_run else 'wrote'} {path} ({len(data)} bytes)")
    for remark in steps.remarks:
        print_note(one_line(f"note: {remark}"))
    click.echo(f"{len(steps.write)} {'to write' if dry_run else 'written'}, {len(steps.same)} already there")
