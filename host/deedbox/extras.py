"""What is installed only if it was asked for: the extras of pyproject.toml, and how to get a missing one."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

# Extra -> (a module that it brings, who needs it).
EXTRAS = {
    "report": ("reportlab", "a report needs"),
    "print": ("reportlab", "sheets to print need"),
    "lab": ("reportlab", "plots of the lab need"),
    "chip": ("rp2040py", "the emulated chip needs"),
}


class MissingExtraError(Exception):
    """The text is one line: what is missing, and the command that installs it."""


def need_extra(name: str) -> None:
    """Raise MissingExtraError unless this extra is installed."""
    module, need = EXTRAS[name]
    if find_spec(module) is None:
        raise MissingExtraError(f"{need} the extra '{name}', which is not installed: {install_command(name)}")


def install_command(name: str) -> str:
    """From a checkout the extras come with its environment, so this works before Deedbox is on PyPI."""
    if (Path(__file__).resolve().parents[2] / "pyproject.toml").is_file():
        return "run make environment in the folder of Deedbox, then .venv/bin/deedbox"
    return f"pip install 'deedbox[{name}]'"
