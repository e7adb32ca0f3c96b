"""Rolls for rent (ux.md 5), with the inputs counted (ux.md 18)."""

from desk import Desk, fits
from landing import before, landed


def test_an_extra_throw_takes_three_inputs():
    desk = (
        Desk("zelda", start=before(12, deeds={"util1": {"owner": "Mia"}})).key("1", "2").tap("deed", "util1")
    )
    fits(desk).sees("RENT", "MUM➤MIA", "4 x the dice")
    desk.inputs = 0
    desk.done.clear()
    desk.key("2", "6").sees("32", "4 x (2 + 6)", "Tap MUM to pay.")
    fits(desk).tap("token", 0)
    assert desk.inputs == 3 and desk.done == ["claim", "throw"]
    assert desk.game.cash[:3] == [1468, 1500, 1532]


def test_only_the_payers_token_throws_and_star_fixes_the_dice():
    desk = (
        Desk("zelda", start=before(12, deeds={"util1": {"owner": "Mia"}})).key("1", "2").tap("deed", "util1")
    )
    desk.tap("token", 0).sees("Nothing happened.")
    desk.key("2", "6").tap("token", 2).sees("That is MIA's token.", "32")
    desk.key("*").sees("4 x the dice").key("1", "1").sees("8")
    assert desk.done == ["roll"]


def test_a_throw_asked_for_by_a_card():
    desk = landed(7, {"rent_claim": "auto"}, deeds={"util1": {"owner": "Mia"}}).tap("card", 3)
    desk.key("#")
    assert desk.phase == "throw"
    fits(desk).key("2", "3").sees("50", "10 x (2 + 3)").tap("token", 0)
    assert desk.done[-1] == "throw" and desk.game.cash[2] == 1550
