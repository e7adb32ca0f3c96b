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
    RETIRED,
    TASKED,
    do,
)
from banker.core.refusal import Refused
from banker.core.rules.build import estate, raze
from banker.core.rules.jail import give_back, pass_of
from banker.core.rules.mortgage import borrow, received
from banker.core.state import (
    AMOUNT,
    AUCTION,
    CLAIM_AMOUNT,
    CLAIM_DEED,
    CLAIM_OWNER,
    CLAIM_PAYER,
    DEBT,
    DUE,
    KIND,
    LOTS,
    OTHER,
    WHO,
    Game,
    deeds_of,
)
from banker.core.tasks import settle
from banker.core.types import Command, Sequence

# Heirs are pairs (player or BANK, amount owed to him).


def bankrupt(g: Game, c: Command) -> None:
    debtor = c["by"]
    if not _owes(g, debtor):
        raise Refused("nothing-to-pay")
    creditor = g.tasks[0][OTHER]
    worth = estate(g, debtor)
    if worth >= sum(amount for _, amount in _heirs(g, debtor, creditor)):
        raise Refused("can-still-pay", worth)
    _leave(g, debtor, creditor, c.get("redeem", ()))


def resign(g: Game, c: Command) -> None:
    player = c["by"]
    if not g.rules.resign_allowed:
        raise Refused("rule-off")
    if g.tasks and g.tasks[0][KIND] == AUCTION and g.tasks[0][WHO] == player:
        raise Refused("bid-binds")
    _leave(g, player, g.tasks[0][OTHER] if _owes(g, player) else BANK, ())


def _owes(g: Game, player: int) -> bool:
    return bool(g.tasks) and g.tasks[0][KIND] == DEBT and g.tasks[0][WHO] == player


def _leave(g: Game, debtor: int, creditor: int, redeem: Sequence[int]) -> None:
    if creditor == POT or g.rules.bankr_all_to_bank:
        creditor = BANK
    _sell_buildings(g, debtor)
    deeds = deeds_of(g, debtor)
    _borrow_if_rule(g, debtor, creditor, deeds)
    heirs = _heirs(g, debtor, creditor)
    _share_cash(g, debtor, heirs)
    is_on_turn = g.turn == debtor
    _close_open_business(g, debtor, creditor)
    _hand_over_passes(g, debtor, creditor)
    do(g, RETIRED, debtor)
    ends = g.out[: g.players].count(0) == 1 or g.rules.end_condition == "first_bankruptcy"
    if creditor == BANK:
        _auction_deeds(g, deeds, ends)
    else:
        _hand_over_deeds(g, deeds, heirs, redeem)
    _end_or_pass_turn(g, ends, is_on_turn)


def _heirs(g: Game, debtor: int, creditor: int) -> list[tuple[int, int]]:
    """The first creditor takes all; a house rule shares among the creditors of the same event (BANKR-15)."""
    heirs = [(creditor, g.tasks[0][AMOUNT] if g.tasks else 0)]
    if g.rules.bankr_order == "split" and creditor != BANK:
        for task in g.tasks[1:]:
            if task[KIND] == DUE and task[WHO] == debtor and task[OTHER] < BANK:
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


def _close_open_business(g: Game, debtor: int, creditor: int) -> None:
    """His tasks and payments to him end. Rents he did not ask for go to the creditor, or lapse (BANKR-20)."""
    rest = []
    while g.tasks:
        task = g.tasks[0]
        do(g, DONE)
        if task[WHO] != debtor or task[KIND] == LOTS:
            if task[KIND] not in (DUE, DEBT) or task[OTHER] != debtor:
                rest.append(task)
    for task in rest:
        do(g, TASKED, len(g.tasks), *task)
    for i in range(len(g.claims) - 1, -1, -1):
        claim = g.claims[i]
        if claim[CLAIM_OWNER] == debtor:
            do(g, CLAIM_CLOSED, i, 0)
            if creditor != BANK and claim[CLAIM_PAYER] != creditor:
                do(g, CLAIM_OPENED, claim[CLAIM_DEED], claim[CLAIM_PAYER], creditor, *claim[CLAIM_AMOUNT:])


def _hand_over_passes(g: Game, debtor: int, creditor: int) -> None:
    for deck in (0, 1):
        if g.held[deck] == debtor:
            if creditor == BANK:
                give_back(g, deck)
            else:
                do(g, KEPT, deck, pass_of(g, deck), creditor)


def _auction_deeds(g: Game, deeds: Sequence[int], ends: bool) -> None:
    """The bank takes the deeds and auctions them, unless the game ends now."""
    lots = 0
    for deed in deeds:
        do(g, OWNED, deed, BANK)
        if g.mortgaged[deed] and (ends or g.rules.bank_auction_unmortgaged):
            do(g, MORTGAGED, deed, 0)
        lots |= 1 << deed
    if lots and not ends:
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
        received(g, heir, [deed for deed in deeds if g.owner[deed] == heir], redeem, True)


def _end_or_pass_turn(g: Game, ends: bool, is_on_turn: bool) -> None:
    if ends:
        settle(g)  # also interest: what an heir cannot pay of it counts against him
        lazy.load("worth").finish(g)
    elif is_on_turn:
        lazy.load("rules.turn").over(g)


COMMANDS = {"bankrupt": bankrupt, "resign": resign}
