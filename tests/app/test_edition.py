"""The device's check of editions, in CPython: it accepts compiled editions and refuses faulty ones."""

import sys
from copy import copy
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "micropython"))

import evilform  # noqa: E402

from banker.app import edition as device  # noqa: E402
from banker.core.edition import limits as form  # noqa: E402
from banker.ui.layout import cut_name  # noqa: E402
from deedbox import editions  # noqa: E402
from deedbox.editions import compiler, model  # noqa: E402

EVIL = dict(evilform.cases())


@pytest.fixture(autouse=True)
def flash(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "editions").mkdir()
    return tmp_path / "editions"


@pytest.mark.parametrize("name", editions.IDS)
def test_the_device_takes_what_the_host_compiled(flash, name):
    (flash / f"{name}.bin").write_bytes(editions.compile_edition(name))
    edition = device.Edition(name)
    edition.check()
    host = editions.load_edition(name)
    assert edition.hash == editions.edition_hash(name)
    assert [edition.place(n) for n in range(40)] == [space.name for space in host.spaces]
    assert edition.tokens() == model.shown_tokens(host)
    assert edition.about()["rules"] == host.rules
    assert [edition.label(n) for n in (0, 31)] == [
        host.cards["chance"][0]["label"],
        host.cards["chest"][15]["label"],
    ]
    assert edition.word(form.WORD_KEYS.index("hotels")) == host.terms["hotels"]
    assert list(edition.board.price) == list(editions.load_board(name).price)
    assert edition.board.cards == editions.load_board(name).cards
    edition.close()


def test_an_edition_from_before_there_were_short_tokens_still_loads(flash):
    host = copy(editions.load_edition("zelda"))
    host.token_shorts = [""] * len(host.tokens)
    data = compiler.compile_edition(host)
    (flash / "zelda.bin").write_bytes(data)
    edition = device.Edition("zelda")
    edition.check()
    assert edition._pool.count == form.TOKEN_SHORTS and edition.tokens() == host.tokens
    assert compiler.decompile_edition(data).token_shorts == host.token_shorts


@pytest.mark.parametrize("name", editions.IDS)
def test_no_two_tokens_of_an_edition_look_alike_at_any_width(name):
    tokens = model.shown_tokens(editions.load_edition(name))
    for width in range(3, 21):
        assert len({cut_name(token, width) for token in tokens}) == len(tokens), (width, tokens)


@pytest.mark.parametrize("case", EVIL, ids=range(len(EVIL)))
def test_an_evil_edition_is_refused(flash, case):
    (flash / "evil.bin").write_bytes(EVIL[case])
    with pytest.raises(device.EditionError):
        device.Edition("evil").check()


def test_there_is_enough_evil_and_one_good_edition_among_it(flash):
    assert len(EVIL) >= 200
    (flash / "evil.bin").write_bytes(evilform.build())
    device.Edition("evil").check()


def test_an_edition_that_is_not_there_is_named(flash):
    with pytest.raises(device.EditionError, match="editions/moon.bin: not here"):
        device.Edition("moon")


def test_another_editions_file_under_this_name_is_refused(flash):
    (flash / "zelda.bin").write_bytes(editions.compile_edition("classic"))
    with pytest.raises(device.EditionError, match="it is called classic inside"):
        device.Edition("zelda").check()


def test_a_name_too_long_for_its_place_shows_its_short_form(flash):
    (flash / "zelda.bin").write_bytes(editions.compile_edition("zelda"))
    edition = device.Edition("zelda")
    assert edition.place(11, 17) == "Forsaken Fortress"
    assert edition.place(11, 16) == "Forsaken F"
    assert edition.place(39, 10) == "Temple."


def test_every_word_of_an_edition_has_a_key_and_a_limit():
    assert len(form.WORD_KEYS) == len(form.WORD_MOST) == form.TOKENS - form.WORDS
