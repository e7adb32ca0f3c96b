"""The two decks: draw, obey, keep the jail pass (CARD)."""

from . import parts
from .board import (
    ADVANCE,
    BACK,
    BANK,
    COLLECT,
    COLLECT_EACH,
    GROUP_START,
    KEEP,
    NEAREST,
    NOBODY,
    PAY,
    PAY_EACH,
    RAILS,
    REPAIRS,
    SPACE_OF,
    TO_JAIL,
)
from .events import CARD, DONE, DREW, KEPT, MOVED, PAID, do
from .flow import charge, fed, first
from .moves import BY_CARD, DICE_TIMES, RENT_TIMES, back, forward_to, land
from .refusal import Refused
from .state import DEBT, DUE, hotel_step, others


def card(g, c) -> None:
    """The physical card just drawn."""
    deck, number = c["card"] >> 4, c["card"] & 15
    if g.rules.mode == "banker":
        if g.board.cards[deck][number][0] == KEEP and g.held[deck] != NOBODY:
            raise Refused("wrong-deck")
        _obey(g, c["by"], deck, number)
        return
    if deck != g.tasks[0][4] or (g.board.cards[deck][number][0] == KEEP and g.held[deck] != NOBODY):
        raise Refused("wrong-deck")
    do(g, DONE)
    _obey(g, c["by"], deck, number)


def draw(g, c) -> None:
    """The top card of the box's own deck."""
    deck = g.tasks[0][4]
    do(g, DONE)
    _obey(g, c["by"], deck, g.decks[deck][0])


def _obey(g, player: int, deck: int, number: int) -> None:
    do(g, DREW, deck, number)
    op, a, b = g.board.cards[deck][number]
    if op == KEEP:
        do(g, KEPT, deck, number, player)
    elif op == COLLECT:
        do(g, PAID, BANK, player, a, CARD)
    elif op == PAY:
        charge(g, player, fed(g, "card_payments"), a, CARD)
    elif op == REPAIRS:
        charge(g, player, fed(g, "card_payments"), _repairs(g, player, a, b), CARD)
    elif op == PAY_EACH:
        _each(g, [(player, p) for p in others(g, player)], a)
    elif op == COLLECT_EACH:
        _each(g, [(p, player) for p in others(g, player)], a)
    elif op == TO_JAIL:
        parts.load("jail").send(g, player)
    elif g.rules.mode == "referee":
        _move(g, player, op, a, b)


def _move(g, player: int, op: int, a: int, b: int) -> None:
    here = g.space[player]
    how = BY_CARD
    if op == BACK:
        back(g, player, a)
    elif op == ADVANCE:
        if a == here:
            do(g, MOVED, player, a)
        else:
            forward_to(g, player, a, a < here)
    elif op == NEAREST:
        spaces = sorted(SPACE_OF[GROUP_START[a] : GROUP_START[a + 1]])
        ahead = [s for s in spaces if s > here]
        forward_to(g, player, ahead[0] if ahead else spaces[0], not ahead)
        how = (RENT_TIMES if a == RAILS else DICE_TIMES) | b << 4
    land(g, player, how)


def _repairs(g, player: int, per_house: int, per_hotel: int) -> int:
    """A hotel counts as one hotel, not as houses (CARD-12)."""
    due = 0
    hotel = hotel_step(g)
    for deed, level in enumerate(g.level):
        if g.owner[deed] == player:
            due += per_hotel if level == hotel else level * per_house
    return due


def _each(g, pairs, amount: int) -> None:
    """One after the other, from the left (CARD-11); a house rule shares what is not enough."""
    for payer, taker in reversed(pairs):
        first(g, DUE, payer, taker, amount, CARD)
    payers = [payer for payer, _ in pairs]
    if g.rules.bankr_order == "split" and len(set(payers)) == 1 and g.cash[payers[0]] < amount * len(pairs):
        do(g, DONE)
        first(g, DEBT, pairs[0][0], pairs[0][1], amount, CARD)
