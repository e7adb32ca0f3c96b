"""Bank only and the late correction (ux.md 10), with the inputs counted."""

from desk import Desk, fits

from banker.core.ids import DEED_IDS


def bank(**more):
    rules = dict({"mode": "banker"}, **more.pop("rules", {}))
    return fits(Desk("classic", rules=rules, **more).sees("BANK ONLY", "Tap who pays,"))


def test_a_payment_takes_its_digits_and_two_taps():
    desk = fits(bank().key("2", "5", "0").sees("250"))
    fits(desk.tap("token", 0).sees("MUM pays.")).tap("token", 2)
    assert desk.inputs == 5 and desk.done == ["transfer"]
    assert desk.game.cash[:3] == [1250, 1500, 1750]


def test_the_bank_and_the_pot_may_be_an_end():
    desk = bank().key("5", "0").key("A").tap("token", 1)
    assert desk.done == ["transfer"] and desk.game.cash[1] == 1550
    desk = fits(bank(rules={"free_parking_mode": "jackpot"}).key("5", "0").sees("B Pot"))
    desk.tap("token", 1).key("B")
    assert desk.done == ["transfer"] and desk.game.cash[1] == 1450
    fits(desk.key("D", "6", "4").sees("DAD➤POT 50 paid")).key("*")
    fits(desk.key("2", "0", "B").sees("POT pays.")).tap("token", 0)
    assert desk.game.cash[0] == 1520
    fits(desk.key("*").sees("UNDO?", "POT paid 20.", "MUM gives back 20"))


def test_more_than_the_payer_has_is_refused_and_nothing_is_paid():
    desk = bank().key("9", "9", "9", "9").tap("token", 0).tap("token", 1)
    assert desk.refusals == ["not-enough-cash"] and desk.done == []
    fits(desk.sees("Short by 8499."))


def test_standing_on_an_owned_deed_takes_two_inputs():
    desk = bank(start={"deeds": {"brown2": {"owner": "Mia"}}}).tap("deed", "brown2")
    fits(desk.sees("4", "MIA", "Tap who is here.")).tap("token", 0)
    assert desk.inputs == 2 and desk.done == ["land"]
    assert desk.game.cash[:3] == [1496, 1500, 1504]


def test_the_rent_is_the_one_that_is_charged_while_its_owner_is_in_jail():
    start = {"deeds": {"brown2": {"owner": "Mia"}}, "players": {"Mia": {"in_jail": True}}}
    desk = bank(rules={"rent_while_jailed": False}, start=start).tap("deed", "brown2")
    assert fits(desk).rows()[2] == "0"
    desk.tap("token", 0)
    assert desk.done == ["land"] and desk.game.cash[:3] == [1500, 1500, 1500]


def test_an_unsold_deed_takes_one_tap_more():
    desk = bank().tap("deed", "brown2")
    fits(desk.sees("60", "BANK")).tap("token", 1)
    fits(desk.sees("Tap DAD to buy.")).tap("token", 1)
    assert desk.inputs == 3 and desk.done == ["land", "buy"]
    assert desk.game.owner[DEED_IDS.index("brown2")] == 1
    desk.sees("DAD -60, now 1440").wait(4250).sees("BANK ONLY")


def test_a_utility_asks_for_the_dice_first():
    desk = bank(start={"deeds": {"util1": {"owner": "Mia"}}}).tap("deed", "util1")
    fits(desk.sees("Type both dice first.")).tap("token", 0).sees("Type both dice first.")
    fits(desk.key("3", "4").sees("28", "Tap who is here.")).tap("token", 0)
    assert desk.done == ["land"] and desk.game.cash[0] == 1500 - 28


def test_go_takes_two_inputs_and_asks_when_it_comes_twice():
    desk = fits(bank().key("C").sees("200", "Tap who gets it.")).tap("token", 1)
    assert desk.inputs == 2 and desk.done == ["salary"] and desk.game.cash[1] == 1700
    fits(desk.key("C").tap("token", 1).sees("GO again? Tap DAD."))
    assert desk.done == ["salary"]
    desk.tap("token", 1)
    assert desk.done == ["salary", "salary"]


def test_tax_jail_and_fine_take_three_inputs():
    desk = fits(bank().key("D").sees("1 Tax", "3 To jail"))
    fits(desk.key("1").sees("200", "Tap who pays BANK.", "A 200", "B 10 %")).tap("token", 0)
    assert desk.inputs == 3 and desk.done == ["tax"]
    fits(desk.key("D", "2").sees("75", "Tap who pays BANK.")).tap("token", 0).key("D", "3").tap("token", 0)
    assert desk.game.jailed[0]
    desk.key("D", "4").sees("50", "A Pay 50", "B Use pass", "C Double").tap("token", 0)
    assert desk.inputs == 12 and desk.done == ["tax", "tax", "jail", "fine"] and not desk.game.jailed[0]


def test_a_card_is_tapped_then_its_player():
    desk = fits(bank().key("D", "5").sees("Tap the card, or type")).tap("token", 0)
    assert desk.done == []
    desk.tap("card", 0).sees("Tap who drew it.").tap("token", 0)
    assert desk.done == ["card"]


def test_a_card_without_a_tag_goes_by_its_number_and_shows_its_amount():
    """S-30. The second deck is a key away."""
    desk = fits(bank().key("D", "5").sees("Card number: _", "A Chance"))
    fits(desk.key("B", "3").sees("Community Chest", "Card number: 3_", "Doctor bill"))
    fits(desk.key("#").sees("Doctor bill", "50", "Tap who drew it.")).tap("token", 2)
    assert desk.done == ["card"] and desk.game.cash[2] == 1450


def test_the_share_of_all_is_shown_to_its_payer_before_it_is_paid():
    """S-30: who, to whom, how much; another token does not pay it."""
    desk = bank(start={"deeds": {"blue1": {"owner": "Mia"}}}).key("D", "1", "B")
    fits(desk.sees("10 %", "Tap the player.")).tap("token", 2)
    assert desk.done == []
    fits(desk.sees("MIA➤BANK", "185", "Tap MIA to pay."))
    desk.tap("token", 0).sees("That is MUM's token.").tap("token", 2)
    assert desk.done == ["tax"] and desk.game.cash[2] == 1500 - 185


def test_a_flat_tax_offers_no_share():
    desk = bank(rules={"income_tax_mode": "flat"}).key("D", "1")
    assert "10 %" not in fits(desk.sees("200")).text()


def test_repairs_are_shown_to_their_payer_before_they_are_paid():
    deeds = {deed: {"owner": "Dad", "houses": 2} for deed in ("blue1", "blue2")}
    desk = bank(start={"deeds": deeds}).key("D", "5").tap("card", 10).tap("token", 1)
    assert desk.done == []
    fits(desk.sees("DAD➤BANK", "100", "Tap DAD to pay.")).tap("token", 1)
    assert desk.done == ["card"] and desk.game.cash[1] == 1400


def test_the_three_ways_out_of_jail():
    """S-30: pay, pass, double; who is not in jail is told so before anything happens."""
    players = {"Mum": {"in_jail": True, "jail_cards": 1}, "Dad": {"in_jail": True}}
    desk = bank(start={"players": players}).key("D", "4", "B")
    fits(desk.sees("Tap who uses a pass.")).tap("token", 1)
    fits(desk)
    assert desk.done == []
    desk.tap("token", 0)
    assert desk.done == ["jail-card"] and not desk.game.jailed[0] and desk.game.cash[0] == 1500
    fits(desk.key("D", "4", "C").sees("Tap who rolled it.")).tap("token", 1)
    assert desk.done == ["jail-card", "free"] and not desk.game.jailed[1] and desk.game.cash[1] == 1500


def test_who_holds_both_passes_names_one_in_bank_only_too():
    desk = bank(start={"players": {"Mum": {"in_jail": True, "jail_cards": 2}}}).key("D", "4", "B")
    fits(desk.tap("token", 0).sees("Which pass?", "A Chance", "B Community")).key("B")
    assert desk.done == ["jail-card"] and desk.game.held[0] == 0 and desk.game.held[1] != 0


def test_a_payment_to_the_pot_says_so():
    rules = {"free_parking_mode": "jackpot", "free_parking_feeds": ["taxes", "fines", "card_payments"]}
    fits(bank(rules=rules).key("D", "1").sees("Tap who pays POT."))


def test_undo_and_more_are_reached_from_bank_only():
    desk = (
        bank().key("5").tap("token", 0).tap("token", 1).key("*").sees("UNDO?").tap("token", 0).tap("token", 1)
    )
    assert desk.done == ["transfer", "undo"]
    desk.key("D", "6").sees("MORE")


def test_a_correction_takes_its_digits_four_inputs_and_everyone():
    desk = fits(Desk().tap("banker").sees("2 Fix a mistake"))
    fits(fits(desk.key("2")).tap("token", 1).sees("DAD")).key("5", "0")
    fits(desk.sees("A More", "B Less")).key("B")
    fits(desk.sees("-50", "MUM DAD MIA"))
    desk.tap("token", 0).tap("token", 1)
    assert desk.done == []
    desk.tap("token", 2)
    assert desk.inputs == 2 + 4 + 3 and desk.done == ["correct"]
    assert desk.game.cash[1] == 1450


def test_a_correction_may_move_a_piece():
    desk = Desk().tap("banker").key("2").tap("token", 2).key("2", "4", "C")
    fits(desk.sees("On 24"))
    for player in range(3):
        desk.tap("token", player)
    assert desk.done == ["correct"] and desk.game.space[2] == 24


def test_two_steps_that_cancel_out_still_ask_everyone_whom_they_touch():
    desk = bank().key("5").tap("token", 0).tap("token", 1).key("5").tap("token", 1).tap("token", 0)
    fits(desk.key("*", "A").sees("step 2", "Tap MUM DAD to agree.")).tap("token", 0)
    assert "undo" not in desk.done
    desk.tap("token", 1)
    assert desk.done[-2:] == ["undo", "undo"] and desk.phase == "roll"
