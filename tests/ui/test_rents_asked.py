"""Rent that is asked for: why, skipping it, older first, the five seconds; and dice of the box."""

import pytest
from desk import Desk, fits

from banker.ui.rents_asked import ASKED_OWNER

LONG = ("Maximilianus", "Konstantinos", "Mia")
MIA = {"deeds": {"brown2": {"owner": "Mia"}}}


def asked(**more):
    """Mum is on Mia's deed, and Mia has asked."""
    desk = Desk(start=dict(MIA, **more)).key("1", "2").tap("deed", "brown2")
    desk.inputs = 0
    return fits(desk.sees("RENT", "MUM➤MIA", "C Why?", "D Skip rent"))


# -- why, skip --


@pytest.mark.parametrize(
    "deeds,space,lines",
    [
        ({"red1": {"owner": "Mia"}}, 21, ["18", "Base rent 18"]),
        ({f"red{n}": {"owner": "Mia"} for n in (1, 2, 3)}, 21, ["36", "Base rent 18", "Whole set: x 2"]),
        (
            {f"red{n}": {"owner": "Mia", "houses": 2} for n in (1, 2, 3)},
            21,
            ["250", "Base rent 18", "With 2 Houses: 250"],
        ),
        ({"rail1": {"owner": "Mia"}, "rail3": {"owner": "Mia"}}, 5, ["50", "MIA has 2 of them."]),
        ({"util1": {"owner": "Mia"}}, 12, ["12", "MIA has 1 of them.", "4 x the dice"]),
    ],
)
def test_why_shows_base_set_houses_and_how_many_of_a_kind(deeds, space, lines):
    start = {"deeds": deeds, "players": {"Mum": {"space": space - 3}}}
    desk = Desk("classic", start=start).key("1", "2").tap("deed", next(iter(deeds))).key("C")
    fits(desk.sees(*lines)).tap("token", 0)
    assert desk.done == ["roll"], "the amount was not asked for there"
    desk.sees("Tap MUM to pay.").tap("token", 0)
    assert desk.done == ["roll", "claim"]


@pytest.mark.parametrize(
    "kind,space,rule,lines",
    [
        ("rail", 5, "rail_count_mortgaged", ["25", "Not mortgaged: 1"]),
        ("util", 12, "utility_count_mortgaged", ["12", "Not mortgaged: 1", "4 x the dice"]),
    ],
)
def test_why_counts_mortgaged_deeds_as_the_house_rules_do(kind, space, rule, lines):
    deeds = {f"{kind}1": {"owner": "Mia"}, f"{kind}2": {"owner": "Mia", "mortgaged": True}}
    start = {"deeds": deeds, "players": {"Mum": {"space": space - 3}}}
    desk = Desk("classic", rules={rule: False}, start=start).key("1", "2").tap("deed", f"{kind}1").key("C")
    fits(desk.sees(*lines))
    assert "2 of them" not in desk.text() and "10 x" not in desk.text()


def test_a_rent_from_before_a_change_says_so():
    deeds = {f"blue{n}": {"owner": "Mia"} for n in (1, 2)}
    desk = Desk("classic", start={"deeds": deeds, "players": {"Mum": {"space": 36}}}).key("1", "2", "#")
    desk.tap("token", 2).key("*")
    desk._after(({"do": "build", "by": 2, "to": {20: 1}},))
    desk.tap("deed", "blue2").sees("100").key("C").sees("Whole set: x 2")
    desk = Desk("classic", start={"deeds": {"blue2": {"owner": "Mia"}}, "players": {"Mum": {"space": 36}}})
    desk.key("1", "2", "#")._after(
        ({"do": "trade", "a": 1, "b": 2, "a_gives": {"cash": 9}, "b_gives": {"deeds": (21,)}, "redeem": ()},)
    )
    fits(desk.tap("deed", "blue2").sees("MIA owned it then.", "MUM➤MIA", "50"))
    desk.tap("token", 0)
    assert desk.done[-1] == "claim" and desk.game.cash[2] == 1500 + 9 + 50


def test_the_owners_token_lets_go_and_the_box_forgets_that_it_was_asked():
    desk = fits(asked().key("D").sees("Tap MIA to skip it.", "* Back"))
    desk.tap("token", 0).sees("That is MUM's token.").tap("token", 2)
    assert not desk.ui.rents.queue and desk.ui.screen == "turn.home" and desk.done == ["roll"]
    desk.tap("deed", "brown2").sees("Tap MUM to pay.").tap("token", 0)
    assert desk.done == ["roll", "claim"]


def test_asked_rent_folds_into_two_lines_on_the_home_screen_and_stays_asked():
    desk = asked().wait(30500).sees("Nothing was paid.").wait(3000)
    fits(desk.sees("DAD", "1500", "Rent first: tap MUM.", "(MUM pays MIA 4)"))
    assert ("1", "1") not in desk.ui.inputs() and desk.ui.taps() == [(1, 0)]
    desk.key("3").sees("Rent first: tap MUM.")
    desk.tap("token", 0).sees("RENT").tap("token", 0)
    assert desk.done == ["roll", "claim"]


def test_the_lines_on_the_home_screen_fit_with_the_longest_names():
    desk = Desk(
        "classic", LONG, start={"deeds": {"blue2": {"owner": LONG[1]}}, "players": {LONG[0]: {"space": 36}}}
    )
    fits(fits(desk.key("1", "2").tap("deed", "blue2")).key("D")).key("*")
    fits(desk.key("*").sees("(MAXIM pays KONST 50)"))


def test_of_two_landings_on_one_deed_the_older_is_asked_for_first():
    desk = Desk("classic", start={"deeds": {"brown2": {"owner": "Mia"}}})
    desk.key("1", "2", "#").key("1", "2").tap("deed", "brown2")
    desk.sees("MUM➤MIA").tap("token", 0).key("1", "2").tap("deed", "brown2").sees("DAD➤MIA").tap("token", 1)
    assert desk.done == ["roll", "claim", "end", "roll", "claim"]


def test_the_dice_of_the_next_player_do_not_cost_an_owner_the_older_rent():
    """In Zelda a rent must be asked for before the next roll."""
    desk = Desk("zelda", start={"deeds": {"pink1": {"owner": "Mia"}}})
    desk.key("5", "6", "#").key("5", "6").tap("deed", "pink1").sees("MUM➤MIA", "10").tap("token", 0)
    desk.key("5", "6").tap("deed", "pink1").sees("DAD➤MIA", "10").tap("token", 1)
    assert desk.done == ["roll", "claim", "end", "roll", "claim"]


def two_asked():
    """MUM is on sky2 and was on sky1 before, by a double. Both owners asked; the later rent is shown."""
    owners = {"sky1": {"owner": "Mia"}, "sky2": {"owner": "Dad"}}
    desk = Desk("classic", start={"deeds": owners}).key("3", "3", "#").key("1", "1", "#")
    return desk.tap("deed", "sky1").sees("MUM➤MIA").key("*").tap("deed", "sky2").sees("MUM➤DAD")


def test_a_rent_that_was_asked_for_waits_behind_another_and_locks_the_dice_until_it_is_paid():
    desk = two_asked().tap("token", 0).sees("Rent first: tap MUM.", "MUM pays MIA 6")
    desk.key("6").sees("Rent first: tap MUM.")
    desk.tap("token", 0).sees("MUM➤MIA").tap("token", 0).key("6", "1", "#")
    assert desk.done == ["roll", "roll", "claim", "claim", "roll"]


def test_who_lets_a_rent_go_does_not_let_go_the_other_one():
    desk = two_asked().key("D").tap("token", 1).sees("Rent first: tap MUM.", "MUM pays MIA 6")
    assert [rent[ASKED_OWNER] for rent in desk.ui.rents.queue] == [2]


def test_asking_again_for_the_same_rent_is_asking_once():
    desk = (
        two_asked()
        .key("*")
        .tap("deed", "sky1")
        .key("*")
        .tap("deed", "sky2")
        .tap("token", 0)
        .sees("Rent first")
    )
    desk.tap("token", 0).tap("token", 0)
    assert not desk.ui.rents.queue and desk.done.count("claim") == 2


def test_a_mortgaged_deed_earns_no_rent_and_says_so():
    desk = (
        Desk(start={"deeds": {"brown2": {"owner": "Mia", "mortgaged": True}}})
        .key("1", "2")
        .tap("deed", "brown2")
    )
    fits(desk.sees("Mortgaged. No rent.", "DAD"))
    desk.tap("deed", "brown2").sees("Mortgaged. No rent.", "MIA owns it.")


def test_where_the_rent_is_counted_when_it_is_asked_for_the_owner_of_that_moment_gets_it():
    rules = {"rent_snapshot": "claim"}
    desk = Desk(
        "classic",
        rules=rules,
        start={"deeds": {"blue2": {"owner": "Mia"}}, "players": {"Mum": {"space": 36}}},
    )
    desk.key("1", "2", "#")._after(
        ({"do": "trade", "a": 1, "b": 2, "a_gives": {"cash": 9}, "b_gives": {"deeds": (21,)}, "redeem": ()},)
    )
    desk.tap("deed", "blue2").sees("MUM➤DAD", "50").tap("token", 0)
    assert desk.done[-1] == "claim" and desk.game.cash[1] == 1500 - 9 + 50


# -- five seconds --


def patient(**more):
    desk = Desk(**more)
    desk.ui.ask_ms = 5000
    desk.ui.now_ms = 1000
    return desk


@pytest.mark.parametrize("owner", ["Mum", "Mia"])
def test_after_a_landing_on_any_owned_deed_the_next_roll_waits_by_itself(owner):
    desk = patient(start={"deeds": {"brown2": {"owner": owner}}}).key("1", "2", "#").wait(1000)
    desk.key("4", "6", "#")
    assert desk.done == ["roll"]
    fits(desk.sees("4 + 6 = 10", "One moment.", "* Fix dice")).wait(3500)
    assert desk.done == ["roll"]
    desk.wait(750)
    assert desk.done == ["roll", "end", "roll"] and desk.game.space[1] == 10


def test_nobody_waits_after_another_landing():
    desk = patient(start={"players": {"Mum": {"space": 7}}}).key("1", "2", "#").key("4", "6", "#")
    assert desk.done == ["roll", "end", "roll"]


def test_nobody_waits_where_the_box_collects_rent_by_itself():
    desk = patient(rules={"rent_claim": "auto"}, start=MIA).key("1", "2", "#").key("#").key("4", "6", "#")
    assert desk.done == ["roll", "end", "roll"]


def test_while_a_roll_waits_the_owner_can_ask():
    desk = patient(start=MIA).key("1", "2", "#").key("4", "6", "#").tap("deed", "brown2")
    desk.sees("MUM➤MIA").wait(6000)
    assert desk.done == ["roll"] and desk.ui.screen == "turn.rent"


def test_a_waiting_roll_can_be_taken_back_and_a_deed_may_confirm_it():
    desk = patient(start=MIA).key("1", "2", "#").key("4", "6", "#", "*").wait(6000)
    assert desk.done == ["roll"] and desk.ui.screen == "turn.home"
    desk = (
        patient(start=MIA).key("1", "2", "#").key("3", "6").tap("deed", "sky3").sees("One moment.").wait(5500)
    )
    assert desk.done == ["roll", "end", "roll"]
    desk.sees("Tap DAD to buy.")


def test_a_script_without_waits_still_works():
    desk = patient(start=MIA).key("1", "2", "#", "4", "6", "#").wait(5500).key("5", "5", "#")
    assert desk.done == ["roll", "end", "roll", "end", "roll"]


def test_a_token_on_shown_dice_is_a_look_and_the_dice_come_back():
    desk = Desk().key("1", "2").tap("token", 1).sees("DAD", "1500").key("*").sees("1 + 2 = 3")
    desk.tap("token", 1).wait(15500).sees("1 + 2 = 3").tap("card", 3).sees("No card to draw now.").key("#")
    assert desk.done == ["roll"]


# -- dice of the box --

BOXED = {"dice_source": "device"}


def test_the_box_rolls_with_one_input_and_shows_what_it_booked():
    desk = fits(Desk(rules=BOXED).sees("MUM", "1500", "A Roll", "* Undo", "B Money", "D More"))
    assert "1" not in dict(desk.ui.inputs())
    desk.key("A")
    assert desk.inputs == 1 and desk.done == ["roll"]
    a, b = desk.game.dice
    fits(desk.sees(f"{a} + {b} = {a + b}", f"To {desk.game.space[0]}"))
    assert desk.ui.screen == "turn.result"


def test_after_the_box_has_rolled_the_deed_and_the_token_buy():
    desk = Desk(rules=BOXED, seed=3)
    desk.key("A")
    assert desk.phase == "buy"
    deed = desk.game.tasks[0][4]
    desk.tap("deed", deed).sees("Tap MUM to buy.").tap("token", 0)
    assert desk.inputs == 3 and desk.done == ["roll", "buy"]


def test_dice_of_the_box_wait_for_the_owner_too():
    desk = patient(rules=BOXED, start={"deeds": {"brown2": {"owner": "Mia"}}, "phase": "end", "turn": "Mum"})
    desk.ui.rents.landed_ms = desk.ui.now_ms
    fits(desk.key("A").sees("DAD", "One moment.", "* Back"))
    assert desk.done == []
    desk.wait(5250)
    assert desk.done == ["end", "roll"]


def test_in_jail_the_box_rolls_with_c():
    start = {"players": {"Mum": {"in_jail": True, "jail_cards": 1}}}
    desk = fits(Desk("classic", rules=BOXED, start=start).sees("A Pay 50", "B Use pass", "C Roll")).key("C")
    assert desk.done == ["roll"]
    fits(desk)


def test_a_power_or_the_dice_of_the_box():
    start = {"players": {"Mum": {"space": 6}}}
    desk = Desk("spider-man", rules=dict(BOXED, sm_doubles=True), start=start)
    desk._after(({"do": "roll", "dice": (2, 2)},))
    desk.key("#")
    assert desk.phase == "power"
    fits(desk.sees("A Power", "C Roll")).key("C")
    assert desk.done == ["roll", "roll"]


def test_the_payers_tap_rolls_for_the_rent_and_its_amount_is_shown():
    start = {"deeds": {"util1": {"owner": "Mia"}}, "phase": "roll", "players": {"Mum": {"space": 9}}}
    desk = Desk("zelda", rules=BOXED, start=start)
    desk._after(({"do": "roll", "dice": (1, 2)},))
    desk.key("#").tap("deed", "util1")
    fits(desk.sees("Tap MUM to roll.")).tap("token", 0)
    assert desk.done == ["roll", "claim", "throw"]
    fits(desk.sees("MUM➤MIA", "MUM has"))
