"""deedbox play"""

from __future__ import annotations

from pathlib import Path

import click

from deedbox.cli.editions import EditionName, refuse_file
from deedbox.cli.output import print_note
from deedbox.cli.runner import suggest_word
from deedbox.cli.target import TargetName, image_option

_TARGETS = ("engine", "micropython", "twin", "chip", "chipjs")


@click.command()
@click.option(
    "--edition", metavar="ID", type=EditionName(), help="The board to play on: an id, or your own file."
)
@click.option(
    "--rules",
    "rules_file",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="House rules to play by.",
)
@click.option(
    "--on",
    "target",
    metavar="TARGET",
    type=TargetName(),
    default="twin",
    show_default=True,
    help="twin: the box on this machine. chip, chipjs: on an emulated RP2040, exact and slow. Or the serial "
    "port of a real one.",
)
@click.option(
    "--reader",
    type=click.Choice(("mfrc522", "pn532")),
    help="The twin's RFID reader; mfrc522 unless named.",
)
@image_option
@click.option(
    "--http", "port", metavar="PORT", type=click.IntRange(0, 65535), help="The page's port; 0: any."
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def command(
    edition: str | None,
    rules_file: Path | None,
    target: str,
    reader: str | None,
    port: int | None,
    no_browser: bool,
) -> None:
    """Play with the box on this machine, in the browser. Ctrl-C ends it; the game is saved."""
    import asyncio
    from contextlib import suppress

    from deedbox import editions, rules
    from deedbox.devices.twin import need_twin
    from deedbox.extras import need_extra

    if target in ("engine", "micropython"):
        raise click.UsageError(
            f"--on {target}: a page needs a whole box: twin, chip, chipjs, or a serial port"
        )
    if target not in _TARGETS and "/" not in target and not target.upper().startswith("COM"):
        raise click.UsageError(
            f"--on {target}: no such target; twin, chip, chipjs, or a port{suggest_word(target, _TARGETS)}"
        )
    if target != "twin" and (edition or rules_file or reader):
        raise click.UsageError("--edition, --rules and --reader are for the twin")
    try:
        if edition:
            editions.load_edition(edition)
        house_rules = rules.read_rules(rules_file, edition or "classic") if rules_file else None
    except (editions.EditionError, rules.RulesError) as error:
        refuse_file(error)
    if target == "twin":
        need_twin()
    elif target in ("chip", "chipjs"):
        need_extra("chip")
    from deedbox.play import run, server

    with suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(
            run.serve_game(
                edition=edition,
                rules=house_rules,
                on=target,
                reader=reader or "mfrc522",
                port=server.PORT if port is None else port,
                browser=not no_browser,
                note=print_note,
                say=lambda sentence: print(sentence, flush=True),
            )
        )
