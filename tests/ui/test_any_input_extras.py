"""Any input where the rules of an edition, or bank only, bring screens of their own."""

import random

import pytest
from desk import Desk, fits
from raise_by_hand import way_out

from banker.core.codec.state_bytes import sound
from banker.core.ids import DEED_IDS
from deedbox.lab.laws import broken_law

# every set but one deed is Maximilianus', that one Konstantinos', some of them mortgaged
HALF = {
    deed: {
        "owner": "Konstantinos" if deed.endswith("1") else "Maximilianus",
        "mortgaged": deed in ("red1", "sky2"),
    }
    for deed in DEED_IDS[:26]
}
# the same, with a house on each street that ends in 3
POOR = {
    deed: {"owner": given["owner"], "houses": 1} if deed.endswith("3") and "rail" not in deed else given
    for deed, given in HALF.items()
}
HANDS_MOST = 12  # so many debts are also settled by hand
NAMES = ("Maximilianus", "Konstantinos", "Mia")
GAMES = {
    "turn.battle": ("duel-masters", {"dm_battle": True}, {"deeds": HALF}, "24#"),
    "turn.power": ("spider-man", {"sm_doubles": True}, {"deeds": HALF}, "55#"),
    "table.bank_only": (
        "classic",
        {"mode": "banker", "free_parking_mode": "jackpot"},
        {"deeds": HALF},
        "",
    ),
    # everybody is poor, and the neighbours' houses keep some deeds from the bank
    "turn.debt": (
        "classic",
        {"rent_claim": "auto", "build_needs_group": False, "deal_built_group": True, "sell_even": False},
        {
            "deeds": dict(POOR, sky1={"owner": "Konstantinos", "houses": 4}),
            "players": {name: {"cash": 20} for name in NAMES},
        },
        "24#",
    ),
    "setup.opening_deal": ("classic", {"game_variant": "short"}, None, ""),
}


def offered(desk, rng):
    """What the screen offers: a key, or a tag that it asks for. All digits are one offer, and all tags: else
    whoever types a name, with ten digits and one key to end it, hardly does anything else."""
    offers = desk.offers() or [("key", key) for key in "0123456789ABCD*#"]
    digits = [offer for offer in offers if offer[1] in list("0123456789")]
    tags = [offer for offer in offers if offer[0] != "key"]
    single = [[offer] for offer in offers if offer not in digits + tags]
    return rng.choice(rng.choice([choice for choice in [*single, digits, tags] if choice]))


def something(desk, rng):
    """Often what the screen offers; tags of every kind; time."""
    what = rng.random()
    if what < 0.5:
        desk.do(*offered(desk, rng))
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
    screens = set()
    done = debts = 0
    for seed in range(4):
        desk = Desk(edition, NAMES, rules, start, seed + 1).key(*keys)
        assert desk.ui.screen == screen
        game = None
        for _ in range(500):
            something(desk, rng)
            fits(desk)
            screens.add(desk.ui.screen)
            if desk.game is not game:
                game = desk.game
                assert sound(game) and broken_law(game) == ""
                if desk.phase == "debt":
                    debts += 1
                    assert debts > HANDS_MOST or way_out(game, desk.edition) == ""
        done += len(desk.done)
    assert done > 20
    assert debts > HANDS_MOST or screen != "turn.debt"
    assert {
        "table.undo",
        "table.more",
        "trade.trade",
        "table.leave",
        "table.stop_tonight",
        "table.the_end",
        "table.banker_menu",
        "table.correction",
    } & screens
