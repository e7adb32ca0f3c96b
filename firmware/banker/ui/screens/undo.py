"""UNDO: what a step back would change, and who must agree: everyone whose money or deeds it touches."""

from banker.core.board import DEEDS, SPACE_OF
from banker.core.state import decider, phase
from banker.ui.const import const
from banker.ui.heard import UNDONE
from banker.ui.paint import HEADER
from banker.ui.speech import wrap
from banker.ui.ui import TOKEN

_BACK = const(42)
_UNDO = const(300)
_DO_AGAIN = const(301)
_GIVES_BACK = const(302)
_GETS_BACK = const(303)
_PAYS = const(304)
_GETS = const(305)
_BECOMES = const(306)
_LOAN = const(307)
_NO_LOAN = const(308)
_AND_MORE = const(309)
_AGREE_TO = const(310)
_ONE_MORE = const(311)
_REDO = const(312)
_NOTHING_CHANGED = const(362)
_NOT_YOUR_TURN = const(443)
_NOTHING_TO_UNDO = const(446)


def enter(ui) -> None:
    if not (ui.back and (_look(ui, 1) or _look(ui, -1))):
        ui.home()
        ui.notice(ui.say(_NOTHING_TO_UNDO))


def _look(ui, steps: int) -> bool:
    """Look so many steps back (-1: what was taken back last); False if there is no such game."""
    old = ui.back(steps)
    if old is None:
        return False
    if steps > 1:  # everyone whom any of the steps touches, also where they cancel out
        who = _touched(ui.memo["old"], old) + ui.memo["who"]
    else:
        who = _touched(ui.game, old)
    who = [p for p in range(old.players) if p in who]
    ui.memo = {"steps": steps, "old": old, "who": who, "yes": []}  # consent is to what is shown
    command = ui.fact("last")[0]
    if steps == 1 and command and command["do"] not in ("undo", "redo"):
        said = ui.load("welcome").step(ui, command, old.turn)
        ui.memo["said"] = said[: 2 if type(command.get("deed")) is int else 1]
    if steps > 0:  # looked up once: on the box it is read from flash
        ui.memo["A"] = ui.back(steps + 1) is not None
        ui.memo["B"] = ui.back(-1) is not None
    return True


def _touched(now, old) -> list:
    who = [p for p in range(now.players) if now.cash[p] != old.cash[p] or now.out[p] != old.out[p]]
    for deed in _deeds(now, old):
        who += [now.owner[deed], old.owner[deed]]
    for deck in (0, 1):
        if now.held[deck] != old.held[deck]:
            who += [now.held[deck], old.held[deck]]
    if not who:  # the one who made the step
        bid = phase(now) == "auction" and now.tasks[0][1] < now.players
        who = [now.tasks[0][1] if bid else decider(old)]
    return who


def _deeds(now, old) -> list:
    return [d for d in range(DEEDS) if _deed(now, d) != _deed(old, d)]


def _deed(g, deed: int):
    return g.owner[deed], g.level[deed], g.mortgaged[deed]


def _lines(ui) -> list:
    """What the step changes, thing by thing."""
    now, old = ui.game, ui.memo["old"]
    lines = ui.memo.get("said", [])[:]
    for deed in _deeds(now, old):
        if now.owner[deed] != old.owner[deed]:
            what = ui.name(old.owner[deed])
        elif now.level[deed] != old.level[deed]:
            what = str(old.level[deed])
        else:
            what = ui.say(_LOAN if old.mortgaged[deed] else _NO_LOAN)
        lines.append(ui.say(_BECOMES, ui.place(SPACE_OF[deed], 18 - len(what)), what))
    redo = ui.memo["steps"] < 0
    for p in range(now.players):
        sum = old.cash[p] - now.cash[p]
        if sum < 0:
            lines.append(ui.tell(_PAYS if redo else _GIVES_BACK, p, -sum))
        elif sum:
            lines.append(ui.tell(_GETS if redo else _GETS_BACK, p, sum))
        if now.space[p] != old.space[p]:
            name = ui.name(p)[:7]
            lines.append(ui.say(_BECOMES, name, ui.place(old.space[p], 18 - len(name))))
    if now.turn != old.turn or not lines:
        lines.append(ui.tell(_NOT_YOUR_TURN, old.turn))
    return lines


def rows(ui) -> list:
    memo = ui.memo
    lines = _lines(ui)
    if len(lines) > 4:
        lines[3:] = [ui.say(_AND_MORE, len(lines) - 3)]
    left = [ui.name(p) for p in memo["who"] if p not in memo["yes"]]
    names = " ".join(left[:2]) + (" +%d" % (len(left) - 2) if len(left) > 2 else "")
    asked = wrap(ui.say(_AGREE_TO, names))[:2]
    head = ui.say(_DO_AGAIN) if memo["steps"] < 0 else ui.say(_UNDO, memo["steps"])
    return [HEADER + head] + lines + [""] * (6 - len(lines) - len(asked)) + asked


def asks(ui) -> list:
    return [p for p in ui.memo["who"] if p not in ui.memo["yes"]]


def late(ui):
    ui.home()
    return ui.hint(ui.say(_NOTHING_CHANGED))


def keys(ui) -> list:
    legal = []
    if ui.memo.get("A"):
        legal.append(("A", _ONE_MORE))
    if ui.memo.get("B"):
        legal.append(("B", _REDO))
    return legal + [("*", _BACK)]


def key(ui, key: str):
    steps = ui.memo["steps"]
    if key == "*":
        return ui.home()
    if key == "A" and steps > 0:
        _look(ui, steps + 1)
    elif key == "B" and steps > 0:
        _look(ui, -1)
    return ()


def tap(ui, kind: int, number: int):
    memo = ui.memo
    if kind != TOKEN:
        return ui.not_now()
    if number not in memo["who"]:
        return ui.wrong_token(number)
    if number not in memo["yes"]:
        memo["yes"].append(number)
    if any(p not in memo["yes"] for p in memo["who"]):
        return ()
    ui.sound = UNDONE
    if memo["steps"] < 0:
        return ({"do": "redo"},)
    now, old = ui.game, memo["old"]
    thrown = now.rolled or now.doubles != old.doubles or now.turn != old.turn
    if memo["steps"] == 1 and phase(old) == "roll" and not old.tasks and thrown:
        ui.refill = list(now.dice)  # keyed dice come back filled in
    return tuple({"do": "undo"} for _ in range(memo["steps"]))
