"""What a trade holds, for trade.py: two sides, their deeds and passes, and who pays the cash."""

from banker.core import parts
from banker.core.board import SPACE_OF
from banker.ui.const import const

_CASH = const(360)
_PASS_LINE = const(361)
_FEE = const(364)


def clear(ui) -> None:
    ui.memo = {"who": [], "deeds": [], "passes": [0, 0], "redeem": [], "cash": 0, "turned": 0}
    changed(ui)


def changed(ui) -> None:
    """Any change clears what was agreed, and the things are shown from their first page."""
    ui.memo["yes"] = []
    ui.memo["page"] = 0
    ui.memo["seen"] = 1
    ui.memo["since"] = ui.now_ms


def deeds(ui, side: int) -> list:
    who = ui.memo["who"]
    return [d for d in ui.memo["deeds"] if side < len(who) and ui.game.owner[d] == who[side]]


def price(ui, side: int) -> int:
    return sum([ui.game.board.price[d] for d in deeds(ui, side)])


def payer(ui) -> int:
    """The side whose deeds cost less in print pays, unless it was turned."""
    return (0 if price(ui, 0) < price(ui, 1) else 1) ^ ui.memo["turned"]


def things(ui, side: int) -> list:
    memo = ui.memo
    shown = [ui.say(_CASH, memo["cash"])] if memo["cash"] and side == payer(ui) else []
    mortgage = parts.load("mortgage")
    for deed in deeds(ui, side):
        if ui.game.mortgaged[deed]:  # with what its new owner pays the bank now
            fee = (mortgage.payoff if deed in memo["redeem"] else mortgage.on_transfer)(ui.game, deed)
            shown.append(ui.say(_FEE, ui.place(SPACE_OF[deed], 9 - len(str(fee))), fee))
        else:
            shown.append(ui.place(SPACE_OF[deed], 10))
    return shown + [ui.say(_PASS_LINE)] * memo["passes"][side]


def pages(ui) -> int:
    return (max(len(things(ui, 0)), len(things(ui, 1)), 1) + 2) // 3


def loan(ui):
    """The mortgaged deed that was put in last, None if there is none."""
    for deed in reversed(ui.memo["deeds"]):
        if ui.game.mortgaged[deed]:
            return deed
    return None


def in_or_out(things: list, thing: int) -> None:
    if thing in things:
        things.remove(thing)
    else:
        things.append(thing)


def no_pass(g, card: int) -> bool:
    return parts.load("jail").pass_of(g, card >> 4) != card & 15


def next_passes(ui) -> None:
    """The next way in which the two could put in the passes that they hold."""
    held = [ui.game.held.count(p) for p in ui.memo["who"]] + [0, 0]
    a, b = ui.memo["passes"]
    if a < held[0]:
        a += 1
    else:
        a = 0
        b = b + 1 if b < held[1] else 0
    ui.memo["passes"] = [a, b]


def command(ui) -> dict:
    memo = ui.memo
    sides = []
    for side in (0, 1):
        cash = memo["cash"] if side == payer(ui) else 0
        sides.append({"cash": cash, "deeds": deeds(ui, side), "jail_cards": memo["passes"][side]})
    a, b = memo["who"]
    return {"do": "trade", "a": a, "b": b, "a_gives": sides[0], "b_gives": sides[1], "redeem": memo["redeem"]}
