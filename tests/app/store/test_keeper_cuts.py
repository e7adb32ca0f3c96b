"""Whole games in MicroPython on littlefs, the flash cut at its operations: no game is lost, none changes."""

import pytest
from run_micropython import run_job
from stripped import sources

from banker.core.codec import command_bytes
from banker.core.setup.new_game import new_game
from deedbox import editions
from deedbox.lab.sensible_player import Sensible

TIMED = {"end_condition": "time", "time_limit_min": 60}

pytestmark = pytest.mark.micropython


class Table:
    """A game played by the lab's sensible player, command by command."""

    def __init__(self, names: list[str], seed: int, rules: dict) -> None:
        self.about = {"edition": "classic", "names": names, "seed": seed, "rules": rules}
        self._player = Sensible(seed)
        board = editions.load_board("classic")
        self._game = new_game(board, editions.edition_rules("classic"), rules, len(names), seed)

    def play(self, count: int) -> list:
        acts = []
        for _ in range(count):
            command, self._game = self._player.step(self._game)
            acts.append(["do", command_bytes.write(command).hex()])
        return acts


UNDO, REDO = (["do", command_bytes.write({"do": name}).hex()] for name in ("undo", "redo"))


def acts(scale: int) -> list:
    """Three games by turns, one of them timed; the ring goes round more than once."""
    first, timed, third = (
        Table(["Mum", "Dad", "Mia"], 3, {}),
        Table(["Ann", "Bob"], 4, TIMED),
        Table(["Eve", "Joe"], 5, {}),
    )
    story: list = [["begin", first.about], *first.play(12 * scale), UNDO, REDO, *first.play(8 * scale)]
    story += [["begin", timed.about], *timed.play(6 * scale), ["time", 61], ["time", 30], ["time", 31]]
    story += [*timed.play(8 * scale), ["take", 0], *first.play(10 * scale), UNDO, UNDO, REDO, REDO]
    story += [["begin", third.about], ["take", 1], ["time", 70], *timed.play(8 * scale)]
    return [*story, ["take", 2], *third.play(6 * scale), ["take", 0], *first.play(3)]


def run(step: int, acts: list, timeout_s: int, **more) -> tuple[int, int, str]:
    """`first`: cuts begin with this act. `pairs`: every n-th of the second cuts is tried."""
    job = {
        "editions": {"classic": editions.compile_edition("classic").hex()},
        "acts": acts,
        "step": step,
        "control": "",
        "first": 0,
        "pairs": 0,
        **more,
    }
    (count, faults), output = run_job(
        "keeper_cuts.py", job, r"(\d+) judged, (\d+) faults", timeout_s, sources("firmware")
    )
    return count, faults, output


def test_no_cut_loses_or_changes_a_game():
    count, faults, out = run(13, acts(3), 200)
    print(out)
    assert count > 60 and not faults, out[-3000:]


@pytest.mark.parametrize("control", ["remove", "begin"])
def test_a_game_taken_up_in_the_wrong_order_is_lost_by_a_cut(control):
    assert run(3, acts(1), 200, control=control)[1] > 0


@pytest.mark.proof
@pytest.mark.timeout(3600)
def test_no_cut_anywhere_loses_or_changes_a_game():
    count, faults, out = run(1, acts(7), 3500)
    print(out)
    assert count > 4000 and not faults, out[-3000:]


def changing_games() -> tuple[list, int]:
    """The acts of two games that take turns while the ring goes round, and where cuts begin."""
    first, second = Table(["Mum", "Dad", "Mia"], 3, {}), Table(["Ann", "Bob"], 4, TIMED)
    before: list = [["begin", first.about], *first.play(74)]
    story = [*first.play(8), ["begin", second.about], *second.play(2), ["time", 61], ["take", 0]]
    return [*before, *story, *first.play(2), ["take", 1], *second.play(2)], len(before)


def test_no_pair_of_cuts_loses_or_changes_a_game():
    story, first = changing_games()
    count, faults, out = run(23, story, 200, first=first, pairs=17)
    print(out)
    assert count > 40 and not faults, out[-3000:]


def test_pairs_of_cuts_would_notice_a_game_taken_up_in_the_wrong_order():
    story, first = changing_games()
    assert run(5, story, 200, first=first, pairs=11, control="remove")[1] > 0


@pytest.mark.proof
@pytest.mark.timeout(7200)
def test_no_pair_of_cuts_anywhere_loses_or_changes_a_game():
    story, first = changing_games()
    count, faults, out = run(1, story, 7100, first=first, pairs=1)
    print(out)
    assert count > 10000 and not faults, out[-3000:]
