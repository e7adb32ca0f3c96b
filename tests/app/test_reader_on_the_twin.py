"""The reader in the unix port, with either chip and with bad parts: what a first builder sees."""

import random

import pytest
from hands import Hands, files_of_a_new_game
from walk import GAME

from deedbox.display import read_text
from deedbox.models.box import Box
from deedbox.models.iso14443 import NTAG213, Classic1K
from deedbox.models.mfrc522 import MFRC522Model
from deedbox.models.pn532 import PN532Model
from deedbox.models.reader import only_classic
from deedbox.twin import Twin

SLOW_NS = 50_000_000
ALL_GAINS_S = 240
TAPS = 12
both = pytest.mark.parametrize("model", [MFRC522Model, PN532Model], ids=["mfrc522", "pn532"])
# A listing of a PN532 that finds nothing takes 15 tries, so 400 of them take a minute or two.
both_if_patient = pytest.mark.parametrize(
    "model",
    [pytest.param(MFRC522Model, id="mfrc522"), pytest.param(PN532Model, id="pn532", marks=pytest.mark.proof)],
)


@pytest.fixture(scope="module")
def files():
    return files_of_a_new_game(**GAME)


def check(hands):
    """From the table in play to CHECK YOUR BOX."""
    hands.sees("MUM", "1500")
    hands.tap("banker", 0)
    hands.key("5")
    hands.sees("CHECK YOUR BOX")


def waits_for(twin, words):
    """400 tries take longer than anything else that the box does."""
    twin.wait_for(lambda picture: words in "\n".join(read_text(picture)), ALL_GAINS_S)


@both
def test_long_wires_and_a_slow_start_cost_speed_and_not_the_game(files, model):
    reader = model(start_up_ns=SLOW_NS)
    reader.miso_hz_max = 1_500_000
    with Twin(files=files, box=Box(reader=reader)) as twin:
        hands = Hands(twin)
        check(hands)
        hands.sees("Reader   ok, at 1 MHz")
        hands.tap("token", 0)
        hands.sees("Reader   reads tags")


@both_if_patient
def test_a_reader_that_wakes_only_cards_is_found_out_before_a_sticker_is_glued(files, model):
    sticker, card = NTAG213(bytes.fromhex("04a1b2c3d4e5f6")), Classic1K(b"\xde\xad\xbe\x01")
    with Twin(files=files, box=Box(reader=model())) as twin:
        hands = Hands(twin)
        check(hands)
        hands.key("B")
        hands.sees("READER       at 38 dB", "Hold a sticker still.")
        with twin.lock:
            twin.box.reader.feeds = only_classic
            twin.box.tap(card)
        hands.sees("Classic")
        with twin.lock:
            twin.box.lift()
            twin.box.tap(sticker)
        hands.key("A")
        waits_for(twin, "Not read? See guide 4")


@pytest.mark.proof
@both_if_patient
def test_the_gain_with_which_stickers_are_read_best_is_kept_over_a_power_cut(files, model):
    reader = model()
    with Twin(files=files, box=Box(reader=reader)) as twin:
        hands = Hands(twin)
        check(hands)
        hands.key("B")
        with twin.lock:
            reader.reception = lambda tag, db: 1.0 if db == 48 else 0.45
            twin.box.tap(NTAG213(bytes.fromhex("04a1b2c3d4e5f6")))
        hands.key("A")
        waits_for(twin, "Best: 48 dB. Saved.")
        with twin.lock:
            twin.box.lift()
        hands.pull_the_plug()
        hands.sees("MUM")
        assert reader._gain_db() == 48


@pytest.mark.proof
@both
def test_a_weak_token_is_one_token(files, model):
    with Twin(files=files, box=Box(reader=model())) as twin:
        hands = Hands(twin)
        check(hands)
        hands.tags["token", 1].weaken(0.02, 0.02, random.Random(3))
        for _ in range(TAPS):
            hands.tap("token", 1, ms=500)
            assert "One tag" not in "\n".join(hands.screen())
        hands.sees("Reader   reads tags")
