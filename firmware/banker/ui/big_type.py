"""Questions in big type: header, who taps, how much. For layout.py, where the settings ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.ui.paint import BIG, DOUBLE, HEADER
from banker.ui.types import Rows

if TYPE_CHECKING:
    from banker.ui.ui import Ui

_NAME_LETTERS = 8  # a hand is drawn beside them


def rows(ui: Ui, rows: Rows, player: int) -> Rows:
    """The screen that asks this player; one without an amount stays as it is."""
    name = DOUBLE + ui.name(player, _NAME_LETTERS)
    head = [row for row in rows[:1] if row.startswith(HEADER)]
    for row in rows:
        text = row[1:]
        if row.startswith(BIG) or row.startswith(DOUBLE) and text.strip("+-").isdigit():
            return head + [name, BIG + text, ""]
    return rows
