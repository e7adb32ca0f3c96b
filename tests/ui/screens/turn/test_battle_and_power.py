"""Placing, dealing, Duel Masters' battle and Spider-Man's powers, inputs counted (ux.md, 4, 6, 10)."""

from desk import Desk, fits

from banker.core.ids import DEED_IDS

BROWN = {"brown1": {"owner": "Mum"}, "brown2": {"owner": "Dad"}}


def fighting(**more):
    deeds = dict(BROWN, **more)
    desk = Desk("duel-masters", rules={"dm_battle": True}, start={"deeds": deeds}).key("1", "2", "#")
    desk.inputs = 0
    return fits(desk.sees("MUM may fight for it.", "# Go on", "B Battle"))


def test_nobody_is_told_the_rent_unasked():
    """S-17: the lander goes on, or the owner asks by the deed."""
    desk = fighting()
    assert "RENT" not in desk.text() and "Lose" not in desk.text()
    desk.key("A")
    assert desk.done == ["roll"]
    fits(desk.tap("deed", "brown2").sees("RENT", "MUM➤DAD", "A Pay", "B Battle"))
    desk = fighting().key("#")
    assert desk.inputs == 1 and desk.done == ["roll", "decline"]
    desk.tap("deed", "brown2").sees("Tap MUM to pay.").tap("token", 0)
    assert desk.done[-1] == "claim" and desk.game.cash[1] == 1504


def test_the_deed_that_confirms_the_dice_asks_for_the_rent():
    desk = Desk("duel-masters", rules={"dm_battle": True}, start={"deeds": BROWN}).key("1", "2")
    desk.tap("deed", "brown2").sees("RENT", "A Pay", "B Battle")


def test_an_early_roll_waits_after_the_lander_went_on():
    """The owner has time to ask from then on."""
    desk = fighting()
    desk.ui.ask_ms = 5000
    desk.wait(20000).key("#", "3", "4", "#").sees("moment")
    assert desk.done == ["roll", "decline"]


def test_the_rent_is_paid_instead_of_a_battle_with_two_inputs():
    desk = fighting().tap("deed", "brown2")
    desk.inputs = 0
    fits(desk.key("A").sees("Tap MUM to pay."))
    desk.tap("token", 1).sees("That is DAD's token.")
    assert "pay" not in desk.done
    desk.tap("token", 0)
    assert desk.inputs == 3 and desk.done[-1] == "pay"


def test_a_battle_takes_five_inputs_and_stands_once_the_token_agreed():
    desk = fits(fighting().key("B").sees("BATTLE", "Power", "Lose: pay", "Tap MUM to fight."))
    fits(desk.tap("token", 0).sees("Dice: _ + _")).key("*").sees("Dice: _ + _")
    fits(desk.key("6", "6").sees("Dice: 6 + 6")).key("#")
    assert desk.inputs == 6 and desk.done[-1] == "battle"  # one of them is the * without effect
    assert desk.game.owner[DEED_IDS.index("brown2")] == 0


def test_a_mortgaged_prize_may_be_left():
    desk = fighting(brown2={"owner": "Dad", "mortgaged": True}).key("B").tap("token", 0).key("6", "6")
    fits(desk.sees("A Take", "B Leave")).key("B")
    assert desk.inputs == 5 and desk.done[-1] == "battle"
    assert desk.game.owner[DEED_IDS.index("brown2")] == 1


def test_a_look_at_the_battle_leads_back():
    desk = fighting().key("B", "*").sees("B Battle")
    assert desk.done == ["roll"]


def doubled(die, deeds=None):
    """MUM has rolled a double and may use its power; she is on a quiet corner."""
    start = {"deeds": deeds or {}, "players": {"Mum": {"space": (10 - 2 * die) % 40}}}
    desk = Desk("spider-man", rules={"sm_doubles": True}, start=start).key(str(die), str(die), "#")
    desk.inputs = 0
    assert desk.phase == "power"
    key = "A Number" if die in (1, 6) else "A Power"
    return fits(desk.sees("MUM", f"double {die}", key, "Or roll again", "B Money", "D More"))


def test_cash_gifts_and_cards_take_two_inputs():
    for die in (2, 3, 4, 5):
        desk = fits(doubled(die).key("A").sees("Tap MUM to do it."))
        desk.tap("token", 1).sees("That is DAD's token.").tap("token", 0)
        assert desk.inputs == 3 and desk.done[-1] == "power"


def test_the_dice_may_be_rolled_instead():
    desk = doubled(2).key("1", "2", "#")
    assert desk.done == ["roll", "roll"]


def test_a_swing_goes_by_number_or_by_deed():
    desk = fits(doubled(1).key("A").sees("Type its number"))
    fits(desk.key("2", "0").sees("20 ", "Tap MUM to do it.")).tap("token", 0)
    assert desk.inputs == 4 and desk.done[-1] == "power" and desk.game.space[0] == 20
    desk = doubled(1).tap("deed", "red1").tap("token", 0)
    assert desk.inputs == 2 and desk.game.space[0] == 21


def test_an_attack_takes_five_inputs():
    desk = doubled(6, {"red1": {"owner": "Dad"}})
    fits(desk.tap("deed", "red1").sees("If MUM wins: pay 220.")).tap("token", 0)
    fits(desk.sees("FIGHT", "_ : _", "Type MUM's die, then", "DAD's.")).key("5", "3")
    assert desk.done == ["roll"]  # dice that were typed wrongly can be fixed
    fits(desk.sees("5 : 3", "# Right", "* Fix")).key("#")
    assert desk.inputs == 5 and desk.done[-1] == "power"
    assert desk.game.owner[DEED_IDS.index("red1")] == 0 and desk.game.cash[1] == 1720
    fits(desk.sees("WON: MUM takes", "for 220."))


def test_the_owner_keeps_the_deed():
    desk = doubled(6, {"red1": {"owner": "Dad"}}).key("A", "2", "1").tap("token", 0).key("2", "4", "#")
    fits(desk.sees("KEPT: DAD keeps", "2 : 4"))
    assert desk.game.owner[DEED_IDS.index("red1")] == 1


def test_a_tie_is_rolled_again_by_both_for_the_same_deed():
    """S-16: no other deed, no way out; the amount is that of price and interest."""
    deeds = {"red1": {"owner": "Dad", "mortgaged": True}, "sky1": {"owner": "Dad"}}
    desk = doubled(6, deeds).tap("deed", "red1").tap("token", 0).key("3", "3", "#")
    fits(desk.sees("FIGHT", "TIE 3 : 3", "Both roll again.", "If MUM wins: pay 231."))
    desk.tap("deed", "sky1").sees("Finish this first").key("D", "B", "A")
    fits(desk.sees("FIGHT", "If MUM wins: pay 231."))
    desk.key("6", "1", "*").key("6", "2", "#")
    fits(desk.sees("WON: MUM takes", "for 231."))
    assert desk.game.cash[0] == 1700 - 231 and desk.phase == "end"


def test_a_tie_of_the_box_is_rolled_again_with_a_key():
    start = {"deeds": {"red1": {"owner": "Dad"}}, "players": {"Mum": {"space": 38}}}
    rules = {"sm_doubles": True, "dice_source": "device"}
    for seed in range(1, 40):
        desk = Desk("spider-man", rules=rules, start=start, seed=seed)
        desk.ledger.do({"do": "roll", "dice": (6, 6)})
        desk.ui.follow(desk.game)
        desk.key("#") if desk.phase == "power" and "MUM: double" not in desk.text() else None
        desk.tap("deed", "red1").tap("token", 0)
        if desk.phase == "power":
            fits(desk.sees("TIE", "Both roll again.", "A Roll")).key("A")
            return
    raise AssertionError("no seed gives a tie")


def test_the_power_phase_rests():
    """S-29: look, Money, More, mortgage and trade, as at home."""
    deeds = {"red1": {"owner": "Dad"}, "sky1": {"owner": "Mum"}}
    desk = doubled(6, deeds)
    desk.key("B").sees("1500").key("*")
    desk.key("D").sees("1 Trade").key("*")
    desk.tap("token", 1).sees("DAD").key("*")
    fits(desk.tap("deed", "sky1")).key("B").tap("token", 0)
    assert desk.done[-1] == "mortgage" and desk.phase == "power"
    desk.sees("double 6") if "double 6" in desk.text() else desk.key("#").sees("double 6")


def test_an_attack_that_the_rules_forbid_is_refused_before_the_dice():
    desk = doubled(6, {"red1": {"owner": "Dad"}}).key("A").tap("deed", "red2")
    desk.sees("Not that deed.")
    desk = doubled(6, {"red1": {"owner": "Dad"}}).key("A", "2", "3")
    desk.sees("Not that deed.")
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
            desk.tap("deed", 0).sees("already taken.").tap("deed", 9).key("*")
            desk.inputs -= 3
        desk.tap("deed", deed)
        if desk.phase == "deal":
            fits(desk)
    assert desk.inputs == each * 3 and desk.done == ["deal"]
    assert desk.game.owner[each] == 1


def test_a_won_building_is_placed_with_one_input():
    deeds = {"brown1": {"owner": "Mum"}, "brown2": {"owner": "Mum"}}
    deeds.update({deed: {"owner": "Dad"} for deed in ("blue1", "blue2")})
    desk = Desk("classic", rules={"houses_total": 1}, start={"deeds": deeds})
    desk.ledger.do({"do": "auction-building", "kind": "house"})
    desk.ledger.do({"do": "bid", "by": 0, "amount": 60})
    desk.ledger.do({"do": "hammer"})
    desk.ui.follow(desk.game)
    fits(desk.sees("PLACE IT", "MUM", "Won for 60.")).tap("deed", "brown1")
    assert desk.inputs == 1 and desk.done == ["place"] and desk.game.level[0] == 1
