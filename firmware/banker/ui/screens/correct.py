"""CORRECT: a slip noticed too late for undo: more, less or another space for a player; all tap."""

from banker.ui.const import const
from banker.ui.paint import BIG, HEADER
from banker.ui.speech import wrap
from banker.ui.ui import TOKEN

LOOK_MS = 120000

_ON = const(10)
_BACK = const(42)
_TAP_WHO = const(492)
_CORRECT = const(496)
_MORE_OR_LESS = const(497)
_EVERYONE = const(498)
_MORE_SUM = const(466)
_LESS_SUM = const(467)
_SPACE_KEY = const(468)
_PLAYER_OUT = const(449)


def rows(ui) -> list:
    memo = ui.memo
    head = HEADER + ui.say(_CORRECT)
    who = memo.get("who")
    if who is None:
        return [head, "", "", ui.say(_TAP_WHO), "", "", ""]
    shown = [head, ui.name(who)]
    if "order" not in memo:
        return shown + [BIG + memo["typed"], ui.say(_MORE_OR_LESS), ""]
    order = memo["order"]
    if "cash" in order:
        sign = "+" if order["cash"] > 0 else ""
        shown.append(BIG + sign + str(order["cash"]))
    else:
        space = order["space"]
        shown += ["", ui.say(_ON, space, ui.place(space, 15)), ""]
    left = [ui.name(p)[:7] for p in _all(ui) if p not in memo["yes"]]
    return shown + (wrap(ui.say(_EVERYONE, " ".join(left))) + [""])[:2]


def _all(ui) -> list:
    return [p for p in range(ui.game.players) if not ui.game.out[p]]


def taps(ui) -> list:
    memo = ui.memo
    if "who" in memo and "order" not in memo:
        return []
    return [(TOKEN, p) for p in _all(ui) if p not in memo.get("yes", ())]


def keys(ui) -> list:
    legal = [("*", _BACK)]
    if "typed" in ui.memo and "order" not in ui.memo:
        legal = [(digit, 0) for digit in "0123456789"] + legal
        if int(ui.memo["typed"] or 0):
            legal += [("A", _MORE_SUM), ("B", _LESS_SUM)]
        if len(ui.memo["typed"]) in (1, 2) and int(ui.memo["typed"]) < 40:
            legal.append(("C", _SPACE_KEY))
    return legal


def key(ui, key: str):
    memo = ui.memo
    if key == "*":
        return ui.show("correct") if memo else ui.home()
    if "typed" not in memo or "order" in memo:
        return ()
    typed = memo["typed"]
    if "0" <= key <= "9":
        memo["typed"] = (typed + key)[:6]
    elif any(key == legal for legal, _ in keys(ui)):
        order = {"do": "correct", "by": memo["who"]}
        if key == "C":
            order["space"] = int(typed)
        else:
            order["cash"] = int(typed) if key == "A" else -int(typed)
        memo["order"] = order
        memo["yes"] = []
    return ()


def tap(ui, kind: int, number: int):
    memo = ui.memo
    if kind != TOKEN:
        return ui.not_now()
    if ui.game.out[number]:
        return ui.notice(ui.say(_PLAYER_OUT))
    if "who" not in memo:
        memo["who"] = number
        memo["typed"] = ""
        return ()
    if "order" not in memo:
        return ui.not_now()
    if number not in memo["yes"]:
        memo["yes"].append(number)
    if len(memo["yes"]) < len(_all(ui)):
        return ()
    memo["yes"] = []  # refused: all agree anew
    return (memo["order"],)
