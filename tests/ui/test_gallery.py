"""The docs of the screens: every screen has its scene, and table and diagrams are those of the firmware."""

from pathlib import Path

import pytest
from desk import fits
from gallery import ROOT, SCENES, picture

from deedbox import screens
from deedbox.screen import read_text

TABLE = {screen.name: screen for screen in screens.table()}


@pytest.mark.parametrize("name", TABLE)
def test_every_screen_has_a_scene_that_leads_to_it_and_fits_the_display(name):
    desk = fits(SCENES[name]())
    assert desk.ui.screen == name
    shown = [row.strip() for row in read_text(picture(desk)) if row.strip()]
    assert shown, "the painter shows it, too"


def test_no_scene_is_left_over():
    assert set(SCENES) == set(TABLE)


def test_every_phase_of_a_game_has_its_screen():
    phases = "roll end buy auction rent tax card throw debt place power deal over".split()
    assert sorted(phase for screen in TABLE.values() for phase in screen.phases) == sorted(phases)


def test_every_screen_can_be_reached():
    # opened from within a rule, by the box itself, or by a host
    by_the_box = {"home", "setup", "bank", "bedtime", "welcome", "result", "drawn", "check", "guided"}
    opened = {name for screen in TABLE.values() for name in screen.opens}
    with_a_phase = {screen.name for screen in TABLE.values() if screen.phases}
    assert set(TABLE) - opened - with_a_phase - by_the_box - {"offer"} == set()


def test_the_docs_are_those_of_the_firmware():
    written = (ROOT / Path("host/docs/screens.md")).read_text(encoding="utf-8")
    assert written == screens.markdown(), "run: make screens"
