"""The opening deal of the short and the timed game (SPEED-1, TIME-2, TIME-3)."""

from .board import BANK, DEEDS
from .chance import shuffled
from .events import DEALT, DONE, OWNED, PAID, do
from .refusal import Refused


def deal(g, c) -> None:
    hands = c.get("deeds")
    each = g.rules.start_deeds
    if hands is None:
        pile = shuffled(g, range(DEEDS))
        hands = {p: pile[p * each : p * each + each] for p in range(g.players)}
    dealt = []
    for player in range(g.players):
        hand = hands.get(player, ())
        for deed in hand:
            if deed in dealt:
                raise Refused("already-dealt")
            dealt.append(deed)
        if len(hand) != each:
            raise Refused("bad-choice")
    do(g, DONE)
    for player in range(g.players):
        for deed in hands[player]:
            price = g.board.price[deed] if g.rules.start_deeds_paid else 0
            if g.cash[player] < price:
                continue  # it goes back to the bank unsold
            if price:
                do(g, PAID, player, BANK, price, DEALT)
            do(g, OWNED, deed, player)
