"""DEED: a deed's card, and what its owner may do with it now. Looking is free."""

from banker.core import parts
from banker.core.board import GROUP_OF, RAILS, SPACE_OF, UTILITIES, siblings
from banker.core.state import hotel_step, phase
from banker.ui.const import const
from banker.ui.fit import fit
from banker.ui.paint import HEADER
from banker.ui.ui import DEED

LOOK_MS = 15000

_GROUP = const(150)  # and the nine after it
_OWNER = const(16)
_BANK_OWNS = const(17)
_SPACE = const(21)
_RENT_NOW = const(160)
_PRICE_IS = const(161)
_NO_RENT = const(162)
_SET_RENT = const(163)
_LOAN_IS = const(165)
_TO_BUILD_GET = const(166)
_TIMES_DICE = const(167)
_STANDS = const(168)
_BUILD_PAY_BACK = const(169)
_BUILD = const(170)
_MORTGAGE = const(171)
_PAY_BACK = const(172)
_TRADE_IT = const(173)
_SELL = const(174)
_SELL_ALL = const(175)
_SELL_FIRST = const(176)
_BACK = const(42)


def enter(ui) -> None:
    """Ask the rules once what its owner may do now."""
    g = ui.game
    deed = ui.args[0]
    owner = g.owner[deed]
    if owner >= g.players:
        return
    memo = ui.memo
    now = phase(g)
    if now in ("roll", "end", "power") or now in ("buy", "debt") and owner == g.tasks[0][1]:
        memo["C"] = _TRADE_IT
    order = {"by": owner, "deed": deed}
    if GROUP_OF[deed] < RAILS:
        if ui.load("build").lowest_legal(ui, deed):
            memo["A"] = _BUILD
        elif ui.no.code == "group-mortgaged":
            memo["back"] = SPACE_OF[ui.no.facts[0]]
        if any(g.level[d] for d in siblings(deed)):
            if ui.load("build").lowest_legal(ui, deed, -1):
                memo["D"] = _SELL
            memo.pop("C", None)  # a set with buildings is not traded
            if ui.trial({"do": "sell-group", "by": owner, "group": GROUP_OF[deed]}):
                memo["C"] = _SELL_ALL
            return
    loan = "redeem" if g.mortgaged[deed] else "mortgage"
    if ui.trial(dict(order, do=loan)):
        memo["B"] = _PAY_BACK if g.mortgaged[deed] else _MORTGAGE
    if g.rules.bank_buyback_pct and ui.trial(dict(order, do="sell-deed")):
        memo["D"] = _SELL


def rows(ui) -> list:
    g = ui.game
    deed = ui.args[0]
    space, group, owner = SPACE_OF[deed], GROUP_OF[deed], g.owner[deed]
    colour = ui.say(_GROUP + group)
    shown = [HEADER + ui.say(_SPACE, space, ui.place(space, 17 - len(colour))) + " " + colour]
    if owner < g.players:
        rent = "" if group == UTILITIES else ui.say(_RENT_NOW, parts.load("rent").owed(g, deed, 0)[0])
        if g.mortgaged[deed]:
            rent = ""
        shown.append(ui.say(_OWNER, ui.name(owner)[: 14 - len(rent)]) + " " + rent)
    else:
        rent = " " + ui.say(_RENT_NOW, g.board.rents[deed * 6]) if group < RAILS else ""
        shown.append(ui.say(_PRICE_IS, g.board.price[deed]) + rent)
    shown += _rents(ui, deed, group)
    loan = ui.say(_LOAN_IS, g.board.mortgage[deed])
    if group < RAILS:
        loan = " %d " % g.board.house_cost[deed] + loan
        loan = (fit(ui.word(3).split(" ")[-1], 21 - len(loan)) if ui.word else "+1") + loan
    shown.append(loan)
    return shown + [""] * (7 - len(shown) - len(ui.key_rows())) + [_note(ui, deed, owner)]


def _rents(ui, deed: int, group: int) -> list:
    g = ui.game
    r = g.rules
    if group == RAILS:
        a, b, c, d = r.rail_rents
        return ["1:%d 2:%d" % (a, b), "3:%d 4:%d" % (c, d)]
    if group == UTILITIES:
        return [ui.say(_TIMES_DICE, n + 1, r.utility_mult[n]) for n in (0, 1)]
    rents = g.board.rents[deed * 6 : deed * 6 + 6]
    return [
        ui.say(_SET_RENT, rents[0] * r.group_rent_mult, rents[1], rents[2]),
        "3:%d 4:%d H:%d" % (rents[3], rents[4], rents[5]),
    ]


def _note(ui, deed: int, owner: int) -> str:
    """What stands there, or what is missing."""
    g = ui.game
    if owner >= g.players:
        return ui.say(_BANK_OWNS)
    if g.mortgaged[deed]:
        return ui.say(_NO_RENT)
    if g.level[deed]:
        return ui.say(_STANDS, "H" if g.level[deed] == hotel_step(g) else g.level[deed])
    if any(g.level[d] for d in siblings(deed)):
        return ui.say(_SELL_FIRST)
    if "back" in ui.memo:
        return ui.say(_BUILD_PAY_BACK, ui.memo["back"])
    missing = [str(SPACE_OF[d]) for d in siblings(deed) if g.owner[d] != owner]
    if GROUP_OF[deed] < RAILS and missing and g.rules.build_needs_group:
        return ui.say(_TO_BUILD_GET, ", ".join(missing))
    return ""


def keys(ui) -> list:
    legal = [(key, ui.memo[key]) for key in "ABCD" if key in ui.memo]
    return legal + [("*", _BACK)]


def key(ui, key: str):
    what = ui.memo.get(key)
    deed = ui.args[0]
    if what is None:
        ui.home()
        return () if key in "*#" else ui.key(key)
    if key == "A":
        return ui.show("build", deed, 1)
    if what == _SELL_ALL:
        return ui.show("build", deed, -1, 0)
    if key == "C":
        return ui.show("trade", deed)
    if key == "D" and any(ui.game.level[d] for d in siblings(deed)):
        return ui.show("build", deed, -1)
    return ui.show("loan", deed, "sell-deed" if key == "D" else "redeem" if what == _PAY_BACK else "mortgage")


def tap(ui, kind: int, number: int):
    if kind == DEED and phase(ui.game) != "buy" and not any(c[0] == number for c in ui.game.claims):
        return ui.show("deed", number)
    return ui.onward(kind, number)
