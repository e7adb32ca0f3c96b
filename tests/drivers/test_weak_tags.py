"""A tag at the edge of the field is one tag, however often it forgets that it was halted."""

import random

import pytest

from banker.drivers.taps import CROWD, TAP
from deedbox.models.iso14443 import NTAG213, Classic1K
from deedbox.models.mfrc522 import MFRC522Model
from deedbox.models.pn532 import PN532Model

TAPS = 400
LOOKS = 40  # a tag lies there for 0.8 s
CROWDS = 200


def weak_taps(make_rig, rate, taps=TAPS):
    """(taps heard, false crowds) of so many taps; in this share of the frames the tag's supply fails, and in
    the same share of the others it hears a bit wrong."""
    rng = random.Random(5)
    heard = crowds = 0
    for n in range(taps):
        rig = make_rig(True).start()
        rig.clock.sleep_ms(rng.randrange(20))
        tag = NTAG213(bytes([4, n & 255, n >> 8, 3, 4, 5, 6]))
        tag.weaken(rate, rate, rng)
        rig.model.place(tag)
        events = rig.step(LOOKS)
        heard += events.count(TAP) == 1 and rig.tapped() == tag.uid
        crowds += CROWD in events
    return heard, crowds


def crowds_missed(make_rig, rate=0.0, pairs=CROWDS):
    """Of so many pairs of tags, those that were not refused. Half of them come one after the other."""
    rng = random.Random(6)
    missed = 0
    for n in range(pairs):
        rig = make_rig(True).start()
        first = Classic1K(bytes([0x10, n, 1, 1]))
        second = NTAG213(bytes([4, n, 2, 3, 4, 5, 6])) if n & 1 else Classic1K(bytes([0x20, 1, n, 2]))
        for tag in (first, second):
            tag.weaken(rate, rate, rng)
        rig.model.place(first)
        if n & 2:
            rig.step(3)
        rig.model.place(second)
        missed += CROWD not in rig.step(20)
    return missed


@pytest.fixture(params=[MFRC522Model, PN532Model], ids=["mfrc522", "pn532"])
def make_any_rig(request, make_rig):
    return lambda with_irq: make_rig(with_irq, request.param())


@pytest.mark.proof_unless("0.01")
@pytest.mark.parametrize("rate", [0, 0.005, 0.01, 0.02])
@pytest.mark.parametrize("taps", [60, pytest.param(TAPS, marks=pytest.mark.proof)])
def test_a_weak_tag_is_no_crowd(make_any_rig, rate, taps):
    assert weak_taps(make_any_rig, rate, taps) == (taps, 0)


@pytest.mark.parametrize("rate", [0, 0.02])
@pytest.mark.parametrize("pairs", [40, pytest.param(CROWDS, marks=pytest.mark.proof)])
def test_two_tags_are_a_crowd_weak_or_not(make_any_rig, rate, pairs):
    assert crowds_missed(make_any_rig, rate, pairs) == 0
