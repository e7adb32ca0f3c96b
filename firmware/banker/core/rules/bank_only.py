"""Bank-only mode: the box only banks; the table reports what happened on the board (DEV-6)."""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import BANK, DEEDS, GROUP_OF, NOBODY, POT, SPACE_OF, UTILITIES
from banker.core.events import FREED, GO_SALARY, MORTGAGED, MOVED, PAID, ROLLED, TRANSFER, do
from banker.core.refusal import Refused
from banker.core.rules.moves import BY_CARD, BY_DICE
from banker.core.rules.rent import RENT_AMOUNT, RENT_PER_PIP, explain
from banker.core.state import BUY, INTEREST_IS_PAID, RENT, Game
from banker.core.tasks import charge, first, rent_of
from banker.core.types import Command


def land(g: Game, c: Command) -> None:
    player = c["by"]
    deed = c["deed"]
    owner = g.owner[deed]
    if owner == player:
        raise Refused("own-deed")
    do(g, MOVED, player, SPACE_OF[deed])
    # The box does not know whose turn it is: the next landing counts as the next turn (S-4).
    for other in range(DEEDS):
        if g.mortgaged[other] == INTEREST_IS_PAID:
            do(g, MORTGAGED, other, 1)
    if owner == BANK:
        if g.rules.auction_mode == "always":
            lazy.load("rules.auction").open_lot(g, deed, NOBODY)
        else:
            first(g, BUY, player, 0, 0, deed)
        return
    battle = g.rules.dm_battle and lazy.load("rules.battle").eligible(g, player, deed)
    if g.mortgaged[deed] and not battle:
        raise Refused("mortgaged")
    if GROUP_OF[deed] == UTILITIES:
        amount = _utility_rent(g, c, player, deed)
    else:
        amount = explain(g, deed, player, BY_DICE)[RENT_AMOUNT]
    if battle:
        first(g, RENT, player, owner, amount, deed)
    else:
        charge(g, player, owner, amount, rent_of(deed))


def _utility_rent(g: Game, c: Command, player: int, deed: int) -> int:
    """The table types the dice; the box did not see them before."""
    if c.get("dice") is None:
        raise Refused("bad-dice")
    a, b = c["dice"]
    do(g, ROLLED, player, a, b)
    dice_sum: int = a + b
    return explain(g, deed, player, BY_CARD)[RENT_PER_PIP] * dice_sum


def jail(g: Game, c: Command) -> None:
    lazy.load("rules.jail").send(g, c["by"])


def free(g: Game, c: Command) -> None:
    """Out of jail by a double on the table."""
    if not g.jailed[c["by"]]:
        raise Refused("not-in-jail")
    do(g, FREED, c["by"])


def salary(g: Game, c: Command) -> None:
    if g.rules.go_salary:
        lazy.load("rules.agreements").check_money(g, c["by"], g.rules.go_salary)
        do(g, PAID, BANK, c["by"], g.rules.go_salary, GO_SALARY)


def transfer(g: Game, c: Command) -> None:
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
    if taker != BANK:
        lazy.load("rules.agreements").check_money(g, taker, amount)
    do(g, PAID, giver, taker, amount, TRANSFER)


COMMANDS = {"land": land, "jail": jail, "free": free, "salary": salary, "transfer": transfer}
