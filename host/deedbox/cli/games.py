"""deedbox games"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deedbox.cli.output import emit_json, emit_table, force_option, json_option, one_line, print_note
from deedbox.cli.runner import CommandError, Group
from deedbox.cli.target import choose_target, on_option
from deedbox.files import write_file

if TYPE_CHECKING:
    from deedbox.games.found_games import FoundGames
    from deedbox.games.replay import Replay
    from deedbox.games.ring_pages import Finding

from_option = click.option(
    "--from",
    "source",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="An exported game or a backup, instead of a box.",
)
language_option = click.option(
    "--language",
    type=click.Choice(("en", "de")),
    default="en",
    show_default=True,
    help="The language of the sentences.",
)


def _read_games(on: str | None, source: Path | None) -> FoundGames:
    from deedbox.games.source import read_box, read_file

    if source is not None:
        if on:
            raise click.UsageError("--on or --from, not both")
        return read_file(source)
    from deedbox import devices

    with devices.open_session(choose_target(on)) as box:
        return read_box(box)


def replay_of(game: str | None, on: str | None, source: Path | None) -> Replay:
    """The game with this id. ID may also be a file, since people type that."""
    from deedbox.games.source import replay_from

    if game is not None and source is None:
        file = Path(game)
        if file.is_file():
            game, source = None, file
        elif file.suffix:  # the id of a game has none
            raise click.UsageError(f"File '{file}' does not exist.")
    return replay_from(_read_games(on, source), game)


def _print_findings(findings: list[Finding]) -> None:
    for finding in findings:
        print_note(one_line(f"{'note' if finding.harmless else 'NOT SOUND'}: {finding}"))


@click.group(cls=Group)
def command() -> None:
    """Games on a box or in a file: what was played, checked by playing it again."""


# What `where` of a game is called in a table; JSON has the names that exports have.
_WHERE = {"stands": "table", "kept": "saved", "filed": "archive"}


@command.command("list")
@on_option
@from_option
@json_option
def list_(on: str | None, source: Path | None, as_json: bool) -> None:
    """List every game: the current one, saves, and games that only the archive still has."""
    from deedbox.games.summary import summarise_games
    from deedbox.games.text_rows import hours_and_minutes

    books = _read_games(on, source)
    games = summarise_games(books)
    if as_json:
        emit_json([row.as_dict() for row in games])
    elif games:
        emit_table(
            ("game", "where", "edition", "players", "turn", "steps", "played", "state", "books"),
            [
                (
                    row.game, _WHERE.get(row.where, row.where), row.edition, ", ".join(row.players), row.turn,
                    row.steps, hours_and_minutes(row.played_s),
                    f"won by {', '.join(row.winners)}" if row.over else "running" if not row.note else "?",
                    "sound" if row.sound else row.note or "NOT SOUND: deedbox games show " + row.game,
                )
                for row in games
            ],
            right=("turn", "steps", "played"),
        )  # fmt: skip
    elif not books.hidden:
        print_note("no games")
    for game in books.hidden:
        print_note(f"game {game} is not over, and remote control is off: so it is not shown")
    _print_findings(books.findings)
    if not all(row.sound for row in games):
        raise SystemExit(1)


@command.command("show")
@click.argument("game", metavar="[ID]", required=False)
@click.option("--player", metavar="NAME", help="The statement of this player, of bank or pot, or of all.")
@click.option("--receipt", metavar="CODE", help="After which step the receipt was this code.")
@language_option
@on_option
@from_option
@json_option
def show(
    game: str | None,
    player: str | None,
    receipt: str | None,
    language: str,
    on: str | None,
    source: Path | None,
    as_json: bool,
) -> None:
    """Show the whole log, or an account's statement. ID may be its first letters, or a file.

    Every step is played again. If flash differs from that, or a byte was changed, the place is reported and
    the exit code is 1.
    """
    from deedbox.games import text_rows as rows
    from deedbox.games.phrases import Speaker

    replay = replay_of(game, on, source)
    speaker = Speaker(replay, language)
    if receipt is not None:
        _show_receipt(replay, receipt, as_json)
    elif player is not None:
        _show_accounts(replay, speaker, player, as_json)
    elif as_json:
        from deedbox.games.export import game_as_dict

        emit_json(game_as_dict(replay))
    else:
        for line in rows.heading_lines(replay, speaker):
            click.echo(one_line(line) if not line.startswith(" ") else "  " + one_line(line))
        click.echo()
        emit_table(rows.LOG, rows.log_rows(replay, speaker), right=rows.LOG_RIGHT)
    _print_findings(replay.findings)
    if not replay.sound:
        raise SystemExit(1)


def _show_receipt(replay: Replay, code: str, as_json: bool) -> None:
    from deedbox.games.text_rows import find_receipt

    steps = find_receipt(replay, code)
    if as_json:
        emit_json({"receipt": code.upper(), "steps": [step.seq for step in steps]})
    if not steps:
        raise CommandError(
            f"no step of this game has the receipt {code}: it is another game, or it was changed"
        )
    if not as_json:
        click.echo(f"receipt {code.upper()}: step {', '.join(str(step.seq) for step in steps)}")


def _show_accounts(replay: Replay, speaker: Any, player: str, as_json: bool) -> None:
    from deedbox.games import text_rows as rows
    from deedbox.games.accounts import account_statement, all_accounts

    numbers = all_accounts(replay) if player == "all" else [rows.find_account(replay, player)]
    if as_json:
        emit_json(
            {
                replay.account_name(number): [
                    {**vars(line), "other": replay.account_name(line.other)}
                    for line in account_statement(replay, number)
                ]
                for number in numbers
            }
        )
        return
    for at, number in enumerate(numbers):
        click.echo(("\n" if at else "") + one_line(speaker.account(number)) + "\n")
        emit_table(rows.STATEMENT, rows.statement_rows(replay, speaker, number), right=rows.STATEMENT_RIGHT)


@command.command("export")
@click.argument("game", metavar="[ID]", required=False)
@click.option(
    "-o", "--output", metavar="FILE", required=True, type=click.Path(dir_okay=False, path_type=Path)
)
@click.option("--as", "form", type=click.Choice(("json", "csv", "toml")), help="Default: the file's ending.")
@click.option("--names", is_flag=True, help="With the players' names; otherwise they are Player 1, 2, ...")
@force_option
@on_option
@from_option
def export(
    game: str | None,
    output: Path,
    form: str | None,
    names: bool,
    force: bool,
    on: str | None,
    source: Path | None,
) -> None:
    """Write a game as a file: .json (can be read back), .csv (every payment), .toml (a fixture)."""
    from deedbox.games.export import FORMS, write_as

    form = form or output.suffix[1:].lower()
    if form not in FORMS:
        raise click.UsageError(f"{output}: the file ends in .json, .csv or .toml, or say --as")
    check_free(output, force)
    replay = replay_of(game, on, source)
    write_file(output, write_as(replay if names else replay.anonymous(), form))
    _print_findings(replay.findings)
    print_note(one_line(f"{output}: game {replay.game}, {len(replay.steps)} steps"))


@command.command("restore")
@click.argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("game", metavar="[ID]", required=False)
@on_option
def restore(file: Path, game: str | None, on: str | None) -> None:
    """Put a game onto a box as a save; continue it there under 'Saved games'.

    FILE is an export (.json) or a backup. Everything is checked first; no game is overwritten. The box asks
    on its display whether to let this computer in. It is restarted, and its current game goes on.
    """
    from deedbox import backup, devices
    from deedbox.games import restore as back
    from deedbox.games.source import read_file, replay_from
    from deedbox.link import connect

    replay = replay_from(read_file(file), game)
    _print_findings(replay.findings)
    with devices.running_port(choose_target(on), prompt=True) as port:
        with connect(port, timeout_s=20.0) as box:
            files = back.files_to_restore(replay, box)
        with backup.stop_firmware(port, print_note):
            backup.place_files(port, files)
    print_note(one_line(f"game {replay.game} ({', '.join(replay.names)}) is on the box, under Saved games"))


@command.command("report")
@click.argument("game", metavar="[ID]", required=False)
@click.option(
    "-o", "--output", metavar="FILE", required=True, type=click.Path(dir_okay=False, path_type=Path)
)
@click.option("--no-names", is_flag=True, help="Player 1, 2, ... instead of the names.")
@force_option
@language_option
@on_option
@from_option
def report(
    game: str | None,
    output: Path,
    no_names: bool,
    force: bool,
    language: str,
    on: str | None,
    source: Path | None,
) -> None:
    """Write a report of a game to keep: one page, .html or .pdf, made from the journal alone."""
    from deedbox import report as reports
    from deedbox.extras import need_extra

    form = output.suffix.lower()
    if form not in (".html", ".pdf"):
        raise click.UsageError(f"{output}: the file ends in .html or .pdf")
    need_extra("report")
    check_free(output, force)
    replay = replay_of(game, on, source)
    subject = replay.anonymous() if no_names else replay
    make = reports.write_html if form == ".html" else reports.write_pdf
    write_file(output, make(subject, language))
    _print_findings(replay.findings)
    print_note(one_line(f"{output}: the story of game {replay.game}"))


def check_free(output: Path, force: bool) -> None:
    """Raise CommandError if the file exists already, unless `force` allows to replace it."""
    if output.exists() and not force:
        raise CommandError(f"{output} is there already; --force replaces it")
