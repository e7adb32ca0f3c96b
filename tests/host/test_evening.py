"""Commands chained as people chain them in an evening, at one twin with eight players and odd names."""

import json
import tomllib

import pytest
from agreeing import agreeing
from command import run
from hands import Hands
from whole_games import sensible_commands

from deedbox.build import firmware
from deedbox.link import connect
from deedbox.tagging.tag_map import TagSet
from deedbox.twin import Twin

pytestmark = pytest.mark.proof

NAMES = ["Zoë", "Ann Lee", "Bob", "Çelik", "D.D.", "Eve", "Max 2", "Ü"]
STEPS = 65  # with one step taken back and done again
GAME = {"edition": "classic", "names": NAMES, "seed": 5}


@pytest.fixture(scope="module")
def box():
    files = {
        **firmware.compile_files(),
        "tags.bin": TagSet().file(),
        "settings.json": b'{"remote": true}',
        "newgame.json": json.dumps(GAME).encode(),
    }
    with Twin(files=files) as twin:
        with connect(twin.serial.path, timeout_s=60) as session:
            steps = enumerate(sensible_commands(NAMES, 5, session.game), 1)
            for step, command in steps:
                session.command(command)
                if step >= STEPS and session.look().state["phase"] == "roll":
                    break
        yield twin


def done(*words):
    result = run(*words)
    assert result.returncode == 0, result.stderr + result.stdout
    return result.stdout


def test_an_export_runs_as_a_fixture_on_every_target_and_at_the_box_that_it_came_from(box, tmp_path):
    file = tmp_path / "evening.toml"
    done("games", "export", "-o", file, "--names", "--on", box.serial.path)
    assert set(tomllib.loads(file.read_text(encoding="utf-8"))["players"]) == set(NAMES)
    for target in ("engine", "micropython", box.serial.path):
        assert done("fixtures", "run", file, "--on", target) == "1 passed, 0 failed\n"


def test_a_report_of_eight_players_has_them_all_whether_from_the_box_or_from_a_file(box, tmp_path):
    done("games", "export", "-o", tmp_path / "evening.json", "--names", "--on", box.serial.path)
    pages = []
    for source in (["--on", box.serial.path], ["--from", tmp_path / "evening.json"]):
        done("games", "report", "-o", tmp_path / "report.html", "--force", *source)
        pages.append((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert pages[0] == pages[1] and all(name in pages[0] for name in NAMES)
    done("games", "report", "-o", tmp_path / "report.pdf", "--from", tmp_path / "evening.json")
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF-")


def test_a_backup_has_the_same_game_as_the_box_and_a_second_restore_has_nothing_to_write(box, tmp_path):
    port = box.serial.path
    before = json.loads(done("games", "show", "--on", port, "--json"))
    with agreeing(box):
        done("backup", "-o", tmp_path / "box.zip", "--on", port)
        answer = json.loads(done("restore", tmp_path / "box.zip", "--dry-run", "--on", port, "--json"))
    assert not [path for path in answer["write"] if not path.startswith("games/")]
    saved = json.loads(done("games", "show", "--from", tmp_path / "box.zip", "--json"))
    assert (saved["game"], saved["steps"]) == (before["game"], before["steps"])
    Hands(box).sees("rolls.")
