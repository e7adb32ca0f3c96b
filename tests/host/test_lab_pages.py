"""What the lab adds to the report of a game that was stopped, and to the page."""

from pathlib import Path

import pytest

from banker.core.setup.new_game import new_game
from deedbox import editions, rules
from deedbox.lab import atlas, atlas_page
from deedbox.lab import odds as lab_odds
from deedbox.lab.odds import find_odds
from deedbox.lab.sampling import ROUNDS, Task, run_task
from deedbox.report.sentences import Report

DOCS = Path(__file__).parents[2] / "host" / "docs" / "the-lab"
GOLDEN = [39, 21, 27]  # rounds of the first three games of the atlas


class Stopped:
    """A replay with nothing but its end and its names."""

    names = ["ann", "bob"]

    def __init__(self, end):
        self.end = end


def report_of(end):
    report = Report.__new__(Report)
    report.replay, report.language, report._odds = Stopped(end), "en", None
    report.name = lambda player: Stopped.names[player].title()
    return report


@pytest.fixture(scope="module")
def game():
    return new_game(editions.load_board("classic"), editions.edition_rules("classic"), {}, 2, 1)


def test_the_report_of_a_stopped_game_says_who_would_have_won_and_always_the_same(game, monkeypatch):
    monkeypatch.setattr(lab_odds, "REPORT_GAMES", 8)
    first = report_of(game).odds()
    assert "would most likely have won" in first[0] or first[0].startswith("It was open"), first
    assert first == report_of(game).odds()
    assert find_odds(game, 8).games == 8


def test_the_report_of_a_game_in_which_the_box_only_banks_has_no_odds():
    board, printed = editions.load_board("classic"), editions.edition_rules("classic")
    assert report_of(new_game(board, printed, {"mode": "banker"}, 2, 1)).odds() == []


def test_the_set_up_has_an_effect_with_an_interval_for_every_favourite_of_the_atlas():
    for language in ("en", "de"):
        effects = atlas.effects(language)
        assert set(rules.load_presets()) - set(effects) == {"slow", "gifts"}
        assert all("95 %" in words for words in effects.values())
    assert atlas.effects("en") != atlas.effects("de")


def test_the_atlas_that_comes_along_is_small_and_has_all_rules_of_its_plan():
    _, arms = atlas.read_plan()
    data = atlas.read_data()
    assert [row["id"] for row in data["rows"]] == [arm.id for arm in arms]
    assert atlas.DATA.stat().st_size < 2_000_000 and data["games"] >= 20
    assert atlas.write_data(data) == atlas.DATA.read_bytes()


def test_the_pages_of_the_atlas_in_the_docs_are_those_of_its_data():
    data = atlas.read_data()
    assert (DOCS / "atlas.html").read_bytes() == atlas_page.write_html(data)
    assert (DOCS / "atlas.pdf").read_bytes() == atlas_page.write_pdf(data)


def test_rows_of_the_atlas_come_out_again():
    """If this changes, rules or players have changed, and the atlas must be played again."""
    table = atlas.tables_of(atlas.read_plan()[1][0])[0]
    assert [row[ROUNDS] for row in run_task(Task(table, 1, 3))] == GOLDEN
