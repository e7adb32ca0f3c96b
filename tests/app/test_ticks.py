"""The Pico's ticks wrap every twelve days: nothing that waits, ends or is counted notices.

The real app in virtual time. Every workbench begins a few seconds before the wrap (tests/rig/workbench.py).
Here each clock is looked at while it runs over the wrap, and after days in which nobody did anything.
"""

import json

import pytest
from hands import Hands, files_of_a_new_game
from workbench import TICKS, TICKS_START, Workbench

from deedbox.tagging.tag_map import TagSet
from deedbox.twin import Twin

TAGS = TagSet().tags
GAME = {"edition": "zelda", "names": ["Mum", "Dad", "Mia"], "seed": 7}
DAY_MS = 86_400_000
TO_WRAP_MS = TICKS + 1 - TICKS_START
DAYS = (0, 3, 6.5, 13)  # before ticks_diff() turns negative, after that, and after a whole period


@pytest.fixture
def begin(tmp_path, monkeypatch):
    def make(settings=None, **about):
        files = {"tags.bin": TagSet().file(), "newgame.json": json.dumps(dict(GAME, **about)).encode()}
        files["settings.json"] = json.dumps(settings or {}).encode()
        return Workbench(tmp_path, monkeypatch, files).switch_on().sees("MUM", "1500")

    return make


def before_the_wrap(bench, ms):
    """Let time pass until so long before the wrap."""
    passed = bench.time.ticks_diff(bench.time.ticks_ms(), TICKS_START)
    bench.run(TO_WRAP_MS - passed - ms)
    assert bench.time.ticks_ms() > TICKS - ms - 50
    return bench


def wrapped(bench):
    assert bench.time.ticks_ms() < TICKS // 2
    return bench


def test_the_rig_wraps_as_the_pico_does(begin):
    bench = begin()
    before = bench.time.ticks_ms()
    bench.run(TO_WRAP_MS)
    after = bench.time.ticks_ms()
    assert after < before and bench.time.ticks_diff(after, before) == TO_WRAP_MS
    assert bench.time.ticks_add(TICKS, 5) == 4 and bench.time.ticks_diff(4, TICKS) == 5


# -- over the wrap --


def test_a_notice_stays_its_time(begin):
    bench = before_the_wrap(begin(), 1500)
    bench.tap(TAGS["card", 3]).sees("No card")
    bench.run(800).sees("No card")
    wrapped(bench.run(2500))
    assert "No card" not in bench.text()


def test_a_question_closes_after_its_time_and_not_before(begin):
    bench = begin(rules={"prompt_timeout_s": 10})
    before_the_wrap(bench, 3500).key("1", "2").tap(TAGS["deed", 1]).sees("Tap MUM to buy.")
    wrapped(bench.run(6000)).sees("Tap MUM to buy.")
    bench.run(6000)
    assert "Tap MUM to buy." not in bench.text()


def test_an_auction_runs_its_seconds(begin):
    bench = begin(rules={"auction_close_s": 10, "prompt_timeout_s": 60})
    bench.key("1", "2", "#", "B").tap(TAGS["token", 0])
    assert bench.box.ui.screen == "trade.auction"
    before = bench.box.ui.memo["left_ms"]
    wrapped(bench.run(8000))
    assert before - bench.box.ui.memo["left_ms"] in range(7700, 8300)
    bench.run(15_000)
    assert bench.box.ui.screen != "trade.auction"


def test_the_pause_to_ask_for_rent_ends(begin):
    bench = begin(given={"deeds": {"brown2": {"owner": "Mia"}}})
    before_the_wrap(bench, 2500).key("1", "2", "#")
    assert 0 < bench.box.ui.wait_ms() <= 5000
    wrapped(bench.run(3000))
    assert 0 < bench.box.ui.wait_ms() < 3000
    bench.run(3000)
    assert bench.box.ui.wait_ms() == 0


def test_a_token_that_bounces_counts_once_and_one_that_comes_back_twice(begin):
    bench = before_the_wrap(begin(), 300)
    seen = []
    bench.box.ui.tap = lambda kind, number: seen.append(number) or ()
    for pause_ms in (200, 200, 1500):
        bench.reader.place(TAGS["token", 2])
        bench.run(150)
        bench.reader.remove(TAGS["token", 2])
        bench.run(pause_ms)
    wrapped(bench)
    assert seen == [2]
    bench.tap(TAGS["token", 2])
    assert seen == [2, 2]


def test_a_tag_left_on_the_reader_is_named_after_three_seconds(begin):
    bench = before_the_wrap(begin(), 1500)
    bench.reader.place(TAGS["token", 2])
    bench.run(2500)
    assert "Lift" not in bench.text()
    wrapped(bench.run(1500)).sees("Lift MIA's token.")


def test_a_key_is_debounced(begin):
    bench = before_the_wrap(begin(), 100)
    bench.key("1", "2").sees("1 + 2 = 3")
    wrapped(bench)


@pytest.mark.proof
def test_the_alarm_of_a_silent_part_comes_each_minute(begin):
    bench = before_the_wrap(begin(), 2000)
    bench.reader.unplug()
    bench.run(3000)
    before = len(bench.buzzer.notes)
    wrapped(bench.run(50_000))
    assert len(bench.buzzer.notes) == before
    bench.run(15_000)
    assert len(bench.buzzer.notes) > before


def test_a_tune_is_played_to_its_end(begin):
    bench = before_the_wrap(begin(), 40)
    bench.key("1", "2", "#").run(4000)
    assert not bench.buzzer.freq_hz


def test_the_picture_is_dimmed_after_two_minutes_and_moves_after_ten(begin):
    bench = before_the_wrap(begin(), 1000).key("B")
    wrapped(bench.leave_alone(100_000, 500))
    assert not bench.box.screensaver
    bench.leave_alone(30_000, 500)
    assert bench.box.screensaver == 1
    bench.leave_alone(480_000, 500)
    assert bench.box.screensaver == 2


@pytest.mark.proof
def test_the_time_played_is_counted_once(begin):
    bench = begin(rules={"end_condition": "time", "time_limit_min": 600})
    before = bench.box.keeper.played_s
    wrapped(bench.run(60_000))
    assert bench.box.keeper.played_s - before in (59, 60)


# -- left alone for days --


@pytest.mark.proof_unless("13")
@pytest.mark.parametrize("days", DAYS)
def test_a_timed_game_left_on_counts_half_an_hour_and_goes_on(begin, days):
    bench = begin(rules={"end_condition": "time", "time_limit_min": 600})
    bench.key("B").leave_alone(int(days * DAY_MS))
    if days:
        assert 1400 <= bench.box.keeper.played_s <= 2200, "nobody was there"
        assert bench.box.screensaver == 2
        bench.key("5")  # it only wakes
    bench.run(1000)
    assert not bench.box.screensaver and not bench.box.message
    before = bench.box.keeper.played_s
    bench.key("*", "1", "2").run(8000)
    assert bench.box.keeper.played_s - before in range(7, 10)


@pytest.mark.proof
@pytest.mark.parametrize("days", DAYS)
def test_a_pause_of_before_does_not_come_back(begin, days):
    bench = begin(given={"deeds": {"brown2": {"owner": "Mia"}}})
    bench.key("1", "2", "#").run(6000).leave_alone(int(days * DAY_MS))
    assert bench.box.ui.wait_ms() == 0
    assert not bench.box.ui.notice_text


@pytest.mark.proof_unless("6.5")
@pytest.mark.parametrize("days", DAYS)
def test_an_open_question_is_closed_and_the_next_one_waits(begin, days):
    bench = begin(rules={"prompt_timeout_s": 10})
    bench.key("1", "2").tap(TAGS["deed", 1]).sees("Tap MUM to buy.")
    bench.leave_alone(int(days * DAY_MS) + 60_000)
    if bench.box.screensaver:
        bench.key("#").run(500)
    assert "Tap MUM to buy." not in bench.text()
    bench.tap(TAGS["deed", 1]).run(5000).sees("Tap MUM to buy.")


@pytest.mark.proof
@pytest.mark.parametrize("days", DAYS)
def test_the_picture_keeps_moving(begin, days):
    bench = begin().leave_alone(int(days * DAY_MS) + 700_000)
    pictures = set()
    for _ in range(12):
        bench.run(4000)
        pictures.add(tuple(bench.box.screensaver_rows))
    assert len(pictures) > 5


@pytest.mark.proof
@pytest.mark.parametrize("days", DAYS)
def test_an_auction_without_a_clock_takes_bids(begin, days):
    bench = begin(rules={"auction_close_s": 0, "prompt_timeout_s": 60})
    bench.key("1", "2", "#", "B").tap(TAGS["token", 0]).tap(TAGS["token", 1])
    bench.leave_alone(int(days * DAY_MS) + 2000)
    if bench.box.screensaver:
        bench.key("#")
    bench.tap(TAGS["token", 2])
    assert bench.box.keeper.command["do"] == "bid" and bench.box.keeper.command["by"] == 2


def test_the_game_is_saved_with_its_time_after_a_week(begin):
    bench = begin(rules={"end_condition": "time", "time_limit_min": 600})
    bench.leave_alone(7 * DAY_MS)
    played_s = bench.box.keeper.played_s
    bench.switch_on()
    assert played_s - bench.box.keeper.played_s < 310  # here an idle moment comes every five minutes


# -- the whole firmware --


@pytest.mark.parametrize("ticks_ms", [0, (1 << 30) - 5000, (1 << 29) - 5000])
def test_the_twin_has_the_ticks_of_the_pico_and_begins_anywhere(ticks_ms):
    main = (
        "import time\nprint('T', time.ticks_ms(), time.ticks_diff(3, (1 << 30) - 2), time.ticks_add(5, -6))\n"
    )
    with Twin(main=main, files={}, ticks_ms=ticks_ms) as twin:
        words = twin.wait_output(">>> ").decode()
        line = next(line for line in words.splitlines() if line.startswith("T "))
        _, now, difference, sum_ = line.split()
        assert (int(now) - ticks_ms) % (1 << 30) < 3000
        assert (int(difference), int(sum_)) == (5, (1 << 30) - 1)


@pytest.mark.proof_unless("1073729824")
@pytest.mark.parametrize("ticks_ms", [0, (1 << 30) - 12_000, (1 << 29) - 12_000])
def test_a_question_on_the_twin_closes_in_its_time_whenever_it_was_switched_on(ticks_ms):
    about = {**GAME, "rules": {"prompt_timeout_s": 10}}
    with Twin(files=files_of_a_new_game(**about), ticks_ms=ticks_ms) as twin:
        hands = Hands(twin)
        hands.sees("MUM", "1500")
        hands.key("1", "2")
        hands.tap("deed", 1)
        hands.sees("Tap MUM to buy.")
        hands.wait(5000)
        hands.sees("Tap MUM to buy.")
        hands.sees("Nothing was paid.")
