"""Place, deal, Duel Masters' battle, Spider-Man's powers, inputs counted (ux.md, 4, 6, 10)."""

from desk import Desk, fits

from banker.core.ids import DEED_IDS

BROWN = {"brown1": {"owner": "Mum"}, "brown2": {"owner": "Dad"}}


def fighting(**more):
    deeds = dict(BROWN, **more)
    desk = Desk("duel-masters", rules={"dm_battle": True}, start={"deeds": deeds}).key("1", "2", "#")
    desk.inputs = 0
    return fits(desk.sees("RENT", "MUM>DAD", "A Pay", "B Battle"))


def test_the_rent_is_paid_instead_of_a_battle_with_two_inputs():
    desk = fits(fighting().key("A").sees("Tap MUM to pay."))
    desk.tap("token", 1).sees("That is DAD's token.")
    assert "pay" not in desk.done
    desk.tap("token", 0)
    assert desk.inputs == 3 and desk.done[-1] == "pay"


def test_a_battle_takes_five_inputs_and_stands_once_the_token_agreed():
    desk = fits(fighting().key("B").sees("BATTLE", "Power", "Lose: pay", "Tap MUM to fight."))
    fits(desk.tap("token", 0).sees("Dice: _ + _")).key("*").sees("Dice: _ + _")
    fits(desk.key("6", "6").sees("Dice: 6 + 6")).key("#")
    assert desk.inputs == 6 and desk.done[-1] == "battle"  # one of them the vain *
    assert desk.game.owner[DEED_IDS.index("brown2")] == 0


def test_a_mortgaged_prize_may_be_left():
    desk = fighting(brown2={"owner": "Dad", "mortgaged": True}).key("B").tap("token", 0).key("6", "6")
    fits(desk.sees("A Take", "B Leave")).key("B")
    assert desk.inputs == 5 and desk.done[-1] == "battle"
    assert desk.game.owner[DEED_IDS.index("brown2")] == 1


def test_a_look_at_the_battle_leads_back():
    desk = fighting().key("B", "*").sees("A Pay")
    assert desk.done == ["roll"]


def doubled(die, deeds=None):
    """MUM has rolled a double and may use its power; she is on a quiet corner."""
    start = {"deeds": deeds or {}, "players": {"Mum": {"space": (10 - 2 * die) % 40}}}
    desk = Desk("spider-man", rules={"sm_doubles": True}, start=start).key(str(die), str(die), "#")
    desk.inputs = 0
    assert desk.phase == "power"
    return fits(desk.sees("MUM", f"double {die}", "A Power", "Or key both dice."))


def test_cash_gifts_and_cards_take_two_inputs():
    for die in (2, 3, 4, 5):
        desk = fits(doubled(die).key("A").sees("Tap MUM to do it."))
        desk.tap("token", 1).sees("That is DAD's token.").tap("token", 0)
        assert desk.inputs == 3 and desk.done[-1] == "power"


def test_the_dice_may_be_rolled_instead():
    desk = doubled(2).key("1", "2", "#")
    assert desk.done == ["roll", "roll"]


def test_a_swing_goes_by_number_or_by_deed():
    desk = fits(doubled(1).key("A").sees("space number"))
    fits(desk.key("2", "0").sees("20 ", "Tap MUM to do it.")).tap("token", 0)
    assert desk.inputs == 4 and desk.done[-1] == "power" and desk.game.space[0] == 20
    desk = doubled(1).key("A").tap("deed", "red1").tap("token", 0)
    assert desk.inputs == 3 and desk.game.space[0] == 21


def test_an_attack_takes_five_inputs():
    desk = doubled(6, {"red1": {"owner": "Dad"}})
    fits(desk.key("A").sees("Tap the deed"))
    fits(desk.tap("deed", "red1").sees("Win: pay 220")).tap("token", 0)
    fits(desk.sees("You _, owner _")).key("5", "3")
    assert desk.inputs == 5 and desk.done[-1] == "power"
    assert desk.game.owner[DEED_IDS.index("red1")] == 0 and desk.game.cash[1] == 1720


def test_an_attack_that_the_rules_forbid_is_refused_before_the_dice():
    desk = doubled(6, {"red1": {"owner": "Dad"}}).key("A").tap("deed", "red2").tap("token", 0)
    desk.sees("Not for that deed.")
    assert desk.done == ["roll"]


def test_the_box_deals_with_one_input():
    desk = fits(Desk("classic", rules={"game_variant": "short"}).sees("DEAL", "MUM", "A Box deals"))
    desk.key("A")
    assert desk.inputs == 1 and desk.done == ["deal"]


def test_deeds_dealt_by_hand_take_one_input_each():
    desk = Desk("classic", rules={"game_variant": "short"})
    each = desk.game.rules.start_deeds
    for deed in range(each * 3):
        if deed == 1:
            desk.tap("deed", 0).sees("dealt already").tap("deed", 9).key("*")
            desk.inputs -= 3
        desk.tap("deed", deed)
        if desk.phase == "deal":
            fits(desk)
    assert desk.inputs == each * 3 and desk.done == ["deal"]
    assert desk.game.owner[each] == 1


def test_a_won_building_is_placed_with_one_input():
    deeds = {"brown1": {"owner": "Mum"}, "brown2": {"owner": "Mum"}}
    desk = Desk("classic", start={"deeds": deeds})
    desk.ledger.do({"do": "auction-building", "kind": "house"})
    desk.ledger.do({"do": "bid", "by": 0, "amount": 60})
    desk.ledger.do({"do": "hammer"})
    desk.ui.follow(desk.game)
    fits(desk.sees("PLACE IT", "MUM", "Won for 60.")).tap("deed", "brown1")
    assert desk.inputs == 1 and desk.done == ["place"] and desk.game.level[0] == 1
