"""The report's charts. Each is drawn on axes that the caller makes, so page and PDF show the same."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path as Curve
from matplotlib.patheffects import withStroke
from matplotlib.ticker import FuncFormatter, MaxNLocator
from matplotlib.transforms import offset_copy

from banker.core.board import GROUP_OF
from deedbox.editions.model import GROUP_IDS
from deedbox.printing.drawings import GROUPS
from deedbox.report.sentences import Report
from deedbox.token_colours import ink_on

_FONT = "DejaVu Sans"
_SETTINGS: dict[Any, Any] = {
    "font.family": _FONT,
    "font.size": 9.5,
    "svg.fonttype": "none",
    "pdf.fonttype": 42,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.8,
}


_NAME_PT = 12.5  # from one name to the next
_MOMENT_PT = 13.0  # from one number to the next


@dataclass(frozen=True)
class Inks:
    ink: str
    soft: str
    line: str
    card: str


PAPER = Inks("#22252b", "#5a606b", "#dddddd", "#ffffff")
# On the page these colours become CSS variables, so that they follow light and dark.
_VARIABLES = {
    "#010101": "var(--ink)",
    "#020202": "var(--soft)",
    "#030303": "var(--line)",
    "#040404": "var(--card)",
}
SCREEN = Inks(*_VARIABLES)

Drawing = Callable[[Axes, Report, Inks], None]


def chart_settings() -> Any:
    """Fixed settings: charts look the same whatever this machine's matplotlib settings are."""
    return matplotlib.rc_context({**matplotlib.rcParamsDefault, **_SETTINGS, "backend": "agg"})


def as_svg(draw: Drawing, report: Report, name: str, width: float, height: float, label: str) -> str:
    """An <svg> element without size or date; text and lines have the page's colours."""
    with chart_settings(), matplotlib.rc_context({"svg.hashsalt": name}):
        figure = Figure(figsize=(width, height), layout="constrained")
        draw(figure.add_subplot(), report, SCREEN)
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return _clean_svg(out.getvalue(), name, label)


def _clean_svg(text: str, name: str, label: str) -> str:
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", text, count=1)
    ids_in_use = set(re.findall(r'(?:url\(|href=")#([^)"]+)', text))
    text = re.sub(r' id="([^"]*)"', lambda id: f' id="{name}-{id[1]}"' if id[1] in ids_in_use else "", text)
    text = text.replace("url(#", f"url(#{name}-").replace('href="#', f'href="#{name}-')
    for colour, variable in _VARIABLES.items():
        text = text.replace(colour, variable)
    text = re.sub(r"(font: (?:\w+ )*[\d.]+px) [^;\"]+", r"\1 var(--face)", text)
    return text.replace("<svg", f'<svg role="img" aria-label="{label}"', 1).strip()


def _draw_frame(ax: Axes, inks: Inks, grid: str = "y") -> None:
    for side in ("left", "bottom"):
        ax.spines[side].set_color(inks.line)
    ax.tick_params(colors=inks.soft, labelcolor=inks.soft, length=0)
    if grid in ("x", "y"):
        ax.grid(axis=grid, color=inks.line, linewidth=0.6)  # type: ignore[arg-type]
    ax.set_axisbelow(True)
    ax.spines["left"].set_visible(False)


def _with_thousands(report: Report) -> FuncFormatter:
    return FuncFormatter(lambda value, _: report.money(value))


def _edge(inks: Inks, linewidth: float) -> Any:
    """A thin edge, so that a light line is seen on light paper and a dark one on dark paper."""
    return withStroke(linewidth=linewidth + 1, foreground=inks.soft)


def draw_worth(ax: Axes, report: Report, inks: Inks) -> None:
    statistics = report.statistics
    _draw_frame(ax, inks)
    turns = statistics.turns
    points: list[tuple[int, float, int]] = []  # the end of each line, and whose it is
    for player in range(statistics.players):
        row = statistics.worth[player]
        ends = len(row)
        if player in statistics.out:  # the line ends in the turn in which the player left
            ends = next(
                (at + 1 for at, turn in enumerate(statistics.turns) if turn >= statistics.out[player]), ends
            )
        ax.plot(
            turns[:ends], row[:ends], color=report.colour(player), linewidth=2, solid_capstyle="round",
            path_effects=[_edge(inks, 2)],
        )  # fmt: skip
        ax.plot(
            turns[ends - 1], row[ends - 1], "o", color=report.colour(player), markersize=4.5, clip_on=False
        )
        points.append((turns[ends - 1], row[ends - 1], player))
    ax.set_xlim(turns[0], turns[-1])
    ax.set_ylim(bottom=0)
    _draw_names(ax, inks, report, points, turns[-1])
    _draw_moment_numbers(ax, report, turns)
    ax.set_xlabel(report("turn"), color=inks.soft)
    ax.tick_params(axis="x", pad=8)  # below the numbers of those who went out
    ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    ax.yaxis.set_major_formatter(_with_thousands(report))


def spread_apart(values: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """These values, moved as little as possible, so that any two are at least `gap` apart.

    They stay between `low` and `high` if there is room, and keep their order.
    """
    order = sorted(range(len(values)), key=lambda at: values[at])
    runs: list[tuple[float, list[int]]] = []  # (middle, places of values that touch)
    for at in order:
        middle, run = values[at], [at]
        while runs and middle - gap * len(run) / 2 < runs[-1][0] + gap * len(runs[-1][1]) / 2:
            run = runs.pop()[1] + run
            middle = sum(values[one] for one in run) / len(run)
        runs.append((middle, run))
    spots = [0.0] * len(values)
    for middle, run in runs:
        for number, at in enumerate(run):
            spots[at] = middle + gap * (number - (len(run) - 1) / 2)
    end = low
    for at in order:  # nothing below
        spots[at] = end = max(spots[at], end)
        end += gap
    end = high
    for at in reversed(order):  # nothing above, while there is room
        spots[at] = end = min(spots[at], max(end, low))
        end -= gap
    return spots


def _figure_of(ax: Axes) -> Figure:
    figure = ax.get_figure(root=True)
    assert figure is not None
    return figure


def _size_in_points(ax: Axes) -> tuple[float, float]:
    """About how large the axes are; the layout of a figure is known only after it is drawn."""
    width, height = _figure_of(ax).get_size_inches()
    box = ax.get_position()
    return box.width * width * 72, box.height * height * 72


def _draw_names(
    ax: Axes, inks: Inks, report: Report, points: list[tuple[int, float, int]], last: int
) -> None:
    """The players' names in a column at the right, each joined to the end of its line (turn, value, seat)."""
    low, high = ax.get_ylim()
    gap = (high - low) * _NAME_PT / _size_in_points(ax)[1]
    # Of equal ones, who left earlier is higher: so the lines to the names do not cross.
    ends = [value - turn * gap / 1e6 for turn, value, _ in points]
    heights = spread_apart(ends, gap, low, high)
    for (turn, value, player), height in zip(points, heights, strict=True):
        colour = report.colour(player)
        ax.annotate(
            report.name(player), (turn, value), (1.0, height), xycoords="data",
            textcoords=offset_copy(ax.get_yaxis_transform(), _figure_of(ax), 12, 0, units="points"),
            va="center", color=inks.ink, fontweight="bold", fontsize=9, annotation_clip=False,
            arrowprops={
                "arrowstyle": "-", "color": colour, "alpha": 0.55, "linewidth": 0.8, "relpos": (0, 0.5),
                "shrinkA": 0, "shrinkB": 2, "linestyle": "-" if turn == last else ":",
            },
        )  # fmt: skip


def _draw_moment_numbers(ax: Axes, report: Report, turns: list[int]) -> None:
    """The numbers of the turning points, as in the list; one above the other where they meet."""
    statistics = report.statistics
    wide, high = max(turns[-1] - turns[0], 1), max(max(row) for row in statistics.worth) or 1
    width_pt, height_pt = _size_in_points(ax)
    across, up = wide * _MOMENT_PT / width_pt, high * _MOMENT_PT / height_pt
    spots: list[tuple[float, float]] = []
    for number, moment in enumerate(statistics.moments, 1):
        at = next((n for n, turn in enumerate(statistics.turns) if turn >= moment.turn), len(turns) - 1)
        x, y = float(turns[at]), float(statistics.worth[moment.who][at])
        while any(abs(x - a) < across and abs(y - b) < up for a, b in spots):
            y += up / 4
        spots.append((x, y))
        ax.plot(x, y, "o", markersize=11, color=report.colour(moment.who), clip_on=False)
        ax.annotate(
            str(number), (x, y), ha="center", va="center_baseline", fontsize=7.5,
            color=ink_on(report.colour(moment.who)), fontweight="bold", annotation_clip=False,
        )  # fmt: skip


def draw_flow(ax: Axes, report: Report, inks: Inks) -> None:
    """Ribbons from payer to taker, as wide as the amount."""
    ax.set_axis_off()
    flows = {
        pair: amount for pair, amount in report.statistics.flows.items() if amount and pair[0] != pair[1]
    }
    accounts = report.flow_accounts()
    total = sum(flows.values()) or 1
    gap = 0.045
    scale = (1 - gap * (len(accounts) - 1)) / total
    left: dict[int, float] = {}
    right: dict[int, float] = {}
    label_gap = _NAME_PT / _size_in_points(ax)[1]
    for side, starts in ((0, left), (1, right)):
        y = 1.0
        labels: list[tuple[str, float]] = []  # the text, and the middle of its bar
        x = 0.0 if side == 0 else 0.97
        for account in accounts:
            high = scale * sum(amount for pair, amount in flows.items() if pair[side] == account)
            starts[account] = y
            if high:
                ax.add_patch(Rectangle((x, y - high), 0.03, high, color=report.colour(account), linewidth=0))
                labels.append((f"{report.name(account)} {report.money(round(high / scale))}", y - high / 2))
            y -= high + gap
        heights = spread_apart([middle for _, middle in labels], label_gap, 0.0, 1.0)
        edge, away, align = (x, -14, "right") if side == 0 else (x + 0.03, 14, "left")
        for (text, middle), height in zip(labels, heights, strict=True):
            ax.annotate(
                text, (edge, middle), (edge, height), xycoords="data",
                textcoords=offset_copy(ax.transData, _figure_of(ax), away, 0, units="points"),
                ha=align, va="center", color=inks.ink, fontsize=8.5, annotation_clip=False,
                arrowprops={
                    "arrowstyle": "-", "color": inks.soft, "linewidth": 0.6, "shrinkA": 1, "shrinkB": 0,
                    "relpos": (1 - side, 0.5),
                },
            )  # fmt: skip
    for giver in accounts:
        for taker in accounts:
            amount = flows.get((giver, taker), 0)
            if amount:
                high = amount * scale
                _draw_ribbon(ax, left[giver], right[taker], high, report.colour(giver))
                left[giver] -= high
                right[taker] -= high
    ax.set_xlim(-0.02, 1.02)
    ax.set_ylim(-0.02, 1.02)


def _draw_ribbon(ax: Axes, start: float, end: float, high: float, colour: str) -> None:
    a, b, middle = 0.03, 0.97, 0.5
    points = [
        (a, start), (middle, start), (middle, end), (b, end),
        (b, end - high), (middle, end - high), (middle, start - high), (a, start - high), (a, start),
    ]  # fmt: skip
    c = Curve.CURVE4
    codes = [Curve.MOVETO, c, c, c, Curve.LINETO, c, c, c, Curve.CLOSEPOLY]
    ax.add_patch(PathPatch(Curve(points, codes), facecolor=colour, alpha=0.42, linewidth=0))


def draw_rents(ax: Axes, report: Report, inks: Inks) -> None:
    rows = report.rent_rows()[::-1]
    _draw_frame(ax, inks, "")
    ax.spines["bottom"].set_visible(False)
    ax.set_xticks([])
    most = max((amount for _, amount, _ in rows), default=1)
    for at, (deed, amount, count) in enumerate(rows):
        colour = GROUPS[GROUP_IDS[GROUP_OF[deed]]]
        # The edge keeps dark groups visible on a dark page, and light ones on paper.
        ax.barh(at, amount, color=colour, height=0.72, edgecolor=inks.soft, linewidth=0.8)
        ax.annotate(
            f"{report.money(amount)}  {count}×", (amount, at), (5, 0), textcoords="offset points",
            va="center", color=inks.soft, fontsize=8.5,
        )  # fmt: skip
    ax.set_yticks(range(len(rows)), [report.speaker.deed(deed) for deed, _, _ in rows])
    ax.tick_params(axis="y", labelcolor=inks.ink)
    ax.set_xlim(0, most * 1.32)


def draw_dice(ax: Axes, report: Report, inks: Inks) -> None:
    rolls = [sum(roll.dice) for roll in report.statistics.rolls]
    _draw_frame(ax, inks)
    totals = range(2, 13)
    average = [len(rolls) * (6 - abs(total - 7)) / 36 for total in totals]
    ax.bar(list(totals), [rolls.count(total) for total in totals], color="#0a8f87", width=0.74)
    ax.plot(list(totals), average, "o", color=inks.ink, markersize=4.5, markeredgecolor=inks.card)
    ax.set_xticks(list(totals))
    ax.yaxis.set_major_locator(MaxNLocator(5, integer=True))


def draw_luck(ax: Axes, report: Report, inks: Inks) -> None:
    """Roll by roll, the rent that each player was spared so far."""
    statistics = report.statistics
    _draw_frame(ax, inks)
    ax.axhline(0, color=inks.soft, linewidth=0.9)
    last = max(1, *(roll.turn for roll in statistics.rolls))
    points: list[tuple[int, float, int]] = []
    for player in range(statistics.players):
        x, y, total = [0], [0.0], 0.0
        for roll in statistics.rolls:
            if roll.player == player:
                total += roll.average - roll.actual
                x.append(roll.turn)
                y.append(total)
        ax.step(
            x, y, where="post", color=report.colour(player), linewidth=1.8, path_effects=[_edge(inks, 1.8)]
        )
        points.append((x[-1], y[-1], player))
    ax.set_xlim(0, last)
    _draw_names(ax, inks, report, points, last)
    ax.set_xlabel(report("turn"), color=inks.soft)
    ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    ax.yaxis.set_major_formatter(_with_thousands(report))
