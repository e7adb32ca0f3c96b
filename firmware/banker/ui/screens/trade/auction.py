"""AUCTION: the next bid is in big digits; a token bids it. A bid takes one input.

Memo:
    task         the auction as it was when the screen opened, to see what a command changed
    left_ms      until the hammer falls by itself, where a house rule lets a clock run
    tick_ms      when the clock was last counted down
    looked_ms    how long deed cards and the banker's menu were open in this auction
    typed        the digits of a bid
    typed_ms     how long they are there: the clock stops for them for a while
    raised       how much A to D have added to the highest bid
    bid_ms       when the last bid came; without it there is none yet
    knocks       how often the hammer was pressed, and
    knock_ms     when it last was
    leaving_ms   for so long a token that is tapped leaves the auction
"""

from __future__ import annotations

from typing import Any

from banker.core import lazy
from banker.core.board import NOBODY
from banker.core.state import AMOUNT, WHO, phase
from banker.core.tags import BANKER, DEED, TOKEN
from banker.ui import words
from banker.ui.const import const
from banker.ui.paint import BIG, HEADER
from banker.ui.sounds import KNOCK, TICK
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui

_LOCK_MS = const(1200)  # after a bid no token is taken, so that nobody bids more than they saw
_APART_MS = const(1000)  # the least between two presses of the hammer
_LEAVING_MS = const(5000)  # then a token bids again
_CLEARED_MS = const(30000)  # then an amount that was typed and not bid goes, where no clock runs
_TYPING_MS = const(10000)  # for so long the clock stops while an amount is typed
_LOOKING_MS = const(60000)  # for so long in all the clock stops for them
WANTS_DEEDS = True  # it keeps its clock before it lets a deed ask for rent
_DIGITS = const(5)  # of a bid
_RAISES = {"A": 1, "B": 10, "C": 50, "D": 100}


def enter(ui: Ui) -> None:
    task = ui.game.tasks[0]
    left_ms = ui.game.rules.auction_close_s * (1000 if task[AMOUNT] else 2000)
    clock, ui.auction_clock = ui.auction_clock, None
    looked_ms = 0
    if clock and clock[0] == task:
        _, left_ms, since_ms, looked_ms = clock
        looked_ms += ui.now_ms - since_ms if since_ms >= 0 else 0
        if looked_ms > _LOOKING_MS:
            left_ms -= looked_ms - _LOOKING_MS
            looked_ms = _LOOKING_MS
    elif task[AMOUNT]:
        ui.memo["bid_ms"] = ui.now_ms
        ui.sound = KNOCK
    ui.memo.update(
        task=task,
        left_ms=left_ms,
        tick_ms=ui.now_ms,
        looked_ms=looked_ms,
        typed="",
        typed_ms=0,
        raised=0,
        knocks=0,
        leaving_ms=0,
    )


def _lots(ui: Ui) -> Any:
    """The module that knows what is sold and for how much."""
    return ui.load("screens.trade.auction_sold")


def _seconds(left_ms: int) -> int:
    return (left_ms + 999) // 1000


def rows(ui: Ui) -> Rows:
    task = ui.game.tasks[0]
    leader = task[WHO]
    memo = ui.memo
    lots = _lots(ui)
    bid = lots.next_bid(ui)
    high = ui.say(words.HIGH, task[AMOUNT], ui.name(leader, 7)) if leader != NOBODY else ui.say(words.NO_BID)
    if ui.game.rules.auction_close_s:
        high = "%-16s%3d s" % (high[:16], _seconds(memo["left_ms"]))
    lot = lazy.load("rules.auction").lot_of(task)
    title = lots.lot_name(ui, lot, 21 - len(ui.say(words.AUCTION, "")))
    top = [HEADER + ui.say(words.AUCTION, title), high]
    if memo["leaving_ms"]:
        return top + ["", ui.say(words.WHO_LEAVES), ui.say(words.TAP_TO_LEAVE), "", ""]
    last = ui.say(words.GOING, memo["knocks"]) if memo["knocks"] else ui.say(words.OR_TYPE)
    return top + [BIG + str(bid), ui.say(words.TAP_TO_BID, bid), last]


def keys(ui: Ui) -> Keys:
    if ui.memo["leaving_ms"]:
        return [("A", words.UNDO_KEY), ("*", words.BACK)]
    legal: Keys = [(key, "+%d" % _RAISES[key]) for key in "ABCD"]
    return legal + [(str(digit), 0) for digit in range(10)] + [("*", 0), ("#", 0)]


def key(ui: Ui, key: str) -> Commands:
    memo = ui.memo
    knocks, memo["knocks"] = memo["knocks"], 0
    if memo["leaving_ms"]:
        if key == "A":
            _keep_clock(ui)
            return ui.show("table.undo")
        if key == "*":
            memo["leaving_ms"] = 0
    elif key in _RAISES:
        memo["typed"] = ""
        memo["raised"] += _RAISES[key]
    elif key == "*":
        memo["leaving_ms"] = 0 if memo["typed"] or memo["raised"] else _LEAVING_MS
        memo["typed"] = ""
        memo["raised"] = 0
    elif key == "#":
        return _hammer(ui, knocks)
    elif len(memo["typed"]) < _DIGITS and memo["typed"] + key != "0":
        memo["typed"] += key
        if not ui.game.rules.auction_close_s:
            memo["typed_ms"] = 0
    return ()


def _hammer(ui: Ui, knocks: int) -> Commands:
    """The third press sells; one that comes too early after the last does not count."""
    memo = ui.memo
    if knocks and 0 <= ui.now_ms - memo["knock_ms"] < _APART_MS:
        memo["knocks"] = knocks
        return ()
    memo["knock_ms"] = ui.now_ms
    ui.sound = KNOCK
    if knocks == 2:
        return ({"do": "hammer"},)
    memo["knocks"] = knocks + 1
    return ()


def taps(ui: Ui) -> Tags:
    """Who may bid the amount shown; or who may leave."""
    task = ui.game.tasks[0]
    may_bid = lazy.load("rules.auction").may_bid
    return [(TOKEN, p) for p in range(ui.game.players) if p != task[WHO] and may_bid(ui.game, task, p)]


def tap(ui: Ui, kind: int, number: int) -> Commands:
    memo = ui.memo
    if kind == DEED:
        _keep_clock(ui)
        return () if ui.ask(number) else ui.show("deeds.deed", number)
    if kind == BANKER:  # its menu, for instance for another game; the clock stops as for a deed card
        _keep_clock(ui)
        return ui.show("table.banker_menu")
    if kind != TOKEN:
        return ui.not_now()
    if memo["leaving_ms"]:
        return ({"do": "pass", "by": number},)
    if number == ui.game.tasks[0][WHO]:
        return ui.notice(ui.say(words.YOU_LEAD))
    bid = _lots(ui).next_bid(ui)
    if "bid_ms" in memo and 0 <= ui.now_ms - memo["bid_ms"] < _LOCK_MS:
        return ui.notice(ui.say(words.NOW_BID, bid))
    return ({"do": "bid", "by": number, "amount": bid},)


def _keep_clock(ui: Ui) -> None:
    """The clock goes on from here when the screen opens again on the same bid."""
    ui.auction_clock = (ui.game.tasks[0], ui.memo["left_ms"], ui.now_ms, ui.memo["looked_ms"])


def tick(ui: Ui) -> Commands | None:
    memo = ui.memo
    passed_ms = max(0, ui.now_ms - memo["tick_ms"])
    memo["tick_ms"] = ui.now_ms
    change: Commands | None = None
    if memo["leaving_ms"]:
        memo["leaving_ms"] = max(0, memo["leaving_ms"] - passed_ms)
        change = None if memo["leaving_ms"] else ()
    if not ui.game.rules.auction_close_s:
        memo["typed_ms"] = memo["typed_ms"] + passed_ms if memo["typed"] else 0
        if memo["typed_ms"] > _CLEARED_MS:
            memo["typed"] = ""
            ui.sound = TICK
            return ()
        return change
    if memo["typed"] and memo["typed_ms"] < _TYPING_MS:
        memo["typed_ms"] += passed_ms
        return change
    before = _seconds(memo["left_ms"])
    memo["left_ms"] -= passed_ms
    if memo["left_ms"] <= 0:
        return ({"do": "hammer"},)
    now = _seconds(memo["left_ms"])
    if now == before:
        return change
    if now <= 3:
        ui.sound = TICK
    return ()


def after(ui: Ui) -> bool:
    old = ui.memo["task"]
    lot_of = lazy.load("rules.auction").lot_of
    task = ui.game.tasks[0] if phase(ui.game) == "auction" else None
    if not task or lot_of(task) != lot_of(old):
        ui.show("trade.auction_sold", lot_of(old))
        return True
    if task[AMOUNT] != old[AMOUNT]:
        return False
    _keep_clock(ui)  # somebody left
    ui.show("trade.auction")
    ui.memo["leaving_ms"] = _LEAVING_MS
    return True
