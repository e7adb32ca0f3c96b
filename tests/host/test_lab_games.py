"""`deedbox lab rules`, `odds` and `atlas`: the statistics, the files, the workers, the sentences."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from json_answers import answer_faults

from banker.core.commands import decide
from banker.core.setup.new_game import new_game
from banker.core.setup.position import given
from deedbox import editions, rules
from deedbox.cli.lab import command
from deedbox.lab import atlas, atlas_page, compare, odds
from deedbox.lab.play_out import EndlessTurnError
from deedbox.lab.profile_player import StuckError
from deedbox.lab.sampling import (
    LabError,
    ResultFile,
    Table,
    Task,
    check_table,
    rules_text,
    run_task,
    split,
)
from deedbox.lab.workers import run_tasks

SHORT = rules_text({"game_variant": "short"})
TABLES = [Table("classic", 2, "usual", SHORT), Table("classic", 2, "daring", SHORT)]
TASKS = list(split(TABLES, 40))


@pytest.fixture(scope="module")
def rows():
    return {task: run_task(task) for task in TASKS}


def invoke(*words):
    return CliRunner().invoke(command, [str(word) for word in words])


def test_intervals_hold_the_truth_in_95_of_100_samples():
    """Coverage of the three intervals, of numbers whose mean is known."""
    source = random.Random(5)
    inside = {"mean": 0, "share": 0, "difference": 0}
    samples = 600
    for _ in range(samples):
        values = [source.gauss(10, 3) for _ in range(60)]
        others = [value + source.gauss(2, 1) for value in values]
        successes = sum(source.random() < 0.2 for _ in range(60))
        found = {
            "mean": (compare.mean(values), 10),
            "share": (compare.share(successes, 60), 0.2),
            "difference": (compare.difference(values, others).change, 2),
        }
        for name, (estimate, truth) in found.items():
            inside[name] += estimate.low <= truth <= estimate.high
    assert all(0.92 < count / samples < 0.975 for count in inside.values()), inside


def test_pairs_save_games_where_both_have_the_same_luck():
    source = random.Random(1)
    luck = [source.gauss(0, 10) for _ in range(200)]
    found = compare.difference([40 + x for x in luck], [45 + x + source.gauss(0, 1) for x in luck])
    assert found.change.is_clear and found.saved > 50 and abs(found.change.value - 5) < 0.5


def test_a_share_of_none_or_all_has_an_interval():
    none, every = compare.share(0, 50), compare.share(50, 50)
    assert none.low == 0 < none.high < 0.1 and every.high == 1 > every.low > 0.9


def test_parts_of_several_profiles_stay_between_0_and_1_and_say_no_less_than_their_seeds():
    few = compare.share_of([1 / 3] + [0.0] * 59)
    assert 0 <= few.low < few.value < few.high < compare.share(1, 60).high
    assert compare.share_of([1.0] * 20).high == 1 and compare.share_of([0.0] * 20).low == 0


def test_shares_without_a_pair_that_differs_still_have_an_interval():
    found = compare.share_difference([0.0, 1.0] * 30, [0.0, 1.0] * 30)
    assert found.change.value == 0 and found.change.high == -found.change.low == compare.share(0, 60).high
    assert found.saved == 0


def differences(rounds=(0.0, 0.0, 0.0), before=0.0, after=0.0, minutes=(30.0, 25.0, 35.0)):
    """40 rounds and 100 minutes by the printed rules; so many games of both sides do not end."""

    def one(old, change):
        new = compare.Estimate(*(old + part for part in change))
        return compare.Difference(
            compare.Estimate(old, old, old), new, compare.Estimate(*change), 1.0
        )  # fmt: skip

    found = {"rounds": one(40, rounds), "minutes": one(100, minutes), "watching": one(0.4, (0.2, 0.15, 0.25))}
    ends = (compare.Estimate(part, part, part) for part in (before, after))
    return {**found, "endless": compare.Difference(*ends, compare.Estimate(0, 0, 0), 1.0)}


LONGER, SHORTER = (20.0, 15.0, 25.0), (-20.0, -25.0, -15.0)


@pytest.mark.parametrize(
    "rounds, before, after, has, has_not",
    [
        (LONGER, 0, 0, ["about 50 % longer", "+15 to +25"], ["at least", "not over"]),
        (LONGER, 0, 0.02, ["at least 60 rounds instead of 40", "at least +15)", "2 % of"], ["+25", "about"]),
        (SHORTER, 0, 0.02, ["takes at least 20 rounds instead of 40"], ["less:", "-15"]),
        (
            SHORTER,
            0.02,
            0,
            ["at least 50 % less", "20 rounds instead of at least 40", "at most -15"],
            ["-25"],
        ),
        (LONGER, 0.02, 0.02, ["at least 60 rounds instead of at least 40", "unknown"], ["+15", "+25"]),
    ],
)
def test_a_side_whose_games_do_not_end_is_at_least_so_long_and_has_no_upper_end(
    rounds, before, after, has, has_not
):
    sentence = compare.length_sentence(differences(rounds, before, after))
    assert all(words in sentence for words in has), sentence
    assert not any(words in sentence for words in has_not), sentence


def test_the_short_form_has_no_upper_end_either_where_games_do_not_end():
    for language, least, much in (("en", "at least 30 minutes longer", "35"), ("de", "mindestens 30", "35")):
        closed, open_end = differences(), differences(after=0.5)
        assert much in compare.short_effect(closed["minutes"], closed["endless"], language)
        words = compare.short_effect(open_end["minutes"], open_end["endless"], language)
        assert words.startswith(least) and "25" in words and much not in words and "50 %" in words


def test_who_watches_is_told_with_what_counts_as_0_and_only_where_games_end():
    closed, open_end = differences(), differences(after=0.01)
    assert "counting 0" in compare.watching_sentence(closed["watching"], closed["endless"])
    assert compare.watching_sentence(open_end["watching"], open_end["endless"]) == ""


def test_as_many_rounds_is_said_only_if_every_pair_has_as_many():
    assert "takes as many rounds, but" in compare.length_sentence(differences())
    sentence = compare.length_sentence(differences((0.1, -1.2, 1.4)))
    assert "no clear difference in rounds (95 %: -1.2 to +1.4)" in sentence


def test_a_difference_is_clear_only_by_the_wider_interval():
    assert not compare.Estimate(9, 3, 15).is_clear and not compare.Estimate(-9, -15, -3).is_clear
    assert compare.Estimate(10, 4, 16).is_clear and compare.Estimate(-10, -16, -4).is_clear


def test_games_of_different_seeds_are_not_compared(rows):
    first, second = rows[TASKS[0]], rows[TASKS[2]]
    with pytest.raises(ValueError, match="different seeds"):
        compare.compare([first], [second])


def test_processes_give_the_same_rows_as_one(rows):
    assert dict(run_tasks(run_task, TASKS, 2)) == rows


def test_results_are_kept_and_a_torn_line_is_played_again(rows, tmp_path):
    path = tmp_path / "results.csv"
    file = ResultFile(path)
    for task in TASKS:
        file.add(task, rows[task])
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    again = ResultFile(path)
    assert [again.has(task) for task in TASKS] == [True] * (len(TASKS) - 1) + [False]
    again.add(TASKS[-1], rows[TASKS[-1]])
    assert ResultFile(path).rows == file.rows


def test_an_empty_file_of_results_is_a_new_one_and_lines_of_another_form_are_skipped(rows, tmp_path):
    path = tmp_path / "results.csv"
    path.touch()
    file = ResultFile(path)
    file.add(TASKS[0], rows[TASKS[0]])
    good = path.read_bytes()
    path.write_bytes(
        good + b'classic,2,usual\n\nclassic,2,usual,,1,2,3,4,5,6,7,8,9classic,"{}"\nclassic,2,us'
    )
    again = ResultFile(path)
    assert again.rows == file.rows and path.read_bytes().startswith(good) and path.read_bytes()[-1:] == b"\n"


def test_results_of_other_rules_or_players_are_refused(tmp_path):
    path = tmp_path / "results.csv"
    ResultFile(path)
    path.write_text("0123456789abcdef" + path.read_text()[16:])
    with pytest.raises(LabError, match="of this version"):
        ResultFile(path)


def test_a_table_that_cannot_play_is_told():
    for table, word in (
        (Table("classic", 4, "usual", rules_text({"nothing": 1})), "no such rule"),
        (Table("classic", 4, "usual", rules_text({"mode": "banker"})), "referee"),
        (Table("classic", 4, "usual", rules_text({"players_max": 3})), "too-many"),
    ):
        with pytest.raises(LabError, match=word):
            check_table(table)


def test_the_command_begins_with_a_sentence_and_goes_on_from_its_file(tmp_path):
    path = tmp_path / "results.csv"
    words = ("rules", "game_variant=short", "--games", 20, "--profile", "usual")
    first = invoke(*words, "--results", path, "--processes", 1)
    assert first.exit_code == 0, first.output
    assert "Your game takes about" in first.stdout.splitlines()[0] and "95 %" in first.stdout.splitlines()[0]
    assert "Games that still go on" in first.stdout and "40 games to play" in first.stderr
    before = path.read_bytes()
    second = invoke(*words, "--results", path, "--processes", 1, "--json")
    assert second.exit_code == 0 and path.read_bytes() == before and "games to play" not in second.stderr
    assert answer_faults(["lab", "rules"], second.stdout) == []
    found = json.loads(second.stdout)
    assert found["sentence"] == first.stdout.splitlines()[0]
    assert set(found["measures"]) == set(compare.MEASURES) and len(found["seats"]) == 4


def test_a_favourite_stands_for_its_rules_and_a_wrong_word_is_told():
    answer = invoke("rules", "jackpod")
    assert answer.exit_code and "jackpot" in answer.output and "RULE=VALUE" in answer.output


def test_ctrl_c_keeps_what_is_done(tmp_path):
    path = tmp_path / "results.csv"
    words = ["lab", "rules", "jackpot", "--games", "2000", "--results", str(path), "--processes", "2"]
    process = subprocess.Popen(
        [sys.executable, "-m", "deedbox", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored in the background
    )
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline and (not path.exists() or path.read_text().count("\n") < 30):
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 1 and "the same command goes on from there" in errors, errors
    assert "Traceback" not in errors
    done = ResultFile(path).rows
    assert sum(map(len, done.values())) >= 20


def test_a_cluster_gives_the_same_rows_bit_by_bit_also_when_a_worker_is_killed(rows):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=0, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as hub:
        workers = [
            subprocess.Popen(
                [sys.executable, "-m", "distributed.cli.dask_worker", hub.scheduler_address, "--no-nanny",
                 "--nthreads", "1", "--no-dashboard"],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )
            for _ in range(2)
        ]  # fmt: skip
        try:
            found = {}
            for task, result in run_tasks(run_task, TASKS, cluster=hub.scheduler_address):
                found[task] = result
                if len(found) == 1:
                    workers[0].kill()
            assert found == rows
            assert workers[0].wait(30) and workers[1].poll() is None
        finally:
            for worker in workers:
                worker.kill()
                worker.wait(30)


@pytest.mark.proof
def test_a_cluster_that_is_not_there_is_told():
    pytest.importorskip("distributed")
    with pytest.raises(LabError, match="no scheduler"):
        list(run_tasks(run_task, TASKS[:1], cluster="tcp://127.0.0.1:1"))


def position(cash):
    game = new_game(editions.load_board("classic"), editions.edition_rules("classic"), {}, 3, 1)
    deeds = {f"{group}{at}": {"owner": "ann", "houses": 3} for group in ("orange", "red") for at in (1, 2, 3)}
    given(
        game,
        ["ann", "bob", "cyd"],
        {"players": {"bob": {"cash": cash}, "cyd": {"cash": cash}}, "deeds": deeds},
    )
    return game


def test_the_odds_are_for_whoever_owns_the_board():
    found = odds.find_odds(position(300), 20)
    assert found.chances[0].value > 0.9 and sum(chance.value for chance in found.chances) == pytest.approx(1)
    assert set(found.by_profile) == {"careful", "usual", "daring"}
    sentences = odds.odds_sentences(found, ["Ann", "Bob", "Cyd"])
    assert sentences[0].startswith("Ann would most likely have won") and "95 %" in sentences[0]
    assert odds.odds_sentences(found, ["Ann", "Bob", "Cyd"], "de")[0].startswith("Ann hätte")


def test_odds_that_are_not_clearly_apart_are_open():
    ends = [(1, 10, 1), (2, 10, 1)] * 20
    found = odds.gather(position(300), {"usual": [*ends, (1, 200, 0)]})
    for language, begin, kind, many in (
        ("en", "It was open: Ann wins 51", "one kind", "did not end"),
        ("de", "Es war offen: Ann gewinnt 51", "einer Art", "nicht zu Ende"),
    ):
        sentences = odds.odds_sentences(found, ["Ann", "Bob", "Cyd"], language)
        assert sentences[0].startswith(begin) and kind in sentences[-1] and many in sentences[-2], sentences
    assert "Ann" not in sentences[1] and "Cyd 0" in sentences[1]


def test_a_player_of_the_lab_who_is_stuck_does_not_break_a_report():
    assert issubclass(StuckError, LabError) and issubclass(EndlessTurnError, LabError)


def test_odds_do_not_change_the_game_and_do_not_know_its_cards():
    game = position(300)
    decks = [deck[:] for deck in game.decks]
    first = odds.find_odds(game, 20, ["usual"])
    assert game.decks == decks and not game.over
    game.decks = [deck[::-1] for deck in game.decks]
    shuffled = {tuple(deck) for deck in game.decks}
    assert shuffled and odds.find_odds(game, 20, ["usual"]).games == first.games


def test_a_game_that_is_over_has_no_odds():
    game = decide(decide(position(300), {"do": "resign", "by": 0}), {"do": "resign", "by": 1})
    while not game.over:
        game = decide(game, {"do": "hammer", "by": 2})
    with pytest.raises(LabError, match="over"):
        odds.prepare(game)


@pytest.fixture(scope="module")
def small_atlas():
    """Of few games, and of them the same for all rules: the form is tried here, not the figures."""
    tables = atlas.all_tables()
    played = run_task(Task(Table("classic", 4, "usual", SHORT), 1, 20))
    return atlas.summarise({table: {row[0]: row for row in played} for table in tables}, 20)


def test_the_plan_of_the_atlas_can_be_played_and_has_every_favourite_that_changes_play():
    _, arms = atlas.read_plan()
    for arm in arms:
        for table in atlas.tables_of(arm):
            check_table(table)
    known = {arm.favourite for arm in arms} - {""}
    assert set(rules.load_presets()) - known == {"slow", "gifts"}, (
        "these two change no decision of the players"
    )


def test_the_atlas_gives_the_same_bytes_as_data_page_and_sheets(small_atlas):
    for write in (atlas.write_data, atlas_page.write_html, atlas_page.write_pdf):
        assert write(small_atlas) == write(small_atlas)
    assert json.loads(atlas.write_data(small_atlas)) == json.loads(json.dumps(small_atlas))
    assert atlas_page.write_pdf(small_atlas).startswith(b"%PDF")
    page = atlas_page.write_html(small_atlas).decode()
    assert page.count("<svg") == 3 and "http" not in page.replace("http://www.w3.org", "")


def test_an_output_with_another_ending_is_told():
    answer = invoke("atlas", "-o", Path("atlas.txt"))
    assert answer.exit_code == 2 and ".html, .pdf or .json" in answer.output
