"""A game's story: read from what the firmware's own journal wrote, played again, and nothing hidden."""

import json
import struct
import tomllib
import zlib
from collections import Counter
from pathlib import Path
from random import Random
from string import Formatter

import pytest
from command import ROOT, run
from hypothesis import given, settings
from hypothesis import strategies as st
from played import NAMES, Table, commands, within

from banker.core import packing, record
from banker.core.board import BANK
from banker.core.fixture import run as run_fixture
from deedbox import editions
from deedbox.cli import main
from deedbox.games import accounts, export, show, source
from deedbox.games.books import Books
from deedbox.games.phrases import Speaker, words
from deedbox.games.story import StoryError, tell
from deedbox.games.summary import summaries
from deedbox.lab.walks import start, walk


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A game to its end: 700 steps, most of them archived; undone and done again; switched off and on."""
    with within(tmp_path_factory.mktemp("box")):
        table = Table().begin()
        for number, command in enumerate(commands()):
            table.do(command)
            if number % 50 == 49:
                table.do({"do": "undo"}, {"do": "redo"})
            if number % 70 == 60:
                table.reboot()
        books = table.books()
        return table, books, tell(books.volumes[books.standing], books.files)


@pytest.fixture
def table(tmp_path):
    with within(tmp_path):
        yield Table().begin()


def codes(story, harmless=False):
    return [finding.code for finding in story.findings if finding.harmless is harmless]


# -- the story --


def test_a_whole_game_is_told_and_leads_to_where_the_box_stands(whole):
    table, books, story = whole
    done = [step.text for step in story.steps if step.command["do"] not in ("undo", "redo")]
    assert done == [record.write(command) for command in commands()]
    assert "log" in {step.place[-3:] for step in story.steps}, "nothing was archived"
    assert story.sound and not story.findings and story.over
    assert packing.same(story.end, table.keeper.game)
    assert story.played_s == table.keeper.played_s


def test_every_power_on_is_in_the_story(whole):
    _, _, story = whole
    assert sum(power.times for power in story.power_ons) == sum(n % 70 == 60 for n in range(len(commands())))


def test_what_was_undone_stays_visible_and_who_agreed_is_said(table):
    table.do({"do": "roll", "dice": (1, 2)}, {"do": "buy"}, {"do": "undo"}, {"do": "decline"})
    story = table.story()
    buy, undo = story.steps[1:3]
    assert (buy.undone, undo.undoes, buy.agreed) == (True, buy.seq, (0,))
    assert undo.agreed == (0,), "only Mum was touched by it"
    speaker = Speaker(story)
    rows = show.log(story, speaker)
    assert rows[1][3:6] == ("Mum buys Baltic Avenue for $60 [taken back later]", "Mum -60", "Mum")
    assert rows[2][3:5] == (f"Undo: step {buy.seq} is taken back", "Mum +60")
    assert [step.command["do"] for step in story.standing] == ["roll", "decline"]
    table.do({"do": "undo"}, {"do": "redo"})
    assert not table.story().steps[3].undone


def test_a_deal_and_a_step_back_ask_everyone_they_touch(tmp_path):
    with within(tmp_path):
        table = Table().begin(given={"deeds": {"red1": {"owner": "Mia"}}})
        deal = {"do": "trade", "a": 0, "b": 2, "a_gives": {"cash": 90}, "b_gives": {"deeds": [11]}}
        table.do(deal, {"do": "undo"}, {"do": "roll", "dice": (1, 2)}, {"do": "undo"})
        table.do({"do": "set-rule", "knob": "undo_depth", "value": 20})
        steps = table.story().steps
    assert [step.agreed for step in steps] == [(0, 2), (0, 2), (), (0,), (0, 1, 2)]


def test_what_a_host_did_says_so(table):
    table.do({"do": "roll", "dice": (1, 2), "remote": 1})
    story = table.story()
    assert story.steps[0].remote and story.steps[0].agreed == ()
    assert "remote" not in story.command(story.steps[0])
    assert "[a host did it]" in show.log(story, Speaker(story))[0][3]


def test_statements_end_with_what_each_has_and_every_sum_has_two_sides(whole):
    _, _, story = whole
    totals = Counter()
    for _, transfer, _ in accounts.transfers(story):
        totals[transfer.giver] -= transfer.amount
        totals[transfer.taker] += transfer.amount
    assert sum(totals.values()) == 0
    for account in accounts.all_accounts(story):
        lines = accounts.statement(story, account)
        assert lines[-1].balance == story.end.cash[account] == totals[account]
        assert all(b.balance - a.balance == b.amount for a, b in zip(lines, lines[1:], strict=False))


def test_the_receipt_is_the_chain_at_that_step(table):
    noted = []
    for command in commands()[:30]:
        table.do(command)
        noted.append(bytes(table.keeper.journal.tip)[:2].hex().upper())
    story = table.story()
    assert [step.receipt for step in story.steps] == noted
    assert story.steps[11] in show.find_receipt(story, noted[11].lower())
    assert show.find_receipt(story, "nope") == []


def test_several_games_stay_apart(table):
    table.do(*commands()[:20])
    first = table.story()
    table.begin(["Eve", "Joe"], seed=5).do(*commands("classic", 2, 5)[:9])
    table.keeper.take_up(first.game)
    table.do(*commands()[20:25])
    books = table.books()
    found = {row.game: row for row in summaries(books)}
    assert summaries(books)[0].game == first.game == books.standing
    assert [(row.where, row.steps, row.sound) for row in found.values()] == [
        ("stands", 25, True),
        ("kept", 9, True),
    ]
    assert tell(books.volumes[first.game], books.files).findings == []


def test_the_time_of_a_timed_game_needs_no_steps(tmp_path):
    with within(tmp_path):
        timed = {"end_condition": "time", "time_limit_min": 60}
        table = Table().begin(["Ann", "Bob"], rules=timed)
        table.keeper.pass_time(120_000)
        assert table.keeper.clock()
        table.do({"do": "roll", "by": 0, "dice": (1, 2)}, {"do": "undo"})
        story = table.story()
    assert story.sound and story.played_s == 130 and story.steps[0].undone


def test_power_on_after_power_on_is_no_alarm(table):
    table.do(*commands()[:40])
    for _ in range(70):
        table.reboot()
        table.keeper.journal.idle()
    table.do(*commands()[40:50])
    story = table.story()
    assert story.findings == [] and len(story.steps) == 50


def test_a_page_that_a_cut_has_torn_is_noted_and_harmless(table):
    table.do(*commands()[:5])
    journal = table.keeper.journal
    table.flash.writeblocks(journal.blocks[journal.at], bytes(range(256)), journal.slot * 256)
    table.reboot()
    table.do(*commands()[5:9])
    story = table.story()
    assert story.sound and codes(story, harmless=True) == ["cut-off"]
    assert story.findings[0].place == f"sector {journal.at}, page {journal.slot}"


def test_what_the_archive_has_lost_is_one_sum_and_no_more(whole):
    _, books, _ = whole
    books = Books(books.pages, {})
    story = tell(books.volumes[books.standing], {})
    assert story.sound and codes(story, harmless=True) == ["missing"] and 0 < len(story.steps) < 300
    lines = accounts.statement(story, 0)
    assert "unrecorded" in {line.reason for line in lines} and lines[-1].balance == story.end.cash[0]
    again = export.read_json(export.as_json(story).encode(), "a.json")
    assert packing.same(tell(again.volumes[story.game], again.files).end, story.end)
    with pytest.raises(export.ExportError, match="missing"):
        export.as_fixture(story)


# -- damage --


def flipped(data, chance):
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


@pytest.mark.parametrize("seed", range(4))
def test_a_flipped_bit_anywhere_in_the_journal_is_reported_by_its_place(whole, seed):
    _, books, _ = whole
    chance = Random(seed)
    last = len(books.pages) - 1
    for number in [0, last, *(chance.randrange(last) for _ in range(20))]:
        place, page = books.pages[number]
        pages = [*books.pages[:number], (place, flipped(page, chance)), *books.pages[number + 1 :]]
        damaged = Books(pages, {})
        found = {finding.place for finding in damaged.findings if not finding.harmless}
        assert f"sector {place // 16}, page {place % 16}" in found
        assert not tell_briefly(
            damaged.volumes[books.standing], books.volumes[books.standing].beginning
        ).sound


def tell_briefly(volume, beginning):
    """The newest steps only: what is found does not depend on how many there are."""
    volume.beginning = volume.beginning or beginning
    volume.acts = {seq: volume.acts[seq] for seq in sorted(volume.acts)[-3:]}
    return tell(volume, {})


def test_a_page_rewritten_with_its_own_sum_breaks_the_chain(whole):
    _, books, _ = whole
    place, page = books.pages[100]
    forged = bytearray(page)
    forged[60] ^= 0x10
    struct.pack_into("<I", forged, 252, zlib.crc32(forged[:252]))
    pages = [(at, bytes(forged) if at == place else data) for at, data in books.pages]
    story = tell(Books(pages, books.files).volumes[books.standing], books.files)
    assert "broken-chain" in codes(story)


def test_a_flipped_bit_in_an_archive_is_reported(whole):
    _, books, _ = whole
    path = f"games/{books.standing}.log"
    chance = Random(5)
    for _ in range(40):
        files = {path: flipped(books.files[path], chance)}
        found = Books([], files).volumes[books.standing].findings
        assert ("damaged-file", path) in {(finding.code, finding.place) for finding in found}


def test_a_damaged_kept_game_is_reported_and_harms_no_other(table):
    table.do(*commands()[:9])
    first = table.story().game
    table.begin(["Eve", "Joe"], seed=5)
    path = f"games/{first}.sav"
    files = table.files()
    files[path] = files[path][:40] + b"?" + files[path][41:]
    books = Books(table.pages(), files)
    assert [row.sound for row in summaries(books)] == [True, False]
    story = tell(books.volumes[first], files)  # the journal still has its steps
    assert codes(story) == ["damaged-file"] and len(story.steps) == 9


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 240), st.binary(min_size=256, max_size=256)), max_size=6), st.binary()
)
def test_noise_is_no_game(pages, log):
    books = Books(pages, {"games/00000001ffff.log": log, "games/00000001ffff.sav": log})
    assert all(not row.sound for row in summaries(books))


# -- files --


def test_an_export_tells_the_same_story_again(whole):
    _, _, story = whole
    text = export.as_json(story)
    books = export.read_json(text.encode(), "a.json")
    assert export.as_json(tell(books.volumes[story.game], books.files)) == text


def test_names_are_in_no_file_unless_asked_for(whole):
    _, _, story = whole
    for form in export.FORMS:
        text = export.written(story.anonymous(), form)
        assert "Player 1" in text and not any(name in text for name in story.names)


def test_names_in_what_was_given_are_changed_as_well(tmp_path):
    with within(tmp_path):
        about = {"turn": "Dad", "players": {"Mia": {"cash": 7}}, "deeds": {"red1": {"owner": "Mia"}}}
        story = Table().begin(given=about).do({"do": "roll", "dice": (1, 2)}).story()
    text = export.as_json(story.anonymous())
    assert not any(name in text for name in NAMES[:3])
    books = export.read_json(text.encode(), "a.json")
    assert packing.same(tell(books.volumes[story.game], {}).end, story.end)


def test_a_changed_letter_in_an_export_is_noticed(whole):
    _, _, story = whole
    text = export.as_json(story).replace('"amount": 60', '"amount": 61', 1)
    books = export.read_json(text.encode(), "a.json")
    assert codes(tell(books.volumes[story.game], {})) == ["damaged-file"]


def test_a_mangled_export_is_one_line_and_never_a_crash(table):
    text = export.as_json(table.do(*commands()[:6]).story()).encode()
    chance = Random(6)
    refused = 0
    for _ in range(150):
        mangled = bytearray(text)
        for _ in range(chance.randrange(1, 4)):
            mangled[chance.randrange(len(text))] = chance.randrange(32, 127)
        try:
            books = export.read_json(bytes(mangled), "a.json")
            assert not tell(books.volumes[source.chosen(books, None)], books.files).sound
        except (export.ExportError, StoryError) as error:
            assert "\n" not in str(error)
            refused += 1
    assert refused > 20


def test_the_payments_as_csv_add_up(whole):
    _, _, story = whole
    rows = [line.split(",") for line in export.as_csv(story).splitlines()]
    giver, taker, amount = (rows[0].index(name) for name in ("from", "to", "amount"))
    for player, name in enumerate(story.names):
        came = sum(int(row[amount]) for row in rows[1:] if row[taker] == name)
        went = sum(int(row[amount]) for row in rows[1:] if row[giver] == name)
        assert came - went == story.end.cash[player]


def test_a_name_is_no_formula_in_a_spreadsheet(tmp_path):
    with within(tmp_path):
        story = Table().begin(["=1+1", "Bob"]).story()
    assert ",'=1+1," in export.as_csv(story)


def test_a_game_as_a_fixture_runs_on_the_engine(whole):
    _, _, story = whole
    fixture = tomllib.loads(export.as_fixture(story.anonymous()))
    assert run_fixture(fixture, editions.board("classic"), editions.rules("classic")) == len(story.steps)
    fixture["step"][40]["expect"]["players"]["Player 1"]["cash"] += 1
    with pytest.raises(Exception, match="step 41"):
        run_fixture(fixture, editions.board("classic"), editions.rules("classic"))


def test_a_game_goes_on_where_it_stood_when_a_box_takes_it_up(table, tmp_path):
    table.do(*commands()[:60])
    story = table.story()
    books = export.read_json(export.as_json(story).encode(), "a.json")
    again = tell(books.volumes[story.game], books.files)
    (tmp_path / "new").mkdir()
    with within(tmp_path / "new"):
        other = Table().begin(["Eve", "Joe"], seed=9)
        Path("games").mkdir(exist_ok=True)
        Path("games", f"{story.game}.sav").write_bytes(export.as_saved(again))
        other.keeper.take_up(story.game)
        assert packing.same(other.keeper.game, table.keeper.game)
        other.do(*commands()[60:80])
        after = other.story()
    assert after.sound and codes(after, harmless=True) == ["missing"] and len(after.steps) == 20


def test_a_game_that_is_not_sound_goes_onto_no_box(whole):
    _, books, story = whole
    pages = [
        (at, data[:99] + b"!" + data[100:]) if at == books.pages[9][0] else (at, data)
        for at, data in books.pages
    ]
    with pytest.raises(StoryError, match="not sound"):
        export.as_saved(tell(Books(pages, books.files).volumes[story.game], books.files))


def test_each_board_has_its_own_names_and_no_other_board_will_do(tmp_path):
    with within(tmp_path):
        table = Table(("zelda",)).begin(edition="zelda", seed=4).do(*commands("zelda", 3, 4)[:20])
        story, books = table.story(), table.books()
    assert story.sound and "Deku" in Speaker(story, "de").term("hotel")
    volume = books.volumes[story.game]
    volume.beginning = volume.beginning.replace(editions.hash_of("zelda").encode(), b"0" * 16)
    with pytest.raises(StoryError, match="another edition zelda"):
        tell(volume, {"editions/zelda.bin": editions.compiled("zelda")})


def test_an_edition_that_deedbox_does_not_have_travels_with_the_game(tmp_path, monkeypatch):
    with within(tmp_path):
        table = Table(("zelda",)).begin(edition="zelda", seed=4).do(*commands("zelda", 3, 4)[:20])
        files = {**table.files(), "editions/zelda.bin": editions.compiled("zelda")}
        books = Books(table.pages(), files)
    monkeypatch.setattr(editions, "IDS", ("classic",))
    story = tell(books.volumes[books.standing], books.files)
    again = export.read_json(export.as_json(story).encode(), "a.json")
    told = tell(again.volumes[story.game], again.files)
    assert told.sound and Speaker(told).place(1) == "Elemental Sanctuary"


# -- words --


@pytest.mark.parametrize("part", ["do", "note", "why", "word"])
def test_both_languages_say_the_same_things(part):
    def slots(text):
        return {field for _, field, _, _ in Formatter().parse(text) if field}

    english, german = words("en")[part], words("de")[part]
    assert english.keys() == german.keys()
    assert {key: slots(text) for key, text in english.items()} == {
        key: slots(text) for key, text in german.items()
    }


def test_every_command_has_a_sentence_and_every_payment_a_reason():
    from deedbox.games.story import WHY

    assert set(record.NAMES) == set(words("en")["do"])
    assert {*WHY, "unrecorded", "taken-back"} == set(words("en")["why"])


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_done_can_be_said(seed):
    """Games thrown into the middle, odd house rules, every edition, players who try anything."""
    from deedbox.games.story import Step, Story, Transfer

    edition = editions.IDS[seed % len(editions.IDS)]
    first = start(seed, editions.IDS, lambda name: (editions.board(name), editions.rules(name)))
    story = Story("0" * 12, {"names": list(NAMES[: first.players])}, editions.load(edition), first, end=first)
    speakers = [Speaker(story, "en"), Speaker(story, "de")]
    said = 0
    for before, command, game, refusal in walk(first, seed, 300):
        if refusal:
            continue
        paid = [Transfer(*event[1:5]) for event in game.events if event[0] == 0]
        step = Step(1, command, b"", False, False, 0, (), before, game, game.events, paid, None, "", "")
        for speaker in speakers:
            text = speaker.tell(step)
            assert text and "None" not in text
        said += 1
    assert said > 5


# -- the command --


@pytest.fixture(scope="module")
def file(whole, tmp_path_factory):
    path = tmp_path_factory.mktemp("files") / "game.json"
    path.write_text(export.as_json(whole[2]), encoding="utf-8")
    return path


def test_the_log_the_statements_and_the_list_come_from_a_file_without_a_box(file, whole):
    _, _, story = whole
    log = run("games", "show", file)
    assert log.returncode == 0 and "BOOT" in log.stdout and "Dad buys" in log.stdout, log.stderr
    bank = run("games", "show", "--from", file, "--player", "bank", "--json")
    assert json.loads(bank.stdout)["bank"][-1]["balance"] == story.end.cash[BANK]
    listed = json.loads(run("games", "list", "--from", file, "--json").stdout)
    assert listed[0]["players"] == story.names and listed[0]["sound"]


def test_an_export_is_made_once_and_has_no_names(file, tmp_path, capsys):
    out = tmp_path / "a.csv"
    assert main(["games", "export", str(file), "-o", str(out)]) == 0
    assert "Mum" not in out.read_text()
    assert main(["games", "export", str(file), "-o", str(out)]) == 1
    assert "--force" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments, code, text",
    [
        (["export", "FILE", "-o", "a.txt"], 2, ".json, .csv or .toml"),
        (["show", "FILE", "--player", "Eve"], 1, "nobody is called Eve"),
        (["show", "FILE", "--receipt", "0000x"], 1, "no step"),
        (["show", "--from", "pyproject.toml"], 1, "pyproject.toml"),
        (["show", "--from", "FILE", "--on", "twin"], 2, "not both"),
        (["show", "ffff", "--from", "FILE"], 1, "no game begins with ffff"),
    ],
)
def test_what_cannot_be_done_is_one_line(file, arguments, code, text, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert main(["games", *[str(file) if word == "FILE" else word for word in arguments]]) == code
    told = capsys.readouterr()
    assert text in told.err and len(told.err.splitlines()) == 1
