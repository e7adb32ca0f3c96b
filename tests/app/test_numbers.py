"""Numbers and names that flash and stickers keep. These lists may only grow; nothing in them changes."""

from banker.app.settings import DEFAULTS
from banker.app.store import pages, records, save_files
from banker.app.tags import enrol, signature, tag_map
from banker.core import tags
from banker.protocol import verbs

RECORDS = {"BEGIN": 1, "AGAIN": 2, "STEP": 4, "CLOCK": 5, "HEAD": "<IIIIHHBB", "HEAD_SIZE": 22}
RECORD_HEAD = "BEGINNING PARENT REDO GAME_SEQ GAME_CHECK PLAYED_S DEPTH COMMAND_SIZE".split()
PAGES = {
    "MAGIC": b"DX",
    "VERSION": 2,
    "OLD_VERSION": 1,
    "BOOT": 0x80,
    "HEADER": "<2sBBII4sHBB",
    "AT_VERSION": 2,
    "AT_KIND": 3,
    "AT_GENERATION": 4,
    "AT_SEQUENCE": 8,
    "AT_LINK": 12,
    "AT_LENGTH": 16,
    "AT_PART": 18,
    "AT_PARTS": 19,
    "PAYLOAD": 20,
    "OLD_ROOM": 232,
    "ROOM": 228,
    "AT_RING": 248,
    "CRC": 252,
    "PAGE": 256,
    "SECTOR": 4096,
}
SAVES = {
    "MAGIC": b"DBS1",
    "HEAD": "<4sHHHHH",
    "TURN": 3,
    "OVER": 4,
    "PLAYED_S": 5,
    "SAVE": ".sav",
    "ARCHIVE": ".log",
}
TAG_ENTRY = {"UID_LENGTH": 0, "UID": 1, "KIND": 11, "NUMBER": 12, "ENTRY_SIZE": 13, "LOST": 0}
TAG_KINDS = {"TOKEN": 1, "DEED": 2, "CARD": 3, "BANKER": 4}
SETTINGS = {
    "language": str,
    "volume": int,
    "brightness": int,
    "turned": bool,
    "slow": bool,
    "big": bool,
    "ask_ms": int,
    "remote": bool,
    "display": str,
    "offset": int,
    "ribbon": int,
    "gain": int,
}


def test_records_keep_their_kinds_and_fields():
    assert {name: getattr(records, name) for name in RECORDS} == RECORDS
    assert [getattr(records, name) for name in RECORD_HEAD] == list(range(8))
    assert (verbs.BEGUN, verbs.STEPPED) == (records.BEGIN, records.STEP)


def test_pages_keep_their_places():
    assert {name: getattr(pages, name) for name in PAGES} == PAGES
    assert bytes((pages.MAGIC_FIRST, pages.MAGIC_SECOND)) == pages.MAGIC


def test_saves_keep_their_form():
    assert {name: getattr(save_files, name) for name in SAVES} == SAVES
    assert records.game_id((0x12AB, 0xCDEF)) == "000012abcdef"


def test_tags_keep_their_kinds_and_places():
    assert {name: getattr(tag_map, name) for name in TAG_ENTRY} == TAG_ENTRY
    assert {name: getattr(tags, name) for name in TAG_KINDS} == TAG_KINDS


def test_a_signature_keeps_its_form():
    data = signature.make(bytes(32), bytes(7), kind=2, item=16, copy=1, set=0x0203, flags=0x0405)
    assert data[:16].hex() == "44424f58010203021001050400000000"
    assert len(data) == signature.SIZE == 24


def test_settings_keep_their_names_and_types():
    assert {name: type(value) for name, value in DEFAULTS.items() if name in SETTINGS} == SETTINGS


def test_the_link_sends_results_of_the_tag_room_unchanged():
    for name in "DONE KNOWN TAKEN FULL BAD UNSAVED".split():
        assert getattr(enrol, name) == getattr(verbs, "LEARNT_" + name)
    for name in "BLANK OWN FOREIGN UNREAD".split():
        assert getattr(signature, name) == getattr(verbs, "RECORD_" + name)
