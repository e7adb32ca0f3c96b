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

from banker.ui import paint  # noqa: E402
from deedbox import fonts, screen  # noqa: E402

PICTURE = ROOT / "host" / "docs" / "pictures" / "screens.png"
MIA = {"brown2": {"owner": "Mia"}}
ORANGE = {f"orange{n}": {"owner": "Mum"} for n in (1, 2, 3)}
HOTELS = {"blue1": {"owner": "Mum", "hotel": True}, "blue2": {"owner": "Mum", "hotel": True}}


def at(space, **more):
    """Mum stands so that 1 + 2 leads to this space."""
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


def over():
    desk = Desk("zelda", start={"deeds": MIA}).key("1", "2").tap("deed", "brown2").tap("token", 0)
    for player in (1, 0):
        desk.key("D", "8").tap("token", player).tap("token", player)
    return desk.wait(2000)


def place():
    desk = Desk("classic", start={"deeds": ORANGE})
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
    desk.ui.show("welcome")
    return desk


def without_a_game(*keys):
    """The set-up, and what it opens."""
    desk = Desk("zelda")
    desk.ui.game = None
    desk.ui.home()
    return desk.key(*keys)


def sets():
    desk = without_a_game()
    desk.fact_rule_sets = lambda: [("grandma", {}), ("quick", {})]
    return desk.key("3", "7")


def kept():
    desk = Desk("zelda")
    desk.fact_kept = lambda: [("1", ("Mum", "Dad", "Mia"), 24, False, 0), ("2", ("Mia", "Ben"), 7, False, 0)]
    desk.ui.game = None
    desk.ui.home()
    desk.ui.show("kept")
    return desk


def opened(name, *args):
    desk = Desk("zelda", start={"deeds": MIA})
    desk.ui.show(name, *args)
    return desk


def learn():
    desk = Desk("zelda")
    desk.untagged.update((2, deed) for deed in range(12, 28))
    desk.ui.show("learn")
    return desk


def menu(*keys):
    """The banker card, and what it opens."""
    return Desk("zelda", start={"deeds": MIA}).tap("banker").key(*keys)


# In the order in which an evening meets them.
SCENES = {
    "setup": lambda: without_a_game().tap("token", 0).tap("token", 1),
    "boards": lambda: without_a_game("1"),
    "house": lambda: without_a_game("3", "1"),
    "knobs": lambda: without_a_game("3", "9"),
    "knob": lambda: without_a_game("3", "9", "2"),
    "sets": sets,
    "gear": lambda: without_a_game("4"),
    "kept": kept,
    "naming": lambda: Desk("zelda").tap("token", 0).key("D", "2"),
    "starts": lambda: without_a_game().tap("token", 0).tap("token", 1).key("A"),
    "unfinished": lambda: opened("unfinished"),
    "deal": lambda: Desk("classic", rules={"game_variant": "short"}),
    "home": lambda: Desk("zelda", start={"players": {"Mum": {"space": 19, "cash": 1210}}}),
    "dice": lambda: Desk("zelda", start={"players": {"Mum": {"space": 11}}}).key("2", "6"),
    "landing": lambda: landed(19, "zelda"),
    "offer": lambda: landed(19, "zelda").tap("deed", "orange3"),
    "rent": lambda: landed(3, "zelda", deeds=MIA).tap("deed", "brown2"),
    "why": lambda: (
        landed(21, deeds={f"red{n}": {"owner": "Mia"} for n in (1, 2, 3)}).tap("deed", "red1").key("C")
    ),
    "throw": lambda: (
        landed(12, "zelda", deeds={"util1": {"owner": "Mia"}}).tap("deed", "util1").key("2", "6")
    ),
    "result": lambda: landed(38),
    "auction": auction,
    "sold": lambda: auction().wait(9000),
    "card": lambda: landed(7),
    "drawn": lambda: landed(7).tap("card", 9),
    "tax": lambda: landed(4, rules={"income_tax_mode": "choice"}),
    "jail": lambda: Desk("classic", start={"players": {"Mum": {"in_jail": True, "jail_cards": 1}}}),
    "money": lambda: Desk("zelda", start={"deeds": MIA}).key("B"),
    "player": lambda: Desk("zelda", start={"deeds": MIA}).tap("token", 2),
    "deed": lambda: Desk("classic", start={"deeds": {"red1": {"owner": "Dad"}}}).tap("deed", "red1"),
    "build": lambda: Desk("classic", start={"deeds": ORANGE}).tap("deed", "orange1").key("A", "A", "A"),
    "layouts": lambda: (
        Desk("classic", rules={"houses_total": 1}, start={"deeds": HOTELS}).tap("deed", 21).key("D")
    ),
    "anyone": anyone,
    "place": place,
    "loan": lambda: Desk("zelda", start={"deeds": {"sky1": {"owner": "Dad"}}}).tap("deed", "sky1").key("B"),
    "trade": trade,
    "debt": debt,
    "undo": lambda: Desk("zelda").key("1", "2").tap("deed", "brown2").tap("token", 0).key("*"),
    "battle": lambda: landed(
        3, "duel-masters", {"dm_battle": True}, deeds={"brown1": {"owner": "Mum"}, "brown2": {"owner": "Dad"}}
    ),
    "power": power,
    "more": lambda: Desk("zelda").key("D"),
    "help": lambda: Desk("zelda").key("D", "0"),
    "leave": lambda: Desk("zelda").key("D", "8").tap("token", 1),
    "stop": lambda: Desk("zelda").key("D", "9"),
    "rules": lambda: Desk("zelda").key("D", "7", "3"),
    "welcome": welcome,
    "bedtime": bedtime,
    "over": over,
    "story": lambda: over().key("B"),
    "bank": lambda: Desk("classic", rules={"mode": "banker"}).key("2", "5", "0"),
    "bankmore": lambda: Desk("classic", rules={"mode": "banker"}).key("D"),
    "banker": menu,
    "correct": lambda: menu("2").tap("token", 1).key("5", "0"),
    "settings": lambda: opened("settings"),
    "check": lambda: opened("check"),
    "learn": learn,
    "lost": lambda: opened("lost"),
    "guided": lambda: opened("guided", 2, 8),
}


def picture(desk):
    """What the display shows, by the firmware's painter."""
    buffer = bytearray(paint.SIZE)
    paint.screen(buffer, desk.ui.rows(), fonts.compiled())
    return bytes(buffer)


def sheet(path=PICTURE):
    screen.contact_sheet([(name, picture(scene())) for name, scene in SCENES.items()], path, columns=5)


if __name__ == "__main__":
    sheet()
    print(PICTURE.relative_to(ROOT))
