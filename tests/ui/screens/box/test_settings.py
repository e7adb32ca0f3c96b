"""SETTINGS, the banker's menu and the two lines in More."""

import pytest
from desk import Desk, fits

from banker.core.tags import BANKER, CARD, DEED, TOKEN
from banker.ui.sounds import GOOD
from deedbox import words


@pytest.fixture
def desk():
    desk = Desk()
    desk.settings["ask_ms"] = 5000
    return fits(desk.tap("banker").sees("BANKER"))


@pytest.mark.parametrize(
    "key, name, values",
    [
        ("1", "volume", [2, 1, 0, 3]),
        ("2", "language", ["de", "en"]),
        ("3", "slow", [True, False]),
        ("4", "big", [True, False]),
        ("5", "brightness", [1, 2, 3]),
        ("6", "turned", [True, False]),
        ("7", "ask_ms", [10000, 15000, 0, 3000, 5000]),
    ],
)
def test_a_digit_goes_to_the_next_value(desk, key, name, values):
    fits(desk.key("1").sees("SETTINGS", "7 Pause 5 s"))
    for value in values:
        fits(desk.key(key))
        assert desk.settings[name] == value and desk.errands[-1] == ("set", name, value)


def test_settings_look_as_they_are(desk):
    assert fits(desk.key("1")).rows() == [
        "SETTINGS",
        "1 Sound      3",
        "2 Language   English",
        "3 Extra time off",
        "4 Big text   off",
        "5 Brightness 3",
        "6 Flipped    off",
        "7 Pause 5 s * Back",
    ]


def test_a_new_volume_is_heard(desk):
    desk.key("1", "1")
    assert desk.ui.sound == GOOD


def test_a_value_from_elsewhere_does_not_stop_the_settings(desk):
    desk.settings["ask_ms"] = 1234
    desk.settings["language"] = "fr"
    fits(desk.key("1", "7", "2"))
    assert desk.settings["ask_ms"] == 0 and desk.settings["language"] == "de"


def test_slow_makes_looks_twice_as_long(desk):
    desk.key("1", "3", "*").tap("token", 1).sees("DAD").wait(20000).sees("DAD").wait(12000).sees("MUM")


def test_the_menu_has_every_line(desk):
    assert desk.rows() == [
        "BANKER",
        "1 Settings 8 Computer",
        "2 Fix a mistake",
        "3 Learn tags",
        "4 Lost token",
        "5 Check the box",
        "6 Remote: off",
        "7 New game * Back",
    ]


@pytest.mark.parametrize(
    "screen", ["box.settings", "table.correction", "box.learn_tags", "table.lost_token", "box.check"]
)
def test_a_digit_opens_its_screen_and_none_moves_money(desk, screen):
    fits(
        desk.key(
            {
                "box.settings": "1",
                "table.correction": "2",
                "box.learn_tags": "3",
                "table.lost_token": "4",
                "box.check": "5",
            }[screen]
        )
    )
    assert desk.ui.screen == screen and desk.done == []


def test_remote_control_is_switched_at_the_box(desk):
    fits(desk.key("6").sees("6 Remote: on"))
    assert desk.settings["remote"]
    fits(desk.key("6").sees("6 Remote: off"))


def test_a_tag_on_the_menu_counts_at_home(desk):
    desk.tap("token", 1).sees("DAD")
    assert desk.ui.screen == "table.player"


def test_without_a_game_there_is_nothing_to_correct():
    desk = Desk()
    desk.ui.game = None
    desk.ui.show("table.banker_menu")
    fits(desk)
    assert "2" not in dict(desk.ui.inputs()) and "Correct" not in desk.text()
    desk.key("2")
    assert desk.ui.screen == "table.banker_menu"


def test_the_menu_needs_the_banker_card_unless_there_is_none():
    desk = fits(Desk().key("D"))
    assert "D" not in dict(desk.ui.inputs())
    desk.key("D").sees("MORE").untagged.add((BANKER, 0))
    fits(desk.sees("D Banker").key("D").sees("BANKER"))


def test_sound_and_turn_are_in_more():
    desk = fits(Desk().key("D").sees("5 Sound 3", "6 Flip"))
    fits(desk.key("5").sees("5 Sound 2")).key("6")
    assert desk.errands == [("set", "volume", 2), ("set", "turned", True)] and desk.ui.sound == GOOD


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize(
    "screen",
    ["table.banker_menu", "box.settings", "box.learn_tags", "table.lost_token", "box.check", "table.more"],
)
def test_every_screen_of_the_box_fits_in_every_language(language, screen):
    desk = Desk(names=("Maximilianus", "Konstantinos"), language=language)
    for kind, count in ((DEED, 28), (TOKEN, 8), (BANKER, 1), (CARD, 32)):
        desk.untagged |= {(kind, number) for number in range(count)}
    desk.settings["ask_ms"] = 15000
    for key in "CCCCA1234567":
        desk.ui.show(screen, 1) if screen == "box.check" else desk.ui.show(screen)
        fits(desk)
        fits(desk.key(key))
    desk._after(desk.ui.stranger())
    fits(desk)
