"""Bankruptcy and leaving the game (BANKR-4 to BANKR-20)."""

from . import parts
from .board import BANK, DEEDS, POT
from .build import estate, raze
from .events import (
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
from .flow import settle
from .jail import give_back, pass_of
from .mortgage import borrow, received
from .refusal import Refused
from .state import AUCTION, DEBT, DUE, LOTS


def bankrupt(g, c) -> None:
    debtor = c["by"]
    if not g.tasks or g.tasks[0][0] != DEBT or g.tasks[0][1] != debtor:
        raise Refused("nothing-to-pay")
    worth = estate(g, debtor)
    if worth >= sum(owed for _, owed in _heirs(g, debtor, g.tasks[0][2])):
        raise Refused("can-still-pay", worth)
    _retire(g, debtor, g.tasks[0][2], c.get("redeem", ()))


def resign(g, c) -> None:
    player = c["by"]
    if not g.rules.resign_allowed:
        raise Refused("rule-off")
    if g.tasks and g.tasks[0][0] == AUCTION and g.tasks[0][1] == player:
        raise Refused("bid-binds")
    indebted = g.tasks and g.tasks[0][0] == DEBT and g.tasks[0][1] == player
    _retire(g, player, g.tasks[0][2] if indebted else BANK, ())


def _retire(g, debtor: int, creditor: int, redeem) -> None:
    r = g.rules
    if creditor == POT or r.bankr_all_to_bank:
        creditor = BANK
    raze(g, debtor, {d: 0 for d in range(DEEDS) if g.owner[d] == debtor and g.level[d]})
    deeds = [d for d in range(DEEDS) if g.owner[d] == debtor]
    if creditor != BANK and r.bankr_deeds_to_player == "mortgage_first" and r.mortgage_on:
        for deed in deeds:
            if not g.mortgaged[deed]:
                borrow(g, debtor, deed)
    heirs = _heirs(g, debtor, creditor)
    _share_cash(g, debtor, heirs)
    on_turn = g.turn == debtor
    _drop_tasks(g, debtor)
    _drop_claims(g, debtor, creditor)
    for deck in (0, 1):
        if g.held[deck] == debtor:
            if creditor == BANK:
                give_back(g, deck)
            else:
                do(g, KEPT, deck, pass_of(g, deck), creditor)
    do(g, RETIRED, debtor)
    left = [p for p in range(g.players) if not g.out[p]]
    ends = len(left) == 1 or r.end_condition == "first_bankruptcy"
    if creditor == BANK:
        lots = 0
        for deed in deeds:
            do(g, OWNED, deed, BANK)
            if g.mortgaged[deed] and (ends or r.bank_auction_unmortgaged):
                do(g, MORTGAGED, deed, 0)
            lots |= 1 << deed
        if lots and not ends:
            # after an auction that is open, lest its leader spend on them what he has bid (AUCT-9)
            do(g, TASKED, 1 if g.tasks and g.tasks[0][0] == AUCTION else 0, LOTS, 0, 0, 0, lots)
    else:
        for i in range(len(deeds)):
            do(g, OWNED, deeds[i], heirs[i % len(heirs)][0])
        for heir, _ in heirs:
            received(g, heir, [d for d in deeds if g.owner[d] == heir], redeem, True)
    if ends:
        settle(
            g
        )  # the last settlement is completed, interest included; what cannot be paid counts against the heir
        parts.load("count").finish(g)
    elif on_turn:
        parts.load("turn").over(g)


def _heirs(g, debtor: int, creditor: int) -> list:
    """Who takes part: the first creditor takes all; a house rule shares among those of the same event."""
    heirs = [(creditor, g.tasks[0][3] if g.tasks else 0)]
    if g.rules.bankr_order == "split" and creditor != BANK:
        for task in g.tasks[1:]:
            if task[0] == DUE and task[1] == debtor and task[2] < BANK:
                heirs.append((task[2], task[3]))
    return heirs


def _share_cash(g, debtor: int, heirs) -> None:
    total = sum(owed for _, owed in heirs)
    cash = g.cash[debtor]
    for heir, owed in heirs[1:]:
        if cash * owed // total:
            do(g, PAID, debtor, heir, cash * owed // total, ESTATE)
    if g.cash[debtor]:
        do(g, PAID, debtor, heirs[0][0], g.cash[debtor], ESTATE)


def _drop_tasks(g, player: int) -> None:
    keep = []
    while g.tasks:
        task = g.tasks[0]
        do(g, DONE)
        if task[1] != player or task[0] == LOTS:
            if task[0] not in (DUE, DEBT) or task[2] != player:
                keep.append(task)
    for task in keep:
        do(g, TASKED, len(g.tasks), *task)


def _drop_claims(g, player: int, creditor: int) -> None:
    """Rents that he did not ask for pass to a player who inherits, or lapse (BANKR-20)."""
    for i in range(len(g.claims) - 1, -1, -1):
        claim = g.claims[i]
        if claim[2] == player:
            do(g, CLAIM_CLOSED, i, 0)
            if creditor != BANK and claim[1] != creditor:
                do(g, CLAIM_OPENED, claim[0], claim[1], creditor, *claim[3:])
