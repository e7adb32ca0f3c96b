"""SOLD: who got it, for how much, and which deed goes from hand to hand. Any input goes on and counts."""

from banker.core import parts
from banker.core.board import SPACE_OF
from banker.core.events import AUCTIONED, PAID
from banker.core.state import HOUSE
from banker.ui.const import const
from banker.ui.heard import LOW, SOLD
from banker.ui.paint import BIG, HEADER
from banker.ui.speech import double

LOOK_MS = 4000

_SOLD_TO = const(130)
_NOBODY_BIDS = const(131)
_BANK_KEEPS = const(132)
_HAS_NOW = const(133)
_GIVE_DEED = const(134)
_AUCTION = const(120)


def enter(ui) -> None:
    ui._notice = ""  # a refused bid is no news any more
    ui.sound = LOW
    for event in ui.game.events:
        if event[0] == PAID and event[4] == AUCTIONED:
            ui.memo["winner"] = event[1]
            ui.memo["price"] = event[3]
            ui.sound = SOLD
    if not ui.memo and ui.args[0] < HOUSE and ui.game.owner[ui.args[0]] < ui.game.players:
        ui.home()  # bid for more than there was: the debt says it all


def next_bid(ui) -> int:
    """What a token bids now in the auction that is open."""
    memo = ui.memo
    task = ui.game.tasks[0]
    if memo["typed"]:
        return int(memo["typed"])
    if memo["more"]:
        return task[3] + memo["more"]
    if task[3]:
        return task[3] + max(10, ui.game.rules.auction_step)
    core = parts.load("auction")
    bidders = [p for p in range(ui.game.players) if core.may_bid(ui.game, task, p)]
    return max(10, min([core.minimum(ui.game, task, p) for p in bidders] or [0]))


def lot_name(ui, lot: int, width: int) -> str:
    if lot < HOUSE:
        return ui.place(SPACE_OF[lot], width)
    return ui.word(3 + 2 * (lot - HOUSE))[:width] if ui.word else ""


def rows(ui) -> list:
    lot = ui.args[0]
    title = _SOLD_TO if ui.memo else _AUCTION
    where = lot_name(ui, lot, 21 - len(ui.say(title, "")))
    shown = [HEADER + ui.say(title, where)]
    if not ui.memo:
        return shown + ["", ui.say(_NOBODY_BIDS), ui.say(_BANK_KEEPS), "", "", ""]
    winner = ui.memo["winner"]
    name = ui.name(winner)
    shown += [
        double(name[:10]),
        BIG + str(ui.memo["price"]),
        ui.tell(_HAS_NOW, winner, ui.game.cash[winner]),
    ]
    return shown + [ui.tell(_GIVE_DEED, winner) if lot < HOUSE else ""]


def keys(ui) -> list:
    return [("#", 0)]


def key(ui, key: str):
    ui.home()
    return () if key == "#" else ui.key(key)


def tap(ui, kind: int, number: int):
    return ui.onward(kind, number)
