"""The doctor, from the cable inwards: silent ports, boxes with faulty parts, files and pages."""

import json
import os
import pty
import tty
from functools import cache

import pytest
import serial
from hands import Hands, files_of_a_new_game
from walk import GAME as WALK
from wired import wired
from workbench import Workbench

from deedbox import __version__, doctor, words
from deedbox.build import firmware
from deedbox.cli import main
from deedbox.deploy.update_plan import make_manifest
from deedbox.devices import config, discovery
from deedbox.doctor import NOTE, OK, WRONG, hardware_checks, software_checks
from deedbox.doctor.checks_by_hand import examine_by_hand
from deedbox.link import Listed
from deedbox.models.iso14443 import Classic1K
from deedbox.tagging.tag_map import TagSet, pack_entry
from deedbox.twin import Twin

USED = {"tags.bin": TagSet().file()}
EN = {name: sentence for name, sentence in words.read_words("en").values()}


@pytest.fixture(autouse=True, scope="module")
def one_firmware():
    """The box and the doctor get the same firmware, even while somebody edits it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(firmware, "compile_files", cache(firmware.compile_files))
        yield


@pytest.fixture
def bench(tmp_path, monkeypatch):
    def make(files=USED):
        return Workbench(tmp_path, monkeypatch, files)

    return make


@pytest.fixture
def nothing_plugged(monkeypatch, tmp_path):
    monkeypatch.delenv("DEEDBOX_ON", raising=False)
    monkeypatch.setattr(config, "config_path", lambda: tmp_path / "config.toml")
    monkeypatch.setattr(discovery, "_mount_folders", lambda: [tmp_path / "RPI-RP2"])
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: ())


def ended(*words):
    """The exit code of deedbox doctor."""
    try:
        return main(["doctor", *words])
    except SystemExit as end:
        return end.code


def said(box):
    """part -> finding of every part of a box on the bench"""
    findings = list(hardware_checks.all_parts(doctor.read_self_check(wired(box))))
    return {finding.part: finding for finding in findings}


# -- the cable --


def test_nothing_connected_is_a_finding_that_says_what_to_do(nothing_plugged, capsys):
    assert ended("--json") == 1
    (only,) = json.loads(capsys.readouterr().out)
    assert only["part"] == "Cable" and only["state"] == "wrong" and only["says"] == "no box is connected"
    assert "cable that carries data" in only["do"]


def test_a_board_in_bootsel_mode_is_told_to_be_one(nothing_plugged, tmp_path, capsys):
    drive = tmp_path / "RPI-RP2"
    drive.mkdir()
    (drive / "INFO_UF2.TXT").write_text("Board-ID: RPI-RP2\n")
    assert ended() == 1
    assert "-> download RPI_PICO-*.uf2" in capsys.readouterr().out


def test_a_port_that_is_not_there_and_a_word_that_is_no_port(capsys):
    assert ended("--on", "/dev/ttyACM99") == 1
    out = capsys.readouterr().out
    assert "there is no such port" in out and "-> `deedbox devices`" in out
    assert ended("--on", "twn") == 2
    assert "did you mean twin?" in capsys.readouterr().err


def test_a_port_that_another_program_has_open():
    _, there = pty.openpty()
    tty.setraw(there)  # as the terminal of a twin is
    with serial.Serial(os.ttyname(there), exclusive=True):
        (only,) = doctor.examine_box(os.ttyname(there))
    assert only.state == WRONG and "another program has this port open" in only.says and "close it" in only.do


def test_a_port_where_nobody_answers_and_one_with_micropython_alone(monkeypatch):
    monkeypatch.setattr(doctor, "_ANSWER_S", 0.5)
    monkeypatch.setattr(discovery, "_HELLO_S", 0.5)
    _, there = pty.openpty()
    tty.setraw(there)  # as the terminal of a twin is
    (silent,) = doctor.examine_box(os.ttyname(there))
    assert "nothing answers" in silent.says and "deedbox deploy" in silent.do
    with Twin(files={}) as blank:
        blank.wait_output(">>> ")
        (only,) = doctor.examine_box(blank.serial.path)
    assert (only.part, only.says, only.do) == ("Firmware", "MicroPython without Deedbox", "deedbox deploy")


# -- parts, in the box's own words --


def test_a_box_that_is_well_needs_nothing(bench):
    findings = said(bench().switch_on())
    assert {part: finding.state for part, finding in findings.items()} == {
        "Display": OK, "Buzzer": NOTE, "Keys": NOTE, "Reader": OK, "Supply": OK,
    }  # fmt: skip
    assert findings["Keys"].says == "0 of 16" and findings["Keys"].do.startswith(EN["PRESS_EACH"])


def test_a_silent_reader_and_a_missing_display_are_told_as_the_box_tells_them(bench):
    box = bench()
    box.reader.unplug()
    box.display.present = False
    findings = said(box.switch_on())
    for part, look in (("Reader", "LOOK_READER"), ("Display", "LOOK_DISPLAY")):
        assert findings[part].state == WRONG and findings[part].says == EN["IS_SILENT"]
        assert findings[part].do.startswith(EN[look] + ": ")


def test_a_stuck_key_a_clone_a_low_supply_and_sound_that_is_off(bench):
    box = bench({**USED, "settings.json": b'{"display": "ssd1306", "volume": 0}'})
    box.reader.version = 0xB2
    box.reader._regs[0x37] = 0xB2
    box.switch_on()
    box.keypad.stick("7")
    box.run(21000)
    box.supply.sag(2000)
    findings = said(box)
    assert (findings["Keys"].state, findings["Keys"].says) == (WRONG, EN["KEYS_STUCK"].format("7"))
    assert (findings["Reader"].state, findings["Reader"].says) == (OK, EN["OK_CLONE"])
    assert (findings["Supply"].state, findings["Supply"].says) == (WRONG, EN["VOLTS_LOW"].format(2, 0))
    assert (findings["Buzzer"].state, findings["Buzzer"].says) == (NOTE, EN["SOUND_OFF"])
    assert all(finding.do for finding in findings.values() if finding.state != OK)


def test_a_reader_that_came_back_is_worth_a_word(bench):
    box = bench().switch_on()
    box.reader.unplug()
    box.run(1000).reader.replug()
    box.run(1000)
    findings = list(hardware_checks.all_parts(doctor.read_self_check(wired(box))))
    assert [finding.says for finding in findings if "came back" in finding.says]
    assert not [finding for finding in findings if finding.state == WRONG]


def test_every_sentence_of_the_check_has_a_name_that_the_doctor_judges():
    numbers = {*range(720, 750), *range(980, 983)}
    names = {name for number, (name, _) in words.read_words("en").items() if number in numbers}
    assert {*hardware_checks._WRONG, *hardware_checks._NOTES, *hardware_checks._MORE} <= names


@pytest.mark.proof
def test_keys_and_the_buzzer_are_asked_of_hands(bench):
    box = bench().switch_on()
    all_findings = []
    keys = list("123A456B789C*0#D")
    answers = [None, "y"]

    def pause(seconds):
        if all_findings[-1:] != ["the box beeps now: did you hear it? y or n, and Enter"] and keys:
            box.key(keys.pop(0))
        box.run(100)

    session = wired(box)
    notes = len(box.buzzer.notes)
    findings = examine_by_hand(
        session, all_findings.append, lambda: answers.pop(0) if answers else None, pause
    )
    assert [(finding.part, finding.state) for finding in findings] == [("Buzzer", OK), ("Keys", OK)]
    assert len(box.buzzer.notes) > notes
    assert all_findings[-1].endswith("16 of 16")


def test_a_dead_key_is_named_when_somebody_ends_it(bench):
    box = bench().switch_on()
    keys = list("12345678")
    answers = ["n"]

    def pause(seconds):
        if keys:
            box.key(keys.pop(0))
        else:
            answers.append("")
        box.run(100)

    findings = list(
        examine_by_hand(wired(box), lambda text: None, lambda: answers.pop(0) if answers else None, pause)
    )
    assert [(finding.part, finding.state) for finding in findings] == [("Buzzer", WRONG), ("Keys", WRONG)]
    assert findings[1].says == EN["NO_SIGN_OF"].format("A B 9 C * 0 # D")


# -- firmware, memory, tags, journal, clock --


class Script:
    """The answer of a box to hello."""

    firmware = "0.1.0"
    micropython = "1.26.1"
    hash = ""


def listed(files):
    return [Listed(path, entry.size, entry.sha256[:16]) for path, entry in make_manifest(files).items()]


def test_files_of_the_firmware_that_differ_are_named():
    files = firmware.compile_files(None)
    hello = Script()
    hello.hash = json.loads(files["data/firmware.json"])["hash"]
    (whole,) = software_checks.check_code(hello, listed(files) + [Listed("editions/our-town.bin", 9, "00")])
    assert whole.state == OK
    files = dict(files)
    files["banker/core/rules.pack"] = b"\0"
    del files["main.py"]
    (finding,) = software_checks.check_code(hello, listed(files))
    assert finding.state == WRONG and "main.py, banker/core/rules.pack" in finding.says
    hello.hash = "0123456789abcdef"
    (other,) = software_checks.check_code(hello, listed(files))
    assert other.state == NOTE and other.do.startswith("deedbox deploy")


def test_files_that_the_box_itself_finds_damaged_are_named(bench):
    box = bench(USED).switch_on()
    report = doctor.read_self_check(wired(box))
    assert report["damaged"] == [] and not list(software_checks.check_own_files(report))
    box.box.damaged = ("main.py", "banker/ui.pack")
    report = doctor.read_self_check(wired(box))
    (finding,) = software_checks.check_own_files(report)
    assert finding.state == WRONG and "main.py, banker/ui.pack" in finding.says
    assert finding.do == "deedbox deploy"
    del report["damaged"]
    assert not list(software_checks.check_own_files(report)), "0.1.0 does not look"


def test_an_old_micropython_a_full_flash_and_a_full_heap_need_something_done():
    hello = Script()
    assert software_checks.check_micropython(hello).state == OK
    hello.micropython = "1.24.1"
    assert (
        software_checks.check_micropython(hello).state == WRONG
        and "BOOTSEL" in software_checks.check_micropython(hello).do
    )
    assert software_checks.check_heap({"heap": [10_000, 240_000]}).state == WRONG
    assert software_checks.check_heap({"heap": [100_000, 240_000]}).state == OK
    assert software_checks.check_flash({"flash": [50_000, 1_400_000]}).state == WRONG


def test_the_clock_of_a_timed_game_is_told(bench):
    game = {
        "edition": "zelda",
        "names": ["Mum", "Dad"],
        "rules": {"end_condition": "time", "time_limit_min": 90},
    }
    box = bench({**USED, "newgame.json": json.dumps(game).encode()}).switch_on()
    box.box.keeper.pass_time(125_000)
    assert software_checks.check_clock(doctor.read_self_check(wired(box))).says == "2 minutes played of 90"


def test_too_few_tokens_and_a_flipped_byte_in_the_journal_need_something_done(bench):
    one = pack_entry(bytes(Classic1K(b"\1\2\3\4").uid), "token", 0)
    files = {"tags.bin": one, "newgame.json": json.dumps(WALK).encode(), "settings.json": b'{"remote": true}'}
    box = bench(files).switch_on()
    session = wired(box)
    (tags,) = software_checks.check_tags(session)
    assert tags.state == WRONG and "tokens 1 of 8" in tags.says
    assert [finding.state for finding in software_checks.check_journal(session, {})] == [OK]
    flip_a_byte(box)
    (journal, *_) = software_checks.check_journal(session, {})
    assert journal.state == WRONG and "damaged" in journal.says and "backup" in journal.do


def test_with_remote_control_off_the_box_counts_the_pages_of_its_game_itself(bench):
    """It hands none of them out: a host could foresee dice and cards."""
    box = bench({**USED, "newgame.json": json.dumps(WALK).encode()}).switch_on()
    session = wired(box)
    (journal,) = software_checks.check_journal(session, doctor.read_self_check(session))
    assert journal.state == OK and "all good" in journal.says
    flip_a_byte(box)
    (journal,) = software_checks.check_journal(session, doctor.read_self_check(session))
    assert journal.state == NOTE and "1 of them not whole" in journal.says and "remote control" in journal.do


def flip_a_byte(box):
    places = [at for at in range(len(box.flash.memory)) if box.flash.memory[at] != 0xFF]
    box.flash.memory[places[len(places) // 2]] ^= 4


# -- everything together --


def test_the_whole_box_in_the_unix_port_with_a_reader_that_falls_silent(capsys, tmp_path):
    file = tmp_path / "box.txt"
    with Twin(files=files_of_a_new_game(**WALK)) as twin:
        hands = Hands(twin)
        hands.sees("MUM", "1500")
        twin.box.reader.unplug()
        hands.sees("CHECK YOUR BOX", "Reader   silent")
        assert ended("--on", twin.serial.path, "--report", str(file)) == 1
    report = file.read_text()
    assert "so it does not answer" in report and "1019 of 1024 bytes wrong" in report  # five are FF
    assert "wrong  Reader" in report and "I2C address          0x3C" in report
    assert "status byte          0x" in report and f"firmware             {__version__}, " in report
    assert "MUM" not in report.upper() and twin.serial.path not in report
    out = capsys.readouterr().out.splitlines()
    wrong = [line.split()[1] for line in out if line.startswith("WRONG")]
    assert wrong == ["Reader"]
    parts_told = [line.split()[1] for line in out if not line.startswith(" ")]
    assert parts_told == [
        "Cable", "MicroPython", "Firmware", "Display", "Buzzer", "Keys", "Reader", "Supply", "Heap", "Flash",
        "Tags", "Journal", "Clock",
    ]  # fmt: skip
    assert any("check pins 21-27" in line for line in out)
