"""The report of a game: its numbers are right, it needs no other file, and it is the same every time."""

import re
from collections import Counter
from html.parser import HTMLParser
from string import Formatter

import pypdfium2
import pytest
from played import NAMES, Table, commands, within

from banker.core import worth
from banker.core.board import SPACE_OF
from deedbox import editions, report
from deedbox.cli import main
from deedbox.games import export
from deedbox.games.found_games import FoundGames
from deedbox.games.replay import replay_game
from deedbox.report.sentences import Report, load_words
from deedbox.report.statistics import _rent_at, gather_statistics

VOID = {"meta", "br"}


@pytest.fixture(scope="module")
def replay(tmp_path_factory):
    """A game to its end, with names that look like markup, and steps taken back."""
    with within(tmp_path_factory.mktemp("box")):
        table = Table().begin(["<b>Mum", "Dad & Co", "$x_1$"])
        table.do(*commands()[:30]).do({"do": "undo"}, {"do": "undo"}, {"do": "redo"}, {"do": "redo"})
        return table.do(*commands()[30:]).replay()


@pytest.fixture(scope="module")
def page(replay):
    return report.write_html(replay, "en").decode()


@pytest.fixture(scope="module")
def sheets(replay):
    return report.write_pdf(replay, "en")


class Reader(HTMLParser):
    """Fails if tags are not well nested; collects ids, words and what a browser would fetch."""

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


def test_the_same_game_gives_the_same_bytes(replay, page, sheets):
    games = export.read_json(export.as_json(replay).encode(), "a.json")
    again = replay_game(games.by_id[replay.game], {})
    assert report.write_html(again, "en").decode() == page and report.write_pdf(again, "en") == sheets


def test_neither_form_carries_a_date_or_a_version_of_a_library(page, sheets):
    dates = re.findall(rb"\(D:(\d+)", sheets)
    assert dates and set(dates) == {b"20000101000000"}, "reportlab's own, the same in every file"
    assert not re.search(rb"/Producer \([^)]*\d", sheets)
    assert "dc:date" not in page and "reportlab" not in page.lower()


def test_the_plots_follow_light_and_dark(page):
    drawings = " ".join(re.findall(r"<svg.*?</svg>", page, re.S))
    assert "var(--ink)" in drawings and "var(--soft)" in drawings and "#010101" not in drawings
    assert "prefers-color-scheme: dark" in page and "@media print" in page


def test_the_sheets_say_what_the_page_says(replay, sheets):
    document = pypdfium2.PdfDocument(sheets)
    text = "\n".join(sheet.get_textpage().get_text_bounded() for sheet in document)
    sentences = Report(replay, gather_statistics(replay), "en")
    for words_ in (
        sentences.banner(),
        sentences("awards_title"),
        sentences("books_title"),
        "$x_1$",
        sentences.receipt(),
    ):
        assert words_ in text
    assert all(round(sheet.get_width()) == 595 for sheet in document)


def test_both_languages_have_the_same_sentences():
    def slots(text):
        return {field for _, field, _, _ in Formatter().parse(text) if field}

    for part in ("page", "moment", "award"):
        english, german = load_words("en")[part], load_words("de")[part]
        assert english.keys() == german.keys()
        for key in english:
            pair = (english[key], german[key])
            pairs = [pair] if isinstance(pair[0], str) else list(zip(*pair, strict=True))
            assert all(slots(a) == slots(b) for a, b in pairs), key


# -- the numbers --


def test_worth_is_counted_at_the_end_of_each_turn_and_ends_with_the_count(replay):
    statistics = gather_statistics(replay)
    ends = {step.game.turn_no: step.game for step in replay.steps_in_force}
    assert statistics.turns == sorted(ends) and len(ends) > 100
    assert statistics.worth == [[worth.final(ends[turn], p) for turn in statistics.turns] for p in range(3)]
    assert (
        [row[-1] for row in statistics.worth]
        == statistics.final
        == [worth.final(replay.end, p) for p in range(3)]
    )
    assert statistics.order[0] in replay.winners


@pytest.mark.parametrize(
    "more", [[], [{"do": "end"}, {"do": "undo"}]], ids=["at once", "ended and taken back"]
)
def test_worth_in_the_first_turn_goes_from_the_start_to_now(tmp_path, more):
    with within(tmp_path):
        table = Table().begin().do({"do": "roll", "dice": (1, 3)}, {"do": "tax", "choose": "flat"}, *more)
        statistics = gather_statistics(table.replay())
    assert statistics.turns == [0, 1]
    assert statistics.worth == [[1500, 1300], [1500, 1500], [1500, 1500]]


def test_payments_add_up_to_what_everyone_has(replay):
    flows = gather_statistics(replay).flows
    for player in range(3):
        incoming = sum(amount for (_, taker), amount in flows.items() if taker == player)
        outgoing = sum(amount for (giver, _), amount in flows.items() if giver == player)
        assert replay.start.cash[player] + incoming - outgoing == replay.end.cash[player]


def test_steps_that_were_taken_back_and_not_done_again_do_not_count(tmp_path):
    with within(tmp_path):
        table = Table().begin().do({"do": "roll", "dice": (1, 2)}, {"do": "buy"}, {"do": "undo"})
        statistics = gather_statistics(table.replay())
    assert statistics.flows == {} and len(statistics.rolls) == 1


def test_luck_is_nothing_on_average():
    """Over all 36 rolls, the actual rent is the expected rent."""
    from banker.core.setup.new_game import new_game
    from banker.core.setup.position import given

    game = new_game(editions.load_board("classic"), editions.edition_rules("classic"), {}, 2, 1)
    given(
        game,
        ["a", "b"],
        {"deeds": {f"red{n}": {"owner": "b"} for n in (1, 2, 3)}, "players": {"a": {"space": 15}}},
    )
    rents = [_rent_at(game, 0, a + b) for a in range(1, 7) for b in range(1, 7)]
    # Of 36 rolls 5, 5 and 4 lead to the red group, 6, 8 and 9 steps away; the complete group has double rent.
    assert sorted(set(rents)) == [0, 36, 40] and sum(rents) == 36 * (5 + 5) + 40 * 4


def test_rents_are_booked_on_the_deed_they_were_paid_for(tmp_path):
    with within(tmp_path):
        about = {"deeds": {"sky1": {"owner": "Dad"}}, "players": {"Mum": {"space": 0}}}
        table = Table().begin(given=about)
        table.do({"do": "roll", "dice": (2, 4)}, {"do": "claim", "by": 1, "deed": 2})
        statistics = gather_statistics(table.replay())
    assert [(rent.deed, rent.payer, rent.owner, rent.amount) for rent in statistics.rents] == [(2, 0, 1, 6)]
    assert statistics.rolls[0].actual == 6 and statistics.luck(0) < 0


def test_an_auction_is_told_with_its_price_and_its_bids(tmp_path):
    with within(tmp_path):
        table = Table().begin(["Ann", "Bob"]).do({"do": "roll", "dice": (1, 2)}, {"do": "decline"})
        table.do({"do": "bid", "by": 1, "amount": 10}, {"do": "bid", "by": 0, "amount": 30}, {"do": "hammer"})
        statistics = gather_statistics(table.replay())
    sale = statistics.sales[0]
    assert (sale.lot, sale.winner, sale.price, sale.list_price, sale.bids) == (1, 0, 30, 60, 2)
    assert ("bargain", (0,)) in {(award.key, award.who) for award in statistics.awards}


# -- any game --


@pytest.mark.proof_unless("zelda")
@pytest.mark.parametrize("edition, players, steps", [("zelda", 6, 400), ("classic", 8, 0)])
def test_any_game_has_a_page_in_the_words_of_its_edition(tmp_path, edition, players, steps):
    with within(tmp_path):
        table = Table((edition,)).begin(NAMES[:players], edition=edition)
        replay = table.do(*commands(edition, players, 3)[:steps]).replay()
    page = report.write_html(replay, "de").decode()
    text = " ".join(Reader(page).words)
    assert all(name in text for name in NAMES[:players]) and "nan" not in text.lower().split()
    best = Report(replay, gather_statistics(replay), "de").rent_rows()
    assert all(editions.load_edition(edition).spaces[SPACE_OF[deed]].name in text for deed, _, _ in best)
    assert bool(best) == bool(steps) and f"\u00a0{editions.load_edition(edition).currency['symbol']}" in text


@pytest.mark.proof_unless("spider-man")
@pytest.mark.parametrize("edition, players, steps", [("spider-man", 8, 900), ("classic", 2, 1)])
def test_any_game_fits_on_sheets(tmp_path, edition, players, steps):
    players = min(players, editions.edition_rules(edition).get("players_max", 8))
    with within(tmp_path):
        table = Table((edition,)).begin(NAMES[:players], edition=edition)
        replay = table.do(*commands(edition, players, 3)[:steps]).replay()
    document = pypdfium2.PdfDocument(report.write_pdf(replay, "de"))
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
    games = FoundGames(pages, files)
    replay = replay_game(games.by_id[games.current], files)
    lines = Report(replay, gather_statistics(replay), "en").games()
    assert lines[0] == "Not everything in the journal is in order:" and "sector 0, page 9" in lines[1]


def test_the_command_makes_a_page_with_names_or_without(replay, tmp_path, capsys):
    game = tmp_path / "game.json"
    game.write_text(export.as_json(replay), encoding="utf-8")
    out = tmp_path / "report.html"
    assert main(["games", "report", str(game), "-o", str(out), "--no-names", "--language", "de"]) == 0
    page = out.read_text(encoding="utf-8")
    assert "Player 1" in page and "Dad" not in page and 'lang="de"' in page
    assert main(["games", "report", str(game), "-o", str(tmp_path / "report.doc")]) == 2
    assert ".html or .pdf" in capsys.readouterr().err


@pytest.mark.proof
def test_trades_are_told_in_the_sentences_of_the_log(tmp_path):
    from deedbox.games.phrases import Speaker

    with within(tmp_path):
        table = Table().begin(given={"deeds": {"red1": {"owner": "Mia"}}})
        table.do({"do": "trade", "a": 1, "b": 2, "a_gives": {"cash": 5}, "b_gives": {"deeds": [11]}})
        replay = table.replay()
    sentence = Speaker(replay).sentence(replay.steps[0])
    assert sentence == "Mia sells Kentucky Avenue to Dad for $5"
    assert sentence in " ".join(Reader(report.write_html(replay, "en").decode()).words)
    sheets = pypdfium2.PdfDocument(report.write_pdf(replay, "en"))
    assert sentence in " ".join(sheet.get_textpage().get_text_range() for sheet in sheets)


# -- eight players --

LONG_NAMES = ["Wilhelmina A", "Maximilian B", "Mum", "Bartholomew", "Kim", "Lou", "Elisabeth-Q", "Zoe"]


@pytest.fixture(scope="module")
def eight(tmp_path_factory):
    """A game of eight to its end, with the longest names."""
    with within(tmp_path_factory.mktemp("eight")):
        return Table().begin(LONG_NAMES).do(*commands("classic", 8, 3)).replay()


def overlaps(rects):
    """Pairs of texts that are printed one over the other, by more than the space around letters."""
    return [
        (a, b)
        for at, a in enumerate(rects)
        for b in rects[:at]
        if min(a[2], b[2]) - max(a[0], b[0]) > 1.5 and min(a[3], b[3]) - max(a[1], b[1]) > 2.5
    ]


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_text_is_printed_over_another(eight, language):
    for sheet in pypdfium2.PdfDocument(report.write_pdf(eight, language)):
        page = sheet.get_textpage()
        rects = [page.get_rect(number) for number in range(page.count_rects())]
        words_ = {rect: page.get_text_bounded(*rect) for rect in rects}
        assert [(words_[a], words_[b]) for a, b in overlaps(rects)] == []
        assert all(10 < left and right < 585 for left, _, right, _ in rects)


def test_labels_are_moved_apart_as_little_as_possible():
    from hypothesis import HealthCheck, given, settings
    from hypothesis import strategies as st

    from deedbox.charts import spread_apart

    @settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.lists(st.floats(0, 100), max_size=9))
    def check(values):
        spots = spread_apart(values, 10.0, 0.0, 100.0)
        assert all(-1e-6 <= spot <= 100 + 1e-6 for spot in spots)
        ordered = sorted(spots)
        assert all(b - a >= 10 - 1e-6 for a, b in zip(ordered, ordered[1:], strict=False))
        apart = sorted(values)
        if all(b - a >= 10 for a, b in zip(apart, apart[1:], strict=False)):
            assert spots == pytest.approx(values)

    check()


def test_turns_have_the_numbers_of_the_log(eight):
    from deedbox.games import text_rows
    from deedbox.games.phrases import Speaker

    turns = {row[3]: row[1] for row in text_rows.log_rows(eight, Speaker(eight))}
    told = Report(eight, gather_statistics(eight), "en")
    assert told.trade_rows() and all(turns[sentence] == turn for turn, _, sentence in told.trade_rows())
    text = " ".join(Reader(report.write_html(eight, "en").decode()).words)
    for player, turn in told.statistics.out.items():
        assert f"out in turn {turn} " in text and turn in turns.values(), player


def test_turning_points_are_in_the_order_of_the_steps(eight, replay):
    for game in (eight, replay):
        moments = gather_statistics(game).moments
        assert [moment.seq for moment in moments] == sorted(moment.seq for moment in moments)
        keys = [(moment.seq, moment.key == "lead") for moment in moments]
        assert keys == sorted(keys), "a lead is counted at the end of a turn, after what caused it"


def test_ties_are_shared(tmp_path):
    with within(tmp_path):
        even = Table().begin(["Ann", "Bob", "Cyd"]).replay()
        rolls = [
            {"do": "roll", "dice": (2, 2)},
            {"do": "tax", "choose": "flat"},
            {"do": "roll", "dice": (1, 5)},
        ]
        table = Table().begin(["Ann", "Bob", "Cyd"]).do(*rolls)
        ahead = table.replay()
    for game, banner, ranks in (
        (even, "This game is not over yet. Ann, Bob and Cyd are ahead.", [1, 1, 1]),
        (ahead, "This game is not over yet. Bob and Cyd are ahead.", [3, 1, 1]),
    ):
        statistics = gather_statistics(game)
        assert Report(game, statistics, "en").banner() == banner
        assert [statistics.rank(player) for player in range(3)] == ranks


def test_an_award_goes_to_everybody_with_the_best_value():
    from deedbox.report.statistics import Statistics, _choose_awards

    statistics = Statistics(3)
    statistics.trades.update({0: 2, 2: 2, 1: 1})
    statistics.laps.update({0: 3, 1: 3, 2: 3})
    awards = _choose_awards(statistics)
    assert [(award.key, award.who) for award in awards] == [("trader", (0, 2))], "what all have is no award"


def test_an_award_for_several_names_them_all(eight):
    from deedbox.report.statistics import Award

    award = Award("jailbird", (0, 4), {"value": 2})
    statistics = gather_statistics(eight)
    assert Report(eight, statistics, "en").award(award)[1] == "Wilhelmina A and Kim each went to jail twice"
    assert "und Kim gingen je zweimal" in Report(eight, statistics, "de").award(award)[1]


def test_every_bar_has_an_edge_that_shows_on_light_and_dark(eight):
    page = report.write_html(eight, "en").decode()
    rents = next(svg for svg in re.findall(r"<svg.*?</svg>", page, re.S) if "What the deeds earned" in svg)
    bars = re.findall(r'<rect [^>]*style="stroke: ([^;]+);[^"]* fill: #[0-9a-f]{6};', rents)
    assert len(bars) == 10 and set(bars) == {"var(--soft)"}
