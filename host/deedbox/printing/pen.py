"""The pen that draws on a PDF: millimetres, embedded fonts, text that fits into its place."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from reportlab.graphics import renderPDF
from reportlab.lib.colors import Color, HexColor
from reportlab.pdfgen.canvas import Canvas

from deedbox.charts import Chart
from deedbox.typeface import REGULAR, load_font, printable_text, text_width

MM = 72 / 25.4
INK, GREY, PALE, WHITE = "#1d2126", "#6b737c", "#c9ced4", "#ffffff"
LEADING = 1.16  # from line to line, in sizes of the letters
RISE, FALL = 0.76, 0.24  # of letters above and below their line, in sizes
_SHRINK = 0.25  # points a step

Point = tuple[float, float]


def width_of(text: str, size: float, font: str = REGULAR) -> float:
    """In millimetres."""
    return text_width(text, size, font) / MM


def wrap_text(text: str, size: float, font: str, width: float, cut: bool = False) -> list[str] | None:
    """The text in lines of at most this width; a word that is too long is cut, or makes it None."""
    lines: list[str] = []
    for word in filter(None, text.split(" ")):  # not at a fixed blank
        if lines and width_of(f"{lines[-1]} {word}", size, font) <= width:
            lines[-1] += f" {word}"
            continue
        while width_of(word, size, font) > width:
            fits = (n for n in range(len(word) - 1, 0, -1) if width_of(word[:n], size, font) <= width)
            keep = next(fits, 0) if cut else 0
            if not keep:
                return None
            lines.append(word[:keep])
            word = word[keep:]
        lines.append(word)
    return lines


def fit_text(
    text: str, font: str, width: float, height: float, size: float, least: float
) -> tuple[float, list[str]]:
    """The largest size up to `size` in which the text fits a box, and its lines.

    If it does not fit even in the size `least`, words are cut, and only then the letters get smaller still.
    """
    text = printable_text(text)
    while True:
        for cut in (False, True):
            lines = wrap_text(text, size, font, width, cut) if not cut or size <= least else None
            if lines is not None and len(lines) * size * LEADING / MM <= height:
                return size, lines
        size -= _SHRINK if size > 2 * _SHRINK else size / 2


class Pen:
    def __init__(
        self, title: str, sheet: tuple[float, float], creator: str = "deedbox print", language: str = "en"
    ) -> None:
        load_font(REGULAR)
        self._file = io.BytesIO()
        self._canvas = Canvas(
            self._file,
            pagesize=(sheet[0] * MM, sheet[1] * MM),
            pageCompression=1,
            # Else Helvetica is named, and not embedded. The stub has the wrong type.
            initialFontName=REGULAR,  # type: ignore[arg-type]
            invariant=1,  # no date: the same sheets are the same bytes
            lang=language,
        )
        self._canvas.setTitle(title)
        self._canvas.setAuthor("Deedbox")
        self._canvas.setCreator(creator)
        self._stamps: set[str] = set()
        self.pages = 0

    def turn(self) -> None:
        """Finish this page."""
        self._canvas.showPage()
        self.pages += 1

    def finish(self) -> bytes:
        self._canvas.save()
        return self._file.getvalue()

    # -- places --

    @contextmanager
    def at(self, x: float, y: float, turned: float = 0, times: float = 1) -> Iterator[None]:
        """Draw relative to this point, turned to the left by so many degrees and scaled."""
        self._canvas.saveState()
        self._canvas.translate(x * MM, y * MM)
        self._canvas.rotate(turned)
        self._canvas.scale(times, times)
        yield
        self._canvas.restoreState()

    @contextmanager
    def within(self, x: float, y: float, width: float, height: float, radius: float = 0) -> Iterator[None]:
        """Draw only within this shape."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        path.roundRect(x * MM, y * MM, width * MM, height * MM, radius * MM)
        self._canvas.clipPath(path, stroke=0, fill=0)
        yield
        self._canvas.restoreState()

    def stamp(self, name: str, draw: Callable[[], None]) -> None:
        """Draw something that is needed often; the file has it only once, under this name."""
        if name not in self._stamps:
            self._stamps.add(name)
            self._canvas.beginForm(name)
            draw()
            self._canvas.endForm()
        self._canvas.doForm(name)

    # -- shapes: filled, or with a line of so many millimetres --

    def _use(self, fill: str, stroke: str, line: float, dash: Sequence[float]) -> dict[str, int]:
        if fill:
            self._canvas.setFillColor(HexColor(fill))
        if stroke:
            self._canvas.setStrokeColor(HexColor(stroke))
            self._canvas.setLineWidth(line * MM)
            self._canvas.setDash([part * MM for part in dash])
        return {"fill": int(bool(fill)), "stroke": int(bool(stroke))}

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "",
        stroke: str = "",
        line: float = 0.2,
        radius: float = 0,
        dash: Sequence[float] = (),
    ) -> None:
        how = self._use(fill, stroke, line, dash)
        self._canvas.roundRect(x * MM, y * MM, width * MM, height * MM, radius * MM, **how)

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        fill: str = "",
        stroke: str = "",
        line: float = 0.2,
        dash: Sequence[float] = (),
    ) -> None:
        how = self._use(fill, stroke, line, dash)
        self._canvas.circle(x * MM, y * MM, radius * MM, **how)

    def line(
        self,
        start: Point,
        end: Point,
        stroke: str = INK,
        line: float = 0.2,
        dash: Sequence[float] = (),
    ) -> None:
        self._use("", stroke, line, dash)
        self._canvas.line(start[0] * MM, start[1] * MM, end[0] * MM, end[1] * MM)

    def shape(
        self, start: Point, *ways: Sequence[float], fill: str = "", stroke: str = "", line: float = 0.2
    ) -> None:
        """A closed outline: each way is a point, or a curve's two handles and its end."""
        how = self._use(fill, stroke, line, ())
        path = self._canvas.beginPath()
        path.moveTo(start[0] * MM, start[1] * MM)
        for way in ways:
            (path.lineTo if len(way) == 2 else path.curveTo)(*(part * MM for part in way))
        path.close()
        self._canvas.drawPath(path, **how)

    def chart(self, chart: Chart, x: float, y: float) -> None:
        """A chart with its lower left corner here."""
        renderPDF.draw(chart.drawing, self._canvas, x * MM, y * MM, showBoundary=False)

    # -- text --

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        font: str = REGULAR,
        colour: str = INK,
        align: float = 0,
    ) -> None:
        """One line on y. `align`: 0 begins at x, 0.5 has its middle there, 1 ends there."""
        text = printable_text(text)
        load_font(font)
        self._canvas.setFillColor(HexColor(colour))
        self._canvas.setFont(font, size)
        self._canvas.drawString((x - align * width_of(text, size, font)) * MM, y * MM, text)

    def block(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        text: str,
        size: float,
        least: float = 5,
        font: str = REGULAR,
        colour: str = INK,
        align: float = 0,
        upright: float = 0,
    ) -> None:
        """Lines that fit the box whose lower left corner is x, y, as large as `size` allows. `upright`: 0
        hangs them from its top, 0.5 puts them in its middle, 1 on its bottom."""
        size, lines = fit_text(text, font, width, height, size, least)
        step = size * LEADING / MM
        top = y + height - upright * (height - len(lines) * step)
        for n, row in enumerate(lines):
            # a line's box is LEADING high; letters fill RISE + FALL of it
            base = top - n * step - (RISE + (LEADING - RISE - FALL) / 2) * size / MM
            self.text(x + align * width, base, row, size, font, colour, align)


def readable_on(colour: str) -> str:
    """Black or white, whichever is easier to read on this colour."""
    red, green, blue = Color.rgb(HexColor(colour))
    light = 0.2126 * _linear(red) + 0.7152 * _linear(green) + 0.0722 * _linear(blue)
    return INK if (light + 0.05) / 0.05 > 1.05 / (light + 0.05) else WHITE


def _linear(part: Any) -> float:
    return float(part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4)
