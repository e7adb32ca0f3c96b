"""The colours of the tokens: one table, and everybody can tell them apart."""

import itertools
import math
import re

import pytest

from deedbox import token_colours
from deedbox.report import sentences

# How people see who lack one kind of cone: matrices of Machado, Oliveira and Fernandes (2009) for linear RGB.
KINDS = {
    "all cones": "1 0 0 0 1 0 0 0 1",
    "protanopia": "0.152286 1.052583 -0.204868 0.114503 0.786281 0.099216 -0.003882 -0.048116 1.051998",
    "deuteranopia": "0.367322 0.860646 -0.227968 0.280085 0.672501 0.047413 -0.011820 0.042940 0.968881",
    "tritanopia": "1.255528 -0.076749 -0.178779 -0.078411 0.930809 0.147602 0.004733 0.691367 0.303900",
}
# In Oklab 0.02 is a difference that can just be seen side by side; these are small areas far apart.
CLEARLY = 0.14


def linear(colour: str) -> list[float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def seen(colour: str, kind: str) -> list[float]:
    light = linear(colour)
    matrix = [float(number) for number in KINDS[kind].split()]
    rows = [matrix[at : at + 3] for at in (0, 3, 6)]
    return [min(1, max(0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in rows]


def oklab(light: list[float]) -> tuple[float, float, float]:
    """Ottosson (2020): equal distances are equal differences to the eye."""
    red, green, blue = light
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def closest(colours, kind: str) -> float:
    points = [oklab(seen(colour, kind)) for colour in colours]
    return min(math.dist(a, b) for a, b in itertools.combinations(points, 2))


@pytest.mark.parametrize("kind", KINDS)
def test_any_two_tokens_differ_clearly_for_everybody(kind):
    assert closest(token_colours.TOKENS, kind) > CLEARLY


def test_the_check_would_find_the_red_and_the_green_of_many_games():
    assert closest(("#b3261e", "#23703f"), "all cones") > CLEARLY
    assert closest(("#b3261e", "#23703f", "#8a5a00"), "deuteranopia") < CLEARLY


@pytest.mark.parametrize("colour", token_colours.TOKENS)
def test_the_number_on_a_token_can_be_read(colour):
    assert token_colours.contrast(token_colours.ink_on(colour), colour) >= 4.5


def test_the_page_gets_all_eight_with_their_inks():
    sheet = token_colours.style_sheet()
    assert tuple(re.findall(r"--player: (#\w+)", sheet)) == token_colours.TOKENS
    assert re.findall(r"\.player(\d)", sheet) == list("12345678")


class _Replay:
    names = ("Ann", "Bob")

    def __init__(self, about):
        self.about = about


def test_the_report_has_the_colour_of_the_token_not_of_the_seat():
    report = object.__new__(sentences.Report)
    report.replay = _Replay({"tokens": [5, 2]})
    assert [report.colour(seat) for seat in (0, 1)] == [token_colours.TOKENS[5], token_colours.TOKENS[2]]
    report.replay = _Replay({})
    assert [report.colour(seat) for seat in (0, 1)] == list(token_colours.TOKENS[:2])
