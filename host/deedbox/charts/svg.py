"""A drawing as an <svg> element inside an HTML page. reportlab draws it; colours, text and tips are ours.

reportlab rounds colours to percents and text to whole points, and makes a tip a link. The page's colours are
variables, its font is not that of the PDF, and a tip needs no link.
"""

from __future__ import annotations

from typing import Any

from reportlab.graphics import renderSVG
from reportlab.graphics.shapes import Drawing
from reportlab.lib.colors import Color

from deedbox.charts.inks import VARIABLES
from deedbox.typeface import BOLD

_ANCHORS = {"start": "start", "left": "start", "middle": "middle", "end": "end"}


def as_svg(drawing: Drawing, label: str) -> str:
    """Without a size, so that it fills its place; `label` is what a screen reader says."""
    canvas = _PageCanvas(drawing)
    renderSVG.draw(drawing, canvas, showBoundary=False)  # type: ignore[arg-type] # any canvas will do
    return canvas.text(label)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


class _PageCanvas(renderSVG.SVGCanvas):
    doc: Any
    svg: Any
    groupTree: Any
    currGroup: Any
    style: dict[str, Any]
    _font: str
    _fontSize: float

    def __init__(self, drawing: Drawing) -> None:
        size = (float(drawing.width), float(drawing.height))
        super().__init__(size, useClip=True)
        self.fp_str = lambda *values: " ".join(map(_number, values))
        for child in list(self.svg.childNodes):  # a title and a description that say nothing
            if child is not self.groupTree:
                self.svg.removeChild(child)
        for element, names in ((self.svg, "width height version xmlns:xlink"), (self.groupTree, "id clip")):
            for name in names.split():
                element.removeAttribute(name)
        self.svg.setAttribute("viewBox", f"0 0 {_number(size[0])} {_number(size[1])}")
        self.groupTree.setAttribute("transform", f"translate(0 {_number(size[1])}) scale(1 -1)")

    def text(self, label: str) -> str:
        self.svg.setAttribute("role", "img")
        self.svg.setAttribute("aria-label", label)
        return str(self.svg.toxml())

    def _use_colour(self, key: str, colour: Color | None) -> None:
        self.style.pop(f"{key}-opacity", None)
        if colour is None:
            self.style[key] = "none"
            return
        value = "#" + str(colour.hexval())[2:]
        self.style[key] = VARIABLES.get(value, value)
        if colour.alpha != 1:
            self.style[f"{key}-opacity"] = _number(colour.alpha)

    def setStrokeColor(self, colour: Color | None) -> None:
        self._strokeColor = colour
        self._use_colour("stroke", colour)

    def setFillColor(self, colour: Color | None) -> None:
        self._fillColor = colour
        self._use_colour("fill", colour)

    def drawString(
        self, s: Any, x: Any, y: Any, angle: float = 0, link_info: Any = None,
        text_anchor: str = "left", textRenderMode: int = 0, **more: Any,
    ) -> None:  # fmt: skip
        """Text in the page's own font; so the browser, not reportlab, knows how wide it is."""
        weight = "700 " if self._font == BOLD else ""
        element = self._make(
            "text",
            transform=f"translate({_number(x)} {_number(y)}) scale(1 -1)",
            style=f"font: {weight}{_number(self._fontSize)}px var(--face); fill: {self.style['fill']};",
        )
        if _ANCHORS[text_anchor] != "start":
            element.setAttribute("text-anchor", _ANCHORS[text_anchor])
        element.appendChild(self.doc.createTextNode(s))
        self.currGroup.appendChild(self._add_link(element, link_info) if link_info else element)

    def polyLine(self, points: Any) -> None:
        places = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
        kept = {name: self.style[name] for name in renderSVG.LINE_STYLES if name in self.style}
        style = " ".join(f"{name}: {value};" for name, value in kept.items())
        self.currGroup.appendChild(self._make("polyline", points=places, style=f"{style} fill: none;"))

    def _make(self, tag: str, **attributes: str) -> Any:
        element = self.doc.createElement(tag)
        for name, value in attributes.items():
            element.setAttribute(name, value)
        return element

    def _add_link(self, element: Any, link_info: Any) -> Any:
        """A tip: browsers show it beside the pointer."""
        tip = self.doc.createElement("title")
        tip.appendChild(self.doc.createTextNode(link_info["xlink:title"]))
        element.appendChild(tip)
        return element
