"""The report as one HTML page: no file beside it, no script, nothing fetched."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from . import charts
from .telling import Telling


def html(told: Telling) -> str:
    style = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    title = f"{told.title()}: {told.subtitle()}"
    parts = [
        _top(told),
        _podium(told),
        _card(
            "wide",
            told("worth_title"),
            told("worth_text"),
            '<div class="broad">'
            + charts.svg(charts.worth, told, "worth", 9.4, 3.7, escape(told("worth_title")))
            + '</div><div class="narrow">'
            + charts.svg(charts.worth, told, "worth-narrow", 4.3, 3.6, escape(told("worth_title")))
            + "</div>",
        ),
        _moments(told),
        _awards(told),
        _flow(told),
        _rents(told),
        *_dice(told),
        _auctions(told),
        _books(told),
    ]
    return (
        f'<!doctype html>\n<html lang="{told.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="robots" content="noindex">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(parts)
        + "\n</main>\n</body>\n</html>\n"
    )


def _card(kind: str, title: str, text: str, body: str) -> str:
    lead = f'<p class="lead">{escape(text)}</p>' if text else ""
    return f'<section class="card {kind}">\n<h2>{escape(title)}</h2>\n{lead}\n{body}\n</section>'


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1) -> str:
    """The first `words` columns are text, the others numbers."""

    def row(cells: Sequence[str], tag: str) -> str:
        kinds = ["" if at < words else ' class="n"' for at in range(len(cells))]
        return "".join(
            f"<{tag}{kind}>{escape(cell)}</{tag}>" for cell, kind in zip(cells, kinds, strict=True)
        )

    body = "".join(f"<tr>{row(cells, 'td')}</tr>" for cells in rows)
    return (
        '<div class="scroll" tabindex="0"><table><thead><tr>'
        f"{row(head, 'th')}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _top(told: Telling) -> str:
    cells = "".join(
        f"<div><dt>{escape(what)}</dt><dd>{escape(number)}</dd></div>" for number, what in told.figures()
    )
    return (
        f'<header><p class="kicker">{escape(told.title())}</p><h1>{escape(told.banner())}</h1>'
        f'<p class="sub">{escape(told.subtitle())}</p><dl class="figures">{cells}</dl></header>'
    )


def _podium(told: Telling) -> str:
    rows = []
    for rank, player in enumerate(told.facts.order, 1):
        facts = " · ".join(f"{escape(what)} {escape(value)}" for what, value in told.standing(player))
        place = told.place(player)
        badge = f'<span class="badge">{escape(place)}</span>' if place else ""
        rows.append(
            f'<li style="--own: {told.colour(player)}"><span class="rank">{rank}</span>'
            f'<span class="who">{escape(told.name(player))}</span>'
            f'<span class="sum">{escape(told.money(told.facts.final[player]))}</span>'
            f'<span class="has">{badge}{facts}</span></li>'
        )
    return f'<ol class="podium">{"".join(rows)}</ol>'


def _moments(told: Telling) -> str:
    items = "".join(
        f'<li style="--own: {told.colour(moment.who)}"><span class="turn">{escape(told("turn"))} '
        f"{moment.turn + 1}</span>{escape(told.moment(moment))}</li>"
        for moment in told.facts.moments
    )
    return _card("points", told("moments_title"), "", f'<ol class="moments">{items}</ol>') if items else ""


def _awards(told: Telling) -> str:
    items = []
    for award in told.facts.awards:
        title, sentence = told.award(award)
        items.append(
            f'<li style="--own: {told.colour(award.who)}"><strong>{escape(title)}</strong>'
            f"<span>{escape(sentence)}</span></li>"
        )
    return (
        _card("prizes", told("awards_title"), "", f'<ul class="awards">{"".join(items)}</ul>')
        if items
        else ""
    )


def _flow(told: Telling) -> str:
    if not told.facts.flows:
        return ""
    picture = charts.svg(charts.flow, told, "flow", 4.5, 4.0, escape(told("flow_title")))
    head = [told("from"), *(f"→ {told.name(account)}" for account in told.flow_accounts())]
    table = _table(head, told.flow_rows())
    more = f"<details><summary>{escape(told('flow_table'))}</summary>{table}</details>"
    return _card("", told("flow_title"), told("flow_text"), picture + more)


def _rents(told: Telling) -> str:
    rows = told.rent_rows()
    if not rows:
        return _card("", told("rents_title"), told("rents_none"), "")
    high = 0.6 + 0.31 * len(rows)
    picture = charts.svg(charts.rents, told, "rents", 4.5, high, escape(told("rents_title")))
    return _card("", told("rents_title"), told("rents_text"), picture)


def _dice(told: Telling) -> list[str]:
    if not told.facts.throws:
        return [_card("", told("dice_title"), told("dice_none"), "")]
    sums = charts.svg(charts.dice, told, "dice", 4.5, 2.5, escape(told("dice_title")))
    luck = charts.svg(charts.luck, told, "luck", 4.5, 2.7, escape(told("luck_title")))
    table = _table(told.dice_head(), told.dice_rows())
    return [
        _card("", told("dice_title"), told("dice_text"), sums + table),
        _card("", told("luck_title"), told("luck_text"), luck + _table(told.luck_head(), told.luck_rows())),
    ]


def _auctions(told: Telling) -> str:
    if not told.facts.sales:
        return _card("wide", told("auctions_title"), told("auctions_none"), "")
    return _card("wide", told("auctions_title"), "", _table(told.auction_head(), told.auction_rows(), 3))


def _books(told: Telling) -> str:
    lines = "".join(f"<p>{escape(line)}</p>" for line in told.books())
    return _card("wide books", told("books_title"), "", lines)
