"""A box that older firmware has used gets this one: its games go on, its tags, boards and settings stay."""

import json
import time

import pytest
from command import run
from hands import Hands
from kept_flash import cases, grown, image, story

from deedbox.build import firmware
from deedbox.games.export import game_as_dict
from deedbox.games.found_games import read_box
from deedbox.games.replay import replay_game
from deedbox.link import connect
from deedbox.twin import Twin

NEWEST = max(release for release, _ in cases())
# Of the newest release one case in `make test`: its firmware is nearly this one. `make proof` has them all.
CASES = [
    pytest.param(release, case, marks=[pytest.mark.proof] * (release == NEWEST and case != "classic"))
    for release, case in cases()
]
UNTOUCHED = ("ring/", "games/", "editions/")  # as deedbox play updates its boxes
PATIENCE_S = 30.0
FACTS = "seq command undone undoes receipt transfers record crc".split()


def updated(tmp_path, release, case) -> Twin:
    path = tmp_path / "box.flash"
    path.write_bytes(firmware.update_image(image(release, case), firmware.compile_files(), UNTOUCHED))
    return Twin(path)


def same_story(box, expected, more=0):
    """Every game that the box has is told as then; `more` steps were done since in the one in play."""
    games = read_box(box)
    for game, then in expected["games"].items():
        replay = replay_game(games.by_id[game], games.files)
        assert replay.sound, replay.findings
        steps = game_as_dict(replay)["steps"]
        assert len(steps) == len(then["steps"]) + (more if game == expected["in_play"] else 0)
        for now, before in zip(steps, then["steps"], strict=False):
            if not more:
                assert {fact: now[fact] for fact in FACTS} == {fact: before[fact] for fact in FACTS}


@pytest.mark.proof_unless("0.1.0-classic", "0.1.0-duel", "0.1.0-timed", "0.2.0-classic")
@pytest.mark.parametrize("release, case", CASES)
def test_a_game_goes_on_where_the_older_firmware_left_it(tmp_path, release, case):
    expected = story(release, case)
    with updated(tmp_path, release, case) as twin:
        hands = Hands(twin)
        text = hands.lights_up()
        assert "WELCOME BACK" in text, text
        with connect(twin, timeout_s=PATIENCE_S) as box:
            look = box.look()
            assert look.game == expected["in_play"] and not look.message
            assert grown(expected["state"], look.state)
            same_story(box, expected)
            # A step of the older firmware is taken back and done again, and it lasts.
            box.command({"do": "undo"})
            assert box.look().state != look.state
            box.command({"do": "redo"})
            assert box.look().state == look.state
        hands.pull_the_plug()
        with connect(twin, timeout_s=PATIENCE_S) as box:
            assert box.look().state == look.state
            same_story(box, expected, more=2)


def test_a_save_of_the_older_firmware_is_resumed(tmp_path):
    expected = story("0.1.0", "aside")
    [save] = [game for game in expected["games"].values() if game["where"] == "kept"]
    with updated(tmp_path, "0.1.0", "aside") as twin:
        hands = Hands(twin)
        hands.lights_up()
        hands.key("#")
        hands.tap("banker")
        hands.key("7", "A", "9")
        hands.sees("SAVED GAMES", "1 ANN BOB CYD DAN")
        hands.key("1")
        with connect(twin, timeout_s=PATIENCE_S) as box:
            # Not with twin.wait_until(): it holds the twin's lock, and then no answer leaves the serial port.
            end_s = time.monotonic() + PATIENCE_S
            while box.look().game != save["game"]:
                assert time.monotonic() < end_s, "the save was not resumed"
                hands.wait(100)
            assert grown(save["state"], box.look().state)
            assert json.loads(box.get("settings.json"))["volume"] != 3
        assert (
            firmware.unpack_image(twin.flash.image())["tags.bin"]
            == firmware.unpack_image(image("0.1.0", "aside"))["tags.bin"]
        )


def test_a_board_a_set_of_rules_and_a_fixture_of_ones_own_stay(tmp_path):
    with updated(tmp_path, "0.1.0", "own-town") as twin:
        Hands(twin).lights_up()
        with connect(twin, timeout_s=PATIENCE_S) as box:
            before = firmware.unpack_image(image("0.1.0", "own-town"))
            for path in ("editions/our-street.bin", "rules/sundays.json", "fixtures/one.json"):
                assert box.get(path) == before[path]
            assert box.look().edition == "our-street"


def test_deploy_updates_a_box_of_0_1_0_and_its_game_goes_on(tmp_path):
    """Through the prompt of the older firmware, with its file for each module."""
    path = tmp_path / "box.flash"
    path.write_bytes(image("0.1.0", "timed"))
    expected = story("0.1.0", "timed")
    with Twin(path) as twin:
        Hands(twin).lights_up()
        done = run("deploy", "--on", twin.serial.path, "--json")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["stay"] == ["editions/dog-lovers.bin"]
        with connect(twin, timeout_s=PATIENCE_S) as box:
            assert box.hello().hash == json.loads(firmware.compile_files()["data/firmware.json"])["hash"]
            assert grown(expected["state"], box.look().state)
            same_story(box, expected)
        files = firmware.unpack_image(twin.flash.image())
        code = firmware.compile_files()
        assert {name for name in files if name.endswith((".mpy", ".pack"))} == {
            name for name in code if name.endswith((".mpy", ".pack"))
        }
