"""LANDING: an unsold deed, before the lander has decided.

Argument: any, if the lander does not want the deed; then the token is asked to confirm that.
"""

from __future__ import annotations

from banker.core.board import SPACE_OF
from banker.core.state import EXTRA, WHO
from banker.core.tags import DEED, TOKEN
from banker.ui import words
from banker.ui.paint import BIG, HEADER
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui

RESULT = True  # it has a place for what the last step paid


def rows(ui: Ui) -> Rows:
    player, deed = ui.game.tasks[0][WHO], ui.game.tasks[0][EXTRA]
    name = ui.name(player, 8)
    if ui.args:
        never = ui.game.rules.auction_mode == "never"
        lines = [ui.tell(words.TAP_NO_THANKS if never else words.TAP_TO_DECLINE, player), ""]
    else:
        lines = [ui.result[0] if ui.result else ui.say(words.PRICE), ui.say(words.TAP_DEED_OR)]
    header = HEADER + "%s %s" % (name, ui.place(SPACE_OF[deed], 20 - len(name)))
    return [header, "", BIG + str(ui.game.board.price[deed])] + lines


def keys(ui: Ui) -> Keys:
    if ui.args:
        return [("*", words.BACK)]
    no = words.NO_THANKS if ui.game.rules.auction_mode == "never" else words.AUCTION_IT
    return [("A", words.BUY), ("B", no), ("*", words.UNDO_KEY), ("D", words.MORE_KEY)]


def asks(ui: Ui) -> list[int]:
    return [ui.game.tasks[0][WHO]] if ui.args else []


def taps(ui: Ui) -> Tags:
    return [] if ui.args else [(DEED, ui.game.tasks[0][EXTRA])]


def key(ui: Ui, key: str) -> Commands:
    if ui.args:
        return ui.home() if key == "*" else ()
    if key == "A":
        return ui.show("turn.offer")
    if key == "B":
        return ui.show("turn.landing", 1)
    return ui.show("table.undo" if key == "*" else "table.more") if key in "*D" else ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    if ui.args:
        if kind != TOKEN:
            return ui.not_now()
        return ({"do": "decline"},) if number == ui.game.tasks[0][WHO] else ui.wrong_token(number)
    if kind == TOKEN:
        return ui.show("table.player", number)
    if kind != DEED:
        return ui.no_card()
    if number == ui.game.tasks[0][EXTRA]:
        return ui.show("turn.offer")
    return () if ui.ask(number) else ui.show("deeds.deed", number)
