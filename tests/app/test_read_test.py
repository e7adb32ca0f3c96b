"""The page READER with the real drivers, on readers that are weak: what it counts, names and keeps."""

import pytest
from workbench import Workbench

from deedbox.models.iso14443 import NTAG213, Classic1K
from deedbox.models.mfrc522 import MFRC522Model
from deedbox.models.pn532 import PN532Model
from deedbox.models.reader import best_at, only_classic
from deedbox.tagging.tag_map import TagSet

USED = {"tags.bin": TagSet().file()}


@pytest.fixture
def sticker():
    return NTAG213(bytes.fromhex("04a1b2c3d4e5f6"))


@pytest.fixture
def card():
    return Classic1K(b"\xde\xad\xbe\x01")


@pytest.fixture(params=[MFRC522Model, PN532Model], ids=["mfrc522", "pn532"])
def bench(request, tmp_path, monkeypatch):
    box = Workbench(tmp_path, monkeypatch, USED, reader=request.param()).switch_on()
    return box.tap(TagSet().tags["banker", 0]).key("5", "B").sees("READER       at 38 dB")


def all_gains(box, limit_ms=90_000):
    """Try all and wait for the end."""
    box.key("A")
    for _ in range(limit_ms // 500):
        if "so far" not in box.run(500).text() and ("Saved." in box.text() or "See guide" in box.text()):
            return box
    raise AssertionError(box.text())


def test_a_sound_reader_reads_every_time_and_stays_at_38_db(bench, sticker):
    bench.reader.place(sticker)
    all_gains(bench).sees("NTAG", "Best: 38 dB. Saved.")
    assert bench.settings()["gain"] == 38
    bench.run(10_000).sees("READER")  # and nobody asks to lift the tag
    assert "Lift" not in bench.text()


def test_a_card_is_named_apart(bench, card):
    bench.reader.place(card)
    bench.run(5_000).sees("Classic")


@pytest.mark.proof_unless("mfrc522-33", "mfrc522-48", "pn532-43")
@pytest.mark.parametrize("best_db", [33, 43, 48])
def test_the_gain_with_which_most_is_read_is_kept_and_in_force(bench, best_db, sticker):
    bench.reader.reception = best_at(best_db)
    if isinstance(bench.reader, PN532Model):  # it tries so often that only a very weak tag shows
        bench.reader.reception = lambda tag, db: 1.0 if db == best_db else 0.45
    bench.reader.place(sticker)
    all_gains(bench).sees(f"Best: {best_db} dB. Saved.")
    assert bench.settings()["gain"] == best_db
    assert bench.reader._gain_db() == best_db
    bench.switch_on()
    assert bench.reader._gain_db() == best_db


@pytest.mark.proof_unless("mfrc522")
def test_a_reader_that_wakes_only_cards_is_found_out(bench, sticker, card):
    bench.reader.feeds = only_classic
    bench.reader.place(sticker)
    all_gains(bench).sees("Not read? See guide 4")
    bench.reader.remove(sticker)
    bench.reader.place(card)
    bench.run(3_000)
    all_gains(bench).sees("Classic", "Best: 38 dB. Saved.")


def test_the_gain_of_the_settings_is_in_force_between_the_tries(bench, sticker):
    bench.reader.place(sticker)
    bench.key("A").run(3_000)
    bench.key("*").sees("CHECK YOUR BOX")
    assert bench.reader._gain_db() == 38


@pytest.mark.proof_unless("mfrc522")
@pytest.mark.parametrize("lies_there", [True, False])
def test_keys_are_noticed_while_it_counts(bench, sticker, lies_there):
    if lies_there:
        bench.reader.place(sticker)
    for _ in range(5):
        bench.run(700).key("*").sees("CHECK YOUR BOX")
        bench.key("B").sees("READER")
