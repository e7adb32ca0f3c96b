"""Screens that are loaded on use, in the unix port: a deed, building, an auction, a card."""

import pytest
from hands import Hands, files_of_a_new_game

from deedbox.twin import Twin

ORANGE = {f"orange{n}": {"owner": "Mum"} for n in (1, 2, 3)}
GAME = {
    "edition": "classic",
    "names": ["Mum", "Dad", "Mia"],
    "seed": 7,
    "rules": {"auction_close_s": 0},
    "given": {"deeds": ORANGE, "players": {"Dad": {"space": 4}}},
}


@pytest.fixture
def hands():
    with Twin(files=files_of_a_new_game(**GAME)) as twin:
        yield Hands(twin)


def test_build_auction_and_card_on_the_box(hands):
    hands.sees("MUM", "1500", "Roll")
    hands.key("B")
    hands.sees("MONEY", "2 DAD    1500")
    hands.tap("token", 1)
    hands.sees("DAD", "Deeds 0, passes 0")
    hands.tap("deed", 8)
    hands.sees("MUM owns it.", "A Build", "B Mortgage", "C Trade")
    hands.key("A", "A", "A")
    hands.sees("32 left", "1 House", "300")
    hands.tap("token", 0)
    hands.sees("MUM", "1200")
    hands.tap("deed", 9)
    hands.key("C")
    hands.sees("SELL", "+150")
    hands.key("*", "*")
    hands.key("1", "2", "#", "B")
    hands.tap("token", 0)
    hands.sees("AUCTION", "No bid yet")
    hands.tap("token", 1)
    hands.sees("DAD bid 10", "Tap token: bid 20.")
    for _ in range(3):
        hands.key("#")
        hands.wait(1100)
    hands.sees("SOLD", "DAD", "1490")
    hands.key("#")
    hands.sees("DAD", "1490")
    hands.key("1", "2", "#")
    hands.sees("DAD", "Take a card.")
    hands.key("A")
    hands.sees("Go on")
