"""A layout alone: names, rows, keys and notices need no game and no Ui."""

from types import SimpleNamespace

from banker.core.board import BANK, POT
from banker.ui import words
from banker.ui.layout import Layout, height, wrap
from banker.ui.paint import DOUBLE, KEY
from banker.ui.sounds import LOW, NEXT
from deedbox.words import read_words

ENGLISH = read_words("en")


def say(number, *facts):
    return ENGLISH[number][1].format(*facts)


def layout(rows=("First row", ""), keys=(), asks=None, names=("Mum", "Dad")):
    new = Layout(say, load=None)
    new.names = names
    screen = SimpleNamespace(rows=lambda layout: rows, keys=lambda layout: keys)
    if asks is not None:
        screen.asks = lambda layout: asks
    new.part = screen
    return new


def test_it_names_players_the_pot_and_the_bank():
    table = layout()
    assert [table.name(0), table.name(1)] == ["MUM", "DAD"]
    assert table.name(POT) == say(words.POT_WORD) and table.name(BANK) == say(words.BANK)


def test_keys_stand_below_the_rows_and_take_a_second_row_where_they_need_it():
    short = layout(keys=(("A", "Yes"), ("*", "No"), ("5", 0)))
    assert short.rows() == ["First row", "", f"{KEY}A Yes {KEY}* No"]
    long = layout(keys=(("A", "Twelve chars"), ("*", "Twelve more")))
    assert long.key_rows() == [f"{KEY}A Twelve chars", f"{KEY}* Twelve more"]
    assert short.inputs() == [("A", "Yes"), ("*", "No"), ("5", "5")]


def test_a_hand_stands_beside_the_one_who_has_to_tap():
    table = layout(rows=(DOUBLE + "MUM", "Tap your token."), asks=[0])
    assert table.awaited() == [0] and table.rows()[0] == DOUBLE + "\x80\x81MUM"
    both = layout(rows=(DOUBLE + "MUM", "Tap your token."), asks=[0, 1])
    assert both.rows()[0] == DOUBLE + "MUM"


def test_a_notice_takes_the_first_row_and_says_that_nothing_happened():
    table = layout(keys=(("A", "Yes"),))
    table.notice("Not now.")
    assert table.rows() == ["Not now.", "", say(words.NOTHING_HAPPENED)] and table.sound == LOW


def test_a_hint_refuses_nothing_so_the_keys_stay_in_sight():
    table = layout(keys=(("A", "Yes"),))
    table.hint("Lift the tag.")
    assert table.rows() == ["Lift the tag.", "", f"{KEY}A Yes"] and table.sound == NEXT


def test_another_tag_than_the_one_asked_for_is_told_who_is_asked():
    table = layout(asks=[1])
    table.not_now()
    assert table.notice_text == say(words.FIRST_TAP, "DAD")
    nobody = layout()
    nobody.not_now()
    assert nobody.notice_text == say(words.NOT_NOW)


def test_empty_rows_go_where_the_words_need_the_room():
    table = layout(rows=tuple(["Row", ""] * 5))
    assert height(table.rows()) <= 8 and table.rows().count("Row") == 5


def test_text_is_broken_between_words():
    assert wrap("Nobody can have more than 9999999.") == ["Nobody can have more", "than 9999999."]
