"""Rent: how much, who may ask, and until when (RENT)."""

from . import parts
from .board import BANK, GROUP_OF, RAILS, SPACE_OF, UTILITIES, siblings
from .chance import dice as box_dice
from .events import CLAIM_CLOSED, CLAIM_OPENED, DONE, RENT_PAID, do
from .flow import charge, first
from .moves import BY_DICE, DICE_TIMES, RENT_TIMES
from .refusal import Refused
from .state import RENT, THROW, hotel_step

CLAIMS = 16  # open at once; the oldest lapses
# A claim whose rent is counted when it is asked for (rent_snapshot) keeps, instead of the times, how the
# token came here and above that the sum of the dice.
AT_CLAIM = 0x8000


def owed(g, deed: int, how: int, thrown: int = 0):
    """(amount, times): the rent now, or how many times the dice of a throw still to be made."""
    owner = g.owner[deed]
    r = g.rules
    group = GROUP_OF[deed]
    terms = how & 15
    if group == RAILS:
        amount = r.rail_rents[_owned(g, owner, deed, r.rail_count_mortgaged) - 1]
        return amount * (how >> 4) if terms == RENT_TIMES else amount, 0
    if group == UTILITIES:
        times = r.utility_mult[_owned(g, owner, deed, r.utility_count_mortgaged) - 1]
        if terms == DICE_TIMES:
            return 0, how >> 4
        if how != BY_DICE or r.utility_roll == "fresh":
            return 0, times
        return times * (thrown or g.dice[0] + g.dice[1]), 0
    level = g.level[deed]
    if level:
        return g.board.rents[deed * 6 + (5 if level == hotel_step(g) else level)], 0
    amount = g.board.rents[deed * 6]
    if whole_group(g, deed, owner):
        if not (r.group_rent_needs_unmortgaged and any(g.mortgaged[d] for d in siblings(deed))):
            amount *= r.group_rent_mult
    return amount, 0


def _owned(g, owner: int, deed: int, mortgaged_too: bool) -> int:
    return sum(1 for d in siblings(deed) if g.owner[d] == owner and (mortgaged_too or not g.mortgaged[d]))


def whole_group(g, deed: int, owner: int) -> bool:
    return all(g.owner[d] == owner for d in siblings(deed))


def landed(g, player: int, owner: int, deed: int, how: int) -> None:
    """Somebody stands on another's deed: the owner may ask, or the box asks by itself."""
    r = g.rules
    if r.dm_battle and parts.load("battle").eligible(g, player, deed):
        free = g.mortgaged[deed] or (g.jailed[owner] and not r.rent_while_jailed)
        amount = 0 if free else owed(g, deed, how)[0]
        first(g, RENT, player, owner, amount, deed)
        return
    at_claim = r.rent_claim == "ask" and r.rent_snapshot == "claim"
    if (g.mortgaged[deed] and not at_claim) or (g.jailed[owner] and not r.rent_while_jailed):
        return
    amount, times = (0, 0) if g.mortgaged[deed] else owed(g, deed, how)
    if at_claim:
        times = AT_CLAIM | g.dice[0] + g.dice[1] << 8 | how
    elif r.rent_claim == "auto":
        demand(g, deed, player, owner, amount, times)
        return
    if len(g.claims) == CLAIMS:
        do(g, CLAIM_CLOSED, 0, 1)
    do(g, CLAIM_OPENED, deed, player, owner, amount, g.turn_no, times)


def demand(g, deed: int, payer: int, owner: int, amount: int, times: int) -> None:
    if times:
        first(g, THROW, payer, owner, times, deed)
    else:
        charge(g, payer, owner, amount, RENT_PAID)


def lapse(g) -> None:
    """A throw closes the window of rents that nobody asked for (RENT-10)."""
    window = g.rules.rent_claim_window
    if window:
        for i in range(len(g.claims) - 1, -1, -1):
            if (g.turn_no - g.claims[i][4]) & 0xFFFF >= window:
                do(g, CLAIM_CLOSED, i, 1)


def terms(g, claim):
    """(deed, payer, creditor, amount) of an open claim, as it stands now; None if nothing can be asked."""
    deed, payer, creditor, amount, _, times = claim
    if times & AT_CLAIM:
        creditor = g.owner[deed]
        if creditor in (BANK, payer) or g.mortgaged[deed]:
            return None
        amount = owed(g, deed, times & 0xFF, times >> 8 & 15)[0]
    return None if g.out[payer] else (deed, payer, creditor, amount)


def claim(g, c) -> None:
    owner = c["by"]
    deed = c["deed"]
    payer = c.get("from")
    for i in range(len(g.claims)):
        found, player, creditor, amount, _, times = g.claims[i]
        if times & AT_CLAIM:
            creditor = g.owner[deed] if g.owner[deed] != player else BANK
        if found == deed and creditor == owner and payer in (None, player):
            break
    else:
        raise _why_no_claim(g, owner, deed, payer)
    if g.out[player]:
        raise Refused("player-out")
    if times & AT_CLAIM:
        if g.mortgaged[deed]:
            raise Refused("mortgaged")
        amount, times = owed(g, deed, times & 0xFF, times >> 8 & 15)
    do(g, CLAIM_CLOSED, i, 0)
    demand(g, deed, player, owner, amount, times)


def _why_no_claim(g, owner: int, deed: int, payer) -> Refused:
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
    return Refused("claim-too-late" if g.late >> deed & 1 else "no-claim")


def throw(g, c) -> None:
    """The throw that decides a rent; it is no double and moves nobody (TURN-13)."""
    _, payer, owner, times, _ = g.tasks[0]
    a, b = c.get("dice") or box_dice(g)
    do(g, DONE)
    charge(g, payer, owner, times * (a + b), RENT_PAID)
