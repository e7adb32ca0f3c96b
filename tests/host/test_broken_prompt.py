"""backup, restore, deploy and restart at a prompt that answers oddly: a sentence, an exit code, an end.

The box is a twin and mpremote is the real one; the cable between them harms what the box says, from one
moment of the conversation on (tests/rig/odd_cable.py). The tool waits less long than it does for people.
"""

import re
import unicodedata
from functools import cache, partial

import pytest
from agreeing import agreeing
from hands import Hands, files_of_a_new_game
from odd_cable import KINDS, RAW_PROMPT, SCRIPT, Harm, OddCable

from deedbox import backup, deploy
from deedbox.backup import prompt
from deedbox.build import firmware
from deedbox.cli import main
from deedbox.deploy import remote, way_in
from deedbox.twin import Twin

pytestmark = pytest.mark.timeout(900)

GAME = {"edition": "classic", "names": ["Mum", "Dad"], "seed": 3}
RULES = b'{"name": "Ours", "rules": {"go_salary": 300}}'
NEW_FILE, NEW_DATA = "words/zz.bin", bytes(range(251)) * 40  # an update has this file more
COMMANDS = {
    "backup": ["backup", "-o", "box.zip"],
    "restore": ["restore", "new.zip"],
    "deploy": ["deploy"],
    "restart": ["restart"],
}
SILENT_S, BOOT_S, AGREE_S = 5.0, 5.0, 20.0
# What a program says to its author is no sentence for people.
NO_SENTENCE = re.compile(
    r"Traceback|a fault in deedbox|^deedbox: [\w.]*(Error|Exception|error)\b|<stdin>|b'", re.M
)

compile_files = cache(firmware.compile_files)


def newer_firmware(*arguments, **options):
    return {**compile_files(*arguments, **options), NEW_FILE: NEW_DATA}


@pytest.fixture(scope="module")
def flash():
    with Twin(files=files_of_a_new_game(**GAME)) as twin:
        Hands(twin).sees("MUM", "1500")
        return twin.flash.image()


class Desk:
    """The tool at a cable that harms; `flash` is what the box has before each command."""

    def __init__(self, folder, flash, capsys):
        self._folder, self._flash, self._capsys = folder, flash, capsys
        self.marks = {}

    def run(self, name, harm=None):
        """What is wrong with how the command ended, or with the box after it; "" if nothing is."""
        file = self._folder / "box.flash"
        file.write_bytes(self._flash)
        (self._folder / "box.zip").unlink(missing_ok=True)
        with Twin(file) as twin:
            Hands(twin).sees("Now: MUM rolls.")
            with agreeing(twin), OddCable(twin, harm) as cable:
                try:
                    code = main([*COMMANDS[name], "--on", cable.path])
                except SystemExit as end:
                    code = end.code
            self.marks = cable.marks
            twin.power_cut()
            after = firmware.unpack_image(twin.flash.image())
        out, err = self._capsys.readouterr()
        print(f"{name}, {harm}: {code}, {err.strip()}")
        if harm and not cable.harmed:
            return "nothing was harmed"
        return complaint(code, out, err) or self._harm_done(after)

    def _harm_done(self, after):
        before = firmware.unpack_image(self._flash)
        for path in ("tags.bin", "main.py", "words/en.bin", "editions/classic.bin"):
            if after.get(path) != before[path]:
                return f"{path} is not as it was"
        if after.get(NEW_FILE, NEW_DATA) != NEW_DATA or after.get("rules/ours.json", RULES) != RULES:
            return "half a file has its name"
        zip_file = self._folder / "box.zip"
        if zip_file.exists():
            content = backup.read_backup(zip_file.read_bytes(), "box.zip")
            if content.files["tags.bin"] != before["tags.bin"]:
                return "the backup has other tags"
        return ""


def complaint(code, out, err):
    if code not in (0, 1):
        return f"exit code {code}: {err}"
    raw = {
        mark
        for mark in out + err
        if unicodedata.category(mark) in ("Cc", "Cf", "Cs", "Zl", "Zp") and mark not in "\n\r"
    }
    if raw:
        return f"raw characters: {raw!r}"
    if NO_SENTENCE.search(err):
        return f"no sentence: {err.strip()}"
    sentences = [line for line in err.split("\n") if line.startswith("deedbox")]
    if len(sentences) != code:
        return f"exit code {code}, and {len(sentences)} sentences: {err}"
    return ""


@pytest.fixture
def desk(flash, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(firmware, "compile_files", newer_firmware)
    monkeypatch.setattr(remote, "PATIENCE_S", SILENT_S)
    monkeypatch.setattr(prompt, "_BOOT_S", BOOT_S)
    monkeypatch.setattr(deploy, "wait_for_box", partial(deploy.wait_for_box, timeout_s=BOOT_S))
    ask = way_in._ask
    monkeypatch.setattr(way_in, "_ask", lambda box, tell, patience_s: ask(box, tell, AGREE_S))
    new = backup.Backup({"rules/ours.json": RULES})
    (tmp_path / "new.zip").write_bytes(backup.pack_backup(new))
    return Desk(tmp_path, flash, capsys)


# (command, what is harmed, the moment) for `make test`; the proof tries every kind at every moment.
SOME = [
    ("backup", Harm("unplugged", SCRIPT, 2)),
    ("restore", Harm("no room", SCRIPT, 5)),
    ("deploy", Harm("endless noise", RAW_PROMPT, 1)),
]


@pytest.mark.proof_unless("0")
@pytest.mark.parametrize("name, harm", SOME, ids=map(str, range(len(SOME))))
def test_a_command_at_the_prompt_ends_with_a_sentence_and_the_box_is_as_it_was(desk, name, harm):
    assert not desk.run(name, harm)


@pytest.mark.parametrize(
    "name", ["backup", *(pytest.param(name, marks=pytest.mark.proof) for name in ("restore", "deploy"))]
)
def test_at_a_good_cable_the_command_does_its_work(desk, name):
    assert not desk.run(name)
    assert desk.marks[SCRIPT] > 2


@pytest.mark.proof
@pytest.mark.timeout(2 * 3600)
@pytest.mark.parametrize("name", COMMANDS)
def test_every_harm_at_every_moment_ends_with_a_sentence(desk, name):
    assert not desk.run(name)
    moments = [(b"", 1)] + [(mark, at) for mark in desk.marks for at in range(1, desk.marks[mark] + 1)]
    bad = {}
    tried = 0
    for mark, at in moments:
        for kind in KINDS:
            harm = Harm(kind, mark, at)
            if why := desk.run(name, harm):
                if why != "nothing was harmed":
                    bad[str(harm)] = why
                continue
            tried += 1
    print(f"{name}: {tried} harms at {len(moments)} moments")
    assert not bad, "\n".join(f"{harm}: {why}" for harm, why in bad.items())
    assert tried > len(KINDS)
