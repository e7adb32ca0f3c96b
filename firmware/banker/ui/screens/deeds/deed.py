"""DEED: the card of a deed with its rents, and the keys for what its owner may do with it now.

Anybody may look; only the owner's token on the next screen does something. ui.args: the deed. ui.memo:

    A, B, C, D   the word of the key, if the rules allow what it does now
    mortgaged    the space that has to be paid back before the set is built on
"""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import SPACE_OF
from banker.core.deeds import (
    card_rents,
    group_of,
    is_built,
    is_street,
    is_utility,
    other_owners,
)
from banker.core.rules.rent import RENT_AMOUNT
from banker.core.state import CLAIM_DEED, WHO, hotel_step, phase
from banker.core.tags import DEED
from banker.ui import edition_words, words
from banker.ui.fit_name import fit
from banker.ui.paint import HEADER
from banker.ui.screens.deeds.build import DOWN, UP
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

LOOK_MS = 15000


def enter(ui: Ui) -> None:
    """Ask the rules once what its owner may do now."""
    g = ui.game
    deed = ui.args[0]
    owner = g.owner[deed]
    if owner >= g.players:
        return
    memo = ui.memo
    now = phase(g)
    if now in ("roll", "end", "power") or now in ("buy", "debt") and owner == g.tasks[0][WHO]:
        memo["C"] = words.TRADE_IT
    if is_street(deed):
        _street(ui, deed)
        if is_built(g, deed):
            return
    order = {"by": owner, "deed": deed}
    if ui.trial(dict(order, do="redeem" if g.mortgaged[deed] else "mortgage")):
        memo["B"] = words.PAY_BACK if g.mortgaged[deed] else words.MORTGAGE
    if g.rules.bank_buyback_pct and ui.trial(dict(order, do="sell-deed")):
        memo["D"] = words.SELL


def _street(ui: Ui, deed: int) -> None:
    """What may be built or sold; a set with buildings is not traded."""
    memo = ui.memo
    build = ui.load("screens.deeds.build")
    if build.may_build(ui, deed):
        memo["A"] = words.BUILD
    elif ui.no and ui.no.code == "group-mortgaged":
        memo["mortgaged"] = SPACE_OF[ui.no.facts[0]]
    if is_built(ui.game, deed):
        if build.may_sell(ui, deed):
            memo["D"] = words.SELL
        memo.pop("C", None)
        if ui.trial(build.order(ui, deed, 0, DOWN)):
            memo["C"] = words.SELL_ALL


def rows(ui: Ui) -> Rows:
    g = ui.game
    deed = ui.args[0]
    space, owner = SPACE_OF[deed], g.owner[deed]
    colour = ui.say(words.GROUP + group_of(deed))  # BROWN and the words after it
    lines = [HEADER + ui.say(words.SPACE, space, ui.place(space, 17 - len(colour))) + " " + colour]
    if owner < g.players:
        rent = ""
        if not g.mortgaged[deed] and not is_utility(deed):
            rent = ui.say(words.RENT_NOW, lazy.load("rules.rent").explain(g, deed)[RENT_AMOUNT])
        lines.append(ui.say(words.OWNER, ui.name(owner)[: 14 - len(rent)]) + " " + rent)
    else:
        rent = " " + ui.say(words.RENT_NOW, card_rents(g, deed)[0]) if is_street(deed) else ""
        lines.append(ui.say(words.PRICE_IS, g.board.price[deed]) + rent)
    lines += _rents(ui, deed)
    prices = ui.say(words.LOAN_IS, g.board.mortgage[deed])
    if is_street(deed):
        prices = " %d " % g.board.house_cost[deed] + prices
        prices = (
            fit(ui.word(edition_words.HOUSE).split(" ")[-1], 21 - len(prices)) if ui.word else "+1"
        ) + prices
    lines.append(prices)
    return lines + [""] * (7 - len(lines) - len(ui.key_rows())) + [_note(ui, deed, owner)]


def _rents(ui: Ui, deed: int) -> Rows:
    """The rents of its card in two rows."""
    rents = card_rents(ui.game, deed)
    if is_utility(deed):
        return [ui.say(words.TIMES_DICE, n + 1, rents[n]) for n in (0, 1)]
    if not is_street(deed):
        return ["1:%d 2:%d" % rents[:2], "3:%d 4:%d" % rents[2:]]
    whole_set, houses, hotel = rents[1], rents[2:-1], rents[-1]
    if len(houses) > 1:
        row = ui.say(words.SET_RENT, whole_set, houses[0], houses[1])
    else:  # a house rule can allow only one house before the hotel
        row = ui.say(words.SET_RENT, whole_set, houses[0], "").rsplit(" ", 1)[0]
    more = ["%d:%d" % (n + 1, houses[n]) for n in range(2, len(houses))]
    return [row, " ".join(more + ["H:%d" % hotel])]


def _note(ui: Ui, deed: int, owner: int) -> str:
    """What is built there, or what is missing before something can be."""
    g = ui.game
    if owner >= g.players:
        return ui.say(words.BANK_OWNS)
    if g.mortgaged[deed]:
        return ui.say(words.NO_RENT)
    if g.level[deed]:
        return ui.say(words.STANDS, "H" if g.level[deed] == hotel_step(g) else g.level[deed])
    if is_built(g, deed):
        return ui.say(words.SELL_FIRST)
    if "mortgaged" in ui.memo:
        return ui.say(words.BUILD_PAY_BACK, ui.memo["mortgaged"])
    missing = [str(SPACE_OF[d]) for d in other_owners(g, deed)]
    if is_street(deed) and missing and g.rules.build_needs_group:
        return ui.say(words.TO_BUILD_GET, ", ".join(missing))
    return ""


def keys(ui: Ui) -> Keys:
    legal: Keys = [(key, ui.memo[key]) for key in "ABCD" if key in ui.memo]
    return legal + [("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    word = ui.memo.get(key)
    deed = ui.args[0]
    if word is None:
        ui.home()
        return () if key in "*#" else ui.key(key)
    if key == "A":
        return ui.show("deeds.build", deed, UP)
    if word == words.SELL_ALL:
        return ui.show("deeds.build", deed, DOWN, 0)
    if key == "C":
        return ui.show("trade.trade", deed)
    if key == "D" and is_built(ui.game, deed):
        return ui.show("deeds.build", deed, DOWN)
    do = "sell-deed" if key == "D" else "redeem" if word == words.PAY_BACK else "mortgage"
    return ui.show("deeds.mortgage", deed, do)


def tap(ui: Ui, kind: int, number: int) -> Commands:
    """Another deed shows its card, unless the tap may mean more: to buy it, or to ask for rent."""
    g = ui.game
    if kind == DEED and phase(g) != "buy" and not any(claim[CLAIM_DEED] == number for claim in g.claims):
        return ui.show("deeds.deed", number)
    return ui.onward(kind, number)
