"""The opening deal of the short and the timed game (SPEED-1, TIME-2, TIME-3)."""

from __future__ import annotations

from banker.core.board import DEEDS
from banker.core.events import DEALT, DONE, OWNED, PAID, do
from banker.core.random import is_hidden, shuffled
from banker.core.refusal import Refused
from banker.core.state import Game, deeds_of
from banker.core.tasks import fed
from banker.core.types import Command


def deal(g: Game, c: Command) -> None:
    """The hands that the table dealt, or hands that the box deals now."""
    hands = c.get("deeds")
    each = hand_size(g)
    if hands is None:
        if not is_hidden(g):
            pile = shuffled(g, range(DEEDS))
            c["dealt"] = {p: pile[p * each : p * each + each] for p in range(g.players)}
        hands = c["dealt"]
    deeds: list[int] = []
    for player in range(g.players):
        hand = hands.get(player, ())
        for deed in hand:
            if deed in deeds:
                raise Refused("already-dealt")
            deeds.append(deed)
        if len(hand) != each:
            raise Refused("bad-choice")
    do(g, DONE)
    for player in range(g.players):
        for deed in hands[player]:
            price = g.board.price[deed] if g.rules.start_deeds_paid else 0
            if g.cash[player] < price:
                continue  # the bank keeps it
            if price:
                do(g, PAID, player, fed(g, "purchases"), price, DEALT)
            do(g, OWNED, deed, player)


def hand_size(g: Game) -> int:
    """How many deeds each player gets: as many as the house rule wants, at most an even share of all."""
    return min(g.rules.start_deeds, DEEDS // g.players)


def paid(g: Game, player: int) -> int:
    """What this player paid for the deeds that were dealt."""
    if not g.rules.start_deeds_paid:
        return 0
    return sum([g.board.price[deed] for deed in deeds_of(g, player)])


def was_just_dealt(g: Game, player: int) -> bool:
    """Has nobody rolled since the deal, and does the player still have what was dealt?"""
    if g.dice != (0, 0) or not g.owner.count(player):
        return False
    return bool(g.rules.start_deeds) and g.cash[player] == g.rules.start_cash - paid(g, player)


COMMANDS = {"deal": deal}
