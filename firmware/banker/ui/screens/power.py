"""POWER (Spider-Man): after a double, its power or the dice again. The player's token does it."""

from banker.core.board import DEEDS, SPACE_OF
from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.speech import double, wrap
from banker.ui.ui import DEED, TOKEN

_BACK = const(42)
_SPACE = const(21)
_UNDO_KEY = const(313)
_ROLL_KEY = const(611)
_DOUBLE_POWER = const(390)
_SWING = const(391)  # and the five after it, by the double
_POWER_KEY = const(397)
_OR_DICE = const(398)
_TAP_TO_DO = const(399)
_SPACE_OR_DEED = const(470)
_TAP_THEIR_DEED = const(471)
_WIN_PAYS = const(472)
_YOU_THEY = const(473)

_TO_SPACE = 1  # doubles that ask for more: a space, a deed and two dice
_FIGHT = 6


def enter(ui) -> None:
    ui.dice = []


def _task(ui):
    return ui.game.tasks[0][1], ui.game.tasks[0][4]


def rows(ui) -> list:
    player, number = _task(ui)
    memo = ui.memo
    r = ui.game.rules
    name = ui.name(player)
    amount = r.sm_double2_cash if number == 2 else r.sm_double3_each
    shown = [HEADER + ui.tell(_DOUBLE_POWER, player, number), double(name[:10])]
    shown += wrap(ui.say(_SWING + number - 1, amount))[:2]
    if not memo:
        tail = ui.load("home").open_rent(ui) if ui.asked else ["", ui.say(_OR_DICE)]
        return shown + [""] * (4 - len(shown)) + tail
    target = memo.get("target")
    if number == _TO_SPACE or number == _FIGHT:
        if target is None:
            ask = wrap(ui.say(_SPACE_OR_DEED if number == _TO_SPACE else _TAP_THEIR_DEED))
            return (shown + ask + [memo["typed"]])[:6]
        space = target if number == _TO_SPACE else SPACE_OF[target]
        shown[2:] = [ui.say(_SPACE, space, ui.place(space, 18))]
        if number == _FIGHT:
            shown.append(ui.say(_WIN_PAYS, ui.game.board.price[target]))
        if "fight" in memo:
            dice = [str(die) for die in ui.dice] + ["_", "_"]
            return shown + [ui.say(_YOU_THEY, dice[0], dice[1]), ""]
    return shown + [""] * (5 - len(shown)) + [ui.tell(_TAP_TO_DO, player)]


def keys(ui) -> list:
    memo = ui.memo
    dice = [(str(die), 0) for die in range(1, 7)]
    if not memo:
        dice = [("B", _ROLL_KEY)] if ui.game.rules.dice_source == "device" else dice
        return ([] if ui.asked else dice) + [("A", _POWER_KEY), ("*", _UNDO_KEY)]
    if "fight" in memo:
        return dice
    digits = [(digit, 0) for digit in "0123456789"] if _asks_space(ui) else []
    return digits + [("*", _BACK)]


def asks(ui) -> list:
    """Its own token, once everything is chosen that the power asks for."""
    memo = ui.memo
    player, number = _task(ui)
    chosen = number not in (_TO_SPACE, _FIGHT) or memo.get("target") is not None
    return [player] if memo and chosen and "fight" not in memo else []


def taps(ui) -> list:
    if not ui.memo:
        return ui.load("home").taps(ui)
    if _task(ui)[1] != _FIGHT or ui.memo.get("target") is not None:
        return []
    return [(DEED, d) for d in range(DEEDS) if ui.trial({"do": "power", "deed": d, "dice": (1, 1)})]


def _asks_space(ui) -> bool:
    return _task(ui)[1] == _TO_SPACE and ui.memo.get("target") is None


def key(ui, key: str):
    memo = ui.memo
    if "fight" in memo:
        if "1" <= key <= "6":
            ui.dice.append(int(key))
        if len(ui.dice) < 2:
            return ()
        dice, ui.dice = tuple(ui.dice), []
        return ({"do": "power", "deed": memo["target"], "dice": dice},)
    if key == "*":
        return ui.home() if memo else ui.show("undo")
    if not memo:
        if key == "A":
            memo["typed"] = ""
        elif key == "B" or "1" <= key <= "6":
            boxed = ui.game.rules.dice_source == "device"
            return ui.load("home").key(ui, "A" if boxed else key) if boxed == (key == "B") else ()
    elif "0" <= key <= "9" and _asks_space(ui):
        memo["typed"] += key
        if len(memo["typed"]) == 2:
            space, memo["typed"] = int(memo["typed"]), ""
            if space < 40:
                memo["target"] = space
    return ()


def tap(ui, kind: int, number: int):
    player, power = _task(ui)
    memo = ui.memo
    if not memo:
        if kind == TOKEN and ui.asked:
            return ui.show("rent")
        return () if kind == DEED and ui.ask(number) else ui.not_now()
    if kind == DEED and number < DEEDS and power in (_TO_SPACE, _FIGHT) and "fight" not in memo:
        memo["target"] = SPACE_OF[number] if power == _TO_SPACE else number
        return ()
    if kind != TOKEN or "fight" in memo:
        return ui.not_now()
    if number != player:
        return ui.wrong_token(number)
    if power not in (_TO_SPACE, _FIGHT):
        return ({"do": "power"},)
    if "target" not in memo:
        return ui.not_now()
    if power == _TO_SPACE:
        return ({"do": "power", "space": memo["target"]},)
    tie = {"do": "power", "deed": memo["target"], "dice": (1, 1)}
    if not ui.trial(tie):  # may it be tried at all?
        ui.refused(ui.no.code, ui.no.facts)
        return ()
    if ui.game.rules.dice_source == "device":
        return ({"do": "power", "deed": memo["target"]},)
    memo["fight"] = 1
    return ()
