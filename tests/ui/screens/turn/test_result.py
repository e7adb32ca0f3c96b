"""What was forced is shown: who, how much, why, what is left (host/docs/ux.md, sections 5, 8, 9, 12)."""

import pytest
from desk import Desk, fits

from banker.ui.sounds import DOORBELL, JAIL, MONEY_IN, MONEY_OUT, NEXT, POT, SALARY

LONG = ("Maximilianus", "Konstantinos", "Mia")


def landed(space, rules=None, edition="classic", names=("Mum", "Dad", "Mia"), **more):
    """The first player has rolled 1 + 2 and is there."""
    start = {"players": {names[0]: {"space": (space - 3) % 40}}}
    start.update(more)
    return fits(Desk(edition, names, rules=rules, start=start).key("1", "2", "#"))


@pytest.mark.parametrize("names", [("Mum", "Dad", "Mia"), LONG])
def test_a_tax_is_shown_with_what_is_left_and_closes_by_itself(names):
    desk = landed(38, names=names)
    assert desk.ui.screen == "turn.result"
    desk.sees("Luxury Tax", names[0].upper()[:10], "75", "has 1425 now.", "# Go on").wait(3750)
    assert desk.ui.screen == "turn.result"
    desk.wait(500).sees(names[1].upper()[:10])


def test_results_stay_twice_as_long_when_slow():
    desk = landed(38)
    desk.ui.pace = 2
    assert desk.wait(7750).ui.screen == "turn.result" and desk.wait(500).ui.screen == "turn.home"


def test_the_next_input_closes_it_and_counts():
    assert landed(38).key("4").sees("DAD", "4 + _")
    assert landed(38).tap("token", 2).sees("MIA", "Deeds 0")
    desk = landed(38).key("*").sees("UNDO?", "MUM gets back 75").tap("token", 0).tap("token", 1)
    assert desk.done == ["roll", "undo"] and desk.game.cash[0] == 1500


def test_go_on_does_not_end_the_turn():
    desk = landed(38).key("#")
    assert desk.done == ["roll"] and desk.phase == "end"


def test_the_two_way_tax_shows_what_the_percentage_came_to():
    desk = Desk("classic", rules={"income_tax_mode": "choice"}, start={"players": {"Mum": {"space": 1}}})
    desk.key("1", "2", "#", "B").tap("token", 0)
    fits(desk.sees("150", "MUM has 1350 now."))


@pytest.mark.parametrize("names", [("Mum", "Dad", "Mia"), LONG])
def test_rent_that_the_box_asks_for_is_paid_with_the_roll_and_rings(names):
    desk = landed(39, {"rent_claim": "auto"}, names=names, deeds={"blue2": {"owner": names[2]}})
    desk.sees("RENT", "➤MIA", "50", "has 1450 now.")
    assert desk.ui.sound == DOORBELL and desk.ui.screen == "turn.result"


def test_who_takes_the_pot_hears_the_jackpot():
    rules = {"free_parking_mode": "jackpot", "free_parking_feeds": ["taxes", "fines", "card_payments"]}
    desk = landed(38, rules)
    desk._after(({"do": "end"},))
    desk._after(({"do": "correct", "by": 1, "space": 17},))
    desk.ui.sound = 0
    desk.key("1", "2", "#")
    fits(desk.sees("DAD", "75", "DAD takes the pot.", "DAD has 1575 now."))
    assert desk.ui.sound == POT


def test_the_fine_after_the_last_try_goes_by_itself_and_is_shown_before_what_it_led_to():
    start = {"players": {"Mum": {"in_jail": True, "jail_tries": 2}}}
    desk = Desk("classic", start=start).key("1", "2", "#")
    fits(desk.sees("FINE", "MUM", "50", "has 1450 now."))
    assert desk.phase == "buy"
    desk.tap("deed", "pink2").sees("Tap MUM to buy.")


def test_a_double_frees_and_says_so():
    desk = Desk("classic", start={"players": {"Mum": {"in_jail": True}}}).key("5", "5", "#")
    fits(desk.sees("MUM is free."))


@pytest.mark.parametrize("names", [("Mum", "Dad", "Mia"), LONG])
def test_who_goes_to_jail_is_named_and_heard(names):
    desk = landed(30, names=names)
    desk.sees(names[0].upper()[:10], "goes to jail.", "turn is over.")
    assert desk.ui.sound == JAIL
    desk.wait(4250).sees(names[1].upper()[:10])


def test_a_salary_is_shown_and_heard_unless_something_is_to_be_decided():
    desk = landed(0)
    desk.sees("GO", "MUM", "200", "MUM has 1700 now.")
    assert desk.ui.sound == SALARY
    desk = landed(1)
    assert desk.ui.screen == "turn.landing" and desk.ui.sound == SALARY


def test_after_a_mortgage_the_deed_is_turned_in_the_words_of_the_edition():
    for edition, words in (("classic", "Turn the deed over."), ("star-wars-ep1", "Turn to MORTGAGED.")):
        desk = Desk(edition, start={"deeds": {"sky1": {"owner": "Dad"}}}).tap("deed", "sky1").key("B")
        fits(desk.tap("token", 1).sees("MORTGAGE", "+50", "DAD has 1550 now.", words))
        desk.wait(4250).sees("MUM")
        desk.tap("deed", "sky1").key("B").tap("token", 1).sees("MUM")
        assert desk.ui.screen == "turn.home", "nothing is turned when it is paid back without a word"


def test_in_a_debt_the_question_stays_in_sight_and_the_money_is_heard():
    deeds = {"blue2": {"owner": "Mia"}, "sky1": {"owner": "Mum"}}
    start = {"players": {"Mum": {"space": 36, "cash": 20}}, "deeds": deeds}
    desk = Desk("classic", rules={"rent_claim": "auto"}, start=start).key("1", "2", "#")
    desk.tap("deed", "sky1").key("B")
    desk.ui.sound = 0
    fits(desk.tap("token", 0).sees("Turn the deed over.", "Has 70.", "A Pay"))
    assert desk.ui.sound == MONEY_IN


def test_a_real_card_goes_under_the_pile_or_is_kept():
    desk = landed(7).tap("card", 14)
    fits(desk.sees("Card under the pile."))
    desk = landed(7).tap("card", 7)
    desk.sees("Keep this card.")
    assert "under the pile" not in desk.text()
    desk = landed(7).key("A")
    assert "under the pile" not in desk.text() and desk.ui.screen == "turn.card_drawn"


def test_a_won_battle_and_a_lost_one_are_told():
    deeds = {"brown1": {"owner": "Mum"}, "brown2": {"owner": "Dad"}}
    for dice, words in ((("6", "6"), "WON: MUM takes"), (("1", "1"), "MUM has")):
        desk = Desk("duel-masters", rules={"dm_battle": True}, start={"deeds": deeds}).key("1", "2", "#", "B")
        desk.tap("token", 0).key(*dice).key("#")
        fits(desk.sees(words))
        assert desk.ui.screen == "turn.result"


def test_nobody_bids_by_closing_something_to_be_read():
    """A token on a result would bid an amount that nobody has seen."""
    start = {"players": {"Mum": {"space": 38}}}
    desk = Desk("classic", rules={"auction_mode": "always", "dice_source": "device"}, start=start)
    desk._after(({"do": "roll", "dice": (1, 2)},))
    assert desk.ui.screen == "turn.result" and desk.phase == "auction"
    desk.tap("token", 1)
    assert desk.done == ["roll"] and desk.ui.screen == "trade.auction"
    desk.tap("token", 1)
    assert desk.done == ["roll", "bid"]


# -- sounds --


def test_money_out_money_in_and_the_next_player_sound_different():
    desk = Desk().key("1", "2").tap("deed", "brown2")
    desk.ui.sound = 0  # heard
    desk.tap("token", 0)
    assert desk.ui.sound == MONEY_OUT
    desk = Desk("classic", start={"deeds": {"sky1": {"owner": "Dad"}}}).tap("deed", "sky1").key("B")
    desk.tap("token", 1)
    assert desk.ui.sound == MONEY_IN
    desk = landed(20)
    assert desk.ui.sound == NEXT


# -- the banker card stands in --


def test_the_banker_card_stands_in_for_a_token_where_the_rules_force_a_payment_and_only_there():
    desk = Desk(start={"deeds": {"brown2": {"owner": "Mia"}}}).key("1", "2").tap("deed", "brown2")
    desk.key("D").tap("banker").sees("First tap MIA.").key("*").tap("banker")
    assert desk.done == ["roll", "claim"] and desk.commands[-1]["stand_in"] == 1
    desk = Desk().key("1", "2").tap("deed", "brown2").tap("banker")
    assert desk.done == ["roll"]


# -- questions --


def test_a_question_that_nobody_answers_closes_and_nothing_was_paid():
    desk = Desk().key("1", "2").tap("deed", "brown2").wait(30250)
    fits(desk.sees("Nothing was paid.", "A Buy", "B Auction"))
    desk = Desk(rules={"prompt_timeout_s": 90}).key("1", "2").tap("deed", "brown2").wait(89000)
    desk.sees("Tap MUM to buy.").wait(1500).sees("Nothing was paid.")


def test_another_tag_than_the_one_asked_for_is_told_which():
    fits(
        Desk(names=LONG)
        .key("1", "2")
        .tap("deed", "brown2")
        .tap("deed", "red1")
        .sees("First tap", "Tap MAXIMIL")
    )


def test_who_cannot_pay_is_told_what_to_do():
    desk = Desk(start={"players": {"Mum": {"cash": 20}}}).key("1", "2").tap("deed", "brown2").tap("token", 0)
    fits(desk.sees("Short by 40.", "Mortgage, trade or B."))


def test_typed_digits_are_cleared():
    desk = Desk().key("1", "2").wait(30500).sees("Roll, type")
    desk = landed(7).key("C", "1").wait(30500).sees("Take a card.")
    assert desk.done == ["roll"]


def test_hidden_balances_are_not_on_the_home_screen():
    desk = Desk(rules={"balances_shown": "own_tap"})
    assert "1500" not in fits(desk).text()
    desk.tap("token", 0).sees("1500")
