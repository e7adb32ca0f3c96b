"""The report as a PDF: the same charts and sentences on sheets of A4. Places are in millimetres."""

from __future__ import annotations

from collections.abc import Sequence

from deedbox.charts import PAPER
from deedbox.printing.pen import MM, Pen, width_of, wrap_text
from deedbox.report import charts
from deedbox.report.sentences import Report
from deedbox.token_colours import ink_on
from deedbox.typeface import BOLD, REGULAR, printable_text

_WIDTH, _HEIGHT = 210.0, 297.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 16.0, 194.0, 284.0, 11.0
_LINE = 4.8  # from line to line of body text
_BODY, _ITEM = 9.0, 9.5  # sizes
_INDENT = 7.4  # of text after a mark


class _Paper:
    """Sheets that are filled from the top down."""

    def __init__(self, pen: Pen) -> None:
        self.pen = pen
        self.y = _TOP

    def need(self, high: float) -> None:
        """Begin a new sheet if so much does not fit on this one."""
        if self.y - high < _BOTTOM:
            self.pen.turn()
            self.y = _TOP

    def text(self, text: str, size: float, colour: str, bold: bool = False, x: float = _LEFT) -> None:
        self.y -= size / 9.5 * _LINE
        self.pen.text(x, self.y, text, size, BOLD if bold else REGULAR, colour)

    def paragraph(self, text: str, size: float = _BODY) -> None:
        lines = _lines(text, size, _RIGHT - _LEFT)
        self.need(len(lines) * size / 9.5 * _LINE)
        for line in lines:
            self.text(line, size, PAPER.soft)

    def heading(self, text: str, high: float) -> None:
        """`high`: how much must follow on the same sheet."""
        self.need(13 + high)
        if self.y < _TOP:
            self.y -= 4.7
        self.text(text, 14, PAPER.ink, bold=True)
        self.y -= 1

    def plot(
        self, draw: charts.Draw, report: Report, high: float, left: float = _LEFT, right: float = _RIGHT
    ) -> None:
        chart = draw(report, PAPER, (right - left) * MM, high * MM)
        self.pen.chart(chart, left, self.y - high)

    def item(self, colour: str, mark: str, text: str, more: str = "") -> None:
        """A line after a coloured mark."""
        lines = _lines(text, _ITEM, _RIGHT - _LEFT - _INDENT, BOLD if more else REGULAR)
        details = _lines(more, _BODY, _RIGHT - _LEFT - _INDENT)
        self.need((len(lines) + len(details)) * _LINE + 1.8)
        middle = self.y - _LINE + 1.2
        self.pen.circle(_LEFT + 2.3, middle, 2.1, colour, PAPER.soft, 0.18)
        if mark:
            self.pen.text(_LEFT + 2.3, middle - 0.95, mark, 7.5, BOLD, ink_on(colour), 0.5)
        for at, line in enumerate(lines):
            self.text(line, _ITEM, PAPER.ink, bold=bool(more) and at == 0, x=_LEFT + _INDENT)
        for line in details:
            self.text(line, _BODY, PAPER.soft, x=_LEFT + _INDENT)
        self.y -= 1.8

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]], places: Sequence[float]) -> None:
        """Columns begin at `places`, as parts of the width; columns with a negative place end there."""
        for at, cells in enumerate([head, *rows]):
            self.need(_LINE * 1.12)
            self.y -= _LINE * 1.12
            for cell, place in zip(cells, places, strict=True):
                x = _LEFT + abs(place) * (_RIGHT - _LEFT)
                colour = PAPER.soft if at == 0 else PAPER.ink
                self.pen.text(x, self.y, cell, _BODY, REGULAR, colour, int(place < 0))
        self.y -= _LINE * 0.6


def _lines(text: str, size: float, width: float, font: str = REGULAR) -> list[str]:
    return wrap_text(printable_text(text), size, font, width, cut=True) or []


def write_pdf_pages(report: Report) -> bytes:
    """The same game always gives the same bytes: no date, no name of a machine."""
    title = f"{report.title()}: {report.subtitle()}"
    pen = Pen(title, (_WIDTH, _HEIGHT), "Deedbox", report.language)
    _fill_sheets(_Paper(pen), report)
    pen.turn()
    return pen.finish()


def _fill_sheets(paper: _Paper, report: Report) -> None:
    for part in (
        _draw_top,
        _draw_worth,
        _draw_odds,
        _draw_moments,
        _draw_flow,
        _draw_rents,
        _draw_dice,
        _draw_awards,
        _draw_auctions,
        _draw_trades,
        _draw_journal,
    ):
        part(paper, report)


def _draw_top(paper: _Paper, report: Report) -> None:
    paper.text(report.title(), 10.5, "#0a6b66", bold=True)
    paper.y -= 2.4
    banner = report.banner()
    size = 24.0
    while size > 12 and width_of(printable_text(banner), size, BOLD) > _RIGHT - _LEFT:
        size -= 0.5
    for line in _lines(banner, size, _RIGHT - _LEFT, BOLD):
        paper.text(line, size, PAPER.ink, bold=True)
    paper.y -= 1.2
    paper.paragraph(report.subtitle(), 11)
    paper.y -= 10
    for at, (number, what) in enumerate(report.figures()):
        x = _LEFT + at * 36
        paper.pen.text(x, paper.y, number, 14, BOLD, PAPER.ink)
        paper.pen.text(x, paper.y - 4.8, what, 8.5, REGULAR, PAPER.soft)
    paper.y -= 10
    for player in report.statistics.order:
        has = [f"{what} {value}" for what, value in report.holdings(player)]
        title = f"{report.name(player)}\u00a0\u00a0 {report.money(report.statistics.final[player])}"
        paper.item(
            report.colour(player),
            str(report.statistics.rank(player)),
            title,
            ", ".join(filter(None, [report.place(player), *has])),
        )


def _draw_worth(paper: _Paper, report: Report) -> None:
    paper.heading(report("worth_title"), 96)
    paper.paragraph(report("worth_text"))
    paper.y -= 3
    paper.plot(charts.draw_worth, report, 82)
    paper.y -= 84


def _draw_odds(paper: _Paper, report: Report) -> None:
    sentences = report.odds()
    if sentences:
        paper.heading(report("odds_title"), 24)
        for sentence in sentences:
            paper.paragraph(sentence)


def _draw_moments(paper: _Paper, report: Report) -> None:
    if report.statistics.moments:
        paper.heading(report("moments_title"), 6.7 * len(report.statistics.moments))
        for number, moment in enumerate(report.statistics.moments, 1):
            text = f"{report('turn')} {moment.turn}: {report.moment(moment)}"
            paper.item(report.colour(moment.who), str(number), text)


def _draw_flow(paper: _Paper, report: Report) -> None:
    if report.statistics.flows:
        paper.heading(report("flow_title"), 83)
        paper.paragraph(report("flow_text"))
        paper.y -= 3
        paper.plot(charts.draw_flow, report, 72, _LEFT + 10, _RIGHT - 10)
        paper.y -= 73


def _draw_rents(paper: _Paper, report: Report) -> None:
    rows = report.rent_rows()
    high = 2 + 5.5 * len(rows)
    paper.heading(report("rents_title"), high + 9)
    paper.paragraph(report("rents_text" if rows else "rents_none"))
    if rows:
        paper.y -= 2
        paper.plot(charts.draw_rents, report, high)
        paper.y -= high


def _draw_dice(paper: _Paper, report: Report) -> None:
    if not report.statistics.rolls:
        paper.heading(report("dice_title"), 9)
        paper.paragraph(report("dice_none"))
        return
    rows = [[*dice, luck[1]] for dice, luck in zip(report.dice_rows(), report.luck_rows(), strict=True)]
    paper.heading(report("dice_title"), 86 + _LINE * 1.12 * len(rows))
    paper.paragraph(report("dice_text"))
    paper.paragraph(f"{report('luck_title')}: {report('luck_text')}")
    paper.y -= 4
    paper.plot(charts.draw_dice, report, 56, _LEFT, 88)
    paper.plot(charts.draw_luck, report, 56, 92, _RIGHT)
    paper.y -= 58
    paper.table([*report.dice_head(), report.luck_head()[1]], rows, (0.0, -0.22, -0.34, -0.6, -1.0))


def _draw_awards(paper: _Paper, report: Report) -> None:
    if report.statistics.awards:
        paper.heading(report("awards_title"), 24)
        for award in report.statistics.awards:
            paper.item(report.colour(award.who[0]), "", *report.award(award))


def _draw_auctions(paper: _Paper, report: Report) -> None:
    paper.heading(report("auctions_title"), 18)
    if report.statistics.sales:
        places = (0.0, 0.1, 0.48, -0.74, -0.9, -1.0)
        paper.table(report.auction_head(), report.auction_rows(), places)
    else:
        paper.paragraph(report("auctions_none"))


def _draw_trades(paper: _Paper, report: Report) -> None:
    paper.heading(report("trades_title"), 18)
    for number, (turn, who, sentence) in enumerate(report.trade_rows(), 1):
        paper.item(report.colour(who), str(number), f"{report('turn')} {turn}: {sentence}")
    if not report.trade_rows():
        paper.paragraph(report("trades_none"))


def _draw_journal(paper: _Paper, report: Report) -> None:
    paper.heading(report("books_title"), 15)
    for line in report.games():
        paper.paragraph(line)
