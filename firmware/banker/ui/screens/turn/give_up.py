"""GIVE UP?: what the debtor owes and why, and who would get what; the debtor's token gives up.

ui.memo:

    rows   worked out when it opened
"""

from __future__ import annotations

from banker.core.state import WHO
from banker.core.tags import TOKEN
from banker.core.types import Command
from banker.ui import words
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

_LINES = 5  # between the header and what the token does


def _order(ui: Ui) -> Command:
    return {"do": "bankrupt", "by": ui.game.tasks[0][WHO]}


def opens(ui: Ui) -> Commands:
    """Open it; a debtor who can still pay is told so before anybody taps."""
    if ui.trial(_order(ui)):
        return ui.show("turn.give_up")
    return ui.refused(ui.no.code, ui.no.facts)


def enter(ui: Ui) -> None:
    task = ui.game.tasks[0]
    text = ui.load("estate_text")
    after = ui.trial(_order(ui))
    lines = text.debt(ui, task, words.OWES_WHY)
    if after:
        heirs = text.heirs(ui, after, task, words.WOULD_GET, words.WOULD_GET_NONE)
        lines += text.first_rows(ui, heirs, _LINES - len(lines) - (1 if after.over else 0))
        if after.over:
            lines.append(ui.say(words.ENDS_GAME))
    ui.memo["rows"] = lines


def rows(ui: Ui) -> Rows:
    debtor = ui.game.tasks[0][WHO]
    lines: Rows = ui.memo["rows"]
    return (
        [HEADER + ui.tell(words.GIVES_UP, debtor)]
        + lines
        + [""] * (_LINES - len(lines))
        + [ui.tell(words.TAP_TO_GIVE_UP, debtor)]
    )


def asks(ui: Ui) -> list[int]:
    return [ui.game.tasks[0][WHO]]


def keys(ui: Ui) -> Keys:
    return [("C", words.RAISE_MONEY), ("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    if key in "C*":
        ui.home()
    return ui.key(key) if key == "C" else ()  # the debt screen knows with whom a trade is open


def tap(ui: Ui, kind: int, number: int) -> Commands:
    if kind != TOKEN:
        return ui.not_now()
    order = _order(ui)
    return (order,) if number == order["by"] else ui.wrong_token(number)
