"""turn.preview and rent.explain say beforehand what decide() then does: in random games and at the edges."""

import pytest

from banker.core.board import DEED_AT, NO_DEED
from banker.core.commands import decide
from banker.core.events import CLAIM_OPENED, JAILED, MOVED, OWNED, PAID, RENT_PAID, TRIED, do
from banker.core.rules.auction import decliner_of, has_passed, high_bid, leader_of, lot_of
from banker.core.rules.moves import BY_CARD
from banker.core.rules.rent import (
    NONE_IN_JAIL,
    NONE_MORTGAGED,
    NONE_OF_BANK,
    NONE_OWN,
    RENT_AMOUNT,
    RENT_COUNT,
    RENT_GROUP,
    RENT_NONE,
    RENT_PER_PIP,
    explain,
    printed,
)
from banker.core.rules.turn import ROLL_FINES, ROLL_JAILS, ROLL_MOVES, ROLL_STAYS, preview
from banker.core.setup.new_game import new_game
from banker.core.state import DEBT, MOVE, RENT, THROW, houses_most, next_player, phase, roller
from banker.core.tasks import rent_of
from deedbox import editions
from deedbox.lab.random_games import play_random_game, start_random_game

BROWN, RAIL, UTILITY = 0, 22, 26


def find(edition):
    return editions.load_board(edition), editions.edition_rules(edition)


def game(**rules):
    return new_game(*find("classic"), rules, 3, 1)


def rolls():
    """(game before the roll, dice, game after it) of random games, in which the box asks for a roll."""
    for seed in range(250):
        g = start_random_game(seed, editions.IDS, find)
        for before, _, _, _ in play_random_game(g, seed, 60):
            if before.rules.mode == "banker" or phase(before) not in ("roll", "end", "power"):
                continue
            ready = decide(before, {"do": "end"}) if phase(before) == "end" else before
            if ready.over:
                continue
            dice = (before.turn_no % 6 + 1, (before.turn_no + before.cash[0]) % 6 + 1)
            for pair in (dice, (dice[0], dice[0])):
                yield before, pair, decide(ready, {"do": "roll", "dice": pair})


def first(events, kind, player):
    return next((event for event in events if event[0] == kind and event[1] == player), None)


def test_a_preview_is_what_the_roll_does():
    kinds = set()
    for before, dice, after in rolls():
        player = roller(before)
        what, space = preview(before, dice)
        kinds.add(what)
        moved = first(after.events, MOVED, player)
        if what == ROLL_JAILS:
            assert after.events.index((JAILED, player)) < after.events.index(moved)
        elif what == ROLL_STAYS:
            assert first(after.events, TRIED, player) and not moved and after.jailed[player]
        elif what == ROLL_FINES and any(task[0] in (DEBT, MOVE) for task in after.tasks):
            assert first(after.events, TRIED, player)  # the fine is still to be paid
        elif what == ROLL_FINES:
            assert first(after.events, TRIED, player)
            assert moved[2] == space if moved else space == after.space[player]
        else:
            assert moved[2] == space and not first(after.events, TRIED, player)
    assert kinds == {ROLL_MOVES, ROLL_JAILS, ROLL_STAYS, ROLL_FINES}


def test_the_rent_that_is_explained_is_the_rent_that_is_charged():
    reasons, by_roll = set(), 0
    for before, dice, after in rolls():
        player = roller(before)
        what, space = preview(before, dice)
        deed = DEED_AT[space]
        if what != ROLL_MOVES or deed == NO_DEED or before.rules.rent_snapshot == "claim":
            continue
        rent = explain(before, deed, player, dice_sum=sum(dice))
        reasons.add(rent[RENT_NONE])
        by_roll += rent[RENT_PER_PIP] > 0
        assert charged(before, after, deed, player) == rent[:2]
    assert reasons >= {0, NONE_OF_BANK, NONE_OWN, NONE_MORTGAGED}  # NONE_IN_JAIL is rare; see below
    assert by_roll


def charged(before, after, deed, player):
    """(amount, per pip) that the roll asked for, or opened a claim for."""
    for event in after.events:
        if event[0] == PAID and event[1] == player and event[4] == RENT_PAID:
            return event[3], 0
        if event[0] == CLAIM_OPENED and event[1:3] == (deed, player):
            return event[4], event[6]
    for task in after.tasks:
        if task[0] in (DEBT, RENT) and task[1] == player and task[4] in (rent_of(deed), deed):
            return task[3], 0
        if task[0] == THROW:
            return 0, task[3]
    return 0, 0


@pytest.mark.parametrize("counts, expected", [(True, (50, 2)), (False, (25, 1))])
def test_a_mortgaged_rail_counts_as_the_house_rule_says(counts, expected):
    g = game(rail_count_mortgaged=counts)
    for deed in (RAIL, RAIL + 1):
        do(g, OWNED, deed, 1)
    g.mortgaged = [int(deed == RAIL + 1) for deed in range(28)]
    rent = explain(g, RAIL, 0)
    assert (rent[RENT_AMOUNT], rent[RENT_COUNT]) == expected
    assert explain(g, RAIL + 1, 0)[:3] == (0, 0, NONE_MORTGAGED)


@pytest.mark.parametrize("counts, expected", [(True, (10, 2)), (False, (4, 1))])
def test_a_mortgaged_utility_counts_as_the_house_rule_says(counts, expected):
    g = game(utility_count_mortgaged=counts)
    for deed in (UTILITY, UTILITY + 1):
        do(g, OWNED, deed, 1)
    g.mortgaged = [int(deed == UTILITY + 1) for deed in range(28)]
    rent = explain(g, UTILITY, 0, BY_CARD)
    assert (rent[RENT_PER_PIP], rent[RENT_COUNT]) == expected


def test_a_whole_group_is_told_from_a_single_street():
    g = game()
    do(g, OWNED, BROWN, 1)
    assert explain(g, BROWN, 0)[RENT_GROUP] == 1
    do(g, OWNED, BROWN + 1, 1)
    assert explain(g, BROWN, 0)[RENT_AMOUNT] == 2 * printed(g, BROWN, 0)
    assert explain(g, BROWN, 0)[RENT_GROUP] == 2


def test_bank_only_shows_no_rent_for_an_owner_in_jail():
    g = game(mode="banker", rent_while_jailed=False)
    do(g, OWNED, BROWN, 1)
    do(g, JAILED, 1)
    assert explain(g, BROWN)[:3] == (0, 0, NONE_IN_JAIL)
    assert decide(g, {"do": "land", "by": 0, "deed": BROWN}).cash[0] == g.cash[0]


def test_a_street_of_the_short_game_has_three_houses():
    assert houses_most(game()) == 4
    assert houses_most(game(game_variant="short")) == 3


def test_the_next_player_is_the_next_to_the_left_who_is_in_the_game():
    g = game()
    g.out = [0, 1, 0, 0, 0, 0, 0, 0]
    assert [next_player(g, player) for player in (0, 1, 2)] == [2, 2, 0]


def test_the_parts_of_an_auction_have_names():
    g = decide(game(), {"do": "roll", "dice": (1, 2)})
    g = decide(decide(g, {"do": "decline"}), {"do": "bid", "by": 2, "amount": 70})
    task = decide(g, {"do": "pass", "by": 1}).tasks[0]
    assert (lot_of(task), leader_of(task), high_bid(task), decliner_of(task)) == (BROWN + 1, 2, 70, 0)
    assert [has_passed(task, player) for player in range(3)] == [False, True, False]
