"""Replays of games that the firmware's own journal wrote: complete, checked, and every damage reported."""

import json
import struct
import tomllib
import zlib
from collections import Counter
from pathlib import Path
from random import Random
from string import Formatter

import jsonschema
import pytest
from command import ROOT, run
from hypothesis import given, settings
from hypothesis import strategies as st
from played import NAMES, Table, commands, within

from banker.app.store import pages, records, save_files, saves
from banker.core.board import BANK
from banker.core.codec import command_bytes, state_bytes
from deedbox import editions
from deedbox.cli import main
from deedbox.fixtures.portable import RulesEngine
from deedbox.fixtures.portable import run as run_fixture
from deedbox.games import accounts, export, restore, ring_pages, save_file, source, text_rows
from deedbox.games.found_games import FoundGames
from deedbox.games.phrases import Speaker, load_words
from deedbox.games.replay import ReplayError, replay_game
from deedbox.games.summary import summarise_games
from deedbox.lab.random_games import play_random_game, start_random_game


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A game to its end: 700 steps, most of them archived, with undo and redo and power-ons."""
    with within(tmp_path_factory.mktemp("box")):
        table = Table().begin()
        for number, command in enumerate(commands()):
            table.do(command)
            if number % 50 == 49:
                table.do({"do": "undo"}, {"do": "redo"})
            if number % 70 == 60:
                table.reboot()
        games = table.games()
        return table, games, replay_game(games.by_id[games.current], games.files)


@pytest.fixture
def table(tmp_path):
    with within(tmp_path):
        yield Table().begin()


def codes(replay, harmless=False):
    return [finding.code for finding in replay.findings if finding.harmless is harmless]


# -- the replay --


def test_a_whole_game_is_told_and_leads_to_where_the_box_stands(whole):
    table, games, replay = whole
    texts = [step.text for step in replay.steps if step.command["do"] not in ("undo", "redo")]
    assert texts == [command_bytes.write(command) for command in commands()]
    assert "log" in {step.place[-3:] for step in replay.steps}, "nothing was archived"
    assert replay.sound and not replay.findings and replay.over
    assert state_bytes.same(replay.end, table.keeper.game)
    assert replay.played_s == table.keeper.played_s


def test_every_power_on_is_in_the_story(whole):
    _, _, replay = whole
    assert sum(power.times for power in replay.power_ons) == sum(n % 70 == 60 for n in range(len(commands())))


def test_what_was_undone_stays_visible_and_who_agreed_is_said(table):
    table.do({"do": "roll", "dice": (1, 2)}, {"do": "buy"}, {"do": "undo"}, {"do": "decline"})
    replay = table.replay()
    buy, undo = replay.steps[1:3]
    assert (buy.undone, undo.undoes, buy.agreed) == (True, buy.seq, (0,))
    assert undo.agreed == (0,), "only Mum was touched by it"
    speaker = Speaker(replay)
    rows = text_rows.log_rows(replay, speaker)
    assert rows[1][3:6] == ("Mum buys Baltic Avenue for $60 [taken back later]", "Mum -60", "Mum")
    assert rows[2][3:5] == (f"Undo of step {buy.seq}: Mum buys Baltic Avenue for $60", "Mum +60")
    assert [step.command["do"] for step in replay.steps_in_force] == ["roll", "decline"]
    table.do({"do": "undo"}, {"do": "redo"})
    assert not table.replay().steps[3].undone


def test_a_deal_and_a_step_back_ask_everyone_they_touch(tmp_path):
    with within(tmp_path):
        table = Table().begin(given={"deeds": {"red1": {"owner": "Mia"}}})
        deal = {"do": "trade", "a": 0, "b": 2, "a_gives": {"cash": 90}, "b_gives": {"deeds": [11]}}
        table.do(deal, {"do": "undo"}, {"do": "roll", "dice": (1, 2)}, {"do": "undo"})
        table.do({"do": "set-rule", "knob": "undo_depth", "value": 20})
        steps = table.replay().steps
    assert [step.agreed for step in steps] == [(0, 2), (0, 2), (), (0,), (0, 1, 2)]


def test_what_a_host_did_says_so(table):
    table.do({"do": "roll", "dice": (1, 2), "remote": 1})
    replay = table.replay()
    assert replay.steps[0].remote and replay.steps[0].agreed == ()
    assert "remote" not in replay.command(replay.steps[0])
    assert "[a host did it]" in text_rows.log_rows(replay, Speaker(replay))[0][3]


def test_statements_end_with_what_each_has_and_every_sum_has_two_sides(whole):
    _, _, replay = whole
    totals = Counter()
    for _, transfer, _ in accounts.all_transfers(replay):
        totals[transfer.giver] -= transfer.amount
        totals[transfer.taker] += transfer.amount
    assert sum(totals.values()) == 0
    for account in accounts.all_accounts(replay):
        lines = accounts.account_statement(replay, account)
        assert lines[-1].balance == replay.end.cash[account] == totals[account]
        assert all(b.balance - a.balance == b.amount for a, b in zip(lines, lines[1:], strict=False))


def test_the_receipt_is_the_chain_at_that_step(table):
    receipts = []
    for command in commands()[:30]:
        table.do(command)
        receipts.append(bytes(table.keeper.journal.tip)[:2].hex().upper())
    replay = table.replay()
    assert [step.receipt for step in replay.steps] == receipts
    assert replay.steps[11] in text_rows.find_receipt(replay, receipts[11].lower())
    assert text_rows.find_receipt(replay, "nope") == []


def test_several_games_stay_apart(table):
    table.do(*commands()[:20])
    first = table.replay()
    table.begin(["Eve", "Joe"], seed=5).do(*commands("classic", 2, 5)[:9])
    table.keeper.resume_save(first.game)
    table.do(*commands()[20:25])
    games = table.games()
    rows = {row.game: row for row in summarise_games(games)}
    assert summarise_games(games)[0].game == first.game == games.current
    assert [(row.where, row.steps, row.sound) for row in rows.values()] == [
        ("stands", 25, True),
        ("kept", 9, True),
    ]
    assert replay_game(games.by_id[first.game], games.files).findings == []


def test_the_time_of_a_timed_game_needs_no_steps(tmp_path):
    with within(tmp_path):
        timed = {"end_condition": "time", "time_limit_min": 60}
        table = Table().begin(["Ann", "Bob"], rules=timed)
        table.keeper.pass_time(120_000)
        assert table.keeper.save_time()
        table.do({"do": "roll", "by": 0, "dice": (1, 2)}, {"do": "undo"})
        replay = table.replay()
    assert replay.sound and replay.played_s == 130 and replay.steps[0].undone


def test_power_on_after_power_on_is_no_alarm(table):
    table.do(*commands()[:40])
    for _ in range(70):
        table.reboot()
        table.keeper.journal.idle()
    table.do(*commands()[40:50])
    replay = table.replay()
    assert replay.findings == [] and len(replay.steps) == 50


def test_a_page_that_a_cut_has_torn_is_noted_and_harmless(table):
    table.do(*commands()[:5])
    journal = table.keeper.journal
    table.flash.writeblocks(journal.blocks[journal.at], bytes(range(256)), journal.slot * 256)
    table.reboot()
    table.do(*commands()[5:9])
    replay = table.replay()
    assert replay.sound and codes(replay, harmless=True) == ["cut-off"]
    assert replay.findings[0].place == f"sector {journal.at}, page {journal.slot}"


def test_what_the_archive_has_lost_is_one_sum_and_no_more(whole):
    _, games, _ = whole
    games = FoundGames(games.pages, {})
    replay = replay_game(games.by_id[games.current], {})
    assert replay.sound and codes(replay, harmless=True) == ["missing"] and 0 < len(replay.steps) < 300
    lines = accounts.account_statement(replay, 0)
    assert "unrecorded" in {line.reason for line in lines} and lines[-1].balance == replay.end.cash[0]
    again = export.read_json(export.as_json(replay).encode(), "a.json")
    assert state_bytes.same(replay_game(again.by_id[replay.game], again.files).end, replay.end)
    with pytest.raises(export.ExportError, match="missing"):
        export.as_fixture(replay)


# -- damage --


def flip_a_bit(data, chance):
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


@pytest.mark.parametrize("seed", range(4))
def test_a_flipped_bit_anywhere_in_the_journal_is_reported_by_its_place(whole, seed):
    _, games, _ = whole
    chance = Random(seed)
    last = len(games.pages) - 1
    for number in [0, last, *(chance.randrange(last) for _ in range(20))]:
        place, page = games.pages[number]
        pages = [*games.pages[:number], (place, flip_a_bit(page, chance)), *games.pages[number + 1 :]]
        spoiled_games = FoundGames(pages, {})
        places = {finding.place for finding in spoiled_games.findings if not finding.harmless}
        assert f"sector {place // 16}, page {place % 16}" in places
        assert not replay_newest(
            spoiled_games.by_id[games.current], games.by_id[games.current].beginning
        ).sound


def replay_newest(found_game, beginning):
    """Replay only the newest steps: findings do not depend on how many there are, and this is quicker."""
    found_game.beginning = found_game.beginning or beginning
    found_game.entries = {seq: found_game.entries[seq] for seq in sorted(found_game.entries)[-3:]}
    return replay_game(found_game, {})


def test_a_page_rewritten_with_its_own_sum_breaks_the_chain(whole):
    _, games, _ = whole
    place, page = games.pages[100]
    copy = bytearray(page)
    copy[60] ^= 0x10
    struct.pack_into("<I", copy, 252, zlib.crc32(copy[:252]))
    pages = [(at, bytes(copy) if at == place else data) for at, data in games.pages]
    replay = replay_game(FoundGames(pages, games.files).by_id[games.current], games.files)
    assert "broken-chain" in codes(replay)


def test_a_flipped_bit_in_an_archive_is_reported(whole):
    _, games, _ = whole
    path = f"games/{games.current}.log"
    chance = Random(5)
    for _ in range(40):
        files = {path: flip_a_bit(games.files[path], chance)}
        findings = FoundGames([], files).by_id[games.current].findings
        assert ("damaged-file", path) in {(finding.code, finding.place) for finding in findings}


def test_a_damaged_kept_game_is_reported_and_harms_no_other(table):
    table.do(*commands()[:9])
    first = table.replay().game
    table.begin(["Eve", "Joe"], seed=5)
    path = f"games/{first}.sav"
    files = table.files()
    files[path] = files[path][:40] + b"?" + files[path][41:]
    games = FoundGames(table.pages(), files)
    assert [row.sound for row in summarise_games(games)] == [True, False]
    replay = replay_game(games.by_id[first], files)  # the journal still has its steps
    assert codes(replay) == ["damaged-file"] and len(replay.steps) == 9


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 240), st.binary(min_size=256, max_size=256)), max_size=6), st.binary()
)
def test_noise_is_no_game(pages, log):
    games = FoundGames(pages, {"games/00000001ffff.log": log, "games/00000001ffff.sav": log})
    assert all(not row.sound for row in summarise_games(games))


# -- formats --


def test_the_host_reads_the_formats_that_the_firmware_writes():
    """The host may not import banker.app, so it repeats these numbers; they must stay equal."""
    page = "PAGE SLOTS ROOM OLD_ROOM PARTS ROOM_MAX BOOT MAGIC VERSION OLD_VERSION HEADER PAYLOAD AT_RING CRC"
    for name in page.split():
        assert getattr(ring_pages, name) == getattr(pages, name), name
    for name in ("BEGIN", "AGAIN", "STEP", "CLOCK"):
        assert getattr(save_file, name) == getattr(records, name), name
    assert (save_file.STEP_HEAD, save_file.STEP_HEAD_SIZE) == (records.HEAD, records.HEAD_SIZE)
    assert (save_file.MAGIC, save_file.HEAD) == (save_files.MAGIC, save_files.HEAD)
    assert save_file.HEAD_SIZE == struct.calcsize(save_files.HEAD)
    assert save_file.game_id(7, b"text") == records.game_id(records.identity(7, b"text"))
    assert restore.SAVES_MOST == saves._SAVES_MOST


# -- files --


def test_an_export_fits_its_published_schema(whole):
    schema = json.loads(Path(export.__file__).with_name("game.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    _, _, replay = whole
    data = json.loads(export.as_json(replay))
    assert [error.json_path for error in validator.iter_errors(data)] == []
    del data["receipt"]
    assert not validator.is_valid(data)


def test_an_export_tells_the_same_story_again(whole):
    _, _, replay = whole
    text = export.as_json(replay)
    games = export.read_json(text.encode(), "a.json")
    assert export.as_json(replay_game(games.by_id[replay.game], games.files)) == text


def test_names_are_in_no_file_unless_asked_for(whole):
    _, _, replay = whole
    for form in export.FORMS:
        text = export.write_as(replay.anonymous(), form)
        assert "Player 1" in text and not any(name in text for name in replay.names)


def test_names_in_what_was_given_are_changed_as_well(tmp_path):
    with within(tmp_path):
        about = {"turn": "Dad", "players": {"Mia": {"cash": 7}}, "deeds": {"red1": {"owner": "Mia"}}}
        replay = Table().begin(given=about).do({"do": "roll", "dice": (1, 2)}).replay()
    text = export.as_json(replay.anonymous())
    assert not any(name in text for name in NAMES[:3])
    games = export.read_json(text.encode(), "a.json")
    assert state_bytes.same(replay_game(games.by_id[replay.game], {}).end, replay.end)


def test_a_changed_letter_in_an_export_is_noticed(whole):
    _, _, replay = whole
    text = export.as_json(replay).replace('"amount": 60', '"amount": 61', 1)
    games = export.read_json(text.encode(), "a.json")
    assert codes(replay_game(games.by_id[replay.game], {})) == ["damaged-file"]


def test_a_mangled_export_is_one_line_and_never_a_crash(table):
    text = export.as_json(table.do(*commands()[:6]).replay()).encode()
    chance = Random(6)
    refusals = 0
    for _ in range(150):
        copy = bytearray(text)
        for _ in range(chance.randrange(1, 4)):
            copy[chance.randrange(len(text))] = chance.randrange(32, 127)
        try:
            games = export.read_json(bytes(copy), "a.json")
            same = json.loads(copy) == json.loads(text)  # only a blank changed, or nothing
            assert replay_game(games.by_id[source.choose_game(games, None)], games.files).sound is same
        except (export.ExportError, ReplayError) as error:
            assert "\n" not in str(error)
            refusals += 1
    assert refusals > 20


def test_the_payments_as_csv_add_up(whole):
    _, _, replay = whole
    rows = [line.split(",") for line in export.as_csv(replay).splitlines()]
    giver, taker, amount = (rows[0].index(name) for name in ("from", "to", "amount"))
    for player, name in enumerate(replay.names):
        income = sum(int(row[amount]) for row in rows[1:] if row[taker] == name)
        spending = sum(int(row[amount]) for row in rows[1:] if row[giver] == name)
        assert income - spending == replay.end.cash[player]


def test_a_name_is_no_formula_in_a_spreadsheet(tmp_path):
    with within(tmp_path):
        replay = Table().begin(["=1+1", "Bob"]).replay()
    assert ",'=1+1," in export.as_csv(replay)


def test_names_with_blanks_accents_and_quotes_make_a_fixture_that_runs(tmp_path):
    names = ["Ann Lee", "René", 'B"ob']
    with within(tmp_path):
        table = Table().begin(names, given={"players": {"Ann Lee": {"cash": 700}}})
        replay = table.do({"do": "roll", "by": 0, "dice": [1, 2]}).replay()
    fixture = tomllib.loads(export.as_fixture(replay))
    assert fixture["players"] == names and set(fixture["step"][0]["expect"]["players"]) == set(names)
    engine = RulesEngine(editions.load_board("classic"), editions.edition_rules("classic"))
    assert run_fixture(fixture, engine) == 1


def test_a_game_as_a_fixture_runs_on_the_engine(whole):
    _, _, replay = whole
    fixture = tomllib.loads(export.as_fixture(replay.anonymous()))
    engine = RulesEngine(editions.load_board("classic"), editions.edition_rules("classic"))
    assert run_fixture(fixture, engine) == len(replay.steps)
    fixture["step"][40]["expect"]["players"]["Player 1"]["cash"] += 1
    with pytest.raises(Exception, match="step 41"):
        run_fixture(fixture, engine)


def test_a_game_goes_on_where_it_stood_when_a_box_takes_it_up(table, tmp_path):
    table.do(*commands()[:60])
    replay = table.replay()
    games = export.read_json(export.as_json(replay).encode(), "a.json")
    again = replay_game(games.by_id[replay.game], games.files)
    (tmp_path / "new").mkdir()
    with within(tmp_path / "new"):
        other = Table().begin(["Eve", "Joe"], seed=9)
        Path("games").mkdir(exist_ok=True)
        Path("games", f"{replay.game}.sav").write_bytes(export.as_save_file(again))
        other.keeper.resume_save(replay.game)
        assert state_bytes.same(other.keeper.game, table.keeper.game)
        other.do(*commands()[60:80])
        after = other.replay()
    assert after.sound and codes(after, harmless=True) == ["missing"] and len(after.steps) == 20


def test_a_game_that_is_not_sound_goes_onto_no_box(whole):
    _, games, replay = whole
    pages = [
        (at, data[:99] + b"!" + data[100:]) if at == games.pages[9][0] else (at, data)
        for at, data in games.pages
    ]
    with pytest.raises(ReplayError, match="not sound"):
        export.as_save_file(replay_game(FoundGames(pages, games.files).by_id[replay.game], games.files))


def test_each_board_has_its_own_names_and_no_other_board_will_do(tmp_path):
    with within(tmp_path):
        table = Table(("zelda",)).begin(edition="zelda", seed=4).do(*commands("zelda", 3, 4)[:20])
        replay, games = table.replay(), table.games()
    assert replay.sound and "Deku" in Speaker(replay, "de").term("hotel")
    found_game = games.by_id[replay.game]
    found_game.beginning = found_game.beginning.replace(editions.edition_hash("zelda").encode(), b"0" * 16)
    with pytest.raises(ReplayError, match="another edition zelda"):
        replay_game(found_game, {"editions/zelda.bin": editions.compile_edition("zelda")})


def test_an_edition_that_deedbox_does_not_have_travels_with_the_game(tmp_path, monkeypatch):
    with within(tmp_path):
        table = Table(("zelda",)).begin(edition="zelda", seed=4).do(*commands("zelda", 3, 4)[:20])
        files = {**table.files(), "editions/zelda.bin": editions.compile_edition("zelda")}
        games = FoundGames(table.pages(), files)
    monkeypatch.setattr(editions, "IDS", ("classic",))
    replay = replay_game(games.by_id[games.current], games.files)
    again = export.read_json(export.as_json(replay).encode(), "a.json")
    last = replay_game(again.by_id[replay.game], again.files)
    assert last.sound and Speaker(last).place(1) == "Elemental Sanctuary"


# -- words --


@pytest.mark.parametrize("part", ["do", "note", "why", "word"])
def test_both_languages_say_the_same_things(part):
    def slots(text):
        return {field for _, field, _, _ in Formatter().parse(text) if field}

    english, german = load_words("en")[part], load_words("de")[part]
    assert english.keys() == german.keys()
    assert {key: slots(text) for key, text in english.items()} == {
        key: slots(text) for key, text in german.items()
    }


def test_every_command_has_a_sentence_and_every_payment_a_reason():
    from deedbox.games.replay import WHY

    assert set(command_bytes.NAMES) == set(load_words("en")["do"])
    assert {*WHY, "unrecorded", "taken-back"} == set(load_words("en")["why"])


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_done_can_be_said(seed):
    """Games from a random position, with odd house rules, in every edition, by players who try anything."""
    from deedbox.games.replay import Replay, Step, Transfer

    edition = editions.IDS[seed % len(editions.IDS)]
    first = start_random_game(
        seed, editions.IDS, lambda name: (editions.load_board(name), editions.edition_rules(name))
    )
    replay = Replay(
        "0" * 12, {"names": list(NAMES[: first.players])}, editions.load_edition(edition), first, end=first
    )
    speakers = [Speaker(replay, "en"), Speaker(replay, "de")]
    sentences = 0
    for before, command, game, refusal in play_random_game(first, seed, 300):
        if refusal:
            continue
        payments = [Transfer(*event[1:5]) for event in game.events if event[0] == 0]
        step = Step(1, command, b"", False, False, 0, (), before, game, game.events, payments, None, "", "")
        for speaker in speakers:
            text = speaker.sentence(step)
            assert text and "None" not in text
        sentences += 1
    assert sentences > 5


# -- the command --


@pytest.fixture(scope="module")
def file(whole, tmp_path_factory):
    path = tmp_path_factory.mktemp("files") / "game.json"
    path.write_text(export.as_json(whole[2]), encoding="utf-8")
    return path


def test_the_log_the_statements_and_the_list_come_from_a_file_without_a_box(file, whole):
    _, _, replay = whole
    log = run("games", "show", file)
    assert log.returncode == 0 and "BOOT" in log.stdout and "Dad buys" in log.stdout, log.stderr
    bank = run("games", "show", "--from", file, "--player", "bank", "--json")
    assert json.loads(bank.stdout)["bank"][-1]["balance"] == replay.end.cash[BANK]
    rows = json.loads(run("games", "list", "--from", file, "--json").stdout)
    assert rows[0]["players"] == replay.names and rows[0]["sound"]


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
    output = capsys.readouterr()
    assert text in output.err and len(output.err.splitlines()) == 1
