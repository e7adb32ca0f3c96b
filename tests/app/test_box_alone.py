"""Whole games, and any input at all, through the real app in genuine MicroPython with a limited heap."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from alone import HEAP, deploy

from deedbox import editions
from deedbox.twin.runner import unix_port_command

ROOT = Path(__file__).resolve().parents[2]
HEAP_WITH_PLAYERS = "312K"  # 303K as the board would have here, and the players with the rules that they ask
NAMES = ("Mum", "Dad", "Mia", "Ben", "Zoe", "Tom", "Eva", "Leo")
LAB = ROOT / "host" / "deedbox" / "lab"


@pytest.fixture(scope="module")
def deployed(tmp_path_factory):
    """The firmware as it is on the box, with the simulated players beside it."""
    players = [LAB / f"{name}.py" for name in ("taps_and_keys", "sensible_player", "random_tables")]
    return deploy(tmp_path_factory.mktemp("box"), ("silent", "bare", "box_alone"), players)


def run(deployed, tmp_path, heap=HEAP, timeout_s=240, **about):
    folder = tmp_path / "flash"
    shutil.copytree(deployed, folder)
    result = subprocess.run(
        [unix_port_command(), "-X", f"heapsize={heap}", "-c", "import box_alone"],
        input=json.dumps(about),
        capture_output=True,
        text=True,
        timeout=timeout_s,
        cwd=folder,
        env={"MICROPYPATH": f"{folder}:.frozen"},
    )
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-1000:]
    return json.loads(result.stdout.splitlines()[-1])


def beginning(edition, players, **rules):
    rules.setdefault("deck_source", "device")
    return {"edition": edition, "names": NAMES[:players], "rules": rules, "seed": 11}


@pytest.mark.parametrize(
    "edition",
    [
        edition if edition == "zelda" else pytest.param(edition, marks=pytest.mark.proof)
        for edition in editions.IDS
    ],
)
def test_a_whole_game_is_played_by_taps_and_keys_on_every_board(deployed, tmp_path, edition):
    most = editions.edition_rules(edition).get("players_max", 8)
    about = beginning(edition, most)
    report = run(deployed, tmp_path, HEAP_WITH_PLAYERS, how="hand", seed=3, inputs=20000, about=about)
    assert report["over"], report


@pytest.mark.proof_unless("zelda-1000")
@pytest.mark.parametrize(
    ("edition", "inputs", "steps_least"), [("zelda", 1000, 11), ("zelda", 2500, 21), ("spider-man", 2500, 21)]
)
def test_any_input_at_any_moment_crashes_nothing_and_loses_no_money(
    deployed, tmp_path, edition, inputs, steps_least
):
    report = run(deployed, tmp_path, how="any", seed=1, inputs=inputs, about=beginning(edition, 4))
    assert report["steps"] >= steps_least, report


@pytest.mark.proof
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("seed", range(10))
def test_a_million_inputs_crash_nothing_and_lose_no_money(deployed, tmp_path, seed):
    edition = editions.IDS[seed % len(editions.IDS)]
    rules = {"dm_battle": True} if edition == "duel-masters" else {}
    if edition == "spider-man":
        rules["sm_doubles"] = True
    if seed == 7:
        rules["mode"] = "banker"
    about = beginning(edition, 2 + seed % 5, **rules)
    run(deployed, tmp_path, how="any", seed=seed, inputs=100_000, about=about, timeout_s=3600)
