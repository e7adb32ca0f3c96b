"""The atlas as sentences, as one HTML page and as a PDF. Its charts, bars with intervals, are drawn here."""

from __future__ import annotations

import io
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

from .atlas import PRINTED, read_difference
from .compare import MEASURES, Difference, Estimate, at_least, is_open, length_sentence, short_effect

_STYLE = Path(__file__).parents[1] / "report" / "page.css"
_WATCHING = "How long the first one out must watch"
# A chart: what it shows, and where it takes that from a row of the data.
_CHARTS: tuple[tuple[str, str, Callable[[dict[str, Any]], Estimate]], ...] = (
    (
        "Minutes more or less",
        "The bar is the difference to the printed rules, the line its 95 % interval. Simulated players, four "
        "at the table, the mean of three kinds. Where games do not end, the true difference is more.",
        lambda row: read_difference(row["measures"]["minutes"]).change,
    ),
    (
        "Does the better player win more often?",
        "One player of a better kind (usual) among three of another (daring): percentage points of games "
        "won, more or less than by the printed rules. To the left is more luck, to the right is less.",
        lambda row: read_difference(row["better"]).change.times(100),
    ),
    (
        _WATCHING,
        "Percentage points of the game, more or less than by the printed rules. A game in which nobody goes "
        "out counts as 0; rules by which 1 % of the games or more do not end are left out.",
        lambda row: read_difference(row["measures"]["watching"]).change.times(100),
    ),
)


def _rows_of_chart(
    title: str, rows: list[dict[str, Any]], take: Callable[[dict[str, Any]], Estimate]
) -> list[dict[str, Any]]:
    """Highest first. Who watches how much of a game is not known where games do not end."""
    if title == _WATCHING:
        rows = [row for row in rows if not is_open(_measures(row)["endless"].after)]
    return sorted(rows, key=lambda row: -take(row).value)


def _measures(row: dict[str, Any]) -> dict[str, Difference]:
    return {name: read_difference(row["measures"][name]) for name in MEASURES}


def _printed(data: dict[str, Any]) -> dict[str, Any]:
    row: dict[str, Any] = next(row for row in data["rows"] if row["id"] == PRINTED)
    return row


def printed_sentence(data: dict[str, Any]) -> str:
    row = _printed(data)
    rounds, minutes, endless = (
        read_difference(row["measures"][name]).after for name in ("rounds", "minutes", "endless")
    )
    no_end = is_open(endless)
    ends = f"{rounds.low:.0f} or more" if no_end else f"{rounds.low:.0f} to {rounds.high:.0f}"
    better = Estimate(*row["better"]["after"]).times(100)
    return (
        f"By the printed rules a game of {data['players']} takes {at_least(rounds.value, no_end)} rounds "
        f"(95 %: {ends}), {'' if no_end else 'about '}{at_least(minutes.value, no_end)} minutes; seats win "
        + ", ".join(f"{100 * seat[0]:.0f}" for seat in row["seats"])
        + " % of the games, in the order in which they begin; the better player wins "
        + f"{better.value:.0f} % (95 %: {better.low:.0f} to {better.high:.0f})."
    )


def better_sentence(row: dict[str, Any]) -> str:
    """What the rule does to luck; empty if nothing was seen."""
    won = read_difference(row["better"])
    if not won.change.is_clear:
        return ""
    word = "less" if won.change.value > 0 else "more"
    return (
        f"There is {word} luck in it: the better player wins {100 * won.after.value:.0f} % instead of "
        f"{100 * won.before.value:.0f} % (95 % of the difference: {100 * won.change.low:+.0f} to "
        f"{100 * won.change.high:+.0f})."
    )


def row_sentences(row: dict[str, Any]) -> list[str]:
    return [sentence for sentence in (length_sentence(_measures(row)), better_sentence(row)) if sentence]


def _effect(row: dict[str, Any]) -> str:
    found = _measures(row)
    return short_effect(found["minutes"], found["endless"])


def sentences(data: dict[str, Any]) -> list[str]:
    """The atlas to read in a terminal."""
    lines = [printed_sentence(data), ""]
    for row in _in_order(data):
        lines.append(f"{row['title']}: {' '.join(row_sentences(row))}")
    return [*lines, "", foot(data)]


def foot(data: dict[str, Any]) -> str:
    games = sum(row["games"] for row in data["rows"])
    return (
        f"{games} games: {data['games']} for each of four tables and each of {len(data['rows'])} sets of "
        f"rules, from the seed {data['seed']} on. Games of one seed are compared in pairs. Of twenty "
        "intervals, one does not hold the truth. So a difference counts as clear, in a sentence and as the "
        "colour of a bar, only if 0 is outside an interval 1.6 times as wide (99.8 %)."
    )


def _in_order(data: dict[str, Any]) -> list[dict[str, Any]]:
    """All house rules, those that add most minutes first."""
    rows = [row for row in data["rows"] if row["id"] != PRINTED]
    return sorted(rows, key=lambda row: -row["measures"]["minutes"]["change"][0])


_ROW, _LEFT, _WIDTH, _TOP = 26, 330, 900, 26  # of a chart, in its own units


def _scale(estimates: list[Estimate]) -> tuple[float, float]:
    """From where to where the axis goes. One giant is cut off, so that the others can be told apart."""
    ends = sorted(max(abs(one.low), abs(one.high)) for one in estimates)
    most = max(1.0, min(ends[-1], 1.5 * ends[-min(2, len(ends))]))
    low, high = min(one.low for one in estimates), max(one.high for one in estimates)
    return max(-most, min(low, -most / 10)), min(most, max(high, most / 10))


def _chart_svg(rows: list[dict[str, Any]], take: Callable[[dict[str, Any]], Estimate], label: str) -> str:
    estimates = [take(row) for row in rows]
    low, high = _scale(estimates)
    width = _WIDTH - _LEFT - 70

    def x(value: float) -> float:
        return _LEFT + (min(max(value, low), high) - low) / (high - low) * width

    height = _TOP + _ROW * len(rows) + 24
    parts = [
        f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{escape(label)}" '
        'font-family="var(--face)" font-size="13">'
    ]
    for tick in _ticks(low, high):
        strong = "var(--soft)" if tick == 0 else "var(--line)"
        parts.append(
            f'<line x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="{_TOP - 8}" y2="{height - 20}" '
            f'stroke="{strong}"/><text x="{x(tick):.1f}" y="{height - 4}" text-anchor="middle" '
            f'fill="var(--soft)">{tick:+g}</text>'
        )
    for place, (row, one) in enumerate(zip(rows, estimates, strict=True)):
        y = _TOP + _ROW * place
        colour = "var(--accent)" if one.is_clear else "var(--soft)"
        left, right = sorted((x(0), x(one.value)))
        parts.append(
            f'<text x="{_LEFT - 12}" y="{y + 4}" text-anchor="end" fill="var(--ink)">'
            f"{escape(row['title'])}</text>"
            f'<rect x="{left:.1f}" y="{y - 6}" width="{max(1.0, right - left):.1f}" height="12" rx="2" '
            f'fill="{colour}" opacity=".35"/>'
            f'<line x1="{x(one.low):.1f}" x2="{x(one.high):.1f}" y1="{y}" y2="{y}" stroke="{colour}" '
            f'stroke-width="2"/><circle cx="{x(one.value):.1f}" cy="{y}" r="3.5" fill="{colour}"/>'
            f'<text x="{_WIDTH}" y="{y + 4}" text-anchor="end" fill="var(--ink)">{_signed(one.value)}</text>'
        )
    return "".join(parts) + "</svg>"


def _signed(value: float) -> str:
    return f"{value:+.0f}" if round(value) else "0"


def _ticks(low: float, high: float) -> list[float]:
    for step in (1, 2, 5, 10, 20, 50, 100, 200):
        if (high - low) / step <= 9:
            break
    return [float(tick) for tick in range(-int(-low // step) * step, int(high) + 1, step)]


def _table_rows(data: dict[str, Any]) -> list[list[str]]:
    cells = []
    for row in (_printed(data), *_in_order(data)):
        found = _measures(row)
        is_printed = row["id"] == PRINTED
        cells.append(
            [
                row["title"],
                f"{'≥ ' * is_open(found['endless'].after)}{found['rounds'].after.value:.0f}",
                "" if is_printed else _change_cell(found["rounds"].change, found["endless"]),
                "" if is_printed else _change_cell(found["minutes"].change, found["endless"]),
                ""
                if is_printed
                else " ".join(f"{row['by_profile'][p]['minutes']['change'][0]:+.0f}" for p in _PROFILES),
                f"{100 * found['endless'].after.value:.0f}",
                f"{100 * row['better']['after'][0]:.0f}",
                " ".join(f"{100 * seat[0]:.0f}" for seat in row["seats"]),
            ]
        )
    return cells


def _change_cell(change: Estimate, endless: Difference) -> str:
    before, after = is_open(endless.before), is_open(endless.after)
    if before and after:
        return "unknown"
    if after:
        return f"≥ {change.value:+.0f} (≥ {change.low:+.0f})"
    if before:
        return f"≤ {change.value:+.0f} (≤ {change.high:+.0f})"
    return f"{change.value:+.0f} ({change.low:+.0f} to {change.high:+.0f})"


_PROFILES = ("careful", "usual", "daring")
_HEAD = (
    "house rule",
    "rounds",
    "difference (95 %)",
    "minutes (95 %)",
    "careful, usual, daring",
    "never ends %",
    "better wins %",
    "seats win %",
)


def write_html(data: dict[str, Any]) -> bytes:
    """One page that needs nothing else; the same data always gives the same bytes."""
    rows = _in_order(data)
    cards = []
    for title, text, take in _CHARTS:
        ordered = _rows_of_chart(title, rows, take)
        cards.append(
            f'<section class="card wide"><h2>{escape(title)}</h2><p class="lead">{escape(text)}</p>'
            f'<div class="scroll" tabindex="0"><div class="chart">{_chart_svg(ordered, take, title)}'
            "</div></div></section>"
        )
    items = "".join(
        f"<li><strong>{escape(row['title'])}</strong><span>{escape(' '.join(row_sentences(row)))}</span></li>"
        for row in rows
    )
    head = "".join(f"<th{'' if at == 0 else ' class=n'}>{escape(name)}</th>" for at, name in enumerate(_HEAD))
    body = "".join(
        "<tr>"
        + "".join(
            f'<td{"" if at == 0 else " class=n"} data-column="{escape(name)}">{escape(cell)}</td>'
            for at, (name, cell) in enumerate(zip(_HEAD, cells, strict=True))
        )
        + "</tr>"
        for cells in _table_rows(data)
    )
    longest, shortest = rows[0], rows[-1]
    page = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        "<title>What your house rules do to your evening</title>\n"
        f"<style>\n{_STYLE.read_text(encoding='utf-8')}.chart {{ min-width: 44rem; }}\n"
        ".awards li { --own: var(--accent); }\n</style>\n</head>\n<body>\n<main>\n"
        '<header><p class="kicker">Deedbox: the atlas of house rules</p>'
        "<h1>What your house rules do to your evening</h1>"
        f'<p class="sub">{escape(printed_sentence(data))} Longest: {escape(longest["title"].lower())} '
        f"({escape(_effect(longest))}). Shortest: "
        f"{escape(shortest['title'].lower())} "
        f"({escape(_effect(shortest))}).</p></header>\n"
        + "\n".join(cards)
        + f'\n<section class="card wide"><h2>In sentences</h2><ul class="awards">{items}</ul></section>'
        + '\n<section class="card wide"><h2>All figures</h2><div class="scroll" tabindex="0">'
        + f'<table class="wide-table"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
        + f'<p class="lead">{escape(foot(data))}</p></section>\n</main>\n</body>\n</html>\n'
    )
    return page.encode()


def write_pdf(data: dict[str, Any]) -> bytes:
    """The same on sheets of A4: no date, so the same data gives the same bytes."""
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.utils import simpleSplit
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    width, height = A4
    margin = 46.0
    page = Canvas(out, pagesize=A4, invariant=1)
    page.setTitle("What your house rules do to your evening")
    page.setCreator("Deedbox")
    y = height - margin

    def need(space: float) -> None:
        nonlocal y
        if y - space < margin:
            page.showPage()
            y = height - margin

    def write(text: str, size: float, bold: bool = False, grey: float = 0.1) -> None:
        nonlocal y
        font = "Helvetica-Bold" if bold else "Helvetica"
        for line in simpleSplit(text, font, size, width - 2 * margin):
            need(size * 1.3)
            y -= size * 1.3
            page.setFont(font, size)
            page.setFillGray(grey)
            page.drawString(margin, y, line)

    write("Deedbox: the atlas of house rules", 10, grey=0.4)
    write("What your house rules do to your evening", 22, bold=True)
    write(printed_sentence(data), 10, grey=0.3)
    rows = _in_order(data)
    for title, text, take in _CHARTS:
        need(16.0 * len(rows) + 70)
        y -= 14
        write(title, 14, bold=True)
        write(text, 9, grey=0.35)
        y = _draw_chart(page, _rows_of_chart(title, rows, take), take, margin, width - margin, y)
    y -= 10
    write("In sentences", 14, bold=True)
    for row in rows:
        need(40)
        y -= 4
        write(row["title"], 9.5, bold=True)
        write(" ".join(row_sentences(row)), 9.5, grey=0.2)
    y -= 8
    write(foot(data), 8.5, grey=0.4)
    page.showPage()
    page.save()
    return out.getvalue()


def _draw_chart(
    page: Any,
    rows: list[dict[str, Any]],
    take: Callable[[dict[str, Any]], Estimate],
    left: float,
    right: float,
    y: float,
) -> float:
    """Bars and their intervals; the place below them."""
    estimates = [take(row) for row in rows]
    low, high = _scale(estimates)
    begin, end, step = left + 215, right - 34, 15.0

    def x(value: float) -> float:
        return begin + (min(max(value, low), high) - low) / (high - low) * (end - begin)

    bottom = y - 12 - step * len(rows)
    page.setFont("Helvetica", 7.5)
    for tick in _ticks(low, high):
        page.setStrokeGray(0.45 if tick == 0 else 0.87)
        page.setLineWidth(0.5)
        page.line(x(tick), y - 6, x(tick), bottom)
        page.setFillGray(0.4)
        page.drawCentredString(x(tick), bottom - 9, f"{tick:+g}")
    for place, (row, one) in enumerate(zip(rows, estimates, strict=True)):
        middle = y - 14 - step * place
        page.setFillGray(0.1)
        page.setFont("Helvetica", 8.5)
        page.drawRightString(begin - 8, middle - 3, row["title"])
        page.drawRightString(right, middle - 3, _signed(one.value))
        ink = (0.04, 0.42, 0.4) if one.is_clear else (0.5, 0.53, 0.57)
        near, far = sorted((x(0), x(one.value)))
        page.setFillColorRGB(*[0.65 + 0.35 * part for part in ink])
        page.rect(near, middle - 3.5, max(0.5, far - near), 7, stroke=0, fill=1)
        page.setStrokeColorRGB(*ink)
        page.setFillColorRGB(*ink)
        page.setLineWidth(1.2)
        page.line(x(one.low), middle, x(one.high), middle)
        page.circle(x(one.value), middle, 2, stroke=0, fill=1)
    return bottom - 14
