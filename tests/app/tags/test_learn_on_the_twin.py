"""LEARN TAGS in the unix port: a box without tags learns them by taps, and a lost token is replaced."""

import json

from hands import Hands
from walk import GAME

from deedbox.build import firmware
from deedbox.models.iso14443 import Classic1K
from deedbox.tagging.tag_map import TagSet, pack_entry
from deedbox.twin import Twin


def test_a_box_learns_its_tags_by_taps_and_plays_with_them():
    files = {**firmware.compile_files(), "newgame.json": json.dumps(GAME).encode()}
    with Twin(files=files) as twin:
        hands = Hands(twin)
        hands.sees("MUM", "1500")
        hands.tap("token", 0)
        hands.sees("Unknown tag")
        hands.key("D")
        hands.sees("D Banker")
        hands.wait(500)  # on a busy machine the release of the key would otherwise be missed
        hands.key("D", "3")
        hands.sees("LEARN TAGS", "0/28", "BROWN 1 of 2")
        hands.tap("deed", 0, ms=800)  # lifted at the tick: the tag is learned, but not signed
        hands.sees("1/28", "3 Minish Village")
        hands.tap("deed", 1)
        hands.sees("2/28")
        hands.tap("deed", 0)
        hands.sees("That is 1 ")
        hands.key("C")
        hands.sees("Tap token 1", "MUM")
        for number in range(3):
            hands.tap("token", number)
            hands.sees(f"{number + 1}/8")
        assert 32 in hands.tags["deed", 0].pages_written
        hands.pull_the_plug()
        hands.sees("MUM")  # welcome back, or home
        hands.key("#")
        hands.sees("MUM", "1500")
        hands.key("1", "2")
        hands.tap("deed", 1)
        hands.sees("Tap MUM to buy.")
        hands.tap("token", 0)
        hands.sees("DAD", "1500")


def test_a_lost_token_is_replaced_when_all_others_have_tapped():
    tags = TagSet().tags
    entries = b"".join(pack_entry(bytes(tags["token", n].uid), "token", n) for n in range(3))
    entries += pack_entry(bytes(tags["banker", 0].uid), "banker", 0)
    files = {**firmware.compile_files(), "newgame.json": json.dumps(GAME).encode(), "tags.bin": entries}
    with Twin(files=files) as twin:
        hands = Hands(twin)
        hands.sees("MUM", "1500")
        hands.tap("banker")
        hands.key("4")
        hands.sees("Everyone else taps:", "MUM DAD MIA")
        hands.tap("token", 0)
        hands.tap("token", 2)
        hands.sees("Tap a new token", "for DAD.")
        hands.tags["token", 1] = Classic1K(b"\x99\x88\x77\x66")
        hands.tap("token", 1)
        hands.sees("Done.")
        hands.sees("MUM", "1500", "Roll")
        hands.tap("token", 1)
        hands.sees("DAD", "Deeds 0")
