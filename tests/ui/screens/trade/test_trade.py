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
    fits(desk.sees("MIA    200", "DAD    140")).key("1", "5", "0").sees("+ 150")
    fits(desk.tap("token", 1).sees("Agreed: DAD", "Tap MIA."))
    assert desk.done == []
    desk.tap("token", 2)
    assert desk.inputs == 9 and desk.done == ["trade"]
    assert desk.game.cash[:3] == [1500, 1350, 1650]
    assert (owner(desk, "sky1"), owner(desk, "sky2"), owner(desk, "pink1")) == (1, 1, 2)


def test_a_deed_card_opens_the_trade_with_its_deed():
    desk = Desk(start={"deeds": DEEDS})
    desk.ui.show("trade.trade", DEED_IDS.index("sky1"))
    fits(desk.sees("MIA    100", "Who else?"))
    desk.tap("token", 1).key("9", "0").tap("token", 1).tap("token", 2)
    assert desk.inputs == 5 and desk.done == ["trade"]  # deed, C, token, digits, two tokens
    assert desk.game.cash[:3] == [1500, 1410, 1590]


def test_turning_the_cash_makes_the_other_side_pay():
    desk = trading().tap("deed", "sky1").tap("deed", "pink1").key("5", "0")
    desk.key("A").tap("token", 1).tap("token", 2)
    assert desk.game.cash[:3] == [1500, 1450, 1550]


def test_any_change_clears_what_was_agreed():
    desk = trading().tap("deed", "sky1").tap("deed", "pink1").tap("token", 1).sees("Agreed: DAD")
    desk.key("5").tap("token", 2).sees("Agreed: MIA")
    assert desk.done == []
    desk.tap("deed", "sky2").tap("token", 2)
    assert desk.done == []
    desk.tap("token", 1)
    assert desk.done == ["trade"]


def test_a_third_owner_is_refused_and_a_second_tap_takes_a_deed_out():
    desk = trading().tap("deed", "sky1").tap("deed", "pink1").tap("deed", "red1").sees("Two players only.")
    desk.tap("token", 0).sees("Two players only.")
    desk.tap("deed", "sky1").sees("MIA      0").tap("deed", "orange1").sees("The bank owns it.")


def test_a_mortgaged_deed_shows_its_fee_and_b_pays_it_back_at_once():
    deeds = {"sky1": {"owner": "Mia", "mortgaged": True}}
    desk = fits(trading(deeds).tap("deed", "sky1").tap("token", 1).sees("-5"))
    fits(desk.key("B").sees("-55", "B Pay")).key("6", "0").tap("token", 2).tap("token", 1)
    assert desk.done == ["trade"] and desk.game.cash[:3] == [1500, 1385, 1560]
    assert not desk.game.mortgaged[DEED_IDS.index("sky1")]


def test_a_pass_goes_in_with_c_and_out_again():
    desk = trading(players={"Mia": {"jail_cards": 1}}).tap("token", 2).key("C").sees("+ pass")
    desk.key("C")
    assert "+ pass" not in desk.text()
    desk.key("C").tap("token", 0).key("2", "5").tap("token", 0).tap("token", 2)
    assert desk.done == ["trade"] and desk.game.held[0] == 0 and desk.game.cash[2] == 1525


def test_a_refused_trade_keeps_the_screen_and_asks_both_again():
    desk = (
        trading().tap("deed", "sky1").tap("token", 1).key("1", "6", "0", "0").tap("token", 1).tap("token", 2)
    )
    assert desk.refusals == ["not-enough-cash"] and desk.done == []
    fits(desk.sees("Short by 100.", "Nothing happened."))
    desk.wait(3000).sees("Tap MIA DAD.")


def test_more_than_three_things_turn_pages_and_agreeing_opens_after_the_last():
    many = {deed: {"owner": "Mia"} for deed in ("sky1", "pink1", "red1", "orange1")}
    desk = trading(many)
    for deed in many:
        desk.tap("deed", deed)
    desk.tap("token", 1).key("9").tap("token", 2).sees("Wait: more things")
    fits(desk.wait(2500)).tap("token", 2).sees("Agreed: MIA").tap("token", 1)
    assert desk.done == ["trade"]


def test_without_input_nothing_changes():
    desk = trading().tap("deed", "sky1").wait(121000).sees("Nothing changed.", "MUM")
    assert desk.done == []


def test_back_clears_the_cash_then_leaves():
    desk = trading().key("5", "*").sees("TRADE").key("*").sees("Throw")
    assert desk.done == []
