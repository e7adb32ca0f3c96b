"""Tax (ux.md 5), with the inputs counted (ux.md 18)."""

import pytest
from desk import fits
from landing import landed


@pytest.mark.parametrize("key, left", [("A", 1300), ("B", 1350)])
def test_the_two_way_tax_takes_two_inputs(key, left):
    desk = landed(4, {"income_tax_mode": "choice"})
    desk.sees("MUM", "Pay 200, or 10%")
    assert "1500" not in desk.text()
    fits(desk.key(key)).sees("Tap MUM to pay.")
    desk.tap("token", 0)
    assert desk.inputs == 2 and desk.done == ["tax"] and desk.game.cash[0] == left


def test_the_percentage_hides_what_somebody_is_worth_and_star_takes_the_choice_back():
    desk = landed(4, {"income_tax_mode": "choice"}).key("B")
    assert "1500" not in desk.text() and "150" not in desk.text()
    desk.key("*").sees("Pay 200, or 10%").key("A").sees("200", "1500 > 1300")
    desk.tap("token", 1).sees("That is DAD's token.", "200")
    assert desk.done == []


def test_a_token_before_the_choice_pays_nothing():
    desk = landed(4, {"income_tax_mode": "choice"}).tap("token", 0)
    assert desk.done == [] and desk.game.cash[0] == 1500
    desk.sees("Finish this first.")
