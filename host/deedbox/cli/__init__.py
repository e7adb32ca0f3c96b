"""The command `deedbox`.

How a command comes in: write a module of this folder, `thing.py`, that holds a click command named `command`
(`@click.command()`, or `@click.group(cls=Group)` from `.frame` for `deedbox thing do`), and add a line to
COMMANDS in `table.py`. The module is loaded when the command is used and not before; what it imports at its
top costs time on every use, so heavy things are imported in the function that needs them.

What a command may rely on:
- An error is raised, never printed. Exceptions of deedbox and banker, OSError and click's own become one line
  on stderr; exit code 2 for click.UsageError and its kind (what was typed is wrong), 1 for the rest. `Failed`
  is for what has no exception of its own. Anything else is a fault of the program, and said to be one.
- `suggest(word, known)` gives "did you mean" for ids; Group does it for commands.
- Data goes to stdout through `.output`: `emit_json` with `--json` (the decorator `json_option`), `emit_table`
  without. Progress goes to stderr through `note`.
- A run that worked and found something bad says so in its output and ends with `raise SystemExit(1)`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code: 0, 1 (failed) or 2 (usage)."""
    try:
        from .frame import run

        return run(arguments)
    except KeyboardInterrupt:  # while the frame itself was being loaded
        print("deedbox: stopped", file=sys.stderr)
        return 1
