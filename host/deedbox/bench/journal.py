"""Counts the programs and erases of flash for a command, with the box's own keeper and journal."""

from __future__ import annotations

import json
from pathlib import Path

from banker.core.codec import command_bytes
from deedbox.bench import HIGHER, LOWER, Aim, Measurement
from deedbox.bench.games import play_game
from deedbox.build import firmware
from deedbox.build.unixport import UnixPort

SCRIPT = Path(__file__).with_name("device") / "journal.py"
COMMANDS = 600
PLAYERS = 4
SEED = 11
CYCLES = 100_000  # erases that a sector survives (W25Q16JV)
AIMS = [
    Aim("journal.page_programs_per_command", "pages", 1.1, LOWER),
    Aim("journal.erases_per_command", "erases", 0.07, LOWER),
    Aim("journal.erases_while_waiting", "erases", 0, LOWER),
    Aim("journal.pages_worst_command", "pages", 2, LOWER),
    Aim("journal.archive_pages_per_command", "pages", 0.3, LOWER),
    Aim("journal.archive_erases_per_command", "erases", 0.03, LOWER),
    Aim("journal.games_until_worn", "games", 36_500, HIGHER),  # a game a day for a hundred years
    Aim("journal.boot_reads_full_ring", "reads", 300, LOWER),  # each of the 256 pages once, and a few again
]


def measure(target: str) -> dict[str, Measurement]:
    counts, (games, ring, files, reads), commands = _play_on_flash()
    programs, waiting, idle, most, archive_commands, archive_programs, archive_erases = counts
    archive_how = (
        f"counted: {archive_commands} commands on a full ring; archives on littlefs, in idle moments"
    )
    how = f"counted: {commands} commands of games with {PLAYERS} players, keeper and journal in MicroPython"
    return {
        "journal.page_programs_per_command": Measurement(round(programs / commands, 4), how),
        "journal.erases_per_command": Measurement(
            round((idle + waiting) / commands, 4), f"{how}; in idle moments"
        ),
        "journal.erases_while_waiting": Measurement(waiting, f"{how}; while a player waits, in all"),
        "journal.pages_worst_command": Measurement(most, f"{how}; a repeated beginning included"),
        "journal.archive_pages_per_command": Measurement(
            round(archive_programs / archive_commands, 4), archive_how
        ),
        "journal.archive_erases_per_command": Measurement(
            round(archive_erases / archive_commands, 4), archive_how
        ),
        "journal.games_until_worn": Measurement(
            CYCLES * games // max(ring, files),
            f"counted: {games} games of {commands} commands gave the hottest sector of the ring {ring} "
            f"erases, that of the files {files}; {CYCLES} are allowed",
        ),
        "journal.boot_reads_full_ring": Measurement(
            reads, "counted: reads of the flash at power-on, the ring full, by the box's own keeper"
        ),
    }


def _play_on_flash() -> tuple[list[int], list[int], int]:
    names = ["ann", "bob", "cyd", "dan"][:PLAYERS]
    lines = [json.dumps({"edition": "classic", "names": names, "seed": SEED})]
    for command, _ in play_game("classic", PLAYERS, SEED):
        lines.append(command_bytes.write(command).hex())
        if len(lines) > COMMANDS:
            break
    with UnixPort("banker/", machine_code=True) as port:
        for name, data in firmware.data_files().items():
            port.put(name, data)
        out = port.run(SCRIPT, "\n".join(lines) + "\n", heap="8M")
    one_game, all_games = ([int(word) for word in line.split()] for line in out.splitlines())
    return one_game, all_games, len(lines) - 1
