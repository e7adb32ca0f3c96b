"""WELCOME BACK: after power-on, the last saved step and what the box waits for; any input goes on."""

from __future__ import annotations

from banker.core.board import DEED_AT, DEEDS, SPACE_OF
from banker.core.codec.command_bytes import NAMES
from banker.core.state import PHASES, Game, decider, others, phase, roller
from banker.core.types import Command
from banker.ui import words
from banker.ui.layout import wrap
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui


def enter(ui: Ui) -> None:
    """What the last step left to be read comes next: the box does not know whether anybody has read it."""
    command, _ = ui.fact("last")
    do = command["do"] if command else ""
    if do in ("bankrupt", "resign") and ui.game.out[command["by"]]:
        ui.unread = ("table.hand_over", command["by"])
    elif do == "deal" and not command.get("deeds") and phase(ui.game) != "deal":
        ui.unread = ("setup.dealt", 0)


def rows(ui: Ui) -> Rows:
    command, torn = ui.fact("last")
    lines = [HEADER + ui.say(words.WELCOME_BACK, ui.game.turn_no)]
    lines.append(ui.say(words.SAVED_LAST if command else words.SAVED_NEW))
    if command:
        lines += step(ui, command, turn_of(ui.game, command))
    now = _now(ui)
    return lines + [""] * (6 - len(lines) - len(now)) + now + [ui.say(words.NOT_SAVED) if torn else ""]


def turn_of(g: Game, command: Command) -> int:
    """Whose turn it was at this command; an end has passed the turn to the left already."""
    right = others(g, g.turn)[-1:] if command["do"] == "end" else []
    return right[0] if right else g.turn


def step(ui: Ui, command: Command, turn: int) -> Rows:
    """A step in words: who, what, where. `turn` is the player whose turn it was."""
    do = command["do"]
    who = command.get("from", command.get("a", command.get("by", turn)))  # decide() fills in `by`
    if do == "claim":
        who = command["by"]  # the owner, not the payer
    word = words.DID_DEAL + NAMES.index(do)  # DID_DEAL and the words after it, by command
    if do == "free":  # a younger command, whose word is elsewhere
        word = words.DID_FREE
    elif do == "decline" and _is_owned(ui.game, who):
        word = words.DID_NOT_FIGHT
    facts = (command.get("dice") or ui.game.dice) if do == "roll" else (command.get("amount", 0),)
    lines = wrap(ui.say(word, ui.name(who), *facts))
    if do == "roll":
        lines.append(ui.on(ui.game.space[who], words.MOVES_TO))
    elif do == "buy" or do == "decline":
        lines.append(ui.place(ui.game.space[who], 21))
    elif type(command.get("deed")) is int:
        lines.append(ui.place(SPACE_OF[command["deed"]], 21))
    return lines[:2]


def _is_owned(g: Game, player: int) -> bool:
    """A deed that somebody owns cannot have been offered: the player wanted no battle for it."""
    deed = DEED_AT[g.space[player]]
    return deed < DEEDS and g.owner[deed] < g.players


def _now(ui: Ui) -> Rows:
    """Who is to do what now."""
    now = phase(ui.game)
    who = roller(ui.game) if now == "end" else decider(ui.game)
    # NOW_ROLL and the words after it, by phase.
    word = words.NOW_ROLL + PHASES.index(now) if now in PHASES else words.NOW_END
    return wrap(ui.say(word, ui.name(who)))[:2]


def keys(ui: Ui) -> Keys:
    return [("#", words.GO_ON), ("B", words.MONEY)]


def key(ui: Ui, key: str) -> Commands:
    ui.home()
    return ui.show("table.money") if key == "B" else () if key == "#" else ui.key(key)


def tap(ui: Ui, kind: int, number: int) -> Commands:
    return ui.onward(kind, number)
