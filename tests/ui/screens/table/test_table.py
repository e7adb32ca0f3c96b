"""Tax, cards, rolls for rent, auctions, debts (ux.md 5, 6, 9, 10), with the inputs counted (ux.md 18)."""

import pytest
from desk import Desk, fits


def at(space, **more):
    """Mum is where 1 + 2 leads to this space."""
    start = {"turn": "Mum", "players": {"Mum": {"space": (space - 3) % 40}}}
    start.update(more)
    return start


def landed(space, rules=None, edition="classic", **more):
    desk = Desk(edition, rules=rules, start=at(space, **more)).key("1", "2", "#")
    desk.inputs = 0
    desk.done.clear()
    return fits(desk)


# -- tax --


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
    desk.sees("First this.")


# -- cards --


def test_a_card_of_the_box_takes_one_input_and_shows_text_and_effect():
    desk = landed(7)
    desk.sees("MUM", "Take a card.").key("A")
    assert desk.inputs == 1 and desk.done == ["draw"] and desk.ui.screen == "turn.card_drawn"
    fits(desk).key("#")
    assert desk.ui.screen != "turn.card_drawn"


def test_every_card_says_what_it_does_within_the_display():
    for card in range(32):
        desk = landed(7 if card < 16 else 17)
        desk.tap("card", card)
        assert desk.inputs == 1 and desk.done == ["card"], (card, desk.refusals)
        fits(desk)
        assert sum(1 for row in desk.rows() if row) >= 3, desk.text()


def test_a_card_by_its_number():
    desk = landed(7).key("C", "1", "5")
    fits(desk).key("#")
    assert desk.done == ["card"] and desk.game.decks[0][-1] == 14


def test_only_numbers_of_cards_can_be_typed():
    desk = landed(7).key("C", "0", "9", "9")
    desk.sees("9_").key("*").sees("Take a card.")
    assert desk.done == []


def test_a_card_of_the_other_deck_is_refused_and_the_question_stays():
    desk = landed(7).tap("card", 20)
    assert desk.refusals == ["wrong-deck"] and desk.done == []
    desk.sees("Take a card.", "Nothing happened.")


def test_the_next_input_closes_a_card_and_counts():
    desk = landed(7).tap("card", 6)
    desk.tap("token", 1)
    assert desk.ui.screen == "table.player"


# -- the extra throw --


def test_an_extra_throw_takes_three_inputs():
    desk = Desk("zelda", start=at(12, deeds={"util1": {"owner": "Mia"}})).key("1", "2").tap("deed", "util1")
    fits(desk).sees("RENT", "MUM>MIA", "4 x the dice")
    desk.inputs = 0
    desk.done.clear()
    desk.key("2", "6").sees("32", "4 x (2 + 6)", "Tap MUM to pay.")
    fits(desk).tap("token", 0)
    assert desk.inputs == 3 and desk.done == ["claim", "throw"]
    assert desk.game.cash[:3] == [1468, 1500, 1532]


def test_only_the_payers_token_throws_and_star_fixes_the_dice():
    desk = Desk("zelda", start=at(12, deeds={"util1": {"owner": "Mia"}})).key("1", "2").tap("deed", "util1")
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


# -- the auction --


def auction(rules=None, names=("Mum", "Dad", "Mia", "Ben"), **more):
    desk = Desk("zelda", names=names, rules=rules, start=at(3, **more)).key("1", "2", "#")
    desk.inputs = 0
    desk.key("B").tap("token", 0)
    assert desk.inputs == 2 and desk.done == ["roll", "decline"]
    desk.inputs = 0
    desk.done.clear()
    return fits(desk)


def test_only_the_lander_declines():
    desk = Desk(start=at(3)).key("1", "2", "#", "B").tap("token", 1).sees("That is DAD's token.", "Tap MUM")
    assert desk.done == ["roll"]
    desk.key("*").sees("Buy")


def test_one_input_a_bid_and_two_for_a_raise_of_ones_own():
    desk = auction().sees("AUCTION Minish", "No bid yet", "20 s", "Tap token: bid 10.")
    desk.tap("token", 1).wait(1250).sees("High 10 DAD", "bid 20.")
    desk.tap("token", 2).wait(1250)
    fits(desk.key("C")).sees("bid 70.").tap("token", 3)
    assert desk.inputs == 4 and desk.done == ["bid"] * 3
    assert desk.game.tasks[0][1] == 3 and desk.game.tasks[0][3] == 70


def test_seven_bids_with_one_raise_take_eight_inputs_and_the_clock_is_the_hammer():
    desk = auction()
    for at_, player in enumerate((1, 2, 3, 1, 2, 3, 2)):
        if at_ == 6:
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
    desk.sees("Now 20", "Nothing happened.")
    assert desk.done == ["bid"]
    desk.wait(1250).tap("token", 2)
    assert desk.done == ["bid", "bid"] and desk.game.tasks[0][3] == 20


def test_the_leader_does_not_bid_against_himself():
    desk = auction().tap("token", 1).wait(1250).tap("token", 1).sees("You lead.")
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
    start = {"deeds": {f"orange{n}": {"owner": "Mum"} for n in (1, 2, 3)}, "bank": {"houses": 1}}
    desk = Desk("classic", start=start)
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
    fits(desk).sees("Nobody bids.", "The bank keeps it.")


def test_the_clock_stands_while_a_sum_is_typed_but_not_for_ever():
    desk = auction().tap("token", 1).key("5").wait(9000).sees("10 s").wait(12000)
    assert desk.done == ["bid", "hammer"]


def test_the_clock_stands_while_a_deed_card_is_open_and_money_can_be_raised():
    desk = auction(deeds={"sky1": {"owner": "Dad"}}).tap("token", 1).wait(6000).sees("4 s")
    desk.tap("deed", "sky1").sees("Owner DAD").wait(8000).key("B").tap("token", 1)
    assert desk.done == ["bid", "mortgage"]
    desk.sees("Turn the deed over.", "High 10 DAD").wait(4500)
    assert desk.done == ["bid", "mortgage", "hammer"]


def test_a_bid_above_ones_cash_is_refused_and_the_auction_goes_on():
    desk = auction().key("9", "9", "9", "9").tap("token", 1)
    assert desk.refusals == ["bid-over-cash"] and desk.done == []
    desk.sees("1500", "Nothing happened.")


def test_a_refused_bid_does_not_stand_over_the_sale():
    desk = auction().tap("token", 1).wait(8500).tap("token", 1).sees("You lead.").wait(1750)
    assert desk.done == ["bid", "hammer"]
    fits(desk).sees("SOLD", "DAD")
    assert "You lead." not in desk.text()


def test_without_auctions_it_is_no_thanks():
    desk = Desk(rules={"auction_mode": "never"}, start=at(3)).key("1", "2", "#").sees("No thanks")
    fits(desk.key("B")).tap("token", 0)
    assert desk.done == ["roll", "decline"] and desk.phase == "end"


# -- debts --


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
    desk.sees("MUM owes MIA", "50", "Has 10. Can get 100.", "Still missing: 40")
    assert "Pay" not in desk.rows()[-1]
    desk.tap("deed", "sky1").sees("Mortgage").key("B").tap("token", 0)
    assert desk.inputs == 3 and desk.done == ["roll", "mortgage"]
    desk.sees("Has 60. Can get 50.")
    desk.inputs = 0
    fits(desk.key("A")).sees("Tap MUM to pay.").tap("token", 0)
    assert desk.inputs == 2 and desk.done[-1] == "pay" and desk.game.cash[2] == 1550


def test_giving_up_takes_two_inputs():
    desk = debtor().sees("That is not enough.").key("D").sees("Tap MUM to give up.").tap("token", 0)
    assert desk.inputs == 2 and desk.done == ["roll", "bankrupt"] and desk.game.out[0]


def test_nobody_gives_up_who_can_still_pay_and_nobody_for_another():
    desk = debtor(sky1={"owner": "Mum"}).key("D").tap("token", 1).sees("That is DAD's token.").tap("token", 0)
    assert desk.refusals == ["can-still-pay"] and desk.done == ["roll"]
    desk.sees("You can still raise", "Nothing happened.")


# -- words --


def test_every_sentence_of_these_screens_fits_two_rows_with_short_names_and_large_sums():
    from banker.ui.layout import wrap
    from deedbox import words

    for number, (name, sentence) in words.read("en").items():
        if 100 <= number < 240 or 249 <= number < 300:
            said = sentence.replace("|", "").format("9999", "9999", "9999", "9999")
            rows = wrap(said)
            assert len(rows) <= 2 and max(map(len, rows)) <= 21, (number, name, rows)
