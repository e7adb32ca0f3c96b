"""Any input where the rules of an edition, or bank only, bring screens of their own."""

import random

import pytest
from desk import Desk, fits

from banker.core.packing import sound

HALF = {
    "brown1": {"owner": "Maximilianus"},
    "brown2": {"owner": "Konstantinos"},
    "blue1": {"owner": "Konstantinos", "mortgaged": True},
    "blue2": {"owner": "Maximilianus"},
    "sky1": {"owner": "Mia", "mortgaged": True},
}
GAMES = {
    "battle": ("duel-masters", {"dm_battle": True}, {"deeds": HALF}),
    "power": ("spider-man", {"sm_doubles": True}, {"deeds": HALF}),
    "bank": ("classic", {"mode": "banker", "free_parking_mode": "jackpot"}, {"deeds": HALF}),
    "deal": ("classic", {"game_variant": "short"}, None),
}


def something(desk, rng):
    """Often what the screen offers; tags of every kind; time."""
    what = rng.random()
    if what < 0.5:
        desk.key(rng.choice([key for key, _ in desk.ui.inputs()] or "0123456789ABCD*#"))
    elif what < 0.75:
        desk.tap("token", rng.randrange(3))
    elif what < 0.9:
        desk.tap("deed", rng.randrange(28))
    elif what < 0.94:
        desk.tap("card", rng.randrange(32))
    elif what < 0.97:
        desk.tap("banker")
    else:
        desk.wait(rng.choice((1250, 5000)))


@pytest.mark.parametrize("screen", GAMES)
def test_any_input_leaves_the_books_right_and_the_display_whole(screen):
    edition, rules, start = GAMES[screen]
    rng = random.Random(screen)
    seen = set()
    done = 0
    for seed in range(4):
        desk = Desk(edition, ("Maximilianus", "Konstantinos", "Mia"), rules, start, seed + 1)
        for _ in range(500):
            something(desk, rng)
            fits(desk)
            seen.add(desk.ui.screen)
            assert sound(desk.game)
        done += len(desk.done)
    assert done > 20 and screen in seen
    assert {"undo", "more", "trade", "leave", "stop", "over", "banker", "correct"} & seen
