"""JAIL: the turn of somebody who sits there. Dice try; or leave before them, by paying or by a pass."""

from banker.core.commands import decide
from banker.core.refusal import Refused
from banker.core.state import phase
from banker.ui.const import const
from banker.ui.speech import double
from banker.ui.ui import TOKEN

_IN_PRISON = const(200)
_IN_JAIL = const(27)
_KEY_DICE = const(220)
_OR_LEAVE = const(221)
_PAY_FINE = const(222)
_USE_PASS = const(147)
_TAP_FOR_PASS = const(148)
_TAP_TO_PAY = const(52)
_RENT_FIRST = const(13)
_HAS = const(51)
_BACK = const(42)
_MONEY = const(219)


def enter(ui) -> None:
    """Ask the rules which ways out are open; the turn before may still have to be ended."""
    g = ui.game
    try:
        if phase(g) == "end":
            g = decide(g, {"do": "end"})
    except Refused:
        return
    for key, what in (("A", "fine"), ("B", "jail-card")):
        try:
            decide(g, {"do": what})
            ui.memo[key] = what
        except Refused:
            pass


def rows(ui) -> list:
    g = ui.game
    player = ui.next_player()
    shown = [double(ui.name(player)[:10]), ui.say(_IN_PRISON, g.tries[player] + 1, g.rules.jail_max_turns)]
    what = ui.memo.get("do")
    if what == "fine":
        cash, fine = g.cash[player], g.rules.jail_fine
        return shown + [
            double(str(fine)),
            ui.tell(_HAS, player, cash, cash - fine),
            ui.tell(_TAP_TO_PAY, player),
        ]
    if what:
        return shown + ["", "", ui.tell(_TAP_FOR_PASS, player), ""]
    if ui.asked:
        return shown + ["", ui.tell(_RENT_FIRST, ui.asked[1]), "", ""]
    way = "A" in ui.memo or "B" in ui.memo
    return shown + ["", ui.say(_IN_JAIL), ui.say(_KEY_DICE), ui.say(_OR_LEAVE) if way else ""]


def keys(ui) -> list:
    if "do" in ui.memo:
        return [("*", _BACK)]
    legal = [(str(die), 0) for die in range(1, 7)]
    if "A" in ui.memo:
        legal.append(("A", ui.say(_PAY_FINE, ui.game.rules.jail_fine)))
    if "B" in ui.memo:
        legal.append(("B", _USE_PASS))
    if phase(ui.game) == "end":
        legal.append(("#", 0))
    if "B" not in ui.memo:
        legal.append(("B", _MONEY if len(legal) < 7 else 0))
    return legal + [("*", 0), ("D", 0)]


def key(ui, key: str):
    memo = ui.memo
    if "do" in memo:
        if key == "*":
            del memo["do"]
        return ()
    if key in memo and not ui.asked:
        memo["do"] = memo[key]
        return ()
    return ui.load("home").key(ui, key)


def tap(ui, kind: int, number: int):
    what = ui.memo.get("do")
    if not what:
        return ui.load("home").tap(ui, kind, number)
    if kind != TOKEN:
        return ui.not_now()
    if number != ui.next_player():
        return ui.wrong_token(number)
    return ({"do": "end"}, {"do": what}) if phase(ui.game) == "end" else ({"do": what},)
