"""security.md: each of its lines names the tests that hold it, and every named test exists."""

import re

import pytest
from documents import DOCS, ROOT, read

PAGE = DOCS / "security.md"
TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
ROW = re.compile(r"^\| (?!-)(.+) \|$", re.M)


def named() -> list[tuple[str, str]]:
    return sorted(set(TEST.findall(read(PAGE))))


def rows() -> list[list[str]]:
    """The lines of all tables, without their heads."""
    cells = [row.split(" | ") for row in ROW.findall(read(PAGE))]
    return [row for row in cells if row[-1] not in ("test", "---")]


@pytest.mark.parametrize("file, name", named())
def test_every_named_test_exists(file, name):
    source = read(ROOT / file)
    assert re.search(rf"^(async )?def {name}\(", source, re.M), f"{file} has no {name}"


def test_every_line_names_a_test():
    assert len(rows()) > 40
    assert [row[0] + ": " + row[1] for row in rows() if not TEST.search(row[-1])] == []


def test_everybody_who_comes_near_a_box_has_a_section():
    for who in (
        "A guest's laptop at the cable",
        "A phone",
        "A clone card, a copied sticker",
        "A downloaded board, rule set or backup",
        "Another page in the browser",
        "Another user of the computer",
    ):
        assert f"\n## {who}\n" in read(PAGE)


def test_every_table_says_what_can_be_done_and_what_cannot():
    words = {row[0] for row in rows()}
    assert {"can", "cannot"} <= words
