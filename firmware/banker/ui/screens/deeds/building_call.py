"""ANYONE ELSE?: before an order takes the bank's last buildings, other players may want some (SHORT-4).

If they want more than there are, each building is auctioned by itself (SHORT-5). ui.args:

    lot     HOUSE or HOTEL
    order   the building command that waits; missing: the next auction is about to begin
    count   how many buildings the order takes

ui.memo:

    left_ms   how long the screen still waits
    since_ms  when that was counted last
    wishes    seat -> how many buildings that player wants
    seat      the seat of the player who is typing a number; missing: nobody
"""

from __future__ import annotations

from banker.core import lazy
from banker.core.state import BUILDING_LOTS, HOTEL, HOUSE, Game, hotels_left, houses_left
from banker.core.tags import TOKEN
from banker.core.types import Command
from banker.ui import edition_words, words
from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.sounds import DOORBELL, TICK
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui

_CALL_MS = const(15000)
_NEXT_MS = const(2000)


def calls(ui: Ui, order: Command) -> bool:
    """If the order leaves the bank few buildings that others could place, open this screen first."""
    g = ui.game
    trial = ui.trial(order)
    if not trial or not lazy.load("rules.building_auction").allowed(g):
        return False
    for lot in (HOUSE, HOTEL):
        stock, rest = _stock(g, lot), _stock(trial, lot)
        if stock >= 0 and rest < stock and rest < g.rules.building_call_threshold:
            if _rivals(g, order["by"], lot):
                ui.show("deeds.building_call", lot, order, stock - rest)
                return True
    return False


def _stock(g: Game, lot: int) -> int:
    """How many of these buildings the bank has; -1: as many as anybody wants."""
    return houses_left(g) if lot == HOUSE else hotels_left(g)


def _rivals(g: Game, builder: int, lot: int) -> list[int]:
    """The other players who could place such a building."""
    can_place = lazy.load("rules.building_auction").can_place
    return [player for player in range(g.players) if player != builder and can_place(g, player, lot)]


def enter(ui: Ui) -> None:
    ui.memo["left_ms"] = (_CALL_MS if _is_call(ui) else _NEXT_MS) * ui.times()
    ui.memo["since_ms"] = ui.now_ms
    ui.memo["wishes"] = {}
    ui.sound = DOORBELL


def _is_call(ui: Ui) -> bool:
    """Does an order wait here, and not the next auction?"""
    return len(ui.args) > 1


def _seconds(ui: Ui) -> int:
    left_ms: int = ui.memo["left_ms"]
    return (left_ms + 999) // 1000


def _piece(ui: Ui, many: bool) -> str:
    """The edition's word for the building."""
    if not ui.word:
        return ""
    if ui.args[0] == HOUSE:
        return ui.word(edition_words.HOUSES if many else edition_words.HOUSE)[:10]
    return ui.word(edition_words.HOTELS if many else edition_words.HOTEL)[:10]


def rows(ui: Ui) -> Rows:
    memo = ui.memo
    if not _is_call(ui):
        _, left = ui.lots
        return [HEADER + ui.say(words.AUCTION, _piece(ui, False)), "", "", str(left), "", "", ""]
    lot, order, count = ui.args
    wishes = memo["wishes"]
    wish_row = " ".join(["%s %d" % (ui.name(seat, 5), wishes[seat]) for seat in sorted(wishes)])
    ask = ui.say(words.HOW_MANY, ui.name(memo["seat"], 8)) if "seat" in memo else ui.say(words.TAP_AND_KEY)
    return [
        HEADER + ui.say(words.ANYONE_ELSE, _seconds(ui)),
        ui.name(order["by"], 21),
        ui.say(words.WANTS_OF, count, _stock(ui.game, lot), _piece(ui, True))[:21],
        "",
        wish_row[:21],
        ask,
        "",
    ]


def keys(ui: Ui) -> Keys:
    legal: Keys = [(digit, 0) for digit in "123456789"] if "seat" in ui.memo else []
    return legal + [("*", words.BACK)] if _is_call(ui) else legal


def key(ui: Ui, key: str) -> Commands:
    memo = ui.memo
    if key == "*" and _is_call(ui):
        return ui.home()
    if "1" <= key <= "9" and "seat" in memo:
        memo["wishes"][memo.pop("seat")] = int(key)
    return ()


def taps(ui: Ui) -> Tags:
    if not _is_call(ui):
        return []
    lot, order, _ = ui.args
    return [(TOKEN, seat) for seat in _rivals(ui.game, order["by"], lot)]


def tap(ui: Ui, kind: int, number: int) -> Commands:
    if kind != TOKEN or not _is_call(ui):
        return ui.not_now()
    if (kind, number) not in taps(ui):
        return ui.notice(ui.say(words.CANNOT_PLACE))
    ui.memo["seat"] = number
    return ()


def tick(ui: Ui) -> Commands | None:
    memo = ui.memo
    before = _seconds(ui)
    memo["left_ms"] -= max(0, ui.now_ms - memo["since_ms"])
    memo["since_ms"] = ui.now_ms
    if memo["left_ms"] <= 0:
        return _close(ui)
    now = _seconds(ui)
    if now <= 3 and now != before:
        ui.sound = TICK
    return () if now != before else None


def _close(ui: Ui) -> Commands:
    """With enough for all the order is done, with too few the first auction begins."""
    if _is_call(ui):
        lot, order, count = ui.args
        stock = _stock(ui.game, lot)
        wishes = ui.memo["wishes"].values()
        if not wishes or count + sum(wishes) <= stock:
            ui.home()
            return (order,)
        ui.lots = [lot, stock]
    lot, left = ui.lots
    ui.lots = [lot, left - 1]
    ui.home()
    auction: Command = {"do": "auction-building", "kind": BUILDING_LOTS[lot - HOUSE]}
    if ui.trial(auction):
        return (auction,)
    ui.lots = None  # only one player can still place one, who builds at the printed price (S-6)
    return ui.hint(ui.say(words.ENOUGH_NOW))
