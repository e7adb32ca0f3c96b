"""The command `deedbox`.

To add a command, write a module `thing.py` in this folder with a click command named `command`
(`@click.command()`, or `@click.group(cls=Group)` from `runner.py` for `deedbox thing do`). Then add a line to
COMMANDS in `command_table.py`. The module is loaded only when the command is used. Imports at its top cost
time on every use, so functions import heavy modules themselves.

Rules for commands:
- A command raises errors and never prints them. `runner.py` turns exceptions of deedbox, banker and click and
  OSError into one line on stderr. The exit code is 2 for a wrong command line (click.UsageError), else 1.
  `CommandError` is for errors that have no exception of their own. Any other exception is reported as a fault
  in deedbox.
- `suggest_word(word, known)` gives "did you mean" for ids; Group does it for commands.
- Data goes to stdout through `output.py`: `emit_json` with `--json` (the decorator `json_option`),
  `emit_table` without. Progress goes to stderr through `note`.
- A command that worked and reports something bad ends with `raise SystemExit(1)`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code: 0, 1 (failed) or 2 (usage)."""
    try:
        from deedbox.cli.runner import run_command_line

        return run_command_line(arguments)
    except KeyboardInterrupt:  # runner.py was still being loaded, so it could not catch this
        print("deedbox: stopped", file=sys.stderr)
        return 1
