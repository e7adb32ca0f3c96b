"""The exact tables of `deedbox lab truth`, held against what others have published."""

import json

import pytest
from click.testing import CliRunner
from json_answers import answer_faults

from deedbox import editions
from deedbox.cli.lab import command
from deedbox.lab.movement import HOTEL, IN_JAIL, find_income, find_truth
from deedbox.lab.published import COLLINS_SHORT, LAST_DIGIT

DEAREST = 39


def digits(share):
    return f"{100 * share:.4f}"


@pytest.fixture(scope="module")
def short():
    return find_truth()


def test_every_published_digit_is_ours_or_its_reason_is_written_down(short):
    ours = [digits(share) for share in short.per_roll]
    assert {at: ours[at] for at in range(41) if ours[at] != COLLINS_SHORT[at]} == LAST_DIGIT
    assert all(
        abs(float(mine) - float(theirs)) < 0.00011 for mine, theirs in zip(ours, COLLINS_SHORT, strict=True)
    )


def test_rolls_in_a_turn_and_the_way_to_jail_are_as_published(short):
    assert f"{short.rolls_per_turn:.6f}" == "1.186624" and f"{short.rolls_to_jail:.6f}" == "26.230097"


def test_staying_in_jail_is_by_the_book_and_the_quoted_figure_needs_a_house_rule():
    book = find_truth(jail="long")
    assert (digits(book.per_roll[IN_JAIL]), digits(book.per_roll[10])) == ("9.3855", "2.1422")
    quoted = find_truth(jail="long", rules={"jail_doubles_extra_roll": True})
    assert (f"{100 * quoted.per_roll[IN_JAIL]:.2f}", f"{100 * quoted.per_roll[10]:.2f}") == ("9.46", "2.14")


def test_all_shares_add_up_and_a_token_never_ends_on_go_to_jail(short):
    for shares in (short.per_roll, short.per_turn, short.touched):
        assert len(shares) == 41 and abs(sum(shares) - 1) < 1e-9 and min(shares) >= 0
    assert short.per_roll[30] == short.per_turn[30] == 0 < short.touched[30]
    assert short.touched[7] > short.per_roll[7], "half of the cards move the token on"


def test_a_street_earns_its_rent_times_how_often_it_is_touched(short):
    income = find_income()
    rents = editions.load_edition("classic").deeds["blue2"]["rents"]
    for buildings in range(1, HOTEL + 1):
        assert income[DEAREST][buildings] == pytest.approx(short.visits[DEAREST] * rents[buildings])
    assert income[DEAREST][0] == pytest.approx(short.visits[DEAREST] * 2 * rents[0])
    rails = [income[space][0] for space in (5, 15, 25)]
    assert all(income[space][0] > 200 * short.visits[space] for space in (5, 15, 25)), rails
    assert income[35][0] == pytest.approx(200 * short.visits[35]), "no card leads to the fourth rail"


@pytest.mark.parametrize(
    "edition",
    [pytest.param(name, marks=() if name == "duel-masters" else pytest.mark.proof) for name in editions.IDS],
)
def test_every_board_has_its_tables(edition):
    answer = CliRunner().invoke(command, ["truth", "--edition", edition, "--json"])
    assert answer.exit_code == 0, answer.output
    assert answer_faults(["lab", "truth"], answer.output) == []
    table = json.loads(answer.output)
    for name in ("per_roll", "per_turn", "touched"):
        assert len(table[name]) == 41 and sum(table[name]) == pytest.approx(100, abs=0.001)


def test_a_rule_that_does_not_exist_and_a_rule_without_a_value_are_told():
    for words, sentence in ((["--rule", "nothing=3"], "no such rule"), (["--rule", "go"], "NAME=VALUE")):
        answer = CliRunner().invoke(command, ["truth", *words])
        assert answer.exit_code and (sentence in answer.output or sentence in str(answer.exception))
