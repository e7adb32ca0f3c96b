"""TAX: the two-way tax. What a player is worth stays hidden until the choice is made.

Memo:
    choice   "flat" or "percent", which the player's token is asked to confirm
"""

from __future__ import annotations

from banker.core.state import EXTRA, WHO
from banker.core.tags import TOKEN
from banker.ui import words
from banker.ui.layout import double
from banker.ui.paint import HEADER
from banker.ui.rents_asked import paying
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui


def rows(ui: Ui) -> Rows:
    g = ui.game
    player, space = g.tasks[0][WHO], g.tasks[0][EXTRA]
    flat, percent = g.rules.income_tax_flat, "%d%%" % g.rules.income_tax_pct
    top = [HEADER + ui.place(space, 21), double(ui.name(player, 10))]
    choice = ui.memo.get("choice")
    if not choice:
        return top + ["", ui.say(words.PAY_OR, flat, percent), ui.say(words.OF_ALL), ""]
    if choice == "percent":
        top += [double(percent), ui.say(words.OF_ALL)]
    else:
        top += [double(str(flat)), paying(ui, player, flat)]
    return top + [ui.tell(words.TAP_TO_PAY, player)]


def asks(ui: Ui) -> list[int]:
    return [ui.game.tasks[0][WHO]] if ui.memo else []


def forced(ui: Ui) -> bool:
    return bool(ui.memo)


def keys(ui: Ui) -> Keys:
    if ui.memo:
        return [("*", words.BACK)]
    r = ui.game.rules
    return [("A", str(r.income_tax_flat)), ("B", "%d%%" % r.income_tax_pct), ("*", words.UNDO_KEY)]


def key(ui: Ui, key: str) -> Commands:
    if key == "*":
        if not ui.memo:
            return ui.show("table.undo")
        ui.memo = {}
    elif key in "AB" and not ui.memo:
        ui.memo["choice"] = "flat" if key == "A" else "percent"
    return ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    choice = ui.memo.get("choice")
    if kind != TOKEN or not choice:
        return ui.not_now()
    if number != ui.game.tasks[0][WHO]:
        return ui.wrong_token(number)
    return ({"do": "tax", "choose": choice},)
