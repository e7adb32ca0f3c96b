"""Rent is asked for on every screen of play, and others help in a debt (S-1, S-2, S-3, S-12, S-26)."""

import pytest
from desk import Desk, fits

from banker.core.ids import DEED_IDS
from banker.core.state import phase
from banker.core.tags import TOKEN
from banker.ui.rents_asked import ASKED_OWNER, ASKED_PAYER

BALTIC = DEED_IDS.index("brown2")
OPEN = {"brown2": {"owner": "Mia"}}


def open_rent(space, cash=1500, rules=None, **deeds):
    """Mum was on Mia's Baltic by a double, Mia has not asked, and Mum's next 1 + 2 leads to this space."""
    start = {"players": {"Mum": {"space": 1, "cash": cash}}, "deeds": dict(OPEN, **deeds)}
    desk = Desk("classic", start=start, rules=rules).key("1", "1", "#")
    desk._after(({"do": "correct", "by": 0, "space": space - 3},))
    desk.ui.home()
    assert [claim[:3] for claim in desk.game.claims] == [(BALTIC, 0, 2)]
    return desk


def read_to_the_end(desk):
    """Who went out, and what goes to whom: it stays until the last page was read (S-23)."""
    assert desk.ui.screen == "table.hand_over"
    while desk.ui.unread:
        desk.key("#")
    desk.ui.home()


def rolled(space, **more):
    return open_rent(space, **more).key("1", "2", "#")


SCREENS = {
    "turn.home": lambda: open_rent(10),
    "turn.landing": lambda: rolled(6),
    "turn.landing, no": lambda: rolled(6).key("B"),
    "turn.offer": lambda: rolled(6).key("A"),
    "turn.tax": lambda: rolled(4),
    "turn.tax, flat": lambda: rolled(4).key("A"),
    "turn.card": lambda: rolled(7),
    "turn.card_drawn": lambda: rolled(7).tap("card", 6),
    "turn.debt": lambda: rolled(38, cash=0, sky1={"owner": "Mum"}),
    "turn.debt, pay": lambda: rolled(4, cash=300).key("A").tap("token", 0).tap("deed", "sky1"),
    "trade.auction": lambda: rolled(6).key("B").tap("token", 0),
    "deeds.deed": lambda: open_rent(10).tap("deed", "rail1"),
    "deeds.deed in an auction": lambda: rolled(6).key("B").tap("token", 0).tap("deed", "rail1"),
    "deeds.mortgage": lambda: open_rent(10, rail1={"owner": "Dad"}).tap("deed", "rail1").key("B"),
    "table.player": lambda: open_rent(10).tap("token", 1),
    "table.money": lambda: open_rent(10).key("B"),
    "table.more": lambda: open_rent(10).key("D"),
    "table.undo": lambda: open_rent(10).key("*"),
    "table.leave": lambda: open_rent(10).key("D", "8"),
    "turn.dice": lambda: open_rent(10).key("1"),
    "turn.rent": lambda: rolled(5, rail1={"owner": "Dad"}).tap("deed", "rail1"),
    "turn.rent_why": lambda: rolled(5, rail1={"owner": "Dad"}).tap("deed", "rail1").key("C"),
}


@pytest.mark.parametrize("screen", SCREENS)
def test_a_deed_asks_for_its_rent_on_every_screen_and_the_box_remembers_it(screen):
    """S-2"""
    desk = SCREENS[screen]()
    desk.tap("deed", "brown2")
    fits(desk.sees("RENT Baltic", "MUM➤MIA"))
    queue = desk.ui.rents.queue
    assert queue[0][:3] == (BALTIC, 0, 2)
    desk.wait(31000)
    assert (BALTIC, 0, 2) in [rent[:3] for rent in desk.ui.rents.queue], (
        "still asked when the question closed"
    )
    desk.tap("deed", "brown2").tap("token", 0)
    assert "claim" in desk.done and not desk.game.claims[:1] == [queue[0][:3]]


def test_in_a_trade_a_deed_is_a_thing_and_no_question():
    desk = open_rent(10).tap("deed", "rail1").key("*").key("D", "1").tap("deed", "brown2")
    assert desk.ui.screen == "trade.trade" and not desk.ui.rents.queue


def test_a_rent_asked_twice_is_let_go_once():
    desk = open_rent(10).tap("deed", "brown2").key("*").tap("deed", "brown2")
    assert len(desk.ui.rents.queue) == 1
    desk.key("D").tap("token", 2)
    assert not desk.ui.rents.queue and ("1", "1") in desk.ui.inputs(), "the dice are free again"


def test_rents_that_wait_belong_to_their_game():
    desk = open_rent(10).tap("deed", "brown2").key("*")
    desk.ui.rents.landed_ms = desk.ui.now_ms
    assert desk.ui.rents.queue
    desk.begin("classic", ("Mum", "Dad", "Mia"), {}, None, 8)
    assert not desk.ui.rents.queue and desk.ui.rents.landed_ms == -1
    desk.key("1", "2", "#")
    assert desk.done[-1] == "roll"


def test_the_clock_of_an_auction_stands_while_rent_is_asked_for():
    desk = rolled(6).key("B").tap("token", 0).wait(4000).sees("16 s")
    desk.tap("deed", "brown2").wait(25000).key("C").wait(5000).key("*").tap("token", 0)
    fits(desk.sees("No bid yet", "16 s"))
    desk.tap("deed", "rail1").wait(3000).tap("deed", "rail2").key("*").sees("16 s")


def test_who_asks_and_leaves_the_question_open_does_not_stop_the_auction_for_good():
    desk = rolled(6).key("B").tap("token", 0).tap("deed", "brown2").key("*").sees("20 s")
    desk.wait(20500)
    assert desk.done[-1] == "hammer" and desk.ui.rents.queue


def test_an_asked_rent_passes_to_the_heir_of_the_deed():
    """S-3"""
    deeds = {"brown2": {"owner": "Dad"}, "blue1": {"owner": "Mia", "hotel": True}}
    deeds["blue2"] = {"owner": "Mia", "hotel": True}
    desk = Desk("classic", start={"deeds": deeds, "players": {"Dad": {"space": 36, "cash": 100}}})
    desk.key("1", "2").tap("deed", "brown2").sees("MUM➤DAD").key("*")
    for command in (
        {"do": "end"},
        {"do": "roll", "dice": (1, 2)},
        {"do": "claim", "by": 2, "deed": DEED_IDS.index("blue2")},
        {"do": "bankrupt", "by": 1},
    ):
        desk._after((command,))
    assert desk.game.out[1] and [rent[ASKED_OWNER] for rent in desk.ui.rents.queue] == [2]
    read_to_the_end(desk)
    desk.sees("Rent first: tap MUM.", "(MUM pays MIA 4)").tap("token", 0).tap("token", 0)
    assert desk.done[-1] == "claim" and desk.game.cash[0] == 1496


def test_no_rent_waits_for_a_player_who_is_out():
    """S-3"""
    desk = open_rent(10).tap("deed", "brown2").key("*")
    desk._after(({"do": "resign", "by": 0},))
    read_to_the_end(desk)
    assert not desk.ui.rents.queue and desk.ui.taps() == [] and "MUM" not in desk.text()
    desk.tap("deed", "brown2").sees("Baltic")
    assert desk.ui.screen == "deeds.deed"


def test_an_owner_in_jail_cannot_ask_where_the_table_says_so():
    """S-12"""
    desk = open_rent(10, rules={"rent_while_jailed": False})
    desk.game.jailed = [0, 0, 1, 0, 0, 0, 0, 0]
    desk.tap("deed", "brown2")
    assert desk.ui.screen == "deeds.deed" and not desk.ui.rents.queue
    desk.game.jailed = [0] * 8
    desk.key("*").tap("deed", "brown2").sees("MUM➤MIA")


def debtor(cash=20, **deeds):
    start = {"players": {"Mum": {"space": 36, "cash": cash}}, "deeds": dict(deeds, blue2={"owner": "Mia"})}
    return Desk("classic", rules={"rent_claim": "auto"}, start=start).key("1", "2", "#")


def test_in_a_debt_every_players_deed_has_its_keys_as_at_rest():
    """S-1: not what still waits, such as building and paying back."""
    deeds = {f"sky{n}": {"owner": "Dad", "houses": 1} for n in (1, 2, 3)}
    deeds |= {"rail1": {"owner": "Dad"}, "rail2": {"owner": "Dad", "mortgaged": True}}
    desk = debtor(**deeds)
    assert phase(desk.game) == "debt"
    fits(desk.tap("deed", "rail1").sees("B Mortgage", "C Trade"))
    fits(desk.tap("deed", "sky1").sees("D Sell"))
    assert "Build" not in desk.text()
    fits(desk.tap("deed", "rail2").sees("C Trade"))
    assert "Pay back" not in desk.text()


def test_a_friend_trades_with_the_debtor_and_with_nobody_else():
    """S-1, S-28: nobody agrees to a trade that would be refused."""
    desk = debtor(rail1={"owner": "Dad"}).tap("deed", "rail1").key("C")
    assert desk.ui.memo["players"] == [1, 0]
    desk.tap("token", 2).sees("Only two can trade.")
    desk = debtor().key("C")
    assert desk.ui.memo["players"] == [0] and (TOKEN, 1) in desk.ui.taps()


def test_no_trade_is_offered_in_a_debt_where_the_table_has_none():
    start = {"players": {"Mum": {"space": 36, "cash": 20}}, "deeds": {"blue2": {"owner": "Mia"}}}
    rules = {"rent_claim": "auto", "deals_when": "none"}
    desk = Desk("classic", rules=rules, start=start).key("1", "2", "#")
    assert "C" not in dict(desk.ui.inputs()) and desk.key("C").ui.screen == "turn.debt"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("cash,amount", [(0, 1500), (99999, 100000)])
def test_what_is_missing_fits_whatever_the_amounts(language, cash, amount):
    from banker.ui.rents_asked import paying

    desk = Desk("classic", names=("Maximilianus", "Mia"), language=language)
    desk.game.cash[0] = cash
    row = paying(desk.ui, 0, amount)
    assert str(amount - cash) in row and len(row) <= 21


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_debt_fits_with_long_names_and_all_its_keys(language):
    names = ("Maximilianus", "Konstantinos", "Mia")
    start = {"players": {names[0]: {"space": 36, "cash": 20}}, "deeds": {"blue2": {"owner": names[1]}}}
    desk = Desk("classic", names, {"rent_claim": "auto"}, start, language=language).key("1", "2", "#")
    assert phase(desk.game) == "debt"
    fits(desk)
    desk._after(({"do": "correct", "by": 0, "cash": 100},))
    desk.ui.home()
    fits(desk)
    fits(desk.key("A"))


def test_every_asked_rent_is_a_live_claim_against_a_player_in_the_game():
    """S-2, S-3, in games that go on by commands while rents wait."""
    desk = open_rent(10, rail1={"owner": "Dad"}).tap("deed", "brown2").key("*")
    for command in ({"do": "roll", "dice": (1, 2)}, {"do": "resign", "by": 2}):
        desk._after((command,))
        payers = [rent[ASKED_PAYER] for rent in desk.ui.rents.queue]
        claims = [claim[:2] for claim in desk.game.claims]
        assert all(rent[:2] in claims for rent in desk.ui.rents.queue)
        assert not any(desk.game.out[payer] for payer in payers)
    assert not desk.ui.rents.queue
