"""The words: every number that a screen uses is the sentence that it means, and every sentence fits."""

import re
from pathlib import Path

import pytest

from banker.ui.screens import refusals
from banker.ui.speech import wrap
from deedbox import words

UI = Path(refusals.__file__).parents[1]
EN = words.read("en")
NAMED = re.compile(r"^_([A-Z0-9_]+) = const\((\d+)\)", re.MULTILINE)
LONG = "MAXIMILIANUS"  # 12 letters are kept


@pytest.mark.parametrize("path", sorted(UI.glob("**/*.py")), ids=lambda path: path.stem)
def test_a_number_in_a_screen_is_the_sentence_of_that_name(path):
    for name, number in NAMED.findall(path.read_text(encoding="utf-8")):
        if not name.endswith(("_MS", "_LETTERS")):
            assert EN[int(number)][0] == name, f"{path.name}: {name} is not number {number}"


def test_every_refusal_has_its_sentence():
    for at, code in enumerate(refusals.CODES.split(" ")):
        assert EN[400 + at][0] == code.upper().replace("-", "_")


def test_every_code_that_the_rules_can_raise_is_known():
    core = UI.parent / "core"
    raised = set()
    for path in core.glob("*.py"):
        for call in re.findall(r"Refused\((.*)", path.read_text(encoding="utf-8")):
            raised.update(re.findall(r'"([a-z]+(?:-[a-z]+)*)"', call.split(" == ")[0]))
    raised -= {"deed", "cash", "power"}  # what the code is chosen by, or a fact
    assert len(raised) > 50
    assert raised - set(refusals.CODES.split(" ")) == set()


@pytest.mark.parametrize("number", range(400, 466))
def test_a_refusal_fits_two_rows_with_long_names_and_sums(number):
    sentence = EN[number][1].format(LONG if EN[number][0] in _PLAYERS else "999999", "999999")
    rows = wrap(sentence)
    assert len(rows) <= 2 and max(map(len, rows)) <= 21, rows


_PLAYERS = ("ALREADY_OWNED", "NOT_LANDER", "NOT_OWNER", "NOT_YOUR_TURN", "GROUP_MORTGAGED")
