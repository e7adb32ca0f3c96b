"""No debt without a way out, whatever the house rules: what the rules count is what the commands bring.

House rules are tried at the ends of what they allow. In the short form each pair of such values occurs in a
few choices of all rules at once; the long form also plays every pair alone.
"""

import pytest

from banker.core.board import group_deeds
from banker.core.codec import state_bytes
from banker.core.commands import decide
from banker.core.refusal import Refused
from banker.core.rules.raising import estate
from banker.core.state import DEBT
from deedbox import editions
from deedbox.lab.edges import edges, indebted, pairs, rows
from deedbox.lab.laws import broken_law, broken_step_law
from deedbox.lab.random_games import play_random_game
from deedbox.lab.sensible_player import Sensible
from deedbox.lab.way_out import most, raise_all, stuck

STEPS = 25
SMALL = 300  # as many layouts of the debtor's streets and deeds are tried in every order


def game(seed, rules, few=False):
    edition = editions.IDS[seed % len(editions.IDS)]
    return indebted(seed, editions.load_board(edition), editions.edition_rules(edition), rules, few)


def in_debt(g):
    return not g.over and g.tasks and g.tasks[0][0] == DEBT


def layouts(g):
    """About how many positions the debtor's sales and mortgages could lead to."""
    count = 1
    for group in range(10):
        for deed in group_deeds(group):
            count *= g.level[deed] + 3 if g.owner[deed] == g.tasks[0][1] else 1
    return count


def play(g, seed, steps=STEPS):
    """Every law after every step; the number of debts that were looked at."""
    debts = 0
    assert broken_law(g) == ""
    for before, command, after, _ in play_random_game(g, seed, steps, wild=5):
        if not after:
            continue
        assert state_bytes.sound(after) and broken_law(after) == ""
        assert broken_step_law(before, command, after) == ""
        debts += 1 if in_debt(after) else 0
        if not after.over:
            Sensible(seed).step(after)  # raises StuckError if nothing is accepted
    return debts


def test_every_pair_of_values_at_the_edges_occurs_in_the_rows():
    values = edges()
    assert len(values) >= 60 and {"build_needs_group", "deal_built_group", "bank_buyback_pct"} <= set(values)
    table = rows(0)
    assert len(table) < 60
    for pair in pairs():
        assert any(all(row[name] == pair[name] for name in pair) for row in table), pair


@pytest.mark.parametrize("part", range(4))
def test_every_debt_has_a_way_out_by_every_pair_of_rules_at_their_edges(part):
    for seed, row in enumerate(rows(part)):
        play(game(part * 100 + seed, row, few=part % 2 == 1), seed)


@pytest.mark.parametrize("part", range(2))
def test_no_order_of_commands_brings_more_or_less_than_the_rules_count(part):
    tried = 0
    for seed, row in enumerate(rows(50 + part) + rows(60 + part)):
        g = game(seed, row, few=True)
        if layouts(g) <= SMALL:
            debtor = g.tasks[0][1]
            assert most(g, debtor) == estate(g, debtor) == raise_all(g, debtor).cash[debtor], seed
            tried += 1
    assert tried > 30


# Each of these was a trap, or let a debtor go who could pay.
@pytest.mark.parametrize(
    "rules",
    [
        {"build_needs_group": False},
        {"deal_built_group": True},
        {"bank_buyback_pct": 100},
        {"bank_buyback_pct": 100, "mortgage_on": False},
        {"hotel_break_short": "refuse", "hotel_group_sale": False, "houses_total": 0},
        {"hotel_break_short": "refuse", "hotel_group_sale": False, "houses_total": 0, "sell_even": False},
        {"hotel_break_short": "refuse", "hotel_group_sale": True, "houses_total": 0},
        {"bankr_order": "split", "bankr_all_to_bank": True},
        {"jail_card_after_fail": True, "jail_fine": 0},
    ],
    ids=lambda rules: "+".join(rules),
)
def test_every_debt_has_a_way_out_where_there_was_none(rules):
    for seed in range(40):
        assert stuck(game(seed, rules, few=seed % 2 == 1)) == "", seed


def test_the_law_notices_a_debtor_who_is_counted_too_much(monkeypatch):
    """With the old count, of every mortgage, there are debts without a way out."""
    from banker.core.rules import bankruptcy
    from deedbox.lab import way_out

    def every_mortgage(g, player):
        return estate(g, player) + 30

    monkeypatch.setattr(bankruptcy, "estate", every_mortgage)
    monkeypatch.setattr(way_out, "estate", every_mortgage)
    assert "and the rules say" in stuck(game(1, {}))


def test_a_debtor_who_can_pay_cannot_give_up_and_one_who_cannot_is_let_go():
    paid = gone = 0
    for seed in range(120):
        g = game(seed, {})
        debtor, amount = g.tasks[0][1], g.tasks[0][3]
        if estate(g, debtor) >= amount:
            with pytest.raises(Refused) as no:
                decide(g, {"do": "bankrupt", "by": debtor})
            assert no.value.code == "can-still-pay" and no.value.facts == (estate(g, debtor),)
            assert not decide(raise_all(g, debtor), {"do": "pay", "by": debtor}).out[debtor]
            paid += 1
        else:
            assert decide(g, {"do": "bankrupt", "by": debtor}).out[debtor]
            gone += 1
    assert paid > 20 and gone > 20


@pytest.mark.proof
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(10))
def test_every_debt_has_a_way_out_by_every_pair_of_rules_alone(part):
    debts = 0
    for seed, pair in enumerate(pairs()):
        if seed % 10 == part:
            debts += play(game(seed, pair, few=seed % 4 == 0), seed)
    assert debts > 1000


@pytest.mark.proof
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(10))
def test_every_debt_has_a_way_out_by_many_choices_of_all_rules(part):
    for table in range(part * 20 + 100, part * 20 + 120):
        for seed, row in enumerate(rows(table)):
            play(game(table * 100 + seed, row, few=seed % 2 == 1), seed, 60)


@pytest.mark.proof
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(10))
def test_no_order_of_commands_brings_more_in_many_positions(part):
    for table in range(part * 20 + 500, part * 20 + 520):
        for seed, row in enumerate(rows(table)):
            g = game(table * 100 + seed, row, few=True)
            if layouts(g) <= 4 * SMALL:
                debtor = g.tasks[0][1]
                assert most(g, debtor) == estate(g, debtor), (table, seed)
