"""The report as one HTML page that needs no other file, no script and no network."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from deedbox.charts import SCREEN, as_svg
from deedbox.report import charts
from deedbox.report.sentences import Report
from deedbox.token_colours import ink_on


def _own(report: Report, account: int) -> str:
    """The colour of a player's token, and the ink on it."""
    colour = report.colour(account)
    return f"--own: {colour}; --on-own: {ink_on(colour)}"


_COLUMNS_ON_A_PHONE = 3


def write_page(report: Report) -> str:
    style = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    title = f"{report.title()}: {report.subtitle()}"
    parts = [
        _top_html(report),
        _podium_html(report),
        _card_html(
            "wide",
            report("worth_title"),
            report("worth_text"),
            '<div class="broad">'
            + _chart_svg(charts.draw_worth, report, 677, 266, report("worth_title"))
            + '</div><div class="narrow">'
            + _chart_svg(charts.draw_worth, report, 310, 260, report("worth_title"))
            + "</div>",
        ),
        _odds_html(report),
        _moments_html(report),
        _awards_html(report),
        _flow_html(report),
        _rents_html(report),
        *_dice_html(report),
        _auctions_html(report),
        _trades_html(report),
        _journal_html(report),
    ]
    return (
        f'<!doctype html>\n<html lang="{report.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="robots" content="noindex">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(parts)
        + "\n</main>\n</body>\n</html>\n"
    )


def _chart_svg(draw: charts.Draw, report: Report, width: float, height: float, label: str) -> str:
    return as_svg(draw(report, SCREEN, width, height).drawing, label)


def _card_html(kind: str, title: str, text: str, body: str) -> str:
    lead = f'<p class="lead">{escape(text)}</p>' if text else ""
    return f'<section class="card {kind}">\n<h2>{escape(title)}</h2>\n{lead}\n{body}\n</section>'


def _table_html(head: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1) -> str:
    """The first `words` columns are text, the others numbers."""

    def row(cells: Sequence[str], tag: str) -> str:
        kinds = ["" if at < words else ' class="n"' for at in range(len(cells))]
        # A narrow screen shows a wide table as a list, in which each cell has the word of its column.
        labels = [f' data-column="{escape(name)}"' if tag == "td" else "" for name in head]
        return "".join(
            f"<{tag}{kind}{label}>{escape(cell)}</{tag}>"
            for cell, kind, label in zip(cells, kinds, labels, strict=True)
        )

    body = "".join(f"<tr>{row(cells, 'td')}</tr>" for cells in rows)
    wide = ' class="wide-table"' if len(head) > _COLUMNS_ON_A_PHONE else ""
    return (
        f'<div class="scroll" tabindex="0"><table{wide}><thead><tr>'
        f"{row(head, 'th')}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _top_html(report: Report) -> str:
    cells = "".join(
        f"<div><dt>{escape(what)}</dt><dd>{escape(number)}</dd></div>" for number, what in report.figures()
    )
    return (
        f'<header><p class="kicker">{escape(report.title())}</p><h1>{escape(report.banner())}</h1>'
        f'<p class="sub">{escape(report.subtitle())}</p><dl class="figures">{cells}</dl></header>'
    )


def _podium_html(report: Report) -> str:
    rows = []
    for player in report.statistics.order:
        holdings = " · ".join(f"{escape(what)} {escape(value)}" for what, value in report.holdings(player))
        place = report.place(player)
        badge = f'<span class="badge">{escape(place)}</span>' if place else ""
        rank = report.statistics.rank(player)
        rows.append(
            f'<li style="{_own(report, player)}"><span class="rank">{rank}</span>'
            f'<span class="who">{escape(report.name(player))}</span>'
            f'<span class="sum">{escape(report.money(report.statistics.final[player]))}</span>'
            f'<span class="has">{badge}{holdings}</span></li>'
        )
    return f'<ol class="podium">{"".join(rows)}</ol>'


def _odds_html(report: Report) -> str:
    sentences = report.odds()
    text = "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)
    return _card_html("wide", report("odds_title"), "", text) if sentences else ""


def _moments_html(report: Report) -> str:
    items = "".join(
        f'<li style="{_own(report, moment.who)}"><span class="turn">{escape(report("turn"))} '
        f"{moment.turn}</span>{escape(report.moment(moment))}</li>"
        for moment in report.statistics.moments
    )
    return (
        _card_html("points", report("moments_title"), "", f'<ol class="moments">{items}</ol>')
        if items
        else ""
    )


def _awards_html(report: Report) -> str:
    items = []
    for award in report.statistics.awards:
        title, sentence = report.award(award)
        items.append(
            f'<li style="{_own(report, award.who[0])}"><strong>{escape(title)}</strong>'
            f"<span>{escape(sentence)}</span></li>"
        )
    return (
        _card_html("prizes", report("awards_title"), "", f'<ul class="awards">{"".join(items)}</ul>')
        if items
        else ""
    )


def _flow_html(report: Report) -> str:
    if not report.statistics.flows:
        return ""
    picture = _chart_svg(charts.draw_flow, report, 324, 288, report("flow_title"))
    head = [report("from"), *(f"→ {report.name(account)}" for account in report.flow_accounts())]
    table = _table_html(head, report.flow_rows())
    more = f"<details><summary>{escape(report('flow_table'))}</summary>{table}</details>"
    return _card_html("", report("flow_title"), report("flow_text"), picture + more)


def _rents_html(report: Report) -> str:
    rows = report.rent_rows()
    if not rows:
        return _card_html("", report("rents_title"), report("rents_none"), "")
    high = 6 + 22 * len(rows)
    picture = _chart_svg(charts.draw_rents, report, 324, high, report("rents_title"))
    return _card_html("", report("rents_title"), report("rents_text"), picture)


def _dice_html(report: Report) -> list[str]:
    if not report.statistics.rolls:
        return [_card_html("", report("dice_title"), report("dice_none"), "")]
    sums = _chart_svg(charts.draw_dice, report, 324, 180, report("dice_title"))
    luck = _chart_svg(charts.draw_luck, report, 324, 194, report("luck_title"))
    table = _table_html(report.dice_head(), report.dice_rows())
    return [
        _card_html("", report("dice_title"), report("dice_text"), sums + table),
        _card_html(
            "",
            report("luck_title"),
            report("luck_text"),
            luck + _table_html(report.luck_head(), report.luck_rows()),
        ),
    ]


def _auctions_html(report: Report) -> str:
    if not report.statistics.sales:
        return _card_html("wide", report("auctions_title"), report("auctions_none"), "")
    return _card_html(
        "wide", report("auctions_title"), "", _table_html(report.auction_head(), report.auction_rows(), 3)
    )


def _trades_html(report: Report) -> str:
    items = "".join(
        f'<li style="{_own(report, who)}"><span class="turn">{escape(report("turn"))} {turn}</span>'
        f"{escape(sentence)}</li>"
        for turn, who, sentence in report.trade_rows()
    )
    if not items:
        return _card_html("wide", report("trades_title"), report("trades_none"), "")
    return _card_html("wide points", report("trades_title"), "", f'<ol class="moments">{items}</ol>')


def _journal_html(report: Report) -> str:
    lines = "".join(f"<p>{escape(line)}</p>" for line in report.games())
    return _card_html("wide books", report("books_title"), "", lines)
