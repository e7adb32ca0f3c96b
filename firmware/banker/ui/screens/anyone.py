"""ANYONE ELSE? Before the bank's last buildings go, others may say how many they want (SHORT-4).

Opened with the order that waits, the piece and how many of it. More wanted than there are: each one is
auctioned (SHORT-5). Opened with the piece alone: the next of those auctions is about to begin.
"""

from banker.core import parts
from banker.core.state import BUILDING_LOTS, HOUSE, hotels_left, houses_left
from banker.ui.const import const
from banker.ui.heard import DOORBELL, TICK
from banker.ui.paint import HEADER
from banker.ui.ui import TOKEN

_CALL_MS = const(15000)
_NEXT_MS = const(2000)

_BACK = const(42)
_AUCTION = const(120)
_CANNOT_PLACE = const(414)
_ANYONE_ELSE = const(613)
_WANTS_OF = const(627)
_TAP_AND_KEY = const(628)
_HOW_MANY = const(629)


def called(ui, order: dict) -> bool:
    """A building order that leaves the bank few pieces which others could place: ask them first."""
    g = ui.game
    after = ui.trial(order)
    if not after or g.rules.building_auction == "never":
        return False
    for lot, left in ((HOUSE, houses_left), (HOUSE + 1, hotels_left)):
        taken = left(g) - left(after)
        if left(g) >= 0 and taken > 0 and left(after) < g.rules.building_call_threshold:
            if _rivals(g, order["by"], lot):
                ui.show("anyone", lot, order, taken)
                return True
    return False


def _rivals(g, builder: int, lot: int) -> list:
    can_place = parts.load("shortage").can_place
    return [p for p in range(g.players) if p != builder and can_place(g, p, lot)]


def enter(ui) -> None:
    ui.memo.update(left=(_CALL_MS if len(ui.args) > 1 else _NEXT_MS) * ui.times(), seen=ui.now_ms, wishes={})
    ui.sound = DOORBELL


def _piece(ui, many: bool) -> str:
    return ui.word((4 if many else 3) + 2 * (ui.args[0] - HOUSE))[:10] if ui.word else ""


def _stock(ui) -> int:
    return houses_left(ui.game) if ui.args[0] == HOUSE else hotels_left(ui.game)


def rows(ui) -> list:
    memo = ui.memo
    if len(ui.args) < 2:
        return [HEADER + ui.say(_AUCTION, _piece(ui, False)), "", "", str(ui.lots[1]), "", "", ""]
    _, order, count = ui.args
    head = ui.say(_ANYONE_ELSE, (memo["left"] + 999) // 1000)
    wishes = memo["wishes"]
    said = " ".join(["%s %d" % (ui.name(p)[:5], wishes[p]) for p in sorted(wishes)])
    ask = ui.say(_HOW_MANY, ui.name(memo["who"])[:8]) if "who" in memo else ui.say(_TAP_AND_KEY)
    builder = ui.name(order["by"])[:21]
    return [
        HEADER + head,
        builder,
        ui.say(_WANTS_OF, count, _stock(ui), _piece(ui, True))[:21],
        "",
        said[:21],
        ask,
        "",
    ]


def keys(ui) -> list:
    digits = [(digit, 0) for digit in "123456789"] if "who" in ui.memo else []
    return digits + ([("*", _BACK)] if len(ui.args) > 1 else [])


def key(ui, key: str):
    memo = ui.memo
    if key == "*" and len(ui.args) > 1:
        return ui.home()
    if "1" <= key <= "9" and "who" in memo:
        memo["wishes"][memo.pop("who")] = int(key)
    return ()


def taps(ui) -> list:
    return [(TOKEN, p) for p in _rivals(ui.game, ui.args[1]["by"], ui.args[0])] if len(ui.args) > 1 else []


def tap(ui, kind: int, number: int):
    if kind != TOKEN or len(ui.args) < 2:
        return ui.not_now()
    if (kind, number) not in taps(ui):
        return ui.notice(ui.say(_CANNOT_PLACE))
    ui.memo["who"] = number
    return ()


def tick(ui):
    memo = ui.memo
    before = (memo["left"] + 999) // 1000
    memo["left"] -= max(0, ui.now_ms - memo["seen"])
    memo["seen"] = ui.now_ms
    if memo["left"] <= 0:
        return _closed(ui)
    now = (memo["left"] + 999) // 1000
    if now <= 3 and now != before:
        ui.sound = TICK
    return () if now != before else None


def _closed(ui):
    """Enough for all: the order is done. Too few: the first auction."""
    if len(ui.args) > 1:
        wanted = ui.args[2] + sum(ui.memo["wishes"].values())
        if not ui.memo["wishes"] or wanted <= _stock(ui):
            order = ui.args[1]
            ui.home()
            return (order,)
        ui.lots = [ui.args[0], _stock(ui)]
    lot = ui.args[0]
    ui.lots[1] -= 1
    ui.home()
    return ({"do": "auction-building", "kind": BUILDING_LOTS[lot - HOUSE]},)
