"""Every command line that the documents print is a command that exists, and they run in their order."""

import re
import shlex

import click
import pytest
from agreeing import agreeing
from documents import DOCS, ROOT, read
from hands import Hands, files_of_a_new_game

from deedbox import link
from deedbox.cli import main
from deedbox.cli.runner import root
from deedbox.twin import Twin

# The way through the documents: what one makes, the next one uses.
PAGES = (
    "put-your-town-on-the-board your-house-rules print-your-cards first-connection update-your-box fixtures "
    "after-the-game when-something-is-wrong first-builders the-lab play-in-the-browser learn-the-tags "
    "command-line extend"
).split()
# Not run here: they wait for hands or for a browser (test_tags_on_the_twin.py, tests/browser), need a serial
# port or the emulated chip (test_on_chip.py), or run all fixtures (tests/core).
ELSEWHERE = re.compile(r"^deedbox (play\b|tags (learn|write|verify)|fixtures run tests)|/dev/tty|--on chip")
FAILS = {"deedbox rules check bad.toml": 1}  # the page shows what is wrong


def command_lines(text):
    """The lines in code blocks that begin with deedbox, without the remark behind two blanks."""
    lines = []
    for block in re.findall(r"^ *```\w*\n(.*?)^ *```$", text, re.M | re.S):
        for line in re.sub(r" \\\n *", " ", block).splitlines():
            match = re.match(r" *(?:\$ )?(?:\.venv/bin/)?(deedbox .*)", line)
            if match:
                lines.append(re.split(r"  +", match[1].strip())[0])
    return lines


def all_lines():
    pages = [*ROOT.glob("[RC]*.md"), *DOCS.glob("*.md"), *(ROOT / "hardware").glob("*.md")]
    return [(page.stem, line) for page in sorted(pages) for line in command_lines(read(page))]


def test_a_command_line_is_found_with_its_remark_cut_off():
    text = "```\n$ deedbox print labels --rows 7 \\\n    -o a.pdf\ndeedbox lab truth    the table\n```\n"
    assert command_lines(text) == ["deedbox print labels --rows 7 -o a.pdf", "deedbox lab truth"]


def test_every_page_with_commands_is_on_the_way():
    pages = {page for page, line in all_lines() if not line.startswith("deedbox/")}
    assert pages - set(PAGES) - {"design"} == set()


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


def files_of_the_pages(folder):
    """The files that the pages show or take for granted."""
    text = read(DOCS / "your-house-rules.md")
    for name, body in re.findall(r"```toml\n# (\w+\.toml)\n(.*?)```", text, re.S):
        (folder / name).write_text(body, encoding="utf-8")
    (folder / "bad.toml").write_text('presets = ["jackpott"]\nstart_cash = "2000"\n', encoding="utf-8")
    for name in ("pot.toml", "sundays.toml"):
        if not (folder / name).exists():
            (folder / name).write_text('free_parking_mode = "jackpot"\n', encoding="utf-8")
    (folder / "FOLDER").mkdir()
    fixture = sorted((ROOT / "tests" / "fixtures" / "rent").glob("RENT-3*.toml"))[0]
    (folder / "FOLDER" / "rent.toml").write_text(read(fixture), encoding="utf-8")


@pytest.mark.timeout(600)
def test_the_commands_of_the_documents_run_in_their_order(table, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEEDBOX_ON", table.serial.path)
    files_of_the_pages(tmp_path)
    assert main(["games", "export", "-o", "X.json"]) == 0, capsys.readouterr().err
    ran, wrong = [], []
    for page in PAGES:
        for line in command_lines(read(DOCS / f"{page}.md")):
            if ELSEWHERE.search(line):
                continue
            words = shlex.split(line)[1:]
            if "record" in words or "labels" in words:  # two pages have it, and write the same file
                words.append("--force")
            try:
                code = main(words)
            except SystemExit as end:
                code = end.code
            said = capsys.readouterr()
            if code != FAILS.get(line, 0):
                wrong.append(f"{page}: {line}: {code}: {said.err.strip()[-300:]}")
            ran.append(line)
    assert len(ran) > 30
    assert wrong == []
