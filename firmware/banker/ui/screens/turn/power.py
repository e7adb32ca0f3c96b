"""POWER (Spider-Man): after a double, its power or the dice again; else everything that is open at rest.

A tapped deed on which the power can be used is its target, any other shows its card. The player's token does
it. A fight that is tied is rolled again by both for the same deed (S-16).

Memo, which is empty at rest:
    typed    the digits of a space's number
    target   the space to swing to, or the deed to fight for
    fight    the player has agreed to fight, a die each is typed
"""

from __future__ import annotations

from typing import Any

from banker.core import lazy
from banker.core.board import DEED_AT, DEEDS, NO_DEED, SPACE_OF, SPACES
from banker.core.events import FOUGHT, FOUGHT_DIE_A, FOUGHT_DIE_B
from banker.core.state import EXTRA, WHO, tied_deed
from banker.core.tags import DEED, TOKEN
from banker.ui import words
from banker.ui.layout import double, wrap
from banker.ui.paint import BIG, HEADER
from banker.ui.screens.turn import home
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui

# Powers are numbered by the die of the double.
_SWING = 1  # needs a space
_CASH = 2
_FIGHT = 6  # needs a deed and a die each
WANTS_DEEDS = True  # a deed is the target of some powers; else it asks for rent


def enter(ui: Ui) -> None:
    ui.dice = []
    deed = tied_deed(ui.game)
    if deed != NO_DEED:
        ui.memo = {"typed": "", "target": deed, "fight": True}


def _task(ui: Ui) -> tuple[int, int]:
    """(player, power)."""
    return ui.game.tasks[0][WHO], ui.game.tasks[0][EXTRA]


def _box_rolls(ui: Ui) -> bool:
    return bool(ui.game.rules.dice_source == "device")


def rows(ui: Ui) -> Rows:
    player, power = _task(ui)
    memo = ui.memo
    if "fight" in memo:
        return _fight_rows(ui, player, memo["target"])
    r = ui.game.rules
    amount = r.sm_double2_cash if power == _CASH else r.sm_double3_each
    top = [HEADER + ui.tell(words.DOUBLE_POWER, player, power)]
    about = wrap(ui.say(words.SWING + power - 1, amount))  # SWING and the words after it: powers 1 to 6
    if not memo:
        if power in (_SWING, _FIGHT):
            about += wrap(ui.say(words.TAP_OR_NUMBER))
        again = wrap(ui.say(words.OR_ROLL_AGAIN if _box_rolls(ui) else words.OR_TYPE_DICE))
        return top + about + [""] + (home.open_rent(ui) if ui.rents.queue else again)
    top += [double(ui.name(player, 10))]
    if power not in (_SWING, _FIGHT):
        return top + about + ["", ui.tell(words.TAP_TO_DO, player)]
    target = memo.get("target")
    if target is None:
        return top[:1] + wrap(ui.say(words.TYPE_NUMBER)) + [BIG + (memo["typed"] or " ")]
    space = target if power == _SWING else SPACE_OF[target]
    top.append(ui.on(space, words.SPACE))
    if power == _FIGHT:
        top.append(ui.tell(words.IF_WINS, player, _cost(ui, target)))
    return top + ["", ui.tell(words.TAP_TO_DO, player)]


def _cost(ui: Ui, deed: int) -> Any:
    return lazy.load("rules.powers").cost(ui.game, deed)


def _fight_rows(ui: Ui, player: int, deed: int) -> Rows:
    """The dice of both, and what the winner pays."""
    space = SPACE_OF[deed]
    dice = "%s : %s" % tuple(([str(die) for die in ui.dice] + ["_", "_"])[:2])
    lines = [HEADER + ui.say(words.FIGHT, ui.place(space, 21 - len(ui.say(words.FIGHT, ""))))]
    is_tie = tied_deed(ui.game) != NO_DEED
    if is_tie and not ui.dice:
        for event in ui.game.events:
            if event[0] == FOUGHT:
                dice = ui.say(words.TIE, event[FOUGHT_DIE_A], event[FOUGHT_DIE_B])
    lines += [double(dice), ui.say(words.BOTH_ROLL) if is_tie else ""]
    if not _box_rolls(ui):
        lines += wrap(ui.say(words.TYPE_DICE, ui.name(player, 8), ui.name(ui.game.owner[deed], 8)))
    return lines + [ui.tell(words.IF_WINS, player, _cost(ui, deed))]


def keys(ui: Ui) -> Keys:
    dice: Keys = [(str(die), 0) for die in range(1, 7)]
    power = _task(ui)[1]
    if "fight" in ui.memo:
        if _box_rolls(ui):
            return [("A", words.ROLL_KEY), ("*", words.UNDO_KEY)]
        if len(ui.dice) == 2:
            return [("#", words.RIGHT_KEY), ("*", words.TAKE_BACK)]
        return dice + ([("*", words.TAKE_BACK)] if ui.dice else [("*", 0)])
    if ui.memo:
        digits: Keys = [(digit, 0) for digit in "0123456789#"] if _asks_number(ui) else []
        return digits + [("*", words.BACK)]
    if _box_rolls(ui):
        dice = [("C", words.ROLL_KEY)]
    legal: Keys = [("A", words.NUMBER_KEY if power in (_SWING, _FIGHT) else words.POWER_KEY)]
    legal += [] if ui.rents.queue else dice
    return legal + [("B", words.MONEY), ("D", words.MORE_KEY), ("*", words.UNDO_KEY)]


def asks(ui: Ui) -> list[int]:
    """The player's own token, once everything is chosen that the power needs."""
    return [_task(ui)[0]] if ui.memo and not _asks_number(ui) and "fight" not in ui.memo else []


def _asks_number(ui: Ui) -> bool:
    return _task(ui)[1] in (_SWING, _FIGHT) and ui.memo.get("target") is None


def taps(ui: Ui) -> Tags:
    """At rest who owes rent; and the deeds that can be fought for."""
    tags = [] if ui.memo else home.taps(ui)
    if _task(ui)[1] != _FIGHT or not _asks_number(ui):
        return tags
    return tags + [(DEED, deed) for deed in range(DEEDS) if ui.trial(_attack(deed))]


def _attack(deed: int) -> dict[str, Any]:
    """A tie, which tells whether the rules allow the fight."""
    return {"do": "power", "deed": deed, "dice": (1, 1)}


def key(ui: Ui, key: str) -> Commands:
    memo = ui.memo
    if "fight" in memo:
        return _fight_key(ui, key)
    if memo:
        if key == "*":
            return ui.home()
        return _number_key(ui, key) if _asks_number(ui) else ()
    if key == "A":
        memo["typed"] = ""
        return ()
    if _box_rolls(ui):
        key = "A" if key == "C" else "" if "1" <= key <= "6" else key  # on the home screen A rolls
    return home.key(ui, key) if key and key != "#" else ()


def _number_key(ui: Ui, key: str) -> Commands:
    """The second digit, or #, completes the number of a space; one that does not exist is cleared."""
    memo = ui.memo
    if "0" <= key <= "9":
        memo["typed"] += key
    if not memo["typed"] or len(memo["typed"]) < 2 and key != "#":
        return ()
    space, memo["typed"] = int(memo["typed"]), ""
    if space >= SPACES:
        return ui.notice(ui.say(words.NO_SUCH_DEED))
    if _task(ui)[1] == _SWING:
        memo["target"] = space
        return ()
    if DEED_AT[space] >= DEEDS:
        return ui.notice(ui.say(words.NO_SUCH_DEED))
    return _aim(ui, DEED_AT[space])


def _aim(ui: Ui, deed: int) -> Commands:
    """The deed is the target; a fight that the rules forbid is refused before anybody agrees."""
    if _task(ui)[1] == _SWING:
        ui.memo = {"typed": "", "target": SPACE_OF[deed]}
    elif ui.trial(_attack(deed)):
        ui.memo = {"typed": "", "target": deed}
    else:
        return ui.refused(ui.no.code, ui.no.facts)
    return ()


def _fight_key(ui: Ui, key: str) -> Commands:
    """Dice of both, then #: after a tie nobody can choose another deed."""
    order: dict[str, Any] = {"do": "power", "deed": ui.memo["target"]}
    if _box_rolls(ui):
        return (order,) if key == "A" else ui.show("table.undo") if key == "*" else ()
    if key == "*":
        if not ui.dice:
            return ui.show("table.undo") if tied_deed(ui.game) != NO_DEED else ()
        ui.dice = []
    elif "1" <= key <= "6" and len(ui.dice) < 2:
        ui.dice.append(int(key))
    elif key == "#" and len(ui.dice) == 2:
        order["dice"] = tuple(ui.dice)
        return (order,)
    return ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    player, power = _task(ui)
    memo = ui.memo
    if "fight" in memo:
        return ui.not_now()
    if not memo:
        return _tap_at_rest(ui, kind, number)
    if kind == DEED and number < DEEDS and power in (_SWING, _FIGHT):
        return _aim(ui, number)
    if kind != TOKEN or _asks_number(ui):
        return ui.not_now()
    if number != player:
        return ui.wrong_token(number)
    if power == _SWING:
        return ({"do": "power", "space": memo["target"]},)
    if power != _FIGHT:
        return ({"do": "power"},)
    if _box_rolls(ui):
        return ({"do": "power", "deed": memo["target"]},)
    memo["fight"] = True
    return ()


def _tap_at_rest(ui: Ui, kind: int, number: int) -> Commands:
    """A deed that the power can be used on is its target; the player's own and others show their card."""
    player, power = _task(ui)
    if kind == DEED and number < DEEDS and not ui.ask(number):
        is_target = power == _SWING and ui.game.owner[number] != player
        if power == _FIGHT:
            is_target = number in lazy.load("rules.powers").targets(ui.game, player)
        return _aim(ui, number) if is_target else ui.show("deeds.deed", number)
    return () if kind == DEED else home.tap(ui, kind, number)
