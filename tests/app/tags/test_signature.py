"""The signed record is valid only for the tag and the box that it was made for."""

import hashlib
import hmac
import os

import pytest

from banker.app.tags import enrol, signature
from banker.app.tags.tag_map import TagMap
from banker.core.tags import DEED, TOKEN
from banker.drivers.codes import NONE, REFUSED, TAG
from banker.drivers.iso14443a import TagReader
from banker.drivers.mfrc522 import MFRC522
from deedbox.models.bus import Clock, SPIBus, reader_pins
from deedbox.models.iso14443 import NTAG213, Classic1K
from deedbox.models.mfrc522 import MFRC522Model

KEY = bytes(range(32))
UID = bytes.fromhex("04 a1 b2 c3 d4 e5 f6")


@pytest.mark.parametrize("size", [0, 1, 16, 32, 63, 64, 65, 200])
@pytest.mark.parametrize("length", [0, 23, 55, 64, 300])
def test_the_mac_is_that_of_the_standard(size, length):
    key, message = bytes(i * 7 & 255 for i in range(size)), bytes(i * 3 & 255 for i in range(length))
    assert signature.hmac(key, message) == hmac.new(key, message, hashlib.sha256).digest()


def test_a_record_is_24_bytes_as_written_down():
    record = signature.make(KEY, UID, DEED, 16, copy=1, set=0x0203, flags=0x0405)
    assert record[:16] == b"DBOX\x01\x02\x03\x02\x10\x01\x05\x04\0\0\0\0"
    assert record[16:] == hmac.new(KEY, UID + record[:16], hashlib.sha256).digest()[:8]
    assert signature.check(KEY, UID, record) == (DEED, 16, 1, 0x0203, 0x0405)


def test_a_flipped_bit_anywhere_is_noticed():
    record = signature.make(KEY, UID, DEED, 16)
    for i in range(24 * 8):
        copy = bytearray(record)
        copy[i >> 3] ^= 1 << (i & 7)
        assert signature.check(KEY, UID, bytes(copy)) is None


def test_a_record_of_another_tag_or_another_box_is_worth_nothing():
    record = signature.make(KEY, UID, TOKEN, 1)
    assert signature.check(KEY, UID[::-1], record) is None
    assert signature.check(bytes(32), UID, record) is None
    assert signature.check(b"", UID, record) is None
    assert signature.check(KEY, UID, record[:-1]) is None
    assert signature.check(KEY, UID, bytes(24)) is None


def test_every_torn_mix_of_an_old_and_a_new_record_is_noticed():
    old, new = signature.make(KEY, UID, DEED, 1), signature.make(KEY, UID, TOKEN, 2)
    assert old[:4] == new[:4]  # so the first page makes no difference
    for pages in range(2, 6):
        assert signature.check(KEY, UID, new[: 4 * pages] + old[4 * pages :]) is None


@pytest.mark.parametrize("field", ["kind", "item", "copy", "set", "flags"])
@pytest.mark.parametrize("value", [-1, 65536])
def test_what_does_not_fit_is_refused(field, value):
    with pytest.raises(ValueError):
        signature.make(KEY, UID, **{"kind": 1, "item": 1, field: value})


def test_without_a_key_nothing_is_signed():
    with pytest.raises(ValueError):
        signature.make(b"", UID, 1, 1)


def test_the_key_is_made_once_and_kept(tmp_path):
    path = str(tmp_path / "table.key")
    key = signature.table_key(path)
    assert len(key) == 32 and key == signature.table_key(path)
    assert open(path, "rb").read() == key
    assert sorted(os.listdir(tmp_path)) == ["table.key"]


def test_every_box_has_another_key(tmp_path):
    assert len({signature.table_key(str(tmp_path / str(n))) for n in range(20)}) == 20


def test_the_key_is_more_than_one_source(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "urandom", bytes)
    keys = {signature.table_key(str(tmp_path / name), entropy=name.encode()) for name in "ab"}
    assert len(keys) == 2


@pytest.mark.parametrize("torn", [b"", b"short", bytes(33)])
def test_a_torn_key_is_made_anew(tmp_path, torn):
    path = tmp_path / "table.key"
    path.write_bytes(torn)
    assert len(signature.table_key(str(path))) == 32


def test_a_key_that_cannot_be_kept_is_none(tmp_path):
    assert signature.table_key(str(tmp_path / "no" / "table.key")) == b""


class Rig:
    def __init__(self) -> None:
        self.model = MFRC522Model()
        self.clock = Clock(self.model)
        cs, rst, irq = reader_pins(self.model, self.clock)
        chip = MFRC522(SPIBus(self.model, self.clock), cs, self.clock.sleep_us, rst, irq)
        assert chip.init()
        self.reader = TagReader(chip)

    def lay(self, tag):
        self.model.remove(*list(self.model.tags))
        self.model.place(tag)
        self.clock.sleep_ms(5)
        return tag


def test_a_signed_sticker_tells_a_box_that_forgot_everything_but_its_key(tmp_path):
    rig = Rig()
    tag = rig.lay(NTAG213(UID))
    assert signature.write(rig.reader, KEY, UID, 7, DEED, 16) == TAG
    assert set(tag.pages_written) == set(range(32, 38))
    tags = TagMap(str(tmp_path / "tags.bin"))
    entry = signature.read(rig.reader, KEY, UID, 7)
    assert enrol.adopt(tags, UID, 7, *entry[:2]) == enrol.DONE
    assert tags.find(UID, 7) == DEED << 8 | 16


def test_a_copied_record_is_not_believed():
    rig = Rig()
    original = rig.lay(NTAG213(UID))
    signature.write(rig.reader, KEY, UID, 7, TOKEN, 0)
    forged = rig.lay(NTAG213(UID[::-1]))
    forged.memory[:] = forged.memory[:16] + original.memory[16:]
    assert signature.read(rig.reader, KEY, UID[::-1], 7) is None


def test_a_sticker_lifted_in_the_middle_has_no_record():
    rig = Rig()
    tag = rig.lay(NTAG213(UID))
    signature.write(rig.reader, KEY, UID, 7, DEED, 1)

    class Hand:
        def run_to(self, now_ns):
            if tag.writes == 6 + 4:
                rig.model.remove(tag)

    rig.clock.attach(Hand())
    assert signature.write(rig.reader, KEY, UID, 7, TOKEN, 2) == NONE
    tag.pages_written.append(0)
    rig.lay(tag)
    assert signature.read(rig.reader, KEY, UID, 7) is None


def test_an_empty_sticker_a_fob_and_no_tag_have_no_record():
    rig = Rig()
    rig.lay(NTAG213(UID))
    assert signature.read(rig.reader, KEY, UID, 7) is None
    rig.lay(Classic1K(b"\x01\x02\x03\x04"))
    assert signature.read(rig.reader, KEY, b"\x01\x02\x03\x04", 4) is None
    assert signature.write(rig.reader, KEY, b"\x01\x02\x03\x04", 4, TOKEN, 0) in (NONE, REFUSED)
    rig.model.remove(*list(rig.model.tags))
    assert signature.read(rig.reader, KEY, UID, 7) is None
