"""Prints data on stdout, as JSON or as a table, which is plain text in a pipe. Remarks go to stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

import click

from deedbox.safe_text import one_line, safe_json, safe_text

__all__ = ["emit_json", "emit_table", "json_option", "one_line", "print_note"]

_COLUMN_LEAST = 8  # a table is readable if its columns have so much room on average
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
force_option = click.option("--force", is_flag=True, help="Replace the file if it exists.")


def emit_json(data: Any) -> None:
    plain = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    print(safe_json(json.dumps(data, ensure_ascii=plain, indent=2)))


def emit_table(
    columns: Sequence[str], rows: Sequence[Sequence[object]], *, right: Sequence[str] = ()
) -> None:
    """Print a table. Columns in `right` are aligned to the right. In a pipe lines may be of any length."""
    cells = [
        ["" if cell is None else safe_text(str(cell)).replace("\n", " ") for cell in row] for row in rows
    ]
    if sys.stdout.isatty():
        import shutil

        if shutil.get_terminal_size().columns < _COLUMN_LEAST * len(columns):
            _print_as_list(columns, cells)
        else:
            _print_rich_table(columns, cells, right)
        return
    widths = [max(map(len, column)) for column in zip(columns, *cells, strict=True)]
    for row in [list(columns), *cells]:
        padded = [
            cell.rjust(width) if name in right else cell.ljust(width)
            for name, cell, width in zip(columns, row, widths, strict=True)
        ]
        print("  ".join(padded).rstrip())


def _print_as_list(columns: Sequence[str], cells: Sequence[Sequence[str]]) -> None:
    """For a narrow terminal: each row as lines, a column's name before its cell."""
    import shutil
    import textwrap

    width = shutil.get_terminal_size().columns
    indent = max(map(len, columns)) + 2
    for at, row in enumerate(cells):
        if at:
            print()
        for name, cell in zip(columns, row, strict=True):
            lines = textwrap.wrap(cell, max(8, width - indent), break_on_hyphens=False)
            for number, line in enumerate(lines):
                print(f"{'' if number else name:<{indent}}{line}")


def _print_rich_table(columns: Sequence[str], cells: Sequence[Sequence[str]], right: Sequence[str]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in columns:
        table.add_column(name, justify="right" if name in right else "left", overflow="fold")
    for row in cells:
        table.add_row(*map(Text, row))  # as Text, brackets in data are no markup
    Console().print(table)  # respects NO_COLOR and TERM


def print_note(text: str) -> None:
    """Print progress or a remark on stderr; never data."""
    print(safe_text(text), file=sys.stderr, flush=True)
