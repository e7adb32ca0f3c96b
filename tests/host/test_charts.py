"""Charts: one drawing for page and paper, with tips in the page and everything inside its frame."""

import re
from xml.etree import ElementTree

import pytest

from deedbox.charts import PAPER, SCREEN, Axis, Chart, as_svg, whole_axis

RED = "#ab2c15"


def draw(inks):
    chart = Chart(300, 200, inks, whole_axis(0, 40, title="turn"), whole_axis(0, 1780), right=60)
    chart.line([(0, 1500), (20, 900), (40, 1780)], RED)
    chart.span(20, 700, 1100, RED, tip="700 to 1,100")
    chart.end_names([((40, 1780), "Ann & Bob", RED), ((40, 1780), "<Cyd>", RED)])
    chart.tips({20: "turn 20\nAnn 900"})
    return chart


@pytest.mark.parametrize("low, high, ticks", [
    (0, 3, [0, 1, 2, 3]),
    (0, 1, [0, 1]),
    (0, 0, [0, 1]),
    (0, 9134, [0, 2500, 5000, 7500, 10000]),
    (-730, 410, [-750, -500, -250, 0, 250, 500]),
])  # fmt: skip
def test_ticks_are_at_round_whole_numbers(low, high, ticks):
    assert list(whole_axis(low, high).ticks) == ticks


def test_a_tight_axis_ends_where_its_values_end():
    axis = whole_axis(3, 263, tight=True)
    assert (axis.low, axis.high) == (3, 263) and all(3 <= tick <= 263 for tick in axis.ticks)
    assert len(axis.ticks) >= 4


def test_a_drawing_is_valid_xml_with_the_colours_of_the_page_and_its_tips():
    svg = as_svg(draw(SCREEN).drawing, 'Worth "by" turn')
    root = ElementTree.fromstring(svg)
    assert root.get("aria-label") == 'Worth "by" turn' and root.get("width") is None
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Ann & Bob", "<Cyd>", "turn", "2000"} <= set(texts)
    tips = [element.text for element in root.iter("{http://www.w3.org/2000/svg}title")]
    assert tips == ["700 to 1,100", "turn 20\nAnn 900"]
    assert "var(--soft)" in svg and not re.search(r"#0[1-4]0[1-4]0[1-4]|rgb\(|href| id=", svg)
    assert RED in svg, "a colour is not rounded"


def test_paper_has_no_tips_and_its_own_inks():
    shapes = draw(PAPER).drawing.contents
    assert not any("hrefTitle" in vars(shape) for shape in shapes)
    assert len(draw(SCREEN).drawing.contents) - len(shapes) == 2, "the two areas of the tips"


def test_names_at_the_ends_keep_apart():
    chart = draw(PAPER)
    places = [
        shape.y for shape in chart.drawing.contents if getattr(shape, "text", "") in ("Ann & Bob", "<Cyd>")
    ]
    assert len(places) == 2 and abs(places[0] - places[1]) >= 12


def test_a_bar_begins_at_zero_whichever_way_it_goes():
    chart = Chart(100, 100, PAPER, Axis(0, 2), Axis(-10, 10), left=0, right=0, top=0, bottom=0, grid="")
    chart.bar(1, 5, RED)
    chart.bar(1, -5, RED)
    rects = [(shape.y, shape.height) for shape in chart.drawing.contents]
    assert rects == [(50, 25), (50, -25)]
