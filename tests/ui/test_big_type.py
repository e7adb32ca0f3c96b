"""Big type, and the hand beside the name of the one who has to tap (host/docs/ux.md, section 14)."""

import random

import pytest
from desk import Desk, fits

from banker.ui import paint
from banker.ui.layout import HAND, PAYS
from deedbox.build import fonts
from deedbox.display import read_text

LONG = ("Maximilianus", "Konstantinos", "Mia")


def picture(desk):
    buf = bytearray(paint.SIZE)
    paint.screen(buf, desk.ui.rows(), fonts.compile_font())
    return read_text(bytes(buf))


def offer(big=False, names=("Mum", "Dad", "Mia")):
    desk = Desk(names=names)
    desk.ui.big = big
    return fits(desk.key("1", "2", "#").tap("deed", "brown2"))


def rent(big=False, names=("Mum", "Dad", "Mia")):
    desk = Desk(names=names, start={"deeds": {"brown2": {"owner": names[2]}}})
    desk.ui.big = big
    return fits(desk.key("1", "2").tap("deed", "brown2"))


def test_a_hand_stands_beside_the_one_who_has_to_tap():
    assert picture(rent())[1] == "☞╸MUM➤MIA"
    assert (paint.DOUBLE + HAND + "MUM" + PAYS + "MIA") in rent().ui.rows()


def test_a_hand_never_pushes_a_name_off():
    assert picture(rent(names=LONG))[1].strip("☞╸") == "MAXIMI➤MIA"


def test_a_question_in_big_type_has_who_and_how_much_and_its_keys():
    assert picture(offer(True)) == ["MUM Minish Village", "☞╸MUM", "", "60", "", "", "", "B Auction * Back"]
    assert picture(rent(True))[1:4] == ["☞╸MUM", "", "4"]


@pytest.mark.parametrize("question", [offer, rent])
def test_long_names_fit_in_big_type(question):
    assert picture(fits(question(True, LONG)))[1] == "☞╸MAXIMILI"


def test_a_wrong_token_is_told_in_big_type_too():
    desk = fits(offer(True).tap("token", 1).sees("That is DAD's token.", "60", "Nothing happened."))
    desk.tap("token", 0)
    assert desk.done[-1] == "buy"


def test_what_asks_nobody_stays_as_it_is():
    desk = Desk()
    before = desk.rows()
    desk.ui.big = True
    assert desk.rows() == before


def test_a_question_without_a_sum_stays_as_it_is():
    desk = Desk()
    desk.ui.big = True
    fits(desk.key("1", "2", "#").key("*").sees("UNDO?", "Tap MUM, and one more"))


def test_any_input_in_big_type_leaves_the_display_whole():
    rng = random.Random(2)
    desk = Desk("duel-masters", names=LONG)
    desk.ui.big = True
    for _ in range(1500):
        what = rng.random()
        if what < 0.6:
            desk.key(rng.choice([key for key, _ in desk.ui.inputs()] or "#"))
        elif what < 0.8:
            desk.tap("token", rng.randrange(3))
        else:
            desk.tap("deed", rng.randrange(28))
        fits(desk)
    assert len(desk.done) > 10, desk.text()
