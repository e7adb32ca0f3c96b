"""The words: every number that a screen uses is the sentence that it means, and every sentence fits."""

import ast
import re
from pathlib import Path

import pytest

from banker.core.codec import command_bytes
from banker.core.edition.limits import WORD_KEYS
from banker.ui import edition_words, refusal_text
from banker.ui.layout import wrap
from deedbox import words

UI = Path(refusal_text.__file__).parent
EN = words.read_words("en")
FACT = re.compile(r"\{\d[^}]*\}")
LONG = "MAXIMILIANUS"  # 12 letters are kept


def test_the_firmware_has_the_name_of_every_word():
    assert (UI / "words.py").read_text(encoding="utf-8") == words.names_module(), "run: make words"


def test_no_code_says_a_word_by_its_number():
    said_by_number = [
        f"{path.relative_to(UI.parent)}:{call.lineno}"
        for path in UI.parent.rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in ("say", "tell", "on")
        and call.args
        and isinstance(call.args[-1 if call.func.attr == "on" else 0], ast.Constant)
    ]
    assert said_by_number == []


def test_every_word_is_used():
    code = "".join(path.read_text(encoding="utf-8") for path in UI.parent.rglob("*.py"))
    names = set(re.findall(r"words\.([A-Z0-9_]+)", code))
    counted_from = set(re.findall(r"words\.([A-Z0-9_]+) \+", code))  # the first of a row of words
    counted_from |= {EN[400][0], EN[800][0]}  # refusals
    in_a_row = {
        name for section in sections() for at, name in enumerate(section) if counted_from & set(section[:at])
    }
    assert [name for name, _ in EN.values() if name not in names | in_a_row] == []


def sections():
    """The names of the words under each heading of en.txt."""
    text = Path(words.__file__).with_name("en.txt").read_text(encoding="utf-8")
    return [re.findall(r"^\d+ (\S+)", part, re.M) for part in re.split(r"^#.*$", text, flags=re.M)]


def test_every_refusal_has_its_sentence():
    for code in (refusal_text.CODES + " " + refusal_text.LATER).split(" "):
        assert EN[refusal_text.word_of(code)][0] == code.upper().replace("-", "_")


def test_every_code_that_the_rules_can_raise_is_known():
    core = UI.parent / "core"
    raised = set()
    for path in core.rglob("*.py"):
        for call in re.findall(r"Refused\((.*)", path.read_text(encoding="utf-8")):
            raised.update(re.findall(r'"([a-z]+(?:-[a-z]+)*)"', call.split(" == ")[0]))
    raised -= {"deed", "cash", "power"}  # what the code is chosen by, or a fact
    assert len(raised) > 50
    assert raised - set((refusal_text.CODES + " " + refusal_text.LATER).split(" ")) == set()


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("number", [*range(400, 466), *range(800, 803)])
def test_a_refusal_fits_two_rows_with_long_names_and_sums(number, language):
    sentence = words.read_words(language)[number][1]
    sentence = sentence.format(LONG if EN[number][0] in _PLAYERS else "999999", "999999")
    rows = wrap(sentence)
    assert len(rows) <= 2 and max(map(len, rows)) <= 21, rows


_PLAYERS = ("ALREADY_OWNED", "NOT_LANDER", "NOT_OWNER", "NOT_YOUR_TURN", "GROUP_MORTGAGED")


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_language_says_the_same_things_with_the_same_facts(language):
    sentences = words.read_words(language)
    assert {number: name for number, (name, _) in sentences.items()} == {
        n: name for n, (name, _) in EN.items()
    }
    for number, (name, sentence) in sentences.items():
        facts = sorted(FACT.findall(sentence))
        assert facts == sorted(FACT.findall(EN[number][1])), f"{language}.txt {number} {name}"


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_box_can_draw_every_letter(language):
    for number, (_, sentence) in words.read_words(language).items():
        strange = [letter for letter in sentence if not 32 <= ord(letter) < 256]
        assert not strange, f"{language}.txt {number}: {strange}"


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_sentence_without_facts_takes_no_more_rows_than_in_english(language):
    for number, (name, sentence) in words.read_words(language).items():
        if "{" not in sentence and not 400 <= number < 466:  # a refusal has two rows
            rows = wrap(sentence.replace("|", ""))
            allowed = len(wrap(EN[number][1].replace("|", "")))
            assert len(rows) <= allowed, f"{language}.txt {number} {name}: {rows}"
            assert max(map(len, rows)) <= 21, f"{language}.txt {number} {name}: {rows}"


def test_the_words_of_an_edition_are_where_their_names_say():
    names = [name for name in dir(edition_words) if name.isupper()]
    assert names
    for name in names:
        assert WORD_KEYS[getattr(edition_words, name)] == name.lower()


def test_every_command_has_its_sentence_after_a_power_cut():
    """welcome_back.py finds the words by the command's number; younger commands name theirs."""
    by_number = {number: name for number, (name, _) in words.read_words("en").items()}
    first = next(number for number, name in by_number.items() if name == "DID_DEAL")
    younger = {"free"}
    for number, command in enumerate(command_bytes.NAMES):
        if command not in younger:
            assert by_number[first + number] == "DID_" + command.upper().replace("-", "_"), command
        else:
            assert "DID_" + command.upper() in by_number.values()


def test_names_of_players_are_cut_in_one_place():
    """A slice of its own could make two players look alike; `ui.name(seat, width)` tells them apart."""
    cut = re.compile(r"\bui\.name\((?:[^()]|\([^()]*\))*\)\[")
    screens = UI.rglob("*.py")
    assert [str(path) for path in screens if cut.search(path.read_text())] == []
