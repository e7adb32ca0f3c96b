"""Trade: sides by owner, cash by digits, both tokens, with the inputs counted (ux.md, 7)."""

from desk import Desk, fits

from banker.core.ids import DEED_IDS

DEEDS = {
    "sky1": {"owner": "Mia"},
    "sky2": {"owner": "Mia"},
    "pink1": {"owner": "Dad"},
    "red1": {"owner": "Mum"},
}


def trading(deeds=DEEDS, **start):
    return fits(Desk(start={"deeds": deeds, **start}).key("D", "1").sees("TRADE", "Tap deeds or a token."))


def owner(desk, deed):
    return desk.game.owner[DEED_IDS.index(deed)]


def test_two_deeds_for_one_and_150_take_nine_inputs():
    desk = trading()
    desk.inputs = 1  # the deed's card offers C Trade: one input for both
    desk.tap("deed", "sky1").tap("deed", "sky2").tap("deed", "pink1")
    fits(desk.sees("MIA gives", "DAD gives", "Forsaken Fortress")).key("1", "5", "0").sees(" 150\n")
    fits(desk.tap("token", 1).sees("DAD gives      agreed", "Tap MIA", "MIA > 1650 DAD > 1350"))
    assert desk.done == []
    desk.tap("token", 2)
    assert desk.inputs == 9 and desk.done == ["trade"]
    assert desk.game.cash[:3] == [1500, 1350, 1650]
    assert (owner(desk, "sky1"), owner(desk, "sky2"), owner(desk, "pink1")) == (1, 1, 2)


def test_a_deed_card_opens_the_trade_with_its_deed():
    desk = Desk(start={"deeds": DEEDS})
    desk.ui.show("trade.trade", DEED_IDS.index("sky1"))
    fits(desk.sees("MIA gives", "House of Gales", "Who else?"))
    desk.tap("token", 1).key("9", "0").tap("token", 1).tap("token", 2)
    assert desk.inputs == 5 and desk.done == ["trade"]  # deed, C, token, digits, two tokens
    assert desk.game.cash[:3] == [1500, 1410, 1590]


def test_turning_the_cash_makes_the_other_side_pay():
    desk = trading().tap("deed", "sky1").tap("deed", "pink1").key("5", "0")
    desk.key("A").tap("token", 1).tap("token", 2)
    assert desk.game.cash[:3] == [1500, 1450, 1550]


def test_any_change_clears_what_was_agreed():
    desk = trading().tap("deed", "sky1").tap("deed", "pink1").tap("token", 1).sees("DAD gives      agreed")
    desk.key("5").tap("token", 2).sees("MIA gives      agreed")
    assert desk.done == []
    desk.tap("deed", "sky2").tap("token", 2)
    assert desk.done == []
    desk.tap("token", 1)
    assert desk.done == ["trade"]


def test_a_third_owner_is_refused_and_a_second_tap_takes_a_deed_out():
    desk = trading().tap("deed", "sky1").tap("deed", "pink1").tap("deed", "red1").sees("Only two can trade.")
    desk.tap("token", 0).sees("Only two can trade.")
    desk.tap("deed", "sky1")
    assert "Gales" not in desk.text()
    desk.tap("deed", "orange1").sees("The bank owns it.")


def test_a_mortgaged_deed_shows_its_fee_and_b_pays_it_back_at_once():
    deeds = {"sky1": {"owner": "Mia", "mortgaged": True}}
    desk = fits(trading(deeds).tap("deed", "sky1").tap("token", 1).sees("mort. 5", "DAD > 1495"))
    fits(desk.key("B").sees("back 55", "B Pay", "DAD > 1445")).key("6", "0").tap("token", 2).tap("token", 1)
    assert desk.done == ["trade"] and desk.game.cash[:3] == [1500, 1385, 1560]
    assert not desk.game.mortgaged[DEED_IDS.index("sky1")]


def test_a_pass_goes_in_with_c_and_out_again():
    desk = trading(players={"Mia": {"jail_cards": 1}}).tap("token", 2).key("C")
    assert desk.rows()[1] == " Pass"
    desk.key("C")
    assert desk.rows()[1] == ""
    desk.key("C").tap("token", 0).key("2", "5").tap("token", 0).tap("token", 2)
    assert desk.done == ["trade"] and desk.game.held[0] == 0 and desk.game.cash[2] == 1525


def test_a_trade_that_the_rules_refuse_is_refused_before_anybody_agrees():
    desk = trading().tap("deed", "sky1").tap("token", 1).key("1", "6", "0", "0").tap("token", 1)
    fits(desk.sees("Short by 100.", "Nothing happened."))
    assert desk.ui.memo["consents"] == [] and desk.done == []


def test_who_gets_a_pass_pays():
    desk = trading(players={"Mia": {"jail_cards": 1}}).tap("token", 0).tap("token", 2).key("C", "4", "0")
    fits(desk.sees("MUM gives", " 40\n", "MIA gives", " Pass", "MUM > 1460 MIA > 1540"))


def test_three_things_fit_beside_one():
    many = {deed: {"owner": "Mia"} for deed in ("sky1", "pink1", "red1")}
    desk = trading(many)
    for deed in many:
        desk.tap("deed", deed)
    fits(desk.tap("token", 1).key("9").sees("Gales", "Forsaken", " 9\n")).tap("token", 2).tap("token", 1)
    assert desk.done == ["trade"]


def test_more_things_turn_pages_and_agreeing_opens_after_the_last():
    many = {deed: {"owner": "Mia"} for deed in ("sky1", "pink1", "red1", "orange1")}
    desk = trading(many)
    for deed in many:
        desk.tap("deed", deed)
    fits(desk.tap("token", 1).key("9").sees("+2 more: #")).tap("token", 2).sees("Look at everything")
    fits(desk.wait(2500)).tap("token", 2).sees("MIA gives      agreed").tap("token", 1)
    assert desk.done == ["trade"]


def test_the_next_page_comes_at_once_with_the_hash_key():
    many = {deed: {"owner": "Mia"} for deed in ("sky1", "pink1", "red1", "orange1")}
    desk = trading(many)
    for deed in many:
        desk.tap("deed", deed)
    fits(desk.tap("token", 1).key("9", "#").sees("Four Sword")).tap("token", 2).tap("token", 1)
    assert desk.done == ["trade"]


def test_without_input_nothing_changes():
    desk = trading().tap("deed", "sky1").wait(121000).sees("Nothing changed.", "MUM")
    assert desk.done == []


def test_back_clears_the_cash_then_leaves():
    desk = trading().key("5", "*").sees("TRADE").key("*").sees("Roll")
    assert desk.done == []
