"""On the twin: twelve inputs from power-on to play, a power cut, and the same players again."""

import pytest
from hands import Hands

from banker.app.tags.tag_map import ENTRY_SIZE, KIND
from banker.core.tags import CARD
from deedbox.build import firmware
from deedbox.tagging.tag_map import TagSet
from deedbox.twin import Twin


@pytest.fixture
def hands():
    files = dict(firmware.compile_files())
    tags = TagSet().file()
    entries = [tags[at : at + ENTRY_SIZE] for at in range(0, len(tags), ENTRY_SIZE)]
    files["tags.bin"] = b"".join(tag for tag in entries if tag[KIND] != CARD)
    with Twin(files=files) as twin:
        yield Hands(twin)


def test_from_power_on_to_a_game_that_stays_and_the_same_table_again(hands):
    hands.sees("NEW GAME", "1 Board  Classic", "4 Dice ours Cards box")
    hands.key("1")
    hands.sees("5 Zelda")
    hands.key("5")
    hands.sees("1 Board  Zelda", "3 Rules  as printed")
    hands.key("3")
    hands.sees("HOUSE RULES")
    hands.key("1", "2")
    hands.sees("1+Jackpot on Parking", "2+Land on GO: double", "Land on GO pays 400.")
    hands.key("#")
    hands.sees("3 Rules  2 changed")
    for token in (3, 1, 0, 4):
        hands.tap("token", token)
    hands.sees("1BOO 2TRI 3SHI 4HOO", "A Start")
    hands.key("A")
    hands.sees("WHO STARTS?", "A Box picks")
    hands.tap("token", 1)
    hands.sees("TRIFORCE", "1500", "Roll, type")
    assert hands.inputs == 12

    hands.tap("token", 1)
    hands.sees("D Name")
    hands.key("D", "6", "8", "8", "6")
    hands.sees("NAME TRIFORCE", "Mum")
    hands.key("#")
    hands.sees("MUM", "1500")
    hands.key("*", "1", "2")
    hands.sees("MUM", "1 + 2 = 3")
    hands.tap("deed", 1)
    hands.sees("Tap MUM to buy.")
    hands.tap("token", 1)
    hands.sees("SHIELD", "1500")
    hands.pull_the_plug()
    hands.sees("SHIELD", "1500")
    hands.key("B")
    hands.sees("MUM", "1440")
    hands.key("*", "D", "7")
    hands.sees("1+Jackpot on Parking", "3 Box asks for rent")

    hands.key("*")
    hands.sees("SHIELD", "Roll, type")
    hands.tap("banker")
    hands.sees("BANKER", "7 New game")
    hands.key("7")
    hands.sees("This game is not", "over: MUM", "A Save it")
    hands.key("A")
    hands.sees("NEW GAME", "3 Rules  2 changed", "B Same names")
    before = hands.inputs
    hands.key("B", "A")
    hands.sees("WHO STARTS?")
    hands.tap("token", 3)
    hands.sees("BOOMERANG", "1500", "Roll, type")
    assert hands.inputs == before + 3
    hands.pull_the_plug()
    hands.sees("BOOMERANG", "1500")
    hands.tap("banker")
    hands.key("7", "A", "9")
    hands.sees("SAVED GAMES", "1 MUM")
    hands.key("1")
    hands.sees("SHIELD", "1500")
    hands.key("B")
    hands.sees("MUM", "1440")
