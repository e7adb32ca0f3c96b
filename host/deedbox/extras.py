"""What is installed only if it was asked for: the extras of pyproject.toml, and how to get a missing one."""

from __future__ import annotations

from importlib.util import find_spec

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
        raise MissingExtraError(
            f"{need} the extra '{name}', which is not installed: pip install 'deedbox[{name}]'"
        )
