"""A game played again on the box: from archive and journal, without undone steps; and its receipt."""

import pytest
from played import Table, commands, within

from banker.app.store import replay
from banker.core.commands import decide
from banker.core.highlights import BID, RENT, Highlights
from banker.core.setup.new_game import new_game
from deedbox import editions


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """Seven hundred steps, most of them filed; some taken back and done again; switched off and on."""
    with within(tmp_path_factory.mktemp("box")):
        table = Table().begin()
        for number, command in enumerate(commands()):
            table.do(command)
            if number % 50 == 49:
                table.do({"do": "undo"}, {"do": "undo"}, {"do": "redo"}, {"do": "redo"})
            if number % 70 == 60:
                table.reboot()
        yield table


def test_the_highlights_are_those_of_the_steps_that_count(table):
    game = new_game(editions.load_board("classic"), editions.edition_rules("classic"), {}, 3, 3)
    expected = Highlights(3)
    for command in commands():
        game = decide(game, dict(command))
        expected.take(game, command)
    assert game.over
    *progress, highlights = replay.pieces(table.keeper)
    assert highlights == expected.told() and len(highlights) == 5
    assert [kind for kind, *_ in highlights[:2]] == [RENT, BID]
    assert progress == sorted(progress) and progress[-1] >= 99
    assert len(progress) > 700, "in small pieces"


def test_the_receipt_is_the_one_that_the_host_reads_from_the_journal(table):
    story = table.replay()
    assert replay.receipt(table.keeper) == story.steps[-1].receipt
    table.reboot()
    assert replay.receipt(table.keeper) == story.steps[-1].receipt


def test_steps_taken_back_are_left_out(tmp_path):
    with within(tmp_path):
        table = Table().begin()
        table.do({"do": "roll", "dice": (1, 2)}, {"do": "decline"}, {"do": "bid", "by": 1, "amount": 500})
        table.do({"do": "hammer"}, {"do": "undo"}, {"do": "undo"})
        table.do({"do": "bid", "by": 2, "amount": 40}, {"do": "hammer"})
        highlights = list(replay.pieces(table.keeper))[-1]
        assert highlights == [(BID, 40, 2, -1, 1)]


def test_a_game_that_has_just_begun_has_no_highlights(tmp_path):
    with within(tmp_path):
        assert list(replay.pieces(Table().begin().keeper))[-1] == []
