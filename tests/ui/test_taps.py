"""What a tap means at each moment (the table of ux.md, 3); what each screen asks for by tag."""

import pytest
from desk import Desk, fits

from banker.core.codec import command_bytes
from banker.core.tags import DEED, TOKEN

DEEDS = {"sky1": {"owner": "Dad"}, "red1": {"owner": "Mum"}}


def at(space, **more):
    return {"players": {"Mum": {"space": (space - 3) % 40}}, "deeds": DEEDS, **more}


def home():
    return Desk(start={"deeds": DEEDS})


def dice():
    return Desk(start=at(3)).key("1", "2")


def landing():
    return dice().key("#")


def question():
    return dice().tap("deed", "brown2")


def auction():
    return landing().key("B").tap("token", 0)


def deck():
    return Desk("classic", start=at(7)).key("1", "2", "#")


def debt():
    start = at(39, deeds=dict(DEEDS, blue2={"owner": "Mia"}))
    start["players"]["Mum"]["cash"] = 10
    return Desk("classic", rules={"rent_claim": "auto"}, start=start).key("1", "2", "#")


PAGE = ("DAD", "Deeds 1, passes 0")
CARD = ("DAD owns it.",)
REFUSED = ("Nothing happened.",)

MOMENTS = [
    (home, "token", 1, PAGE),
    (home, "deed", "sky1", CARD),
    (home, "card", 3, ("No card to draw now.",)),
    (dice, "token", 1, PAGE),
    (dice, "deed", "sky1", ("Dice say 3", "Nothing happened.")),
    (dice, "deed", "brown2", ("Tap MUM to buy.",)),
    (dice, "card", 3, ("No card to draw now.", "Nothing happened.")),
    (landing, "token", 1, PAGE),
    (landing, "deed", "brown2", ("Tap MUM to buy.",)),
    (landing, "deed", "sky1", CARD),
    (landing, "card", 3, ("No card to draw now.", "Nothing happened.")),
    (question, "token", 1, ("That is DAD's token.", "Tap MUM to buy.", "Nothing happened.")),
    (question, "deed", "sky1", ("First tap MUM.", "60", "Nothing happened.")),
    (question, "card", 3, ("First tap MUM.", "Nothing happened.")),
    (auction, "token", 1, ("DAD bid 10",)),
    (auction, "deed", "sky1", CARD),
    (auction, "card", 3, REFUSED),
    (deck, "token", 1, PAGE),
    (deck, "deed", "sky1", CARD),
    (deck, "card", 3, ("Go on",)),
    (debt, "token", 1, PAGE),
    (debt, "deed", "red1", ("MUM owns it.", "B Mortgage", "C Trade")),
    (debt, "card", 3, REFUSED),
]


@pytest.mark.parametrize("moment,kind,number,rows", MOMENTS)
def test_a_tap_means_what_the_table_says(moment, kind, number, rows):
    desk = moment()
    before = list(desk.game.cash)
    fits(desk.tap(kind, number).sees(*rows))
    if moment is not deck:
        assert desk.game.cash == before, "looking is free"


def test_a_trade_is_dark_for_others_while_somebody_decides():
    assert "C" not in dict(landing().tap("deed", "sky1").ui.inputs())
    assert "C" in dict(landing().tap("deed", "red1").ui.inputs())
    assert "C" not in dict(auction().tap("deed", "sky1").ui.inputs())


def test_unasked_rent_is_not_among_the_tags_that_are_asked_for():
    desk = Desk("classic", start={"deeds": {"brown2": {"owner": "Mia"}}}).key("1", "2")
    assert desk.ui.taps() == [(DEED, 1)], "the deed of the landing, whoever owns it"
    desk.key("#")
    assert desk.game.claims and desk.ui.taps() == []
    desk.tap("deed", "brown2")
    assert desk.ui.taps() == [(TOKEN, 0)]


def test_own_dice_without_a_deed_take_three_inputs():
    desk = Desk(start=at(20)).key("1", "2", "#")
    assert desk.inputs == 3 and desk.done == ["roll"] and desk.phase == "end"


def test_each_further_thing_in_a_trade_takes_one_input():
    deeds = {deed: {"owner": "Mia"} for deed in ("sky1", "pink1", "red1")}
    desk = Desk(start={"deeds": deeds}).tap("deed", "sky1").key("C")
    before = desk.inputs
    desk.tap("deed", "pink1").tap("deed", "red1")
    assert desk.inputs == before + 2 and len(desk.ui.memo["deeds"]) == 3


# -- the record of a step says whose tokens were tapped for it --


def seats_of(command):
    """The seats that the command's record names."""
    agreed = command_bytes.read(command_bytes.write(command))[0].get("agreed", 0)
    return [seat for seat in range(8) if agreed >> seat & 1]


def test_a_step_that_only_its_own_player_taps_for_needs_no_more_bytes():
    desk = Desk("classic", start={"deeds": {"sky1": {"owner": "Dad"}}}).tap("deed", "sky1").key("B")
    desk.tap("token", 1)
    assert desk.done == ["mortgage"] and "agreed" not in desk.commands[-1]


def test_a_rent_is_recorded_with_its_payer_and_an_undo_with_everyone_who_tapped():
    desk = Desk(start={"deeds": {"brown2": {"owner": "Mia"}}}).key("1", "2").tap("deed", "brown2")
    desk.tap("token", 0)
    assert desk.done[-1] == "claim" and seats_of(desk.commands[-1]) == [0]
    desk.key("*").tap("token", 2).tap("token", 0)
    assert desk.done[-1] == "undo" and seats_of(desk.commands[-1]) == [0, 2]


def test_the_banker_card_is_nobodys_consent():
    desk = Desk(start={"deeds": {"brown2": {"owner": "Mia"}}}).key("1", "2").tap("deed", "brown2")
    desk.tap("banker")
    assert desk.commands[-1]["stand_in"] == 1 and seats_of(desk.commands[-1]) == []


def test_a_correction_is_recorded_with_all_who_agreed():
    desk = Desk()
    desk.ui.show("table.correction")
    desk.tap("token", 1).key("5", "0", "A").tap("token", 2).tap("token", 0).tap("token", 1)
    assert desk.done[-1] == "correct" and seats_of(desk.commands[-1]) == [0, 1, 2]


def test_a_trade_is_recorded_with_both_sides():
    desk = Desk(start={"deeds": {"sky1": {"owner": "Dad"}}}).tap("deed", "sky1").key("C").tap("token", 2)
    desk.key("9", "0").tap("token", 1).tap("token", 2)
    assert desk.done[-1] == "trade" and seats_of(desk.commands[-1]) == [1, 2]


def test_dice_taken_back_and_other_dice_are_recorded_with_their_witness():
    desk = Desk().key("1", "2", "#").key("*").tap("token", 0).tap("token", 2)
    assert desk.done[-1] == "undo" and seats_of(desk.commands[-1]) == [0, 2]
    desk.key("*").key("5", "2", "#").tap("token", 1)
    assert desk.done[-1] == "roll" and seats_of(desk.commands[-1]) == [1]
