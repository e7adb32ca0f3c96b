"""JAIL: the turn of a player in jail. The dice are a try; a fine or a pass, paid before them, frees.

Memo:
    ways      the ways out that the rules allow now: key -> command
    command   the one that was chosen and that the player's token is asked for
"""

from __future__ import annotations

from banker.core.commands import decide
from banker.core.refusal import Refused
from banker.core.state import phase
from banker.core.tags import TOKEN
from banker.ui import words
from banker.ui.layout import double
from banker.ui.screens.turn import home
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui


def enter(ui: Ui) -> None:
    """Ask the rules which ways out are open; the turn before may still have to be ended."""
    ways = ui.memo["ways"] = {}
    g = ui.game
    try:
        if phase(g) == "end":
            g = decide(g, {"do": "end"})
    except Refused:
        return
    for key, command in (("A", "fine"), ("B", "jail-card")):
        try:
            decide(g, {"do": command})
            ways[key] = command
        except Refused:
            pass


def rows(ui: Ui) -> Rows:
    g = ui.game
    player = ui.next_player()
    top = [
        double(ui.name(player)[:10]),
        ui.say(words.IN_PRISON, g.tries[player] + 1, g.rules.jail_max_turns),
    ]
    command = ui.memo.get("command")
    if command == "fine":
        cash, fine = g.cash[player], g.rules.jail_fine
        return top + [
            double(str(fine)),
            ui.tell(words.HAS, player, cash, cash - fine),
            ui.tell(words.TAP_TO_PAY, player),
        ]
    if command:
        return top + ["", "", ui.tell(words.TAP_FOR_PASS, player), ""]
    if ui.rents.queue:
        return top + [""] + home.open_rent(ui) + [""]
    dice = "" if g.rules.dice_source == "device" else ui.say(words.KEY_DICE)
    return top + ["", ui.say(words.IN_JAIL), dice, ui.say(words.OR_LEAVE) if ui.memo["ways"] else ""]


def asks(ui: Ui) -> list[int]:
    return [ui.next_player()] if "command" in ui.memo else []


def taps(ui: Ui) -> Tags:
    return [] if "command" in ui.memo else home.taps(ui)


def keys(ui: Ui) -> Keys:
    if "command" in ui.memo:
        return [("*", words.BACK)]
    ways = ui.memo["ways"]
    box_rolls = ui.game.rules.dice_source == "device"
    legal: Keys = [("C", words.ROLL_KEY)] if box_rolls else [(str(die), 0) for die in range(1, 7)]
    if ui.rents.queue:
        legal = []
    if "A" in ways:
        legal.append(("A", ui.say(words.PAY_FINE, ui.game.rules.jail_fine)))
    if "B" in ways:
        legal.append(("B", words.USE_PASS))
    if phase(ui.game) == "end":
        legal.append(("#", 0))
    if "B" not in ways:
        legal.append(("B", words.MONEY))
    return legal + [("*", words.UNDO_KEY), ("D", words.MORE_KEY)]


def key(ui: Ui, key: str) -> Commands:
    memo = ui.memo
    if "command" in memo:
        if key == "*":
            del memo["command"]
        return ()
    if key in memo["ways"] and not ui.rents.queue:
        memo["command"] = memo["ways"][key]
        return ()
    if ui.game.rules.dice_source == "device" and key in "AC":
        key = "A" if key == "C" else ""  # on the home screen A rolls; here it pays
    return home.key(ui, key) if key else ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    command = ui.memo.get("command")
    if not command:
        return home.tap(ui, kind, number)
    if kind != TOKEN:
        return ui.not_now()
    if number != ui.next_player():
        return ui.wrong_token(number)
    return ({"do": "end"}, {"do": command}) if phase(ui.game) == "end" else ({"do": command},)
