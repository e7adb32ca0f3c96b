"""Time passes, with the real app in virtual time: screensaver, bedtime, a forgotten tag, the greeting."""

import json

import pytest
from workbench import Workbench

from deedbox.tagging.tag_map import TagSet

TAGS = TagSet().tags
GAME = {"edition": "zelda", "names": ["Mum", "Dad", "Mia"], "seed": 7}


@pytest.fixture
def begin(tmp_path, monkeypatch):
    def make(settings=None, **about):
        files = {"tags.bin": TagSet().file(), "newgame.json": json.dumps(dict(GAME, **about)).encode()}
        if settings:
            files["settings.json"] = json.dumps(settings).encode()
        return Workbench(tmp_path, monkeypatch, files).switch_on()

    return make


def later(bench, ms):
    """Let this much time pass without an input."""
    inputs = bench.box.inputs
    inputs.quiet_since_ms = bench.time.ticks_add(inputs.quiet_since_ms, -ms)
    return bench.run(1000)


# -- tags and sounds --


def test_a_tag_left_on_the_reader_is_named_once(begin):
    bench = begin().sees("MUM", "1500")
    bench.tap(TAGS["token", 2], ms=3300).sees("Lift MIA's token.")
    bench.run(3000).tap(TAGS["deed", 1], ms=3300).sees("Lift the tag.")
    bench.run(3000).tap(TAGS["token", 1], ms=1000)
    assert "Lift" not in bench.text()


def test_a_fault_sounds_again_each_minute_until_a_key(begin):
    bench = begin()
    bench.run(500).reader.unplug()
    bench.run(2000)
    inputs = bench.box.inputs
    before = len(bench.buzzer.notes)
    bench.run(10_000)
    assert len(bench.buzzer.notes) == before
    inputs._alarm_ms = bench.time.ticks_add(inputs._alarm_ms, -50_000)
    bench.run(3000)
    assert len(bench.buzzer.notes) >= before + 3
    bench.key("5").run(1000)
    before = len(bench.buzzer.notes)
    inputs._alarm_ms = bench.time.ticks_add(inputs._alarm_ms, -61_000)
    bench.run(3000)
    assert len(bench.buzzer.notes) == before


def test_with_sound_off_the_screen_blinks_once_for_done_and_twice_for_refused(begin):
    bench = begin(settings={"volume": 0, "ask_ms": 0})

    def blinks(*keys):
        pictures = []
        bench.key(*keys[:-1])
        bench.keypad.press(keys[-1])
        for _ in range(150):
            bench.run(10)
            pictures.append(bench.display.inverted)
        bench.keypad.release(keys[-1])
        bench.run(100)
        return sum(1 for a, b in zip(pictures, pictures[1:], strict=False) if b and not a)

    assert blinks("*") == 2, "nothing to take back"
    bench.run(3000)
    assert blinks("1", "2", "#") == 1


# -- screensaver --


def test_the_picture_is_dimmed_after_two_minutes_and_the_next_input_counts(begin):
    bench = begin()
    bright = bench.display.contrast
    later(bench, 121_000)
    assert bench.display.contrast < bright
    bench.key("4").sees("MUM", "4 + _")
    assert bench.display.contrast == bright


def test_after_ten_minutes_the_picture_moves_a_key_only_wakes_and_a_tap_only_looks(begin):
    bench = begin(given={"deeds": {"brown2": {"owner": "Mia"}}}, rules={})
    bench.key("1", "2", "#").sees("DAD")
    later(bench, 601_000)
    first = bench.rows()
    assert "DAD" in bench.text() and "1500" not in bench.text()
    bench.run(4500)
    assert bench.rows() != first, "it moves"
    bench.key("4").sees("DAD", "1500", "Roll")
    later(bench, 601_000)
    bench.tap(TAGS["deed", 1]).sees("MIA owns it.")
    assert not bench.box.ui.rents.queue, "the rent that is open was not asked for"
    later(bench, 601_000)
    bench.tap(TAGS["token", 0]).sees("MUM", "Deeds 0")


# -- bedtime --


def test_bedtime_rings_five_minutes_before_then_comes_the_last_turn_then_the_count(begin):
    bench = begin(
        settings={"ask_ms": 0},
        rules={"end_condition": "time", "time_limit_min": 60},
        given={"players": {"Mum": {"space": 7}}},
    )
    keeper = bench.box.keeper
    keeper.played_s = 3299
    notes = len(bench.buzzer.notes)
    bench.run(2500).sees("Bedtime: 5 minutes", "1500")
    assert len(bench.buzzer.notes) > notes
    bench.run(4000)
    assert "Bedtime" not in bench.text()
    keeper.played_s = 3599
    bench.run(2000).sees("TIME! Last turn.", "MUM", "1500")
    assert keeper.game.ending
    bench.run(3000).key("1", "2", "#").sees("LAST TURN", "then we count it all.")
    bench.run(6000).sees("Receipt")
    assert keeper.game.over


def test_a_last_turn_that_is_over_already_is_counted_by_itself(begin):
    bench = begin(
        settings={"ask_ms": 0},
        rules={"end_condition": "time", "time_limit_min": 60},
        given={"players": {"Mum": {"space": 7}}},
    )
    bench.key("1", "2", "#").sees("DAD")
    bench.box.keeper.played_s = 3600
    bench.run(8000).sees("Receipt")


def test_the_time_played_stops_after_thirty_minutes_without_an_input(begin):
    bench = begin(rules={"end_condition": "time", "time_limit_min": 600})
    keeper, inputs = bench.box.keeper, bench.box.inputs
    bench.key("B").run(1000)

    def counted(quiet_ms):
        inputs.quiet_since_ms = bench.time.ticks_add(bench.time.ticks_ms(), -quiet_ms)
        before = keeper.played_s
        bench.run(4000)
        return keeper.played_s - before

    assert counted(29 * 60_000) >= 3
    assert counted(30 * 60_000) == 0
    bench.key("B").run(1000)  # somebody is back
    assert counted(0) >= 3


# -- a long turn --


def test_a_turn_that_takes_too_long_rings_and_changes_nothing(begin):
    bench = begin(rules={"turn_time_s": 20})
    notes = len(bench.buzzer.notes)
    bench.run(18_000)
    assert "time for this turn" not in " ".join(bench.text().split())
    assert len(bench.buzzer.notes) == notes
    bench.run(3000).sees("MUM: time for this", "turn is up.")
    assert len(bench.buzzer.notes) > notes
    assert bench.box.keeper.game.turn == 0
    bench.run(4000).key("1", "2").run(500).sees("Minish Village")  # nothing that was typed is lost


@pytest.mark.proof
def test_the_bell_of_a_turn_rings_again_after_as_much_time_and_begins_anew_with_the_next_turn(begin):
    bench = begin(settings={"ask_ms": 0}, rules={"turn_time_s": 20}, given={"players": {"Mum": {"space": 7}}})
    bench.run(21_000).sees("MUM: time")
    bench.run(10_000)
    assert "time for" not in bench.text()
    bench.run(11_000).sees("MUM: time")
    bench.run(10_000).key("1", "2", "#").sees("DAD")
    bench.run(18_000)
    assert "time for" not in bench.text()
    bench.run(3000).sees("DAD: time")


@pytest.mark.proof
def test_the_time_of_a_turn_begins_again_when_another_game_is_opened(begin):
    bench = begin(rules={"turn_time_s": 20})
    bench.run(15_000)
    bench.box.open_game()
    bench.run(15_000)
    assert "time for" not in bench.text()


@pytest.mark.proof
def test_the_time_of_a_turn_stands_still_while_others_bid(begin):
    bench = begin(rules={"turn_time_s": 20, "auction_close_s": 0})
    bench.box.do({"do": "roll", "dice": (1, 2)})
    bench.box.do({"do": "decline"})
    assert bench.box.keeper.game.tasks
    bench.run(60_000)
    assert "time for" not in bench.text()


# -- power --


def test_after_power_on_the_box_greets_with_the_last_step(begin):
    bench = begin()
    bench.key("1", "2").tap(TAGS["deed", 1]).tap(TAGS["token", 0])
    before = len(bench.buzzer.notes)
    bench.switch_on().sees("WELCOME BACK", "MUM bought it.", "Minish Village", "Now: DAD rolls.")
    bench.run(1000)
    assert len(bench.buzzer.notes) >= before + 4, "a chord"
    bench.run(20_000).sees("WELCOME BACK")
    bench.tap(TAGS["deed", 1]).sees("MUM owns it.")


def test_the_banker_cards_payment_is_in_the_record(begin):
    from banker.core.codec import command_bytes

    bench = begin(settings={"ask_ms": 0}, given={"deeds": {"brown2": {"owner": "Mia"}}})
    bench.key("1", "2").tap(TAGS["deed", 1]).sees("MUM➤MIA").tap(TAGS["banker", 0])
    assert bench.box.keeper.game.cash[0] == 1496
    assert command_bytes.read(command_bytes.write(bench.box.keeper.command))[0]["stand_in"] == 1
    bench.switch_on()
    assert bench.box.keeper.command["stand_in"] == 1


# -- the end --


def end(bench):
    bench.key("1", "2").tap(TAGS["deed", 1]).tap(TAGS["token", 0]).sees("DAD")
    bench.key("1", "2").tap(TAGS["deed", 1]).sees("RENT").tap(TAGS["token", 1])
    bench.key("*").sees("UNDO?").tap(TAGS["token", 0]).tap(TAGS["token", 1]).run(1500)
    bench.tap(TAGS["deed", 1]).tap(TAGS["token", 1])
    for player in (1, 0):
        bench.key("D", "8").tap(TAGS["token", player]).tap(TAGS["token", player]).run(1000)
        bench.sees("OUT", "All to the bank").key("#").run(500)
        while bench.box.keeper.game.tasks:
            for _ in range(3):
                bench.key("#").run(1100)
            bench.run(5000)
    return bench.run(3000).sees("MIA WINS", "Receipt")


def test_the_story_is_told_from_the_journal_and_leaves_out_what_was_taken_back(begin):
    bench = end(begin(settings={"ask_ms": 0}))
    bench.key("B").run(500).sees("STORY", "1/1", "Highest rent:", "DAD➤MUM", "4", "Minish Village")
    bench.key("*").sees("MIA WINS")


def test_the_receipt_is_the_same_after_power_was_off(begin):
    bench = end(begin(settings={"ask_ms": 0}))
    receipt = bench.text().split("Receipt ")[1][:4]
    for _ in range(6):
        bench.switch_on()
    assert bench.sees("MIA WINS").text().split("Receipt ")[1][:4] == receipt


def test_the_story_reads_what_was_filed_long_ago(begin):
    bench = begin(settings={"ask_ms": 0}, rules={"undo_depth": 3})
    box = bench.box
    bench.key("1", "2").tap(TAGS["deed", 1]).tap(TAGS["token", 0]).sees("DAD")
    bench.key("1", "2").tap(TAGS["deed", 1]).sees("RENT").tap(TAGS["token", 1])
    for turn in range(160):  # 8 sectors of 16 pages go round
        box.run(({"do": "correct", "by": 2, "cash": 1 if turn % 2 else -1},))
        box.keeper.save_time() or box.journal.idle()
    assert list((bench.folder / "games").glob("*.log"))
    assert box.journal.read(3) < 0, "the beginning is no longer in the ring"
    for player in (1, 0):
        bench.key("D", "8").tap(TAGS["token", player]).tap(TAGS["token", player]).run(1000)
        bench.sees("OUT", "All to the bank").key("#").run(500)
        while box.keeper.game.tasks:
            for _ in range(3):
                bench.key("#").run(1100)
            bench.run(5000)
    bench.run(30_000).key("B").run(500).sees("Highest rent:", "DAD➤MUM", "4")
