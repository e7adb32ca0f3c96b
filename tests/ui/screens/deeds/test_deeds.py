"""Deed card, build, sell, mortgages; players, money, moves; jail: ux.md 5, 8, 9, with the inputs counted."""

import pytest
from desk import Desk, fits

ORANGE = {f"orange{n}": {"owner": "Mum"} for n in (1, 2, 3)}


def built(level):
    return {deed: {"owner": "Mum", "houses": level} for deed in ORANGE}


def table(deeds, edition="classic", rules=None, **more):
    desk = Desk(edition, rules=rules, start={"deeds": deeds, **more})
    desk.inputs = 0
    return desk


# -- looking --


def test_looking_at_a_deed_takes_one_input_and_changes_nothing():
    desk = table({"red1": {"owner": "Dad"}}).tap("deed", "red1")
    fits(desk).sees("RED", "DAD owns it. Rent:", "18", "To build, get Indiana", "Avenue and Illinois.")
    desk.sees("B Mortgage", "C Trade", "# Rents")
    assert desk.inputs == 1 and desk.done == []
    fits(desk.key("#")).sees(
        "Rent 18  Set 36", "1 House            90", "4 Houses          875", "Hotel            1050"
    )
    fits(desk.key("#")).sees("Price             220", "1 House           150", "MORTGAGE          110")
    desk.key("#").sees("DAD owns it. Rent:")
    desk.wait(15500).sees("MUM", "1500")


@pytest.mark.parametrize(
    "rules,rents",
    [
        ({"game_variant": "short"}, ["1 House 90", "2 Houses 250", "3 Houses 700", "Hotel 1050"]),
        ({"houses_per_hotel": 2}, ["1 House 90", "2 Houses 250", "Hotel 1050"]),
        ({"houses_per_hotel": 1}, ["1 House 90", "Hotel 1050"]),
    ],
)
def test_the_card_has_no_more_houses_than_this_game(rules, rents):
    desk = Desk("classic", rules=rules, start={"deeds": {"red1": {"owner": "Dad"}}}).tap("deed", "red1")
    assert [" ".join(row.split()) for row in fits(desk.key("#")).rows()[2 : 2 + len(rents)]] == rents


@pytest.mark.parametrize("edition", ["classic", "zelda", "star-wars-ep1", "duel-masters", "spider-man"])
def test_every_deed_of_every_edition_fits_the_display(edition):
    names = ("Maximilianus", "Dad", "Mia")
    for deed in range(28):
        for owner in range(3):
            desk = Desk(edition, names=names)
            if owner < 2:
                for other in range(28):
                    desk.game.owner[other] = owner
            for _ in range(3):
                fits(desk.tap("deed", deed) if desk.ui.screen != "deeds.deed" else desk.key("#"))


def test_a_deed_of_the_bank_shows_its_price_and_no_keys_but_back():
    desk = fits(table({}).tap("deed", "rail1")).sees("For sale. Price:", "200")
    assert desk.ui.inputs() == [("#", "Rents"), ("*", "Back")]
    fits(desk.key("#")).sees("1 owned            25", "4 owned           200")
    fits(desk.tap("deed", "util1")).sees("For sale. Price:", "150").key("#").sees("1: 4 x the dice")
    desk.key("*").sees("Roll")


def test_the_next_input_closes_a_look_and_counts():
    desk = table(ORANGE).tap("deed", "orange1").key("1", "2").sees("1 + 2 = 3")
    desk.key("*").tap("token", 1).sees("DAD").tap("token", 2).sees("MIA", "On 0 GO").key("1").sees(
        "MUM", "1 + _"
    )


def test_the_owner_who_asks_for_rent_is_not_shown_the_card():
    desk = table({"brown2": {"owner": "Mia"}}, "zelda").key("1", "2", "#")
    desk.tap("deed", "orange1").tap("deed", "brown2").sees("RENT", "MUM➤MIA")


# -- build --


@pytest.mark.parametrize("steps", [1, 3, 12, 15])
def test_building_n_takes_n_and_two_inputs_and_is_one_order(steps):
    desk = table(ORANGE, players={"Mum": {"cash": 5000}}).tap("deed", "orange1")
    fits(desk).sees("A Build")
    for _ in range(steps):
        fits(desk.key("A"))
    desk.tap("token", 0)
    assert desk.inputs == steps + 2 and desk.done == ["build"]
    assert sum(desk.game.level[8:11]) == steps and max(desk.game.level) - min(desk.game.level[8:11]) <= 1


def test_building_shows_from_and_to_the_sum_and_the_banks_stock():
    desk = table(ORANGE).tap("deed", "orange2").key("A", "A")
    desk.sees("32 left", "St. James.    1 House", "Tennessee.    1 House", "New York Avenue  none", "200")
    desk.tap("token", 1).sees("That is DAD's token.", "200").tap("token", 0)
    assert desk.done == ["build"]


def test_a_hotel_comes_from_the_banks_hotels():
    table(built(4)).tap("deed", "orange1").key("A").sees("St. James Place Hotel", "4 Houses", "12 left")
    many = table(built(4)).tap("deed", "orange1").key("A", "A", "A")
    many.sees("Tennessee.      Hotel", "New York Avenue Hotel", "12 left")


def test_a_house_and_a_hotel_in_one_order_show_the_houses_which_run_out_first():
    lots = built(4) | {"orange1": {"owner": "Mum", "houses": 3}}
    table(lots).tap("deed", "orange1").key("A", "A").sees("St. James Place Hotel", "21 left")


def test_where_the_pieces_do_not_end_the_bank_has_no_number():
    desk = table(ORANGE, rules={"houses_total": -1}).tap("deed", "orange1").key("A")
    assert "left" not in desk.sees("1 House").text()


def test_one_more_is_dark_when_the_cash_or_the_lots_end():
    desk = table(ORANGE, players={"Mum": {"cash": 150}}).tap("deed", "orange1").key("A")
    assert ("A", "One more") not in desk.ui.inputs()
    desk.key("A").tap("token", 0)
    assert sum(desk.game.level) == 1
    desk = table(
        built(4) | {"orange1": {"owner": "Mum", "hotel": True}, "orange2": {"owner": "Mum", "hotel": True}}
    )
    desk.tap("deed", "orange1").key("A").sees("New York Avenue Hotel")
    assert ("A", "One more") not in desk.ui.inputs()


def test_building_is_not_offered_without_the_set_or_with_a_loan_on_it():
    desk = table({"orange1": {"owner": "Mum"}}).tap("deed", "orange1")
    assert "Build" not in desk.rows()[-1] and "A" not in dict(desk.ui.inputs())
    desk = table(ORANGE | {"orange2": {"owner": "Mum", "mortgaged": True}}).tap("deed", "orange1")
    assert "A" not in dict(desk.ui.inputs())


# -- sell --


@pytest.mark.parametrize("steps", [1, 4])
def test_selling_n_takes_n_and_two_inputs(steps):
    desk = table(built(3)).tap("deed", "orange3")
    fits(desk).sees("D Sell", "Built: 3 Houses")
    for _ in range(steps):
        fits(desk.key("D"))
    desk.tap("token", 0)
    assert desk.inputs == steps + 2 and desk.done == ["sell-building"]
    assert sum(desk.game.level) == 9 - steps and desk.game.cash[0] == 1500 + 50 * steps


def test_a_whole_set_is_sold_with_three_inputs():
    desk = fits(table(built(3)).tap("deed", "orange3")).sees("C Sell all").key("C")
    fits(desk).sees("+450", "St. James Place  none").tap("token", 0)
    assert desk.done == ["sell-group"] and sum(desk.game.level) == 0
    assert desk.inputs == 3


def test_all_may_still_be_chosen_after_the_first_step_down():
    desk = table(built(3)).tap("deed", "orange3").key("D", "C").sees("+450", "St. James Place  none").key("*")
    assert desk.done == [] and desk.ui.screen == "deeds.deed"


def test_a_bare_deed_is_sold_to_the_bank_with_three_inputs_where_the_table_allows():
    desk = table({"sky1": {"owner": "Mum"}}, rules={"bank_buyback_pct": 50}).tap("deed", "sky1").key("D")
    fits(desk).sees("SELL TO THE BANK", "+50", "1500 > 1550").tap("token", 0)
    assert desk.inputs == 3 and desk.done == ["sell-deed"] and desk.game.owner[2] == 8
    desk = table({"sky1": {"owner": "Mum"}}).tap("deed", "sky1")
    assert "D" not in dict(desk.ui.inputs())


# -- mortgage and pay back --


def test_a_mortgage_takes_three_inputs_and_so_does_paying_back():
    desk = table({"sky1": {"owner": "Dad"}}).tap("deed", "sky1").key("B")
    fits(desk).sees("MORTGAGE", "+50", "No rent until you", "pay 55. Tap DAD.").tap("token", 1)
    assert desk.inputs == 3 and desk.done == ["mortgage"] and desk.game.cash[1] == 1550
    desk.inputs = 0
    desk.tap("deed", "sky1").sees("Mortgaged. No rent.", "B Pay back").key("B")
    fits(desk).sees("PAY BACK", "-55", "1550 > 1495").tap("token", 0).sees("That is MUM's token.").tap(
        "token", 1
    )
    assert desk.inputs == 4 and desk.done == ["mortgage", "redeem"] and desk.game.cash[1] == 1495


def test_a_loan_is_not_offered_on_a_set_with_buildings():
    desk = table(built(1)).tap("deed", "orange1")
    assert "B" not in dict(desk.ui.inputs())


def test_a_question_without_an_answer_goes_home_and_nothing_was_paid():
    desk = table({"sky1": {"owner": "Dad"}}).tap("deed", "sky1").key("B").wait(31000).sees("Roll")
    assert desk.done == [] and desk.game.cash[1] == 1500


# -- players and money --


def test_looking_at_a_player_takes_one_input():
    desk = table(ORANGE, players={"Mum": {"jail_cards": 1}}).tap("token", 0)
    fits(desk).sees("MUM", "1500", "On 0 GO", "Deeds 3, passes 1")
    assert desk.inputs == 1 and desk.done == []
    fits(desk.key("#")).sees("16 St. James Place", "18 Tennessee Avenue", "19 New York Avenue")
    desk.key("*").sees("Roll")


def test_all_28_deeds_of_a_player_are_on_his_pages():
    from banker.core.board import SPACE_OF
    from banker.core.ids import DEED_IDS

    desk = table({deed: {"owner": "Mum", "mortgaged": True} for deed in DEED_IDS}).tap("token", 0)
    rows = []
    for _ in range(5):
        rows += fits(desk.key("#")).rows()
    for space in SPACE_OF:
        assert [row for row in rows if row.startswith(f"{space:2} ") and row.endswith(" mort.")]
    desk.key("#").sees("Roll")


@pytest.mark.parametrize("players", [2, 5, 8])
def test_all_money_takes_one_input_and_the_last_moves_follow(players):
    names = ("Maximilianus", "Dad", "Mia", "Ben", "Eva", "Tom", "Kim", "Zoe")[:players]
    desk = Desk("classic", names=names, start={"players": {"Dad": {"in_jail": True}}}).key("B")
    fits(desk).sees("MONEY", "Pot 0", "1 MAXIMIL1500 0 deeds", "2 DAD    1500 jail")
    assert desk.inputs == 1
    if players > 5:
        fits(desk.key("B")).sees("6 TOM", "8 ZOE")
    fits(desk.key("B")).sees("Last moves")
    desk.key("*").sees("Roll")


def test_the_last_moves_name_payer_taker_sum_and_reason():
    desk = (
        Desk(start={"deeds": {"brown2": {"owner": "Mia"}}})
        .key("1", "2")
        .tap("deed", "brown2")
        .tap("token", 0)
    )
    fits(desk.key("B", "B")).sees("MUM➤MIA 4 rent")


def test_hidden_balances_stay_hidden():
    desk = Desk(rules={"balances_shown": "own_tap"}).key("B")
    assert "1500" not in desk.text()
    fits(desk).sees("MONEY", "32 Sprouts, 12 Trees")


# -- jail --


def jailed(rules=None, **mum):
    start = {"turn": "Mum", "players": {"Mum": {"in_jail": True, **mum}}}
    return fits(Desk("classic", rules=rules, start=start))


def test_paying_to_leave_jail_takes_two_inputs_before_the_dice():
    desk = jailed().sees("MUM", "In jail. Try 1 of 3.", "A Pay 50").key("A")
    fits(desk).sees("50", "1500 > 1450").tap("token", 1).sees("That is DAD's token.").tap("token", 0)
    assert desk.inputs == 3 and desk.done == ["fine"] and not desk.game.jailed[0]
    desk.sees("MUM -50, now 1450", "MUM is free.").wait(4250).sees("Roll")


def test_a_pass_takes_two_inputs_before_the_dice():
    desk = jailed(jail_cards=1).sees("B Use pass").key("B")
    fits(desk).tap("token", 0)
    assert desk.inputs == 2 and desk.done == ["jail-card"] and not desk.game.jailed[0]


def test_a_try_takes_no_input_but_the_dice():
    desk = jailed().key("1", "2", "#")
    assert desk.inputs == 3 and desk.done == ["roll"] and desk.game.jailed[0]


def test_paying_is_dark_where_the_rule_says_throw_first_and_without_cash():
    assert "A" not in dict(jailed(jail_tries=2).ui.inputs())
    assert "A" not in dict(jailed(cash=20).ui.inputs())
    assert "B" in dict(jailed(cash=20).ui.inputs()), "Money"


def test_who_sits_in_jail_may_pay_while_the_turn_before_is_still_open():
    start = {"turn": "Mia", "phase": "end", "players": {"Mum": {"in_jail": True}, "Mia": {"space": 20}}}
    desk = Desk("classic", start=start).sees("MUM", "In jail").key("A").tap("token", 0)
    assert desk.inputs == 2 and desk.done == ["end", "fine"] and desk.game.turn == 0


def test_star_takes_the_choice_back():
    desk = jailed().key("A", "*").sees("In jail", "A Pay 50")
    assert desk.done == []
