"""Fixtures on the emulated RP2040, beside a game in play: the same host code, a real MicroPython, its heap.

A short one belongs to `make test`, a whole game of 600 steps to `make proof`.
"""

import json

import pytest
import whole_games
from hands import Hands, files_of_a_new_game
from walk import GAME
from which_chip import Chip

from banker.protocol import verbs
from deedbox import editions
from deedbox.build import firmware
from deedbox.devices.chip import ChipTransport
from deedbox.fixtures.files import read_fixture
from deedbox.fixtures.portable import Play
from deedbox.link import Session
from deedbox.link.scratch_game import ScratchGame
from deedbox.models.flash import FlashModel
from deedbox.twin import Twin

PATIENCE_S = 30.0  # emulated
HEAP_FREE_MIN = 40_000  # with a game, a host and its fixture: what a screen may still need
SHORT = """
name = "a short one, with undo, an auction and a refusal"
edition = "classic"
players = ["ann", "bob"]
[rules]
undo_depth = 2
[given]
turn = "bob"
deeds.blue1.owner = "ann"
deeds.blue2.owner = "ann"
players.bob.space = 35
[[step]]
do = "roll"
dice = [1, 3]
expect.claims = [{deed = "blue2", from = "bob", to = "ann", amount = 100}]
[[step]]
do = "claim"
by = "ann"
deed = "blue2"
expect.players.ann.cash = 1600
[[step]]
do = "undo"
expect.players.ann.cash = 1500
[[step]]
do = "redo"
expect.players.bob.cash = 1400
[[step]]
do = "buy"
refused = true
[[step]]
do = "end"
expect.turn = "ann"
"""


@pytest.fixture(scope="module")
def chip(pico_image):
    """The flash boots first in the unix port, which pins the ring in seconds instead of minutes."""
    files = files_of_a_new_game(firmware.PICO_MARCH, **GAME)
    with Twin(files=files) as twin:
        Hands(twin).sees("MUM", "1500")
        flash = FlashModel(firmware.FILESYSTEM_SIZE, twin.flash.image())
    with Chip(flash=flash, image=pico_image) as chip:
        Hands(chip).sees("WELCOME BACK")
        yield chip


def passes(chip, fixture, board):
    """Play it; the game in play is as before. Prints what it took."""
    box = Session(ChipTransport(chip), timeout_s=PATIENCE_S)
    box.hello()
    before = box.ask(verbs.LOOK)
    game = ScratchGame(box)
    game.edition = board
    times_ms = []

    def timed(do, *args):
        start_ns = chip.now_ns
        result = do(*args)
        times_ms.append((chip.now_ns - start_ns) / 1e6)
        return result

    free_before = heap_free(box)
    play = timed(Play, game, fixture.without_steps)
    free = heap_free(box)
    for number, step in enumerate(fixture.data["step"]):
        timed(play.step, step)
        if number % 100 == 99:
            free = min(free, heap_free(box))
    free = min(free, heap_free(box))
    game.end()
    assert box.ask(verbs.LOOK) == before
    begin_ms, *steps_ms = times_ms
    print(
        f"emulated: {board}: set-up {begin_ms:.0f} ms; {len(steps_ms)} steps, "
        f"{sum(steps_ms) / len(steps_ms):.0f} ms each, {max(steps_ms):.0f} ms at most; "
        f"heap free {free_before} B before it, {free} B in it"
    )
    assert free >= HEAP_FREE_MIN


def heap_free(box):
    """After a collection, with the modules that this question needs."""
    return json.loads(box.ask(verbs.CHECK))["heap"][0]


@pytest.mark.timeout(3000)
def test_a_short_fixture_passes_on_the_chip_beside_its_game(chip, tmp_path):
    (tmp_path / "short.toml").write_text(SHORT)
    passes(chip, read_fixture(tmp_path / "short.toml"), "classic")


@pytest.mark.proof
@pytest.mark.timeout(20000)
@pytest.mark.parametrize("board", editions.IDS)
def test_a_whole_game_passes_on_the_chip_beside_its_game(chip, tmp_path, board):
    passes(chip, read_fixture(whole_games.record(board, tmp_path)), board)
