"""The end with its story, welcome back, the agreed hour (ux.md 10), with the inputs counted (ux.md 18)."""

import pytest
from desk import Desk, fits

from banker.core.codec import command_bytes
from banker.core.state import PHASES
from banker.ui.screens.table.the_end import HIGHLIGHTS
from deedbox import words

LONG = ("Maximilianus", "Konstantinos", "Mia")


def ended(names=("Mum", "Dad", "Mia"), **more):
    """The first has bought, the second paid rent; then two leave."""
    desk = Desk("classic", names, **more).key("1", "2").tap("deed", "brown2").tap("token", 0)
    desk.key("1", "2").tap("deed", "brown2").tap("token", 1)
    for player in (1, 0):
        desk.key("D", "8").tap("token", player).tap("token", player).key("#")
        if desk.phase == "auction":
            desk.key("#").wait(1000).key("#").wait(1000).key("#").key("#")
    return desk


# -- the end --


def test_the_end_shows_ranking_time_and_receipt():
    fits(ended().sees("MIA WINS", "1 MIA", "2 h 05  Receipt 7F3A", "A New", "B Story", "* Undo"))


def test_the_story_pages_through_highlights_and_leads_back():
    desk = ended(LONG).wait(2000)
    fits(desk.key("B").sees("STORY           1/1", "Highest rent:", "4", "Baltic Avenue"))
    desk.key("*").sees("MIA WINS")
    assert desk.ui.screen == "table.the_end"


def test_while_the_story_is_looked_up_a_bar_runs():
    desk = ended()
    desk.ui.kept[HIGHLIGHTS] = None
    desk.replay = iter([10, 20, 30, 40, 50, 60, []])
    fits(desk.key("B").sees("One moment.")).wait(250)
    fits(desk).wait(250).sees("Nothing to tell.")


def test_every_kind_of_highlight_fits_the_display():
    desk = ended(LONG)
    desk.ui.kept[HIGHLIGHTS] = [
        (kind, 9999, 0, 1 if kind == 0 else -1, 20 if kind < 2 else -1) for kind in range(6)
    ]
    desk.key("B")
    for page in range(6):
        fits(desk.sees(f"{page + 1}/6"))
        desk.key("B")


def test_a_new_game_and_undo_start_from_the_end():
    assert ended().key("A").ui.screen == "setup.new_game"
    desk = ended().key("*").sees("UNDO?")
    assert desk.ui.screen == "table.undo"


def test_the_winners_tune_is_played_once():
    from banker.ui.sounds import WINNER

    desk = ended()
    assert desk.ui.sound == WINNER
    desk.ui.sound = 0
    desk.wait(2000).key("B", "*")
    assert desk.ui.sound != WINNER


# -- welcome back --


def back(desk):
    """As the box does it after power-on."""
    desk.ui.home()
    desk.ui.show("table.welcome_back")
    desk.inputs = 0
    return fits(desk)


def test_after_power_on_the_last_step_and_what_is_waited_for_stand_there():
    desk = back(Desk().key("1", "2", "#")).sees("WELCOME BACK turn 0", "Game saved. Last:", "MUM rolled 1+2")
    desk.sees("To 3 Minish Village", "Now: MUM may buy it.", "# Go on", "B Money")
    assert "not saved" not in desk.text()
    desk.key("#").sees("A Buy")
    assert desk.inputs == 1


def test_a_step_that_was_being_saved_is_there_or_not_and_the_screen_says_which():
    desk = Desk().key("1", "2", "#")
    desk.torn = True
    back(desk).sees("MUM rolled 1+2", "Then a step was lost.")


def test_another_input_goes_on_and_counts_and_money_is_one_key_away():
    back(Desk().key("1", "2", "#")).tap("deed", "brown2").sees("Tap MUM to buy.")
    back(Desk()).key("B").sees("MONEY")
    back(Desk()).sees("Game saved.", "Now: MUM rolls.").key("4").sees("4 + _")


def test_nobody_bids_on_the_greeting():
    desk = Desk().key("1", "2", "#", "B").tap("token", 0)
    back(desk).sees("MUM did not buy it.", "Now: the auction.").tap("token", 1)
    assert desk.done == ["roll", "decline"]


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_command_and_phase_is_said_within_the_display(language):
    desk = Desk("star-wars-ep1", LONG, language=language)
    for do in command_bytes.NAMES:
        desk.commands = [{"do": do, "by": 0, "dice": (6, 6), "deed": 24, "amount": 999999}]
        fits(back(desk))
    for at in range(len(PHASES)):
        text = desk.words[668 + at].format(LONG[0].upper())
        assert len(text) <= 42, text


# -- the agreed hour --

HOUR = {"end_condition": "time", "time_limit_min": 60}


def test_after_the_last_turn_the_count_comes_by_itself():
    desk = Desk("classic", rules=HOUR, start={"players": {"Mum": {"space": 17}}})
    desk._after(({"do": "time-up"},))
    desk.sees("MUM").key("1", "2", "#")
    fits(desk.sees("LAST TURN", "then we count it all.", "# Count")).wait(4500)
    assert desk.done == ["time-up", "roll", "end"] and desk.game.over
    desk.sees("Receipt 7F3A")


def test_a_rent_is_still_asked_for_in_the_last_turn():
    start = {"players": {"Mum": {"space": 36}}, "deeds": {"blue2": {"owner": "Mia"}}}
    desk = Desk("classic", rules=HOUR, start=start)
    desk.ui.ask_ms = 5000
    desk._after(({"do": "time-up"},))
    desk.key("1", "2", "#").wait(4500)
    assert not desk.game.over
    desk.tap("deed", "blue2").key("*")
    fits(desk.sees("LAST TURN", "Rent first: tap MUM.")).wait(9000)
    assert not desk.game.over
    desk.tap("token", 0).tap("token", 0).wait(9000)
    assert desk.game.over and desk.game.cash[2] == 1550
