"""LEAVE THE GAME: says who gets everything; a player leaves by tapping the same token twice.

ui.memo is empty until the first tap, then it has:

    seat     the seat of the player who leaves
    lines    to whom everything goes, and whether that ends the game
"""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import BANK
from banker.core.state import Game
from banker.core.tags import TOKEN
from banker.ui import words
from banker.ui.layout import double, wrap
from banker.ui.paint import HEADER
from banker.ui.sounds import OUT
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui

LOOK_MS = 30000
_LINES = 4  # of sentences, if the name is small


def rows(ui: Ui) -> Rows:
    head = HEADER + ui.say(words.LEAVE)
    leaver = ui.memo.get("seat")
    if leaver is None:
        return [head, "", "", ui.say(words.TAP_WHO_LEAVES), "", "", ""]
    lines: Rows = ui.memo["lines"]
    name = ui.name(leaver, 10)
    top = [head, double(name) if len(lines) < _LINES else name]
    return top + lines + [""] * (3 - len(lines)) + [ui.tell(words.TAP_AND_LEAVE, leaver)]


def _lines(ui: Ui, leaver: int, after: Game) -> Rows:
    """To whom everything goes, and whether that ends the game: at most four rows."""
    rules = lazy.load("hand_over")
    text = ui.load("estate_text")
    task = rules.debt_of(ui.game.tasks, leaver)
    shares = rules.shares(after)
    sentences = text.heirs(ui, after, task, words.LEAVES_TO, words.LEAVES_NOTHING)
    if len(shares) == 1 and shares[0].heir >= BANK:
        sentences = [wrap(ui.say(words.ALL_TO_BANK, text.things(ui, shares[0])))]
    end = [ui.say(words.ENDS_GAME)] if after.over else []
    lines: Rows = text.first_rows(ui, sentences, _LINES - len(end))
    return lines + end


def asks(ui: Ui) -> list[int]:
    return [ui.memo["seat"]] if ui.memo else []


def taps(ui: Ui) -> Tags:
    if ui.memo:
        return []
    return [(TOKEN, seat) for seat in range(ui.game.players) if not ui.game.out[seat]]


def late(ui: Ui) -> Commands | None:
    ui.home()
    return ui.hint(ui.say(words.NOTHING_CHANGED))


def keys(ui: Ui) -> Keys:
    return [("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    return ui.home() if key == "*" else ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    if kind != TOKEN:
        return ui.not_now()
    leaver = ui.memo.get("seat")
    if leaver is None:
        if ui.game.out[number]:
            return ui.notice(ui.say(words.PLAYER_OUT))
        after = ui.trial({"do": "resign", "by": number})
        if not after:
            return ui.refused(ui.no.code, ui.no.facts)
        ui.memo["lines"] = _lines(ui, number, after)
        ui.memo["seat"] = number
        return ()
    if number != leaver:
        return ui.wrong_token(number)
    ui.sound = OUT
    return ({"do": "resign", "by": leaver},)
