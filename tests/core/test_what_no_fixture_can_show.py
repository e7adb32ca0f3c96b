"""Rules that need a custom board or the inside of a game (tests/fixtures/device-only.txt names them)."""

import pytest

from banker.core.board import BACK, CARDS, DEEDS, Board
from banker.core.commands import decide
from banker.core.events import MORTGAGED, MOVED, OWNED, do
from banker.core.random import dice
from banker.core.setup.new_game import new_game
from banker.core.state import DRAW
from banker.core.tasks import first
from deedbox import editions


def game(table=None, numbers=None, players=2, seed=1):
    board = Board(numbers) if numbers else editions.load_board("classic")
    return new_game(board, editions.edition_rules("classic"), table or {}, players, seed)


def drawing(g, deck=0):
    """The player whose turn it is has to draw from this deck."""
    first(g, DRAW, g.turn, 0, 0, deck)
    return g


def test_decks_are_shuffled_by_the_seed():
    """PREP-5a"""
    one, two = game(seed=1), game(seed=2)
    for deck in (0, 1):
        assert sorted(one.decks[deck]) == sorted(two.decks[deck]) == list(range(CARDS))
        assert one.decks[deck] != two.decks[deck]


def test_a_used_card_comes_again_as_the_seventeenth():
    """CARD-3a, with cards that only pay: nobody holds one, and nobody moves."""
    numbers = editions.board_numbers("classic")
    at = DEEDS * 11
    for card in range(CARDS):
        numbers[at + 3 * card : at + 3 * card + 3] = [2, card + 1, 0]  # collect
    g = game(numbers=numbers)
    order = list(g.decks[0])
    amounts = []
    for _ in range(17):
        before = g.cash[0]
        g = decide(drawing(g), {"do": "draw"})
        amounts.append(g.cash[0] - before - 1)
    assert amounts == order + order[:1]


@pytest.mark.parametrize("pays, salary", [(False, 0), (True, 200)])
def test_a_card_that_crosses_go_backwards_pays_only_where_the_table_says_so(pays, salary):
    """GO-6a"""
    numbers = editions.board_numbers("classic")
    numbers[DEEDS * 11 : DEEDS * 11 + 3] = [BACK, 5, 0]
    g = game({"go_back_pays": pays}, numbers)
    do(g, MOVED, 0, 2)
    g = decide(drawing(g), {"do": "card", "card": 0})
    assert g.space[0] == 37
    assert g.cash[0] == 1500 + salary


@pytest.mark.parametrize("rounding, cost", [("half_up", 61), ("up", 61), ("down", 60)])
def test_interest_of_five_and_a_half_is_rounded_as_the_table_says(rounding, cost):
    """MORT-5d: a deed of 110, its loan 55."""
    numbers = editions.board_numbers("classic")
    numbers[0:2] = [110, 55]
    g = game({"round_charge": rounding, "start_cash": 500}, numbers)
    do(g, OWNED, 0, 0)
    do(g, MORTGAGED, 0, 1)
    assert decide(g, {"do": "redeem", "deed": 0}).cash[0] == 500 - cost


def test_the_dice_of_the_box_are_fair():
    """DEV-8a, for both dice, and for their pairs."""
    g = game(seed=3)
    faces = [[0] * 7, [0] * 7]
    pairs: dict = {}
    for _ in range(3600):
        thrown = dice(g, {})
        faces[0][thrown[0]] += 1
        faces[1][thrown[1]] += 1
        pairs[thrown] = pairs.get(thrown, 0) + 1
    assert all(500 <= count <= 700 for die in faces for count in die[1:])
    assert len(pairs) == 36 and max(pairs.values()) < 150
