"""Files of this computer are written aside and renamed: as a whole or not at all."""

import ast
import os
import stat
from contextlib import nullcontext
from pathlib import Path

import pytest
from click.testing import CliRunner
from command import ROOT

from deedbox import backup, devices, files, link
from deedbox.cli.backup import command
from deedbox.files import write_file

HOST = ROOT / "host" / "deedbox"
# Folders of their own, which are removed afterwards: nobody reads these files later.
TEMPORARY = {
    "deploy/remote.py": "scripts for mpremote",
    "twin/runner.py": "stand-ins of the twin",
    "build/firmware.py": "the source that mpy-cross compiles",
    "build/unixport.py": "modules of the unix port",
    "bench/sync.py": "files for mpremote",
    "twin/flash_lock.py": "a lock: who holds it, as long as they hold it",
    "deploy/boot_drive.py": "the drive of a Pico in BOOTSEL mode: what is written there is flashed, not kept",
    "lab/sampling.py": "a table that grows row by row; a torn last row is dropped",
    "files.py": "the function itself",
}
# They run on the box.
ON_THE_BOX = ("device", "standins")


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "game.json"
    path.write_bytes(b"old")
    return path


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_a_file_has_the_new_content_and_nothing_else_is_left(old):
    write_file(old, b"new")
    assert old.read_bytes() == b"new" and os.listdir(old.parent) == ["game.json"]
    write_file(old, "text \u00e4")
    assert old.read_text(encoding="utf-8") == "text \u00e4"


@pytest.mark.parametrize("moment", ["write", "fsync", "replace"])
def test_a_fault_in_the_middle_leaves_the_old_file(old, monkeypatch, moment):
    def fail(*_):
        raise OSError(28, "no room")

    if moment == "write":
        monkeypatch.setattr(os, "fdopen", fail)
    else:
        monkeypatch.setattr(os, moment, fail)
    with pytest.raises(OSError):
        write_file(old, b"new")
    assert old.read_bytes() == b"old" and os.listdir(old.parent) == ["game.json"]


def test_a_secret_file_is_for_its_owner_alone_at_every_moment(tmp_path, monkeypatch):
    path = tmp_path / "backup.zip"
    modes = []
    replace = os.replace

    def watched(part, target):
        modes.append(mode(Path(part)))
        replace(part, target)

    monkeypatch.setattr(os, "replace", watched)
    old_mask = os.umask(0)
    try:
        write_file(path, b"key", secret=True)
        path.chmod(0o644)
        write_file(path, b"key", secret=True)
    finally:
        os.umask(old_mask)
    assert modes == [0o600, 0o600] and mode(path) == 0o600


def test_another_file_has_the_mode_that_the_user_wants(tmp_path):
    path = tmp_path / "report.html"
    old_mask = os.umask(0o027)
    try:
        write_file(path, b"x")
        assert mode(path) == 0o640
        path.chmod(0o664)
        write_file(path, b"y")
        assert mode(path) == 0o664, "that of the file that was there"
    finally:
        os.umask(old_mask)


def test_a_link_stays_a_link_and_a_device_a_device(tmp_path, old):
    link = tmp_path / "link.json"
    link.symlink_to(old)
    write_file(link, b"new")
    assert link.is_symlink() and old.read_bytes() == b"new"
    write_file(Path("/dev/null"), b"x")
    assert not Path("/dev/null").is_file()


class Answering:
    """A box that says hello."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def hello(self):
        return "hello"


@pytest.mark.parametrize("options", [[], ["--with-key"]], ids=str)
def test_a_backup_is_written_as_a_secret(tmp_path, monkeypatch, options):
    """Also over an older one that others may read."""
    monkeypatch.setattr(devices, "running_port", lambda target, prompt: nullcontext("port"))
    monkeypatch.setattr(link, "connect", lambda port, timeout_s: Answering())
    monkeypatch.setattr(backup, "stop_firmware", lambda port, tell: nullcontext())
    content = backup.Backup({"tags.bin": b"numbers"}, [], {"board": "e6", "firmware": "0.2.0"})
    monkeypatch.setattr(backup, "make_backup", lambda port, hello, with_key: content)
    file = tmp_path / "box.zip"
    file.write_bytes(b"old")
    file.chmod(0o644)
    answer = CliRunner().invoke(command, ["-o", str(file), "--force", "--on", "/dev/ttyACM9", *options])
    assert answer.exit_code == 0, answer.output
    assert mode(file) == 0o600 and file.read_bytes() == backup.pack_backup(content)


def is_writing(mode):
    return (
        isinstance(mode, ast.Constant) and isinstance(mode.value, str) and mode.value[:1] in ("w", "x", "a")
    )


def writes(path):
    """Calls that write a file by another way."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in ("write_bytes", "write_text"):
                yield node.lineno
            elif node.func.attr == "open" and any(map(is_writing, node.args[:1])):
                yield node.lineno
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "open":
            if any(map(is_writing, node.args[1:2])):
                yield node.lineno


def test_every_file_of_the_host_is_written_by_the_one_function():
    found = {
        path.relative_to(HOST).as_posix(): list(writes(path))
        for path in sorted(HOST.rglob("*.py"))
        if not set(path.parts) & set(ON_THE_BOX)
    }
    assert {name: lines for name, lines in found.items() if lines and name not in TEMPORARY} == {}
    assert [name for name in TEMPORARY if not found[name]] == [], "no longer needed here"
    assert files.write_file is write_file
