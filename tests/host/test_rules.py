"""House rules: sentences, favourites, and files with all kinds of faults."""

import json
import re
import textwrap
from pathlib import Path

import pytest
from command import run

from banker.app.rules_text import FAVOURITES, ON_PAGE
from banker.app.text_pool import TextPool
from banker.core.setup.house_rules import VARIANTS
from banker.ui.layout import wrap
from deedbox import editions, rules, words

ROOT = Path(__file__).resolve().parents[2]


def write(folder: Path, text: str) -> Path:
    file = folder / "ours.toml"
    file.write_text(text, encoding="utf-8")
    return file


def refusal(file: Path, edition: str = "classic") -> list[str]:
    with pytest.raises(rules.RulesError) as error:
        rules.read_rules(file, edition)
    return [str(fault).removeprefix(str(file)) for fault in error.value.faults]


LANGUAGES = ("en", "de")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_knob_has_one_sentence_under_its_own_number(language):
    entries = words.read_file(Path(rules.__file__).with_name(f"{language}.txt"))
    names = {n: name for n, (name, _) in entries.items() if n < 200}
    assert names == {knob.number: knob.name for knob in rules.rule_table().values()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_that_the_box_offers_by_digit_has_its_word(language):
    """With digits and marks they take at most two rows of the display."""
    entries = words.read_file(Path(rules.__file__).with_name(f"{language}.txt"))
    names = {n - 200: name for n, (name, _) in entries.items() if 200 <= n < 400}
    numbers = {k.number: k.name for k in rules.rule_table().values() if k.type in ("enum", "set")}
    assert names == {n: name for n, name in numbers.items() if name not in ("edition", "game_variant")}
    for name, value_texts in rules.value_words(language).items():
        assert len(value_texts) == len(rules.rule_table()[name].allowed) == len(set(value_texts))
        rows = textwrap.wrap(" ".join(f"1+{word}".replace(" ", "_") for word in value_texts), 21)
        assert len(rows) <= 2, rows


@pytest.mark.parametrize("name", rules.rule_table())
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_is_one_and_fits_four_rows_of_the_box(name, language):
    sentence = rules.rule_sentences(language)[name]
    rows = wrap(sentence)
    assert len(rows) <= 4 and max(map(len, rows)) <= 21, rows
    assert re.fullmatch(r"[A-ZÄÖÜ][^!?]*\.", sentence)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_favourites_fit_the_set_up_screen(language):
    """On each page four have a row each, two share one, the sentence has one."""
    presets = list(rules.load_presets(language).values())
    assert max(len(preset.label) for preset in presets) <= 19
    for page in range(0, FAVOURITES, ON_PAGE):
        assert len(presets[page + 4].label) + len(presets[page + 5].label) <= 16
    assert max(len(preset.sentence.format(120)) for preset in presets) <= 21


def test_the_favourites_are_those_of_the_two_pages_of_the_set_up_screen():
    presets = rules.load_presets()
    first = ["jackpot", "double-go", "auto-rent", "no-auctions", "bedtime", "slow"]
    second = ["no-jail-rent", "first-lap", "snake-eyes", "endless-houses", "uneven", "gifts"]
    assert list(presets) == first + second and len(presets) == FAVOURITES
    assert presets["jackpot"].rules["free_parking_feeds"] == ["taxes", "fines", "card_payments"]
    assert presets["bedtime"].steps == {"time_limit_min": [60, 90, 120]}


@pytest.mark.parametrize("name", rules.load_presets())
def test_a_favourite_can_be_played_in_every_edition_without_a_remark(name):
    preset = rules.load_presets()[name]
    for edition in editions.IDS:
        assert rules.find_warnings(edition, preset.rules) == []
    for knob, values in preset.steps.items():
        assert [rules.rule_table()[knob].check(value) for value in values] == values
        assert preset.rules[knob] in values


def test_what_the_device_will_read_is_there_by_number():
    data = rules.compile_texts()
    assert len(data) < 8000 and data[0] | data[1] << 8 == 4 * FAVOURITES + 2 * len(rules.rule_table())


def test_a_free_number_between_two_rules_moves_no_sentence(monkeypatch, tmp_path):
    """The box finds the texts of a rule by its number, not by its place in a list."""
    sentences = rules.rule_sentences()
    without = {name: rule for name, rule in rules.rule_table().items() if rule.number != 3}
    monkeypatch.setattr(rules, "rule_table", lambda: without)
    path = tmp_path / "en.bin"
    path.write_bytes(rules.compile_texts())
    pool = TextPool(str(path))
    for name in ("game_variant", "start_cash", "balances_shown"):
        assert pool[4 * FAVOURITES + 2 * without[name].number] == sentences[name]


def test_a_file_gives_the_choices_of_a_game(tmp_path):
    file = write(tmp_path, 'presets = ["jackpot"]\ngo_salary = 300\n[rules]\nfree_parking_seed = 500\n')
    assert rules.read_rules(file) == {
        "free_parking_mode": "jackpot",
        "free_parking_feeds": ["taxes", "fines", "card_payments"],
        "go_salary": 300,
        "free_parking_seed": 500,
    }


def test_every_fault_is_named_with_knob_value_and_what_is_allowed(tmp_path):
    file = write(
        tmp_path,
        "go_salry = 200\njail_fine = -5\nbuild_even = 1\n\nrent_claim = 'atuo'\npresets = ['jakpot']\n",
    )
    assert refusal(file) == [
        ":1: go_salry = 200: there is no such rule (did you mean go_salary?)",
        ":2: jail_fine = -5: must be a whole number from 0 to 9999",
        ":3: build_even = 1: must be one of true, false",
        ':5: rent_claim = "atuo": must be one of ask, auto (did you mean auto?)',
        ':6: presets[0] = "jakpot": must be one of jackpot, double-go, auto-rent, no-auctions, bedtime, '
        "slow, no-jail-rent, first-lap, snake-eyes, endless-houses, uneven, gifts "
        "(did you mean jackpot?)",
    ]


@pytest.mark.parametrize(
    "text, edition, sentence",
    [
        ("dm_battle = true\n", "zelda", ":1: dm_battle = true: exists in duel-masters only, not in zelda"),
        ("players_min = 7\n", "zelda", ":1: players_min = 7: must be at most players_max"),
        ("trade_immunity = true\n", "classic", ":1: trade_immunity = true: must be one of false"),
        (
            "start_cash = 1_500.0\n",
            "classic",
            ":1: start_cash = 1500.0: must be a whole number from 0 to 99999",
        ),
        ("go_salary = nan\n", "classic", ":1: go_salary = NaN: must be a whole number from 0 to 9999"),
        (
            "go_salary = 1\n[rules]\ngo_salary = 2\n",
            "classic",
            ":3: rules.go_salary = 2: is there twice, here and above",
        ),
        ("rules = 3\n", "classic", ":1: rules = 3: must be a table: [rules]"),
        ("go_salary = 1\ngo_salary = 2\n", "classic", ":2: this is no TOML: cannot overwrite a value"),
    ],
)
def test_a_rule_that_cannot_be_is_refused(tmp_path, text, edition, sentence):
    assert refusal(write(tmp_path, text), edition) == [sentence]


@pytest.mark.parametrize(
    "chosen, about",
    [
        ({"free_parking_mode": "jackpot"}, "free_parking_mode"),
        ({"free_parking_feeds": ["taxes"]}, "free_parking_feeds"),
        ({"end_condition": "time"}, "end_condition"),
        ({"time_limit_min": 60}, "time_limit_min"),
        ({"start_notes": [1] * 7}, "start_notes"),
        ({"dm_loss_mult": 5}, "dm_loss_mult"),
        ({"start_deeds": 7}, "start_deeds"),
    ],
)
def test_what_would_not_do_what_it_seems_to_is_said(chosen, about):
    assert [remark.split(":")[0] for remark in rules.find_warnings("classic", chosen)] == [about]


def test_variants_are_choices_like_any_other():
    assert all(name in rules.rule_table() for changes in VARIANTS.values() for name in changes)


# -- the command line --


def test_the_list_has_every_rule_with_its_ids_and_what_each_edition_prints():
    data = json.loads(run("rules", "list", "--json").stdout)
    assert [row["name"] for row in data["knobs"]] == list(rules.rule_table())
    window = next(row for row in data["knobs"] if row["name"] == "rent_claim_window")
    assert window["rules"] == ["RENT-10"] and window["editions"]["zelda"] == 1
    assert window["editions"]["dog-lovers"] == 2 and window["sentence"].endswith(".")
    assert len(data["presets"]) == FAVOURITES
    result = run("rules", "list")
    assert result.returncode == 0 and "jackpot" in result.stdout and "go_salary" in result.stdout


def test_show_takes_a_rule_a_favourite_an_edition_or_nothing():
    assert "RENT-10" in run("rules", "show", "rent_claim_window").stdout
    assert "free_parking_feeds" in run("rules", "show", "jackpot").stdout
    assert json.loads(run("rules", "show", "zelda", "--json").stdout)["utility_roll"] == "fresh"
    assert 'utility_roll = "landing"' in run("rules", "show").stdout


def test_a_wrong_name_is_a_usage_error_with_a_guess():
    result = run("rules", "show", "go_salry")
    assert result.returncode == 2 and "did you mean go_salary" in result.stderr and result.stdout == ""


def test_check_prints_all_faults_on_stderr_and_fails(tmp_path):
    result = run("rules", "check", str(write(tmp_path, "a = 1\ngo_salary = -1\n")))
    assert result.returncode == 1 and result.stdout == "" and len(result.stderr.splitlines()) == 2
    result = run("rules", "check", str(write(tmp_path, 'free_parking_mode = "jackpot"\n')))
    assert result.returncode == 0 and "nothing feeds the pot" in result.stdout


def test_editions_can_be_listed_shown_and_checked(tmp_path):
    entries = json.loads(run("editions", "list", "--json").stdout)
    assert [row["id"] for row in entries] == list(editions.IDS)
    assert (
        json.loads(run("editions", "show", "zelda", "--json").stdout)["spaces"][19]["name"]
        == "Vaati's Palace"
    )
    output = run("editions", "show", "duel-masters").stdout
    assert "power 1000" in output and "Spell" in output
    checked = run("editions", "check", "zelda").stdout
    assert "|RENT Four Sword      |" in checked and "'Temple of Time' shows as 'Temple.'" in checked
    result = run("editions", "show", "zeldo")
    assert result.returncode == 2 and "did you mean zelda" in result.stderr


def test_an_owner_begins_checks_and_mends_a_file(tmp_path):
    file = tmp_path / "my-town.toml"
    result = run("editions", "new", "--from", "zelda", str(file))
    assert result.returncode == 0 and "1 names to type" in result.stderr
    assert run("editions", "new", str(file)).returncode == 1
    assert run("editions", "new", str(tmp_path / "town.txt")).returncode == 2
    text = file.read_text(encoding="utf-8").replace('1 = "Elemental Sanctuary"', '1 = "Mill\\u0007"')
    file.write_text(text, encoding="utf-8")
    result = run("editions", "check", str(file))
    line = 1 + text[: text.index('1 = "Mill')].count("\n")
    assert (
        result.returncode == 1
        and result.stdout == ""
        and f"my-town.toml:{line}: spaces.1 = " in result.stderr
    )
    faults = json.loads(run("editions", "check", str(file), "--json").stdout)["faults"]
    assert [fault["key"] for fault in faults] == ["spaces.1"]
    assert run("editions", "check", str(tmp_path / "none.toml")).returncode == 2
