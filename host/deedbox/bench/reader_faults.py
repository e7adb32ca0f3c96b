"""What either reader makes of weak tags, two tags, a slow start of its chip and long wires."""

from __future__ import annotations

import random
from collections.abc import Callable

from deedbox.bench import HIGHER, LOWER, Aim, Measurement
from deedbox.bench.reader_field import Field
from deedbox.build.unixport import UnixPort
from deedbox.models.iso14443 import NTAG213, Classic1K, Tag
from deedbox.models.reader import ReaderModel

Model = Callable[..., ReaderModel]

_TAP, _CROWD = 1, 4  # banker.drivers.taps
WEAK_TAPS = 100
LIES_MS = 800
_GAP_MS = 1000  # sooner the next one might count as a bounce
# In this share of the frames a tag's supply fails for a moment, and in the same share of the others it hears
# a bit wrong.
_RATES = {"half_percent": 0.005, "one_percent": 0.01, "two_percent": 0.02}
PAIRS = 50
_PAIR_MS = 1500  # a look of a PN532 takes three steps
_START_UPS_MS = (0.5, 1, 2.6, 3, 5, 10, 20, 35, 50, 75, 100)
_GOOD_KHZ = {4000: 4000, 3000: 2000, 1500: 1000, 500: 500}  # the wires are good up to: the best choice
_WRONG_RATES = (1.0, 0.1, 0.01)  # of the bytes above that


def aims(prefix: str) -> list[Aim]:
    return [
        *(Aim(f"{prefix}.weak.{rate}.false_crowds", "1", 0, LOWER) for rate in _RATES),
        *(Aim(f"{prefix}.weak.{rate}.taps_heard", "%", 100, HIGHER) for rate in _RATES),
        Aim(f"{prefix}.crowds_missed", "1", 0, LOWER),
        Aim(f"{prefix}.start_up_ms", "ms", 50, HIGHER),
        Aim(f"{prefix}.bus_speeds_found", "%", 100, HIGHER),
    ]


def measure(port: UnixPort, prefix: str, model: Model) -> dict[str, Measurement]:
    rows = {}
    for name, rate in _RATES.items():
        heard, crowds = count_weak_taps(port, model, rate)
        how = (
            f"counted: {WEAK_TAPS} taps of {LIES_MS} ms; in {rate:.1%} of the frames the supply of the tag "
            f"fails, and in {rate:.1%} of the others it hears a bit wrong"
        )
        rows[f"{prefix}.weak.{name}.false_crowds"] = Measurement(crowds, how)
        rows[f"{prefix}.weak.{name}.taps_heard"] = Measurement(100 * heard / WEAK_TAPS, how)
    rows[f"{prefix}.crowds_missed"] = Measurement(
        count_crowds_missed(port, model), f"counted: of {PAIRS} pairs of tags, half of them one by one"
    )
    rows[f"{prefix}.start_up_ms"] = Measurement(
        longest_start_up(port, model),
        "counted: the longest start-up of the chip after which one try is enough",
    )
    good = count_speeds_found(port, model)
    rows[f"{prefix}.bus_speeds_found"] = Measurement(
        100 * good / (len(_GOOD_KHZ) * len(_WRONG_RATES)),
        "counted: wires good up to 4, 3, 1.5 and 0.5 MHz, above that 1, 10 and 100 % of the bytes wrong: the "
        "check chooses the highest of 4, 2, 1 and 0.5 MHz that is good",
    )
    return rows


def started(port: UnixPort, model: ReaderModel) -> Field:
    field = Field(port, model)
    field.ask("init")
    field.clock.sleep_ms(5)
    return field


def count_weak_taps(port: UnixPort, model: Model, rate: float, taps: int = WEAK_TAPS) -> tuple[int, int]:
    """(taps that were heard once, taps that were taken for two tags)"""
    rng = random.Random(5)
    heard = crowds = 0
    with started(port, model()) as field:
        for n in range(taps):
            field.clock.sleep_ms(rng.randrange(20))
            tag = NTAG213(bytes((4, n & 255, n >> 8, 3, 4, 5, 6)))
            tag.weaken(rate, rate, rng)
            field.model.place(tag)
            events = field.poll_for(LIES_MS)
            field.model.remove(tag)
            heard += events.count(_TAP) == 1
            crowds += _CROWD in events
            field.poll_for(_GAP_MS)
    return heard, crowds


def count_crowds_missed(port: UnixPort, model: Model) -> int:
    missed = 0
    with started(port, model()) as field:
        for n in range(PAIRS):
            first: Tag = Classic1K(bytes((0x10, n, 1, 1)))
            second: Tag = (
                NTAG213(bytes((4, n, 2, 3, 4, 5, 6))) if n & 1 else Classic1K(bytes((0x20, 1, n, 2)))
            )
            field.model.place(first)
            if n & 2:
                field.poll_for(200)
            field.model.place(second)
            missed += _CROWD not in field.poll_for(_PAIR_MS)
            field.model.remove(first, second)
            field.poll_for(_GAP_MS)
    return missed


def longest_start_up(port: UnixPort, model: Model) -> float:
    longest = 0.0
    for start_up_ms in _START_UPS_MS:
        with Field(port, model(start_up_ns=int(start_up_ms * 1_000_000))) as field:
            if field.ask("init") != ["1"]:
                break
        longest = start_up_ms
    return longest


def count_speeds_found(port: UnixPort, model: Model) -> int:
    good = 0
    for good_khz, khz in _GOOD_KHZ.items():
        for rate in _WRONG_RATES:
            with Field(port, model()) as field:
                field.model.miso_hz_max = good_khz * 1000
                field.model.miso_rate = rate
                good += field.ask("check") == ["0", str(khz)]
    return good
