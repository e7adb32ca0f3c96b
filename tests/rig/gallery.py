"""Every screen once, as the display shows it: `python tests/rig/gallery.py` writes the docs' contact sheet.

A scene is a few inputs at a desk that lead to its screen; the picture comes from the firmware's painter.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    for folder in ("tests/rig", "host", "firmware", "tests/cpython"):
        sys.path.insert(0, str(ROOT / folder))

from desk import Desk  # noqa: E402

from banker.app.store.saves import Save  # noqa: E402
from banker.ui import paint  # noqa: E402
from deedbox import display  # noqa: E402
from deedbox.build import fonts  # noqa: E402

PICTURE = ROOT / "host" / "docs" / "pictures" / "screens.png"
MIA = {"brown2": {"owner": "Mia"}}
ORANGE = {f"orange{n}": {"owner": "Mum"} for n in (1, 2, 3)}
HOTELS = {"blue1": {"owner": "Mum", "hotel": True}, "blue2": {"owner": "Mum", "hotel": True}}


def at(space, **more):
    """Mum's piece is where a roll of 1 + 2 leads to this space."""
    return {"players": {"Mum": {"space": (space - 3) % 40}}, **more}


def landed(space, edition="classic", rules=None, **more):
    return Desk(edition, rules=rules, start=at(space, **more)).key("1", "2", "#")


def auction():
    desk = (
        Desk("zelda", names=("Mum", "Dad", "Mia", "Ben"), start=at(8)).key("1", "2", "#", "B").tap("token", 0)
    )
    return desk.tap("token", 3).wait(3000)


def anyone():
    pink = {f"pink{n}": {"owner": "Dad"} for n in (1, 2, 3)}
    desk = Desk("classic", rules={"houses_total": 6}, start={"deeds": dict(ORANGE, **pink)})
    return desk.tap("deed", "orange1").key("A", "A", "A").tap("token", 0).tap("token", 1).key("5").wait(4000)


def bedtime():
    desk = Desk("classic", rules={"end_condition": "time", "time_limit_min": 60}, start=at(20))
    desk._after(({"do": "time-up"},))
    return desk.key("1", "2", "#")


def debt():
    deeds = {"blue2": {"owner": "Mia"}, "sky1": {"owner": "Mum"}}
    start = {"players": {"Mum": {"space": 36, "cash": 20}}, "deeds": deeds}
    return Desk("classic", rules={"rent_claim": "auto"}, start=start).key("1", "2", "#")


def out(keys=()):
    """Mum owes Mia more than she can get, and gives up."""
    deeds = {"sky1": {"owner": "Mum"}, "sky2": {"owner": "Mum", "mortgaged": True}, "rail2": {"owner": "Mum"}}
    deeds["blue1"] = deeds["blue2"] = {"owner": "Mia", "hotel": True}
    start = {"players": {"Mum": {"space": 36, "cash": 20, "jail_cards": 1}}, "deeds": deeds}
    desk = Desk("classic", rules={"rent_claim": "auto"}, start=start).key("1", "2", "#", "D")
    return desk.tap("token", 0).key(*keys) if keys is not None else desk


def over():
    desk = Desk("zelda", start={"deeds": MIA}).key("1", "2").tap("deed", "brown2").tap("token", 0)
    for player in (1, 0):
        desk.key("D", "8").tap("token", player).tap("token", player).key("#")
    return desk.wait(2000)


def place():
    deeds = {**ORANGE, "blue1": {"owner": "Dad"}, "blue2": {"owner": "Dad"}}
    desk = Desk("classic", start={"deeds": deeds, "bank": {"houses": 1}})
    desk._after(({"do": "auction-building", "kind": "house"},))
    return desk.tap("token", 0).wait(11000).key("#")


def power():
    start = {"players": {"Mum": {"space": 6}}}
    return Desk("spider-man", rules={"sm_doubles": True}, start=start).key("2", "2", "#")


def trade():
    deeds = {"pink1": {"owner": "Mia"}, "sky2": {"owner": "Mia"}, "orange1": {"owner": "Dad"}}
    desk = Desk("zelda", start={"deeds": deeds}).tap("deed", "pink1").key("C").tap("deed", "sky2")
    return desk.tap("deed", "orange1").key("1", "5", "0").tap("token", 1)


def welcome():
    desk = Desk().key("1", "2", "#")
    desk.ui.show("table.welcome_back")
    return desk


def lost():
    """After power-on: newer steps than the last good one cannot be read."""
    desk = Desk().key("1", "2", "#")
    desk.lost = (12, 4)
    desk.ui.unread = ("table.steps_lost",)
    desk.ui.home()
    return desk


def without_a_game(*keys):
    """The set-up, and what it opens."""
    desk = Desk("zelda")
    desk.ui.game = None
    desk.ui.home()
    return desk.key(*keys)


def sets():
    desk = without_a_game()
    desk.fact_rule_sets = lambda: ["grandma.json", "quick.json"]
    return desk.key("3", "7")


def save_games():
    desk = Desk("zelda")
    desk.fact_saves = lambda: [
        Save("1", ("Mum", "Dad", "Mia"), 24, False, 0),
        Save("2", ("Mia", "Ben"), 7, False, 0),
    ]
    desk.ui.game = None
    desk.ui.home()
    desk.ui.show("setup.saved_games")
    return desk


def opened(name, *args):
    desk = Desk("zelda", start={"deeds": MIA})
    desk.ui.show(name, *args)
    return desk


def learn():
    desk = Desk("zelda")
    desk.untagged.update((2, deed) for deed in range(12, 28))
    desk.ui.show("box.learn_tags")
    return desk


def menu(*keys):
    """The banker card, and what it opens."""
    return Desk("zelda", start={"deeds": MIA}).tap("banker").key(*keys)


# In the order in which an evening meets them.
SCENES = {
    "setup.new_game": lambda: without_a_game().tap("token", 0).tap("token", 1),
    "setup.editions": lambda: without_a_game("1"),
    "setup.favourite_rules": lambda: without_a_game("3", "1"),
    "setup.all_rules": lambda: without_a_game("3", "9"),
    "setup.one_rule": lambda: without_a_game("3", "9", "2"),
    "setup.rule_sets": sets,
    "setup.dice_and_cards": lambda: without_a_game("4"),
    "setup.saved_games": save_games,
    "setup.player_name": lambda: Desk("zelda").tap("token", 0).key("D", "2"),
    "setup.who_starts": lambda: without_a_game().tap("token", 0).tap("token", 1).key("A"),
    "setup.keep_or_end": lambda: opened("setup.keep_or_end"),
    "setup.opening_deal": lambda: Desk("classic", rules={"game_variant": "short"}),
    "setup.dealt": lambda: Desk("classic", rules={"game_variant": "time"}).key("A"),
    "turn.home": lambda: Desk("zelda", start={"players": {"Mum": {"space": 19, "cash": 1210}}}),
    "turn.dice": lambda: Desk("zelda", start={"players": {"Mum": {"space": 11}}}).key("2", "6"),
    "turn.landing": lambda: landed(19, "zelda"),
    "turn.offer": lambda: landed(19, "zelda").tap("deed", "orange3"),
    "turn.rent": lambda: landed(3, "zelda", deeds=MIA).tap("deed", "brown2"),
    "turn.rent_why": lambda: (
        landed(21, deeds={f"red{n}": {"owner": "Mia"} for n in (1, 2, 3)}).tap("deed", "red1").key("C")
    ),
    "turn.rent_roll": lambda: (
        landed(12, "zelda", deeds={"util1": {"owner": "Mia"}}).tap("deed", "util1").key("2", "6")
    ),
    "turn.result": lambda: landed(38),
    "trade.auction": auction,
    "trade.auction_sold": lambda: auction().wait(9000),
    "turn.card": lambda: landed(7),
    "turn.card_drawn": lambda: landed(7).tap("card", 9),
    "turn.tax": lambda: landed(4, rules={"income_tax_mode": "choice"}),
    "turn.jail": lambda: Desk("classic", start={"players": {"Mum": {"in_jail": True, "jail_cards": 1}}}),
    "table.money": lambda: Desk("zelda", start={"deeds": MIA}).key("B"),
    "table.player": lambda: Desk("zelda", start={"deeds": MIA}).tap("token", 2),
    "deeds.deed": lambda: Desk("classic", start={"deeds": {"red1": {"owner": "Dad"}}}).tap("deed", "red1"),
    "deeds.build": lambda: Desk("classic", start={"deeds": ORANGE}).tap("deed", "orange1").key("A", "A", "A"),
    "deeds.hotel_break": lambda: (
        Desk("classic", rules={"houses_total": 1}, start={"deeds": HOTELS}).tap("deed", 21).key("D")
    ),
    "deeds.building_call": anyone,
    "deeds.place_building": place,
    "deeds.mortgage": lambda: (
        Desk("zelda", start={"deeds": {"sky1": {"owner": "Dad"}}}).tap("deed", "sky1").key("B")
    ),
    "trade.trade": trade,
    "turn.debt": debt,
    "turn.give_up": lambda: out(None),
    "table.hand_over": lambda: out(("#",)),
    "deeds.inherited": lambda: out(("#", "#")),
    "table.undo": lambda: Desk("zelda").key("1", "2").tap("deed", "brown2").tap("token", 0).key("*"),
    "turn.battle": lambda: landed(
        3, "duel-masters", {"dm_battle": True}, deeds={"brown1": {"owner": "Mum"}, "brown2": {"owner": "Dad"}}
    ),
    "turn.power": power,
    "table.more": lambda: Desk("zelda").key("D"),
    "table.help": lambda: Desk("zelda").key("D", "0"),
    "table.leave": lambda: Desk("zelda").key("D", "8").tap("token", 1),
    "table.stop_tonight": lambda: Desk("zelda").key("D", "9"),
    "table.rules_in_play": lambda: Desk("zelda").key("D", "7", "3"),
    "table.welcome_back": welcome,
    "table.steps_lost": lost,
    "turn.last_turn": bedtime,
    "table.the_end": over,
    "table.story": lambda: over().key("B"),
    "table.bank_only": lambda: Desk("classic", rules={"mode": "banker"}).key("2", "5", "0"),
    "table.bank_only_order": lambda: Desk("classic", rules={"mode": "banker"}).key("D", "1"),
    "table.bank_only_more": lambda: Desk("classic", rules={"mode": "banker"}).key("D"),
    "table.banker_menu": menu,
    "table.correction": lambda: menu("2").tap("token", 1).key("5", "0"),
    "box.settings": lambda: opened("box.settings"),
    "box.check": lambda: opened("box.check"),
    "box.computer": lambda: menu().key("8"),
    "box.damaged_files": lambda: opened("box.damaged_files", ("banker/core/rules.pack", "words/en.bin")),
    "box.reader": lambda: opened("box.reader").wait(3000),
    "box.learn_tags": learn,
    "table.lost_token": lambda: opened("table.lost_token"),
    "box.learn_with_host": lambda: opened("box.learn_with_host", 2, 8),
}


def picture(desk):
    """What the display shows, by the firmware's painter."""
    buffer = bytearray(paint.SIZE)
    paint.screen(buffer, desk.ui.rows(), fonts.compile_font())
    return bytes(buffer)


def sheet(path=PICTURE):
    display.contact_sheet([(name, picture(scene())) for name, scene in SCENES.items()], path, columns=5)


if __name__ == "__main__":
    sheet()
    print(PICTURE.relative_to(ROOT))
