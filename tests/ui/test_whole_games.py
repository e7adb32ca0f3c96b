"""Whole games by taps and keys alone, from the first roll to the winner, at every board."""

import pytest
from desk import Desk, fits

from banker.core.codec.state_bytes import sound
from deedbox import editions
from deedbox.lab.taps_and_keys import Hand

NAMES = ("Maximilianus", "Konstantinos", "Mia", "Ben", "Zoe", "Tom", "Eva", "Leo")
MOST = 12000  # inputs; a game that needs more will not end


def play(desk, seed, most=MOST):
    """Until the end, or so many inputs; returns how many it took."""
    hand = Hand(seed)
    count = 0
    while not desk.game.over and count < most:
        steps = len(desk.done)
        what, value = hand.next(desk.game, [key for key, _ in desk.ui.inputs()])
        if what == "wait":
            desk.wait(value)
        elif what == "key":
            desk.key(value)
        else:
            desk.tap(what, value)
        count += 1
        if len(desk.done) != steps:
            hand.progress()
            assert sound(desk.game)
        if count % 7 == 0:
            fits(desk)
        assert hand.wasted < 8, f"stuck in {desk.ui.screen} after {desk.done[-3:]}:\n{desk.text()}"
    return count


@pytest.mark.parametrize("edition", editions.IDS)
def test_a_game_of_as_many_as_the_board_allows_is_played_to_its_end_by_taps_and_keys(edition):
    most = editions.edition_rules(edition).get("players_max", 8)
    desk = Desk(edition, names=NAMES[:most], rules={"deck_source": "device"}, language="de")
    play(desk, seed=3)
    assert desk.game.over
    desk.sees(desk.ui.name([p for p in range(most) if desk.game.winners >> p & 1][0])[:10])
    assert {"roll", "buy", "bid", "claim", "build", "bankrupt"} <= set(desk.done)


@pytest.mark.parametrize(
    "edition,rules,commands",
    [
        ("duel-masters", {"dm_battle": True}, {"battle"}),
        ("spider-man", {"sm_doubles": True}, {"power"}),
        ("classic", {"game_variant": "short"}, {"deal"}),
        ("classic", {"rent_claim": "auto", "auction_mode": "never"}, {"decline"}),
    ],
)
def test_what_an_edition_or_the_table_adds_is_played_by_taps_and_keys_too(edition, rules, commands):
    desk = Desk(edition, names=NAMES[2:6], rules=dict(rules, deck_source="device"))
    play(desk, seed=5)
    assert desk.game.over
    assert commands <= set(desk.done)


def test_a_bank_that_only_banks_serves_a_long_evening():
    desk = Desk("classic", names=NAMES[2:6], rules={"mode": "banker"})
    play(desk, seed=2, most=3000)
    assert {"land", "buy", "salary"} <= set(desk.done)
