"""One purchase through every layer in the unix port: real drivers, real littlefs, model chips."""

import pytest
from hands import Hands, files_of_a_new_game
from walk import GAME, dad_pays_rent, mum_buys_and_it_is_still_hers

from deedbox.models.box import FLOATING, GATED, Box
from deedbox.twin import Twin


@pytest.fixture
def hands():
    with Twin(files=files_of_a_new_game(**GAME)) as twin:
        yield Hands(twin)


def test_what_mum_bought_is_hers_after_a_power_cut_and_earns_rent(hands):
    mum_buys_and_it_is_still_hers(hands)
    dad_pays_rent(hands)


def test_an_unknown_tag_and_two_tags_do_nothing(hands):
    hands.sees("MUM", "1500")
    hands.runner.tap(hands.tags["token", 0], hands.tags["token", 1])
    hands.sees("One tag at a time")
    hands.runner.lift(hands.tags["token", 0], hands.tags["token", 1])
    hands.wait(300)
    hands.tap("token", 7)
    hands.sees("Unknown tag")
    hands.wait(3000)
    hands.sees("MUM", "1500", "Roll")


@pytest.mark.proof_unless("torn-prefix", "after")
@pytest.mark.parametrize("mode", ["before", "after", "torn-prefix", "torn-random", "garbage"])
def test_a_purchase_cut_while_it_is_saved_is_there_or_not_but_never_half(hands, mode):
    hands.sees("MUM", "1500")
    hands.key("1", "2")
    hands.tap("deed", 1)
    hands.sees("Tap MUM to buy.")
    twin = hands.runner
    twin.flash.cut_at(twin.flash.ops, mode)
    twin.tap(hands.tags["token", 0])
    twin.wait_off()
    twin.lift(hands.tags["token", 0])
    twin.start()
    if mode == "after":
        hands.sees("WELCOME BACK", "MUM bought it.", "DAD rolls.", "Go on")
        assert "a step was lost" not in "\n".join(hands.screen())
        hands.tap("deed", 1)
        hands.sees("MUM owns it.")
    else:
        hands.sees("WELCOME BACK", "MUM rolled 1+2", "MUM may buy it.", "Go on")
        assert ("a step was lost" in "\n".join(hands.screen())) == (mode != "before")
        hands.tap("deed", 1)
        hands.sees("Tap MUM to buy.", "1500 > 1440")


def test_on_a_sagging_supply_nothing_is_bought_until_it_is_good_again(hands):
    hands.sees("MUM", "1500")
    hands.key("1", "2")
    hands.tap("deed", 1)
    hands.sees("Tap MUM to buy.")
    hands.runner.box.usb = False
    hands.runner.box.supply_mv = 2900
    programs = hands.runner.flash.programs
    hands.tap("token", 0)
    hands.sees("Battery is too low.", "Nothing happened.", "60")
    assert hands.runner.flash.programs == programs
    hands.runner.box.supply_mv = 5000
    hands.tap("token", 0)
    hands.sees("DAD", "1500")


@pytest.mark.proof
def test_the_led_is_lit_while_the_box_starts_and_flashes_while_it_runs():
    with Twin(files=files_of_a_new_game(**GAME)) as twin:
        twin.wait_until(lambda: twin.box.led == 1, 10)
        Hands(twin).sees("MUM", "1500")
        assert len(twin.box.flashes) == 1
        twin.wait_until(lambda: len(twin.box.flashes) == 3, 20)
        _, first, second = twin.box.flashes
        assert 1.5 < (second - first) / 1e9 < 4  # a busy machine is slow


@pytest.mark.parametrize("measures", [GATED, FLOATING])
def test_a_pico_that_does_not_measure_its_supply_plays(measures):
    with Twin(files=files_of_a_new_game(**GAME), box=Box(measures=measures)) as twin:
        hands = Hands(twin)
        hands.sees("MUM", "1500")
        hands.key("1", "2")
        hands.tap("deed", 1)
        hands.tap("token", 0)
        hands.sees("DAD", "1500")
