"""What comes from outside the table: the hour, and steps of a host. Neither changes what a tap means (S-27).

Loaded on use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banker.core.state import Game, decider, phase, roller
from banker.ui import words
from banker.ui.next_screen import home_screen

if TYPE_CHECKING:
    from banker.ui.ui import Ui


def strike(ui: Ui) -> None:
    """The line on top when the hour has come."""
    last_round = ui.game.rules.time_end == "finish_round"
    ui.hint(ui.say(words.TIME_LAST_ROUND if last_round else words.TIME_LAST_TURN))


def may_strike(ui: Ui) -> bool:
    """May the game take the hour now? It waits while that would change what the next input does.

    It would end the game at once, or with the turn that is over, while something is typed or asked; and what
    undo is about to take back would no longer be the last step.
    """
    g = ui.game
    at_once = g.rules.time_end == "immediate" or g.rules.mode == "banker"
    if at_once or phase(g) == "end":
        at_rest = ui.screen in ("turn.home", "turn.jail", "table.bank_only")
        return at_rest and not ui.dice and not ui.memo
    return ui.screen not in ("table.undo", "table.stop_tonight")


def take_hour(ui: Ui, game: Game) -> None:
    """The hour is booked: the open screen stays, unless the game waits for something else now."""
    if home_screen(game) == home_screen(ui.game):
        ui.game = _with_events(game, ui.game)
    else:
        ui.follow(game)


def _with_events(game: Game, old: Game) -> Game:
    """The game, with what happened before: the open screen tells of that."""
    game = game.copy()
    game.events = old.events
    return game


def host_step(ui: Ui, game: Game) -> None:
    """A host made a step: what players have open stays, if the game still waits for the same.

    They agree again, because the game has changed in between.
    """
    stays = ui.screen not in (home_screen(ui.game), "", "table.undo", "turn.jail", "table.welcome_back")
    if not stays or ui.game.over or _question(ui.game) != _question(game):
        ui.follow(game)
        return
    old = ui.game
    ui.take(game)
    ui.game = _with_events(game, old)
    if ui.memo.get("consents"):
        ui.memo["consents"] = []
        ui.hint(ui.say(words.HOST_PLAYED))


def _question(g: Game) -> tuple[Any, ...]:
    """What the game waits for, and from whom."""
    return home_screen(g), g.turn_no, roller(g), decider(g), g.tasks[:1]
