"""What a command costs on flash, by the box's own keeper and journal."""

from __future__ import annotations

import json
from pathlib import Path

from banker.core import record
from deedbox import firmware
from deedbox.unixport import UnixPort

from . import LOWER, Aim, Measured
from .games import play

SCRIPT = Path(__file__).with_name("device") / "journal.py"
COMMANDS = 600
PLAYERS = 4
SEED = 11
AIMS = [
    Aim("journal.page_programs_per_command", "pages", 1.1, LOWER),
    Aim("journal.erases_per_command", "erases", 0.07, LOWER),
    Aim("journal.erases_while_waiting", "erases", 0, LOWER),
    Aim("journal.pages_worst_command", "pages", 2, LOWER),
    Aim("journal.archive_pages_per_command", "pages", 0.3, LOWER),
    Aim("journal.archive_erases_per_command", "erases", 0.03, LOWER),
]


def measure(target: str) -> dict[str, Measured]:
    programs, waiting, idle, most, filing, filed, cleared, commands = _run()
    besides = f"counted: {filing} commands on a full ring; what archives cost on littlefs, in idle moments"
    how = f"counted: {commands} commands of games with {PLAYERS} players, keeper and journal in MicroPython"
    return {
        "journal.page_programs_per_command": Measured(round(programs / commands, 4), how),
        "journal.erases_per_command": Measured(
            round((idle + waiting) / commands, 4), f"{how}; in idle moments"
        ),
        "journal.erases_while_waiting": Measured(waiting, f"{how}; while a player waits, in all"),
        "journal.pages_worst_command": Measured(most, f"{how}; a repeated beginning included"),
        "journal.archive_pages_per_command": Measured(round(filed / filing, 4), besides),
        "journal.archive_erases_per_command": Measured(round(cleared / filing, 4), besides),
    }


def _run() -> tuple[int, int, int, int, int, int, int, int]:
    names = ["ann", "bob", "cyd", "dan"][:PLAYERS]
    lines = [json.dumps({"edition": "classic", "names": names, "seed": SEED})]
    for command, _ in play("classic", PLAYERS, SEED):
        lines.append(record.write(command).hex())
        if len(lines) > COMMANDS:
            break
    with UnixPort("banker/", machine_code=True) as port:
        for name, data in firmware.data_files().items():
            port.put(name, data)
        out = port.run(SCRIPT, "\n".join(lines) + "\n", heap="8M")
    programs, waiting, idle, most, filing, filed, cleared = map(int, out.split())
    return programs, waiting, idle, most, filing, filed, cleared, len(lines) - 1
