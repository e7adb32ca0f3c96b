"""Tags are learned once, lost ones are replaced, and a pulled plug leaves one set or the other."""

import builtins
import os

import pytest

from banker.app.tags import enrol
from banker.app.tags.tag_map import LOST, TagMap
from banker.core.tags import BANKER, CARD, DEED, TOKEN, count
from deedbox.tagging.tag_map import TagSet

A = bytes.fromhex("d0 ee db 01")
B = bytes.fromhex("04 de ed 01 02 52 80")
C = bytes.fromhex("04 01 02 03 04 05 06 07 08 09")
D = bytes.fromhex("d1 ee db 02")


@pytest.fixture
def tags(tmp_path) -> TagMap:
    return TagMap(str(tmp_path / "tags.bin"))


def learn(tags, uid, kind, number) -> int:
    return enrol.learn(tags, uid, len(uid), kind, number)


def what(tags, uid) -> tuple[int, int]:
    return divmod(tags.find(uid, len(uid)), 256)


def test_a_learned_tag_is_found_now_and_after_power_on(tags):
    for n, uid in enumerate((A, B, C)):
        assert learn(tags, uid, DEED, n) == enrol.DONE
    for box in (tags, TagMap(tags.path)):
        assert [what(box, uid) for uid in (A, B, C, D)] == [(DEED, 0), (DEED, 1), (DEED, 2), (0, 0)]


@pytest.mark.parametrize("kind,number", [(DEED, 28), (TOKEN, 8), (CARD, 32), (BANKER, 1), (9, 0)])
def test_a_damaged_map_names_nothing_that_there_is_not(tags, kind, number):
    with open(tags.path, "wb") as file:
        file.write(bytes([4]) + A + bytes(6) + bytes([kind, number]))
    assert TagMap(tags.path).find(A, 4) == 0


def test_a_uid_is_its_whole_length(tags):
    learn(tags, B, DEED, 3)
    assert tags.find(B, 4) == 0
    assert tags.find(B[:6] + b"\x81", 7) == 0
    assert tags.find(bytearray(B + b"\0\0\0"), 7) == DEED << 8 | 3


def test_a_tag_known_already_is_named_and_stays_what_it_is(tags):
    learn(tags, A, TOKEN, 0)
    assert learn(tags, A, TOKEN, 1) == enrol.KNOWN
    assert learn(tags, A, DEED, 0) == enrol.KNOWN
    assert learn(tags, A, TOKEN, 0) == enrol.DONE
    assert enrol.learned(tags) == [(TOKEN, 0, A)]


@pytest.mark.parametrize("kind,last", [(TOKEN, 7), (DEED, 27), (CARD, 31), (BANKER, 0)])
def test_only_what_can_be_found_again_is_learned(tags, kind, last):
    assert learn(tags, A, kind, last) == enrol.DONE
    assert what(tags, A) == (kind, last)
    for beyond in (last + 1, 40, 63, 255):
        assert learn(tags, B, kind, beyond) == enrol.BAD
    assert what(tags, B) == (0, 0)
    assert enrol.missing(tags, kind) == list(range(last))


def test_an_item_has_one_tag(tags):
    learn(tags, A, TOKEN, 0)
    assert learn(tags, D, TOKEN, 0) == enrol.TAKEN
    assert what(tags, D) == (0, 0)


@pytest.mark.parametrize(
    "kind, number",
    [(0, 0), (5, 0), (TOKEN, 8), (DEED, 28), (CARD, 64), (BANKER, 1), (TOKEN, -1), (DEED, 300)],
)
def test_what_there_is_not_is_not_learned(tags, kind, number):
    assert learn(tags, A, kind, number) == enrol.BAD
    assert enrol.replace(tags, A, 4, kind, number) == enrol.BAD
    assert not os.path.exists(tags.path)


@pytest.mark.parametrize("length", [0, 3, 5, 8, 11])
def test_a_uid_of_another_length_is_not_learned(tags, length):
    assert enrol.learn(tags, bytes(11), length, TOKEN, 0) == enrol.BAD


def test_a_forgotten_tag_is_a_stranger_and_can_be_learned_again(tags):
    learn(tags, A, TOKEN, 0)
    learn(tags, B, DEED, 0)
    assert enrol.forget(tags, A, 4) == enrol.DONE
    assert what(TagMap(tags.path), A) == (0, 0) and what(tags, B) == (DEED, 0)
    assert enrol.forget(tags, A, 4) == enrol.DONE
    assert learn(tags, A, TOKEN, 1) == enrol.DONE


def test_all_of_a_kind_and_all_are_forgotten(tags):
    learn(tags, A, TOKEN, 0)
    learn(tags, B, DEED, 0)
    assert enrol.forget_all(tags, DEED) == enrol.DONE
    assert enrol.learned(tags) == [(TOKEN, 0, A)]
    assert enrol.forget_all(tags) == enrol.DONE
    assert enrol.learned(TagMap(tags.path)) == []


def test_learning_goes_on_where_it_stopped(tags):
    for n in (0, 1, 3):
        learn(tags, bytes([4, n, 0, 0]), DEED, n)
    assert enrol.missing(TagMap(tags.path), DEED)[:3] == [2, 4, 5]
    assert len(enrol.missing(tags, DEED)) == 25


def test_a_lost_token_is_replaced_and_is_nobody(tags):
    learn(tags, A, TOKEN, 2)
    assert enrol.replace(tags, D, 4, TOKEN, 2) == enrol.DONE
    for box in (tags, TagMap(tags.path)):
        assert what(box, A) == (LOST, 0) and box.find(A, 4) == 0
        assert what(box, D) == (TOKEN, 2)
    assert enrol.learned(tags) == [(TOKEN, 2, D)]


def test_a_replacement_must_be_no_other_item(tags):
    learn(tags, A, TOKEN, 0)
    learn(tags, D, TOKEN, 1)
    assert enrol.replace(tags, D, 4, TOKEN, 0) == enrol.KNOWN
    assert what(tags, A) == (TOKEN, 0) and what(tags, D) == (TOKEN, 1)


def test_a_lost_token_that_is_found_can_be_learned_by_hand_and_not_by_itself(tags):
    learn(tags, A, TOKEN, 2)
    enrol.replace(tags, D, 4, TOKEN, 2)
    enrol.forget(tags, D, 4)
    assert enrol.adopt(tags, A, 4, TOKEN, 2) == enrol.REVOKED
    assert what(tags, A) == (0, 0)
    assert learn(tags, A, TOKEN, 2) == enrol.DONE
    assert what(tags, A) == (TOKEN, 2)


def test_a_signed_tag_is_adopted_only_for_a_free_item(tags):
    assert enrol.adopt(tags, A, 4, TOKEN, 2) == enrol.DONE
    assert enrol.adopt(tags, D, 4, TOKEN, 2) == enrol.TAKEN
    assert enrol.adopt(tags, D, 4, 9, 2) == enrol.BAD


def test_the_list_has_an_end_and_gives_up_the_lost_first(tags, monkeypatch):
    monkeypatch.setattr(enrol, "ENTRIES_MAX", 3)
    learn(tags, A, TOKEN, 0)
    enrol.replace(tags, D, 4, TOKEN, 0)
    assert learn(tags, B, DEED, 0) == enrol.DONE
    assert learn(tags, C, DEED, 1) == enrol.DONE  # the entry of the lost tag A is used again
    assert learn(tags, A, DEED, 2) == enrol.FULL
    assert [kind for kind, _, _ in enrol.learned(tags)] == [TOKEN, DEED, DEED]


def test_every_tag_of_a_whole_set_has_room():
    assert sum(count(kind) for kind in (TOKEN, DEED, CARD, BANKER)) <= enrol.ENTRIES_MAX


def test_the_hosts_file_is_the_boxs_file(tags):
    tag_set = TagSet()
    with open(tags.path, "wb") as file:
        file.write(tag_set.file())
    entries = enrol.learned(TagMap(tags.path))
    assert len(entries) == len(tag_set.tags)
    assert {uid for _, _, uid in entries} == {bytes(tag.uid) for tag in tag_set.tags.values()}


def test_a_torn_file_loses_only_its_torn_tail(tags):
    learn(tags, A, TOKEN, 0)
    learn(tags, B, DEED, 0)
    data = open(tags.path, "rb").read()
    for end in range(13, 26):
        with open(tags.path, "wb") as file:
            file.write(data[:end])
        box = TagMap(tags.path)
        assert what(box, A) == (TOKEN, 0) and what(box, B) == (0, 0)


class Cut(Exception):
    """The plug is pulled."""


@pytest.mark.parametrize("moment", ["open", "write", "rename"])
def test_a_pulled_plug_leaves_the_old_set(tags, monkeypatch, moment):
    learn(tags, A, TOKEN, 0)
    before = open(tags.path, "rb").read()

    def cut(*_):
        raise Cut

    real = open

    def opened(path, mode="r"):
        if "w" in mode:
            if moment == "open":
                raise Cut
            file = real(path, mode)
            file.write(b"half of it")
            file.flush()
            raise Cut
        return real(path, mode)

    if moment == "rename":
        monkeypatch.setattr(os, "rename", cut)
    else:
        monkeypatch.setattr(builtins, "open", opened)
    with pytest.raises(Cut):
        enrol.replace(tags, D, 4, TOKEN, 0)
    monkeypatch.undo()
    assert open(tags.path, "rb").read() == before
    assert what(TagMap(tags.path), A) == (TOKEN, 0)


@pytest.mark.parametrize("place", ["open", "rename"])
def test_a_full_filesystem_changes_nothing_and_says_so(tags, monkeypatch, place):
    learn(tags, A, TOKEN, 0)

    def full(*_):
        raise OSError(28)

    monkeypatch.setattr(*((os, "rename", full) if place == "rename" else (builtins, "open", full)))
    assert learn(tags, D, TOKEN, 1) == enrol.UNSAVED
    monkeypatch.undo()
    assert what(tags, D) == (0, 0) and what(TagMap(tags.path), A) == (TOKEN, 0)
