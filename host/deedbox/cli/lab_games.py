"""deedbox lab rules, odds, atlas: what is found out by simulated games"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deedbox.cli.editions import EditionName
from deedbox.cli.output import emit_json, emit_table, json_option, print_note
from deedbox.cli.progress import count_bar
from deedbox.cli.runner import CommandError
from deedbox.cli.target import on_option

if TYPE_CHECKING:
    from deedbox.lab.compare import Difference, Estimate
    from deedbox.lab.sampling import ResultFile, Row, Table

_PROFILES = ("careful", "usual", "daring")
_BAR = 30  # letters of the longest bar
_STEP = 10  # rounds between two rows of the plot
_MEASURES = (
    ("rounds", "rounds", 1.0),
    ("minutes", "minutes", 1.0),
    ("endless", "never ends, %", 100.0),
    ("leads", "changes of the lead", 1.0),
    ("watching", "first one out watches, % (0: nobody out)", 100.0),
    ("cash", "cash of the winner", 1.0),
)


class RuleChoice(click.ParamType):  # type: ignore[type-arg] # generic from click 8.3 on
    """A house rule and its value, as they stand in a file of house rules."""

    name = "NAME=VALUE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        name, equals, text = str(value).partition("=")
        if not equals:
            self.fail(f"{value}: a house rule is written as NAME=VALUE", param, ctx)
        try:
            return name.strip(), tomllib.loads(f"value = {text}")["value"]
        except tomllib.TOMLDecodeError:
            return name.strip(), text.strip()  # a word without its quotes


class RuleOrFavourite(RuleChoice):
    """NAME=VALUE, or the id of a favourite: a tuple of (name, value)."""

    name = "RULE=VALUE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from deedbox import rules

        preset = rules.load_presets().get(str(value))
        if preset is not None:
            return tuple(preset.rules.items())
        if "=" not in str(value):
            known = ", ".join(rules.load_presets())
            self.fail(f"{value}: neither RULE=VALUE nor a favourite ({known})", param, ctx)
        return (super().convert(value, param, ctx),)


profile_option = click.option(
    "--profile",
    "profiles",
    metavar="NAME",
    multiple=True,
    help="careful, usual or daring; with -alone added, without trades. May be given several times. "
    "Default: all three.",
)
processes_option = click.option(
    "--processes", type=click.IntRange(1, 512), help="Default: as many as this machine has cores."
)
cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    default="",
    help="The scheduler of a dask cluster, as tcp://HOST:8786, instead of this machine.",
)
results_option = click.option(
    "--results",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where results are saved, as CSV; the same command continues from there. Default: in your cache.",
)
_games_file = click.Path(exists=True, dir_okay=False, path_type=Path)


def _open_results(path: Path | None) -> ResultFile:
    from deedbox.lab.sampling import ResultFile, fingerprint

    if path is None:
        import platformdirs

        path = platformdirs.user_cache_path("deedbox") / "lab" / f"{fingerprint()}.csv"
    return ResultFile(path)


@contextmanager
def _errors_as_sentences(stopped: Callable[[], str]) -> Iterator[None]:
    """Errors of the lab are told in one line; `stopped` is the line for Ctrl-C."""
    from deedbox.lab.profiles import ProfileError
    from deedbox.lab.sampling import LabError

    try:
        yield
    except (LabError, ProfileError) as error:
        raise CommandError(str(error)) from None
    except KeyboardInterrupt:
        raise CommandError(stopped()) from None


def _sample(
    path: Path | None, tables: Sequence[Table], games: int, first: int, processes: int | None, cluster: str
) -> dict[Table, dict[int, Row]]:
    """Play what the results do not have yet. Ctrl-C keeps what is done."""
    from deedbox.lab.sampling import check_table, run_task, split
    from deedbox.lab.workers import run_tasks

    done = total = 0
    with _errors_as_sentences(
        lambda: (
            f"stopped after {done} of {total} games; they are kept, and the same command goes on from there"
        )
    ):
        for table in tables:
            check_table(table)
        results = _open_results(path)
        tasks = [task for task in split(tables, games, first) if not results.has(task)]
        total = sum(task.games for task in tasks)
        if tasks:
            print_note(f"{total} games to play; each is kept in {results.path}")
        with count_bar("games", total) as advance:
            for task, rows in run_tasks(run_task, tasks, processes, cluster):
                results.add(task, rows)
                done += task.games
                advance(task.games)
    return results.rows


@click.command("rules")
@click.argument("choices", metavar="RULE=VALUE...", type=RuleOrFavourite(), nargs=-1, required=True)
@click.option("--edition", metavar="ID", default="classic", show_default=True, type=EditionName())
@click.option("--players", type=click.IntRange(2, 8), default=4, show_default=True)
@click.option(
    "--games",
    type=click.IntRange(20, 1_000_000),
    default=200,
    show_default=True,
    help="Pairs of games for each profile. Four times as many halve the intervals.",
)
@profile_option
@click.option(
    "--pace-of",
    metavar="FILE",
    type=_games_file,
    help="An exported game or a backup: count minutes at the pace of that game.",
)
@results_option
@processes_option
@cluster_option
@json_option
def rules(
    choices: tuple[tuple[tuple[str, Any], ...], ...],
    edition: str,
    players: int,
    games: int,
    profiles: tuple[str, ...],
    pace_of: Path | None,
    results: Path | None,
    processes: int | None,
    cluster: str,
    as_json: bool,
) -> None:
    """See what house rules do to your game, compared with the printed rules, by simulated games.

    RULE=VALUE is a house rule as in a file; the id of a favourite (jackpot, double-go, ...) stands for its
    rules.
    """
    from deedbox.lab import compare
    from deedbox.lab.sampling import Table, rules_text

    chosen = {name: value for choice in choices for name, value in choice}
    names = profiles or _PROFILES
    before = [Table(edition, players, name) for name in names]
    after = [Table(edition, players, name, rules_text(chosen)) for name in names]
    pace = _pace(pace_of)
    rows = _sample(results, [*before, *after], games, 1, processes, cluster)
    old, new = (
        [[rows[table][seed] for seed in range(1, games + 1)] for table in side] for side in (before, after)
    )
    found = _at_pace(compare.compare(old, new), pace)
    by_profile = {
        name: _at_pace(compare.compare([one], [two]), pace)
        for name, one, two in zip(names, old, new, strict=True)
    }
    seats = compare.seat_shares(new, players)
    if as_json:
        emit_json(
            {
                "edition": edition,
                "players": players,
                "rules": chosen,
                "games": games,
                "sentence": compare.length_sentence(found),
                "measures": {name: item.as_dict() for name, item in found.items()},
                "by_profile": {
                    name: {key: item.as_dict() for key, item in items.items()}
                    for name, items in by_profile.items()
                },
                "seats": [seat.rounded(4) for seat in seats],
            }
        )
        return
    click.echo(compare.length_sentence(found))
    watching = compare.watching_sentence(found["watching"], found["endless"])
    if watching:
        click.echo(watching)
    click.echo()
    cells = [_difference_cells(words, found[name], scale) for name, words, scale in _MEASURES]
    if len(names) > 1:
        cells += [
            _difference_cells(f"rounds, {name}", items["rounds"], 1.0) for name, items in by_profile.items()
        ]
    columns = ("", "printed", "yours", "difference", "95 %")
    emit_table(columns, cells, right=columns[1:])
    click.echo()
    click.echo("Who wins, by seat: " + ", ".join(_percent(seat) for seat in seats) + ".")
    click.echo()
    _plot([row for rows in old for row in rows], [row for rows in new for row in rows])
    saved = found["rounds"].saved
    click.echo(
        f"{games} pairs of games for each of {len(names)} profile{'s' * (len(names) > 1)}"
        + (f"; without pairs, {saved:.1f} times as many would have been needed" if saved else "")
        + (" for the same interval." if saved else ".")
    )


def _pace(file: Path | None) -> float:
    """So many times the usual seconds the players of this game took."""
    if file is None:
        return 1.0
    from deedbox.games.replay import ReplayError
    from deedbox.games.source import read_file, replay_from
    from deedbox.lab.play_out import seconds_of

    try:
        replay = replay_from(read_file(file))
    except ReplayError as error:
        raise CommandError(str(error)) from None
    usual = sum(seconds_of(step.command["do"]) for step in replay.steps)
    if not usual or not replay.played_s:
        raise CommandError(f"{file}: this game has no steps, or its time was not counted")
    print_note(f"your pace: {replay.played_s / usual:.2f} times the usual seconds")
    return replay.played_s / usual


def _at_pace(found: dict[str, Difference], pace: float) -> dict[str, Difference]:
    return {**found, "minutes": found["minutes"].times(pace)}


def _difference_cells(words: str, found: Difference, scale: float) -> list[str]:
    found = found.times(scale)
    change = found.change
    return [
        words,
        f"{found.before.value:.1f}",
        f"{found.after.value:.1f}",
        f"{change.value:+.1f}",
        f"{change.low:+.1f} to {change.high:+.1f}",
    ]


def _percent(estimate: Estimate) -> str:
    return f"{100 * estimate.value:.0f} % ({100 * estimate.low:.0f} to {100 * estimate.high:.0f})"


def _plot(old: Sequence[Row], new: Sequence[Row]) -> None:
    """How many games still go on after so many rounds: a bar for both rules."""
    from deedbox.lab.sampling import ROUNDS

    click.echo("Games that still go on, by rounds (- printed, = yours):")
    for rounds in range(_STEP, 1000, _STEP):
        parts = [sum(row[ROUNDS] > rounds for row in rows) / len(rows) for rows in (old, new)]
        if max(parts) < 0.01:
            break
        for letter, part in zip("-=", parts, strict=True):
            label = f"{rounds:>4}" if letter == "-" else "    "
            click.echo(f"{label} {letter * round(part * _BAR):<{_BAR}} {100 * part:3.0f} %")


@click.command("odds")
@click.argument("game", metavar="[ID]", required=False)
@on_option
@click.option(
    "--from",
    "source",
    metavar="FILE",
    type=_games_file,
    help="An exported game, a save or a backup, instead of a box.",
)
@click.option(
    "--games",
    type=click.IntRange(20, 1_000_000),
    default=400,
    show_default=True,
    help="How often to play on to the end, for each profile.",
)
@profile_option
@click.option("--language", type=click.Choice(("en", "de")), default="en", show_default=True)
@processes_option
@cluster_option
@json_option
def odds(
    game: str | None,
    on: str | None,
    source: Path | None,
    games: int,
    profiles: tuple[str, ...],
    language: str,
    processes: int | None,
    cluster: str,
    as_json: bool,
) -> None:
    """See who would win from here: the game on a box, on the page, or in a file. ID may also be a file."""
    from deedbox.cli.games import replay_of
    from deedbox.lab import odds as lab
    from deedbox.lab.profiles import find_profile
    from deedbox.lab.workers import run_tasks

    chosen = profiles or _PROFILES
    replay = replay_of(game, on, source)
    names = replay.names
    ends: dict[str, dict[int, list[lab.End]]] = {name: {} for name in chosen}
    with _errors_as_sentences(lambda: "stopped; nothing was kept, since all of it takes about a minute"):
        for name in chosen:
            find_profile(name)
        position = lab.prepare(replay.end)
        tasks = list(lab.tasks_of(position, games, chosen))
        with count_bar("ends", games * len(chosen)) as advance:
            for task, rows in run_tasks(lab.run_odds_task, tasks, processes, cluster):
                ends[task.profile][task.first] = rows
                advance(task.games)
    in_order = {
        name: [end for first in sorted(parts) for end in parts[first]] for name, parts in ends.items()
    }
    found = lab.gather(position, in_order)
    if as_json:
        emit_json({"game": replay.game, "players": names, **found.as_dict()})
        return
    for sentence in lab.odds_sentences(found, names, language):
        click.echo(sentence)
    click.echo()
    emit_table(
        ("player", "all", *chosen),
        [
            [name, _percent(found.chances[seat]), *(_percent(found.by_profile[p][seat]) for p in chosen)]
            for seat, name in enumerate(names)
        ],
        right=("all", *chosen),
    )


@click.command("atlas")
@click.option("--games", type=click.IntRange(20, 1_000_000), help="How many games to play with each rule.")
@results_option
@processes_option
@cluster_option
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the atlas: .html, .pdf or .json.",
)
@click.option("--force", is_flag=True, help="Replace the file.")
def atlas(
    games: int | None,
    results: Path | None,
    processes: int | None,
    cluster: str,
    output: Path | None,
    force: bool,
) -> None:
    """What each common house rule does to length, luck and seats.

    Without --games: the atlas that comes with deedbox. With --games the games are played here; the same
    number gives the same bytes.
    """
    from deedbox.cli.games import check_free
    from deedbox.extras import need_extra
    from deedbox.files import write_file
    from deedbox.lab import atlas as lab
    from deedbox.lab import atlas_page

    if output is not None:
        if output.suffix not in (".html", ".pdf", ".json"):
            raise click.UsageError(f"{output}: the file must end in .html, .pdf or .json")
        check_free(output, force)
        if output.suffix == ".pdf":
            need_extra("lab")
    if games is None:
        data = lab.read_data()
    else:
        first = lab.read_plan()[0]["seed"]
        data = lab.summarise(_sample(results, lab.all_tables(), games, first, processes, cluster), games)
    if not data["rows"]:
        raise CommandError("no atlas comes with this version; deedbox lab atlas --games 100 makes one")
    if output is None:
        for line in atlas_page.sentences(data):
            click.echo(line)
        return
    makers = {".html": atlas_page.write_html, ".pdf": atlas_page.write_pdf, ".json": lab.write_data}
    write_file(output, makers[output.suffix](data))
    print_note(f"written: {output}")
