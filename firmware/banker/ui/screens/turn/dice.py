"""DICE: where the two dice lead, before anything is booked. Dice that come too early wait here.

Argument: the dice that were typed before a look at something else.
Memo:
    roll_waits   the dice are confirmed and wait until owners had time to ask for rent
    witness      other dice than those taken back: another player's token has to agree
"""

from __future__ import annotations

from typing import Any

from banker.core.board import DEED_AT, DEEDS
from banker.core.rules.turn import ROLL_MOVES, preview
from banker.core.state import phase
from banker.core.tags import CARD, DEED, TOKEN
from banker.ui import words
from banker.ui.paint import BAR, HEADER
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui

LOOK_MS = 30000  # then digits that nobody confirmed are cleared


def enter(ui: Ui) -> None:
    if ui.args:
        ui.dice = list(ui.args[0])


def _preview(ui: Ui) -> tuple[int, int]:
    """What both dice would do, ROLL_MOVES to ROLL_FINES (rules/turn.py), and the space where they lead."""
    a, b = ui.dice
    return preview(ui.game, (a, b))


def _deed(ui: Ui) -> int:
    """The deed of the space where the dice lead; DEEDS: there is none, or nobody moves."""
    if len(ui.dice) < 2:
        return DEEDS
    what, space = _preview(ui)
    return min(DEED_AT[space], DEEDS) if what == ROLL_MOVES else DEEDS


def rows(ui: Ui) -> Rows:
    player = ui.next_player()
    name = ui.name(player, 9)
    if not ui.dice:
        return [HEADER + name, "", "", ui.say(words.ONE_MOMENT), _bar(ui), "", ""]
    if len(ui.dice) < 2:
        return [HEADER + "%-9s %d + _" % (name, ui.dice[0]), "", ui.say(words.SECOND_DIE), "", "", "", ""]
    a, b = ui.dice
    what, space = _preview(ui)
    if what != ROLL_MOVES and "roll_waits" not in ui.memo:
        below: Rows = ui.load("jail_roll").rows(ui, what, space)
        return [HEADER + "%-9s %d + %d" % (name, a, b)] + below
    lines = ["", "", ""]
    if what == ROLL_MOVES:
        free = ui.tell(words.DOUBLE_FREES, player) if ui.game.jailed[player] else ""
        lines = [ui.say(words.MOVE_TO), ui.on(space, words.SPACE), free]
    if "roll_waits" in ui.memo:
        lines[2:] = [_bar(ui), "", ui.say(words.ONE_MOMENT)]
    elif _deed(ui) < DEEDS:
        lines += [ui.say(words.TAP_OR_GO), ui.say(words.IF_RIGHT)]
    else:
        lines += ["", ui.say(words.GO_IF_RIGHT)]
    return [HEADER + "%-9s %d + %d = %d" % (name, a, b, a + b), ""] + lines


def _bar(ui: Ui) -> str:
    return BAR + "%d/%d" % (ui.wait_ms() // 10, ui.pause_ms() // 10)


def keys(ui: Ui) -> Keys:
    if "roll_waits" in ui.memo:
        return [("*", words.FIX_DICE if ui.dice else words.BACK)]
    if len(ui.dice) < 2:
        digits: Keys = [(str(die), 0) for die in range(1, 7)]
        return digits + [("*", words.FIX_DICE)]
    return [("#", 0 if _preview(ui)[0] == ROLL_MOVES else words.OK_KEY), ("*", words.FIX_DICE)]


def key(ui: Ui, key: str) -> Commands:
    if key == "*":
        return ui.home()
    if "1" <= key <= "6" and len(ui.dice) < 2 and "roll_waits" not in ui.memo:
        ui.dice.append(int(key))
    elif key == "#" and len(ui.dice) == 2:
        return _roll(ui)
    return ()


def taps(ui: Ui) -> Tags:
    if "witness" in ui.memo:
        roller = ui.next_player()
        return [(TOKEN, p) for p in range(ui.game.players) if p != roller and not ui.game.out[p]]
    deed = _deed(ui)
    return [(DEED, deed)] if deed < DEEDS else []


def tap(ui: Ui, kind: int, number: int) -> Commands:
    if kind == CARD:
        return ui.no_card()
    if kind == TOKEN:
        if "witness" in ui.memo and number != ui.next_player():
            ui.taken_back = None
            return _roll(ui)
        return () if ui.memo else ui.show("table.player", number, tuple(ui.dice))
    if kind != DEED or ui.ask(number):  # an older rent goes first
        return ()
    if number == _deed(ui):
        ui.tapped = number
        return _roll(ui)
    if len(ui.dice) < 2:
        return ()
    what, space = _preview(ui)
    return ui.notice(ui.say(words.DICE_SAY, space, ui.place(space))) if what == ROLL_MOVES else ()


def late(ui: Ui) -> Commands | None:
    return ui.forget_typed()


def tick(ui: Ui) -> Commands | None:
    """An early roll goes on by itself when it is time; until then a bar runs down."""
    if "roll_waits" not in ui.memo:
        return None
    return () if ui.wait_ms() else _roll(ui)


def box_rolls(ui: Ui) -> Commands:
    """The same for the dice of the box: nothing is shown before it is booked."""
    if ui.wait_ms():
        ui.show("turn.dice")
    ui.dice = []
    return _roll(ui)


def _roll(ui: Ui) -> Commands:
    """Confirmed dice also end the turn before. Other dice than those just taken back need a witness."""
    if ui.taken_back and ui.dice and sorted(ui.taken_back) != sorted(ui.dice):
        ui.memo["witness"] = True
        return ui.notice(ui.say(words.OTHER_DICE))
    if ui.wait_ms():
        ui.memo["roll_waits"] = True
        return ()
    ui.taken_back = None
    roll: dict[str, Any] = {"do": "roll"}
    if ui.dice:
        roll["dice"] = tuple(ui.dice)
    return ({"do": "end"}, roll) if phase(ui.game) == "end" else (roll,)
