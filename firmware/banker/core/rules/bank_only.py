"""Banker mode: the box only banks; the table says what happened on the board (RULES.md 5.3)."""

from . import parts
from .board import BANK, GROUP_OF, POT, SPACE_OF, UTILITIES
from .events import GO_SALARY, MOVED, PAID, RENT_PAID, THREW, TRANSFER, do
from .flow import charge, first
from .moves import BY_DICE
from .refusal import Refused
from .state import BUY, RENT


def land(g, c) -> None:
    player = c["by"]
    deed = c["deed"]
    owner = g.owner[deed]
    if owner == player:
        raise Refused("own-deed")
    do(g, MOVED, player, SPACE_OF[deed])
    if owner == BANK:
        if g.rules.auction_mode == "always":
            parts.load("auction").open_lot(g, deed, 15)
        else:
            first(g, BUY, player, 0, 0, deed)
        return
    battle = g.rules.dm_battle and parts.load("battle").eligible(g, player, deed)
    if g.mortgaged[deed] and not battle:
        raise Refused("mortgaged")
    rent = parts.load("rent")
    if GROUP_OF[deed] == UTILITIES:
        if c.get("dice") is None:
            raise Refused("bad-dice")
        do(g, THREW, player, *c["dice"])
        times = g.rules.utility_mult[
            sum(1 for d in rent.siblings(deed) if g.owner[d] == owner and _counts(g, d)) - 1
        ]
        amount = times * (c["dice"][0] + c["dice"][1])
    else:
        amount = 0 if g.mortgaged[deed] else rent.owed(g, deed, BY_DICE)[0]
    if g.jailed[owner] and not g.rules.rent_while_jailed:
        amount = 0
    if battle:
        first(g, RENT, player, owner, amount, deed)
    else:
        charge(g, player, owner, amount, RENT_PAID)


def _counts(g, deed: int) -> bool:
    return g.rules.utility_count_mortgaged or not g.mortgaged[deed]


def jail(g, c) -> None:
    parts.load("jail").send(g, c["by"])


def salary(g, c) -> None:
    if g.rules.go_salary:
        do(g, PAID, BANK, c["by"], g.rules.go_salary, GO_SALARY)


def transfer(g, c) -> None:
    giver, taker, amount = c["from"], c["to"], c["amount"]
    if giver == taker:
        raise Refused("bad-choice")
    if not amount:
        raise Refused("bad-amount")
    for player in (giver, taker):
        if player < BANK and g.out[player]:
            raise Refused("player-out")
    if POT in (giver, taker) and g.rules.free_parking_mode != "jackpot":
        raise Refused("rule-off")
    if giver != BANK and g.cash[giver] < amount:
        raise Refused("not-enough-cash", amount - g.cash[giver])
    do(g, PAID, giver, taker, amount, TRANSFER)
