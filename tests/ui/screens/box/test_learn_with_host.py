"""Tags with a host that leads, as a screen; tests/host/test_tags.py has it with real tags."""

import pytest
from desk import Desk, fits

from banker.core.tags import BANKER, CARD, DEED, TOKEN
from deedbox import editions

COUNTS = {TOKEN: 8, DEED: 28, CARD: 32, BANKER: 1}


def guided(kind, number, edition="zelda", **more):
    desk = Desk(edition, **more)
    desk.ui.show("box.learn_with_host", kind, number)
    return desk


@pytest.mark.parametrize("edition", editions.IDS)
def test_every_item_of_every_board_fits(edition):
    desk = Desk(edition, names=("Maximilianus", "Konstantinos"))
    for kind, count in COUNTS.items():
        for number in range(count):
            desk.ui.show("box.learn_with_host", kind, number)
            fits(desk.sees("LEARN TAGS", "Tap", "A Skip", "B Redo", "# Stop"))


def test_a_tap_is_named_and_noted_and_nothing_else():
    desk = guided(DEED, 3)
    fits(desk.tap("token", 1).sees("That is token 2."))
    assert (desk.ui.memo["count"], desk.ui.memo["last"]) == (1, (TOKEN, 1))
    desk._after(desk.ui.stranger())
    assert (desk.ui.memo["count"], desk.ui.memo["last"]) == (2, (0, 0))
    assert not desk.errands and desk.ui.screen == "box.learn_with_host"


def test_keys_are_for_the_host_but_stop_is_for_the_box():
    desk = guided(TOKEN, 0).key("A")
    assert desk.ui.memo["last"] == (16, 0)
    desk.key("B")
    assert desk.ui.memo["last"] == (17, 0)
    desk.key("#").sees("Roll")


def test_while_tags_are_only_read_there_is_nothing_to_skip():
    desk = fits(guided(0, 0).sees("READ TAGS", "Tap one after another", "# Stop"))
    assert "A" not in dict(desk.ui.inputs())
    desk.key("A")
    assert desk.ui.memo["count"] == 0


def test_it_goes_when_the_host_has_gone():
    desk = guided(DEED, 0)
    desk.wait(16000).sees("Roll")
