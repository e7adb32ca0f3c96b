"""The report of a game: what it says is so, it needs nothing else, and it comes out the same every time."""

import re
from collections import Counter
from html.parser import HTMLParser
from string import Formatter

import pypdfium2
import pytest
from played import NAMES, Table, commands, within

from banker.core import count
from banker.core.board import SPACE_OF
from deedbox import editions, report
from deedbox.cli import main
from deedbox.games import export
from deedbox.games.books import Books
from deedbox.games.story import tell
from deedbox.report.facts import _rent_at, gathered
from deedbox.report.telling import Telling, words

VOID = {"meta", "br"}


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    """A game to its end, with a name that would be markup, and steps taken back."""
    with within(tmp_path_factory.mktemp("box")):
        table = Table().begin(["<b>Mum", "Dad & Co", "$x_1$"])
        table.do(*commands()[:30]).do({"do": "undo"}, {"do": "undo"}, {"do": "redo"}, {"do": "redo"})
        return table.do(*commands()[30:]).story()


@pytest.fixture(scope="module")
def page(story):
    return report.html(story, "en").decode()


@pytest.fixture(scope="module")
def sheets(story):
    return report.pdf(story, "en")


class Reader(HTMLParser):
    """Complains of what is not well nested; gathers ids, words and what would be fetched."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.words, self.fetched = [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        if tag not in VOID:
            self.open.append(tag)
        self._look(tag, attributes)

    def handle_startendtag(self, tag, attributes):
        self._look(tag, attributes)

    def _look(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.ids.append(value)
            if name in ("src", "href", "xlink:href", "data", "action") and not value.startswith("#"):
                self.fetched.append(value)
            if name.startswith("on") or tag in ("script", "link", "iframe", "img"):
                self.fetched.append((tag, name))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def test_the_page_needs_nothing_else_and_is_well_formed(page):
    reader = Reader(page)
    assert reader.fetched == [] and "@import" not in page
    assert not re.findall(r"url\((?!#)", page)
    assert [name for name, times in Counter(reader.ids).items() if times > 1] == []
    assert set(re.findall(r"url\(#([^)]+)\)", page)) <= set(reader.ids)


def test_names_are_text_and_never_markup(page):
    assert "<b>Mum" not in page and "&lt;b&gt;Mum" in page
    text = " ".join(Reader(page).words)
    assert "<b>Mum" in text and "Dad & Co" in text and "$x_1$" in text


def test_the_same_game_gives_the_same_bytes(story, page, sheets):
    books = export.read_json(export.as_json(story).encode(), "a.json")
    again = tell(books.volumes[story.game], {})
    assert report.html(again, "en").decode() == page and report.pdf(again, "en") == sheets


def test_neither_form_carries_a_date_or_a_version_of_a_library(page, sheets):
    assert b"CreationDate" not in sheets and "dc:date" not in page and "matplotlib" not in page.lower()


def test_the_plots_follow_light_and_dark(page):
    drawn = " ".join(re.findall(r"<svg.*?</svg>", page, re.S))
    assert "var(--ink)" in drawn and "var(--soft)" in drawn and "#010101" not in drawn
    assert "prefers-color-scheme: dark" in page and "@media print" in page


def test_the_sheets_say_what_the_page_says(story, sheets):
    document = pypdfium2.PdfDocument(sheets)
    text = "\n".join(sheet.get_textpage().get_text_bounded() for sheet in document)
    told = Telling(story, gathered(story), "en")
    for words_ in (told.banner(), told("awards_title"), told("books_title"), "$x_1$", told.receipt()):
        assert words_ in text
    assert all(round(sheet.get_width()) == 595 for sheet in document)


def test_both_languages_have_the_same_sentences():
    def slots(text):
        return {field for _, field, _, _ in Formatter().parse(text) if field}

    for part in ("page", "moment", "award"):
        english, german = words("en")[part], words("de")[part]
        assert english.keys() == german.keys()
        for key in english:
            pair = (english[key], german[key])
            pairs = [pair] if isinstance(pair[0], str) else list(zip(*pair, strict=True))
            assert all(slots(a) == slots(b) for a, b in pairs), key


# -- is it so? --


def test_worth_begins_with_the_start_and_ends_with_the_count(story):
    facts = gathered(story)
    assert [row[0] for row in facts.worth] == [count.final(story.start, p) for p in range(3)] or facts.turns[
        0
    ] == 0
    assert [row[-1] for row in facts.worth] == facts.final == [count.final(story.end, p) for p in range(3)]
    assert facts.order[0] in story.winners


def test_payments_add_up_to_what_everyone_has(story):
    flows = gathered(story).flows
    for player in range(3):
        came = sum(amount for (_, taker), amount in flows.items() if taker == player)
        went = sum(amount for (giver, _), amount in flows.items() if giver == player)
        assert story.start.cash[player] + came - went == story.end.cash[player]


def test_steps_that_were_taken_back_and_not_done_again_do_not_count(tmp_path):
    with within(tmp_path):
        table = Table().begin().do({"do": "roll", "dice": (1, 2)}, {"do": "buy"}, {"do": "undo"})
        facts = gathered(table.story())
    assert facts.flows == {} and len(facts.throws) == 1


def test_luck_is_nothing_on_average():
    """Over all 36 throws, what is met is what was expected."""
    from banker.core.given import given
    from banker.core.setup import new_game

    game = new_game(editions.board("classic"), editions.rules("classic"), {}, 2, 1)
    given(
        game,
        ["a", "b"],
        {"deeds": {f"red{n}": {"owner": "b"} for n in (1, 2, 3)}, "players": {"a": {"space": 15}}},
    )
    met = [_rent_at(game, 0, a + b) for a in range(1, 7) for b in range(1, 7)]
    # Of 36 throws 5, 5 and 4 lead to the red group, 6, 8 and 9 steps away; whole, it asks for double rent.
    assert sorted(set(met)) == [0, 36, 40] and sum(met) == 36 * (5 + 5) + 40 * 4


def test_rents_are_booked_on_the_deed_they_were_paid_for(tmp_path):
    with within(tmp_path):
        about = {"deeds": {"sky1": {"owner": "Dad"}}, "players": {"Mum": {"space": 0}}}
        table = Table().begin(given=about)
        table.do({"do": "roll", "dice": (2, 4)}, {"do": "claim", "by": 1, "deed": 2})
        facts = gathered(table.story())
    assert [(rent.deed, rent.payer, rent.owner, rent.amount) for rent in facts.rents] == [(2, 0, 1, 6)]
    assert facts.throws[0].met == 6 and facts.luck(0) < 0


def test_an_auction_is_told_with_its_price_and_its_bids(tmp_path):
    with within(tmp_path):
        table = Table().begin(["Ann", "Bob"]).do({"do": "roll", "dice": (1, 2)}, {"do": "decline"})
        table.do({"do": "bid", "by": 1, "amount": 10}, {"do": "bid", "by": 0, "amount": 30}, {"do": "hammer"})
        facts = gathered(table.story())
    sale = facts.sales[0]
    assert (sale.lot, sale.winner, sale.price, sale.listed, sale.bids) == (1, 0, 30, 60, 2)
    assert ("bargain", 0) in {(award.key, award.who) for award in facts.awards}


# -- any game --


@pytest.mark.parametrize("edition, players, steps", [("zelda", 6, 400), ("classic", 8, 0)])
def test_any_game_has_a_page_in_the_words_of_its_edition(tmp_path, edition, players, steps):
    with within(tmp_path):
        table = Table((edition,)).begin(NAMES[:players], edition=edition)
        story = table.do(*commands(edition, players, 3)[:steps]).story()
    page = report.html(story, "de").decode()
    text = " ".join(Reader(page).words)
    assert all(name in text for name in NAMES[:players]) and "nan" not in text.lower().split()
    best = Telling(story, gathered(story), "de").rent_rows()
    assert all(editions.load(edition).spaces[SPACE_OF[deed]].name in text for deed, _, _ in best)
    assert bool(best) == bool(steps) and f"\u00a0{editions.load(edition).currency['symbol']}" in text


@pytest.mark.parametrize("edition, players, steps", [("spider-man", 8, 900), ("classic", 2, 1)])
def test_any_game_fits_on_sheets(tmp_path, edition, players, steps):
    players = min(players, editions.rules(edition).get("players_max", 8))
    with within(tmp_path):
        table = Table((edition,)).begin(NAMES[:players], edition=edition)
        story = table.do(*commands(edition, players, 3)[:steps]).story()
    document = pypdfium2.PdfDocument(report.pdf(story, "de"))
    assert len(document) >= 2
    for sheet in document:
        page = sheet.get_textpage()
        for number in range(page.count_rects()):
            left, bottom, right, top = page.get_rect(number)
            assert left > 0 and bottom > 10 and right < 595 and top < 842


def test_a_game_that_is_not_sound_says_so(tmp_path):
    with within(tmp_path):
        table = Table().begin().do(*commands()[:20])
        pages, files = table.pages(), table.files()
    place, data = pages[9]
    pages[9] = (place, data[:77] + bytes([data[77] ^ 4]) + data[78:])
    books = Books(pages, files)
    story = tell(books.volumes[books.standing], files)
    lines = Telling(story, gathered(story), "en").books()
    assert lines[0] == "Not everything in the journal is in order:" and "sector 0, page 9" in lines[1]


def test_the_command_makes_a_page_with_names_or_without(story, tmp_path, capsys):
    game = tmp_path / "game.json"
    game.write_text(export.as_json(story), encoding="utf-8")
    out = tmp_path / "report.html"
    assert main(["games", "report", str(game), "-o", str(out), "--no-names", "--language", "de"]) == 0
    page = out.read_text(encoding="utf-8")
    assert "Player 1" in page and "Dad" not in page and 'lang="de"' in page
    assert main(["games", "report", str(game), "-o", str(tmp_path / "report.doc")]) == 2
    assert ".html or .pdf" in capsys.readouterr().err
