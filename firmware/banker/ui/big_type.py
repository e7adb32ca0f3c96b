"""Questions in big type: what it is about, who taps, how much. For speech.py, where the settings say so."""

from banker.ui.paint import BIG, DOUBLE, HEADER


def rows(ui, rows: list, player: int) -> list:
    """The screen that asks this player; one without a sum stays as it is."""
    name = DOUBLE + ui.name(player)[:8]
    head = [row for row in rows[:1] if row.startswith(HEADER)]
    for row in rows:
        text = row[1:]
        if row.startswith(BIG) or row.startswith(DOUBLE) and text.strip("+-").isdigit():
            return head + [name, BIG + text, ""]
    return rows
