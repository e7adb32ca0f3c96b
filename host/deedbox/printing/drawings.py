"""Small drawings, each within a circle of radius 1 around (0, 0), and the colours of groups and decks."""

from __future__ import annotations

from deedbox.printing.pen import Pen

GROUPS = {
    "brown": "#8b5a3a",
    "sky": "#8ecae6",
    "pink": "#d9579c",
    "orange": "#f08a24",
    "red": "#d6322f",
    "yellow": "#f6d13d",
    "green": "#2e9457",
    "blue": "#274c9e",
    "rail": "#41474f",
    "util": "#9aa4ae",
}
DECKS = {"chance": "#b4521f", "chest": "#1f7a78"}
DECK_TINTS = {"chance": "#edcdb9", "chest": "#bfdcda"}


def _kite(pen: Pen, ink: str, paper: str) -> None:
    pen.shape((0, 1), (0.62, 0.25), (0, -0.55), (-0.62, 0.25), fill=ink)
    pen.line((0, 0.95), (0, -0.5), paper, 0.07)
    pen.line((-0.56, 0.25), (0.56, 0.25), paper, 0.07)
    for x, y in ((0.16, -0.7), (-0.14, -0.9)):
        pen.shape(
            (x - 0.16, y + 0.1), (x + 0.16, y - 0.1), (x + 0.16, y + 0.1), (x - 0.16, y - 0.1), fill=ink
        )


def _bell(pen: Pen, ink: str, paper: str) -> None:
    pen.shape(
        (-0.8, -0.45),
        (-0.45, -0.1, -0.6, 0.75, 0, 0.75),
        (0.6, 0.75, 0.45, -0.1, 0.8, -0.45),
        fill=ink,
    )
    pen.circle(0, 0.82, 0.16, fill=ink)
    pen.circle(0, -0.66, 0.2, fill=ink)


def _leaf(pen: Pen, ink: str, paper: str) -> None:
    pen.shape((-0.75, -0.6), (-0.9, 0.6, 0, 0.9, 0.85, 0.8), (0.95, 0, 0.55, -0.8, -0.75, -0.6), fill=ink)
    pen.line((-0.95, -0.82), (0.5, 0.5), paper, 0.08)
    pen.line((-0.95, -0.82), (-0.66, -0.55), ink, 0.12)


def _key(pen: Pen, ink: str, paper: str) -> None:
    pen.circle(-0.48, 0, 0.44, fill=ink)
    pen.circle(-0.48, 0, 0.2, fill=paper)
    pen.rect(-0.1, -0.1, 1.05, 0.2, fill=ink)
    pen.rect(0.45, -0.42, 0.16, 0.4, fill=ink)
    pen.rect(0.77, -0.42, 0.18, 0.4, fill=ink)


def _fish(pen: Pen, ink: str, paper: str) -> None:
    pen.shape((-0.6, 0), (-0.2, 0.68, 0.6, 0.62, 0.97, 0), (0.6, -0.62, -0.2, -0.68, -0.6, 0), fill=ink)
    pen.shape((-0.45, 0), (-0.95, 0.48), (-0.8, 0), (-0.95, -0.48), fill=ink)
    pen.circle(0.5, 0.12, 0.09, fill=paper)


def _mountains(pen: Pen, ink: str, paper: str) -> None:
    pen.shape((-0.95, -0.55), (-0.2, 0.75), (0.55, -0.55), fill=ink)
    pen.shape((0.1, -0.55), (0.5, 0.2), (0.97, -0.55), fill=ink)
    pen.shape((-0.2, 0.75), (0.03, 0.35), (-0.1, 0.22), (-0.2, 0.36), (-0.3, 0.22), (-0.43, 0.35), fill=paper)
    pen.shape((-0.2, 0.8), (0.03, 0.35), (-0.43, 0.35), stroke=ink, line=0.06)


def _sun(pen: Pen, ink: str, paper: str) -> None:
    pen.circle(0, 0, 0.46, fill=ink)
    for n in range(10):
        with pen.at(0, 0, n * 36):
            pen.shape((0.6, -0.1), (0.97, 0), (0.6, 0.1), fill=ink)


def _moon(pen: Pen, ink: str, paper: str) -> None:
    pen.shape(
        (0.35, 0.85),
        (-1.15, 1.05, -1.15, -1.05, 0.35, -0.85),
        (-0.35, -0.5, -0.35, 0.5, 0.35, 0.85),
        fill=ink,
    )
    pen.circle(0.5, 0.25, 0.1, fill=ink)
    pen.circle(0.3, -0.25, 0.07, fill=ink)


def _umbrella(pen: Pen, ink: str, paper: str) -> None:
    pen.shape(
        (-0.92, 0),
        (-0.85, 1.1, 0.85, 1.1, 0.92, 0),
        (0.75, 0.2, 0.45, 0.2, 0.31, 0),
        (0.2, 0.2, -0.2, 0.2, -0.31, 0),
        (-0.45, 0.2, -0.75, 0.2, -0.92, 0),
        fill=ink,
    )
    pen.line((0, 0.95), (0, -0.7), ink, 0.12)
    pen.shape(
        (-0.06, -0.65),
        (-0.06, -1.05, 0.42, -1.05, 0.42, -0.65),
        (0.3, -0.65),
        (0.3, -0.85, 0.06, -0.85, 0.06, -0.65),
        fill=ink,
    )


_SEATS = (_kite, _bell, _leaf, _fish, _mountains, _sun, _moon, _umbrella)


def draw_seat(pen: Pen, number: int, x: float, y: float, radius: float, ink: str, paper: str) -> None:
    with pen.at(x, y, times=radius):
        _SEATS[number - 1](pen, ink, paper)


# The shapes of the tokens, as the page has them (play/page/pieces.js): disc, square, triangle, diamond,
# hexagon, star, drop, cross. Each within 14 around (0, 0).
_PIECES: tuple[tuple[tuple[float, ...], ...], ...] = (
    (
        (11, 0),
        (11, 6.1, 6.1, 11, 0, 11),
        (-6.1, 11, -11, 6.1, -11, 0),
        (-11, -6.1, -6.1, -11, 0, -11),
        (6.1, -11, 11, -6.1, 11, 0),
    ),
    ((-10, -10), (10, -10), (10, 10), (-10, 10)),
    ((0, 13), (13, -10), (-13, -10)),
    ((0, 13), (13, 0), (0, -13), (-13, 0)),
    ((0, 12.5), (11, 6.2), (11, -6.2), (0, -12.5), (-11, -6.2), (-11, 6.2)),
    (
        (0, 13.5), (4, 5.5), (13, 4.3), (6.4, -1.9), (8.1, -10.9),
        (0, -6.6), (-8.1, -10.9), (-6.4, -1.9), (-13, 4.3), (-4, 5.5),
    ),
    (
        (0, 14), (5.5, 7.5, 10, 4.5, 10, -1), (10, -6.5, 5.5, -11, 0, -11),
        (-5.5, -11, -10, -6.5, -10, -1), (-10, 4.5, -5.5, 7.5, 0, 14),
    ),
    (
        (-5, 12), (5, 12), (5, 5), (12, 5), (12, -5), (5, -5),
        (5, -12), (-5, -12), (-5, -5), (-12, -5), (-12, 5), (-5, 5),
    ),
)  # fmt: skip
NUMBER_LOWER = {3: 0.2, 7: 0.07}  # the number of a triangle and of a drop stands lower, in radii


def draw_piece(pen: Pen, number: int, x: float, y: float, radius: float, fill: str, line: str) -> None:
    """The shape of a token in its colour."""
    start, *ways = _PIECES[number - 1]
    with pen.at(x, y, times=radius / 14):
        pen.shape((start[0], start[1]), *ways, fill=fill, stroke=line, line=0.15 * 14 / radius)


def draw_key(pen: Pen, x: float, y: float, radius: float, ink: str, paper: str) -> None:
    """A key, for the banker and for the jail pass."""
    with pen.at(x, y, times=radius):
        _key(pen, ink, paper)


def draw_deck(pen: Pen, name: str, x: float, y: float, radius: float, ink: str) -> None:
    """A wheel of four sails for chance, a clasp of four leaves for the chest."""
    with pen.at(x, y, times=radius):
        for n in range(4):
            with pen.at(0, 0, n * 90 + (0 if name == "chance" else 45)):
                if name == "chance":
                    pen.shape((0, 0), (0, 0.95), (0.55, 0.75, 0.6, 0.3, 0, 0), fill=ink)
                else:
                    pen.shape(
                        (0.08, 0),
                        (0.35, 0.5, 0.75, 0.42, 0.97, 0),
                        (0.75, -0.42, 0.35, -0.5, 0.08, 0),
                        fill=ink,
                    )
