"""deedbox print as it is typed: files, messages, exit codes."""

import json
import os

import pypdfium2
import pytest
from command import ROOT, run

from deedbox import editions
from deedbox.printing import sheets
from deedbox.printing.sheet_layout import LABEL_SHEETS


def refused(code: int, *arguments) -> str:
    """The one line on stderr of a run that must end with this code."""
    result = run("print", *arguments)
    assert (result.returncode, result.stdout) == (code, ""), result
    assert len(result.stderr.splitlines()) == 1, result.stderr
    return result.stderr


def print_sheet(tmp_path, *arguments) -> tuple[dict, bytes]:
    file = tmp_path / "out.pdf"
    result = run("print", *arguments, "-o", file, "--json")
    assert (result.returncode, result.stderr) == (0, ""), result
    data = json.loads(result.stdout)
    assert data.pop("file") == str(file)
    assert len(pypdfium2.PdfDocument(file)) == data["pages"]
    return data, file.read_bytes()


def test_cards_of_an_edition(tmp_path):
    data, pdf = print_sheet(tmp_path, "cards", "--edition", "zelda", "--only", "deeds", "--paper", "letter")
    assert data == {"edition": "zelda", "paper": "letter", "single_sided": False, "pages": 8, "cards": 28}
    assert pdf == sheets.print_cards(editions.load_edition("zelda"), "letter", ("deeds",)).pdf


def test_cards_of_a_town_of_ones_own_to_fold(tmp_path):
    town = tmp_path / "my-town.toml"
    assert run("editions", "new", town).returncode == 0
    data, pdf = print_sheet(tmp_path, "cards", "--edition", town, "--deeds", "rail4, blue2", "--single-sided")
    assert data == {"edition": "my-town", "paper": "a4", "single_sided": True, "pages": 1, "cards": 2}
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_bounded()
    assert "Dark Blue 2" in text and "Transport 4" in text and "Dark Blue 1" not in text


def test_tokens(tmp_path):
    data, pdf = print_sheet(tmp_path, "tokens", "--edition", "dog-lovers", "--diameter", "35.5")
    assert data == {"edition": "dog-lovers", "paper": "a4", "diameter_mm": 35.5, "pages": 1, "tokens": 8}
    assert pdf == sheets.print_tokens(editions.load_edition("dog-lovers"), "a4", 35.5).pdf


def test_labels_with_the_cards_on_a_sheet_partly_used_and_moved(tmp_path):
    words = "labels --sheet precut --cards --skip 5 --shift-right -0.5 --shift-down 1"
    data, pdf = print_sheet(tmp_path, *words.split())
    assert data == {"edition": "classic", "paper": "a4", "sheet": "precut", "pages": 2, "labels": 69}
    form = LABEL_SHEETS["precut", "a4"]
    assert (
        pdf
        == sheets.print_labels(editions.load_edition("classic"), form, sheets.LABEL_KINDS, 5, (-0.5, 1)).pdf
    )


def test_a_calibration_page_for_a_sheet_of_another_make(tmp_path):
    words = "--columns 6 --rows 9 --diameter 24 --left 12 --top 15 --pitch-across 30 --pitch-down 29"
    data, _ = print_sheet(tmp_path, "labels", "--sheet", "precut", "--calibrate", *words.split())
    assert (data["pages"], data["outlines"]) == (1, 54)


def test_a_file_that_is_there_is_kept_unless_forced(tmp_path):
    file = tmp_path / "mine.pdf"
    file.write_text("mine")
    assert "--force" in refused(1, "tokens", "-o", file) and file.read_text() == "mine"
    result = run("print", "tokens", "-o", file, "--force")
    assert (result.returncode, result.stdout) == (0, "") and file.read_bytes().startswith(b"%PDF-")
    assert result.stderr == f"{file}: 8 tokens on 1 page. Print at 100 %.\n"


@pytest.mark.parametrize(
    "arguments, words",
    [
        ([], "One of: board, cards, labels, tokens"),
        (["card", "-o", "x.pdf"], "did you mean cards or board?"),
        (["cards"], "Missing option '-o'"),
        (["cards", "-o", "x.txt"], "ends in .pdf"),
        (["cards", "-o", "x.pdf", "--edition", "zleda"], "no such edition: zleda; did you mean zelda?"),
        (["cards", "-o", "x.pdf", "--paper", "a5"], "'letter'"),
        (["cards", "-o", "x.pdf", "--deeds", "brwon1"], "no such deed: brwon1; did you mean brown1"),
        (["cards", "-o", "x.pdf", "--deeds", "sky1,,"], "an empty name; there are brown1"),
        (["cards", "-o", "x.pdf", "--deeds", "sky1", "--only", "chest"], "--only chest leaves them out"),
        (["tokens", "-o", "x.pdf", "--diameter", "nan"], "nan is no length"),
        (["tokens", "-o", "x.pdf", "--diameter", "20"], "27"),
        (["labels", "-o", "x.pdf", "--skip", "48"], "a sheet has 48 labels"),
        (["labels", "-o", "x.pdf", "--columns", "9"], "9 columns reach to 293.5 mm, a4 is 210 mm wide"),
        (["labels", "-o", "x.pdf", "--rows", "9"], "9 rows reach to 309.5 mm, a4 is 297 mm high"),
        (["labels", "-o", "x.pdf", "--pitch-across", "24"], "overlap at a pitch across of 24 mm"),
        (["labels", "-o", "x.pdf", "--pitch-down", "24.9"], "overlap at a pitch down of 24.9 mm"),
        (["labels", "-o", "x.pdf", "--shift-right", "inf"], "-20"),
    ],
)
def test_what_is_typed_wrongly_is_one_line(arguments, words):
    line = refused(2, *arguments)
    assert words in line and "--help)" in line
    assert not (ROOT / "x.pdf").exists()


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    assert "there is no folder" in refused(1, "cards", "-o", tmp_path / "none" / "x.pdf")
    (tmp_path / "folder.pdf").mkdir()
    assert "is a folder" in refused(1, "cards", "-o", tmp_path / "folder.pdf")
    if os.path.exists("/dev/full"):
        (tmp_path / "full.pdf").symlink_to("/dev/full")
        assert "No space left" in refused(1, "tokens", "-o", tmp_path / "full.pdf", "--force")


def test_an_edition_that_cannot_be_read_is_told_with_its_lines(tmp_path):
    assert "'none.toml' does not exist" in refused(
        2, "cards", "-o", tmp_path / "x.pdf", "--edition", "none.toml"
    )
    bad = tmp_path / "bad.toml"
    bad.write_text('id = "bad"\nname = "Bad"\ninherits = "classic"\ncolour = 3\n')
    assert f"{bad}:4: colour" in refused(1, "cards", "-o", tmp_path / "x.pdf", "--edition", bad)
    assert not (tmp_path / "x.pdf").exists()
