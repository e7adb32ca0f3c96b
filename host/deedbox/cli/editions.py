"""deedbox editions"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click
from click.shell_completion import CompletionItem

from deedbox.cli.output import emit_json, emit_table, force_option, json_option, one_line, print_note
from deedbox.cli.runner import CommandError, Group, suggest_word
from deedbox.cli.sync import (
    compare_with_box,
    dry_run_option,
    fetch_from_box,
    out_option,
    push_to_box,
    remove_from_box,
    write_text_file,
)
from deedbox.cli.target import on_option
from deedbox.files import write_file

if TYPE_CHECKING:
    from deedbox.editions import Edition


class EditionName(click.ParamType):  # type: ignore[type-arg] # generic from click 8.3 on
    """An edition's id, or the path of the user's own file."""

    name = "edition"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from deedbox import editions

        if value not in editions.IDS and not editions.is_edition_file(value):
            ids = ", ".join(editions.IDS)
            more = suggest_word(value, editions.IDS) or f"; there are {ids}, or name a .toml file."
            self.fail(f"no such edition: {value}{more}", param, ctx)
        if value not in editions.IDS and not Path(value).is_file():
            self.fail(f"File '{value}' does not exist.", param, ctx)
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from deedbox import editions

        items = [CompletionItem(name) for name in editions.IDS if name.startswith(incomplete)]
        return items or [CompletionItem(incomplete, type="file")]


def refuse_file(error: Any) -> None:
    """Print every fault of a file on stderr, one line each, and end with exit code 1."""
    for fault in error.faults:
        print_note(one_line(str(fault)))
    raise SystemExit(1)


@click.group(cls=Group)
def command() -> None:
    """Boards: list them, make your own, share them."""


@command.command("list")
@json_option
def list_(as_json: bool) -> None:
    """List the editions that come with deedbox."""
    from deedbox import editions, rules

    rows = []
    for name in editions.IDS:
        edition = editions.load_edition(name)
        most = rules.resolve_rules(name, {})["players_max"]
        unknown = sum(space.placeholder for space in edition.spaces)
        rows.append((edition.id, edition.name, most, unknown, editions.edition_hash(name)))
    if as_json:
        keys = ("id", "name", "players_max", "placeholders", "hash")
        emit_json([dict(zip(keys, row, strict=True)) for row in rows])
        return
    emit_table(
        ("id", "name", "players", "placeholders", "hash"),
        [(i, name, f"2-{most}", unknown or "", code) for i, name, most, unknown, code in rows],
        right=("placeholders",),
    )


@command.command("show")
@click.argument("edition", metavar="ID", type=EditionName())
@json_option
def show(edition: str, as_json: bool) -> None:
    """Show one edition: its spaces, prices, cards and rules. ID may be a file, too."""
    from deedbox import editions, rules
    from deedbox.editions import json_view

    try:
        board = editions.load_edition(edition)
    except editions.EditionError as error:
        refuse_file(error)
    data = json_view.edition_as_json(board, rules.resolve_rules(edition, {}))
    if as_json:
        emit_json(data)
        return
    click.echo(f"{data['name']} ({data['id']}), hash {data['hash']}")
    click.echo(f"{data['players']['min']} to {data['players']['max']} players, each begins with ", nl=False)
    click.echo(f"{data['start_cash']} {data['currency']['name']} ({data['currency']['symbol']})")
    click.echo(f"Tokens: {', '.join(data['tokens'])}")
    terms = data["terms"]
    click.echo(f"Buildings: {terms['house']}, {terms['hotel']}. Pass: {terms['jail_pass']}.\n")
    emit_table(
        ("", "name", "short", "deed", "price", "loan", "house", "rents"),
        [_space_row(space) for space in data["spaces"]],
        right=("", "price", "loan", "house"),
    )
    for deck, cards in data["decks"].items():
        click.echo(f"\n{data['labels'][deck]}")
        for card in cards:
            click.echo(f"  {card['id']:9}  {card['label']}")
    if board.rules:
        click.echo("\nRules of its own")
        for rule, value in board.rules.items():
            click.echo(f"  {rule} = {_toml_value(value)}")


def _space_row(space: dict[str, Any]) -> list[Any]:
    name = f"({space['name']})" if space["placeholder"] else space["name"]
    rents = " ".join(map(str, space["rents"])) if space["rents"] else ""
    tax = space["tax"]
    if tax:
        both = tax["mode"] == "choice"
        rents = f"pay {tax['flat']} or {tax['percent_of_total_worth']} %" if both else f"pay {tax['amount']}"
    if space["power"]:
        rents += f"  power {space['power']}"
    keys = ("short", "deed", "price", "mortgage", "house_cost")
    return [space["index"], name, *(space[key] for key in keys), rents]


def _toml_value(value: Any) -> str:
    from deedbox.editions.toml_writer import toml_value as toml

    return toml(value)


def _judgement(file: str, **facts: Any) -> dict[str, Any]:
    """What `check --json` prints: a bad file has the same keys as a good one."""
    unknown = dict.fromkeys(("id", "bytes", "hash", "names_typed", "names_total"))
    lists: dict[str, Any] = {"faults": [], "remarks": [], "names": [], "screens": []}
    return {"file": file, "good": not facts.get("faults"), **lists, **unknown, **facts}


@command.command("check")
@click.argument("file", metavar="FILE", type=EditionName())
@click.option("--all", "every", is_flag=True, help="The screens of every deed, not of the longest name only.")
@click.option("--fix", is_flag=True, help="Write short names into the file where two deeds look alike.")
@json_option
def check(file: str, every: bool, fix: bool, as_json: bool) -> None:
    """Check an edition, and show its screens and its shortened names as the box will."""
    from banker.core.tags import DEEDS
    from deedbox import editions
    from deedbox.editions import name_filling, preview

    if fix and file in editions.IDS:
        raise click.UsageError("--fix changes a file of your own; this edition comes with deedbox")
    try:
        if fix:
            _add_short_names(Path(file))
        edition = editions.load_edition(file)
        code = editions.compile_edition(file)
    except editions.EditionError as error:
        if as_json:
            emit_json(_judgement(file, faults=[vars(fault) for fault in error.faults]))
            raise SystemExit(1) from None
        refuse_file(error)
    deeds = range(DEEDS) if every else [preview.longest_deed(edition)]
    shots = [(title, rows) for deed in deeds for title, rows in preview.name_screens(edition, deed)]
    remarks = preview.find_remarks(edition)
    if as_json:
        emit_json(
            _judgement(
                file,
                id=edition.id,
                bytes=len(code),
                hash=editions.edition_hash(file),
                names_typed=name_filling.name_progress(edition).typed,
                names_total=name_filling.name_progress(edition).total,
                remarks=remarks,
                names=[vars(name) for name in preview.display_names(edition)],
                screens=[{"title": title, "rows": rows} for title, rows in shots],
            )
        )
        return
    for at in range(0, len(shots), 2):
        pair = shots[at : at + 2]
        click.echo("".join(f"{title:<25}" for title, _ in pair).rstrip())
        for lines in zip(*(preview.frame_rows(rows) for _, rows in pair), strict=True):
            click.echo("  ".join(lines))
        click.echo()
    for remark in remarks:
        click.echo(one_line(remark))
    progress = name_filling.name_progress(edition)
    if not progress.is_complete:
        click.echo(one_line(f"{progress} are typed. The others: deedbox editions fill {file}"))
    click.echo(one_line(f"{file}: good. {edition.name} ({edition.id}) takes {len(code)} bytes on the box."))


def _add_short_names(file: Path) -> None:
    from deedbox import editions
    from deedbox.editions.short_names import add_short_names, propose_short_names

    edition = editions.load_edition(str(file))
    proposals = propose_short_names(edition)
    if not proposals:
        print_note("no two deeds look alike: nothing to fix")
        return
    write_file(file, add_short_names(file.read_text(encoding="utf-8"), proposals))
    for space, short in proposals.items():
        print_note(
            one_line(f"line {edition.lines.get(space, 0)}: {edition.spaces[space].name}: short = {short}")
        )


@command.command("new")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--from", "source", metavar="ID", default="classic", show_default=True, type=EditionName())
@force_option
def new(file: Path, source: str, force: bool) -> None:
    """Start an edition of your own: a file in which every line is explained.

    With --from classic you type all names. With another edition its names stay, and only those that no
    source prints are left for you to type.
    """
    from deedbox import editions
    from deedbox.editions import starter

    if file.suffix != ".toml":
        raise click.UsageError(f"{file}: the name of an edition's file ends in .toml")
    if file.exists() and not force:
        raise CommandError(f"{file} is there already; choose another name, or --force writes over it")
    write_file(file, starter.starter_file(source, file.stem))
    # The schema is beside the file, which may move to another computer.
    write_file(file.with_name(starter.SCHEMA.name), starter.SCHEMA.read_text(encoding="utf-8"))
    board = editions.load_edition(str(file))
    names_to_type = sum(space.placeholder for space in board.spaces)
    print_note(
        f"{file}: {names_to_type} names to type. It plays as it is. Next: deedbox editions check {file}"
    )


@command.command("fill")
@click.argument("edition", metavar="EDITION", type=EditionName())
@click.argument("names", metavar="[SPACE=NAME]...", nargs=-1)
@click.option(
    "--from",
    "source",
    metavar="FILE",
    type=click.File(encoding="utf-8"),
    help="Names from a text file, one to a line, for the spaces that lack one; - reads from the keyboard.",
)
@out_option
@force_option
def fill(edition: str, names: tuple[str, ...], source: TextIO | None, out: Path | None, force: bool) -> None:
    """Fill in the names that a board lacks. Without SPACE=NAME it asks for them one by one.

    EDITION is a file of your own, which is changed, or an id; then the board becomes a file of your own,
    my-ID.toml or the file after -o. Enter leaves a name for later.
    """
    from deedbox import editions
    from deedbox.editions import name_filling

    try:
        board = editions.load_edition(edition)
        typed = _names_of(names)
        if source:
            typed |= name_filling.names_from_lines(board, source.read().splitlines())
        elif not names:
            typed = _ask_names(board)
        if edition in editions.IDS:
            file = out or Path(f"my-{edition}.toml")
            text = name_filling.own_board(edition, typed, file.stem)
        else:
            file = out or Path(edition)
            text = name_filling.fill_names(Path(edition).read_text(encoding="utf-8"), typed, edition)
    except editions.EditionError as error:
        refuse_file(error)
    if file.exists() and str(file) != edition and not force:
        raise CommandError(f"{file} is there already; choose another name, or --force writes over it")
    write_file(file, text)
    progress = name_filling.name_progress(editions.load_edition(str(file)))
    print_note(one_line(f"{file}: {progress}. Next: deedbox editions check {file}"))


def _names_of(arguments: tuple[str, ...]) -> dict[int, str]:
    """The names of the command line: 1="Main Street"."""
    out = {}
    for argument in arguments:
        space, equals, name = argument.partition("=")
        if not equals or not space.strip().isdecimal():
            raise click.UsageError(f'{argument}: write SPACE=NAME, such as 1="Main Street"')
        out[int(space)] = name.strip()
    return out


def _ask_names(board: Edition) -> dict[int, str]:
    from deedbox.editions import name_filling

    missing = name_filling.missing_names(board)
    if not missing:
        print_note(f"{board.name} has all its names")
    out = {}
    for at, gap in enumerate(missing, 1):
        what = f"space {gap.space}, {gap.group or gap.kind}"
        if gap.note:
            what += f"; {gap.note}"
        name = click.prompt(
            one_line(f"{at}/{len(missing)}  {gap.placeholder} ({what})"), default="", show_default=False
        )
        if name.strip():
            out[gap.space] = name.strip()
    return out


# -- shared with others --


@command.command("add")
@click.argument("place", metavar="FILE|URL|ID")
@click.option(
    "--in", "index", metavar="FOLDER|URL", help="An index of boards; then ID is a board that it lists."
)
@out_option
@force_option
def add(place: str, index: str | None, out: Path | None, force: bool) -> None:
    """Add a board that somebody else made: from a file, an https address, or an index.

    Nothing in it is trusted: every line is checked, and the board is written, without its notes, to ID.toml
    or to the file after -o.
    """
    from deedbox import editions
    from deedbox.editions import name_filling, sharing

    try:
        data = sharing.fetch_listed(index, place) if index else sharing.fetch(place)
        board = sharing.take_board(place, data)
        text = sharing.write_board(board)
    except sharing.SharingError as error:
        raise CommandError(str(error)) from None
    except editions.EditionError as error:
        refuse_file(error)
    file = out or Path(f"{board.id}.toml")
    if file.exists() and not force:
        raise CommandError(f"{file} is there already; choose another name, or --force writes over it")
    write_file(file, text)
    progress = name_filling.name_progress(board)
    print_note(one_line(f"{file}: {board.name}, {progress}. Next: deedbox editions check {file}"))


@command.command("export")
@click.argument("edition", metavar="EDITION", type=EditionName())
@click.option(
    "--rules",
    "house_rules",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file of house rules; they become rules of the board.",
)
@click.option("--author", metavar="NAME", help="Who made it.")
@click.option("--licence", metavar="NAME", help="Under which licence others may use it, such as CC0-1.0.")
@click.option("--language", metavar="XX", help="Of its names and cards, such as de.")
@out_option
@force_option
def export(
    edition: str,
    house_rules: Path | None,
    out: Path | None,
    force: bool,
    **shared: str | None,
) -> None:
    """Write a board of your own as one file to give away, with its house rules. Without -o: ID.board.toml."""
    from deedbox import editions, rules
    from deedbox.editions import sharing

    if edition in editions.IDS:
        raise click.UsageError(f"{edition} comes with deedbox; export a board of your own")
    try:
        board = editions.load_edition(edition)
        chosen = rules.read_rules(house_rules, edition) if house_rules else {}
        for key, value in shared.items():
            if value is not None:
                setattr(board, key, value)
        text = sharing.write_board(
            board, {name: value for name, value in chosen.items() if name != "edition"}
        )
    except (editions.EditionError, rules.RulesError) as error:
        refuse_file(error)
    file = out or Path(f"{board.id}.board.toml")
    write_text_file(file, text, force)


@command.command("index")
@click.argument("folder", metavar="FOLDER", type=click.Path(exists=True, file_okay=False, path_type=Path))
def index_(folder: Path) -> None:
    """Write FOLDER/index.json, the list of the boards in FOLDER, to publish with them."""
    from deedbox import editions
    from deedbox.editions import sharing

    try:
        text, count = sharing.write_index(folder)
    except sharing.SharingError as error:
        raise CommandError(str(error)) from None
    except editions.EditionError as error:
        refuse_file(error)
    write_file(folder / sharing.INDEX_NAME, text)
    print_note(f"{folder / sharing.INDEX_NAME}: {'1 board' if count == 1 else f'{count} boards'}")


@command.command("search")
@click.argument("words", metavar="[WORD]...", nargs=-1)
@click.option("--in", "place", metavar="FOLDER|URL", required=True, help="Where the index of boards is.")
@json_option
def search(words: tuple[str, ...], place: str, as_json: bool) -> None:
    """List the boards of an index; with words, those whose name, author or language has all of them."""
    from dataclasses import asdict

    from deedbox.editions import sharing

    try:
        boards = [board for board in sharing.read_index(place) if board.matches(list(words))]
    except sharing.SharingError as error:
        raise CommandError(str(error)) from None
    if as_json:
        emit_json([asdict(board) for board in boards])
        return
    emit_table(
        ("id", "name", "players", "missing", "language", "author", "licence"),
        [
            (b.id, b.name, f"2-{b.players_max}", b.names_missing or "", b.language, b.author, b.licence)
            for b in boards
        ],
        right=("missing",),
    )


# -- on the box --


def _compile_editions(names: tuple[str, ...]) -> dict[str, bytes]:
    """The compiled editions by their paths on the box: these, or all that come with deedbox."""
    from deedbox import editions, sync

    files: dict[str, bytes] = {}
    for edition in names or editions.IDS:
        try:
            path = sync.path_on_box(sync.EDITIONS, editions.load_edition(edition).id)
            data = editions.compile_edition(edition)
        except editions.EditionError as error:
            refuse_file(error)
        if files.setdefault(path, data) != data:
            raise CommandError(f"{edition}: another of these has the same id, {sync.name_from_path(path)}")
    return files


@command.command("push")
@click.argument("chosen", metavar="[EDITION]...", nargs=-1, type=EditionName())
@on_option
@dry_run_option
@json_option
def push_(chosen: tuple[str, ...], on: str | None, dry_run: bool, as_json: bool) -> None:
    """Send editions to the box: ids, or files of your own; if none is named, all that come with deedbox.

    Only what differs is sent. An edition that a game on the box uses is left as it is.
    """
    push_to_box("editions", _compile_editions(chosen), on, dry_run, as_json)


@command.command("pull")
@click.argument("edition", metavar="ID")
@on_option
@out_option
@force_option
def pull(edition: str, on: str | None, out: Path | None, force: bool) -> None:
    """Copy an edition from the box into a file that you can edit. Without -o: ID.toml."""
    from deedbox import editions
    from deedbox.editions import compiler, toml_writer

    data = fetch_from_box("editions", edition, on)
    try:
        copy = compiler.decompile_edition(data, f"{edition} on the box")
    except editions.EditionError as error:
        refuse_file(error)
    base = editions.load_edition("classic")
    head = f"# {copy.name}, as it is on the box"
    write_text_file(
        out or Path(f"{edition}.toml"),
        toml_writer.write_edition(copy, base, editions.printed_decks(), head),
        force,
    )


@command.command("diff")
@click.argument("chosen", metavar="[EDITION]...", nargs=-1, type=EditionName())
@on_option
@json_option
def diff_(chosen: tuple[str, ...], on: str | None, as_json: bool) -> None:
    """Compare editions here with those on the box."""
    compare_with_box("editions", _compile_editions(chosen), on, as_json, others=not chosen)


@command.command("remove")
@click.argument("editions", metavar="ID...", nargs=-1, required=True)
@on_option
def remove_(editions: tuple[str, ...], on: str | None) -> None:
    """Remove editions from the box, but not those that a game on it uses."""
    remove_from_box("editions", editions, on)
