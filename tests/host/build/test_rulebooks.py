"""host/docs/rulebooks.md is complete, its links lead somewhere, and it is what its module writes."""

import re

import pytest
from documents import DOCS, ROOT, anchors, headings, rule_ids, ruling_ids

from deedbox import editions
from deedbox.build import rulebooks

PAGE = (ROOT / rulebooks.PAGE).read_text(encoding="utf-8")
BOOKS = rulebooks.list_rulebooks()
TOPICS = rulebooks.read_topics()


def section(edition: str) -> str:
    """The part of the page about this edition."""
    title = re.escape(editions.load_edition(edition).name)
    return re.search(rf"^## {title}$(.*?)^## ", PAGE, re.M | re.S)[1]


def test_the_page_is_what_its_module_writes():
    """With the fixtures that it links to: a link to one that no longer shows its rule is missing then."""
    assert rulebooks.write_document(rulebooks.choices_of(PAGE)) == PAGE, "make rulebooks"
    fresh = rulebooks.write_document()
    assert rulebooks.write_document(rulebooks.choices_of(fresh)) == fresh


def test_a_fixture_that_does_not_show_its_rule_is_noticed():
    rent, other = "rent/RENT-1a-the-owner-is-paid.toml", "rent/RENT-2b-two-of-three-lots.toml"
    assert rent in PAGE
    page = PAGE.replace(rent, other)
    assert rulebooks.write_document(rulebooks.choices_of(page)) != page


def test_every_edition_has_its_section():
    assert {book["edition"] for book in BOOKS} == set(editions.IDS)
    assert all(section(book["edition"]) for book in BOOKS)


def test_the_module_knows_every_rule_and_every_ruling():
    assert {rule.id for rule in rulebooks.read_rules()} == set(rule_ids())
    assert {name for name, _, _ in rulebooks.read_rulings()} == set(ruling_ids())
    assert set(rulebooks._load_data()["topic"]) == set(TOPICS)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book["edition"])
def test_a_rulebook_has_all_its_topics_and_rules(book):
    text = section(book["edition"])
    for rule in rulebooks.read_rules():
        foreign = rule.topic in rulebooks.CODES and rule.topic not in book["own"]
        applies = book["code"] in rule.codes and not foreign
        assert (f"[{rule.id}](rules.md#{rule.id}) (" in " ".join(text.split())) is applies, rule.id
        if applies:
            assert f": {TOPICS[rule.topic]}\n" in text


@pytest.mark.parametrize(
    "rule, codes",
    [
        ("RENT-1", {"DM", "SW", "DOG", "ZEL", "SM"}),
        ("BANK-2", {"DM", "SW", "DOG", "SM"}),
        ("TAX-3", {"DM", "SW", "DOG", "SM"}),
        ("TAX-8", {"DM"}),
        ("SELL-8", {"DM", "SW", "DOG", "SM"}),
        ("TIME-1", {"DM", "SW", "DOG", "SM"}),
        ("SPEED-4", {"DM", "SW", "DOG", "SM"}),
        ("DM-8", {"DM"}),
        ("ZEL-1", {"ZEL"}),
        ("GO-2", {"DM", "SW", "DOG", "ZEL", "SM"}),
    ],
)
def test_which_rulebooks_have_a_rule_is_read_from_the_rules(rule, codes):
    assert {*next(one for one in rulebooks.read_rules() if one.id == rule).codes} == codes


def test_every_point_of_every_rulebook_has_a_fixture_or_a_reason():
    for line in re.split(r"\n(?=- )", PAGE):
        if line.startswith("- ") and "Planned" not in line:
            assert "../../tests/fixtures/" in line or re.search(r"\[S-\d+\]", line), line


def test_every_link_leads_somewhere():
    targets = re.findall(r"\]\(([^)\s]+)\)", PAGE)
    assert len(targets) > 1000
    anchors_there = {*anchors(DOCS / "rules.md"), *headings(DOCS / "rules.md")}
    for target in set(targets):
        path, _, anchor = target.partition("#")
        if path == "rules.md":
            assert not anchor or anchor in anchors_there, target
        elif path:
            assert (DOCS / path).resolve().is_file(), target
