"""The docs of the screens: every screen has its scene; table and diagrams agree with the firmware."""

from pathlib import Path

import pytest
from desk import fits
from gallery import ROOT, SCENES, picture

from deedbox.build import screen_table
from deedbox.display import read_text

TABLE = {screen.name: screen for screen in screen_table.all_screens()}


@pytest.mark.parametrize("name", TABLE)
def test_every_screen_has_a_scene_that_leads_to_it_and_fits_the_display(name):
    desk = fits(SCENES[name]())
    assert desk.ui.screen == name
    rows = [row.strip() for row in read_text(picture(desk)) if row.strip()]
    assert rows, "the painter shows it, too"


def test_no_scene_is_left_over():
    assert set(SCENES) == set(TABLE)


def test_every_phase_of_a_game_has_its_screen():
    phases = "roll end buy auction rent tax card throw debt place power deal over".split()
    assert sorted(phase for screen in TABLE.values() for phase in screen.phases) == sorted(phases)


def test_every_screen_can_be_reached():
    # opened by a rule, by the box itself, or by a host
    by_the_box = {
        "turn.home",
        "setup.new_game",
        "table.bank_only",
        "turn.last_turn",
        "table.welcome_back",
        "table.steps_lost",
        "box.damaged_files",
        "turn.result",
        "turn.card_drawn",
        "box.check",
        "box.learn_with_host",
    }
    names = {name for screen in TABLE.values() for name in screen.opens}
    with_a_phase = {screen.name for screen in TABLE.values() if screen.phases}
    assert set(TABLE) - names - with_a_phase - by_the_box - {"turn.offer"} == set()


def test_the_docs_are_those_of_the_firmware():
    text = (ROOT / Path("host/docs/screens.md")).read_text(encoding="utf-8")
    assert text == screen_table.markdown(), "run: make screens"
