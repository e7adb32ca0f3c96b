"""BUILD and SELL: buildings go up or down, spread evenly over the streets of a set, as one order.

The whole order is done or refused. ui.args:

    deed    the street that was chosen; it gets the first building
    way     UP to build, DOWN to sell
    steps   (optional) how many steps the order has at first; 0: sell all buildings of the set

ui.memo:

    order   the command that a tap of the owner's token gives
    steps   how many steps it has; 0: all buildings of the set
    gain    what the owner gets for it; negative: what it costs
    stock   how many of these buildings the bank has left; "" when selling, or if it has any number
    levels  a row for each street: its name, and what is built there afterwards
    more    may the order have one step more?
    all     may all buildings of the set be sold instead?
"""

from __future__ import annotations

from banker.core.board import SPACE_OF
from banker.core.deeds import group_of, same_owner
from banker.core.state import Game, hotel_step, hotels_left, houses_left
from banker.core.tags import TOKEN
from banker.core.types import Command
from banker.ui import edition_words, words
from banker.ui.fit_name import fit
from banker.ui.paint import DOUBLE, HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

UP, DOWN = 1, -1
_LEVEL_LETTERS = 12


def spread(g: Game, deed: int, steps: int, way: int) -> dict[int, int]:
    """{deed: level} after so many steps: up from the lowest street, down from the highest, this one first.

    Where sales need not be even, this street goes down alone until it is bare: a hotel of its set may be one
    that cannot be sold.
    """
    levels = {d: g.level[d] for d in same_owner(g, deed)}
    for _ in range(steps):
        best = deed
        for d in levels:
            if levels[d] * way < levels[best] * way and (way > 0 or g.rules.sell_even or not levels[best]):
                best = d
        levels[best] += way
    return {d: levels[d] for d in levels if levels[d] != g.level[d]}


def order(ui: Ui, deed: int, steps: int, way: int) -> Command:
    """The command for so many steps; 0: for the sale of all buildings of the set."""
    owner = ui.game.owner[deed]
    if not steps:
        return {"do": "sell-group", "by": owner, "group": group_of(deed)}
    do = "build" if way > 0 else "sell-building"
    return {"do": do, "by": owner, "to": spread(ui.game, deed, steps, way)}


def may_build(ui: Ui, deed: int) -> bool:
    """Do the rules allow one step up in this set? If not, ui.no says why."""
    return ui.trial(order(ui, deed, 1, UP)) is not None


def may_sell(ui: Ui, deed: int) -> bool:
    """Do the rules allow a step down in this set, several at once, or the sale of all of it?"""
    if ui.trial(order(ui, deed, 1, DOWN)):
        return True
    layouts = _may_be_layouts(ui)
    if ui.trial(order(ui, deed, 0, DOWN)):
        return True
    return layouts and bool(ui.load("screens.deeds.hotel_break").choices(ui, deed))


def _may_be_layouts(ui: Ui) -> bool:
    """Was one step refused because the bank has too few houses, or because the set is uneven already? Then
    several steps at once may be possible."""
    return ui.no is not None and ui.no.code in ("no-houses-left", "uneven")


def enter(ui: Ui) -> None:
    _choose(ui, ui.args[2] if len(ui.args) > 2 else 1)


def _choose(ui: Ui, steps: int) -> None:
    """Make an order of so many steps; if no step is legal, of what is legal instead."""
    deed, way = ui.args[:2]
    trial = ui.trial(order(ui, deed, steps, way))
    if not trial and way < 0 and steps == 1:
        choices = ui.load("screens.deeds.hotel_break").choices(ui, deed) if _may_be_layouts(ui) else ()
        if choices:
            ui.show("deeds.hotel_break", deed, choices)
            return
        steps = 0
        trial = ui.trial(order(ui, deed, steps, way))
    if not trial:
        ui.home()
        return
    _keep(ui, steps, trial)


def _keep(ui: Ui, steps: int, trial: Game) -> None:
    """Keep the order and what is shown of it; the trial itself is too big to keep."""
    g = ui.game
    deed, way = ui.args[:2]
    owner = g.owner[deed]
    memo = ui.memo
    memo["order"] = order(ui, deed, steps, way)
    memo["steps"] = steps
    memo["gain"] = trial.cash[owner] - g.cash[owner]
    memo["stock"] = _stock(ui, trial) if way > 0 else ""
    memo["levels"] = [_street(ui, d, trial.level[d]) for d in same_owner(g, deed)]
    memo["more"] = bool(steps and ui.trial(order(ui, deed, steps + 1, way)))
    memo["all"] = bool(steps and way < 0 and ui.trial(order(ui, deed, 0, way)))


def built(ui: Ui, level: int) -> str:
    """What is built at a level, in the edition's words: "2 houses", "hotel"."""
    if not level:
        return ui.say(words.NONE_BUILT)
    if level == hotel_step(ui.game):
        return _last_word(ui, edition_words.HOTEL)
    return "%d %s" % (level, _last_word(ui, edition_words.HOUSE if level == 1 else edition_words.HOUSES))


def _last_word(ui: Ui, number: int) -> str:
    """In lists "Sprout" is enough for a "Deku Sprout"."""
    return ui.word(number).split(" ")[-1] if ui.word else ""


def _street(ui: Ui, deed: int, level: int) -> str:
    text = fit(built(ui, level), _LEVEL_LETTERS)
    room = 21 - len(text)
    return "%-*s%s" % (room, ui.place(SPACE_OF[deed], room - 1), text)


def _stock(ui: Ui, trial: Game) -> str:
    """How many buildings the bank has of the kind that is taken: houses, which run out first, or hotels."""
    g = ui.game
    hotel = hotel_step(g)
    hotels = trial.level.count(hotel) - g.level.count(hotel)
    has_houses = sum(trial.level) - sum(g.level) > hotels
    stock = houses_left(g) if has_houses else hotels_left(g)
    return "" if stock < 0 else ui.say(words.BANK_HAS, stock)


def rows(ui: Ui) -> Rows:
    g = ui.game
    deed, way = ui.args[:2]
    owner = g.owner[deed]
    gain = ui.memo["gain"]
    colour = ui.say(words.GROUP + group_of(deed))  # BROWN and the words after it
    head = ui.say(words.BUILD_SET if way > 0 else words.SELL_SET, colour)
    stock = ui.memo["stock"]
    if stock and len(head) + len(stock) < 21:
        head = "%-*s%s" % (21 - len(stock), head, stock)
    lines: Rows = [HEADER + head] + ui.memo["levels"] + [DOUBLE + ("+%d" % gain if way < 0 else str(-gain))]
    if len(lines) + len(ui.key_rows()) < 6:  # double size takes one row more
        lines.append(ui.tell(words.HAS, owner, g.cash[owner], g.cash[owner] + gain))
    return lines + [ui.tell(words.TAP_TO_BUILD if way > 0 else words.TAP_TO_SELL, owner)]


def asks(ui: Ui) -> list[int]:
    return [ui.game.owner[ui.args[0]]]


def keys(ui: Ui) -> Keys:
    legal: Keys = []
    if ui.memo["more"]:
        legal.append(("A" if ui.args[1] > 0 else "D", words.ONE_MORE))
    if ui.memo["all"]:
        legal.append(("C", words.ALL))
    return legal + [("*", words.BACK if len(legal) < 2 else 0)]


def key(ui: Ui, key: str) -> Commands:
    if key == "*":
        return ui.show("deeds.deed", ui.args[0])
    if key == ("A" if ui.args[1] > 0 else "D") and ui.memo["more"]:
        _choose(ui, ui.memo["steps"] + 1)
    elif key == "C" and ui.memo["all"]:
        _choose(ui, 0)
    return ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    deed, way = ui.args[:2]
    if kind != TOKEN:
        return ui.not_now()
    if number != ui.game.owner[deed]:
        return ui.wrong_token(number)
    order = ui.memo["order"]
    if way > 0 and ui.load("screens.deeds.building_call").calls(ui, order):
        return ()
    return (order,)
