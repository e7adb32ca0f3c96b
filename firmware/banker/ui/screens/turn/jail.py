"""JAIL: the turn of a player in jail. The dice are a try; a fine or a pass, paid before them, frees.

Memo:
    ways      the ways out that the rules allow now: key -> command
    command   the one that was chosen and that the player's token is asked for; "which": first the deck of
              the pass is asked for, since the player holds both
    deck      the deck of the pass to be played
"""

from __future__ import annotations

from banker.core.commands import decide
from banker.core.refusal import Refused
from banker.core.state import phase
from banker.core.tags import TOKEN
from banker.core.types import Command
from banker.ui import edition_words, words
from banker.ui.layout import double, wrap
from banker.ui.screens.turn import home
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui

RESULT = True  # it has a place for what the last step paid


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
        double(ui.name(player, 10)),
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
    if command == "which":
        return top + ["", ui.say(words.WHICH_PASS), ""]
    if command:
        pile = wrap(ui.say(words.GOES_UNDER, deck_name(ui, ui.memo["deck"])))
        return top + [""] + pile + [ui.tell(words.TAP_FOR_PASS, player)]
    if ui.rents.queue:
        return top + [""] + home.open_rent(ui) + [""]
    dice = "" if g.rules.dice_source == "device" else ui.say(words.KEY_DICE)
    if ui.result:
        return top + ui.result + [dice or ui.say(words.IN_JAIL)]
    return top + ["", ui.say(words.IN_JAIL), dice, ui.say(words.OR_LEAVE) if ui.memo["ways"] else ""]


def deck_name(ui: Ui, deck: int) -> str:
    return ui.word(edition_words.CHANCE + deck) if ui.word else str(deck + 1)


def asks(ui: Ui) -> list[int]:
    return [ui.next_player()] if ui.memo.get("command", "which") != "which" else []


def taps(ui: Ui) -> Tags:
    return [] if "command" in ui.memo else home.taps(ui)


def keys(ui: Ui) -> Keys:
    if ui.memo.get("command") == "which":
        return [("A", deck_name(ui, 0)[:19]), ("B", deck_name(ui, 1)[:19]), ("*", words.BACK)]
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
        elif memo["command"] == "which" and key in "AB":
            memo["command"] = "jail-card"
            memo["deck"] = 0 if key == "A" else 1
        return ()
    if key in memo["ways"] and not ui.rents.queue:
        memo["command"] = memo["ways"][key]
        if key == "B":
            held = ui.game.held
            memo["deck"] = held.index(ui.next_player())
            if held.count(ui.next_player()) > 1:
                memo["command"] = "which"
        return ()
    if ui.game.rules.dice_source == "device" and key in "AC":
        key = "A" if key == "C" else ""  # on the home screen A rolls; here it pays
    return home.key(ui, key) if key else ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    name = ui.memo.get("command")
    if not name:
        return home.tap(ui, kind, number)
    if kind != TOKEN or name == "which":
        return ui.not_now()
    if number != ui.next_player():
        return ui.wrong_token(number)
    command: Command = {"do": name}
    if name == "jail-card" and ui.game.held.count(number) > 1:
        command["deck"] = ui.memo["deck"]
    return ({"do": "end"}, command) if phase(ui.game) == "end" else (command,)
