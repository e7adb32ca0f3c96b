"""The command line as a process: its output and its exit code."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from command import DEEDBOX, ROOT, environment, run

import deedbox
from deedbox.cli.command_table import COMMANDS

FIXTURES = ROOT / "tests" / "fixtures"
GOOD = 'players = ["ann", "bob"]\n[[step]]\ndo = "roll"\ndice = [1, 2]\nexpect.phase = "buy"\n'


def error(result: subprocess.CompletedProcess, code: int) -> str:
    """The one line on stderr of a run that must end with this code."""
    assert (result.returncode, result.stdout) == (code, ""), result
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    return lines[0]


def test_help_lists_the_commands_and_loads_none_of_them():
    result = run("--help")
    assert result.returncode == 0 and result.stderr == ""
    for name, (_, line) in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(line[:30])}", result.stdout, re.M)
    expression = (
        "[m for m in sys.modules if m.partition('.')[0] in ('rich', 'serial', 'banker') or 'cli.' in m]"
    )
    probe = f"import sys; from deedbox.cli import main; main(['--help']); sys.exit(' '.join({expression}))"
    result = subprocess.run([sys.executable, "-c", probe], env=environment(), capture_output=True, text=True)
    assert result.stderr.split() == ["deedbox.cli.command_table", "deedbox.cli.output", "deedbox.cli.runner"]


def test_the_command_alone_shows_its_help():
    assert run().stdout == run("-h").stdout == run("--help").stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name):
    result = run(name, "--help")
    assert result.returncode == 0 and result.stdout.startswith(f"Usage: deedbox {name}")


def test_the_version_is_that_of_the_project():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert deedbox.__version__ == version
    assert run("--version").stdout == f"deedbox {version}\n"


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["fixture"], "no such command: fixture; did you mean fixtures?"),
        (["xyzzy"], "no such command: xyzzy"),
        (["--vers"], "--version"),
        (["fixtures"], "what? One of: list, push, record, remove, run"),
        (["fixtures", "rnu"], "no such command: rnu; did you mean run?"),
        (["fixtures", "run"], "PATH"),
        (["fixtures", "run", "nowhere.toml"], "nowhere.toml"),
        (["fixtures", "run", "firmware"], "no fixture"),
        (["fixtures", "run", "tests/fixtures", "--on", "engin"], "did you mean engine?"),
        (["fixtures", "run", "tests/fixtures", "--jsn"], "--json"),
        (["bench", "--on", "moon"], "twin"),
        (["bench", "nothing.like.this"], "no row begins with nothing.like.this"),
    ],
)
def test_what_is_typed_wrongly_is_one_line_that_says_where_to_look(arguments, words):
    line = error(run(*arguments), 2)
    assert line.startswith("deedbox") and words in line and "--help)" in line


def test_fixtures_on_a_port_that_is_not_there_say_so():
    line = error(run("fixtures", "run", FIXTURES / "go", "--on", "/dev/nowhere"), 1)
    assert "there is no such port" in line


def test_without_micropython_it_says_which_file_is_missing():
    line = error(
        run("fixtures", "run", FIXTURES / "go", "--on", "micropython", DEEDBOX_MICROPYTHON="/nowhere"), 1
    )
    assert "/nowhere" in line


def test_a_fault_of_the_program_is_told_without_a_traceback_unless_asked_for():
    broken = (
        "import sys, deedbox.cli.runner as frame; frame.COMMANDS['x'] = ('deedbox.cli.nothing', '');"
        "sys.exit(frame.run_command_line(['x']))"
    )
    command = [sys.executable, "-c", broken]
    result = subprocess.run(command, env=environment(), capture_output=True, text=True)
    assert "a fault in deedbox" in error(result, 1) and "DEEDBOX_TRACEBACK=1" in result.stderr
    variables = environment(DEEDBOX_TRACEBACK="1")
    assert "Traceback" in subprocess.run(command, env=variables, capture_output=True, text=True).stderr


@pytest.fixture
def folder(tmp_path):
    """Good, wrong and broken fixtures, and one for the device."""
    for name, text in {
        "good": GOOD,
        "wrong": GOOD.replace("buy", "auction"),
        "device": 'players = ["ann", "bob"]\n[[step]]\ndo = "tap"\ntag = "token:1"\n',
        "screen": '[[step]]\nexpect.screen = ["ANN"]\n',
        "must-be-refused": 'players = ["ann"]\nrefused = "too-few-players"\n',
        "unknown-edition-refused": 'edition = "atlantis"\nrefused = true\n',
    }.items():
        (tmp_path / f"{name}.toml").write_text(text)
    return tmp_path


TARGETS = ["engine", pytest.param("micropython", marks=pytest.mark.micropython)]


@pytest.mark.parametrize("target", TARGETS)
def test_a_failure_is_a_line_and_the_counts_come_last(folder, target):
    result = run("fixtures", "run", folder, "--on", target)
    assert (result.returncode, result.stderr) == (1, "")
    failure, skipped, counts = result.stdout.splitlines()
    assert failure == f"FAILED {folder / 'wrong.toml'}: step 1 (roll): phase is 'buy', not 'auction'"
    assert skipped.startswith("2 skipped: ")
    assert counts == "3 passed, 1 failed"


def test_a_file_named_twice_runs_once(folder):
    good = folder / "good.toml"
    result = run("fixtures", "run", good, good, folder / ".." / folder.name / "good.toml")
    assert (result.returncode, result.stdout) == (0, "1 passed, 0 failed\n")


def test_json_has_every_fixture_and_nothing_else_on_stdout(folder):
    result = run("fixtures", "run", folder, "--json")
    data = json.loads(result.stdout)
    assert result.returncode == 1
    assert {key: data[key] for key in ("on", "passed", "failed", "skipped")} == {
        "on": "engine",
        "passed": 3,
        "failed": 1,
        "skipped": 2,
    }
    statuses = {Path(row["file"]).stem: (row["status"], row["reason"]) for row in data["fixtures"]}
    assert statuses["good"] == ("passed", "")
    assert statuses["device"] == ("skipped", "has steps that need a box")
    assert statuses["wrong"][0] == "failed" and "auction" in statuses["wrong"][1]


BROKEN = {
    'name = "no end\n': "line 1",
    "a = " + "[" * 5000 + "]" * 5000: "nested too deeply",
    'nmae = "x"\n': "nmae: unknown key",
    'edition = "zleda"\n': "edition: there is no 'zleda'; did you mean zelda?",
    "edition = 3\n": "edition: there is no 3",
    '[rules]\nedition = "zleda"\n': "edition = 'zleda'",
    "[rules]\ngo_salary = -1\n": "go_salary = -1",
    "rules = 3\n": "rules: must be a table",
    "given = []\n": "given: must be a table",
    "[given]\nnothing = 1\n": "given.nothing",
    'seed = "x"\n': "seed: must be a whole number",
    "step = 3\n": "[[step]]",
    "step = [3]\n": "[[step]]",
    '[[step]]\nexpct.phase = "roll"\n': "step 1: expct: unknown key",
    "[[step]]\ndo = 3\n": "step 1: do:",
    '[[step]]\ndo = "roll"\nexpect = 3\n': "step 1: expect: must be a table",
    '[[step]]\ndo = "roll"\nrefused = false\n': "step 1: refused:",
    '[[step]]\ndo = "roll"\n[[step]]\ndo = "bid"\namount = 1979-05-27\n': "step 2.amount: 1979-05-27",
    '[[step]]\ndo = "bid"\namount = nan\n': "step 1.amount: nan",
    '[[step]]\ndo = "two\\nlines\\u001b[2J"\n': "step 1 (two lines?[2J): refused unknown-command",
    '[[step]]\nexpect.players.ann.cash = "1500"\n': "players.ann.cash is 1500, not '1500'",
    "players = 3\n": "unknown-player",
}


@pytest.mark.parametrize("target", TARGETS)
def test_a_broken_fixture_is_a_failure_that_names_the_place(tmp_path, target):
    for number, text in enumerate(BROKEN):
        (tmp_path / f"{number:02}.toml").write_text(text)
    (tmp_path / "99.toml").write_bytes(b"name = '\xff'")
    result = run("fixtures", "run", tmp_path, "--on", target)
    lines = result.stdout.splitlines()
    assert (result.returncode, result.stderr) == (1, "")
    assert lines[-1] == f"0 passed, {len(BROKEN) + 1} failed"
    for line, words in zip(lines, [*BROKEN.values(), "byte 8 is not UTF-8"], strict=False):
        assert line.startswith("FAILED ") and words in line


@pytest.mark.parametrize("target", TARGETS)
def test_every_fixture_of_the_project_passes(target):
    result = run("fixtures", "run", FIXTURES, "--on", target)
    last = result.stdout.splitlines()[-1]
    assert re.fullmatch(r"(\d+) passed, 0 failed", last) and result.returncode == 0, result.stdout[-4000:]
    assert int(last.split()[0]) > 900


@pytest.mark.parametrize("arguments", [["fixtures", "run", FIXTURES], ["bench", "engine"]])
def test_ctrl_c_ends_it_with_a_word_and_no_traceback(arguments):
    process = subprocess.Popen(
        [*DEEDBOX, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(DEEDBOX_TRACEBACK="", PYTHONPROFILEIMPORTTIME="1"),
        # A shell starts background processes with Ctrl-C ignored, and their children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stderr is not None
    for line in process.stderr:  # the report on imports shows when the command itself has begun
        if "deedbox.editions" in line or "deedbox.bench.engine" in line:
            break
    process.send_signal(signal.SIGINT)
    out, rest = process.communicate(timeout=60)
    lines = [line for line in rest.splitlines() if line and not line.startswith("import time:")]
    assert (process.returncode, out, lines) == (1, "", ["deedbox: stopped"])


def test_a_reader_that_goes_away_is_no_error(folder):
    reader, writer = os.pipe()
    os.close(reader)
    result = subprocess.run(
        [*DEEDBOX, "fixtures", "run", folder], stdout=writer, stderr=subprocess.PIPE, env=environment()
    )
    os.close(writer)
    assert (result.returncode, result.stderr) == (1, b"")


def test_a_full_disk_is_told(folder):
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full on this system")
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [*DEEDBOX, "fixtures", "run", folder],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
        )
    assert (
        result.returncode == 1
        and result.stderr.startswith("deedbox: ")
        and len(result.stderr.splitlines()) == 1
    )


def on_a_terminal(*arguments, **more) -> str:
    """The bytes that a terminal would get."""
    main, terminal = pty.openpty()
    process = subprocess.Popen(
        [*DEEDBOX, *arguments], stdout=terminal, stderr=subprocess.DEVNULL, env=environment(**more), cwd=ROOT
    )
    os.close(terminal)
    output = b""
    try:
        while piece := os.read(main, 4096):
            output += piece
    except OSError:  # Linux raises it when the last writer has gone
        pass
    os.close(main)
    assert process.wait() == 0
    return output.decode()


def test_a_table_is_drawn_on_a_terminal_and_plain_in_a_pipe():
    output = on_a_terminal("bench", "firmware", TERM="xterm-256color", COLUMNS="150")
    assert "\u2500\u2500\u2500" in output and "firmware.resident_mpy_bytes" in output
    plain = run("bench", "firmware", TERM="xterm-256color").stdout
    assert plain.isascii() and "\x1b" not in plain
    assert [line.split()[0] for line in plain.splitlines()] == [
        "name",
        "firmware.resident_mpy_bytes",
        "firmware.on_demand_mpy_bytes",
        "firmware.core_resident_mpy_bytes",
        "firmware.core_on_demand_mpy_bytes",
    ]


def test_no_color_is_honoured():
    output = on_a_terminal("bench", "firmware", TERM="xterm-256color", COLUMNS="150", NO_COLOR="1")
    assert "firmware.resident_mpy_bytes" in output
    assert not re.search(r"\x1b\[[0-9;]*(3[0-8]|4[0-8]|9[0-7])", output)


def test_the_shell_can_complete_commands():
    result = run(_DEEDBOX_COMPLETE="bash_complete", COMP_WORDS="deedbox fi", COMP_CWORD="1")
    assert "plain,fixtures" in result.stdout
