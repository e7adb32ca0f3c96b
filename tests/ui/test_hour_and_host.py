"""Time and hosts never change what a tap means; a power cut loses nothing (S-27): on every screen."""

import pytest
from desk import Desk, fits
from gallery import SCENES, auction

from banker.app import game_clock
from banker.core.codec.state_bytes import digest
from banker.core.refusal import Refused
from banker.ui import hour_and_host
from banker.ui.next_screen import home_screen
from banker.ui.ui import Ui

NO_GAME = ("box.", "setup.")  # these screens need none, or come before the first roll
# A turn that is over ends the game when the hour has come, so its home screen becomes LAST TURN.
ENDED = "turn.last_turn"


class Hour:
    """The box as its clock sees it, on a desk: the agreed time is over."""

    def __init__(self, desk):
        self.desk = desk
        self.ui = desk.ui
        self.say = desk.say
        self.keeper = self
        self.played_s = 1 << 20
        self.bell_rung = 0
        desk.game.rules.ends = ("time",)

    @property
    def game(self):
        return self.desk.game

    def do(self, command):
        self.desk.ledger.do(command)
        return True

    def run(self, commands):
        assert commands == ()

    def strike(self):
        game_clock.step(self)
        return self.desk


def scene(name, struck):
    desk = SCENES[name]()
    hour = Hour(desk)
    if struck and not desk.game.over and not desk.game.ending:
        hour.strike()
    return desk


def meaning(desk):
    """What the display offers, without the line on top."""
    desk.ui.notice_text = ""
    return desk.ui.screen, desk.offers(), desk.text()


PLAYED = [name for name in SCENES if not name.startswith(NO_GAME)]


@pytest.mark.parametrize("name", PLAYED)
def test_the_hour_changes_only_the_first_row(name):
    plain, struck = scene(name, False), scene(name, True)
    if not struck.game.over and not plain.game.ending:
        fits(struck).sees("TIME! Last turn.")
        assert struck.game.ending or not hour_and_host.may_strike(struck.ui)
    if struck.ui.screen != ENDED:
        assert meaning(struck) == meaning(plain)


@pytest.mark.parametrize("name", PLAYED)
def test_after_the_hour_every_input_does_what_it_did(name):
    if scene(name, True).ui.screen == ENDED:
        return
    for what, value in scene(name, False).offers():
        if value in tuple("2345678") and what == "key":
            continue  # digits are alike
        plain, struck = scene(name, False), scene(name, True)
        before = len(plain.done), len(struck.done)
        plain.do(what, value)
        struck.do(what, value)
        if struck.ui.screen == "table.undo" and value == "*":
            continue  # the hour is a step like any other, which all may take back
        assert plain.done[before[0] :] == struck.done[before[1] :], (what, value)
        if not plain.done[before[0] :] and (name, value) != ("table.more", "9"):
            assert meaning(struck) == meaning(plain), (what, value)


def test_an_auction_stays_an_auction_and_the_digits_stay():
    desk = auction().key("7")
    Hour(desk).strike()
    fits(desk).sees("TIME! Last turn.", "BEN bid 10", "bid 7")
    assert desk.game.ending
    desk.key("7").tap("token", 1)
    assert desk.done[-1] == "bid" and desk.game.tasks[0][3] == 77


def test_dice_that_are_typed_are_still_rolled():
    desk = Desk("classic", start={"players": {"Mum": {"space": 7}}})
    desk.key("1", "2", "#").key("4")  # Dad types, after Mum's turn
    hour = Hour(desk)
    hour.strike()
    assert not desk.game.ending  # it waits, because the turn that is over would end the game
    desk.key("6", "#")
    assert desk.done[-2:] == ["end", "roll"] and not desk.game.over
    while desk.ui.screen not in ("turn.home", "turn.landing"):
        desk.key("#")
    hour.strike()
    assert desk.game.ending


def test_what_undo_is_about_to_take_back_stays_the_last_step():
    desk = SCENES["table.undo"]()
    hour = Hour(desk)
    hour.strike()
    desk.sees("TIME! Last turn.")
    assert not desk.game.ending
    desk.tap("token", 0).tap("token", 1)
    assert desk.done[-1] == "undo" and desk.game.cash[0] == 1500
    hour.strike()
    assert desk.game.ending


# -- a host --


def host(desk):
    """A host plays a step that is open nearly everywhere; False if it is not."""
    command = {"do": "correct", "by": 1, "cash": 1}
    if desk.phase == "auction":
        command = {"do": "pass", "by": 2}
    try:
        desk.ledger.do(command)
    except Refused:
        return False
    hour_and_host.host_step(desk.ui, desk.game)
    return True


@pytest.mark.parametrize("name", PLAYED)
def test_a_hosts_step_leaves_what_is_open(name):
    plain, desk = SCENES[name](), SCENES[name]()
    at_home = desk.ui.screen == home_screen(desk.game)
    if not host(desk):
        return
    fits(desk)
    if "consents" in plain.ui.memo:
        plain.ui.memo["consents"] = []  # all agree again
    if name in ("table.undo", "table.welcome_back") or at_home or name == "turn.jail":
        assert desk.ui.screen in (home_screen(desk.game), "turn.jail", "turn.result")
    else:
        assert desk.ui.screen == plain.ui.screen and desk.offers() == plain.offers()
        assert not desk.ui.memo.get("consents")


def test_after_a_hosts_step_both_agree_to_a_trade_again():
    desk = Desk(start={"deeds": {"sky1": {"owner": "Mia"}, "red1": {"owner": "Dad"}}})
    desk.key("D", "1").tap("deed", "sky1").tap("deed", "red1").tap("token", 1).sees("agreed")
    assert host(desk)
    fits(desk).sees("The computer played.")
    desk.tap("token", 2)
    assert desk.done == []
    desk.tap("token", 1)
    assert desk.done == ["trade"]


# -- power --


@pytest.mark.parametrize("name", PLAYED)
def test_after_a_power_cut_the_game_waits_for_the_same(name):
    desk = SCENES[name]()
    before = digest(desk.game)
    desk.ledger.games[desk.ledger.here] = desk.game.copy()  # from its page: nothing has happened in it
    old, desk.ui = desk.ui, Ui(desk.say, desk._load, desk.fact)
    desk.ui.back, desk.ui.ahead = old.back, old.ahead
    desk.ui.begin(desk.game, old.names, old.place, old.label, old.word, old.seats)
    if not desk.game.over:
        desk.ui.show("table.welcome_back")
        fits(desk).key("#")
    assert digest(desk.game) == before
    if (desk.commands or [{"do": ""}])[-1]["do"] in ("bankrupt", "resign"):
        while fits(desk).ui.screen == "table.hand_over":  # what is to be handed over is told again
            desk.key("#")
        if desk.ui.screen == "deeds.inherited":
            desk.key("B")  # the heir pays back later
    assert fits(desk).ui.screen in (home_screen(desk.game), "turn.jail")
