"""STEPS LOST: after power-on, how many of the last steps cannot be read, and whether to go on without them.

Nothing is erased and nothing else can be done before all players have tapped; the banker card stands in for a
missing token. If no step at all can be read, the banker card (or A, where there is none) leads to NEW GAME.

ui.memo:

    lost       how many steps cannot be read
    filed      how many of them the archive knows; they are done again
    consents   seats that agreed
    new        is there no game, and no banker card either?
"""

from __future__ import annotations

from banker.core.tags import BANKER
from banker.ui import everybody_agrees, words
from banker.ui.layout import wrap
from banker.ui.paint import HEADER
from banker.ui.sounds import GOOD, LOW
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui

WANTS_DEEDS = True  # no rent is asked for here


def enter(ui: Ui) -> None:
    lost, filed = ui.fact("lost")
    no_card = not ui.game and bool(ui.fact("missing", BANKER, 1))
    ui.memo = {"lost": lost, "filed": filed, "consents": [], "new": no_card}
    ui.sound = LOW


def rows(ui: Ui) -> Rows:
    memo = ui.memo
    if not ui.game:
        text = wrap(ui.say(words.LOST_PAGES, memo["lost"]))
        answer = "" if memo["new"] else ui.say(words.LOST_BANKER)
        return [HEADER + ui.say(words.LOST_GAME), ""] + text + [""] * (5 - len(text)) + [answer]
    command, _ = ui.fact("last")
    lines = [HEADER + ui.say(words.STEPS_LOST, ui.game.turn_no)]
    lines += wrap(ui.say(words.LOST_STEPS, memo["lost"]))[:2]
    if command:
        back = ui.load("screens.table.welcome_back")
        lines += back.step(ui, command, back.turn_of(ui.game, command))
    else:
        lines.append(ui.say(words.LOST_TO_BEGIN))
    names = [ui.name(seat, 7) for seat in asks(ui)]
    tokens = " ".join(names[:2]) + (" +%d" % (len(names) - 2) if len(names) > 2 else "")
    question = wrap(ui.say(words.LOST_AGREE, tokens))[:2]
    if memo["filed"]:
        question = [ui.say(words.LOST_FILED, memo["filed"])] + question
    return lines + [""] * (8 - len(lines) - len(question)) + question


def asks(ui: Ui) -> list[int]:
    return everybody_agrees.missing(ui) if ui.game else []


def forced(ui: Ui) -> bool:
    return bool(ui.game)


def taps(ui: Ui) -> Tags:
    return [] if ui.game or ui.memo["new"] else [(BANKER, 0)]


def late(ui: Ui) -> Commands | None:
    """Whoever agreed and then waited in vain agrees again."""
    if not ui.memo["consents"]:
        return None
    ui.memo["consents"] = []
    return ui.hint(ui.say(words.NOTHING_CHANGED))


def keys(ui: Ui) -> Keys:
    return [("A", words.NEW_GAME_KEY)] if ui.memo["new"] else []


def key(ui: Ui, key: str) -> Commands:
    return _go_on(ui) if key == "A" and ui.memo["new"] else ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    if not ui.game:
        return _go_on(ui) if kind == BANKER else ui.not_now()
    answer = everybody_agrees.tap(ui, kind, number)
    return _go_on(ui) if answer is None else answer


def _go_on(ui: Ui) -> Commands:
    ui.sound = GOOD
    return (("go-on",),)
