"""SOLD: who got it, for how much, and which deed changes hands. Any input goes on and counts.

Argument: the lot.
Memo, empty if nobody bid:
    winner, price
"""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import SPACE_OF
from banker.core.events import AUCTIONED, PAID, PAID_AMOUNT, PAID_FROM, PAID_WHY
from banker.core.state import AMOUNT, HOUSE
from banker.ui import any_input, edition_words, words
from banker.ui.layout import double
from banker.ui.paint import BIG, HEADER
from banker.ui.sounds import LOW, SOLD
from banker.ui.types import Keys, Rows
from banker.ui.ui import Ui

LOOK_MS = 4000
_LEAST_RAISE = 10


def enter(ui: Ui) -> None:
    ui.notice_text = ""  # a refused bid is no news any more
    ui.sound = LOW
    for event in ui.game.events:
        if event[0] == PAID and event[PAID_WHY] == AUCTIONED:
            ui.memo["winner"] = event[PAID_FROM]
            ui.memo["price"] = event[PAID_AMOUNT]
            ui.sound = SOLD
    lot = ui.args[0]
    if not ui.memo and lot < HOUSE and ui.game.owner[lot] < ui.game.players:
        ui.home()  # the winner bid more than they have, so the debt comes first


def next_bid(ui: Ui) -> int:
    """What a token bids now in the auction that is open."""
    memo = ui.memo
    task = ui.game.tasks[0]
    if memo["typed"]:
        return int(memo["typed"])
    high: int = task[AMOUNT]
    if high or memo["raised"]:
        raised: int = memo["raised"] or max(_LEAST_RAISE, ui.game.rules.auction_step)
        return high + raised
    rules = lazy.load("rules.auction")
    bidders = [p for p in range(ui.game.players) if rules.may_bid(ui.game, task, p)]
    least: int = min([rules.minimum(ui.game, task, p) for p in bidders] or [0])
    return max(_LEAST_RAISE, least)


def lot_name(ui: Ui, lot: int, width: int) -> str:
    if lot < HOUSE:
        return ui.place(SPACE_OF[lot], width)
    return ui.word(edition_words.HOUSE if lot == HOUSE else edition_words.HOTEL)[:width] if ui.word else ""


def rows(ui: Ui) -> Rows:
    lot = ui.args[0]
    title = words.SOLD_TO if ui.memo else words.AUCTION
    header = HEADER + ui.say(title, lot_name(ui, lot, 21 - len(ui.say(title, ""))))
    if not ui.memo:
        return [header, "", ui.say(words.NOBODY_BIDS), ui.say(words.BANK_KEEPS), "", "", ""]
    winner = ui.memo["winner"]
    return [
        header,
        double(ui.name(winner, 10)),
        BIG + str(ui.memo["price"]),
        ui.tell(words.HAS_NOW, winner, ui.game.cash[winner]),
        ui.tell(words.GIVE_DEED, winner) if lot < HOUSE else "",
    ]


def keys(ui: Ui) -> Keys:
    return [("#", 0)]


key = any_input.key
tap = any_input.tap
