"""Every command of the tool against a box that answers oddly: a sentence, an exit code, an end.

The box is the firmware's own with one answer broken in one way (tests/rig/broken_box.py). Time is counted.
"""

import json
import struct
import time
import unicodedata
from functools import cache
from pathlib import Path

import pytest
from broken_box import Answers, BrokenBox, TooLongError, faults_of
from cable import Device, make_ready

from banker.protocol import verbs
from deedbox.build import firmware
from deedbox.cli import keyboard, main
from deedbox.games import source
from deedbox.games.export import as_save_file
from deedbox.link import Session
from deedbox.tagging.tag_map import TagSet

ROOT = Path(__file__).resolve().parents[2]
PORT = BrokenBox.name
PATIENCE_S = 180.0  # counted; no command that ends by itself takes longer
SENT_MOST = 3_000_000  # bytes that a host takes from a box in one command
FIXTURE = ROOT / "tests/fixtures/rent/RENT-10a-before-the-second-player-throws.toml"
SPREAD = 13  # the short form of the test takes every 13th fault
RULES = "[rules]\ngo_salary = 300\n"

# Every command that talks to a box through the link, and what is typed while it runs.
COMMANDS = {
    "devices": ["devices"],
    "devices --json": ["devices", "--json"],
    "doctor": ["doctor", "--on", PORT],
    "doctor --json": ["doctor", "--json", "--on", PORT],
    "doctor --keys": ["doctor", "--keys", "--on", PORT],
    "tags list": ["tags", "list", "--on", PORT],
    "tags list --json": ["tags", "list", "--json", "--on", PORT],
    "tags learn": ["tags", "learn", "--again", "--on", PORT],
    "tags write": ["tags", "write", "--on", PORT],
    "tags verify": ["tags", "verify", "--json", "--on", PORT],
    "watch": ["watch", "--on", PORT, "--since", "0"],
    "watch --json": ["watch", "--json", "--on", PORT, "--since", "0"],
    "games list": ["games", "list", "--on", PORT],
    "games list --json": ["games", "list", "--json", "--on", PORT],
    "games show": ["games", "show", "--on", PORT],
    "games export": ["games", "export", "-o", "game.json", "--force", "--on", PORT],
    "editions push": ["editions", "push", "--on", PORT],
    "editions pull": ["editions", "pull", "classic", "--force", "--on", PORT],
    "editions diff": ["editions", "diff", "--on", PORT],
    "editions remove": ["editions", "remove", "zelda", "--on", PORT],
    "rules push": ["rules", "push", "ours.toml", "--on", PORT],
    "rules pull": ["rules", "pull", "ours", "--force", "--on", PORT],
    "rules diff": ["rules", "diff", "ours.toml", "--on", PORT],
    "rules remove": ["rules", "remove", "ours", "--on", PORT],
    "fixtures list": ["fixtures", "list", "--on", PORT],
    "fixtures push": ["fixtures", "push", str(FIXTURE), "--on", PORT],
    "fixtures record": ["fixtures", "record", "game.toml", "--force", "--on", PORT],
    "fixtures run": ["fixtures", "run", str(FIXTURE), "--on", PORT],
}


class Typist:
    """A person who ends a command after a while: with q, or with Enter."""

    def __init__(self):
        self._calls = 0

    def line(self):
        self._calls += 1
        return "q" if self._calls > 4 else None

    over = False


class Desk:
    """The tool, with a box that answers oddly at its only port."""

    def __init__(self, answers, monkeypatch, capsys):
        self._answers = answers
        self._capsys = capsys
        self.box = None
        self._sleeps = 0
        monkeypatch.setattr("deedbox.link.transport.SerialTransport", lambda url: self.box)
        monkeypatch.setattr(keyboard, "Keyboard", Typist)
        monkeypatch.setattr(time, "sleep", self._sleep)
        monkeypatch.setattr("deedbox.devices.discovery.find_usb", self._usb)
        monkeypatch.setattr("deedbox.devices.discovery.find_drives", lambda: [])

    def _usb(self):
        from deedbox.devices.discovery import Device

        return [Device(PORT)]

    def _sleep(self, seconds):
        self.box.time_s += seconds
        self._sleeps += 1
        if self._sleeps > 20:
            raise KeyboardInterrupt  # somebody has seen enough

    def run(self, name, fault=None):
        """(exit code, stdout, stderr)"""
        follows = name.startswith("watch")  # it ends only by Ctrl-C
        self.box = BrokenBox(self._answers, fault, 60 if follows else PATIENCE_S)
        self._sleeps = 0
        try:
            code = main(COMMANDS[name])
        except SystemExit as end:
            code = end.code
        except TooLongError:
            if not follows:
                raise
            code = 0
        out, err = self._capsys.readouterr()
        return code, out, err


@pytest.fixture
def answers(tmp_path, monkeypatch):
    monkeypatch.setattr(firmware, "compile_files", cache(firmware.compile_files))
    make_ready(tmp_path, monkeypatch)
    Path("tags.bin").write_bytes(TagSet().file())
    Path("ours.toml").write_text(RULES)
    Path("rules").mkdir(exist_ok=True)
    Path("rules/ours.json").write_text(json.dumps({"name": "Ours", "rules": {}}))
    answers = Answers(Device())
    for command in ({"do": "roll", "dice": [1, 2]}, {"do": "buy"}, {"do": "end-turn"}):
        answers.of(verbs.COMMAND, bytes(8) + json.dumps(command).encode())
    game = source.replay_from(source.read_box(Session(BrokenBox(answers))))
    Path("games").mkdir(exist_ok=True)
    Path(f"games/{game.game}.sav").write_bytes(as_save_file(game))
    answers = Answers(answers.device)
    # A stranger was tapped, and a sticker lies on the reader.
    answers.always = {
        verbs.HEARD: struct.pack(verbs.HEARD_HEAD, 1, verbs.HEARD_STRANGER, 0, b"mark"),
        verbs.LYING: struct.pack(verbs.LYING_HEAD, 1, 0, b"mark", 7, verbs.RECORD_BLANK, 0, 0),
        verbs.LEARN: struct.pack(verbs.LEARNT_HEAD, verbs.LEARNT_DONE, verbs.RECORD_BLANK, 1),
        verbs.SIGN: struct.pack(verbs.LYING_HEAD, 1, 0, b"mark", 7, verbs.RECORD_OWN, 1, 0),
    }
    return answers


@pytest.fixture
def desk(answers, monkeypatch, capsys):
    return Desk(answers, monkeypatch, capsys)


def raw(text):
    """The characters in a text that steer a terminal or turn its direction; ends of lines are fine."""
    return {
        mark for mark in text if unicodedata.category(mark) in ("Cc", "Cf", "Cs", "Zl", "Zp") and mark != "\n"
    }


def complaint(name, desk, outcome):
    """What is wrong with the way in which a command ended; "" if nothing is."""
    code, out, err = outcome
    if "a fault in deedbox" in err or "Traceback (" in err:
        return err.strip().split("\n")[-1]
    if code not in (0, 1):
        return f"exit code {code}: {err}"
    if raw(out) or raw(err):
        return f"raw characters: {raw(out) | raw(err)!r}"
    if code == 1 and not err.strip() and not out.strip():
        return "it failed without a word"
    if len([line for line in err.split("\n") if line.startswith("deedbox")]) > 1:
        return f"more than one sentence: {err}"
    if desk.box.sent_bytes > SENT_MOST:
        return f"{desk.box.sent_bytes} bytes were taken from the box"
    return ""


def tried(desk, name, faults):
    """{fault: complaint} of those that end badly"""
    bad = {}
    for fault in faults:
        try:
            why = complaint(name, desk, desk.run(name, fault))
        except TooLongError as error:
            desk._capsys.readouterr()
            why = str(error)
        if why:
            bad[str(fault)] = why
    return bad


def verbs_asked(desk, name):
    outcome = desk.run(name)
    assert not complaint(name, desk, outcome), outcome
    return sorted(set(desk.box.verbs))


def faults_for(desk, answers, name, nested):
    faults = []
    for verb in verbs_asked(desk, name):
        faults += faults_of(verb, answers.longest(verb), nested)
    return faults


def spread(faults, name):
    """Some of these faults; over all commands every one has its turn."""
    return faults[list(COMMANDS).index(name) % SPREAD :: SPREAD]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_ends_with_a_sentence_whatever_the_box_answers(desk, answers, name):
    faults = spread(faults_for(desk, answers, name, nested=True), name)
    bad = tried(desk, name, faults)
    assert not bad, f"{len(bad)} of {len(faults)}: {json.dumps(bad, indent=1)[:6000]}"


@pytest.mark.proof
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_ends_with_a_sentence_after_every_odd_answer(desk, answers, name, record_property):
    faults = faults_for(desk, answers, name, nested=True)
    bad = tried(desk, name, faults)
    with open("/tmp/count.txt", "a") as file:
        print(name, len(faults), len(bad), file=file)
    assert not bad, f"{len(bad)} of {len(faults)}: {json.dumps(bad, indent=1)[:6000]}"
