"""Runs the commands of the table, and turns errors into one line and an exit code."""

from __future__ import annotations

import difflib
import importlib
import io
import os
import sys
from collections.abc import Iterable, Sequence

import click

from deedbox import __version__
from deedbox.cli.command_table import COMMANDS
from deedbox.cli.output import one_line

FAILED, USAGE = 1, 2
TRACEBACK = "DEEDBOX_TRACEBACK"
_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class CommandError(Exception):
    """The command failed; the text is one line that tells what to do."""


def suggest_word(word: str, known: Iterable[str]) -> str:
    """'; did you mean a or b?', or "" if no known word is similar."""
    near = difflib.get_close_matches(word, list(known), n=2, cutoff=0.6)
    return f"; did you mean {' or '.join(near)}?" if near else ""


class Group(click.Group):
    """A group of commands that suggests the right name for a wrong one."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        kwargs.setdefault("no_args_is_help", False)
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args and not self.invoke_without_command and not ctx.resilient_parsing:
            raise click.UsageError(f"what? One of: {', '.join(self.list_commands(ctx))}.", ctx)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name.startswith("-") or ctx.resilient_parsing or name in self.list_commands(ctx):
            return super().resolve_command(ctx, args)
        raise click.UsageError(f"no such command: {name}{suggest_word(name, self.list_commands(ctx))}", ctx)


class Root(Group):
    """All commands of the table. A command's module is loaded when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(COMMANDS[cmd_name][0])
        command: click.Command = module.command
        command.name = cmd_name
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args or ["--help"])


@click.command(
    cls=Root,
    context_settings=_SETTINGS,
    epilog="Every command has --help. Completion, for bash (zsh and fish alike): "
    'eval "$(_DEEDBOX_COMPLETE=bash_source deedbox)"',
)
@click.version_option(__version__, "--version", "-V", message="%(prog)s %(version)s")
def root() -> None:
    """Set up, update and play with Deedbox, the electronic banker for property-trading board games."""


def run_command_line(arguments: Sequence[str] | None) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a letter that the terminal lacks is no error
    try:
        code = root.main(arguments, prog_name="deedbox", standalone_mode=False)
        sys.stdout.flush()
        return code if type(code) is int else 0
    except (Exception, KeyboardInterrupt) as error:
        return _print_error(error)


def _print_error(error: BaseException) -> int:
    """Print one line about the error; returns the exit code."""
    if isinstance(error, BrokenPipeError):
        _abandon_stdout()
        return FAILED
    if os.environ.get(TRACEBACK):
        import traceback

        traceback.print_exception(error)
    where, code = "deedbox", FAILED
    if isinstance(error, (click.Abort, KeyboardInterrupt)):
        text = "; ".join(["stopped", *_notes_of(error)])
    elif isinstance(error, click.UsageError):
        where = error.ctx.command_path if error.ctx else where
        text = f"{error.format_message().rstrip('.')} (see: {where} --help)"
        code = USAGE
    elif isinstance(error, click.ClickException):
        text = error.format_message()
        code = error.exit_code
    elif isinstance(error, OSError):
        text = f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error)
    elif type(error).__module__.partition(".")[0] in ("deedbox", "banker"):
        text = "; ".join([str(error), *_notes_of(error)])
    else:
        text = f"a fault in deedbox, please report it: {type(error).__name__}: {error} ({TRACEBACK}=1: where)"
    try:
        sys.stdout.flush()
    except OSError:
        _abandon_stdout()
    print(f"{where}: {one_line(text)}", file=sys.stderr)
    return code


def _notes_of(error: BaseException) -> list[str]:
    """What was noted about the box on the way out; click puts Ctrl-C into an exception of its own."""
    notes: list[str] = getattr(error, "__notes__", None) or getattr(error.__cause__, "__notes__", [])
    return notes


def _abandon_stdout() -> None:
    """Drop the buffered output: nobody reads it or the disk is full, and it must not raise again at exit."""
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, sys.stdout.fileno())
    os.close(sink)
