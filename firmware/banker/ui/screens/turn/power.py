"""POWER (Spider-Man): after a double, its power or the dice again. The player's token does it.

Memo, which is empty until the power is chosen:
    typed    the digits of a space's number
    target   the space to swing to, or the deed to fight for
    fight    the player has agreed to fight, a die each is typed
"""

from __future__ import annotations

from banker.core.board import DEEDS, SPACE_OF, SPACES
from banker.core.state import EXTRA, WHO
from banker.core.tags import DEED, TOKEN
from banker.ui import words
from banker.ui.layout import double, wrap
from banker.ui.paint import HEADER
from banker.ui.screens.turn import home
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui

# Powers are numbered by the die of the double.
_SWING = 1  # needs a space
_CASH = 2
_FIGHT = 6  # needs a deed and a die each


def enter(ui: Ui) -> None:
    ui.dice = []


def _task(ui: Ui) -> tuple[int, int]:
    """(player, power)."""
    return ui.game.tasks[0][WHO], ui.game.tasks[0][EXTRA]


def rows(ui: Ui) -> Rows:
    player, power = _task(ui)
    memo = ui.memo
    r = ui.game.rules
    amount = r.sm_double2_cash if power == _CASH else r.sm_double3_each
    top = [HEADER + ui.tell(words.DOUBLE_POWER, player, power), double(ui.name(player)[:10])]
    top += wrap(ui.say(words.SWING + power - 1, amount))[:2]  # SWING and the words after it: powers 1 to 6
    if not memo:
        tail = home.open_rent(ui) if ui.rents.queue else ["", ui.say(words.OR_DICE)]
        return top + [""] * (4 - len(top)) + tail
    if power in (_SWING, _FIGHT):
        target = memo.get("target")
        if target is None:
            question = wrap(ui.say(words.SPACE_OR_DEED if power == _SWING else words.TAP_THEIR_DEED))
            return (top + question + [memo["typed"]])[:6]
        space = target if power == _SWING else SPACE_OF[target]
        top[2:] = [ui.say(words.SPACE, space, ui.place(space, 18))]
        if power == _FIGHT:
            top.append(ui.say(words.WIN_PAYS, ui.game.board.price[target]))
        if "fight" in memo:
            dice = [str(die) for die in ui.dice] + ["_", "_"]
            return top + [ui.say(words.YOU_THEY, dice[0], dice[1]), ""]
    return top + [""] * (5 - len(top)) + [ui.tell(words.TAP_TO_DO, player)]


def keys(ui: Ui) -> Keys:
    dice: Keys = [(str(die), 0) for die in range(1, 7)]
    if not ui.memo:
        if ui.game.rules.dice_source == "device":
            dice = [("B", words.ROLL_KEY)]
        return ([] if ui.rents.queue else dice) + [("A", words.POWER_KEY), ("*", words.UNDO_KEY)]
    if "fight" in ui.memo:
        return dice
    digits: Keys = [(digit, 0) for digit in "0123456789"] if _asks_space(ui) else []
    return digits + [("*", words.BACK)]


def asks(ui: Ui) -> list[int]:
    """The player's own token, once everything is chosen that the power needs."""
    memo = ui.memo
    player, power = _task(ui)
    is_chosen = power not in (_SWING, _FIGHT) or memo.get("target") is not None
    return [player] if memo and is_chosen and "fight" not in memo else []


def taps(ui: Ui) -> Tags:
    if not ui.memo:
        return home.taps(ui)
    if _task(ui)[1] != _FIGHT or ui.memo.get("target") is not None:
        return []
    return [(DEED, d) for d in range(DEEDS) if ui.trial({"do": "power", "deed": d, "dice": (1, 1)})]


def _asks_space(ui: Ui) -> bool:
    return _task(ui)[1] == _SWING and ui.memo.get("target") is None


def key(ui: Ui, key: str) -> Commands:
    memo = ui.memo
    if "fight" in memo:
        return _fight_key(ui, key)
    if key == "*":
        return ui.home() if memo else ui.show("table.undo")
    if not memo:
        if key == "A":
            memo["typed"] = ""
        elif key in ("B" if ui.game.rules.dice_source == "device" else "123456"):
            return home.key(ui, "A" if key == "B" else key)  # on the home screen A rolls
    elif "0" <= key <= "9" and _asks_space(ui):
        _type_space(ui, key)
    return ()


def _type_space(ui: Ui, digit: str) -> None:
    """The second digit completes the number of the space; one that does not exist is cleared."""
    memo = ui.memo
    memo["typed"] += digit
    if len(memo["typed"]) == 2:
        space, memo["typed"] = int(memo["typed"]), ""
        if space < SPACES:
            memo["target"] = space


def _fight_key(ui: Ui, key: str) -> Commands:
    if "1" <= key <= "6":
        ui.dice.append(int(key))
    if len(ui.dice) < 2:
        return ()
    dice, ui.dice = tuple(ui.dice), []
    return ({"do": "power", "deed": ui.memo["target"], "dice": dice},)


def tap(ui: Ui, kind: int, number: int) -> Commands:
    player, power = _task(ui)
    memo = ui.memo
    if not memo:
        if kind == TOKEN and ui.rents.queue:
            return ui.show("turn.rent")
        return () if kind == DEED and ui.ask(number) else ui.not_now()
    if kind == DEED and number < DEEDS and power in (_SWING, _FIGHT) and "fight" not in memo:
        memo["target"] = SPACE_OF[number] if power == _SWING else number
        return ()
    if kind != TOKEN or "fight" in memo:
        return ui.not_now()
    if number != player:
        return ui.wrong_token(number)
    if power not in (_SWING, _FIGHT):
        return ({"do": "power"},)
    if "target" not in memo:
        return ui.not_now()
    if power == _SWING:
        return ({"do": "power", "space": memo["target"]},)
    return _begin_fight(ui)


def _begin_fight(ui: Ui) -> Commands:
    """Refuse a fight that the rules forbid before the dice are rolled; a tie tells."""
    deed = ui.memo["target"]
    if not ui.trial({"do": "power", "deed": deed, "dice": (1, 1)}):
        return ui.refused(ui.no.code, ui.no.facts)
    if ui.game.rules.dice_source == "device":
        return ({"do": "power", "deed": deed},)
    ui.memo["fight"] = True
    return ()
