"""Rent: how much, who may ask for it, and until when (RENT)."""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import BANK, GROUP_OF, NOBODY, RAILS, SPACE_OF, UTILITIES, siblings
from banker.core.events import CLAIM_CLOSED, CLAIM_OPENED, DONE, do
from banker.core.random import dice as box_dice
from banker.core.refusal import Refused
from banker.core.rules.moves import BY_DICE, DICE_TIMES, RENT_TIMES, times_of, way_of
from banker.core.state import (
    AMOUNT,
    AUCTION,
    CLAIM_AMOUNT,
    CLAIM_DEED,
    CLAIM_DICE,
    CLAIM_HOW,
    CLAIM_OWNER,
    CLAIM_PAYER,
    CLAIM_PER_PIP,
    CLAIM_TURN,
    COUNTED,
    DEBT,
    EXTRA,
    KIND,
    OTHER,
    RENT,
    THROW,
    WHO,
    Game,
    hotel_step,
)
from banker.core.tasks import charge, first, rent_of
from banker.core.types import Claim, Command, RentParts

CLAIMS_MOST = 16  # open at once; the oldest lapses

# The fields of explain().
RENT_AMOUNT = 0  # what is owed now; 0 while a roll still decides
RENT_PER_PIP = 1  # so much for each pip of a roll that is still to be made; 0: no roll decides
RENT_NONE = 2  # why nothing is owed, NONE_OF_BANK to NONE_IN_JAIL; 0: there is rent
RENT_BASE = 3  # the printed rent: of the street without buildings, of so many rails; 0 for a utility
RENT_GROUP = 4  # times that for a whole group of streets; 1: does not apply
RENT_LEVEL = 5  # houses, or the hotel step (state.py); RENT_AMOUNT is then what is printed for it
RENT_COUNT = 6  # how many rails or utilities count; 0 for a street
RENT_CARD = 7  # so many times the rent, or the dice, by a card; 1: no such card
# Why there is no rent.
NONE_OF_BANK, NONE_OWN, NONE_MORTGAGED, NONE_IN_JAIL = 1, 2, 3, 4


def owed(g: Game, deed: int, how: int, dice_sum: int = 0) -> tuple[int, int]:
    """(amount, per pip) of a deed that somebody owns and that is not mortgaged."""
    rent = _parts(g, deed, how, dice_sum)
    return rent[RENT_AMOUNT], rent[RENT_PER_PIP]


def explain(g: Game, deed: int, payer: int = NOBODY, how: int = BY_DICE, dice_sum: int = 0) -> RentParts:
    """How the rent of this deed is made up now: the fields RENT_AMOUNT to RENT_CARD.

    `how` is the way in which the payer got here (moves.py). `dice_sum` is that of the roll which led here, by
    default the last one; only utilities need it.
    """
    none = why_none(g, deed, payer)
    rent = _parts(g, deed, how, dice_sum)
    if none:
        return (
            0,
            0,
            none,
            rent[RENT_BASE],
            rent[RENT_GROUP],
            rent[RENT_LEVEL],
            rent[RENT_COUNT],
            rent[RENT_CARD],
        )
    return rent


def why_none(g: Game, deed: int, payer: int) -> int:
    """Why this deed brings no rent now: NONE_OF_BANK to NONE_IN_JAIL, or 0 if it does."""
    owner = g.owner[deed]
    if owner == BANK:
        return NONE_OF_BANK
    if owner == payer:
        return NONE_OWN
    if g.jailed[owner] and not g.rules.rent_while_jailed:
        return NONE_IN_JAIL
    return NONE_MORTGAGED if g.mortgaged[deed] else 0


def _parts(g: Game, deed: int, how: int, dice_sum: int) -> RentParts:
    r = g.rules
    group = GROUP_OF[deed]
    times = 1
    if group == RAILS:
        count = counting(g, deed)
        amount = base = rounded(g, r.rail_rents[count - 1]) if count else 0
        if way_of(how) == RENT_TIMES:
            times = times_of(how)
            amount *= times
        return amount, 0, 0, base, 1, 0, count, times
    if group == UTILITIES:
        count = counting(g, deed)
        amount = 0
        per_pip = r.utility_mult[count - 1] if count else 0
        if way_of(how) == DICE_TIMES:
            per_pip = times = times_of(how)
        elif how == BY_DICE and r.utility_roll != "fresh":
            amount = rounded(g, per_pip * (dice_sum or sum(g.dice)))
        return amount, 0 if amount else per_pip, 0, 0, 1, 0, count, times
    level = g.level[deed]
    base = printed(g, deed, 0)
    if level:
        return printed(g, deed, level), 0, 0, base, 1, level, 0, 1
    if whole_group(g, deed, g.owner[deed]):
        if not (r.group_rent_needs_unmortgaged and any(g.mortgaged[d] for d in siblings(deed))):
            times = r.group_rent_mult
    return base * times, 0, 0, base, times, 0, 0, 1


def printed(g: Game, deed: int, level: int) -> int:
    """The rent of a street with so many houses, or with its hotel, as its card shows it."""
    amount = g.board.rents[deed * 6 + (5 if level == hotel_step(g) else level)]
    return amount if g.rules.rent_step == 1 else rounded(g, amount)


def rounded(g: Game, amount: int) -> int:
    """A rent in steps of the house rule: the nearest one, a half goes up, and at least one step."""
    step = g.rules.rent_step
    return amount and max((2 * amount + step) // (2 * step), 1) * step


def counting(g: Game, deed: int) -> int:
    """How many rails, or utilities, of its owner count for the rent of this one (RENT-8, RENT-9)."""
    r = g.rules
    all_count = r.utility_count_mortgaged if GROUP_OF[deed] == UTILITIES else r.rail_count_mortgaged
    owner = g.owner[deed]
    return sum(1 for d in siblings(deed) if g.owner[d] == owner and (all_count or not g.mortgaged[d]))


def whole_group(g: Game, deed: int, owner: int) -> bool:
    return all(g.owner[d] == owner for d in siblings(deed))


def landed(g: Game, player: int, owner: int, deed: int, how: int, may_fight: bool = True) -> None:
    """Somebody is on another player's deed: the owner may ask for rent, or the box asks by itself."""
    r = g.rules
    none = why_none(g, deed, player)
    if may_fight and r.dm_battle and lazy.load("rules.battle").eligible(g, player, deed):
        first(g, RENT, player, owner, 0 if none else owed(g, deed, how)[0], deed)
        return
    counts_later = r.rent_claim == "ask" and r.rent_snapshot == "claim"
    if none and not (none == NONE_MORTGAGED and counts_later):
        return
    amount, per_pip = (0, 0) if none else _parts(g, deed, how, 0)[:RENT_NONE]  # not by owed(): frames
    if r.rent_claim == "auto":
        _demand(g, deed, player, owner, amount, per_pip)
        return
    if len(g.claims) == CLAIMS_MOST:
        do(g, CLAIM_CLOSED, 0, 1)
    if counts_later:
        do(g, CLAIM_OPENED, deed, player, owner, amount, g.turn_no, 0, how, g.dice[0] + g.dice[1])
    else:
        do(g, CLAIM_OPENED, deed, player, owner, amount, g.turn_no, per_pip, COUNTED, 0)


def _demand(g: Game, deed: int, payer: int, owner: int, amount: int, per_pip: int) -> None:
    if per_pip:
        first(g, THROW, payer, owner, per_pip, deed)
    else:
        charge(g, payer, owner, amount, rent_of(deed))


def lapse(g: Game) -> None:
    """A roll closes the window of rents that nobody asked for (RENT-10)."""
    window = g.rules.rent_claim_window
    if window:
        for i in range(len(g.claims) - 1, -1, -1):
            if (g.turn_no - g.claims[i][CLAIM_TURN]) & 0xFFFF >= window:
                do(g, CLAIM_CLOSED, i, 1)


def _creditor(g: Game, claim: Claim) -> int:
    """Who may ask: the owner at the landing, or, if the rent is worked out later, the owner now."""
    if claim[CLAIM_HOW] == COUNTED:
        return claim[CLAIM_OWNER]
    owner = g.owner[claim[CLAIM_DEED]]
    return owner if owner != claim[CLAIM_PAYER] else BANK


def _rent_of(g: Game, claim: Claim) -> tuple[int, int]:
    """(amount, per pip) if the creditor asks now."""
    if claim[CLAIM_HOW] == COUNTED:
        return claim[CLAIM_AMOUNT], claim[CLAIM_PER_PIP]
    return owed(g, claim[CLAIM_DEED], claim[CLAIM_HOW], claim[CLAIM_DICE])


def terms(g: Game, claim: Claim) -> tuple[int, int, int, int] | None:
    """(deed, payer, creditor, amount) of an open claim as it is now; None if nobody can ask for it."""
    deed, payer, creditor = claim[CLAIM_DEED], claim[CLAIM_PAYER], _creditor(g, claim)
    if g.out[payer] or creditor == BANK or (claim[CLAIM_HOW] != COUNTED and g.mortgaged[deed]):
        return None
    if g.jailed[creditor] and not g.rules.rent_while_jailed:
        return None
    return deed, payer, creditor, _rent_of(g, claim)[0]


def claim(g: Game, c: Command) -> None:
    owner = c["by"]
    deed = c["deed"]
    payer = c.get("from")
    for i in range(len(g.claims)):
        rent = g.claims[i]
        debtor = rent[CLAIM_PAYER]
        if rent[CLAIM_DEED] == deed and _creditor(g, rent) == owner and payer in (None, debtor):
            break
    else:
        raise _why_no_claim(g, owner, deed, payer)
    if rent[CLAIM_HOW] != COUNTED and g.mortgaged[deed]:
        raise Refused("mortgaged")
    if g.jailed[owner] and not g.rules.rent_while_jailed:
        raise Refused("rule-off")
    amount, per_pip = _rent_of(g, rent)
    do(g, CLAIM_CLOSED, i, 0)
    if g.tasks and g.tasks[0][KIND] in (DEBT, AUCTION):
        debt = lazy.load("rules.debt")
        if debt.lines_up(g, debtor, owner, amount, per_pip):
            debt.line_up(g, deed, debtor, owner, amount, per_pip)
            return
    _demand(g, deed, debtor, owner, amount, per_pip)


def _why_no_claim(g: Game, owner: int, deed: int, payer: int | None) -> Refused:
    holder = g.owner[deed]
    if holder == BANK:
        return Refused("unowned")
    if payer is not None and g.out[payer]:
        return Refused("player-out")
    if holder == owner and (
        payer == owner or (payer is None and g.turn == owner and g.space[owner] == SPACE_OF[deed])
    ):
        return Refused("own-deed")
    if holder != owner:
        return Refused("not-owner", holder)
    if g.mortgaged[deed]:
        return Refused("mortgaged")
    if g.late >> deed & 1:
        return Refused("claim-too-late")
    gone = any(g.out[p] and g.space[p] == SPACE_OF[deed] for p in range(g.players))
    return Refused("player-out" if gone else "no-claim")  # claims end with their payer (S-3)


def throw(g: Game, c: Command) -> None:
    """The roll that decides a rent; it is no double and moves nobody (TURN-13)."""
    task = g.tasks[0]
    payer, owner, per_pip, deed = task[WHO], task[OTHER], task[AMOUNT], task[EXTRA]
    a, b = c.get("dice") or box_dice(g, c)
    do(g, DONE)
    charge(g, payer, owner, rounded(g, per_pip * (a + b)), rent_of(deed))


COMMANDS = {"claim": claim, "throw": throw}
