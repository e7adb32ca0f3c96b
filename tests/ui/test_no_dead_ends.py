"""Where a family could get stuck: a lost token, a tag that is not there, a step that nobody explains."""

import pytest
from desk import Desk, fits

from banker.ui.sounds import TICK

CARD_AHEAD = {"players": {"Mum": {"space": 2}}}
OFF_TO_JAIL = 9  # of the Chance cards
IN_JAIL = {"players": {"Mum": {"space": 10, "in_jail": True}}}


def test_the_banker_card_opens_its_menu_on_a_landing_where_the_landers_token_is_lost():
    desk = Desk().key("1", "2", "#").sees("Tap its deed").tap("banker").sees("BANKER", "Lost token")
    desk.key("*").sees("Tap its deed")


def test_after_an_end_the_greeting_names_whose_turn_it_was():
    desk = Desk("classic").key("1", "2", "#").tap("deed", "brown2").tap("token", 0).key("#")
    assert desk.done[-1] == "end"
    desk.ui.show("table.welcome_back")
    fits(desk).sees("MUM ended the turn.", "Now: DAD")


def test_the_banker_card_is_not_taken_for_a_token_on_a_deck_space():
    Desk(start=CARD_AHEAD).key("2", "3", "#").sees("A Draw").tap("banker").sees("BANKER")


def test_where_a_named_question_is_open_the_banker_card_opens_nothing():
    desk = Desk().key("1", "2", "#").tap("deed", "brown2").tap("banker").sees("First tap MUM.")
    assert desk.done == ["roll"]


def test_dice_in_jail_ask_for_the_key_alone_and_a_double_says_where_it_leads():
    desk = Desk("classic", start=IN_JAIL).key("2", "3")
    assert "deed" not in fits(desk).sees("NO DOUBLE", "MUM stays in jail.", "# OK").text()
    desk.key("*").key("3", "3")
    fits(desk).sees("16 St. James Place", "Tap its deed,").tap("deed", "orange1").sees("180")
    assert desk.done == ["roll"]


def test_dice_that_lead_to_no_deed_ask_for_none():
    desk = Desk("classic", start=CARD_AHEAD).key("2", "3")
    assert "deed" not in fits(desk).sees("7 Chance", "# if right.").text()


def test_who_is_short_of_cash_opens_an_own_deed_from_the_offer():
    start = {"deeds": {"red1": {"owner": "Mum"}}, "players": {"Mum": {"cash": 20}}}
    desk = Desk("classic", start=start).key("1", "2", "#").tap("deed", "brown2").sees("Short by 40")
    desk.tap("deed", "red1").sees("B Mortgage").key("B").tap("token", 0).sees("Tap its deed")
    desk.tap("deed", "brown2").tap("token", 0)
    assert desk.done == ["roll", "mortgage", "buy"]


def test_another_deed_than_an_own_one_does_not_take_the_offer_away():
    start = {"players": {"Mum": {"cash": 20}}}
    Desk("classic", start=start).key("1", "2", "#").tap("deed", "brown2").tap("deed", "red1").sees(
        "First tap MUM."
    )


@pytest.fixture
def debt():
    """MUM landed on DAD's street with less than its rent; the deeds of MUM have no tags."""
    deeds = {"blue2": {"owner": "Dad", "hotel": True}, "blue1": {"owner": "Dad", "hotel": True}}
    start = {
        "deeds": {**deeds, "red1": {"owner": "Mum"}, "red2": {"owner": "Mum"}},
        "players": {"Mum": {"cash": 1950, "space": 36}},
    }
    return Desk("classic", start=start).key("1", "2", "#").tap("deed", "blue2").tap("token", 0)


def test_in_a_debt_a_deed_without_a_tag_is_opened_by_its_number(debt):
    fits(debt.sees("# More", "D Give up")).key("#", "2", "2", "1").sees("B Mortgage").key("B").tap("token", 0)
    fits(debt.sees("A Pay", "# More", "D Give up")).key("A").tap("token", 0)
    assert debt.done == ["roll", "claim", "mortgage", "pay"]


def test_a_building_that_was_won_goes_to_a_deed_without_a_tag_by_its_number():
    deeds = {f"orange{n}": {"owner": "Mum"} for n in (1, 2, 3)}
    deeds.update({f"sky{n}": {"owner": "Dad"} for n in (1, 2, 3)})
    desk = Desk("classic", start={"deeds": deeds, "bank": {"houses": 1}})
    for command in ({"do": "auction-building", "kind": "house"}, {"do": "bid", "by": 0, "amount": 100}):
        desk.ledger.do(command)
    desk.ledger.do({"do": "hammer"})
    desk.ui.follow(desk.game)
    desk.sees("PLACE IT", "D More").key("D", "2", "1", "6")
    assert desk.done[-1] == "place"


def test_a_deed_card_says_why_it_cannot_be_built_on_or_lent_on():
    brown = {"brown1": {"owner": "Mum", "mortgaged": True}, "brown2": {"owner": "Mum"}}
    fits(Desk(start={"deeds": brown}).tap("deed", "brown2")).sees("To build, pay")
    sky = {f"sky{n}": {"owner": "Mum", "houses": int(n == 1)} for n in (1, 2, 3)}
    fits(Desk(start={"deeds": sky}).tap("deed", "sky2")).sees("Sell buildings first.", "A Build")


def test_undo_says_the_step_in_words():
    desk = Desk("classic").key("1", "2", "#").tap("deed", "brown2").tap("token", 0).key("*")
    fits(desk).sees("MUM bought it.", "Baltic Avenue > BANK", "MUM gets back 60")
    desk.key("*").key("3", "4", "#").key("*")
    fits(desk).sees("DAD rolled 3+4")
    desk = Desk("classic", start={"deeds": {"red1": {"owner": "Dad"}}}).tap("deed", "red1")
    fits(desk.key("B").tap("token", 1).key("*")).sees(
        "DAD mortgaged", "Kentucky Avenue", "DAD gives back 110"
    )


def test_undo_of_a_step_taken_back_shows_only_what_changes():
    desk = Desk("classic").key("1", "2", "#").tap("deed", "brown2").tap("token", 0)
    desk.key("*").tap("token", 0).tap("token", 1)
    assert "taken back" not in fits(desk.key("*")).sees("UNDO?").text()


@pytest.mark.parametrize("rules", [{}, {"mode": "banker"}])
def test_digits_that_nobody_confirms_go_with_a_tick(rules):
    desk = Desk("classic", rules=rules).key("5")
    desk.ui.sound = 0
    desk.wait(31000)
    assert desk.ui.sound == TICK and "5" not in desk.text().split("\n")[0]


def test_a_card_that_sends_to_jail_says_that_the_turn_is_over():
    desk = Desk("classic", rules={"deck_source": "tag"}, start=CARD_AHEAD).key("2", "3", "#")
    fits(desk.tap("card", OFF_TO_JAIL)).sees("MUM goes to jail.", "MUM's turn is over.")


def test_without_real_cards_nobody_is_told_to_take_one():
    desk = Desk("classic", rules={"deck_source": "device"}, start=CARD_AHEAD).key("2", "3", "#")
    assert "Take a card" not in fits(desk).sees("A Draw").text()
    desk = Desk("classic", rules={"deck_source": "tag"}, start=CARD_AHEAD).key("2", "3", "#")
    fits(desk).sees("Take a card")


def test_slow_doubles_how_long_a_refusal_stays_and_how_long_owners_may_ask():
    slow = Desk("classic", rules={"prompt_timeout_s": 60}).key("1", "2", "#").tap("card", 1)
    slow.wait(4000).sees("No card to draw now.").wait(1500)
    assert "No card" not in slow.text()
    slow.ui.ask_ms = 5000
    assert slow.ui.pause_ms() == 10000
