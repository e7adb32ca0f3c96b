"""DEED: the card of a deed with its rents, and the keys for what its owner may do with it now.

Anybody may look; only the owner's token on the next screen does something. ui.args: the deed. ui.memo:

    A, B, C, D   the word of the key, if the rules allow what it does now
    page         1: all rents, 2: prices; without it or 0: the rent now
    mortgaged    the space that has to be paid back before the set is built on
"""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import NOBODY, SPACE_OF
from banker.core.commands import trade_open
from banker.core.deeds import (
    card_rents,
    group_of,
    is_built,
    is_street,
    is_utility,
    other_owners,
)
from banker.core.rules.moves import BY_CARD
from banker.core.rules.rent import RENT_AMOUNT, RENT_PER_PIP
from banker.core.state import Game, decider, others, phase
from banker.core.tags import DEED
from banker.ui import words
from banker.ui.fit_name import fit
from banker.ui.layout import wrap
from banker.ui.paint import BIG, DOUBLE, HEADER
from banker.ui.screens.deeds.build import DOWN, UP
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

LOOK_MS = 15000
_PAGES = 3


def enter(ui: Ui) -> None:
    """Ask the rules once what its owner may do now."""
    g = ui.game
    deed = ui.args[0]
    owner = g.owner[deed]
    if owner >= g.players:
        return
    memo = ui.memo
    if _may_trade(g, owner):
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


def _may_trade(g: Game, owner: int) -> bool:
    """Is there somebody with whom the owner may trade now? While the lander decides, only he offers one."""
    if phase(g) == "buy" and owner != decider(g):
        return False
    return any([trade_open(g, owner, other) for other in others(g, owner)])


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
    deed = ui.args[0]
    space = SPACE_OF[deed]
    colour = ui.say(words.GROUP + group_of(deed))  # BROWN and the words after it
    head = HEADER + ui.say(words.SPACE, space, ui.place(space, 17 - len(colour))) + " " + colour
    page = ui.memo.get("page", 0)
    if page:
        lines = _rents(ui, deed) if page == 1 else _prices(ui, deed)
        return [head] + lines + [""] * (6 - len(lines))
    about, amount = _about(ui, deed)
    note = wrap(_note(ui, deed))[:2]
    return [head, about, (BIG if len(ui.key_rows()) < 2 else DOUBLE) + amount] + [""] * (2 - len(note)) + note


def _about(ui: Ui, deed: int) -> tuple[str, str]:
    """Whose it is, and what it costs to land there; or what it costs to buy it."""
    g = ui.game
    owner = g.owner[deed]
    if owner >= g.players:
        return ui.say(words.FOR_SALE), str(g.board.price[deed])
    if g.mortgaged[deed]:
        return ui.tell(words.OWNS_MORTGAGED, owner), "0"
    if is_utility(deed):
        times = lazy.load("rules.rent").explain(g, deed, NOBODY, BY_CARD)[RENT_PER_PIP]
        return ui.tell(words.OWNS_UTILITY, owner), str(times)
    return ui.tell(words.OWNS_IT, owner), str(lazy.load("rules.rent").explain(g, deed)[RENT_AMOUNT])


def _rents(ui: Ui, deed: int) -> Rows:
    """All rents of its card, with words."""
    rents = card_rents(ui.game, deed)
    if is_utility(deed):
        return [ui.say(words.TIMES_DICE, n + 1, rents[n]) for n in range(len(rents))]
    if not is_street(deed):
        return [_line(ui.say(words.OF_KIND, n + 1), rents[n]) for n in range(len(rents))]
    built = ui.load("screens.deeds.build").built
    lines = [ui.say(words.RENT_AND_SET, rents[0], rents[1])]
    return lines + [_line(built(ui, n - 1), rents[n]) for n in range(2, len(rents))]


def _prices(ui: Ui, deed: int) -> Rows:
    g = ui.game
    lines = [_line(ui.say(words.PRICE), g.board.price[deed])]
    if is_street(deed):
        built = ui.load("screens.deeds.build").built
        lines.append(_line(built(ui, 1), g.board.house_cost[deed]))
    return lines + [_line(ui.say(words.TITLE_LOAN), g.board.mortgage[deed])]


def _line(text: str, amount: int) -> str:
    return "%-15s%6d" % (fit(text, 15), amount)


def _note(ui: Ui, deed: int) -> str:
    """What is built there, or what is missing before something can be."""
    g = ui.game
    if g.owner[deed] >= g.players:
        return ui.say(words.RENT_NOW, card_rents(g, deed)[0]) if is_street(deed) else ""
    if g.mortgaged[deed]:
        return ui.say(words.NO_RENT)
    if is_utility(deed):
        return ui.say(words.TIMES_THE_DICE)
    if g.level[deed]:
        return ui.say(words.STANDS, ui.load("screens.deeds.build").built(ui, g.level[deed]))
    if is_built(g, deed):
        return ui.say(words.SELL_FIRST)
    if "mortgaged" in ui.memo:
        return ui.say(words.BUILD_PAY_BACK, ui.place(ui.memo["mortgaged"], 19)).replace("..", ".")
    missing = [SPACE_OF[d] for d in other_owners(g, deed)]
    if not missing or not is_street(deed) or not g.rules.build_needs_group:
        return ""
    for width in range(21, 7, -1):  # as much of the names as two rows can hold
        names = [ui.place(space, width) for space in missing]
        text = ui.say(words.TO_BUILD_GET if len(names) == 1 else words.TO_BUILD_GET_TWO, *names)
        if len(wrap(text)) <= 2:
            break
    return text.replace("..", ".")


def keys(ui: Ui) -> Keys:
    page = ui.memo.get("page", 0)
    legal: Keys = [(key, 0 if page else ui.memo[key]) for key in "ABCD" if key in ui.memo]
    return legal + [("#", words.NEXT_KEY if page else words.RENTS_KEY), ("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    word = ui.memo.get(key)
    deed = ui.args[0]
    if key == "#":
        ui.memo["page"] = (ui.memo.get("page", 0) + 1) % _PAGES
        return ()
    if word is None:
        ui.home()
        return () if key == "*" else ui.key(key)
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
    """Another deed shows its card, unless the tap may mean more: to buy it."""
    if kind == DEED and phase(ui.game) != "buy":
        return ui.show("deeds.deed", number)
    return ui.onward(kind, number)
