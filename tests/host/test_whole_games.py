"""A whole game is recorded, exported and run as a fixture on every target; the game in play stays untouched.

`make test` does it with the first steps on one board, `make proof` with whole games on all; on the chip:
tests/chip/test_fixtures_on_the_chip.py.
"""

import json

import pytest
import whole_games
from command import run
from hands import Hands, files_of_a_new_game
from walk import GAME

from banker.core.codec import state_bytes
from banker.protocol import verbs
from deedbox import editions
from deedbox.fixtures.files import read_fixture
from deedbox.fixtures.portable import Play
from deedbox.link import connect
from deedbox.link.scratch_game import ScratchGame
from deedbox.twin import Twin

STEPS_LEAST, BYTES_LEAST = 600, 20_000
HEAP_FREE_MIN = 24 * 1024  # on the twin, as `deedbox bench heap` asks
BOARD, FIRST_STEPS = "duel-masters", 80
WHOLE = None
each_game = pytest.mark.parametrize(
    "board, most",
    [(BOARD, FIRST_STEPS), *(pytest.param(board, WHOLE, marks=pytest.mark.proof) for board in editions.IDS)],
)
each_length = pytest.mark.parametrize("most", [FIRST_STEPS, pytest.param(WHOLE, marks=pytest.mark.proof)])


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """The file that `deedbox fixtures record` makes of a game, which is played once for all tests."""
    files = {}

    def of(board, most):
        if (board, most) not in files:
            files[board, most] = whole_games.record(board, tmp_path_factory.mktemp(board), most)
        return files[board, most]

    return of


@pytest.fixture
def table():
    """A box in the middle of a game, with a question open on its display."""
    with Twin(files={**files_of_a_new_game(**GAME), "settings.json": b'{"remote": true}'}) as twin:
        hands = Hands(twin)
        hands.sees("MUM", "1500", "Roll")
        hands.key("1", "2")
        hands.tap("deed", 1)
        hands.sees("Tap MUM to buy.")
        yield twin


def passes(file, target):
    done = run("fixtures", "run", file, "--on", target)
    assert done.stdout == "1 passed, 0 failed\n", done.stdout + done.stderr


@each_game
def test_a_recorded_game_is_whole(record, board, most):
    file = record(board, most)
    steps = [step["do"] for step in read_fixture(file).data["step"]]
    assert {"undo", "redo", "buy"} <= set(steps) and len(steps) >= (most or STEPS_LEAST)
    if most is WHOLE:
        assert {"end", "bankrupt"} <= set(steps) and file.stat().st_size >= BYTES_LEAST


@each_game
def test_a_record_and_an_export_that_was_read_back_are_the_same_fixture(record, board, most):
    file = record(board, most)
    again = file.with_name("again.toml")
    done = run("games", "export", "-o", again, "--names", "--from", file.with_suffix(".json"), "--force")
    assert done.returncode == 0, done.stderr
    assert again.read_text() == file.read_text()


@each_game
@pytest.mark.parametrize("target", ["engine", "micropython", "twin"])
def test_a_whole_game_passes_as_a_fixture(record, board, most, target):
    passes(record(board, most), target)


def in_play(box):
    """The game there and its journal. Not the picture: a box that nobody touches dims its display."""
    look = box.look()
    return look.game, look.seq, look.state, state_bytes.digest(box.game()), box.pages()


def heap_free(box):
    return json.loads(box.ask(verbs.CHECK))["heap"][0]


@each_game
def test_a_whole_game_passes_at_a_port_and_leaves_the_game_there_alone(record, table, board, most):
    with connect(table, timeout_s=60) as box:
        before = in_play(box)
    passes(record(board, most), table.serial.path)
    with connect(table, timeout_s=60) as box:
        assert in_play(box) == before
    assert b"Traceback" not in table.serial.output


@each_length
def test_a_fixture_leaves_nothing_in_the_memory_of_the_box(record, table, most):
    """Names that are met for the first time stay, so the second time counts."""
    fixture = read_fixture(record(BOARD, most))
    free = []
    with connect(table, timeout_s=60) as box:
        game = ScratchGame(box)
        game.edition = BOARD
        for _ in range(3 if most else 4):
            play = Play(game, fixture.without_steps)
            for step in fixture.data["step"][:150]:
                play.step(step)
            game.end()
            free.append(heap_free(box))
    print(f"heap free after each run: {free}")
    assert free[-1] > free[1] - 512


@each_length
def test_people_play_on_while_a_fixture_runs(record, table, most):
    """Their taps and the fixture's steps take turns; the heap has room for both."""
    fixture = read_fixture(record(BOARD, most))
    tap, roll = (40, 80) if most else (150, 250)
    hands = Hands(table)
    with connect(table, timeout_s=60) as box:
        game = ScratchGame(box)
        game.edition = BOARD
        play = Play(game, fixture.without_steps)
        least = 1 << 30
        for number, step in enumerate(fixture.data["step"], 1):
            play.step(step)
            if number % 50 == 0:
                least = min(least, heap_free(box))
            if number == tap:
                hands.tap("token", 0)
                hands.sees("DAD", "1500")
            if number == roll:
                hands.key("4", "1")
                hands.sees("4 + 1 = 5")
                hands.key("#")
        game.end()
        look = box.look()
    print(f"least heap free between steps: {least} B")
    assert least >= HEAP_FREE_MIN
    assert look.state["deeds"]["brown2"]["owner"] == "Mum" and look.state["players"]["Dad"]["space"] == 5
    assert b"Traceback" not in table.serial.output


@each_length
def test_a_wrong_expectation_deep_in_a_game_is_found_at_its_step(record, tmp_path, most):
    text = record(BOARD, most).read_text()
    parts = text.split("[[step]]\n")
    number = max(at for at, part in enumerate(parts[:578]) if "cash = " in part)
    parts[number] = parts[number].replace("cash = ", "cash = 1")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("[[step]]\n".join(parts))
    for target in ("engine", "micropython") if most else ("engine", "micropython", "twin"):
        done = run("fixtures", "run", wrong, "--on", target)
        assert done.returncode == 1 and f": step {number} (" in done.stdout, done.stdout
