"""Too few buildings: the call, the auctions one by one (SHORT-4, SHORT-5), hotels without houses (SELL-9)."""

import pytest
from desk import Desk, fits

ORANGE = {f"orange{n}": {"owner": "Maximilianus"} for n in (1, 2, 3)}
PINK = {f"pink{n}": {"owner": "Konstantinos"} for n in (1, 2, 3)}
NAMES = ("Maximilianus", "Konstantinos", "Mia")
FULL = ("brown1", "brown2", "sky1", "sky2", "sky3", "green1")


def short(stock, threshold=5, rivals=True, rules=None):
    """The bank has this many houses left; the first player orders."""
    rules = dict(rules or {}, houses_total=stock, building_call_threshold=threshold)
    deeds = dict(ORANGE, **(PINK if rivals else {}))
    return Desk("classic", NAMES, rules, {"deeds": deeds})


def order(desk, count):
    desk.tap("deed", "orange1").key(*"A" * count).tap("token", 0)
    return desk


def test_an_order_that_leaves_enough_needs_no_call():
    desk = order(short(20), 3)
    assert desk.done == ["build"]


def test_nobody_is_called_who_could_place_nothing():
    desk = order(short(6, rivals=False), 3)
    assert desk.done == ["build"]


def test_without_another_wish_the_order_is_done_after_the_call():
    desk = fits(order(short(6), 3))
    desk.sees("ANYONE ELSE?     15 s", "MAXIMILIANUS", "wants 3 of 6 Houses", "* Back")
    assert desk.done == [] and desk.ui.taps() == [(1, 1)]
    desk.tap("token", 2).sees("You have no street").wait(15250)
    assert desk.done == ["build"] and sum(desk.game.level) == 3


def test_where_there_is_enough_for_all_nothing_is_auctioned():
    desk = order(short(6), 2).tap("token", 1).key("2")
    fits(desk.sees("KONST 2")).wait(15250)
    assert desk.done == ["build"]


def test_more_wanted_than_there_are_each_is_auctioned_and_placed():
    desk = order(short(6), 3)
    fits(desk.tap("token", 1).sees("KONSTANT: how many?")).key("5").wait(15250)
    assert desk.done == ["auction-building"] and desk.phase == "auction"
    fits(desk.sees("AUCTION House"))
    for left in range(6):
        player, deed = ((0, "orange1"), (1, "pink1"))[left % 2]
        if left in (2, 3):
            deed = deed[:-1] + "2"
        elif left in (4, 5):
            deed = deed[:-1] + "3"
        desk.tap("token", player).wait(11000)
        assert desk.done[-1] == "hammer"
        desk.key("#")
        assert desk.phase == "place" and len(desk.ui.taps()) >= 1
        desk.tap("deed", deed)
        assert desk.done[-1] == "place", desk.refusals
        if left < 5:
            assert desk.ui.screen == "deeds.building_call"
            fits(desk).wait(2500)
            assert desk.done[-1] == "auction-building"
    assert desk.done.count("place") == 6 and sum(desk.game.level) == 6
    assert desk.ui.screen == "turn.home" and desk.ui.lots is None


def test_the_auctions_end_when_nobody_bids():
    desk = order(short(6), 3).tap("token", 1).key("5").wait(15250).wait(21000)
    assert desk.done == ["auction-building", "hammer"]
    desk.wait(10000)
    assert desk.done == ["auction-building", "hammer"] and desk.ui.screen == "turn.home"


def test_the_builder_may_take_the_order_back_and_the_rule_may_be_off():
    desk = order(short(6), 3).key("*").wait(20000)
    assert desk.done == []
    desk = order(short(6, rules={"building_auction": "never"}), 3)
    assert desk.done == ["build"]


@pytest.mark.parametrize("pick,level,gain", [("1", [1, 0], 900), ("2", [0, 0], 1000)])
def test_a_hotel_without_houses_in_stock_shows_the_layouts_that_fit_by_digit(pick, level, gain):
    deeds = {"blue1": {"owner": "Mum", "hotel": True}, "blue2": {"owner": "Mum", "hotel": True}}
    desk = Desk("classic", rules={"houses_total": 1}, start={"deeds": deeds})
    fits(desk.tap("deed", "blue2").sees("D Sell")).key("D")
    fits(desk.sees("SELL BLUE", "1 Leaves 1, 0    +900", "2 Leaves 0, 0   +1000")).key(pick)
    fits(desk.sees("Tap MUM to sell.", f"+{gain}")).tap("token", 0)
    assert desk.done == ["sell-building"] and desk.game.level[20:22] == level
    assert desk.game.cash[0] == 1500 + gain


def test_back_leads_from_the_layouts_to_the_deed():
    deeds = {"blue1": {"owner": "Mum", "hotel": True}, "blue2": {"owner": "Mum", "hotel": True}}
    desk = (
        Desk("classic", rules={"houses_total": 1}, start={"deeds": deeds}).tap("deed", "blue2").key("D", "*")
    )
    assert desk.ui.screen == "deeds.deed" and desk.done == []


def test_the_last_building_is_not_auctioned_when_only_one_can_place_it():
    """S-6: the rival's only room is filled by the first auction, so the builder buys at the price."""
    deeds = {deed: {"owner": "Mum"} for deed in ("orange1", "orange2", "orange3")}
    deeds.update({deed: {"owner": "Dad", "houses": 4} for deed in ("pink1", "pink2")})
    deeds["pink3"] = {"owner": "Dad", "houses": 3}
    desk = Desk("classic", start={"deeds": deeds, "bank": {"houses": 2}})
    desk.tap("deed", "orange1").key("A", "A").tap("token", 0).sees("ANYONE ELSE?")
    desk.tap("token", 1).key("1").wait(15250)
    assert desk.done == ["auction-building"]
    desk.tap("token", 1).wait(11000).key("#").tap("deed", "pink3")
    assert desk.done[-1] == "place" and desk.ui.screen == "deeds.building_call"
    desk.wait(2500)
    fits(desk.sees("There are enough now."))
    assert desk.done[-1] == "place" and desk.phase == "roll" and desk.ui.lots is None
