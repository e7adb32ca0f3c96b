"""The simulated players of the lab: whole games by many rules, and what others have published."""

from collections import Counter

import pytest

from banker.core.refusal import Refused
from banker.core.setup.house_rules import HouseRuleError
from banker.core.setup.new_game import new_game
from deedbox import editions
from deedbox.lab import atlas, profiles
from deedbox.lab.play_out import play_out
from deedbox.lab.profile_player import Players
from deedbox.lab.published import FRIEDMAN, FRIEDMAN_RULES
from deedbox.lab.random_tables import Random, house_rules
from deedbox.lab.running_game import RunningGame
from deedbox.lab.sampling import ENDED, ROUNDS, Table, Task, rules_text, run_task

DEVIATIONS = 3.3  # one in a thousand: the seeds are fixed, so the test does not come and go


def start(edition, seed, players=4, rules=None):
    return new_game(editions.load_board(edition), editions.edition_rules(edition), rules or {}, players, seed)


def test_the_same_seed_gives_the_same_game_and_another_seed_another():
    games = [play_out(start("classic", 1), ["usual"] * 4, seed) for seed in (7, 7, 8)]
    assert games[0] == games[1] != games[2]


@pytest.mark.parametrize("profile", profiles.SAMPLED)
def test_players_really_buy_bid_trade_build_mortgage_and_pay(profile):
    kinds = Counter()
    for seed in range(12):
        outcome = play_out(start("classic", seed), [profile] * 4, seed)
        assert outcome.ended and bin(outcome.winners).count("1") == 1
        kinds.update(outcome.kinds)
    for name in "roll buy bid trade build mortgage redeem claim pay bankrupt sell-building".split():
        assert kinds[name] >= 5, (name, kinds)


def test_players_without_trades_do_not_trade():
    outcome = play_out(start("classic", 3), ["usual-alone"] * 4, 3, 30)
    assert "trade" not in outcome.kinds and outcome.kinds["buy"] > 5


@pytest.mark.parametrize("edition", editions.IDS)
def test_players_know_what_to_do_on_every_board_by_any_house_rules(edition):
    board, printed = editions.load_board(edition), editions.edition_rules(edition)
    games = 0
    for seed in range(14):
        random = Random(seed)
        rules = house_rules(random, board, random.one((5, 30, 60)))
        rules["game_variant"] = random.one(("standard", "short", "time"))
        try:
            game = new_game(board, printed, rules, 2 + random.below(4), seed)
        except (HouseRuleError, Refused):
            continue
        names = [random.one((*profiles.SAMPLED, "usual-alone")) for _ in range(game.players)]
        play_out(game, names, seed, 30)
        games += 1
    assert games > 8


def friedman_shares(games, rounds_most):
    table = Table("classic", 2, "friedman", rules_text(FRIEDMAN_RULES))
    rows = run_task(Task(table, 1, games, rounds_most))
    return {rounds: sum(row[ROUNDS] >= rounds for row in rows) / games for rounds in FRIEDMAN}, rows


def is_inside(share, published, games):
    """Theirs was sampled too: 10,000 games or so, so nearly all of the doubt is ours."""
    return abs(share - published) < DEVIATIONS * (published * (1 - published) * (1 / games + 1e-4)) ** 0.5


def test_a_sample_of_the_setting_of_friedman_agrees_with_the_published_shares():
    games = 120
    shares, rows = friedman_shares(games, 200)
    for rounds in (50, 100, 200):
        assert is_inside(shares[rounds], FRIEDMAN[rounds], games), (rounds, shares)
    assert any(row[ENDED] for row in rows) and not all(row[ENDED] for row in rows)


@pytest.mark.proof
@pytest.mark.timeout(3600)
def test_the_setting_of_friedman_gives_the_published_shares():
    games = 3000
    shares, _ = friedman_shares(games, 1000)
    print(shares)
    for rounds, published in FRIEDMAN.items():
        assert is_inside(shares[rounds], published, games), (rounds, shares)


def test_an_unknown_profile_is_told_with_those_that_exist():
    with pytest.raises(profiles.ProfileError, match="careful, usual, daring"):
        profiles.find_profile("bold")


@pytest.mark.parametrize("profile", ["usual", "daring"])
def test_no_deed_is_mortgaged_twice_in_one_turn_by_any_rules_of_the_atlas(profile):
    board, printed = editions.load_board("classic"), editions.edition_rules("classic")
    mortgages = 0
    for arm in atlas.read_plan()[1]:
        for seed in (1, 2, 3):
            g = RunningGame(new_game(board, printed, arm.rules, 4, seed))
            players = Players([profiles.find_profile(profile)] * 4, seed)
            turn, in_turn = g.turn_no, []
            while not g.over and g.turn_no < 150:
                if g.turn_no != turn:
                    turn, in_turn = g.turn_no, []
                command = players.step(g)
                if command["do"] == "mortgage":
                    mortgages += 1
                    assert command["deed"] not in in_turn, (arm.id, seed, turn, command)
                    in_turn.append(command["deed"])
    assert mortgages > 500
