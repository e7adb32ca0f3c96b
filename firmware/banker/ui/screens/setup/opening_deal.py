"""DEAL: at the start of a short or timed game the box deals deeds, or dealt deeds are tapped seat by seat.

ui.memo:

    deeds     those tapped so far, of the first seat first
    by_hand   all were tapped, so the players have them
"""

from __future__ import annotations

from banker.core.board import DEEDS
from banker.core.rules.opening_deal import hand_size
from banker.core.state import phase
from banker.core.tags import DEED
from banker.ui import words
from banker.ui.layout import double
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui


def enter(ui: Ui) -> None:
    ui.memo["deeds"] = []


def rows(ui: Ui) -> Rows:
    each = hand_size(ui.game)
    count = len(ui.memo["deeds"])
    seat = count // each if count < each * ui.game.players else 0
    return [
        HEADER + ui.say(words.DEAL),
        double(ui.name(seat, 10)),
        ui.say(words.DEED_OF, count % each + 1, each),
        "",
        ui.say(words.HAND_OUT),
        ui.say(words.TAP_IT),
    ]


def keys(ui: Ui) -> Keys:
    return [("*", words.TAKE_BACK)] if ui.memo["deeds"] else [("A", words.BOX_DEALS)]


def key(ui: Ui, key: str) -> Commands:
    deeds = ui.memo["deeds"]
    if key == "A" and not deeds:
        return ({"do": "deal"},)
    if key == "*" and deeds:
        deeds.pop()
    return ()


def taps(ui: Ui) -> Tags:
    return [(DEED, deed) for deed in range(DEEDS) if deed not in ui.memo["deeds"]]


def tap(ui: Ui, kind: int, number: int) -> Commands:
    if kind != DEED:
        return ui.not_now()
    deeds = ui.memo["deeds"]
    if number in deeds:
        return ui.notice(ui.say(words.ALREADY_DEALT))
    deeds.append(number)
    each = hand_size(ui.game)
    players = ui.game.players
    if len(deeds) < each * players:
        return ()
    hands = {seat: tuple(deeds[seat * each : (seat + 1) * each]) for seat in range(players)}
    ui.memo["deeds"] = []
    ui.memo["by_hand"] = 1
    return ({"do": "deal", "deeds": hands},)


def after(ui: Ui) -> bool:
    """The deeds that the box dealt are handed out."""
    if "by_hand" not in ui.memo and phase(ui.game) != "deal" and ui.game.events:
        ui.unread = ("setup.dealt", 0)
    return False
