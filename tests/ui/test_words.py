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
FACT = re.compile(r"\{\d[^}]*\}")
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


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("number", range(400, 466))
def test_a_refusal_fits_two_rows_with_long_names_and_sums(number, language):
    sentence = words.read(language)[number][1]
    sentence = sentence.format(LONG if EN[number][0] in _PLAYERS else "999999", "999999")
    rows = wrap(sentence)
    assert len(rows) <= 2 and max(map(len, rows)) <= 21, rows


_PLAYERS = ("ALREADY_OWNED", "NOT_LANDER", "NOT_OWNER", "NOT_YOUR_TURN", "GROUP_MORTGAGED")


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_language_says_the_same_things_with_the_same_facts(language):
    said = words.read(language)
    assert {number: name for number, (name, _) in said.items()} == {n: name for n, (name, _) in EN.items()}
    for number, (name, sentence) in said.items():
        facts = sorted(FACT.findall(sentence))
        assert facts == sorted(FACT.findall(EN[number][1])), f"{language}.txt {number} {name}"


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_box_can_draw_every_letter(language):
    for number, (_, sentence) in words.read(language).items():
        strange = [letter for letter in sentence if not 32 <= ord(letter) < 256]
        assert not strange, f"{language}.txt {number}: {strange}"


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_sentence_without_facts_takes_no_more_rows_than_in_english(language):
    for number, (name, sentence) in words.read(language).items():
        if "{" not in sentence and not 400 <= number < 466:  # a refusal has two rows
            rows = wrap(sentence.replace("|", ""))
            allowed = len(wrap(EN[number][1].replace("|", "")))
            assert len(rows) <= allowed, f"{language}.txt {number} {name}: {rows}"
            assert max(map(len, rows)) <= 21, f"{language}.txt {number} {name}: {rows}"
