"""power.md says what follows from power.csv and from the firmware's own limits."""

import csv
import re
from pathlib import Path

import pytest

from banker.drivers.supply import GOOD_MV, LOW_MV
from banker.drivers.taps import Taps

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
DISPLAYS = ("2.42", "1.3", "0.96")
LIT = 0.20
ASLEEP_FIELD = 0.06
PLAYING = 0.70
CONVERTER = 0.85
DIODE_V = 0.3
CELLS, CELL_AH, CELL_V = 3, 1.7, 1.28


def currents(column: str) -> dict[tuple[str, str], float]:
    with open(HARDWARE / "power.csv", newline="") as file:
        return {(row["part"], row["state"]): float(row[column]) for row in csv.DictReader(file)}


def playing_ma(display: str) -> float:
    ma = currents("ma")
    rest = ma["Pico", "MicroPython running"] + ma["Reader", "chip"] + ma["Reader", "field on"]
    return rest + LIT * ma[f"Display {display}", "all pixels lit"]


def pausing_ma(display: str) -> float:
    return playing_ma(display) - (1 - ASLEEP_FIELD) * currents("ma")["Reader", "field on"]


def average_ma(display: str) -> float:
    return PLAYING * playing_ma(display) + (1 - PLAYING) * pausing_ma(display)


def pin36_max_ma(display: str) -> float:
    ma = currents("ma_max")
    return ma["Reader", "chip"] + ma["Reader", "field on"] + ma[f"Display {display}", "all pixels lit"]


def watts(ma: float) -> float:
    return ma / 1000 * 3.3 / CONVERTER


def hours(display: str) -> float:
    cells_v = CELLS * CELL_V
    usable_wh = cells_v * CELL_AH * (cells_v - DIODE_V) / cells_v
    return usable_wh / watts(average_ma(display))


def hold_ms(farad: float, from_v: float, to_v: float) -> float:
    return farad * (from_v**2 - to_v**2) / 2 / watts(playing_ma("2.42")) * 1000


def table_row(words: str) -> list[int]:
    lines = (HARDWARE / "power.md").read_text().splitlines()
    row = next(line for line in lines if line.startswith(f"| {words}"))
    return [int(value) for value in re.findall(r"\| (\d+)(?: mA)?(?= \|)", row)]


def text() -> str:
    return " ".join((HARDWARE / "power.md").read_text().split())


@pytest.mark.parametrize(
    "words, figure",
    [
        ("somebody plays |", playing_ma),
        ("nobody for 30 s", pausing_ma),
        ("70 % play, 30 % pause", average_ma),
        ("pin 36 at the worst", pin36_max_ma),
    ],
)
def test_the_table_of_currents_is_the_sum_of_the_parts(words, figure):
    assert table_row(words) == [round(figure(display)) for display in DISPLAYS]


@pytest.mark.parametrize("display", DISPLAYS)
def test_battery_life_follows_from_the_currents(display):
    assert table_row(f"{display} inch") == [round(hours(display))]


def test_the_capacitor_outlasts_the_longest_write():
    small, large = hold_ms(470e-6, 4.7, 1.8), hold_ms(1000e-6, 4.7, 1.8)
    assert f"{small:.0f} ms while somebody plays, {large:.0f} ms with 1000 uF" in text()
    assert small > 6, "the longest write of a move"


def test_the_limits_are_those_of_the_firmware():
    sentence = (
        f"nothing below {LOW_MV / 1000:.1f} V at VSYS, and after that not before {GOOD_MV / 1000:.1f} V"
    )
    assert sentence in text()
    assert f"{Taps(None).idle_after_ms // 1000} s after the last tag or key" in text()
    assert (LOW_MV / 1000 + DIODE_V) / CELLS == pytest.approx(1.1)


def test_an_inverse_screen_stays_within_what_pin_36_gives():
    ma = currents("ma")
    inverse = ma["Reader", "chip"] + ma["Reader", "field on"] + 0.8 * ma["Display 2.42", "all pixels lit"]
    assert inverse < 300 and f"takes {round(inverse, -1):.0f} mA with the reader" in text()


def test_the_duty_cycle_is_the_one_that_the_drivers_promise():
    readme = (HARDWARE.parent / "firmware" / "banker" / "drivers" / "README.md").read_text()
    assert f"about {ASLEEP_FIELD * 100:.0f} % of the" in readme
    assert f"for {ASLEEP_FIELD * 100:.0f} % of the time only" in text()
