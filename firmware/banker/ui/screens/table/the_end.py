"""THE END: who won, what each player is worth by the rules of the edition, and how long the game took.

The story of the game is looked up meanwhile; ui.kept holds it (see below), so that it outlives this screen.

ui.memo:

    rows   without the row of keys
"""

from __future__ import annotations

from banker.core import lazy
from banker.core.tags import DEED, TOKEN
from banker.ui import words
from banker.ui.layout import double
from banker.ui.sounds import WINNER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

# The fields of ui.kept.
PROGRESS = 0  # of the replay, in hundredths
HIGHLIGHTS = 1  # (core/highlights.py); None: not yet known
RECEIPT = 2
GAME = 3  # to which end all this belongs: after an undo there may be another


def enter(ui: Ui) -> None:
    if type(ui.kept) is not list or ui.kept[GAME] is not ui.game:
        ui.kept = [0, None, ui.fact("receipt"), ui.game]
        ui.sound = WINNER
    ui.memo["rows"] = _rows(ui)
    if ui.kept[HIGHLIGHTS] is None:
        ui.fact("start_replay")


def _stop(ui: Ui) -> None:
    """Another screen needs the RAM of a replay that still runs; it begins again when this screen is back."""
    if ui.kept[HIGHLIGHTS] is None:
        ui.fact("stop_replay")


def rows(ui: Ui) -> Rows:
    lines: Rows = ui.memo["rows"]
    return lines[:]


def _rows(ui: Ui) -> Rows:
    """Worked out once: the modules for it would not fit beside the replay at every redraw."""
    g = ui.game
    winners = [ui.name(seat) for seat in range(g.players) if g.winners >> seat & 1]
    names = "+".join(winners)
    title = ui.say(words.WINS if len(winners) == 1 else words.WIN, names)
    if len(title) > 10:
        title = names[:10]
    lines = _ranking(ui)
    minutes = ui.fact("played_s") // 60
    time = ui.say(words.PLAYED, minutes // 60, minutes % 60, ui.kept[RECEIPT])
    return [double(title)] + lines + [""] * (4 - len(lines)) + [time]


def _ranking(ui: Ui) -> Rows:
    """All players and what they are worth, the best first."""
    g = ui.game
    rules = lazy.load("worth")
    order = rules.ranking(g)
    two_columns = g.players > 4
    letters, digits, gap = (4, 5, "") if two_columns else (8, 8, " ")
    lines = []
    for at in range(g.players):
        seat = order[at]
        worth = ui.say(words.WAS_OUT) if g.out[seat] else str(rules.final(g, seat))
        lines.append("%d%s%-*s%*s" % (at + 1, gap, letters, ui.name(seat, letters), digits, worth))
    if two_columns:
        half = (g.players + 1) // 2
        lines = [" ".join(lines[at::half]) for at in range(half)]
    return lines


def keys(ui: Ui) -> Keys:
    return [("A", words.NEW_KEY), ("B", words.STORY_KEY), ("*", words.UNDO_KEY)]


def key(ui: Ui, key: str) -> Commands:
    if key == "B":
        return ui.show("table.story")
    if key in "A*":
        _stop(ui)
    if key == "A":
        return ui.show("setup.new_game")
    return ui.show("table.undo") if key == "*" else ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    if kind not in (TOKEN, DEED):
        return ui.refused("game-over", ())
    _stop(ui)
    return ui.show("table.player" if kind == TOKEN else "deeds.deed", number)


def tick(ui: Ui) -> Commands | None:
    """Look up a little more of the story; also called while that screen is open."""
    story = ui.kept
    if story[HIGHLIGHTS] is not None:
        return None
    story[PROGRESS], story[HIGHLIGHTS] = ui.fact("replay")
    if story[HIGHLIGHTS] is not None:
        return ()
    return () if ui.screen == "table.story" else None
