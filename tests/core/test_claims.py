"""Open rent claims are paid in full, also after packing and in games of the older layout."""

import pytest

from banker.core.board import DEEDS, NEAREST, NO_DEED, RAILS, Board
from banker.core.codec.state_bytes import pack, same, unpack
from banker.core.commands import decide
from banker.core.events import OWNED, RENT_PAID, do
from banker.core.refusal import Refused
from banker.core.rules.moves import BY_DICE, RENT_TIMES, times_of, way_of
from banker.core.setup.new_game import new_game
from banker.core.state import (
    CLAIM_DEED,
    CLAIM_DICE,
    CLAIM_HOW,
    CLAIM_OWNER,
    COUNTED,
    DEBT,
    EXTRA,
    phase,
)
from banker.core.tasks import rent_of, rented_deed, why_of
from deedbox import editions

RAIL, UTILITY = 23, 26
COLLECTS = (6, 1)  # a card of each deck by which the bank only pays
# A game packed by the older layout: seat 0 is on a rail by a card of 15 times, seat 2 on a utility by a 12.
OLD = bytes.fromhex(
    "010310230000dc0500000f00dc0500000000dc050000000094110000010000000008080808080808080808080808080808080808"
    "080808080108080108ff8d4a263fc5e7b9010ef92513486dacb7bdc9d4adf3de6a660000000000021710770100000000f2871a12"
    "300000000000008c000000"
)


def game(times, **rules):
    """Seat 0 is before a deck whose first card leads to the next rail, where seat 1 gets so many rents."""
    numbers = editions.board_numbers("classic")
    numbers[DEEDS * 11 : DEEDS * 11 + 3] = [NEAREST, RAILS, times]
    g = new_game(Board(numbers), editions.edition_rules("classic"), rules, 3, 1)
    do(g, OWNED, RAIL, 1)
    do(g, OWNED, UTILITY, 1)
    return decide(g, {"do": "roll", "dice": (3, 4)})


def through_bytes(g):
    buf = bytearray(1024)
    return unpack(bytes(buf[: pack(g, buf)]), g.board, g.rules)


@pytest.mark.parametrize("snapshot", ["landing", "claim"])
@pytest.mark.parametrize("times", [1, 15, 16, 17, 20])
def test_a_card_of_many_times_the_rent_is_paid_in_full(times, snapshot):
    """RENT-11"""
    g = decide(game(times, rent_snapshot=snapshot), {"do": "card", "card": 0})
    back = through_bytes(g)
    assert same(back, g)
    after = decide(back, {"do": "claim", "by": 1, "deed": RAIL})
    assert g.cash[0] - after.cash[0] == 25 * times


def test_a_claim_that_is_counted_later_keeps_how_and_dice_apart():
    [claim] = decide(game(20, rent_snapshot="claim"), {"do": "card", "card": 0}).claims
    assert (way_of(claim[CLAIM_HOW]), times_of(claim[CLAIM_HOW]), claim[CLAIM_DICE]) == (RENT_TIMES, 20, 7)
    [claim] = decide(game(20), {"do": "card", "card": 0}).claims
    assert claim[CLAIM_HOW] == COUNTED


def test_a_game_of_the_older_layout_still_loads_and_pays():
    new = game(15, rent_snapshot="claim", rent_claim_window=8)
    old = unpack(OLD, new.board, new.rules)
    rail, utility = old.claims
    assert (way_of(rail[CLAIM_HOW]), times_of(rail[CLAIM_HOW]), rail[CLAIM_DICE]) == (RENT_TIMES, 15, 7)
    assert (utility[CLAIM_HOW], utility[CLAIM_DICE]) == (BY_DICE, 12)
    assert decide(old, {"do": "claim", "by": 1, "deed": RAIL}).cash[:3] == [1125, 1875, 1500]
    assert decide(old, {"do": "claim", "by": 1, "deed": UTILITY}).cash[:3] == [1500, 1548, 1452]
    assert same(through_bytes(old), old)


def landings(count):
    """Two players who land on each other's deeds in turn, this many times, and never ask."""
    g = new_game(
        editions.load_board("classic"), editions.edition_rules("classic"), {"rent_claim_window": 0}, 2, 1
    )
    for deed in range(DEEDS):
        do(g, OWNED, deed, deed % 2)
    while len(g.claims) + g.late.bit_count() < count:
        if phase(g) == "card":
            g = decide(g, {"do": "card", "card": g.tasks[0][EXTRA] << 4 | COLLECTS[g.tasks[0][EXTRA]]})
        elif phase(g) == "tax":
            g = decide(g, {"do": "tax", "choose": "flat"})
        elif phase(g) == "end":
            g = decide(g, {"do": "end"})
        else:
            g = decide(g, {"do": "fine"}) if g.jailed[g.turn] else g
            g = decide(g, {"do": "roll", "dice": (1, 2)})
    return g


def test_sixteen_claims_are_open_at_once_and_the_seventeenth_landing_closes_the_oldest():
    """RENT-10"""
    g = landings(16)
    assert len(g.claims) == 16 and not g.late
    oldest = g.claims[0]
    after = landings(17)
    assert len(after.claims) == 16 and after.claims[:15] == g.claims[1:]
    assert after.late == 1 << oldest[CLAIM_DEED]
    with pytest.raises(Refused) as no:
        decide(after, {"do": "claim", "by": oldest[CLAIM_OWNER], "deed": oldest[CLAIM_DEED]})
    assert no.value.code == "claim-too-late"
    newest = after.claims[15]
    after_payment = decide(after, {"do": "claim", "by": newest[CLAIM_OWNER], "deed": newest[CLAIM_DEED]})
    assert len(after_payment.claims) == 15


def test_a_debt_from_an_older_game_has_no_deed_and_is_still_rent():
    """BANKR-1"""
    new = (DEBT, 0, 1, 50, rent_of(21))
    old = (DEBT, 0, 1, 50, RENT_PAID)
    assert (why_of(new), rented_deed(new)) == (RENT_PAID, 21)
    assert (why_of(old), rented_deed(old)) == (RENT_PAID, NO_DEED)
