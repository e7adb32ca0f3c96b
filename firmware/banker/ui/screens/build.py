"""BUILD and SELL: steps up or down, spread evenly over the set; one order, done whole or refused whole."""

from banker.core.board import GROUP_OF, SPACE_OF, siblings
from banker.core.state import hotel_step, hotels_left, houses_left
from banker.ui.const import const
from banker.ui.fit import fit
from banker.ui.paint import BIG, DOUBLE, HEADER
from banker.ui.ui import TOKEN

_GROUP = const(150)
_BUILD_SET = const(180)
_SELL_SET = const(181)
_TAP_TO_BUILD = const(182)
_TAP_TO_SELL = const(183)
_ONE_MORE = const(184)
_ALL = const(185)
_PIECES = const(186)
_HAS = const(51)
_BACK = const(42)


def spread(g, deed: int, steps: int, way: int) -> dict:
    """{deed: level} after so many steps: up from the lowest lot, down from the highest, this one first."""
    owner = g.owner[deed]
    to = {d: g.level[d] for d in siblings(deed) if g.owner[d] == owner}
    for _ in range(steps):
        best = deed
        for d in to:
            if to[d] * way < to[best] * way:
                best = d
        to[best] += way
    return {d: to[d] for d in to if to[d] != g.level[d]}


def order(ui, deed: int, steps: int, way: int) -> dict:
    do = "build" if way > 0 else "sell-building"
    return {"do": do, "by": ui.game.owner[deed], "to": spread(ui.game, deed, steps, way)}


def lowest_legal(ui, deed: int, way: int = 1) -> bool:
    """May one step be taken in this set? For selling also: the whole set at once."""
    owner = ui.game.owner[deed]
    if ui.trial(order(ui, deed, 1, way)):
        return True
    if way > 0:
        return False
    short = ui.no.code == "no-houses-left"
    if ui.trial({"do": "sell-group", "by": owner, "group": GROUP_OF[deed]}):
        return True
    return short and bool(ui.load("layouts").fitting(ui, deed))


def enter(ui) -> None:
    _set(ui, ui.args[2] if len(ui.args) > 2 else 1)


def _set(ui, steps: int) -> None:
    """So many steps; what they cost or bring, and whether one more would be legal. 0: the whole set."""
    g = ui.game
    deed, way = ui.args[:2]
    owner = g.owner[deed]
    memo = ui.memo
    every = {"do": "sell-group", "by": owner, "group": GROUP_OF[deed]}
    wish = order(ui, deed, steps, way) if steps else every
    trial = ui.trial(wish)
    if not trial and way < 0 and steps == 1:
        found = ui.load("layouts").fitting(ui, deed) if ui.no.code == "no-houses-left" else ()
        if found:
            ui.show("layouts", deed, found)
            return
        steps, wish = 0, every  # no single step is legal, the whole set is
        trial = ui.trial(wish)
    if not trial:
        ui.home()
        return
    memo["order"] = wish
    memo["steps"] = steps
    memo["sum"] = trial.cash[owner] - g.cash[owner]
    memo["pieces"] = _pieces(ui, trial) if way > 0 else ""
    memo["lots"] = " ".join(
        "%d:%d>%d" % (SPACE_OF[d], g.level[d], trial.level[d]) for d in siblings(deed) if g.owner[d] == owner
    )
    del trial
    memo["more"] = bool(steps and ui.trial(order(ui, deed, steps + 1, way)))
    memo["all"] = bool(steps and way < 0 and ui.trial(every))


def _pieces(ui, after) -> str:
    """What is taken to the board, and how many of that the bank has."""
    g = ui.game
    hotel = hotel_step(g)
    count, left, word = after.level.count(hotel) - g.level.count(hotel), hotels_left(g), 6
    houses = sum(after.level) - sum(g.level) - count
    if houses:
        count, left, word = houses, houses_left(g), 4
    name = ui.word(word - (count == 1)).split(" ")[-1] if ui.word else ""
    if left < 0:  # as many as one likes
        return "%d %s" % (count, name)
    return ui.say(_PIECES, count, fit(name, 21 - len(ui.say(_PIECES, count, "", left))), left)


def rows(ui) -> list:
    g = ui.game
    deed, way = ui.args[:2]
    owner = g.owner[deed]
    gain = ui.memo["sum"]
    return [
        HEADER + ui.say(_BUILD_SET if way > 0 else _SELL_SET, ui.say(_GROUP + GROUP_OF[deed])),
        ui.memo["lots"],
        (BIG if len(ui.key_rows()) < 2 else DOUBLE) + ("+%d" % gain if way < 0 else str(-gain)),
        ui.memo["pieces"] or ui.tell(_HAS, owner, g.cash[owner], g.cash[owner] + gain),
        ui.tell(_TAP_TO_BUILD if way > 0 else _TAP_TO_SELL, owner),
    ]


def asks(ui) -> list:
    return [ui.game.owner[ui.args[0]]]


def keys(ui) -> list:
    legal = []
    if ui.memo["more"]:
        legal.append(("A" if ui.args[1] > 0 else "D", _ONE_MORE))
    if ui.memo["all"]:
        legal.append(("C", _ALL))
    return legal + [("*", _BACK)]


def key(ui, key: str):
    if key == "*":
        return ui.show("deed", ui.args[0])
    if key == ("A" if ui.args[1] > 0 else "D") and ui.memo["more"]:
        _set(ui, ui.memo["steps"] + 1)
    elif key == "C" and ui.memo["all"]:
        _set(ui, 0)
    return ()


def tap(ui, kind: int, number: int):
    if kind != TOKEN:
        return ui.not_now()
    if number != ui.game.owner[ui.args[0]]:
        return ui.wrong_token(number)
    wish = ui.memo["order"]
    return () if ui.args[1] > 0 and ui.load("anyone").called(ui, wish) else (wish,)
