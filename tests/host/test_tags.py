"""A host leads the box through learning, signing and reading tags: the whole app on the bench, at a cable."""

import json

import pytest
from wired import wired
from workbench import Workbench

from banker.app.tags.tag_map import ENTRY_SIZE as SIZE
from banker.app.tags.tag_map import LOST, TagMap
from banker.core import tags as core_tags
from banker.protocol import verbs
from deedbox.link import DeviceError, RefusedError
from deedbox.models.iso14443 import NTAG213, Classic1K
from deedbox.tagging import Item, Pile, TagBox, Walk, all_items, items_without_tag, make_item, printed_names
from deedbox.tagging import learn as walks
from deedbox.tagging import verify as piles
from deedbox.tagging.items import UnknownItemError
from deedbox.tagging.tag_map import ENTRY_SIZE, KINDS, TagSet, pack_entry

SET = TagSet()
SETTLED = {"settings.json": b'{"display": "ssd1306"}'}
ALL = {"tags.bin": SET.file()}
GAME = {"edition": "zelda", "names": ["Mum", "Dad"], "seed": 7}
IN_PLAY = {"newgame.json": json.dumps(GAME).encode()}


@pytest.fixture
def table(tmp_path, monkeypatch):
    """files -> (the box on the bench, the TagBox of a host)"""

    def make(*files):
        bench = Workbench(tmp_path, monkeypatch, {**SETTLED, **{k: v for f in files for k, v in f.items()}})
        return bench.switch_on(), TagBox(wired(bench))

    return make


def sticker(number):
    return NTAG213(bytes((0x04, 0x11, 0x22, number, 0, 0, 1)))


class Script:
    """Does the next action of a list whenever the host waits; after the last one it types q."""

    def __init__(self, bench, *deeds):
        self.bench = bench
        self.deeds = list(deeds)
        self.ended = False

    def pause(self, seconds):
        if self.deeds:
            deed = self.deeds.pop(0)
            if callable(deed):
                deed()
            elif isinstance(deed, str):
                self.bench.key(deed)
            else:  # a tag is laid down, and lifted before the next thing
                self.bench.reader.remove(*self.bench.reader.tags)
                self.bench.run(900)
                self.bench.reader.place(deed)
                self.bench.run(100)
        else:
            self.ended = True
            self.bench.run(100)

    def typed(self):
        return "q" if self.ended else ""


def walk(bench, box, items, *deeds, **more):
    script = Script(bench, *deeds)
    names = list(Walk(box, items, next_line=script.typed, pause=script.pause, **more).run())
    bench.reader.remove(*bench.reader.tags)
    return [(event.what, str(event.item)) for event in names if event.what != walks.ASKED], names


def pile(bench, box, *tags, write=False):
    script = Script(bench, *tags)
    verdicts = list(Pile(box, write=write, is_over=lambda: script.ended, pause=script.pause).run())
    bench.reader.remove(*bench.reader.tags)
    return verdicts


def saved(bench):
    return TagMap(str(bench.folder / "tags.bin"))


def test_items_are_named_as_the_contract_does_and_asked_for_tokens_first():
    items = all_items()
    assert [str(items[at]) for at in (0, 8, 36, 37, 68)] == [
        "token:1", "deed:brown1", "banker", "card:chance-1", "card:chest-16",
    ]  # fmt: skip
    assert [make_item(str(one)) for one in items] == items
    assert printed_names("classic")[make_item("deed:brown1")].startswith("1 ")
    assert set(printed_names("zelda")) == set(all_items()) - set(all_items("tokens"))
    with pytest.raises(UnknownItemError, match="did you mean deed:brown1"):
        make_item("deed:brown11")


def test_tags_are_learned_in_turn_and_the_display_asks_for_the_same(table):
    bench, box = table()
    tags = [Classic1K(b"\x01\x02\x03\x04"), sticker(1), sticker(2)]
    questions = []

    def look():
        questions.append(bench.run(100).text())

    names, events = walk(
        bench, box, [make_item("token:1"), make_item("deed:brown1"), make_item("banker")],
        look, tags[0], look, tags[1], look, tags[2],
    )  # fmt: skip
    assert names == [("learned", "token:1"), ("learned", "deed:brown1"), ("learned", "banker")]
    assert "Tap token 1" in questions[0] and "Tap the deed" in questions[1] and "BROWN 1 of 2" in questions[1]
    assert "Tap the banker card" in questions[2]
    tag_map = saved(bench)
    assert [tag_map.find(tag.uid, len(tag.uid)) for tag in tags] == [0x100, 0x200, 0x400]
    assert [event.signed for event in events if event.what == walks.LEARNED] == [False, True, True]
    assert 32 in tags[1].pages_written
    bench.run(500).sees("NEW GAME")  # the box left the screen by itself


def test_where_it_stopped_it_goes_on(table):
    bench, box = table()
    deeds = all_items("deeds")
    assert walk(bench, box, deeds, sticker(0), sticker(1))[0][-1] == ("stopped", "deed:sky1")
    assert items_without_tag(box, deeds)[0] == make_item("deed:sky1")
    assert len(items_without_tag(box, deeds)) == 26


def test_a_duplicate_is_named_and_not_learned_twice(table):
    bench, box = table()
    one = sticker(1)
    names, events = walk(bench, box, all_items("deeds"), one, one, sticker(2))
    assert names == [
        ("learned", "deed:brown1"),
        ("duplicate", "deed:brown2"),
        ("learned", "deed:brown2"),
        ("stopped", "deed:sky1"),
    ]
    assert events[3].other == make_item("deed:brown1")


def test_a_sticker_with_another_boxes_record_is_named_and_ours_from_then_on(table):
    bench, box = table()
    foreign = sticker(1)
    foreign.memory[32 * 4 : 32 * 4 + 24] = b"DBOX\x01" + bytes(19)
    names, _ = walk(bench, box, [make_item("deed:red1")], foreign)
    assert names == [("foreign", "deed:red1"), ("learned", "deed:red1")]
    assert [tag.state for tag in pile(bench, box, foreign)] == [piles.SIGNED]


def test_skip_redo_and_stop_work_at_the_box_too(table):
    bench, box = table()
    wrong, right = sticker(1), sticker(2)
    names, _ = walk(bench, box, all_items("deeds"), "A", wrong, "B", right, "#")
    assert names == [
        ("skipped", "deed:brown1"),
        ("learned", "deed:brown2"),
        ("redone", "deed:brown2"),
        ("learned", "deed:brown2"),
        ("stopped", "deed:sky1"),
    ]
    assert [tag.item for tag in box.learned()] == [make_item("deed:brown2")]
    assert saved(bench).find(right.uid, 7) == 0x201


def test_again_a_new_tag_takes_the_old_ones_place_and_the_old_one_stays_a_stranger(table):
    bench, box = table(ALL)
    old, new = SET.tags["deed", 3], sticker(9)
    names, _ = walk(bench, box, [make_item("deed:sky2")], new, again=True)
    assert names == [("learned", "deed:sky2")]
    tag_map = saved(bench)
    assert tag_map.find(new.uid, 7) == 0x203 and tag_map.find(old.uid, 7) >> 8 == LOST
    assert walk(bench, box, [make_item("deed:sky2")], new, again=True)[0] == [("kept", "deed:sky2")]


def test_marks_stay_the_same_and_no_uid_leaves_the_box(table):
    bench, box = table(ALL)
    learned = box.learned()
    assert len(learned) == 8 + 28 + 32 + 1 and box.learned() == learned
    assert len({tag.mark for tag in learned}) == len(learned)
    answer = box.session.ask(verbs.TAGS)
    assert not any(bytes(tag.uid[:4]) in answer for tag in SET.tags.values())
    (bench.folder / "table.key").unlink()
    assert {tag.mark for tag in box.learned()}.isdisjoint(tag.mark for tag in learned)


def test_a_pile_is_read_back_and_what_is_wrong_is_said(table):
    bench, box = table(ALL)
    fob, deed, card = SET.tags["token", 0], TagSet().tags["deed", 0], TagSet().tags["card", 0]
    verdicts = pile(bench, box, deed, write=True)
    assert [tag.state for tag in verdicts] == [piles.WRITTEN]
    clone = NTAG213(bytes(deed.uid))  # the same UID; its memory was not copied
    copied = sticker(5)
    copied.memory[128:152] = deed.memory[128:152]
    torn = TagSet().tags["deed", 1]
    torn.memory[128:152] = b"DBOX" + bytes(20)
    verdicts = pile(bench, box, fob, deed, card, clone, copied, torn, sticker(7))
    assert [(tag.state, tag.item and str(tag.item)) for tag in verdicts] == [
        (piles.NO_MEMORY, "token:1"),
        (piles.SIGNED, "deed:brown1"),
        (piles.UNSIGNED, "card:chance-1"),
        (piles.UNSIGNED, "deed:brown1"),
        (piles.STRANGER_FOREIGN, None),
        (piles.FOREIGN, "deed:brown2"),
        (piles.STRANGER, None),
    ]
    assert verdicts[3].twice and "copy" in verdicts[3].says
    assert [tag.good for tag in verdicts] == [True, True, False, False, False, False, False]


def test_a_record_that_says_something_else_than_the_map_is_told_and_renewed(table):
    bench, box = table()
    deed = sticker(1)
    walk(bench, box, [make_item("deed:red1")], deed)
    (bench.folder / "tags.bin").write_bytes(
        pack_entry(bytes(deed.uid), "deed", make_item("deed:red2").number)
    )
    bench.box.tags.entries = saved(bench).entries
    bench.run(1000)
    (verdict,) = pile(bench, box, deed)
    assert verdict.state == piles.OTHER and "deed:red2" in verdict.says and "deed:red1" in verdict.says
    assert pile(bench, box, deed, write=True)[0].state == piles.WRITTEN
    assert pile(bench, box, deed)[0].state == piles.SIGNED


def test_a_tap_in_the_pile_means_nothing_to_the_game(table):
    bench, box = table(ALL, IN_PLAY, {"settings.json": b'{"display": "ssd1306", "remote": true}'})
    bench.sees("MUM", "1500")
    before = box.session.look()
    pile(bench, box, SET.tags["token", 1], SET.tags["deed", 0], SET.tags["banker", 0])
    after = box.session.look()
    assert (after.seq, after.state, after.screen) == (before.seq, before.state, "turn.home")


def test_with_a_banker_card_a_game_is_disturbed_only_if_somebody_at_the_box_allows_it(table):
    bench, box = table(ALL, IN_PLAY)
    with pytest.raises(RefusedError, match="open Learn tags in the banker's menu"):
        box.guide(make_item("token:3"))
    with pytest.raises(DeviceError, match="closed the screen"):
        box.learn(make_item("token:3"))
    bench.tap(SET.tags["banker", 0]).key("3").sees("LEARN TAGS")
    box.guide(make_item("token:3"))
    bench.run(100).sees("Tap token 3")


def test_a_token_that_somebody_plays_with_is_not_replaced_by_a_host(table):
    bench, box = table(IN_PLAY, {"tags.bin": pack_entry(bytes(SET.tags["token", 0].uid), "token", 0)})
    names, events = walk(bench, box, [make_item("token:1")], Classic1K(b"\x09\x09\x09\x09"), again=True)
    assert names[0] == ("failed", "token:1") and "Lost token" in events[1].why
    with pytest.raises(DeviceError):
        box.unlearn(make_item("token:1"))
    assert [tag.item for tag in box.learned()] == [make_item("token:1")]


def test_with_a_sagging_supply_nothing_is_learned(table):
    bench, box = table()
    bench.supply.sag(2000)
    names, events = walk(bench, box, [make_item("token:1")], Classic1K(b"\x09\x09\x09\x09"))
    assert names[0] == ("failed", "token:1") and "supply" in events[1].why
    assert box.learned() == []


def test_a_host_that_goes_away_leaves_the_box_to_its_players(table):
    bench, box = table()
    box.guide(Item(2, 0))
    bench.run(10000).sees("Tap the deed")
    bench.run(6000).sees("NEW GAME")


def test_a_box_that_rests_wakes_for_what_is_asked_and_the_first_tap_counts(table):
    bench, box = table()
    inputs = bench.box.inputs
    inputs.quiet_since_ms = bench.time.ticks_add(inputs.quiet_since_ms, -601_000)
    bench.run(600)
    assert bench.box.screensaver_rows
    assert walk(bench, box, [make_item("deed:red1")], sticker(1))[0] == [("learned", "deed:red1")]


def test_what_is_no_item_is_refused(table):
    _, box = table()
    box.guide(None)
    for order in (bytes((1, 8)), bytes((2, 28)), bytes((3, 32)), bytes((5, 0)), bytes((2,))):
        for verb in (verbs.GUIDE, verbs.LEARN):
            with pytest.raises(DeviceError) as refused:
                box.session.order(verb, order if verb == verbs.GUIDE else order + b"\0")
            assert refused.value.code == "bad-question"


def test_the_firmware_knows_every_tag_that_the_host_writes_into_a_map(tmp_path):
    path = tmp_path / "tags.bin"
    path.write_bytes(SET.file())
    tag_map = TagMap(str(path))
    assert SIZE == ENTRY_SIZE
    kinds = [tag_map.find(tag.uid, len(tag.uid)) for tag in SET.tags.values()]
    assert kinds == [KINDS.index(kind) + 1 << 8 | number for kind, number in SET.tags]
    assert len(kinds) == sum(map(core_tags.count, range(1, 5))) == len(all_items())


def test_card_40_is_not_written_nor_sent(table):
    """A box would learn it and then treat it as unknown, since there are 32 cards."""
    with pytest.raises(UnknownItemError, match="no such item: card:40"):
        pack_entry(b"\x01\x02\x03\x04", "card", 40)
    bench, box = table()
    box.guide(None)
    for order in (box.guide, box.learn, box.unlearn):
        with pytest.raises(UnknownItemError, match="no such item: card:40"):
            order(Item(3, 40))
