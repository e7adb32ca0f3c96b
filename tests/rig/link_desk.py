"""Every command of the tool that talks to a box through the link, at a box that may answer oddly.

The box is the firmware's own (tests/rig/broken_box.py). Time is counted.
"""

import json
import struct
import time
from functools import cache
from pathlib import Path

from broken_box import Answers, BrokenBox, TooLongError
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
FIXTURE = ROOT / "tests/fixtures/rent/RENT-10a-before-the-second-player-throws.toml"
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

    def has_ended(self):
        self._calls += 1
        return self._calls > 4


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
        """(exit code, stdout, stderr) of one of COMMANDS"""
        return self.type(COMMANDS[name], fault)

    def type(self, arguments, fault=None):
        """(exit code, stdout, stderr)"""
        follows = arguments[0] == "watch"  # it ends only by Ctrl-C
        self.box = BrokenBox(self._answers, fault, 60 if follows else PATIENCE_S)
        self._sleeps = 0
        try:
            code = main(arguments)
        except SystemExit as end:
            code = end.code
        except TooLongError:
            if not follows:
                raise
            code = 0
        out, err = self._capsys.readouterr()
        return code, out, err


def make_answers(tmp_path, monkeypatch):
    """Of a box with a game, some files and tags; the files here are those that COMMANDS name."""
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
