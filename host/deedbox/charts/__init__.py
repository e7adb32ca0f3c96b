"""Charts for page and paper: one drawing, as SVG that follows light and dark, or on a sheet of a PDF."""

from deedbox.charts.chart import Axis, Chart, spread_apart, whole_axis
from deedbox.charts.inks import PAPER, SCREEN, Inks
from deedbox.charts.svg import as_svg

__all__ = ["PAPER", "SCREEN", "Axis", "Chart", "Inks", "as_svg", "spread_apart", "whole_axis"]
