"""deedbox fixtures run on a whole box: the rules in the firmware, taps and screens by model hands."""

from pathlib import Path

import pytest
from command import run
from hands import files_of_a_new_game
from walk import GAME

from deedbox import fixtures
from deedbox.fixtures import player
from deedbox.link import connect
from deedbox.twin import Twin

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"

BY_HAND = """
name = "Mum buys with taps, and it is hers after a power cut"
edition = "zelda"
players = ["Mum", "Dad", "Mia"]
[given]
players.Mum.cash = 1400
[[step]]
expect.screen = ["MUM", "1400"]
[[step]]
do = "key"
key = "1"
[[step]]
do = "key"
key = "2"
expect.screen = ["1 + 2 = 3"]
[[step]]
do = "tap"
tag = "deed:brown2"
expect.phase = "buy"
expect.screen = ["Minish Village"]
[[step]]
do = "tap"
tag = "token:2"
ms = 400
refused = true
expect.deeds.brown2.owner = "bank"
[[step]]
do = "tap"
tag = "token:1"
expect.deeds.brown2.owner = "Mum"
expect.players.Mum.cash = 1340
[[step]]
do = "power-cut"
expect.deeds.brown2.owner = "Mum"
[[step]]
do = "wait"
ms = 50
[[step]]
do = "buy"
refused = "already-owned"
[[step]]
do = "end"
expect.turn = "Dad"
"""


def lines(tmp_path, *steps):
    """A fixture with these steps and the expected reason of its failure."""
    head = 'name = "it"\nedition = "zelda"\nplayers = ["Mum", "Dad", "Mia"]\n'
    file = tmp_path / "it.toml"
    file.write_text(head + "".join(f"[[step]]\n{step}\n" for step in steps))
    return file


def test_a_fixture_with_taps_keys_screens_and_a_power_cut_passes_on_the_twin(tmp_path):
    file = tmp_path / "by-hand.toml"
    file.write_text(BY_HAND)
    results = fixtures.run_fixtures([file], "twin")
    assert [(result.status, result.reason) for result in results] == [("passed", "")]


def test_what_hands_find_wrong_is_said_with_its_step(tmp_path, monkeypatch):
    monkeypatch.setattr(player, "_EXPECT_S", 0.5)
    file = lines(tmp_path, 'do = "key"\nkey = "1"', 'expect.screen = ["Bankrupt"]')
    [result] = fixtures.run_fixtures([file], "twin")
    assert result.status == "failed"
    assert result.reason.startswith("step 2: screen: 'Bankrupt' is not on it, but MUM")


@pytest.fixture(scope="module")
def box():
    """A box with a game, at a port."""
    with Twin(files=files_of_a_new_game(**GAME)) as twin:
        yield twin


def test_on_a_port_the_rules_run_beside_the_game_and_what_needs_hands_is_skipped(box, tmp_path):
    with connect(box, timeout_s=60) as session:
        before = session.look()
    wrong = lines(tmp_path, 'do = "roll"\ndice = [1, 2]\nexpect.phase = "end"')
    by_hand = tmp_path / "by-hand.toml"
    by_hand.write_text(BY_HAND)
    some = sorted((FIXTURES / "go").glob("*.toml"))[:3]
    result = run("fixtures", "run", wrong, by_hand, *some, "--on", box.serial.path)
    assert result.returncode == 1, result.stderr
    assert "step 1 (roll): phase is 'buy', not 'end'" in result.stdout
    assert "1 skipped" in result.stdout and "3 passed, 1 failed" in result.stdout
    with connect(box, timeout_s=60) as session:
        assert session.look() == before


@pytest.mark.proof
@pytest.mark.timeout(3600)
def test_every_fixture_passes_in_the_firmware_on_the_twin():
    results = fixtures.run_fixtures(fixtures.find_fixtures([FIXTURES]), "twin")
    assert [(result.file, result.reason) for result in results if result.status != "passed"] == []
