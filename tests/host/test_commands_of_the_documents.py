"""Every command line that the documents print is a command that exists, with its options."""

import re
import shlex

import click
import pytest
from documents import DOCS, ROOT, read

from deedbox.cli.runner import root


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
