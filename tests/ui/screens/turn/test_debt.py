"""Debts (ux.md 10), with the inputs counted (ux.md 18)."""

from desk import Desk, fits


def debtor(**more):
    start = {
        "turn": "Mum",
        "players": {"Mum": {"space": 36, "cash": 10}},
        "deeds": {"blue2": {"owner": "Mia"}},
    }
    start["deeds"].update(more)
    desk = Desk("classic", rules={"rent_claim": "auto"}, start=start).key("1", "2", "#")
    assert desk.phase == "debt"
    desk.inputs = 0
    return fits(desk)


def test_a_debt_shows_what_is_there_to_be_had_and_missing_after_each_step():
    desk = debtor(sky1={"owner": "Mum"}, sky2={"owner": "Mum"})
    desk.sees("MUM owes MIA", "50", "rent, Boardwalk", "Has 10. Can get 100.", "Tap MUM's deeds.")
    assert "A Pay" not in desk.text()
    desk.tap("deed", "sky1").sees("Mortgage").key("B").tap("token", 0)
    assert desk.inputs == 3 and desk.done == ["roll", "mortgage"]
    desk.sees("Has 60. Can get 50.")
    desk.inputs = 0
    fits(desk.key("A")).sees("Tap MUM to pay.").tap("token", 0)
    assert desk.inputs == 2 and desk.done[-1] == "pay" and desk.game.cash[2] == 1550


def test_giving_up_takes_two_inputs():
    desk = debtor().sees("Short by 40.").key("D").sees("Tap MUM to give up.").tap("token", 0)
    assert desk.inputs == 2 and desk.done == ["roll", "bankrupt"] and desk.game.out[0]


def test_nobody_gives_up_who_can_still_pay_and_nobody_for_another():
    desk = debtor(sky1={"owner": "Mum"}).key("D").sees("You can still raise", "Nothing happened.")
    desk = debtor().key("D").tap("token", 1).sees("That is DAD's token.")
    assert desk.done == ["roll"]
