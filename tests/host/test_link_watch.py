"""deedbox watch follows a game live, for programs and for people."""

import io
import json
import subprocess
import threading

import pytest
from command import DEEDBOX, ROOT, environment, run
from hands import Hands, files_of_a_new_game
from rich.console import Console
from walk import GAME

from deedbox.cli.watch import draw_table, log_line
from deedbox.link import connect
from deedbox.play.game_log import GameLog
from deedbox.twin import Twin

PATIENCE_S = 60


@pytest.fixture(scope="module")
def twin():
    files = {**files_of_a_new_game(**GAME), "settings.json": b'{"remote": true}'}
    with Twin(files=files) as twin:
        yield twin


@pytest.fixture
def watch(twin):
    """Starts the command and returns its lines one by one. It ends with the test."""
    processes = []

    def start(*arguments):
        process = subprocess.Popen(
            [*DEEDBOX, "watch", "--on", twin.serial.path, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
            cwd=ROOT,
        )
        processes.append((process, threading.Timer(PATIENCE_S, process.kill)))
        processes[-1][1].start()
        return process.stdout

    yield start
    for process, timer in processes:
        timer.cancel()
        process.kill()
        process.communicate()


def test_a_program_gets_the_state_and_then_a_line_for_each_step(twin, watch):
    lines = watch("--json", "--since", "0")
    begin = json.loads(next(lines))
    assert begin["command"]["do"] == "begin" and begin["state"]["turn"] == "Mum"
    Hands(twin).key("1", "2", "#")
    roll = json.loads(next(lines))
    assert roll["command"] == {"do": "roll", "by": "Mum", "dice": [1, 2]}
    assert (roll["seq"], roll["remote"], roll["state"]["phase"]) == (2, False, "buy")


def test_in_a_pipe_people_get_a_sentence_for_each_step(watch):
    lines = watch("--since", "0")
    assert next(lines).strip() == "1 The game begins"
    assert next(lines).strip() == "2 Mum rolls 1 + 2, lands on Minish Village"


def test_a_box_that_is_not_there_is_said_in_one_line():
    result = run("watch", "--on", "/dev/nowhere")
    assert result.returncode == 1 and result.stderr.count("\n") == 1
    assert "there is no such port" in result.stderr


def test_the_table_shows_display_players_and_the_last_steps(twin):
    story = GameLog()
    with connect(twin, timeout_s=PATIENCE_S) as box:
        look = box.look()
        for event in box.events(0, timeout_s=0):
            story.add(event)
    console = Console(width=110, record=True, file=io.StringIO())
    console.print(draw_table(look, story))
    text = console.export_text()
    for word in ("Mum", "Dad", "1500", "zelda", "The game begins", "> "):
        assert word in text
    assert look.rows[0] in text


@pytest.mark.parametrize(
    "line, sentence",
    [
        ({"text": {"en": "Mum buys Park"}, "changes": {"Mum": -60}}, "Mum buys Park (Mum -60)"),
        (
            {"text": {"en": "Mum trades"}, "changes": {"Mum": -6, "Mia": 6}, "remote": True},
            "Mum trades (Mum -6, Mia +6) [a host did it]",
        ),
        (
            {"text": {"en": "M\x1b[2Jum ends"}, "changes": {}, "undone": True},
            "M?[2Jum ends [taken back later]",
        ),
    ],
)
def test_a_step_is_told_in_one_line_that_steers_no_terminal(line, sentence):
    assert log_line({"remote": False, "undone": False, **line}) == sentence
