"""Tags are learned by taps on the box itself, signed where that can be done, and known again by that."""

import json

import pytest
from workbench import Workbench

from banker.app.tags.tag_map import LOST, TagMap
from banker.core.tags import BANKER, DEED, TOKEN
from deedbox.models.iso14443 import NTAG213, Classic1K
from deedbox.tagging.tag_map import TagSet

SET = TagSet()
GAME = {"edition": "zelda", "names": ["Mum", "Dad", "Mia"], "seed": 7}
# Settled, so that a box without tags does not begin with the check of a new one.
SETTLED = {"settings.json": b'{"display": "ssd1306"}'}
THREE_PLAY = {"tags.bin": SET.file(), "newgame.json": json.dumps(GAME).encode()}


@pytest.fixture
def bench(tmp_path, monkeypatch):
    def make(files):
        return Workbench(tmp_path, monkeypatch, {**SETTLED, **files}).switch_on()

    return make


def known(box):
    """The tags in the file, read as after a power cut."""
    return TagMap(str(box.folder / "tags.bin"))


def what(tags, tag):
    entry = tags.find(tag.uid, len(tag.uid))
    return entry >> 8, entry & 255


def sticker(number):
    return NTAG213(bytes((0x04, 0x11, 0x22, number, 0, 0, 1)))


def learn(box):
    return box.key("D", "3").sees("LEARN TAGS")


def test_without_a_laptop_deeds_are_named_and_the_tags_tapped_are_theirs(bench):
    box = learn(bench({})).sees("0/28", "Tap the deed", "1 ", "BROWN 1 of 2")
    tags = [sticker(number) for number in range(3)]
    box.tap(tags[0]).sees("1/28", "BROWN 2 of 2")
    box.tap(tags[1]).sees("2/28", "SKY 1 of 3")
    box.key("A").sees("SKY 2 of 3").tap(tags[2]).sees("3/28", "SKY 3 of 3")
    assert [what(known(box), tag) for tag in tags] == [(DEED, 0), (DEED, 1), (DEED, 3)]


def test_it_goes_on_where_it_was_stopped_also_after_the_plug_was_pulled(bench):
    box = learn(bench({})).tap(sticker(0)).key("#").sees("NEW GAME")
    box.switch_on()
    learn(box).sees("1/28", "BROWN 2 of 2")


def test_what_a_sticker_is_stands_signed_on_it_and_a_fob_is_learned_all_the_same(bench):
    box = learn(bench({}))
    tag, fob = sticker(0), Classic1K(b"\x01\x02\x03\x04")
    box.tap(tag).tap(fob).sees("2/28")
    assert sorted(tag.pages_written) == list(range(32, 38)) and tag.memory[4 * 32 : 4 * 33] == b"DBOX"
    assert what(known(box), fob) == (DEED, 1)


def test_a_tag_known_already_is_named_and_stays_what_it_is(bench):
    box = learn(bench({})).tap(sticker(0)).tap(sticker(0)).sees("That is 1 ")
    box.run(3000).sees("1/28")
    assert what(known(box), sticker(0)) == (DEED, 0)


def test_a_card_that_changes_its_number_is_told_and_not_learned(bench):
    """Its UID begins with 08: phones and some cards make up another one at each visit."""
    box = learn(bench({})).tap(Classic1K(b"\x08\x01\x02\x03"), ms=600).sees("Its number keeps")
    assert not known(box).entries
    box.run(3000).tap(sticker(0))
    assert what(known(box), sticker(0)) == (DEED, 0), "another card is learned"


def test_redo_takes_the_last_one_back(bench):
    box = learn(bench({})).tap(sticker(0)).key("B").sees("0/28", "BROWN 1 of 2")
    assert what(known(box), sticker(0)) == (0, 0)
    box.tap(sticker(1)).sees("1/28")
    assert what(known(box), sticker(1)) == (DEED, 0)


def test_deeds_tokens_the_banker_card_and_cards_follow_each_other(bench):
    box = learn(bench({"tags.bin": SET.file()[: 13 * 36 - 13 * 8]})).sees("LEARN TAGS")  # 8 tokens, 20 deeds
    box.sees("20/28")
    box.key("C").sees("Tap the banker card", "0/1")
    box.tap(SET.tags["banker", 0]).sees("Tap card 1", "0/32")
    assert what(known(box), SET.tags["banker", 0]) == (BANKER, 0)


def test_a_lifted_sticker_is_learned_without_its_record(bench):
    box = learn(bench({}))
    tag = sticker(0)
    find = box.box.tags.find
    box.box.tags.find = lambda uid, length: (box.reader.remove(tag), find(uid, length))[1]
    box.tap(tag)
    assert what(known(box), tag) == (DEED, 0) and not tag.pages_written


def test_a_signed_sticker_is_known_again_by_a_box_that_lost_its_list(bench):
    box = learn(bench({}))
    tag = sticker(5)
    box.key("A").tap(tag).key("#")
    (box.folder / "tags.bin").unlink()
    box.switch_on()
    learn(box).tap(tag).sees("That is 3 ")
    assert what(known(box), tag) == (DEED, 1)


def test_a_record_signed_by_another_box_is_a_stranger(bench):
    box = learn(bench({}))
    tag = sticker(5)
    box.tap(tag).key("#")
    (box.folder / "tags.bin").unlink()
    (box.folder / "table.key").unlink()
    box.switch_on().tap(tag)
    assert box.box.tags.entries == b"" and len((box.folder / "table.key").read_bytes()) == 32


def test_the_key_is_made_at_the_first_power_on_and_kept(bench):
    box = bench({})
    key = (box.folder / "table.key").read_bytes()
    box.switch_on()
    assert len(key) == 32 and (box.folder / "table.key").read_bytes() == key


def lost(box):
    return box.tap(SET.tags["banker", 0]).sees("BANKER").key("4").sees("LOST TOKEN")


@pytest.mark.proof
def test_all_other_tokens_tap_then_the_new_one_stands_for_the_lost(bench):
    box = lost(bench(THREE_PLAY)).sees("Everyone else taps:", "MUM DAD MIA")
    new = Classic1K(b"\x55\x66\x77\x88")
    box.tap(new).sees("Unknown tag")
    box.tap(SET.tags["token", 0]).sees("DAD MIA").tap(SET.tags["token", 2])
    box.sees("Tap a new token", "for DAD.")
    box.tap(SET.tags["token", 2]).sees("MIA plays with it.")
    box.tap(new)
    assert what(known(box), new) == (TOKEN, 1)
    assert what(known(box), SET.tags["token", 1])[0] == LOST
    box.run(3000).sees("MUM", "1500").tap(new).sees("DAD")
    box.run(16000).tap(SET.tags["token", 1]).sees("Unknown tag")


def test_a_spare_token_may_be_the_new_one(bench):
    box = lost(bench(THREE_PLAY)).tap(SET.tags["token", 0]).tap(SET.tags["token", 1])
    box.tap(SET.tags["token", 7])
    assert what(known(box), SET.tags["token", 7]) == (TOKEN, 2)


def test_without_a_game_a_token_is_replaced_by_its_number(bench):
    box = bench({"tags.bin": SET.file()}).sees("NEW GAME")
    new = Classic1K(b"\x55\x66\x77\x88")
    lost(box).key("3").sees("Tap a new token", "for token 3.").tap(new)
    assert what(known(box), new) == (TOKEN, 2)


def test_on_a_sagging_supply_no_tag_is_learned(bench):
    box = learn(bench({}))
    box.supply.sag(2900)
    box.tap(sticker(0)).sees("Battery is too low.")
    assert box.box.tags.entries == b""


def test_on_a_sagging_supply_no_tag_is_adopted(bench):
    """A sticker that this box has signed is known again by itself, but flash is not written below 3.0 V."""
    box = learn(bench({}))
    tag = sticker(5)
    box.tap(tag).key("#")
    (box.folder / "tags.bin").unlink()
    box.switch_on()
    box.supply.sag(2999)
    box.tap(tag)
    assert box.box.tags.entries == b"" and not (box.folder / "tags.bin").exists()
    box.supply.sag(5000)
    box.run(3000).tap(tag)
    assert what(known(box), tag) == (DEED, 0)
