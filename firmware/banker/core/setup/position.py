"""A game in the middle: a partial state (`given` in host/docs/contract.md) laid over a new game."""

from __future__ import annotations

from typing import Any

from banker.core.board import (
    BANK,
    CHANCE,
    CHEST,
    DEED_AT,
    DEEDS,
    JAIL_SPACE,
    KIND,
    NO_DEED,
    NOBODY,
    POT,
    SPACES,
    STREETS,
    TAX_SPACE,
)
from banker.core.events import (
    BUILT,
    CLAIM_OPENED,
    CORRECTION,
    DONE,
    JAILED,
    KEPT,
    MORTGAGED,
    MOVED,
    OWNED,
    PAID,
    RETIRED,
    ROLLS_COUNTED,
    RULE,
    TRIED,
    TURN,
    do,
)
from banker.core.ids import DEED_IDS
from banker.core.rules.jail import pass_of
from banker.core.state import (
    BUY,
    CASH_MOST,
    CHOOSE_TAX,
    COUNTED,
    DEAL,
    DRAW,
    Game,
    hotel_step,
    hotels_left,
    houses_left,
    list_price,
)
from banker.core.tasks import first
from banker.core.types import Sequence

# Parts of a state that only play brings about.
_EMPTY = ("auction", "debts", "winners")


class GivenError(ValueError):
    """An impossible position; the text names the place."""

    code = "bad-rule"  # as a refusal


def given(g: Game, names: Sequence[str], raw: Any) -> None:
    """Change the new game g to what the partial state `raw` says."""
    while g.tasks:
        do(g, DONE)  # the game is under way, so there is no opening deal unless it is given
    _known(raw, ("phase", "turn", "doubles", "players", "deeds", "bank", "claims", "worth") + _EMPTY, "given")
    for key in _EMPTY:
        if raw.get(key):
            raise GivenError("given.%s: cannot be given; play leads to it" % key)
    players = _table(raw, "players")
    for name in sorted(players, key=lambda name: _went_out(players[name])):
        _player(g, _index(names, name), players[name], "given.players.%s" % name)
    deeds = _table(raw, "deeds")
    for deed in deeds:
        if deed not in DEED_IDS:
            raise GivenError("given.deeds.%s: there is no such deed" % deed)
        _deed(g, names, DEED_IDS.index(deed), deeds[deed], "given.deeds.%s" % deed)
    bank = raw.get("bank", {})
    _known(bank, ("houses", "hotels", "pot"), "given.bank")
    if "pot" in bank:
        _cash(g, POT, bank["pot"], "given.bank.pot")
    _stock(g, bank, "houses", houses_left(g), g.rules.houses_total)
    _stock(g, bank, "hotels", hotels_left(g), g.rules.hotels_total)
    player = _index(names, raw["turn"]) if "turn" in raw else _first(g)
    if g.out[player]:
        raise GivenError("given.turn: %s is out" % names[player])
    if player != g.turn:
        do(g, TURN, player)
    do(g, ROLLS_COUNTED, _number(raw.get("doubles", 0), 0, 9, "given.doubles"), 0)
    _phase(g, raw.get("phase", "roll"))
    claims = raw.get("claims", [])
    if type(claims) is not list:
        raise GivenError("given.claims: must be a list")
    for claim in claims:
        _claim(g, names, claim)


def _table(raw: Any, key: str) -> dict[str, Any]:
    table: dict[str, Any] = raw.get(key, {})
    if type(table) is not dict:
        raise GivenError("given.%s: must be a table" % key)
    return table


def _first(g: Game) -> int:
    """The first player who is not out."""
    for player in range(g.players):
        if not g.out[player]:
            return player
    raise GivenError("given.players: nobody is left")


def _stock(g: Game, bank: dict[str, Any], key: str, left: int, total: int) -> None:
    """The buildings on the board decide what the bank has left; another number means another total."""
    wanted = bank.get(key, left)
    if wanted != left:
        from banker.core.setup.house_rules import find

        wanted = _number(wanted, -1, 999, "given.bank." + key)
        if wanted >= 0 <= total:
            wanted += total - left
        do(g, RULE, find(key + "_total").number, wanted)


def _claim(g: Game, names: Sequence[str], raw: Any) -> None:
    """A rent of this turn for which nobody has asked yet."""
    _known(raw, ("deed", "from", "to", "amount"), "given.claims")
    deed = raw.get("deed")
    if deed not in DEED_IDS:
        raise GivenError("given.claims: there is no deed %r" % (deed,))
    payer, owner = _index(names, raw.get("from")), _index(names, raw.get("to"))
    amount = _number(raw.get("amount"), 0, 999999, "given.claims.amount")
    do(g, CLAIM_OPENED, DEED_IDS.index(deed), payer, owner, amount, g.turn_no, 0, COUNTED, 0)


def _known(raw: Any, keys: Sequence[str], place: str) -> None:
    if type(raw) is not dict:
        raise GivenError("%s: must be a table" % place)
    for key in raw:
        if key not in keys:
            raise GivenError("%s.%s: unknown; there are %s" % (place, key, ", ".join(keys)))


def _index(names: Sequence[str], name: Any) -> int:
    if name not in names:
        raise GivenError("%s: there is no such player" % (name,))
    return list(names).index(name)


def _number(value: Any, low: int, high: int, place: str) -> int:
    if type(value) is not int or not low <= value <= high:
        raise GivenError("%s = %r: must be a whole number from %d to %d" % (place, value, low, high))
    return value


def _cash(g: Game, account: int, amount: Any, place: str) -> None:
    more = _number(amount, 0, CASH_MOST, place) - g.cash[account]
    if more > 0:
        do(g, PAID, BANK, account, more, CORRECTION)
    elif more:
        do(g, PAID, account, BANK, -more, CORRECTION)


def _went_out(raw: Any) -> int:
    """The place of a player among those who went out; 0: in the game, or unknown."""
    place = raw.get("went_out", 0) if type(raw) is dict else 0
    return place if type(place) is int else 0


def _player(g: Game, p: int, raw: Any, place: str) -> None:
    _known(raw, ("cash", "space", "in_jail", "jail_tries", "jail_cards", "out", "went_out"), place)
    if "cash" in raw:
        _cash(g, p, raw["cash"], place + ".cash")
    if raw.get("in_jail"):
        do(g, JAILED, p)
        do(g, MOVED, p, JAIL_SPACE)
    if "space" in raw:
        do(g, MOVED, p, _number(raw["space"], 0, SPACES - 1, place + ".space"))
    if "jail_tries" in raw:
        do(g, TRIED, p, _number(raw["jail_tries"], 0, 9, place + ".jail_tries"))
    for _ in range(_number(raw.get("jail_cards", 0), 0, 2, place + ".jail_cards")):
        deck = 0 if g.held[0] == NOBODY else 1
        if g.held[deck] != NOBODY:
            raise GivenError("%s.jail_cards: there are only two" % place)
        do(g, KEPT, deck, pass_of(g, deck), p)
    if raw.get("out"):
        _cash(g, p, 0, place)
        do(g, RETIRED, p)


def _deed(g: Game, names: Sequence[str], d: int, raw: Any, place: str) -> None:
    _known(raw, ("owner", "houses", "hotel", "mortgaged"), place)
    if "owner" in raw and raw["owner"] != "bank":
        do(g, OWNED, d, _index(names, raw["owner"]))
    hotel = hotel_step(g)
    level = hotel if raw.get("hotel") else _number(raw.get("houses", 0), 0, hotel - 1, place + ".houses")
    if level and (d >= STREETS or g.owner[d] == BANK):
        raise GivenError("%s: nothing can be built here" % place)
    for step in range(1, level + 1):
        do(g, BUILT, d, step, list_price(g, d, step))
    if raw.get("mortgaged"):
        if level or g.owner[d] == BANK:
            raise GivenError("%s.mortgaged: it cannot be" % place)
        do(g, MORTGAGED, d, 1)


def _phase(g: Game, phase: str) -> None:
    """Roll or end; buy, tax or card, as the space of the player asks for it; or the opening deal."""
    player = g.turn
    space = g.space[player]
    deed = DEED_AT[space]
    if phase == "roll":
        return
    if phase == "deal":
        _opening_deal(g)
        return
    do(g, ROLLS_COUNTED, g.doubles, 0 if g.doubles else 1)
    if phase == "end":
        do(g, ROLLS_COUNTED, g.doubles, 1)
    elif phase == "buy" and deed != NO_DEED and g.owner[deed] == BANK:
        first(g, BUY, player, 0, 0, deed)
    elif phase == "tax" and space == TAX_SPACE:
        first(g, CHOOSE_TAX, player, 0, 0, space)
    elif phase == "card" and KIND[space] in (CHANCE, CHEST):
        first(g, DRAW, player, 0, 0, 0 if KIND[space] == CHANCE else 1)
    else:
        raise GivenError("given.phase = %r: not on space %d" % (phase, space))


def _opening_deal(g: Game) -> None:
    """The deeds are not dealt yet, as at the start of a short or a timed game."""
    if not g.rules.start_deeds:
        raise GivenError("given.phase = 'deal': this game deals no deeds: set game_variant or start_deeds")
    if g.owner.count(BANK) < DEEDS:
        raise GivenError("given.phase = 'deal': before the deal nobody has a deed")
    first(g, DEAL)
