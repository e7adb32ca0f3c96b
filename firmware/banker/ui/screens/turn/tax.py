"""TAX: the two-way tax. What somebody is worth stays hidden until the choice is made."""

from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.speech import double
from banker.ui.ui import TOKEN

_PAY_OR = const(100)
_OF_ALL = const(101)
_HAS = const(51)
_TAP_TO_PAY = const(52)
_BACK = const(42)
_UNDO_KEY = const(313)


def rows(ui) -> list:
    g = ui.game
    player, space = g.tasks[0][1], g.tasks[0][4]
    flat, part = g.rules.income_tax_flat, "%d%%" % g.rules.income_tax_pct
    shown = [HEADER + ui.place(space, 21), double(ui.name(player)[:10])]
    choice = ui.memo.get("choose")
    if not choice:
        return shown + ["", ui.say(_PAY_OR, flat, part), ui.say(_OF_ALL), ""]
    if choice == "percent":
        shown += [double(part), ui.say(_OF_ALL)]
    else:
        cash = g.cash[player]
        shown += [double(str(flat)), ui.tell(_HAS, player, cash, cash - flat if cash > flat else 0)]
    return shown + [ui.tell(_TAP_TO_PAY, player)]


def asks(ui) -> list:
    return [ui.game.tasks[0][1]] if ui.memo else []


def forced(ui) -> bool:
    return bool(ui.memo)


def keys(ui) -> list:
    if ui.memo:
        return [("*", _BACK)]
    r = ui.game.rules
    return [("A", str(r.income_tax_flat)), ("B", "%d%%" % r.income_tax_pct), ("*", _UNDO_KEY)]


def key(ui, key: str):
    if key == "*":
        if not ui.memo:
            return ui.show("undo")
        ui.memo = {}
    elif key in "AB" and not ui.memo:
        ui.memo["choose"] = "flat" if key == "A" else "percent"
    return ()


def tap(ui, kind: int, number: int):
    choice = ui.memo.get("choose")
    if kind != TOKEN or not choice:
        return ui.not_now()
    if number != ui.game.tasks[0][1]:
        return ui.wrong_token(number)
    return ({"do": "tax", "choose": choice},)
