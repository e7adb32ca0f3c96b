"""Any input where the rules of an edition, or bank only, bring screens of their own."""

import random

import pytest
from desk import Desk, fits

from banker.core.codec.state_bytes import sound
from banker.core.ids import DEED_IDS

# every set but one deed is Maximilianus', that one Konstantinos', some of them mortgaged
HALF = {
    deed: {
        "owner": "Konstantinos" if deed.endswith("1") else "Maximilianus",
        "mortgaged": deed in ("red1", "sky2"),
    }
    for deed in DEED_IDS[:26]
}
GAMES = {
    "turn.battle": ("duel-masters", {"dm_battle": True}, {"deeds": HALF}, "24#"),
    "turn.power": ("spider-man", {"sm_doubles": True}, {"deeds": HALF}, "55#"),
    "table.bank_only": (
        "classic",
        {"mode": "banker", "free_parking_mode": "jackpot"},
        {"deeds": HALF},
        "",
    ),
    "setup.opening_deal": ("classic", {"game_variant": "short"}, None, ""),
}


def offered_key(desk, rng):
    """A key that the screen offers. All its digits are one offer: else whoever types a name, with ten digits
    and one key to end it, hardly does anything else."""
    keys = [key for key, _ in desk.ui.inputs()] or "0123456789ABCD*#"
    offer = rng.choice([key for key in keys if not key.isdigit()] + ["digit"])
    return rng.choice([key for key in keys if key.isdigit()] or keys) if offer == "digit" else offer


def something(desk, rng):
    """Often what the screen offers; tags of every kind; time."""
    what = rng.random()
    if what < 0.5:
        desk.key(offered_key(desk, rng))
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
    edition, rules, start, keys = GAMES[screen]
    rng = random.Random(screen + "5")
    seen = set()
    done = 0
    for seed in range(4):
        desk = Desk(edition, ("Maximilianus", "Konstantinos", "Mia"), rules, start, seed + 1).key(*keys)
        assert desk.ui.screen == screen
        for _ in range(500):
            something(desk, rng)
            fits(desk)
            seen.add(desk.ui.screen)
            assert sound(desk.game)
        done += len(desk.done)
    assert done > 20
    assert {
        "table.undo",
        "table.more",
        "trade.trade",
        "table.leave",
        "table.stop_tonight",
        "table.the_end",
        "table.banker_menu",
        "table.correction",
    } & seen
