"""LEARN TAGS and LOST TOKEN as screens; tests/app/tags/test_learning.py has them with real tags."""

import pytest
from desk import Desk, fits

from banker.core.tags import BANKER, CARD, DEED, TOKEN
from deedbox import editions

EVERYTHING = {(DEED, n) for n in range(28)} | {(TOKEN, n) for n in range(8)} | {(CARD, n) for n in range(32)}
EVERYTHING.add((BANKER, 0))


def learn(edition="zelda", untagged=EVERYTHING, **more):
    desk = Desk(edition, **more)
    desk.untagged = set(untagged)
    desk.ui.show("box.learn_tags")
    return fits(desk.sees("LEARN TAGS"))


def stranger(desk):
    desk._after(desk.ui.stranger())
    return fits(desk)


def test_it_looks_as_in_the_specification():
    desk = learn(untagged={(DEED, n) for n in range(9, 28)} - {(DEED, 11), (DEED, 12), (DEED, 13)})
    assert desk.rows()[:6] == [
        "LEARN TAGS     12/28",
        "",
        "Tap the deed",
        "",
        "18 Death Mountain",
        "   ORANGE 2 of 3",
    ]
    desk.sees("A Skip", "# Stop", "C Tokens")
    assert "B" not in dict(desk.ui.inputs())


@pytest.mark.parametrize("edition", editions.IDS)
def test_every_item_of_every_board_fits(edition):
    desk = learn(edition, names=("Maximilianus", "Konstantinos"))
    for rest in range(len(EVERYTHING), 0, -1):
        assert len(desk.untagged) == rest
        stranger(desk)
        kind, number = desk.errands[-1][1:]
        fits(
            desk.tap({DEED: "deed", TOKEN: "token", CARD: "card", BANKER: "banker"}[kind], number).sees(
                "That is"
            )
        )
        desk.wait(3000)
    stranger(desk.sees("All tags learned."))
    assert [errand[1:] for errand in desk.errands[28:37]] == [(TOKEN, n) for n in range(8)] + [(BANKER, 0)]


def test_what_is_skipped_is_asked_for_next_time():
    desk = learn().key("A").sees("BROWN 2 of 2")
    stranger(desk).key("#").sees("Roll")
    desk.ui.show("box.learn_tags")
    desk.sees("BROWN 1 of 2", "1/28")


def test_redo_is_for_what_was_learned_last():
    desk = stranger(learn()).sees("BROWN 2 of 2", "B Redo")
    fits(desk.key("B").sees("BROWN 1 of 2", "0/28"))
    assert desk.errands == [("learn", DEED, 0), ("unlearn", DEED, 0)]
    assert "B" not in dict(desk.ui.inputs())


def test_every_kind_is_one_key_from_the_one_before():
    desk = learn().key("C").sees("Tap token 1", "MUM", "0/8", "C Banker card")
    fits(desk.key("C").sees("Tap the banker card", "0/1", "C Cards"))
    fits(desk.key("C").sees("Tap card 1", "0/32", "C Deeds"))
    fits(desk.key("C").sees("Tap the deed"))


def test_a_lost_token_needs_every_other_player_and_no_one_else():
    desk = Desk(names=("Mum", "Dad", "Mia", "Ben"), start={"players": {"Ben": {"out": True, "cash": 0}}})
    desk.ui.show("table.lost_token")
    fits(desk.sees("Everyone else taps:", "MUM DAD MIA"))
    assert sorted(desk.ui.taps()) == [(TOKEN, 0), (TOKEN, 1), (TOKEN, 2)]
    stranger(desk).sees("Unknown tag")
    fits(desk.tap("token", 2)).tap("token", 2).tap("deed", 1)
    assert desk.errands == []
    fits(desk.tap("token", 0).sees("Tap a new token", "for DAD."))
    stranger(desk)
    assert desk.errands == [("replace", 1)]


def test_eight_long_names_fit():
    names = tuple(f"Konstantin{n}" for n in range(8))
    desk = Desk("classic", names=names)
    desk.ui.show("table.lost_token")
    for player in range(7):
        fits(desk).tap("token", player)
    fits(desk.sees("for KONSTANTIN7"))


def test_a_token_that_plays_under_another_number_is_replaced_under_that():
    desk = Desk(names=("Mum", "Dad"))
    desk.ui.seats = (5, 2)
    desk.ui.show("table.lost_token")
    desk.tap("token", 2)
    stranger(desk)
    assert desk.errands == [("replace", 5)]
