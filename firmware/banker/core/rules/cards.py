"""The two decks: draw a card and do what it says, or keep the pass (CARD)."""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import (
    ADVANCE,
    BACK,
    BANK,
    COLLECT,
    COLLECT_EACH,
    KEEP,
    NEAREST,
    NOBODY,
    PAY,
    PAY_EACH,
    RAILS,
    REPAIRS,
    SPACE_OF,
    TO_JAIL,
    group_deeds,
)
from banker.core.events import CARD, DONE, DREW, KEPT, PAID, do
from banker.core.random import is_hidden
from banker.core.refusal import Refused
from banker.core.rules.moves import BY_CARD, DICE_TIMES, RENT_TIMES, back, forward_to, land, with_times
from banker.core.state import DEBT, DUE, EXTRA, Game, deeds_of, hotel_step, others
from banker.core.tasks import charge, fed, first
from banker.core.types import Command


def card(g: Game, c: Command) -> None:
    """The card that somebody drew from the deck on the table."""
    deck, number = c["card"] >> 4, c["card"] & 15
    pass_is_out = g.board.cards[deck][number][0] == KEEP and g.held[deck] != NOBODY
    if g.rules.mode == "banker":
        if pass_is_out:
            raise Refused("wrong-deck")
        _obey(g, c["by"], deck, number)
        return
    if deck != g.tasks[0][EXTRA] or pass_is_out:
        raise Refused("wrong-deck")
    do(g, DONE)
    _obey(g, c["by"], deck, number)


def draw(g: Game, c: Command) -> None:
    """The top card of the box's own deck."""
    deck = g.tasks[0][EXTRA]
    if not is_hidden(g):
        c["card"] = deck << 4 | g.decks[deck][0]
    do(g, DONE)
    _obey(g, c["by"], deck, c["card"] & 15)


def _obey(g: Game, player: int, deck: int, number: int) -> None:
    do(g, DREW, deck, number)
    action, a, b = g.board.cards[deck][number]
    if action == KEEP:
        do(g, KEPT, deck, number, player)
    elif action == COLLECT:
        do(g, PAID, BANK, player, a, CARD)
    elif action == PAY:
        charge(g, player, fed(g, "card_payments"), a, CARD)
    elif action == REPAIRS:
        charge(g, player, fed(g, "card_payments"), _repairs(g, player, a, b), CARD)
    elif action == PAY_EACH:
        _each(g, [(player, p) for p in others(g, player)], a)
    elif action == COLLECT_EACH:
        _each(g, [(p, player) for p in others(g, player)], a)
    elif action == TO_JAIL:
        lazy.load("rules.jail").send(g, player)
    elif g.rules.mode == "referee":
        _move(g, player, action, a, b)


def _move(g: Game, player: int, action: int, a: int, b: int) -> None:
    """BACK a steps, ADVANCE to space a, or to the NEAREST of group a, where rent or dice count b times."""
    here = g.space[player]
    how = BY_CARD
    if action == BACK:
        back(g, player, a)
    elif action == ADVANCE:
        # "Advance to GO" pays on GO too (S-13); to another space where the player is, he does not go round.
        forward_to(g, player, a, a < here or a == 0)
    elif action == NEAREST:
        spaces = sorted([SPACE_OF[deed] for deed in group_deeds(a)])
        further_on = [space for space in spaces if space > here]
        forward_to(g, player, further_on[0] if further_on else spaces[0], not further_on)
        how = with_times(RENT_TIMES if a == RAILS else DICE_TIMES, b)
    land(g, player, how)


def _repairs(g: Game, player: int, per_house: int, per_hotel: int) -> int:
    """A hotel counts as one hotel, not as houses (CARD-12)."""
    hotel = hotel_step(g)
    amount = 0
    for deed in deeds_of(g, player):
        level = g.level[deed]
        amount += per_hotel if level == hotel else level * per_house
    return amount


def _each(g: Game, pairs: list[tuple[int, int]], amount: int) -> None:
    """(payer, taker) one after the other, from the left (CARD-11). A house rule shares what is not enough."""
    for payer, taker in reversed(pairs):
        first(g, DUE, payer, taker, amount, CARD)
    payers = [payer for payer, _ in pairs]
    if g.rules.bankr_order == "split" and len(set(payers)) == 1 and g.cash[payers[0]] < amount * len(pairs):
        payer, taker = pairs[0]
        do(g, DONE)
        first(g, DEBT, payer, taker, amount, CARD)


COMMANDS = {"card": card, "draw": draw}
