"""deedbox print"""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deedbox.cli.editions import EditionName, refuse_file
from deedbox.cli.output import emit_json, force_option, json_option, print_note
from deedbox.cli.runner import CommandError, Group, suggest_word
from deedbox.extras import need_extra
from deedbox.files import write_file

if TYPE_CHECKING:
    from deedbox.editions import Edition
    from deedbox.printing.sheets import Document


class Millimetres(click.FloatRange):
    """A length in millimetres; "nan" and "inf" are not allowed."""

    name = "mm"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        length: float = super().convert(value, param, ctx)
        if not math.isfinite(length):
            self.fail(f"{value} is no length", param, ctx)
        return length


class DeedList(click.ParamType):  # type: ignore[type-arg] # generic from click 8.3 on
    """Ids of deeds, separated by commas."""

    name = "deeds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[str]:
        from banker.core.ids import DEED_IDS

        if isinstance(value, list):
            return value
        deeds = [word.strip() for word in str(value).split(",")]
        for word in deeds:
            if word not in DEED_IDS:
                more = suggest_word(word, DEED_IDS) or f"; there are {', '.join(DEED_IDS)}"
                self.fail(f"no such deed: {word or 'an empty name'}{more}", param, ctx)
        return deeds


def _check_pdf(ctx: click.Context, param: click.Parameter, value: Path) -> Path:
    if value.suffix.lower() != ".pdf":
        raise click.BadParameter(f"{value}: the name of a sheet's file ends in .pdf")
    return value


def _check_language(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is None:
        return None
    from deedbox.printing.card_texts import languages

    if value not in languages():
        raise click.BadParameter(f"there are {', '.join(languages())}, not {value}")
    return value


edition_option = click.option(
    "--edition", metavar="ID", default="classic", show_default=True, type=EditionName(),
    help="An id of `deedbox editions list`, or a .toml file of your own.",
)  # fmt: skip
paper_option = click.option(
    "--paper",
    type=click.Choice(["a4", "letter"]),
    default="a4",
    show_default=True,
    help="The size of a sheet.",
)
language_option = click.option(
    "--language", metavar="XX", callback=_check_language,
    help="The language of words that the edition does not bring; default: the edition's language.",
)  # fmt: skip
output_option = click.option(
    "-o", "--output", "file", metavar="FILE.pdf", required=True, callback=_check_pdf,
    type=click.Path(path_type=Path), help="Where the sheets go.",
)  # fmt: skip


@click.group(cls=Group)
def command() -> None:
    """Print cards, token discs, labels for tags, and a board.

    Print at 100 %, not "fit to page": every sheet of cards and tokens has a ruler to check it.
    """


@command.command("cards")
@output_option
@edition_option
@paper_option
@language_option
@click.option(
    "--only", type=click.Choice(["deeds", "chance", "chest"]), multiple=True,
    help="Only these; may be given several times.",
)  # fmt: skip
@click.option(
    "--deeds", "chosen", metavar="ID,ID...", type=DeedList(),
    help="Only these deeds, to replace a lost one: --deeds brown1,rail3.",
)  # fmt: skip
@click.option(
    "--single-sided",
    is_flag=True,
    help="Fronts and backs side by side, to fold and glue; otherwise on both sides of a sheet.",
)
@force_option
@json_option
def cards(
    file: Path,
    edition: str,
    paper: str,
    language: str | None,
    only: tuple[str, ...],
    chosen: list[str] | None,
    single_sided: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Print deeds and the cards of both decks, 63 x 88 mm, nine on a sheet.

    The back of a deed is its mortgaged side. A ring on the back of every card shows where a 25 mm tag goes.
    To print on both sides, flip on the long edge.
    """
    if chosen and only and "deeds" not in only:
        raise click.UsageError(f"--deeds chooses deeds, but --only {only[0]} leaves them out")
    _check_output(file, force)
    board = _load_edition(edition, language)
    from deedbox.printing import sheets

    kinds = only or (("deeds",) if chosen else sheets.CARD_KINDS)
    sheet_file = sheets.print_cards(board, paper, kinds, chosen or (), single_sided)
    _write_pdf(
        file,
        sheet_file,
        {"edition": board.id, "paper": paper, "single_sided": single_sided},
        "cards",
        as_json,
    )


@command.command("tokens")
@output_option
@edition_option
@paper_option
@language_option
@click.option(
    "--diameter", metavar="MM", type=Millimetres(27, 40), default=30.0, show_default=True,
    help="Of a disc, 27 to 40.",
)  # fmt: skip
@force_option
@json_option
def tokens(
    file: Path, edition: str, paper: str, language: str | None, diameter: float, force: bool, as_json: bool
) -> None:
    """Print eight discs for the players to tap with.

    The face has a number, a name and a drawing, the reverse a ring for a 25 mm tag. Every edition gets all
    eight; a disc without a name in the edition shows its number.
    """
    _check_output(file, force)
    board = _load_edition(edition, language)
    from deedbox.printing import sheets

    sheet_file = sheets.print_tokens(board, paper, diameter)
    _write_pdf(
        file, sheet_file, {"edition": board.id, "paper": paper, "diameter_mm": diameter}, "tokens", as_json
    )


@command.command("board")
@output_option
@edition_option
@paper_option
@language_option
@force_option
@json_option
def board_(file: Path, edition: str, paper: str, language: str | None, force: bool, as_json: bool) -> None:
    """Print the playing board, 351 mm square, on four sheets. No space is cut in two."""
    _check_output(file, force)
    board = _load_edition(edition, language)
    from deedbox.printing import sheets

    sheet_file = sheets.print_board(board, paper)
    _write_pdf(file, sheet_file, {"edition": board.id, "paper": paper}, "parts", as_json)


@command.command("labels")
@output_option
@edition_option
@paper_option
@language_option
@click.option(
    "--sheet", type=click.Choice(["plain", "precut"]), default="plain", show_default=True,
    help="plain: with lines to cut along. precut: A4 with 70 labels of 25 mm, Letter with 63 of 1 inch.",
)  # fmt: skip
@click.option(
    "--only", type=click.Choice(["deeds", "tokens", "banker", "cards"]), multiple=True,
    help="Only these; may be given several times.",
)  # fmt: skip
@click.option("--cards", "with_cards", is_flag=True, help="Labels for the backs of the 32 cards, too.")
@click.option(
    "--skip",
    metavar="N",
    type=click.IntRange(0),
    default=0,
    help="How many labels of the first sheet are used already.",
)
@click.option(
    "--calibrate",
    is_flag=True,
    help="Only the outlines, to print on plain paper and hold over a sheet of labels.",
)
@click.option(
    "--shift-right",
    metavar="MM",
    type=Millimetres(-20, 20),
    default=0.0,
    help="Move everything to the right.",
)
@click.option(
    "--shift-down", metavar="MM", type=Millimetres(-20, 20), default=0.0, help="Move everything down."
)
@click.option("--columns", metavar="N", type=click.IntRange(1, 20), help="On a sheet of another make.")
@click.option("--rows", metavar="N", type=click.IntRange(1, 30), help="On a sheet of another make.")
@click.option("--diameter", metavar="MM", type=Millimetres(20, 40), help="Of a label.")
@click.option(
    "--left", metavar="MM", type=Millimetres(0, 100), help="From the sheet's left edge to the first label."
)
@click.option(
    "--top", metavar="MM", type=Millimetres(0, 100), help="From the sheet's upper edge to the first label."
)
@click.option("--pitch-across", metavar="MM", type=Millimetres(20, 200), help="From one column to the next.")
@click.option("--pitch-down", metavar="MM", type=Millimetres(20, 200), help="From one row to the next.")
@force_option
@json_option
def labels(
    file: Path,
    edition: str,
    paper: str,
    language: str | None,
    sheet: str,
    only: tuple[str, ...],
    with_cards: bool,
    skip: int,
    calibrate: bool,
    shift_right: float,
    shift_down: float,
    force: bool,
    as_json: bool,
    **measures: float | None,
) -> None:
    """Print round labels of 25 mm to stick over tags.

    They are for 28 deeds, 8 tokens and the banker. For a sheet of another make start from --sheet precut and
    name the measures that differ.
    """
    from deedbox.printing import sheet_layout as papers

    changes: dict[str, Any] = {key: value for key, value in measures.items() if value is not None}
    form = replace(papers.LABEL_SHEETS[sheet, paper], **changes)
    if form.fault():
        raise click.UsageError(form.fault())
    if skip >= form.count:
        raise click.UsageError(f"--skip {skip}: a sheet has {form.count} labels")
    _check_output(file, force)
    board = _load_edition(edition, language)
    from deedbox.printing import sheets

    shift = (shift_right, shift_down)
    if calibrate:
        sheet_file = sheets.print_calibration(form, shift)
    else:
        kinds = (only or sheets.LABEL_KINDS[:3]) + (("cards",) if with_cards else ())
        sheet_file = sheets.print_labels(board, form, kinds, skip, shift, outlined=sheet == "plain")
    about = {"edition": board.id, "paper": paper, "sheet": sheet}
    _write_pdf(file, sheet_file, about, "outlines" if calibrate else "labels", as_json)


def _check_output(file: Path, force: bool) -> None:
    """Before anything is drawn: reportlab is there, and the file can be written."""
    need_extra("print")
    if file.is_dir():
        raise CommandError(f"{file} is a folder; name a file")
    if file.exists() and not force:
        raise CommandError(f"{file} is there already; choose another name, or --force writes over it")
    if not file.parent.is_dir():
        raise CommandError(f"there is no folder {file.parent}; make it, or choose another")


def _load_edition(edition: str, language: str | None) -> Edition:
    """The edition; cards are printed in its language, or in the one that was chosen."""
    from deedbox import editions

    try:
        board = editions.load_edition(edition)
        return replace(board, language=language) if language else board
    except editions.EditionError as error:
        refuse_file(error)
        raise  # never reached, since refuse() ends the command


def _write_pdf(file: Path, sheet_file: Document, about: dict[str, Any], what: str, as_json: bool) -> None:
    write_file(file, sheet_file.pdf)
    if as_json:
        emit_json({"file": str(file), **about, "pages": sheet_file.pages, what: sheet_file.count})
        return
    pages = "1 page" if sheet_file.pages == 1 else f"{sheet_file.pages} pages"
    print_note(f"{file}: {sheet_file.count} {what} on {pages}. Print at 100 %.")
