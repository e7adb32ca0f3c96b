"""A chart: two axes, and lines, bars, dots and texts at values on them. Sizes are in points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from reportlab.graphics.charts.utils import find_good_grid
from reportlab.graphics.shapes import Circle, Drawing, Line, Path, PolyLine, Rect, Shape, String
from reportlab.lib.colors import HexColor

from deedbox.charts.inks import SCREEN, Inks
from deedbox.typeface import BOLD, REGULAR, load_font, printable_text, text_width

Point = tuple[float, float]
Align = Literal["start", "middle", "end"]

SMALL, NORMAL = 8.5, 9.5  # sizes of text
_NAME_GAP = 12.5  # from one name to the next
_MIDDLE = 0.36  # of the size: from the middle of capital letters to their line


@dataclass(frozen=True)
class Axis:
    low: float
    high: float
    ticks: Sequence[float] = ()
    labels: Sequence[str] = ()
    title: str = ""

    def part(self, value: float) -> float:
        """Where the value is, from 0 (low) to 1 (high)."""
        return (value - self.low) / (self.high - self.low)


def whole_axis(
    low: float,
    high: float,
    label: Callable[[float], str] = lambda value: f"{value:g}",
    title: str = "",
    most: int = 6,
    tight: bool = False,
) -> Axis:
    """An axis with ticks at round whole numbers. `tight`: it ends at `low` and `high`, not at ticks."""
    high = max(high, low + 1)
    # The stubs say nothing about this function.
    start, end, step = find_good_grid(  # type: ignore[no-untyped-call]
        low, high, n=(most,) if tight else tuple(range(3, most + 1))
    )
    if step < 1 or step != int(step):
        step = 1 if high - low <= most else -(-step // 1)
        start, end = low // step * step, -(-high // step) * step
    ticks = [start + step * at for at in range(round((end - start) / step) + 1)]
    if tight:
        ticks = [tick for tick in ticks if low <= tick <= high]
        start, end = low, high
    return Axis(start, end, ticks, [label(tick) for tick in ticks], title)


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


class Chart:
    """`drawing` is what as_svg() and Pen.chart() take. Margins hold what is written outside of the axes."""

    def __init__(
        self,
        width: float,
        height: float,
        inks: Inks,
        x: Axis,
        y: Axis,
        *,
        left: float | None = None,
        right: float = 8,
        top: float = 8,
        bottom: float | None = None,
        grid: str = "y",
    ) -> None:
        """`left` and `bottom` are as large as the labels of the axes, unless given. `grid`: "x", "y", ""."""
        load_font(REGULAR), load_font(BOLD)
        self.inks, self.x_axis, self.y_axis = inks, x, y
        self.drawing = Drawing(width, height)
        widest = max((text_width(label, NORMAL) for label in y.labels), default=0)
        self.left = widest + 10 if left is None else left
        self.right = width - right
        self.bottom = (20 if x.labels else 4) + (14 if x.title else 0) if bottom is None else bottom
        self.top = height - top
        self._draw_axes(grid)

    # -- places --

    def x(self, value: float) -> float:
        return self.left + self.x_axis.part(value) * (self.right - self.left)

    def y(self, value: float) -> float:
        return self.bottom + self.y_axis.part(value) * (self.top - self.bottom)

    def at(self, point: Point) -> Point:
        return self.x(point[0]), self.y(point[1])

    # -- shapes at values --

    def _draw_axes(self, grid: str) -> None:
        for tick, label in zip(self.x_axis.ticks, self.x_axis.labels, strict=True):
            if grid == "x":
                self.rule((self.x(tick), self.bottom), (self.x(tick), self.top), self.inks.line, 0.6)
            self.text((self.x(tick), self.bottom - 13), label, NORMAL, self.inks.soft, "middle", drop=0)
        for tick, label in zip(self.y_axis.ticks, self.y_axis.labels, strict=True):
            if grid == "y":
                self.rule((self.left, self.y(tick)), (self.right, self.y(tick)), self.inks.line, 0.6)
            self.text((self.left - 6, self.y(tick)), label, NORMAL, self.inks.soft, "end")
        if self.x_axis.labels:
            self.rule((self.left, self.bottom), (self.right, self.bottom), self.inks.line, 0.8)
        if self.x_axis.title:
            middle = (self.left + self.right) / 2
            self.text((middle, self.bottom - 28), self.x_axis.title, NORMAL, self.inks.soft, "middle", drop=0)

    def line(self, points: Sequence[Point], colour: str, width: float = 2, stepped: bool = False) -> None:
        """A line with a thin edge, so that a light one is seen on light paper, a dark one on dark paper."""
        if stepped:
            points = [
                corner
                for before, after in zip(points, points[1:], strict=False)
                for corner in (before, (after[0], before[1]))
            ] + [points[-1]]
        if len(points) < 2:
            return
        places = [round(part, 2) for point in points for part in self.at(point)]
        for ink, wide in ((self.inks.soft, width + 1), (colour, width)):
            self._add(PolyLine(places, strokeLineCap=1, strokeLineJoin=1), stroke=ink, line=wide)

    def bar(self, at: float, value: float, colour: str, wide: float = 0.74, tip: str = "") -> None:
        """Upright, from 0 to `value`. Its edge shows a dark bar on a dark page, a light one on paper."""
        left, right = self.x(at - wide / 2), self.x(at + wide / 2)
        low, high = self.y(0), self.y(value)
        self._add(_rect(left, low, right - left, high - low), colour, self.inks.soft, 0.6, tip=tip)

    def row(self, at: float, value: float, colour: str, high: float = 0.72, tip: str = "") -> None:
        """A bar that lies: from 0 to `value` at the height `at`."""
        low, top = self.y(at - high / 2), self.y(at + high / 2)
        left, right = self.x(0), self.x(value)
        self._add(_rect(left, low, right - left, top - low), colour, self.inks.soft, 0.8, tip=tip)

    def dot(self, point: Point, colour: str, radius: float = 2.2, tip: str = "") -> None:
        self.disc(self.at(point), radius, colour, self.inks.card, tip=tip)

    def span(self, at: float, low: float, high: float, colour: str, tip: str = "") -> None:
        """An upright whisker from `low` to `high`: how sure a value is."""
        x, bottom, top = self.x(at), self.y(low), self.y(high)
        for start, end in (
            ((x, bottom), (x, top)),
            ((x - 3, bottom), (x + 3, bottom)),
            ((x - 3, top), (x + 3, top)),
        ):
            self.rule(start, end, colour, 1.1)
        self.tip_area(x - 4, bottom, 8, top - bottom, tip)

    def tips(self, texts: Mapping[float, str]) -> None:
        """A tip for each value of x, over the whole height: the pointer need not hit a line."""
        values = sorted(texts)
        places = [self.x(value) for value in values]
        for number, (value, place) in enumerate(zip(values, places, strict=True)):
            left = (places[number - 1] + place) / 2 if number else self.left
            right = (places[number + 1] + place) / 2 if number + 1 < len(places) else self.right
            self.tip_area(left, self.bottom, right - left, self.top - self.bottom, texts[value])

    def end_names(self, ends: Sequence[tuple[Point, str, str]]) -> None:
        """Names in a column at the right, each joined to the end of its line: ((x, y), name, colour)."""
        # Of equal ones, whose line ends earlier is higher: so the lines to the names do not cross.
        heights = spread_apart(
            [self.y(point[1]) - point[0] / 1e6 for point, _, _ in ends], _NAME_GAP, self.bottom, self.top
        )
        for (point, name, colour), height in zip(ends, heights, strict=True):
            dash = () if point[0] == self.x_axis.high else (1, 2)
            self.rule(self.at(point), (self.right + 10, height), colour, 0.8, alpha=0.55, dash=dash)
            self.text((self.right + 12, height), name, 9, self.inks.ink, bold=True)

    # -- shapes at points of the drawing --

    def rule(
        self, start: Point, end: Point, colour: str, width: float,
        alpha: float = 1, dash: Sequence[float] = (),
    ) -> None:  # fmt: skip
        shape = Line(*start, *end, strokeDashArray=dash) if dash else Line(*start, *end)
        self._add(shape, stroke=colour, line=width, alpha=alpha)

    def disc(self, middle: Point, radius: float, colour: str, edge: str = "", tip: str = "") -> None:
        self._add(Circle(*middle, radius), colour, edge, 0.6, tip=tip)

    def block(
        self, x: float, y: float, width: float, height: float, colour: str, edge: str = "", tip: str = ""
    ) -> None:
        self._add(_rect(x, y, width, height), colour, edge, 0.6, tip=tip)

    def ribbon(self, start: Point, end: Point, high: float, colour: str, tip: str = "") -> None:
        """A band from the left to the right; start and end are its upper corners."""
        middle = (start[0] + end[0]) / 2
        path = Path()
        path.moveTo(*start)
        path.curveTo(middle, start[1], middle, end[1], *end)
        path.lineTo(end[0], end[1] - high)
        path.curveTo(middle, end[1] - high, middle, start[1] - high, start[0], start[1] - high)
        path.closePath()
        self._add(path, colour, alpha=0.42, tip=tip)

    def tip_area(self, x: float, y: float, width: float, height: float, tip: str) -> None:
        """Nothing to see; on a page the pointer finds a text there."""
        if tip and self.inks == SCREEN:
            self._add(_rect(x, y, width, height), self.inks.card, alpha=0, tip=tip)

    def text(
        self, place: Point, text: str, size: float, colour: str,
        align: Align = "start", bold: bool = False, drop: float = _MIDDLE,
    ) -> None:  # fmt: skip
        """`align`: "start", "middle" or "end" is at the place; in height the middle, unless `drop` is 0."""
        shape = String(place[0], place[1] - drop * size, printable_text(text), textAnchor=align)
        shape.fontName, shape.fontSize = (BOLD if bold else REGULAR), size
        self._add(shape, colour)

    def _add(
        self, shape: Shape, fill: str = "", stroke: str = "", line: float = 1, alpha: float = 1, tip: str = ""
    ) -> None:
        # The stubs know no attributes of shapes.
        attributes: Any = shape
        if not isinstance(shape, Line | PolyLine):
            attributes.fillColor = _colour(fill, alpha)
        if not isinstance(shape, String):
            attributes.strokeColor = _colour(stroke, alpha)
            attributes.strokeWidth = line
        if tip and self.inks == SCREEN:  # no attribute that reportlab checks; its SVG writer looks for it
            vars(shape).update(hrefURL="#", hrefTitle=tip)
        self.drawing.add(shape)


def _rect(*places: float) -> Rect:
    return Rect(*(round(place, 2) for place in places))


def _colour(value: str, alpha: float) -> Any:
    if not value:
        return None
    colour: Any = HexColor(value)
    return colour.clone(alpha=alpha) if alpha != 1 else colour
