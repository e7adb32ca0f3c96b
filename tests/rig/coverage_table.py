"""Prints what `make coverage` measured as a table: a row for each folder of the firmware, with all below it.

Lines and branches are separate columns: a line is easily reached, a branch only if a test takes both ways.
"""

import json
import sys
from pathlib import Path, PurePosixPath

TOP = PurePosixPath("firmware/banker")
COLUMNS = ("folder", "files", "lines", "lines run", "branches", "branches taken")


def rows(files: dict[str, dict]) -> list[tuple[str, ...]]:
    """From coverage.py's JSON: its `files` by path, each with a summary."""
    sums: dict[PurePosixPath, list[int]] = {}
    for name, about in files.items():
        path = PurePosixPath(name.replace("\\", "/"))
        summary = about["summary"]
        numbers = [
            1,
            summary["num_statements"],
            summary["covered_lines"],
            summary["num_branches"],
            summary["covered_branches"],
        ]
        for folder in path.relative_to(TOP).parents:
            sums[folder] = [a + b for a, b in zip(sums.get(folder, [0] * 5), numbers, strict=True)]
    everything = sums.pop(PurePosixPath("."))
    groups = [(str(folder), sums[folder]) for folder in sorted(sums)] + [("all", everything)]
    return [
        (name, str(count), str(lines), share(run, lines), str(branches), share(taken, branches))
        for name, (count, lines, run, branches, taken) in groups
    ]


def share(part: int, whole: int) -> str:
    """Rounded down, so that 100 % means all."""
    return f"{100 * part // whole} %" if whole else "-"


def table(files: dict[str, dict]) -> str:
    lines = [COLUMNS, ("---",) * len(COLUMNS), *rows(files)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    print(table(json.loads(Path(sys.argv[1]).read_text())["files"]))
