"""deedbox bench"""

from __future__ import annotations

import sys
from typing import Any

import click

from deedbox.cli.output import emit_json, emit_table, json_option, print_note
from deedbox.cli.target import image_option


@click.command()
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option(
    "--on",
    "target",
    metavar="TARGET",
    type=click.Choice(["twin", "chip", "chipjs"]),
    default="twin",
    show_default=True,
    help="chip, chipjs: the rows of the emulated RP2040, too; takes half an hour and a MicroPython image.",
)
@image_option
@json_option
def command(names: tuple[str, ...], target: str, as_json: bool) -> None:
    """Measure speed and memory against what we aim for: all rows, or those whose names begin with NAME."""
    from deedbox import bench

    def begin(area: str) -> None:
        if sys.stderr.isatty():
            print_note(f"measuring {area} ...")

    rows = bench.measure_rows(target, names, begin)
    if not rows:
        raise click.UsageError(f"no row begins with {' or '.join(names)}; there are {', '.join(bench.AREAS)}")
    if as_json:
        emit_json(rows)
        return
    columns = ["name", "value", "unit", "aim", "holds", "how"]
    emit_table(columns, [_table_cells(row) for row in rows], right=["value", "aim"])


def _table_cells(row: dict[str, Any]) -> list[object]:
    sign = "<=" if row["better"] == "lower" else ">="
    holds = {True: "yes", False: "NO", None: "-"}[row["holds"]]
    value = "-" if row["value"] is None else row["value"]
    unit = "" if row["unit"] == "1" else row["unit"]
    return [row["name"], value, unit, f"{sign} {row['aim']}", holds, row["how"]]
