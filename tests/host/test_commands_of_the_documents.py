"""Every command line that the documents print exists, and each page's run in their order, on a twin."""

import io
import re
import shlex
import shutil
import signal
import subprocess
import sys

import click
import pytest
from agreeing import agreeing
from documents import DOCS, ROOT, read
from hands import Hands, files_of_a_new_game

from deedbox import link
from deedbox.cli import main
from deedbox.cli.runner import root
from deedbox.twin import Twin

# The pages whose commands take seconds; `make proof` runs the others (deploy, doctor, a thousand fixtures).
SHORT = "command-line learn-the-tags print-your-cards put-your-town-on-the-board your-house-rules".split()
# Not run, and why.
LEFT_OUT = {
    "--on chip": "minutes on the emulated chip; test_on_chip.py does it",
    "deploy --image": "it needs an empty Pico in BOOTSEL mode; test_boot_drive.py has a drive made for it",
    "--cluster": "it needs a dask scheduler; test_lab_games.py starts one",
}
# What a test has instead of the thing that the page means.
INSTEAD = {
    "lab odds --on twin": "lab odds --games 20",  # of the page that is open; here the box of DEEDBOX_ON
    "lab odds our": "lab odds --games 20 our",
    "--games 1000": "--games 20",
    "lab rules jackpot": "lab rules jackpot --games 20",
    "fixtures run tests": f"fixtures run {ROOT}/tests",
    "https://example.org/boards": "boards",  # test_sharing.py has a server
}
FAILS = {"deedbox rules check bad.toml"}  # the page shows what is wrong with it
TYPED = {
    "editions fill": "Street" + "\n" * 30,
    "tags learn": "q\n",
    "tags write": "q\n",
    "tags verify": "\n",
}


def without_blocks(text):
    return re.sub(r"^ *```.*?^ *```$", "", text, flags=re.M | re.S)


def command_lines(text):
    """The lines in code blocks that begin with deedbox, without the remark behind two blanks."""
    lines = []
    for block in re.findall(r"^ *```\w*\n(.*?)^ *```$", text, re.M | re.S):
        for line in re.sub(r" \\\n *", " ", block).splitlines():
            match = re.match(r" *(?:\$ )?(?:\.venv/bin/)?(deedbox .*)", line)
            if match:
                lines.append(re.split(r"  +", match[1].strip())[0])
    return lines


def commands_in_sentences(text):
    """`deedbox ...` between two ticks, where it is a command line and not a form with choices."""
    commands = re.findall(r"`(deedbox\s[^`]*)`", without_blocks(text))
    lines = [re.sub(r"\s+", " ", command) for command in commands]
    return [line for line in lines if not re.search(r"[/\[]|\.\.\.|COMMAND", line)]


def pages():
    found = [*ROOT.glob("[RC]*.md"), *DOCS.glob("*.md"), *(ROOT / "hardware").glob("*.md")]
    return sorted(page for page in found if page.name != "CHANGELOG.md")


def all_lines():
    return [
        (page.stem, line)
        for page in pages()
        for line in command_lines(read(page)) + commands_in_sentences(read(page))
    ]


def test_a_command_line_is_found_with_its_remark_cut_off():
    text = "```\n$ deedbox print labels --rows 7 \\\n    -o a.pdf\ndeedbox lab truth    the table\n```\n"
    assert command_lines(text) == ["deedbox print labels --rows 7 -o a.pdf", "deedbox lab truth"]
    assert commands_in_sentences(f"{text}`deedbox\nplay`, `deedbox rules list / show`") == ["deedbox play"]


@pytest.mark.parametrize("page, line", sorted(set(all_lines())))
def test_a_command_line_has_a_command_and_options_that_exist(page, line):
    command: click.Command = root
    words = shlex.split(line)[1:]
    context = click.Context(root)
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        name = words.pop(0)
        command = command.get_command(context, name)
        assert command is not None, f"{page}: {line}: there is no {name}"
    options = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
    options |= {"-h", "--help"}
    assert [word for word in words if word.startswith("-") and word not in options] == []


@pytest.fixture(scope="module")
def table():
    """A box in the middle of a game, with remote control on, and somebody who lets the computer in."""
    files = files_of_a_new_game(edition="classic", names=["Ann", "Bob"], seed=3)
    files |= {"settings.json": b'{"remote": true, "volume": 1}'}
    with Twin(files=files) as twin:
        Hands(twin).sees("ANN")
        with link.connect(twin.serial.path, timeout_s=20.0) as box:
            box.command({"do": "roll", "dice": [1, 2]})
            box.command({"do": "buy"})
        with agreeing(twin):
            yield twin


class Desk:
    """Somebody who reads a page in a new folder and types what it prints."""

    def __init__(self, twin, folder, monkeypatch, capsys):
        self.port = twin.serial.path
        self.folder = folder
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        monkeypatch.chdir(folder)
        monkeypatch.setenv("DEEDBOX_ON", self.port)
        for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
            monkeypatch.setenv(name, str(folder / "home"))

    def run(self, line):
        """(exit code, stdout and stderr)"""
        words = shlex.split(line)[1:]
        typed = next((typed for command, typed in TYPED.items() if f" {command}" in line), "")
        self._monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        try:
            code = main(words)
        except SystemExit as end:
            code = end.code
        return code, "".join(self._capsys.readouterr())

    def must(self, line):
        code, output = self.run(line)
        assert code == 0, f"{line}: {output}"
        return output

    def play(self, line):
        """Start it without a browser, wait for its address, end it with Ctrl-C."""
        words = [*shlex.split(line)[1:], "--no-browser", "--http", "0"]
        command = [sys.executable, "-m", "deedbox", *words]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
            lines = []
            for output in server.stdout:
                lines.append(output)
                if "http://" in output:
                    break
            server.send_signal(signal.SIGINT)
            lines.extend(server.stdout)
        return server.returncode, "".join(lines)


def lay_out_files(desk, page):
    """What the page takes for granted: files that another page made, or that it shows."""
    for name, body in re.findall(
        r"```toml\n# (\w+\.toml)\n(.*?)```", read(DOCS / "your-house-rules.md"), re.S
    ):
        (desk.folder / name).write_text(body, encoding="utf-8")
    (desk.folder / "bad.toml").write_text('presets = ["jackpott"]\nstart_cash = "2000"\n', encoding="utf-8")
    for name in ("pot.toml", "sundays.toml"):
        (desk.folder / name).write_text('free_parking_mode = "jackpot"\n', encoding="utf-8")
    (desk.folder / "FOLDER").mkdir()
    shutil.copy(next((ROOT / "tests" / "fixtures" / "rent").glob("RENT-3*.toml")), desk.folder / "FOLDER")
    if page != "put-your-town-on-the-board":
        desk.must("deedbox editions new my-town.toml")
    if page in ("fixtures", "the-lab"):
        desk.must("deedbox games export -o our-game.json")


def prepare(desk, line):
    """What somebody does by hand before this line."""
    if line == "deedbox editions add my-town.board.toml":  # the friend has another folder
        (desk.folder / "friend" / "boards").mkdir(parents=True)
        shutil.copy("my-town.board.toml", "friend/boards")
        shutil.copy("my-town.board.toml", "friend")
        desk.folder /= "friend"
    elif line.startswith("deedbox editions search"):
        desk.must("deedbox editions index boards")
    elif line.startswith("deedbox editions add my-town --in"):
        (desk.folder / "my-town.toml").unlink()  # from the file before
    elif "--receipt" in line:
        receipt = re.search(r"receipt (\w{4})\n", desk.must("deedbox games show"))[1]
        return re.sub(r"receipt \w+", f"receipt {receipt}", line)
    return line


def typed_by(desk, line):
    for words, others in {**INSTEAD, "/dev/ttyACM0": desk.port}.items():
        line = line.replace(words, others)
    return line


def pages_with_commands():
    for page in pages():
        if command_lines(read(page)):
            yield pytest.param(page, id=page.stem, marks=[pytest.mark.proof] * (page.stem not in SHORT))


@pytest.mark.timeout(300)
@pytest.mark.parametrize("page", list(pages_with_commands()))
def test_the_commands_of_a_page_run_in_their_order(table, page, tmp_path, monkeypatch, capsys):
    desk = Desk(table, tmp_path, monkeypatch, capsys)
    lay_out_files(desk, page.stem)
    wrong = []
    for line in command_lines(read(page)):
        if any(words in line for words in LEFT_OUT):
            continue
        line = prepare(desk, line)
        monkeypatch.chdir(desk.folder)
        run = desk.play if line.startswith("deedbox play") else desk.run
        code, output = run(typed_by(desk, line))
        if code != (1 if line in FAILS else 0):
            wrong.append(f"{line}: {code}: {output.strip()[-300:]}")
    assert wrong == []
