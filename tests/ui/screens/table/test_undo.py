"""Undo and redo with the consent of everyone touched, More, leaving, stopping (ux.md 3 and 10)."""

from desk import Desk, fits

RENT = {"deeds": {"brown2": {"owner": "Mia"}}}


def bought():
    return Desk().key("1", "2").tap("deed", "brown2").tap("token", 0)


def test_a_purchase_is_taken_back_by_the_buyer_and_a_witness_in_any_order():
    for order in ((0, 1), (2, 0)):
        desk = bought()
        before = desk.inputs
        fits(desk.key("*").sees("UNDO?", "Minish Village > BANK", "MUM gets back 60"))
        desk.sees("Tap MUM, and one more player as a witness.")
        desk.tap("token", order[0])
        assert desk.done[-1] == "buy"
        desk.sees("One more player taps as a witness." if order[0] == 0 else "Tap MUM to agree.")
        desk.tap("token", order[0])  # the same token twice is one consent
        assert desk.done[-1] == "buy"
        desk.tap("token", order[1])
        assert desk.inputs - before == 4 and desk.done[-1] == "undo"
    assert desk.game.cash[0] == 1500
    desk.sees("MUM", "60")


def test_taking_back_a_rent_needs_both_tokens_in_any_order():
    desk = Desk(start=RENT).key("1", "2").tap("deed", "brown2").tap("token", 0)
    before = desk.inputs
    fits(desk.key("*").sees("MUM gets back 4", "MIA gives back 4", "Tap MUM MIA"))
    desk.tap("token", 2)
    assert desk.done[-1] == "claim"
    desk.tap("token", 0)
    assert desk.inputs - before == 3 and desk.done[-1] == "undo"
    assert desk.game.cash[:3] == [1500, 1500, 1500]


def test_redo_takes_two_inputs_and_as_many_tokens():
    desk = bought().key("*").tap("token", 0).tap("token", 1)
    before = desk.inputs
    fits(desk.key("*").key("B").sees("DO AGAIN?", "Minish Village > MUM", "MUM pays 60"))
    desk.tap("token", 0).tap("token", 2)
    assert desk.inputs - before == 4 and desk.done[-1] == "redo"
    assert desk.game.cash[0] == 1440


def test_one_more_step_asks_the_union_and_keyed_dice_come_back_filled_in():
    desk = bought()
    fits(desk.key("*", "A").sees("step 2", "Minish Village > BANK", "MUM > GO"))
    desk.tap("token", 0).tap("token", 1)
    assert desk.done[-2:] == ["undo", "undo"] and desk.phase == "roll"
    desk = Desk().key("1", "2", "#").key("*").tap("token", 0).tap("token", 1)
    desk.sees("1 + 2 = 3").key("#")
    assert desk.done == ["roll", "undo", "roll"]


def test_with_nothing_to_take_back_the_home_screen_stays():
    fits(Desk().key("*").sees("Nothing to undo.", "1500"))


def test_looking_at_undo_changes_nothing():
    desk = bought().key("*", "*")
    assert desk.done == ["roll", "buy"]
    desk.sees("DAD")


def test_undo_works_for_a_player_who_went_out_by_the_step_and_after_the_end():
    desk = Desk(names=("Mum", "Dad"))
    desk.key("D", "8").tap("token", 1).tap("token", 1)
    assert desk.phase == "over"
    desk.key("#", "*").tap("token", 1)
    assert desk.phase == "over"
    desk.tap("token", 0)  # the winner loses the game by it, and is the only witness there can be
    assert desk.phase == "roll" and not desk.game.out[1]


def test_leaving_takes_four_inputs_and_the_same_token_twice():
    desk = fits(Desk().key("D").sees("8 Leave").key("8"))
    fits(desk.tap("token", 1).sees("DAD", "All to the bank: 1500.", "Tap DAD to leave."))
    desk.tap("token", 2).sees("That is MIA's token.")
    assert desk.done == []
    desk.tap("token", 1)
    assert desk.inputs == 5 and desk.done == ["resign"] and desk.game.out[1]


def test_stopping_for_tonight_says_that_all_is_saved():
    desk = fits(Desk().key("D", "9").sees("Saved.", "Now unplug the box."))
    desk.key("#").sees("MUM")


def test_a_deed_without_its_tag_goes_by_the_number_of_its_space():
    desk = fits(Desk().key("1", "2", "#").key("D", "2", "0").sees("Number of its space"))
    desk.key("3").sees("Tap MUM to buy.")
    Desk().key("D", "2", "0", "2").sees("No deed there.")


def test_back_leads_out_of_more():
    desk = Desk().key("D", "2", "*").sees("MORE").key("*").sees("Roll")
    assert desk.done == []


def test_other_dice_than_those_taken_back_need_another_players_tap():
    desk = Desk().key("1", "2", "#").key("*").tap("token", 0).tap("token", 1).sees("1 + 2 = 3")
    fits(desk.key("*", "5", "6", "#").sees("another player taps"))
    assert desk.done == ["roll", "undo"]
    desk.tap("token", 0)
    assert desk.done == ["roll", "undo"]
    desk.tap("token", 1)
    assert desk.done == ["roll", "undo", "roll"] and desk.game.space[0] == 11
    desk.tap("deed", "pink1").tap("token", 0).key("1", "4", "#")
    assert desk.done[-1] == "roll"  # the next roll is free again


def test_the_last_moves_and_help_are_one_digit_away_from_more():
    desk = bought()
    fits(desk.key("D", "4").sees("MUM➤BANK 60")).key("*").sees("DAD")
    fits(desk.key("D").sees("0 Help").key("0").sees("Only your token pays.")).key("*").sees("DAD")


def test_who_agreed_to_one_step_has_not_agreed_to_two():
    desk = Desk(start=RENT).key("1", "2").tap("deed", "brown2").tap("token", 0)
    desk.key("*").tap("token", 2).key("A").tap("token", 0)
    assert "undo" not in desk.done
    desk.tap("token", 2)
    assert desk.done[-2:] == ["undo", "undo"]


def test_the_same_dice_the_other_way_round_need_no_witness():
    desk = Desk().key("2", "1", "#").key("*").tap("token", 0).tap("token", 1).sees("2 + 1 = 3")
    desk.key("*", "1", "2", "#")
    assert desk.done == ["roll", "undo", "roll"] and desk.game.dice == (1, 2)


def test_who_loses_a_pass_must_agree():
    desk = Desk(start={"players": {"Mum": {"jail_cards": 1}}})
    desk._after(({"do": "trade", "a": 0, "b": 1, "a_gives": {"jail_cards": 1}, "b_gives": {}},))
    assert 1 in desk.game.held
    desk.key("*").tap("token", 0)
    assert 1 in desk.game.held  # Dad loses the pass, and has not agreed
    desk.tap("token", 1)
    assert 0 in desk.game.held


def test_what_all_agreed_to_only_all_take_back():
    desk = Desk()
    desk.ledger.do({"do": "correct", "by": 0, "cash": 100})
    desk.ui.follow(desk.game)
    fits(desk.key("*").sees("Tap MUM DAD +1 to agree."))
    desk.tap("token", 0).tap("token", 1)
    assert desk.game.cash[0] == 1600
    desk.tap("token", 2)
    assert desk.game.cash[0] == 1500


def auctioned(bids):
    desk = Desk(names=("Mum", "Dad", "Mia", "Ben")).key("1", "2", "#")
    commands = [{"do": "decline", "by": 0}] + [{"do": "bid", "by": p, "amount": a} for p, a in bids]
    for command in commands:
        desk.ledger.do(command)
    desk.ui.follow(desk.game)
    return desk


def test_a_finished_auction_is_taken_back_as_one_step_to_the_offer():
    desk = auctioned([(1 + n % 2, 10 + n) for n in range(14)])  # more bids than undo_depth has steps
    desk._after(({"do": "pass", "by": 3}, {"do": "hammer"}))
    fits(desk.key("*").sees("The whole auction:", "Minish Village > BANK", "MIA gets back 23"))
    desk.sees("Tap MIA, and one more who bid or passed.")
    desk.tap("token", 2).tap("token", 0).sees("That is MUM's token.")  # Mum did not bid
    assert "undo" not in desk.done
    desk.tap("token", 3)
    assert desk.done.count("undo") == 17 and desk.phase == "buy"
    assert desk.game.cash[:4] == [1500] * 4
    desk.sees("Minish Village")


def test_a_running_auction_is_taken_back_bid_by_bid():
    desk = auctioned([(1, 10), (2, 20)])
    fits(desk.key("*").sees("A Undo")).key("A")
    fits(desk.sees("MIA bid 20.", "Tap MIA, and one more"))
    desk.tap("token", 2).tap("token", 1)
    assert desk.done[-1] == "undo" and desk.phase == "auction"
    desk.sees("DAD bid 10")
