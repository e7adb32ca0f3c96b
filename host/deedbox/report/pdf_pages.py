"""The report as a PDF: the same charts and sentences on sheets of A4."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Sequence
from typing import Any

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from deedbox.report import charts
from deedbox.report.charts import PAPER, Drawing
from deedbox.report.sentences import Report
from deedbox.token_colours import ink_on

_WIDTH, _HEIGHT = 8.27, 11.69  # inches
_LEFT, _RIGHT, _TOP, _BOTTOM = 0.075, 0.925, 0.955, 0.035
_LINE = 0.0162  # of body text
_LETTERS = 98  # of body text on a line


class _Paper:
    """Sheets that are filled from the top down; heights are parts of a sheet."""

    def __init__(self) -> None:
        self.figures: list[Figure] = []
        self.new_sheet()

    def new_sheet(self) -> None:
        self.figures.append(Figure(figsize=(_WIDTH, _HEIGHT)))
        self.y = _TOP

    def need(self, high: float) -> None:
        """Begin a new sheet if so much does not fit on this one."""
        if self.y - high < _BOTTOM:
            self.new_sheet()

    def write(self, x: float, y: float, text: str, size: float, colour: str, **more: Any) -> None:
        self.figures[-1].text(x, y, text, fontsize=size, color=colour, parse_math=False, **more)

    def text(self, text: str, size: float, colour: str, bold: bool = False, x: float = _LEFT) -> None:
        self.y -= size / 9.5 * _LINE
        self.write(x, self.y, text, size, colour, fontweight="bold" if bold else "normal")

    def paragraph(self, text: str) -> None:
        lines = textwrap.wrap(text, _LETTERS)
        self.need(len(lines) * _LINE)
        for line in lines:
            self.text(line, 9, PAPER.soft)

    def heading(self, text: str, high: float) -> None:
        """`high`: how much must follow on the same sheet."""
        self.need(0.045 + high)
        if self.y < _TOP:
            self.y -= 0.016
        self.text(text, 14, PAPER.ink, bold=True)
        self.y -= 0.003

    def plot(self, draw: Drawing, report: Report, high: float, left: float, right: float) -> None:
        draw(self.figures[-1].add_axes((left, self.y - high, right - left, high)), report, PAPER)

    def item(self, colour: str, mark: str, text: str, more: str = "") -> None:
        """A line after a coloured mark."""
        lines = textwrap.wrap(text, _LETTERS - 6)
        self.need((len(lines) + bool(more)) * _LINE + 0.006)
        self.write(
            _LEFT + 0.011, self.y - _LINE + 0.0035, mark or " ", 7.5, ink_on(colour), fontweight="bold",
            ha="center", va="center_baseline",
            bbox={
                "boxstyle": "circle,pad=0.28", "facecolor": colour, "edgecolor": PAPER.soft, "linewidth": 0.5,
            },
        )  # fmt: skip
        for at, line in enumerate(lines):
            self.text(line, 9.5, PAPER.ink, bold=bool(more) and at == 0, x=_LEFT + 0.035)
        if more:
            self.text(more, 9, PAPER.soft, x=_LEFT + 0.035)
        self.y -= 0.006

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]], places: Sequence[float]) -> None:
        """Columns begin at `places`, as parts of the width; columns with a negative place end there."""
        for at, cells in enumerate([head, *rows]):
            self.need(_LINE * 1.12)
            self.y -= _LINE * 1.12
            for cell, place in zip(cells, places, strict=True):
                x = _LEFT + abs(place) * (_RIGHT - _LEFT)
                colour = PAPER.soft if at == 0 else PAPER.ink
                self.write(x, self.y, cell, 9, colour, ha="right" if place < 0 else "left")
        self.y -= _LINE * 0.6


def write_pdf_pages(report: Report) -> bytes:
    """The same game always gives the same bytes: no date, no name of a machine."""
    out = io.BytesIO()
    about = {"Title": f"{report.title()}: {report.subtitle()}", "Creator": "Deedbox", "CreationDate": None}
    with charts.chart_settings(), PdfPages(out, metadata=about) as pages:
        for figure in _fill_sheets(report).figures:
            pages.savefig(figure)
    return out.getvalue()


def _fill_sheets(report: Report) -> _Paper:
    paper = _Paper()
    for part in (
        _draw_top,
        _draw_worth,
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
    return paper


def _draw_top(paper: _Paper, report: Report) -> None:
    paper.text(report.title(), 10.5, "#0a6b66", bold=True)
    paper.y -= 0.008
    paper.text(report.banner(), 24 if len(report.banner()) < 34 else 15, PAPER.ink, bold=True)
    paper.y -= 0.004
    for line in textwrap.wrap(report.subtitle(), _LETTERS - 16):
        paper.text(line, 11, PAPER.soft)
    paper.y -= 0.034
    for at, (number, what) in enumerate(report.figures()):
        x = _LEFT + at * 0.172
        paper.write(x, paper.y, number, 14, PAPER.ink, fontweight="bold")
        paper.write(x, paper.y - 0.016, what, 8.5, PAPER.soft)
    paper.y -= 0.034
    for player in report.statistics.order:
        has = [f"{what} {value}" for what, value in report.holdings(player)]
        title = f"{report.name(player)}   {report.money(report.statistics.final[player])}"
        paper.item(
            report.colour(player),
            str(report.statistics.rank(player)),
            title,
            ", ".join(filter(None, [report.place(player), *has])),
        )


def _draw_worth(paper: _Paper, report: Report) -> None:
    paper.heading(report("worth_title"), 0.33)
    paper.paragraph(report("worth_text"))
    paper.y -= 0.015
    paper.plot(charts.draw_worth, report, 0.24, _LEFT + 0.07, _RIGHT - 0.15)
    paper.y -= 0.24 + 0.045


def _draw_moments(paper: _Paper, report: Report) -> None:
    if report.statistics.moments:
        paper.heading(report("moments_title"), 0.0225 * len(report.statistics.moments))
        for number, moment in enumerate(report.statistics.moments, 1):
            text = f"{report('turn')} {moment.turn}: {report.moment(moment)}"
            paper.item(report.colour(moment.who), str(number), text)


def _draw_flow(paper: _Paper, report: Report) -> None:
    if report.statistics.flows:
        paper.heading(report("flow_title"), 0.28)
        paper.paragraph(report("flow_text"))
        paper.y -= 0.01
        paper.plot(charts.draw_flow, report, 0.235, _LEFT + 0.2, _RIGHT - 0.2)
        paper.y -= 0.24


def _draw_rents(paper: _Paper, report: Report) -> None:
    rows = report.rent_rows()
    high = 0.01 + 0.0185 * len(rows)
    paper.heading(report("rents_title"), high + 0.03)
    paper.paragraph(report("rents_text" if rows else "rents_none"))
    if rows:
        paper.y -= 0.006
        paper.plot(charts.draw_rents, report, high, _LEFT + 0.24, _RIGHT)
        paper.y -= high


def _draw_dice(paper: _Paper, report: Report) -> None:
    if not report.statistics.rolls:
        paper.heading(report("dice_title"), 0.03)
        paper.paragraph(report("dice_none"))
        return
    rows = [[*dice, luck[1]] for dice, luck in zip(report.dice_rows(), report.luck_rows(), strict=True)]
    paper.heading(report("dice_title"), 0.29 + _LINE * 1.12 * len(rows))
    paper.paragraph(report("dice_text"))
    paper.paragraph(f"{report('luck_title')}: {report('luck_text')}")
    paper.y -= 0.02
    paper.plot(charts.draw_dice, report, 0.155, _LEFT + 0.03, 0.38)
    paper.plot(charts.draw_luck, report, 0.155, 0.5, _RIGHT - 0.15)
    paper.y -= 0.155 + 0.04
    paper.table([*report.dice_head(), report.luck_head()[1]], rows, (0.0, -0.22, -0.34, -0.6, -1.0))


def _draw_awards(paper: _Paper, report: Report) -> None:
    if report.statistics.awards:
        paper.heading(report("awards_title"), 0.08)
        for award in report.statistics.awards:
            paper.item(report.colour(award.who[0]), "", *report.award(award))


def _draw_auctions(paper: _Paper, report: Report) -> None:
    paper.heading(report("auctions_title"), 0.06)
    if report.statistics.sales:
        places = (0.0, 0.1, 0.48, -0.74, -0.9, -1.0)
        paper.table(report.auction_head(), report.auction_rows(), places)
    else:
        paper.paragraph(report("auctions_none"))


def _draw_trades(paper: _Paper, report: Report) -> None:
    paper.heading(report("trades_title"), 0.06)
    for number, (turn, who, sentence) in enumerate(report.trade_rows(), 1):
        paper.item(report.colour(who), str(number), f"{report('turn')} {turn}: {sentence}")
    if not report.trade_rows():
        paper.paragraph(report("trades_none"))


def _draw_journal(paper: _Paper, report: Report) -> None:
    paper.heading(report("books_title"), 0.05)
    for line in report.games():
        paper.paragraph(line)
