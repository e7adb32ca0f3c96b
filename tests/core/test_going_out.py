"""Who went out when, and what a new owner has paid: kept in the bytes of a game, and read from older ones."""

import pytest

from banker.core.codec.state_bytes import pack, same, unpack
from banker.core.commands import decide
from banker.core.events import MORTGAGED, OWNED, PAID, RETIRED, START, TURN, do
from banker.core.rules.mortgage import payoff
from banker.core.setup.new_game import new_game
from banker.core.state import INTEREST_IS_PAID
from banker.core.worth import finish, ranking
from deedbox import editions

BOARDWALK = 21
SPACE_BYTE, TRIES_BYTE = 4, 5  # of a player; six bytes each, after the first six of the game
OUT_BIT = 1 << 7


def game(players=4, **rules):
    return new_game(editions.load_board("classic"), editions.edition_rules("classic"), rules, players, 1)


def packed(g):
    buffer = bytearray(1024)
    return buffer[: pack(g, buffer)]


def read(data, g):
    return unpack(bytes(data), g.board, g.rules)


def test_all_eight_players_keep_their_order_in_no_more_bytes():
    g = game(8)
    size = len(packed(g))
    for player in (3, 0, 7, 1, 6, 2, 4):
        do(g, RETIRED, player)
    assert g.out == [2, 4, 6, 1, 7, 0, 5, 3]
    assert len(packed(g)) == size
    assert same(read(packed(g), g), g)


def test_in_a_game_of_older_bytes_whoever_is_out_went_out_first():
    g = game()
    do(g, RETIRED, 1)
    do(g, RETIRED, 2)
    data = packed(g)
    for player in (1, 2):
        at = 6 + 6 * player
        assert data[at + SPACE_BYTE] & OUT_BIT
        data[at + TRIES_BYTE] &= 0x1F  # older bytes have nothing there
    old = read(data, g)
    assert old.out[:4] == [0, 1, 1, 0]
    after = decide(old, {"do": "resign", "by": 0})
    assert after.over and ranking(after)[:2] == [3, 0]


def test_a_paid_interest_takes_no_more_bytes_and_ends_with_the_turn():
    g = game()
    do(g, OWNED, BOARDWALK, 2)
    do(g, MORTGAGED, BOARDWALK, 1)
    size = len(packed(g))
    assert payoff(g, BOARDWALK) == 220
    do(g, MORTGAGED, BOARDWALK, INTEREST_IS_PAID)
    assert payoff(g, BOARDWALK) == 200
    again = read(packed(g), g)
    assert len(packed(g)) == size and same(again, g) and payoff(again, BOARDWALK) == 200
    do(again, TURN, 1)
    assert again.mortgaged[BOARDWALK] == 1 and payoff(again, BOARDWALK) == 220
    assert g.mortgaged[BOARDWALK] == INTEREST_IS_PAID


def test_whoever_went_out_last_is_the_best_of_those_who_are_out():
    g = game()
    for player in (3, 1, 2):
        do(g, RETIRED, player)
    finish(g)
    assert ranking(g) == [0, 2, 1, 3]


@pytest.mark.parametrize(("tie", "order"), [("most_cash", [2, 0, 1]), ("share", [0, 2, 1])])
def test_the_winner_of_a_tie_comes_first(tie, order):
    """Mum and Mia are worth the same; by a house rule the one with more cash has won."""
    g = game(3, tie=tie)
    do(g, OWNED, BOARDWALK, 0)
    do(g, PAID, 0, 8, 400, START)
    do(g, PAID, 1, 8, 100, START)
    finish(g)
    assert ranking(g) == order
