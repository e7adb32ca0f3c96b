"""The report's charts, each in the size that page or sheet asks for."""

from __future__ import annotations

from collections.abc import Callable

from banker.core.board import GROUP_OF
from deedbox.charts import Axis, Chart, Inks, spread_apart, whole_axis
from deedbox.charts.chart import SMALL, Align
from deedbox.editions.model import GROUP_IDS
from deedbox.printing.drawings import GROUPS
from deedbox.report.sentences import Report
from deedbox.token_colours import ink_on
from deedbox.typeface import BOLD, text_width

Draw = Callable[[Report, Inks, float, float], Chart]

_MOMENT = 13.0  # from one number of a turning point to the next
_LABEL_GAP = 12.5
_PHONE = 320.0  # the width of a chart that only a phone shows
_BAR = 14.0  # how wide the accounts are where ribbons begin and end


def _names_margin(report: Report) -> float:
    names = [report.name(player) for player in range(report.statistics.players)]
    return 16 + max(text_width(name, 9, BOLD) for name in names)


def _turns_axis(report: Report, first: float, last: float) -> Axis:
    return whole_axis(first, last, title=report("turn"), tight=True)


def draw_worth(report: Report, inks: Inks, width: float, height: float) -> Chart:
    statistics = report.statistics
    turns = statistics.turns
    most = max(max(row) for row in statistics.worth)
    chart = Chart(
        width, height, inks, _turns_axis(report, turns[0], turns[-1]), whole_axis(0, most, report.money),
        right=_names_margin(report), top=10,
    )  # fmt: skip
    ends: list[tuple[tuple[float, float], str, str]] = []
    for player in range(statistics.players):
        row = statistics.worth[player]
        length = len(row)
        if player in statistics.out:  # the line ends in the turn in which the player left
            length = next((at + 1 for at, turn in enumerate(turns) if turn >= statistics.out[player]), length)
        chart.line(list(zip(turns[:length], row[:length], strict=True)), report.colour(player))
        end = (turns[length - 1], row[length - 1])
        chart.disc(chart.at(end), 2.2, report.colour(player))
        ends.append((end, report.name(player), report.colour(player)))
    chart.end_names(ends)
    if width > _PHONE:  # a finger finds no tip
        chart.tips({turn: _worth_tip(report, at) for at, turn in enumerate(turns)})
    _draw_moment_numbers(chart, report)
    return chart


def _worth_tip(report: Report, at: int) -> str:
    """What everybody was worth at the end of this turn, the richest first."""
    statistics = report.statistics
    order = sorted(range(statistics.players), key=lambda player: -statistics.worth[player][at])
    lines = [f"{report.name(player)} {report.money(statistics.worth[player][at])}" for player in order]
    return "\n".join([f"{report('turn')} {statistics.turns[at]}", *lines])


def _draw_moment_numbers(chart: Chart, report: Report) -> None:
    """The numbers of the turning points, as in the list; one above the other where they meet."""
    statistics = report.statistics
    places: list[tuple[float, float]] = []
    for number, moment in enumerate(statistics.moments, 1):
        at = next(
            (n for n, turn in enumerate(statistics.turns) if turn >= moment.turn), len(statistics.turns) - 1
        )
        x, y = chart.at((statistics.turns[at], statistics.worth[moment.who][at]))
        while any(abs(x - a) < _MOMENT and abs(y - b) < _MOMENT for a, b in places):
            y += _MOMENT / 4
        places.append((x, y))
        colour = report.colour(moment.who)
        tip = f"{report('turn')} {moment.turn}: {report.moment(moment)}"
        chart.disc((x, y), 5.6, colour, chart.inks.soft, tip=tip)
        chart.text((x, y), str(number), 7.5, ink_on(colour), "middle", bold=True)


def draw_flow(report: Report, inks: Inks, width: float, height: float) -> Chart:
    """Ribbons from payer to taker, as wide as the amount."""
    flows = {
        pair: amount for pair, amount in report.statistics.flows.items() if amount and pair[0] != pair[1]
    }
    accounts = report.flow_accounts()
    totals = [
        {one: sum(amount for pair, amount in flows.items() if pair[side] == one) for one in accounts}
        for side in (0, 1)
    ]
    labels = [
        {account: f"{report.name(account)} {report.money(total)}" for account, total in side.items() if total}
        for side in totals
    ]
    margins = [max((text_width(text, SMALL) for text in side.values()), default=0) + 18 for side in labels]
    chart = Chart(
        width, height, inks, Axis(0, 1), Axis(0, 1), left=margins[0], right=margins[1], top=6, bottom=6,
        grid="",
    )  # fmt: skip
    gap = 0.045 * (chart.top - chart.bottom)
    scale = (chart.top - chart.bottom - gap * (len(accounts) - 1)) / (sum(flows.values()) or 1)
    starts: list[dict[int, float]] = [{}, {}]  # of each side: where the next ribbon of an account begins
    for side in (0, 1):
        y = chart.top
        middles: list[tuple[str, float]] = []
        for account in accounts:
            high = scale * totals[side][account]
            starts[side][account] = y
            if high:
                x = chart.left if side == 0 else chart.right - _BAR
                label = labels[side][account]
                chart.block(x, y - high, _BAR, high, report.colour(account), inks.soft, tip=label)
                middles.append((label, y - high / 2))
            y -= high + gap
        _draw_flow_labels(chart, side, middles)
    for giver in accounts:
        for taker in accounts:
            if amount := flows.get((giver, taker), 0):
                chart.ribbon(
                    (chart.left + _BAR, starts[0][giver]), (chart.right - _BAR, starts[1][taker]),
                    amount * scale, report.colour(giver),
                    tip=f"{report.name(giver)} → {report.name(taker)}: {report.money(amount)}",
                )  # fmt: skip
                starts[0][giver] -= amount * scale
                starts[1][taker] -= amount * scale
    return chart


def _draw_flow_labels(chart: Chart, side: int, middles: list[tuple[str, float]]) -> None:
    """Beside the bars, each joined to the middle of its bar."""
    heights = spread_apart([middle for _, middle in middles], _LABEL_GAP, chart.bottom, chart.top)
    align: Align = "end" if side == 0 else "start"
    edge, away = (chart.left, -12) if side == 0 else (chart.right, 12)
    for (text, middle), height in zip(middles, heights, strict=True):
        chart.rule((edge, middle), (edge + away, height), chart.inks.soft, 0.6)
        chart.text((edge + away * 1.2, height), text, SMALL, chart.inks.ink, align)


def draw_rents(report: Report, inks: Inks, width: float, height: float) -> Chart:
    rows = report.rent_rows()[::-1]
    names = [report.speaker.deed(deed) for deed, _, _ in rows]
    most = max((amount for _, amount, _ in rows), default=1)
    ends = [f"{report.money(amount)}  {count}×" for _, amount, count in rows]
    chart = Chart(
        width, height, inks, Axis(0, most), Axis(-0.6, len(rows) - 0.4),
        left=8 + max(text_width(name, 9.5) for name in names),
        right=10 + max(text_width(end, SMALL) for end in ends), top=2, bottom=2, grid="",
    )  # fmt: skip
    for at, (deed, amount, _) in enumerate(rows):
        chart.row(at, amount, GROUPS[GROUP_IDS[GROUP_OF[deed]]], tip=f"{names[at]}: {ends[at]}")
        chart.text((chart.left - 6, chart.y(at)), names[at], 9.5, inks.ink, "end")
        chart.text((chart.x(amount) + 5, chart.y(at)), ends[at], SMALL, inks.soft)
    return chart


def draw_dice(report: Report, inks: Inks, width: float, height: float) -> Chart:
    rolls = [sum(roll.dice) for roll in report.statistics.rolls]
    totals = range(2, 13)
    counts = [rolls.count(total) for total in totals]
    average = [len(rolls) * (6 - abs(total - 7)) / 36 for total in totals]
    axis = Axis(1.4, 12.6, totals, [str(total) for total in totals])
    chart = Chart(width, height, inks, axis, whole_axis(0, max(*counts, *average)))
    for total, count, expected in zip(totals, counts, average, strict=True):
        tip = f"{total}: {count}× ({report('expected')}: {report.number(expected, 1)})"
        chart.bar(total, count, "#0a8f87", tip=tip)
        chart.dot((total, expected), inks.ink, tip=tip)
    return chart


def draw_luck(report: Report, inks: Inks, width: float, height: float) -> Chart:
    """Roll by roll, the rent that each player was spared so far."""
    statistics = report.statistics
    last = max(1, *(roll.turn for roll in statistics.rolls))
    lines: list[list[tuple[float, float]]] = []
    for player in range(statistics.players):
        points, total = [(0.0, 0.0)], 0.0
        for roll in statistics.rolls:
            if roll.player == player:
                total += roll.average - roll.actual
                points.append((roll.turn, total))
        lines.append(points)
    values = [y for points in lines for _, y in points]
    chart = Chart(
        width, height, inks, _turns_axis(report, 0, last), whole_axis(min(values), max(values), report.money),
        right=_names_margin(report),
    )  # fmt: skip
    chart.rule((chart.left, chart.y(0)), (chart.right, chart.y(0)), inks.soft, 0.9)
    for player, points in enumerate(lines):
        chart.line(points, report.colour(player), 1.8, stepped=True)
    chart.end_names(
        [(points[-1], report.name(player), report.colour(player)) for player, points in enumerate(lines)]
    )
    turns = sorted({int(x) for points in lines for x, _ in points})
    chart.tips({turn: _luck_tip(report, lines, turn) for turn in turns})
    return chart


def _luck_tip(report: Report, lines: list[list[tuple[float, float]]], turn: int) -> str:
    luck = [[y for x, y in points if x <= turn][-1] for points in lines]
    order = sorted(range(len(luck)), key=lambda player: -luck[player])
    rows = [f"{report.name(player)} {report.money(luck[player])}" for player in order]
    return "\n".join([f"{report('turn')} {turn}", *rows])
