"""AUCTION: the next bid stands in big digits; a token bids it. One input a bid."""

from banker.core import parts
from banker.core.board import NOBODY
from banker.core.state import phase
from banker.ui.const import const
from banker.ui.heard import KNOCK, TICK
from banker.ui.paint import BIG, HEADER
from banker.ui.ui import DEED, TOKEN

_AUCTION = const(120)
_HIGH = const(121)
_NO_BID = const(122)
_TAP_TO_BID = const(123)
_OR_TYPE = const(124)
_YOU_LEAD = const(125)
_NOW_BID = const(126)
_WHO_LEAVES = const(127)
_TAP_TO_LEAVE = const(128)
_GOING = const(129)
_BACK = const(42)

_LOCK_MS = const(1200)  # after a bid no token is taken: nobody bids more than they saw
_APART_MS = const(1000)  # between the presses of the hammer
_LEAVING_MS = const(5000)  # then a token bids again
_CLEARED_MS = const(30000)  # a sum typed and not bid, where no clock runs
_TYPING_MS = const(10000)  # so long the clock stands for a sum
_LOOKING_MS = const(60000)  # and so long in all for deed cards
_RAISES = {"A": 1, "B": 10, "C": 50, "D": 100}


def enter(ui) -> None:
    task = ui.game.tasks[0]
    left_ms = ui.game.rules.auction_close_s * (1000 if task[3] else 2000)
    kept, ui.kept = ui.kept, None
    looked = 0
    if kept and kept[0] == task:
        _, left_ms, since, looked = kept
        looked += ui.now_ms - since
        if looked > _LOOKING_MS:
            left_ms -= looked - _LOOKING_MS
            looked = _LOOKING_MS
    elif task[3]:
        ui.memo["lock"] = ui.now_ms
        ui.sound = KNOCK
    ui.memo.update(task=task, left=left_ms, seen=ui.now_ms, looked=looked, typed="", more=0, stood=0, hits=0)


def rows(ui) -> list:
    _, leader, _, high, extra = ui.game.tasks[0]
    memo = ui.memo
    lots = ui.load("sold")  # also knows what is sold, and for how much
    figure = lots.next_bid(ui)
    head = ui.say(_HIGH, high, ui.name(leader)[:7]) if leader != NOBODY else ui.say(_NO_BID)
    if ui.game.rules.auction_close_s:
        head = "%-16s%3d s" % (head[:16], (memo["left"] + 999) // 1000)
    shown = [
        HEADER + ui.say(_AUCTION, lots.lot_name(ui, extra & 0xFF, 21 - len(ui.say(_AUCTION, "")))),
        head,
    ]
    if memo.get("leave"):
        return shown + ["", ui.say(_WHO_LEAVES), ui.say(_TAP_TO_LEAVE), "", ""]
    last = ui.say(_GOING, memo["hits"]) if memo["hits"] else ui.say(_OR_TYPE)
    return shown + [BIG + str(figure), ui.say(_TAP_TO_BID, figure), last]


def keys(ui) -> list:
    if ui.memo.get("leave"):
        return [("*", _BACK)]
    legal = [(key, "+%d" % _RAISES[key]) for key in "ABCD"]
    return legal + [(str(n), 0) for n in range(10)] + [("*", 0), ("#", 0)]


def key(ui, key: str):
    memo = ui.memo
    hits, memo["hits"] = memo["hits"], 0
    if memo.get("leave"):
        if key == "*":
            memo["leave"] = 0
    elif key in _RAISES:
        memo["typed"] = ""
        memo["more"] += _RAISES[key]
    elif key == "*":
        memo["leave"] = 0 if memo["typed"] or memo["more"] else _LEAVING_MS
        memo["typed"] = ""
        memo["more"] = 0
    elif key != "#":
        if len(memo["typed"]) < 5 and memo["typed"] + key != "0":
            memo["typed"] += key
            if not ui.game.rules.auction_close_s:
                memo["stood"] = 0
    elif not hits or not 0 <= ui.now_ms - memo["hit"] < _APART_MS:
        memo["hit"] = ui.now_ms
        ui.sound = KNOCK
        if hits == 2:
            return ({"do": "hammer"},)
        memo["hits"] = hits + 1
    else:
        memo["hits"] = hits  # too early: it does not count
    return ()


def taps(ui) -> list:
    """Who may bid the sum shown; or who may leave."""
    task = ui.game.tasks[0]
    may_bid = parts.load("auction").may_bid
    return [(TOKEN, p) for p in range(ui.game.players) if p != task[1] and may_bid(ui.game, task, p)]


def tap(ui, kind: int, number: int):
    memo = ui.memo
    if kind == DEED:
        ui.kept = (ui.game.tasks[0], memo["left"], ui.now_ms, memo["looked"])
        return ui.show("deed", number)
    if kind != TOKEN:
        return ui.not_now()
    if memo.get("leave"):
        return ({"do": "pass", "by": number},)
    if number == ui.game.tasks[0][1]:
        return ui.notice(ui.say(_YOU_LEAD))
    figure = ui.load("sold").next_bid(ui)
    if "lock" in memo and 0 <= ui.now_ms - memo["lock"] < _LOCK_MS:
        return ui.notice(ui.say(_NOW_BID, figure))
    return ({"do": "bid", "by": number, "amount": figure},)


def tick(ui):
    memo = ui.memo
    passed, memo["seen"] = max(0, ui.now_ms - memo["seen"]), ui.now_ms
    said = None
    if memo.get("leave"):
        memo["leave"] = max(0, memo["leave"] - passed)
        said = None if memo["leave"] else ()
    if not ui.game.rules.auction_close_s:
        memo["stood"] = memo["stood"] + passed if memo["typed"] else 0
        if memo["stood"] > _CLEARED_MS:
            memo["typed"] = ""
            ui.sound = TICK
            return ()
        return said
    if memo["typed"] and memo["stood"] < _TYPING_MS:
        memo["stood"] += passed
        return said
    before = (memo["left"] + 999) // 1000
    memo["left"] -= passed
    if memo["left"] <= 0:
        return ({"do": "hammer"},)
    now = (memo["left"] + 999) // 1000
    if now == before:
        return said
    if now <= 3:
        ui.sound = TICK
    return ()


def after(ui) -> bool:
    old = ui.memo["task"]
    task = ui.game.tasks[0] if phase(ui.game) == "auction" else (0, 0, 0, 0, -1)
    if (task[4] ^ old[4]) & 0xFF or task[4] < 0:
        ui.show("sold", old[4] & 0xFF)
        return True
    if task[3] != old[3]:
        return False
    ui.kept = (task, ui.memo["left"], ui.now_ms, ui.memo["looked"])  # somebody left: the clock runs on
    ui.show("auction")
    ui.memo["leave"] = _LEAVING_MS
    return True
