"""READER as a screen; tests/app/test_read_test.py has it with readers that are weak."""

import pytest
from desk import Desk, fits

TICK_MS = 250


class Reader(Desk):
    """The tag is read so often of 25 at each gain."""

    counts = {33: 0, 38: 20, 43: 25, 48: 24}
    sak = 0x00

    def fact_reads(self, db, most):
        assert most >= 25
        return 25, self.counts[db], self.sak

    def ticks(self, count):
        for _ in range(count):
            self.wait(TICK_MS)
        return fits(self)


@pytest.fixture
def desk():
    desk = Reader()
    desk.ui.show("box.reader", "", "")
    return desk


def test_it_looks_as_in_the_specification(desk):
    assert desk.key("A").ticks(8).rows() == [
        "READER       at 33 dB",
        "Hold a sticker still.",
        "0",
        "of 0 read     NTAG",
        "Best so far: 43 dB",
        "A Try all * Back",
    ]


def test_it_counts_at_the_gain_of_the_settings_and_begins_again(desk):
    desk.ticks(2).sees("at 38 dB", "of 50 read", "40")
    desk.ticks(2).sees("of 100 read", "80")
    desk.ticks(5).sees("of 100 read")
    desk.ticks(5).sees("of 50 read")
    assert desk.errands == []


def test_all_gains_are_tried_and_the_best_is_kept(desk):
    desk.key("A").ticks(16).sees("at 43 dB", "Best: 43 dB. Saved.", "Hold a sticker still.")
    assert desk.errands == [("set", "gain", 43)]


def test_of_two_that_read_as_well_the_one_in_the_middle_stays(desk):
    desk.counts = dict.fromkeys((33, 38, 43, 48), 25)
    desk.key("A").ticks(16)
    assert desk.errands == [("set", "gain", 38)]


def test_a_tag_that_is_never_read_changes_nothing_and_leads_to_the_guide(desk):
    desk.counts = dict.fromkeys((33, 38, 43, 48), 0)
    desk.key("A").ticks(16).sees("Not read? See guide 4")
    assert desk.errands == []


def test_a_tag_that_is_read_now_and_then_leads_to_the_guide_too(desk):
    desk.counts = {33: 0, 38: 1, 43: 5, 48: 4}
    desk.key("A").ticks(16).sees("Weak? See guide 4", "Best: 43 dB. Saved.")


@pytest.mark.parametrize("sak, name", [(0x00, "NTAG"), (0x08, "Classic"), (0x18, "Classic"), (0x20, "other")])
def test_stickers_and_cards_are_named_apart(desk, sak, name):
    desk.sak = sak
    assert desk.ticks(1).rows()[3].endswith(name)


def test_a_tag_that_lies_there_is_no_tap_and_nobody_is_asked_to_lift_it(desk):
    desk.ticks(1).tap("token", 0).tap("banker", 0).sees("READER")
    desk.ui.stranger()
    desk.ui.lift(0)
    assert "Lift" not in fits(desk).sees("READER").text()


def test_it_closes_when_nobody_is_there(desk):
    desk.wait(301_000).sees("CHECK YOUR BOX")
