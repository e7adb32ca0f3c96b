"""Any input at any moment: no crash, nothing beyond the display, no money lost, and never stuck."""

import random

import pytest
from desk import Desk, fits

from banker.core.codec.state_bytes import sound
from banker.ui.rents_asked import ASKED_OWNER, ASKED_PAYER
from deedbox.lab.laws import broken_law

EDITIONS = ("classic", "zelda", "star-wars-ep1", "duel-masters", "spider-man")


def unwelcome(desk):
    """Was the last tag refused as one that nobody asked for?"""
    refusals = [desk.say(3), desk.say(4), desk.say(426)] + [desk.say(601, desk.ui.name(p)) for p in range(8)]
    return desk.ui.notice_text in refusals


def something(desk, rng):
    """Often what the screen offers, sometimes anything."""
    what = rng.random()
    if what < 0.45 and desk.offers():
        what, value = rng.choice(desk.offers())
        desk.do(what, value)
        assert what == "key" or not unwelcome(desk), f"{what} {value} was asked for:\n{desk.text()}"
    elif what < 0.55:
        desk.key(rng.choice("0123456789ABCD*#"))
    elif what < 0.75:
        desk.tap("token", rng.randrange(len(desk.ui.names)))
    elif what < 0.88:
        desk.tap("deed", rng.randrange(28))
    elif what < 0.92:
        desk.tap("card", rng.randrange(32))
    else:
        desk.wait(rng.choice((250, 1250, 5000)))


def waits_for_the_living(desk):
    """Every asked rent is a live claim, and no screen waits for a player who is out (S-2, S-3)."""
    g = desk.game
    claims = [claim[:ASKED_OWNER] for claim in g.claims]
    for rent in desk.ui.rents.queue:
        assert rent[:ASKED_OWNER] in claims and not g.out[rent[ASKED_PAYER]] and not g.out[rent[ASKED_OWNER]]
    if desk.ui.screen != "table.undo":  # there a player who went out by that step may tap
        assert not any(g.out[player] for player in desk.ui.awaited()), desk.text()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "language,names", [("en", ("Mum", "Dad")), ("de", ("Maximilianus", "Konstantinos", "Mia", "Ben"))]
)
def test_any_input_leaves_the_books_right_and_the_display_whole(edition, language, names):
    rng = random.Random(edition + names[0])
    desk = Desk(edition, names=names, language=language)
    screens = set()
    steps = 0
    for _ in range(2500):
        something(desk, rng)
        fits(desk)
        waits_for_the_living(desk)
        screens.add(desk.ui.screen)
        if len(desk.done) != steps:
            steps = len(desk.done)
            assert sound(desk.game) and broken_law(desk.game) == ""  # among the laws: each debt has a way out
    assert steps > 20, f"stuck in {desk.ui.screen}: {desk.text()}"
    assert {
        "turn.home",
        "turn.dice",
        "turn.landing",
        "deeds.deed",
        "table.player",
        "trade.auction",
    } <= screens
