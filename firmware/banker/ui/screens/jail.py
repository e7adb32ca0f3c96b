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
_HAS = const(51)
_BACK = const(42)
_MONEY = const(219)
_UNDO_KEY = const(313)
_MORE_KEY = const(329)
_ROLL_KEY = const(611)


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
        return shown + [""] + ui.load("home").open_rent(ui) + [""]
    way = "A" in ui.memo or "B" in ui.memo
    key = "" if g.rules.dice_source == "device" else ui.say(_KEY_DICE)
    return shown + ["", ui.say(_IN_JAIL), key, ui.say(_OR_LEAVE) if way else ""]


def asks(ui) -> list:
    return [ui.next_player()] if "do" in ui.memo else []


def taps(ui) -> list:
    return [] if "do" in ui.memo else ui.load("home").taps(ui)


def keys(ui) -> list:
    if "do" in ui.memo:
        return [("*", _BACK)]
    boxed = ui.game.rules.dice_source == "device"
    legal = [("C", _ROLL_KEY)] if boxed else [(str(die), 0) for die in range(1, 7)]
    if ui.asked:
        legal = []
    if "A" in ui.memo:
        legal.append(("A", ui.say(_PAY_FINE, ui.game.rules.jail_fine)))
    if "B" in ui.memo:
        legal.append(("B", _USE_PASS))
    if phase(ui.game) == "end":
        legal.append(("#", 0))
    if "B" not in ui.memo:
        legal.append(("B", _MONEY))
    return legal + [("*", _UNDO_KEY), ("D", _MORE_KEY)]


def key(ui, key: str):
    memo = ui.memo
    if "do" in memo:
        if key == "*":
            del memo["do"]
        return ()
    if key in memo and not ui.asked:
        memo["do"] = memo[key]
        return ()
    if ui.game.rules.dice_source == "device" and key in "AC":
        key = "A" if key == "C" else ""  # A pays here
    return ui.load("home").key(ui, key) if key else ()


def tap(ui, kind: int, number: int):
    what = ui.memo.get("do")
    if not what:
        return ui.load("home").tap(ui, kind, number)
    if kind != TOKEN:
        return ui.not_now()
    if number != ui.next_player():
        return ui.wrong_token(number)
    return ({"do": "end"}, {"do": what}) if phase(ui.game) == "end" else ({"do": what},)
