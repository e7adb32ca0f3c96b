"""The four inks of a chart, on paper and on a page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Inks:
    ink: str
    soft: str
    line: str
    card: str


PAPER = Inks("#22252b", "#5a606b", "#dddddd", "#ffffff")
# Of a page only the variables are known; it has --ink, --soft, --line, --card and --face in its style sheet.
# reportlab wants colours, so each variable has a colour that nothing else has.
VARIABLES = {
    "#010101": "var(--ink)",
    "#020202": "var(--soft)",
    "#030303": "var(--line)",
    "#040404": "var(--card)",
}
SCREEN = Inks(*VARIABLES)
