"""Auctions (ux.md 6), with the inputs counted (ux.md 18)."""

from desk import Desk, fits
from landing import before


def auction(rules=None, names=("Mum", "Dad", "Mia", "Ben"), **more):
    desk = Desk("zelda", names=names, rules=rules, start=before(3, **more)).key("1", "2", "#")
    desk.inputs = 0
    desk.key("B").tap("token", 0)
    assert desk.inputs == 2 and desk.done == ["roll", "decline"]
    desk.inputs = 0
    desk.done.clear()
    return fits(desk)


def test_only_the_lander_declines():
    desk = (
        Desk(start=before(3)).key("1", "2", "#", "B").tap("token", 1).sees("That is DAD's token.", "Tap MUM")
    )
    assert desk.done == ["roll"]
    desk.key("*").sees("Buy")


def test_one_input_a_bid_and_two_for_a_raise_of_ones_own():
    desk = auction().sees("AUCTION Minish", "No bid yet", "20 s", "Tap token: bid 10.")
    desk.tap("token", 1).wait(1250).sees("DAD bid 10", "bid 20.")
    desk.tap("token", 2).wait(1250)
    fits(desk.key("C")).sees("bid 70.").tap("token", 3)
    assert desk.inputs == 4 and desk.done == ["bid"] * 3
    assert desk.game.tasks[0][1] == 3 and desk.game.tasks[0][3] == 70


def test_seven_bids_with_one_raise_take_eight_inputs_and_the_clock_is_the_hammer():
    desk = auction()
    for bid, player in enumerate((1, 2, 3, 1, 2, 3, 2)):
        if bid == 6:
            desk.key("C")
        desk.tap("token", player).wait(1250)
    assert desk.inputs == 8 and desk.done == ["bid"] * 7
    desk.wait(9000)
    assert desk.done[-1] == "hammer"
    fits(desk).sees("SOLD Minish", "MIA", "110", "MIA has 1390 now.", "Give MIA the deed.")
    desk.wait(5000).sees("DAD")
    assert desk.game.owner[1] == 2


def test_typed_sums_take_digits_and_a_token():
    desk = auction().key("1", "2", "5").sees("bid 125.").tap("token", 3)
    assert desk.inputs == 4 and desk.game.tasks[0][3] == 125


def test_for_a_moment_after_a_bid_no_token_is_taken():
    desk = auction().tap("token", 1).tap("token", 2)
    desk.sees("Now it's 20.", "Nothing happened.")
    assert desk.done == ["bid"]
    desk.wait(1250).tap("token", 2)
    assert desk.done == ["bid", "bid"] and desk.game.tasks[0][3] == 20


def test_the_leader_does_not_bid_against_himself():
    desk = auction().tap("token", 1).wait(1250).tap("token", 1).sees("Your bid is highest.")
    assert desk.done == ["bid"]


def test_raises_add_up_and_star_clears_them():
    desk = auction().tap("token", 1).wait(1250).key("A", "A", "B").sees("bid 22.")
    desk.key("*").sees("bid 20.").key("9", "9", "*").sees("bid 20.")
    assert desk.done == ["bid"]


def test_leaving_takes_two_inputs_and_others_may_follow():
    desk = auction().tap("token", 1).wait(1250)
    desk.inputs = 0
    fits(desk.key("*")).sees("Who leaves?").tap("token", 2)
    assert desk.inputs == 2 and desk.done == ["bid", "pass"]
    desk.tap("token", 3).tap("token", 0)
    assert desk.done == ["bid", "pass", "pass", "pass"]
    desk.sees("SOLD", "DAD", "10")


def test_whoever_taps_late_does_not_leave_but_bids():
    desk = auction().tap("token", 1).wait(1250).key("*").wait(5250).sees("Tap token: bid 20.").tap("token", 2)
    assert desk.done == ["bid", "bid"]


def test_a_building_starts_at_what_it_costs():
    deeds = {f"orange{n}": {"owner": "Mum"} for n in (1, 2, 3)}
    deeds.update({f"red{n}": {"owner": "Mia"} for n in (1, 2, 3)})
    desk = Desk("classic", start={"deeds": deeds, "bank": {"houses": 1}})
    desk._after(({"do": "auction-building", "kind": "house"},))
    fits(desk).sees("AUCTION House", "Tap token: bid 100.").tap("token", 1)
    assert desk.refusals == ["cannot-place"]
    desk.tap("token", 0).wait(11000)
    fits(desk).sees("SOLD House", "MUM", "100").wait(5000)
    assert desk.phase == "place"


def test_a_token_that_leaves_does_not_stop_the_clock():
    desk = auction().tap("token", 1).wait(5000).key("*").tap("token", 2).sees("5 s").wait(5500)
    assert desk.done == ["bid", "pass", "hammer"]


def test_the_hammer_by_hand_is_three_presses_a_second_apart():
    desk = auction({"auction_close_s": 0}).tap("token", 1).wait(1250)
    desk.inputs = 0
    desk.key("#").wait(1000).key("#").key("#").key("#")
    assert desk.done == ["bid"], "too early presses do not count"
    desk.wait(1000).key("#")
    assert desk.done == ["bid", "hammer"]


def test_three_presses_are_enough():
    desk = auction().tap("token", 1).wait(1250)
    desk.inputs = 0
    fits(desk.key("#")).wait(1000).key("#").wait(1000).key("#")
    assert desk.inputs == 3 and desk.done == ["bid", "hammer"]


def test_without_a_bid_the_bank_keeps_it():
    desk = auction().wait(20500)
    assert desk.done == ["hammer"]
    fits(desk).sees("Nobody bid.", "The bank keeps it.")


def test_the_clock_stands_while_a_sum_is_typed_but_not_for_ever():
    desk = auction().tap("token", 1).key("5").wait(9000).sees("10 s").wait(12000)
    assert desk.done == ["bid", "hammer"]


def test_the_clock_stands_while_a_deed_card_is_open_and_money_can_be_raised():
    desk = auction(deeds={"sky1": {"owner": "Dad"}}).tap("token", 1).wait(6000).sees("4 s")
    desk.tap("deed", "sky1").sees("DAD owns it.").wait(8000).key("B").tap("token", 1)
    assert desk.done == ["bid", "mortgage"]
    desk.sees("Turn the deed over.", "DAD bid 10").wait(4500)
    assert desk.done == ["bid", "mortgage", "hammer"]


def test_a_bid_above_ones_cash_is_refused_and_the_auction_goes_on():
    desk = auction().key("9", "9", "9", "9").tap("token", 1)
    assert desk.refusals == ["bid-over-cash"] and desk.done == []
    desk.sees("1500", "Nothing happened.")


def test_a_refused_bid_does_not_stand_over_the_sale():
    desk = auction().tap("token", 1).wait(8500).tap("token", 1).sees("Your bid is highest.").wait(1750)
    assert desk.done == ["bid", "hammer"]
    fits(desk).sees("SOLD", "DAD")
    assert "Your bid is highest." not in desk.text()


def test_without_auctions_it_is_no_thanks():
    desk = Desk(rules={"auction_mode": "never"}, start=before(3)).key("1", "2", "#").sees("No thanks")
    fits(desk.key("B")).tap("token", 0)
    assert desk.done == ["roll", "decline"] and desk.phase == "end"
