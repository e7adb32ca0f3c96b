"""What a tap means at each moment (the table of ux.md, 3); what each screen asks for by tag."""

import pytest
from desk import Desk, fits

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
CARD = ("Owner DAD",)
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
    (question, "deed", "sky1", ("First this. Tap MUM.", "60", "Nothing happened.")),
    (question, "card", 3, ("First this. Tap MUM.", "Nothing happened.")),
    (auction, "token", 1, ("High 10 DAD",)),
    (auction, "deed", "sky1", CARD),
    (auction, "card", 3, REFUSED),
    (deck, "token", 1, PAGE),
    (deck, "deed", "sky1", CARD),
    (deck, "card", 3, ("Go on",)),
    (debt, "token", 1, PAGE),
    (debt, "deed", "red1", ("Owner MUM", "B Mortgage", "C Trade")),
    (debt, "card", 3, REFUSED),
]


@pytest.mark.parametrize("moment,kind,number,seen", MOMENTS)
def test_a_tap_means_what_the_table_says(moment, kind, number, seen):
    desk = moment()
    before = list(desk.game.cash)
    fits(desk.tap(kind, number).sees(*seen))
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
