"""Bankruptcy and leaving the game (BANKR-4 to BANKR-20)."""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import BANK, POT
from banker.core.events import (
    CLAIM_CLOSED,
    CLAIM_OPENED,
    DONE,
    ESTATE,
    KEPT,
    MORTGAGED,
    OWNED,
    PAID,
    RENT_PAID,
    RETIRED,
    TASKED,
    do,
)
from banker.core.refusal import Refused
from banker.core.rules.jail import give_back, pass_of, pass_settles
from banker.core.rules.mortgage import borrow, received
from banker.core.rules.raising import estate, raze
from banker.core.state import (
    AMOUNT,
    AUCTION,
    CLAIM_AMOUNT,
    CLAIM_HOW,
    CLAIM_OWNER,
    COUNTED,
    DEBT,
    DUE,
    EXTRA,
    INHERITED,
    KIND,
    LOTS,
    OTHER,
    RENT,
    THROW,
    WHO,
    Game,
    deeds_of,
)
from banker.core.tasks import rented_deed, settle, why_of
from banker.core.types import Command, Sequence

# Heirs are pairs (player or BANK, amount owed to him).


def bankrupt(g: Game, c: Command) -> None:
    debtor = c["by"]
    if not _owes(g, debtor):
        raise Refused("nothing-to-pay")
    creditor = _creditor(g)
    worth = estate(g, debtor)
    if pass_settles(g, debtor):
        worth += g.tasks[0][AMOUNT]
    if worth >= sum(amount for _, amount in _heirs(g, debtor, creditor)):
        raise Refused("can-still-pay", worth)
    _leave(g, debtor, creditor, c.get("redeem", ()))


def resign(g: Game, c: Command) -> None:
    player = c["by"]
    if not g.rules.resign_allowed:
        raise Refused("rule-off")
    if g.tasks and g.tasks[0][KIND] == AUCTION and g.tasks[0][WHO] == player:
        raise Refused("bid-binds")
    _leave(g, player, _creditor(g) if _owes(g, player) else BANK, ())


def _owes(g: Game, player: int) -> bool:
    return bool(g.tasks) and g.tasks[0][KIND] == DEBT and g.tasks[0][WHO] == player


def _creditor(g: Game) -> int:
    """Who inherits from the debtor: the player who is owed, or the bank."""
    creditor = g.tasks[0][OTHER]
    return BANK if creditor == POT or g.rules.bankr_all_to_bank else creditor


def _leave(g: Game, debtor: int, creditor: int, redeem: Sequence[int]) -> None:
    _sell_buildings(g, debtor)
    deeds = deeds_of(g, debtor)
    _borrow_if_rule(g, debtor, creditor, deeds)
    heirs = _heirs(g, debtor, creditor)
    _share_cash(g, debtor, heirs)
    is_on_turn = g.turn == debtor
    heir_of = {deeds[i]: heirs[i % len(heirs)][0] for i in range(len(deeds))}
    _close_open_business(g, debtor, creditor, heir_of)
    _hand_over_passes(g, debtor, creditor)
    do(g, RETIRED, debtor)
    ends = g.out[: g.players].count(0) == 1 or "first_bankruptcy" in g.rules.ends
    if creditor == BANK:
        _auction_deeds(g, deeds, ends)
    else:
        _hand_over_deeds(g, deeds, heirs, redeem)
    _end_or_pass_turn(g, ends, is_on_turn)


def _heirs(g: Game, debtor: int, creditor: int) -> list[tuple[int, int]]:
    """The first creditor takes all; a house rule shares among the creditors of the same event (BANKR-15)."""
    heirs = [(creditor, g.tasks[0][AMOUNT] if g.tasks else 0)]
    if g.rules.bankr_order == "split" and creditor != BANK:
        event = g.tasks[0][EXTRA]  # a rent that lines up behind the debt is another event
        for task in g.tasks[1:]:
            if task[KIND] == DUE and task[WHO] == debtor and task[OTHER] < BANK and task[EXTRA] == event:
                heirs.append((task[OTHER], task[AMOUNT]))
    return heirs


def _sell_buildings(g: Game, debtor: int) -> None:
    raze(g, debtor, {deed: 0 for deed in deeds_of(g, debtor) if g.level[deed]})


def _borrow_if_rule(g: Game, debtor: int, creditor: int, deeds: Sequence[int]) -> None:
    """House rule: a player inherits only mortgaged deeds, and the loans in cash."""
    r = g.rules
    if creditor != BANK and r.bankr_deeds_to_player == "mortgage_first" and r.mortgage_on:
        for deed in deeds:
            if not g.mortgaged[deed]:
                borrow(g, debtor, deed)


def _share_cash(g: Game, debtor: int, heirs: Sequence[tuple[int, int]]) -> None:
    """In proportion to what is owed; the first heir gets what division leaves."""
    total = sum(amount for _, amount in heirs)
    cash = g.cash[debtor]
    for heir, amount in heirs[1:]:
        share = cash * amount // total
        if share:
            do(g, PAID, debtor, heir, share, ESTATE)
    if g.cash[debtor]:
        do(g, PAID, debtor, heirs[0][0], g.cash[debtor], ESTATE)


def _close_open_business(g: Game, debtor: int, creditor: int, heir_of: dict[int, int]) -> None:
    """His tasks and the rents against him end. Rents that he has asked for, or still could, go to the heir of
    the deed, or lapse; other payments to him end (BANKR-20, S-3)."""
    rest = []
    while g.tasks:
        task = g.tasks[0]
        do(g, DONE)
        kind, payer, owner, amount, extra = task
        if payer == debtor and kind != LOTS:
            continue
        if owner == debtor and kind in (DUE, DEBT, THROW, RENT):
            deed = rented_deed(task) if kind in (DUE, DEBT) else extra
            heir = heir_of.get(deed, creditor)
            if heir in (BANK, payer) or kind in (DUE, DEBT) and why_of(task) != RENT_PAID:
                continue
            task = (kind, payer, heir, amount, extra)
        rest.append(task)
    for task in rest:
        do(g, TASKED, len(g.tasks), *task)
    for claim in g.claims[:]:
        deed, payer, owner = claim[:CLAIM_AMOUNT]
        if claim[CLAIM_HOW] != COUNTED:
            owner = g.owner[deed]  # counted when it is asked for: then it belongs to whoever has the deed
        if debtor not in (payer, owner, claim[CLAIM_OWNER]):
            continue
        heir = heir_of.get(deed, creditor) if owner == debtor else owner
        do(g, CLAIM_CLOSED, g.claims.index(claim), 0)
        if payer != debtor and heir not in (BANK, payer):
            do(g, CLAIM_OPENED, deed, payer, heir, *claim[CLAIM_AMOUNT:])


def _hand_over_passes(g: Game, debtor: int, creditor: int) -> None:
    for deck in (0, 1):
        if g.held[deck] == debtor:
            if creditor == BANK:
                give_back(g, deck)
            else:
                do(g, KEPT, deck, pass_of(g, deck), creditor)


def _auction_deeds(g: Game, deeds: Sequence[int], ends: bool) -> None:
    """The bank takes the deeds and auctions them, unless the game ends now or has no auctions (S-5)."""
    lots = 0
    keeps = ends or g.rules.auction_mode == "never"
    for deed in deeds:
        do(g, OWNED, deed, BANK)
        if g.mortgaged[deed] and (keeps or g.rules.bank_auction_unmortgaged):
            do(g, MORTGAGED, deed, 0)
        lots |= 1 << deed
    if lots and not keeps:
        # Behind an auction that is open: its leader must not spend on them what he has bid (AUCT-9).
        place = 1 if g.tasks and g.tasks[0][KIND] == AUCTION else 0
        do(g, TASKED, place, LOTS, 0, 0, 0, lots)


def _hand_over_deeds(
    g: Game, deeds: Sequence[int], heirs: Sequence[tuple[int, int]], redeem: Sequence[int]
) -> None:
    """To the heirs in turn; each pays interest on the mortgages that he gets."""
    for i in range(len(deeds)):
        do(g, OWNED, deeds[i], heirs[i % len(heirs)][0])
    for heir, _ in heirs:
        received(g, heir, [deed for deed in deeds if g.owner[deed] == heir], redeem, INHERITED)


def _end_or_pass_turn(g: Game, ends: bool, is_on_turn: bool) -> None:
    if ends:
        settle(g)  # also interest: what an heir cannot pay of it counts against him
        lazy.load("worth").finish(g)
    elif is_on_turn:
        lazy.load("rules.turn").over(g)


COMMANDS = {"bankrupt": bankrupt, "resign": resign}
