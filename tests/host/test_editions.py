"""Editions as people write them: reading, all faults at once, compiling and decompiling."""

import copy
import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from command import environment

sys.path.insert(0, str(Path(__file__).resolve().parent))

import evil_editions  # noqa: E402

from banker.core import board as b  # noqa: E402
from deedbox import editions, faults, fixtures  # noqa: E402
from deedbox.editions import compiler, json_view, model, preview, schema, starter, toml_writer  # noqa: E402
from deedbox.rules import resolve_rules  # noqa: E402

EVIL = {name: rest for name, *rest in evil_editions.cases()}


def write(folder: Path, body: str, name: str = "town.toml") -> str:
    file = folder / name
    file.write_text(evil_editions.BASE + body, encoding="utf-8")
    return str(file)


def refusal(file: str) -> list[faults.Fault]:
    with pytest.raises(editions.EditionError) as error:
        editions.load_edition(file)
    return list(error.value.faults)


# -- the editions that come along --


@pytest.mark.parametrize("name", editions.IDS)
def test_values_are_the_classic_ones_in_every_edition(name):
    edition, classic = editions.load_edition(name), editions.load_edition("classic")
    assert edition.deeds == classic.deeds
    assert sum(row["price"] for row in edition.deeds.values()) == 5690
    assert len(edition.tokens) == edition.rules["players_max"]


def test_taxes_and_cards_follow_the_year():
    assert editions.edition_rules("zelda")["second_tax"] == 100
    assert editions.load_edition("zelda").cards["chest"][6]["collect_each"] == 10
    assert editions.load_edition("spider-man").cards["chest"][6]["collect_each"] == 50


def test_the_modern_classic_has_fixed_taxes_the_newer_decks_and_the_newer_text():
    modern, zelda = editions.load_edition("classic-2008"), editions.load_edition("zelda")
    rules = resolve_rules("classic-2008", {})
    assert (rules["income_tax_mode"], rules["income_tax_flat"], rules["second_tax"]) == ("flat", 200, 100)
    assert modern.cards == zelda.cards == editions.printed_decks()["2008plus"]
    assert {**modern.rules, "players_max": 6} == zelda.rules
    assert {name: modern.rules[name] for name in model.NEWER_TEXT} == model.NEWER_TEXT
    assert [s.name for s in modern.spaces] == [s.name for s in editions.load_edition("classic").spaces]
    assert modern.games == zelda.games


@pytest.mark.parametrize(
    ("head", "rules", "leaves"),
    [
        ('inherits = "classic"\nera = "2008plus"\n', "", set(model.NEWER_TEXT)),
        (
            'inherits = "classic"\nera = "2008plus"\n',
            "second_tax = 75\n",
            {*model.NEWER_TEXT} - {"second_tax"},
        ),
        ('inherits = "classic-2008"\nera = "2008plus"\n', "", set()),
        ('inherits = "classic-2008"\n', "", set()),
        ('inherits = "classic-2008"\nera = "pre2008"\n', "", set(model.NEWER_TEXT)),
        ('inherits = "classic"\nera = "pre2008"\n', "", set()),
    ],
)
def test_the_check_says_what_the_era_leaves_alone(tmp_path, head, rules, leaves):
    file = tmp_path / "town.toml"
    file.write_text(f'id = "town"\nname = "Town"\n{head}[rules]\n{rules}')
    edition = editions.load_edition(str(file))
    assert set(edition.era_leaves) == leaves
    remarks = [remark for remark in preview.find_remarks(edition) if remark.startswith("era: ")]
    assert bool(remarks) == bool(leaves)
    assert all(name in remarks[0] for name in leaves)


def test_what_is_only_for_sharing_is_read_checked_and_written_but_not_sent(tmp_path):
    plain = editions.load_edition(write(tmp_path, ""))
    head = 'language = "de"\nauthor = "Anna"\nlicence = "CC0"\n'
    file = tmp_path / "shared.toml"
    file.write_text(head + evil_editions.BASE)
    shared = editions.load_edition(str(file))
    assert (shared.language, shared.author, shared.licence) == ("de", "Anna", "CC0")
    assert compiler.compile_edition(shared) == compiler.compile_edition(plain)
    text = toml_writer.write_edition(
        shared, editions.load_edition("classic"), editions.printed_decks(), "# x"
    )
    assert head in text
    file.write_text('language = "German"\nauthor = ""\nlicence = 7\n' + evil_editions.BASE)
    assert {fault.key for fault in refusal(str(file))} == {"language", "author", "licence"}


def test_names_that_no_source_prints_are_marked():
    count = {name: sum(s.placeholder for s in editions.load_edition(name).spaces) for name in editions.IDS}
    assert count == {
        "classic": 0, "duel-masters": 0, "star-wars-ep1": 30, "dog-lovers": 22, "zelda": 1, "spider-man": 22,
        "classic-2008": 0,
    }  # fmt: skip
    assert "Tower of the Gods" in editions.load_edition("zelda").spaces[13].note


@pytest.mark.parametrize("name", editions.IDS)
def test_no_two_deeds_look_alike_anywhere_on_the_box(name):
    for place, _ in preview.PLACES:
        names = [
            preview.display_names(editions.load_edition(name))[space].shows[place] for space in b.SPACE_OF
        ]
        assert len(set(names)) == b.DEEDS


def test_an_edition_that_does_not_exist_is_answered_with_what_was_meant():
    with pytest.raises(editions.EditionError, match="did you mean zelda"):
        editions.load_edition("zeldo")


# -- faulty files --


@pytest.mark.parametrize("case", EVIL)
def test_an_evil_file_is_refused_by_key_and_line(tmp_path, case):
    text, key, line = EVIL[case]
    file = tmp_path / "evil.toml"
    file.write_text(text, encoding="utf-8")
    fault = refusal(str(file))
    assert [f for f in fault if f.key == key and (not line or f.line == line)], list(map(str, fault))
    assert all(str(f).startswith(str(file)) and "\n" not in str(f) and len(str(f)) < 400 for f in fault)


def test_there_are_at_least_200_evil_files():
    assert len(EVIL) >= 200


def test_every_fault_of_a_file_is_named_at_once(tmp_path):
    file = write(
        tmp_path, "[deeds]\nbrown1 = { price = -1 }\n[rules]\ngo_salry = 1\n[spaces]\n1 = 'a\\u0007'\n"
    )
    bad = Path(file).read_text().replace("'a\\u0007'", '"a\\u0007"')
    Path(file).write_text(bad)
    assert [(f.line, f.key) for f in refusal(file)] == [
        (5, "deeds.brown1.price"), (7, "rules.go_salry"), (9, "spaces.1"),
    ]  # fmt: skip


def test_a_fault_says_file_line_key_value_and_what_is_allowed(tmp_path):
    file = write(tmp_path, "[deeds]\nbrown1 = { price = 60.5 }\n")
    assert (
        str(refusal(file)[0]) == f"{file}:5: deeds.brown1.price = 60.5: must be a whole number from 1 to 9999"
    )


def test_a_file_that_is_no_utf_8_is_refused_with_its_line(tmp_path):
    (tmp_path / "x.toml").write_bytes(b'id = "x"\nname = "\xff"\n')
    assert refusal(str(tmp_path / "x.toml"))[0].line == 2


def test_a_byte_order_mark_and_windows_line_ends_are_no_fault(tmp_path):
    text = "\ufeff" + evil_editions.BASE.replace("\n", "\r\n")
    (tmp_path / "x.toml").write_bytes(text.encode())
    assert editions.load_edition(str(tmp_path / "x.toml")).name == "Evil Town"


def test_lines_are_found_in_every_form_of_toml():
    text = (
        'a = 1\n"b c" = """\nx\n"""\n[t]\nd.e = {f = [1,\n 2, # no\n {g = "}"}], h = \'#\'}\n'
        "[[u]]\nk = 2020-01-01\n[[u]]\nk = '''\n'''\n"
    )
    tomllib.loads(text)
    lines = faults.locate_keys(text)
    expected = {
        ("a",): 1, ("b c",): 2, ("t", "d", "e", "f"): 6, ("t", "d", "e", "f", 1): 7,
        ("t", "d", "e", "f", 2, "g"): 8,        ("t", "d", "e", "h"): 8, ("u", 0, "k"): 10, ("u", 1, "k"): 12,
    }  # fmt: skip
    assert {path: lines[path] for path in expected} == expected


# -- what is inherited --


def test_a_half_filled_edition_is_playable(tmp_path):
    edition = editions.load_edition(write(tmp_path, "[spaces]\n1 = 'Mill Lane'\n"))
    assert edition.spaces[1] == model.Space("Mill Lane")
    assert edition.spaces[3].placeholder and edition.spaces[3].name == "Brown 2"
    assert edition.spaces[0].name == "GO" and edition.spaces[7].name == "Chance"
    assert compiler.decompile_edition(compiler.compile_edition(edition)) == edition


def test_one_price_changes_and_the_rest_stays(tmp_path):
    edition = editions.load_edition(write(tmp_path, "[deeds]\nblue2 = { price = 500 }\n"))
    assert edition.deeds["blue2"] == {**editions.load_edition("classic").deeds["blue2"], "price": 500}


def test_a_card_can_be_relabelled_or_replaced(tmp_path):
    cards = "[cards]\nchance-1 = { label = 'Home' }\nchance-2 = { label = 'Ice', pay_each = 5 }\n"
    edition = editions.load_edition(write(tmp_path, cards))
    assert edition.cards["chance"][0] == {"label": "Home", "to": 0}
    assert edition.cards["chance"][1] == {"label": "Ice", "pay_each": 5}


def test_letters_that_the_display_lacks_are_folded(tmp_path):
    edition = editions.load_edition(
        write(tmp_path, "[spaces]\n1 = '\u0141\u00f3d\u017a \u2013 \u201cMarkt\u201d'\n")
    )
    assert compiler.display_texts_of(edition)[1] == 'L\u00f3dz - "Markt"'


# -- compiled editions --


@pytest.mark.parametrize("name", editions.IDS)
def test_compiled_and_back_gives_the_same_toml(name):
    edition = copy.deepcopy(editions.load_edition(name))
    for space in edition.spaces:
        space.note = ""  # notes are only in the file
    back = compiler.decompile_edition(editions.compile_edition(name))
    assert back == edition
    base = None if name == "classic" else editions.load_edition("classic")
    texts = [toml_writer.write_edition(e, base, editions.printed_decks(), "# x") for e in (edition, back)]
    assert texts[0] == texts[1]


@pytest.mark.parametrize("name", editions.IDS)
def test_what_is_written_reads_as_the_same_edition(tmp_path, name):
    edition = editions.load_edition(name)
    text = toml_writer.write_edition(
        edition, editions.load_edition("classic"), editions.printed_decks(), "# x"
    )
    (tmp_path / "x.toml").write_text(text, encoding="utf-8")
    assert editions.compile_edition(str(tmp_path / "x.toml")) == editions.compile_edition(name)


@pytest.mark.parametrize("name", editions.IDS)
def test_an_edition_takes_little_flash_and_its_hash_is_its_own(name):
    assert len(editions.compile_edition(name)) < 2500
    assert len({editions.edition_hash(other) for other in editions.IDS}) == len(editions.IDS)


def test_an_edition_compiles_to_the_same_bytes_in_every_process():
    """Sets of text have another order in another process, so one process cannot show a difference."""
    code = "from deedbox import editions; print(*map(editions.edition_hash, editions.IDS))"
    hashes = {
        subprocess.check_output([sys.executable, "-c", code], env=environment(PYTHONHASHSEED=seed), text=True)
        for seed in ("1", "2", "3")
    }
    assert hashes == {" ".join(map(str, map(editions.edition_hash, editions.IDS))) + "\n"}


def test_host_and_box_agree_on_the_layout_of_a_compiled_edition():
    from banker.app import edition

    for name in ("MAGIC", "_HEAD", "_WINDOW_BITS"):
        assert getattr(edition, name) == getattr(compiler, name), name


def test_a_flipped_bit_is_noticed():
    data = bytearray(editions.compile_edition("zelda"))
    for at in range(0, len(data), 97):
        data[at] ^= 4
        with pytest.raises(editions.EditionError):
            compiler.decompile_edition(bytes(data))
        data[at] ^= 4


# -- an owner's own file --


@pytest.mark.parametrize("source", editions.IDS)
def test_a_file_that_was_begun_is_good_and_plays_like_its_source(tmp_path, source):
    file = tmp_path / "my-town.toml"
    file.write_text(starter.starter_file(source, file.stem), encoding="utf-8")
    edition = editions.load_edition(str(file))
    assert (edition.id, edition.name) == ("my-town", "My Town")
    assert editions.board_numbers(str(file)) == editions.board_numbers(source)
    assert editions.edition_rules(str(file)) == editions.edition_rules(source)
    assert all(
        space.placeholder
        for n, space in enumerate(edition.spaces)
        if source == "classic" and model.deed_at(n)
    )


def test_every_commented_line_of_a_begun_file_is_good_without_its_mark(tmp_path):
    lines = starter.starter_file("classic", "my-town").splitlines()
    start = lines.index("[spaces]")
    bare = [line.removeprefix("# ") if " = " in line and n > start else line for n, line in enumerate(lines)]
    file = tmp_path / "bare.toml"
    file.write_text("\n".join(bare), encoding="utf-8")
    edition = editions.load_edition(str(file))
    assert edition.cards["chance"][11] == {"label": "Parking ticket", "pay": 20}


@pytest.mark.parametrize(
    "stem, edition_id", [("My Town", "my-town"), ("\u00dcberlingen 2", "uberlingen-2"), ("***", "my-town")]
)
def test_an_id_is_made_of_the_files_name(stem, edition_id):
    assert starter.id_from_file_name(stem) == edition_id


def test_a_fixture_may_name_a_file_beside_it(tmp_path):
    write(tmp_path, "[deeds]\nbrown1 = { price = 70 }\n")
    fixture = tmp_path / "f.toml"
    fixture.write_text(
        'name = "x"\nrule = "BUY-1"\nedition = "town.toml"\nplayers = ["a", "b"]\n[given]\nphase = "buy"\n'
        'players.a.space = 1\n[[step]]\ndo = "buy"\nexpect.players.a.cash = 1430\n'
    )
    for target in ("engine", "micropython"):
        assert [result.status for result in fixtures.run_fixtures([fixture], target)] == ["passed"]


# -- the preview --


def test_the_json_has_the_shape_of_the_contract():
    data = json.loads(
        json.dumps(
            json_view.edition_as_json(
                editions.load_edition("duel-masters"), resolve_rules("duel-masters", {})
            )
        )
    )
    assert set("id name currency players start_cash rules tokens terms spaces decks".split()) <= set(data)
    assert data["players"] == {"min": 2, "max": 6} and data["start_cash"] == 1500
    keys = set("index kind name deed group price mortgage rents house_cost hotel_cost tax power".split())
    assert all(keys <= set(space) for space in data["spaces"])
    assert {space["kind"] for space in data["spaces"]} == set(model.KINDS)
    assert data["spaces"][39]["rents"] == [50, 200, 600, 1400, 1700, 2000]
    assert data["spaces"][5]["rents"] == [25, 50, 100, 200] and data["spaces"][12]["rents"] == [4, 10]
    assert data["spaces"][1]["power"] == 1000 and data["spaces"][1]["deed"] == "brown1"
    assert [len(data["decks"][deck]) for deck in ("chance", "chest")] == [16, 16]


def test_a_name_too_long_is_shown_as_the_box_will_show_it(tmp_path):
    file = write(tmp_path, "[spaces]\n1 = 'Upper Market Street by the Old Mill'\n")
    remark = next(r for r in preview.find_remarks(editions.load_edition(file)) if r.startswith("line 5"))
    assert "'Upper Market Street by the Old Mill' shows as 'Upper Market Street.'" in remark
    assert remark.endswith("add short =")


@pytest.mark.proof_unless("classic-2008", "star-wars-ep1")
@pytest.mark.parametrize("name", editions.IDS)
def test_the_screens_of_every_deed_show_its_name_uncut(name):
    edition = editions.load_edition(name)
    names = preview.display_names(edition)
    for deed in range(b.DEEDS):
        forms = set(names[b.SPACE_OF[deed]].shows.values()) | {edition.spaces[b.SPACE_OF[deed]].name}
        screens = dict(preview.name_screens(edition, deed))
        assert any(screens["HOME"][5] == f"On {b.SPACE_OF[deed]} {form}" for form in forms)
        assert any(screens["RENT"][0] == f"RENT {form}" for form in forms)
        assert any(screens["OFFER"][0] == f"MIA {form}" for form in forms)


def test_the_schemas_beside_the_files_are_those_of_the_tables():
    for name, text in schema.schema_files().items():
        assert schema.FILES[name].read_text(encoding="utf-8") == text


# -- names that a board leaves open --


def test_missing_names_are_filled_in_and_the_board_keeps_everything_else(tmp_path):
    from deedbox.editions import name_filling

    before = editions.load_edition("dog-lovers")
    path = name_filling.save_own_board("dog-lovers", {1: "Beagle", 3: "Boxer", 6: "  "}, tmp_path)
    after = editions.load_edition(str(path))
    assert (after.id, after.name) == ("my-dog-lovers", before.name)
    assert [space.name for space in after.spaces[1:4:2]] == ["Beagle", "Boxer"]
    assert len(name_filling.missing_names(after)) == len(name_filling.missing_names(before)) - 2
    assert (after.rules, after.deeds, after.cards, after.tokens, after.terms) == (
        before.rules,
        before.deeds,
        before.cards,
        before.tokens,
        before.terms,
    )
    assert name_filling.own_edition_files(tmp_path) == {"my-dog-lovers": path}


def test_a_board_that_is_filled_in_again_takes_the_place_of_the_first_and_changes_no_file(tmp_path):
    from deedbox.editions import name_filling

    first = name_filling.save_own_board("dog-lovers", {1: "Beagle"}, tmp_path)
    text = first.read_text()
    second = name_filling.save_own_board(str(first), {3: "Boxer"}, tmp_path)
    assert editions.load_edition(str(second)).id == "my-dog-lovers-2"
    assert editions.load_edition(str(second)).spaces[1].name == "Beagle"
    assert list(name_filling.own_edition_files(tmp_path)) == ["my-dog-lovers-2"]
    assert 'name = "Dog Lovers Edition"' in text


@pytest.mark.parametrize("names, why", [({1: "x" * 41}, "40"), ({5: "Mine"}, "not missing")])
def test_a_name_that_cannot_be_is_refused_with_its_place(tmp_path, names, why):
    from deedbox.editions import name_filling

    with pytest.raises(editions.EditionError, match=why):
        name_filling.save_own_board("dog-lovers", names, tmp_path)
    assert list(tmp_path.iterdir()) == []
