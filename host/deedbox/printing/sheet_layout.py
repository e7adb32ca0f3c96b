"""Where things lie on a sheet, in millimetres from its lower left corner. Nothing is drawn here."""

from __future__ import annotations

from dataclasses import dataclass

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
CARD = (63.0, 88.0)
STICKER = 25.0


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def top(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True)
class Grid:
    """Equal cells side by side, filled row by row from the upper left, in the middle of the sheet."""

    sheet: tuple[float, float]
    cell: tuple[float, float]
    columns: int
    rows: int

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def left(self) -> float:
        return (self.sheet[0] - self.columns * self.cell[0]) / 2

    @property
    def bottom(self) -> float:
        return (self.sheet[1] - self.rows * self.cell[1]) / 2

    def box(self, n: int) -> Box:
        row, column = divmod(n, self.columns)
        return Box(
            self.left + column * self.cell[0],
            self.bottom + (self.rows - 1 - row) * self.cell[1],
            *self.cell,
        )

    def behind(self, n: int) -> Box:
        """The cell at the back of cell n, when the sheet was turned over its long edge."""
        box = self.box(n)
        return Box(self.sheet[0] - box.right, box.y, box.width, box.height)

    def cuts(self) -> tuple[list[float], list[float]]:
        """Where the lines between cells lie: across, and upwards."""
        across = [self.left + n * self.cell[0] for n in range(self.columns + 1)]
        return across, [self.bottom + n * self.cell[1] for n in range(self.rows + 1)]


def card_grid(paper: str) -> Grid:
    """Nine cards, upright."""
    return Grid(PAPERS[paper], CARD, 3, 3)


def fold_grid(paper: str) -> Grid:
    """Four strips on a lying sheet: a card's front, and its back to the right of it."""
    width, height = PAPERS[paper]
    return Grid((height, width), (2 * CARD[0], CARD[1]), 2, 2)


def disc_grid(paper: str, diameter: float) -> Grid:
    """Sixteen discs: two for each of the eight tokens."""
    return Grid(PAPERS[paper], (diameter + 8, diameter + 12), 4, 4)


@dataclass(frozen=True)
class LabelSheet:
    """Round labels as a maker describes them: margins at the upper left, and from one label to the next."""

    paper: str
    columns: int
    rows: int
    diameter: float
    left: float
    top: float
    pitch_across: float
    pitch_down: float

    @property
    def count(self) -> int:
        return self.columns * self.rows

    def middle(self, n: int, shift: tuple[float, float] = (0, 0)) -> tuple[float, float]:
        """The middle of label n; `shift` goes right and down."""
        row, column = divmod(n, self.columns)
        x = self.left + self.diameter / 2 + column * self.pitch_across
        y = self.top + self.diameter / 2 + row * self.pitch_down
        return x + shift[0], PAPERS[self.paper][1] - y - shift[1]

    def fault(self) -> str:
        """Why there can be no such sheet; "" if there can."""
        width, height = PAPERS[self.paper]
        if self.columns > 1 and self.pitch_across < self.diameter:
            return f"labels of {self.diameter:g} mm overlap at a pitch across of {self.pitch_across:g} mm"
        if self.rows > 1 and self.pitch_down < self.diameter:
            return f"labels of {self.diameter:g} mm overlap at a pitch down of {self.pitch_down:g} mm"
        right = self.left + (self.columns - 1) * self.pitch_across + self.diameter
        bottom = self.top + (self.rows - 1) * self.pitch_down + self.diameter
        if right > width:
            return f"{self.columns} columns reach to {right:g} mm, {self.paper} is {width:g} mm wide"
        if bottom > height:
            return f"{self.rows} rows reach to {bottom:g} mm, {self.paper} is {height:g} mm high"
        return ""


# Plain sheets are for scissors. The others are sold ready cut: A4 with 70 labels of 25 mm (Rayfilm 2525K
# has these measures), Letter with 63 of an inch (Online Labels OL1025, SheetLabels SL114).
LABEL_SHEETS = {
    ("plain", "a4"): LabelSheet("a4", 6, 8, 25, 12.5, 20.5, 32, 33),
    ("plain", "letter"): LabelSheet("letter", 6, 8, 25, 15.45, 16.95, 32, 31.5),
    ("precut", "a4"): LabelSheet("a4", 7, 10, 25, 8.5, 10, 28, 28),
    ("precut", "letter"): LabelSheet("letter", 7, 9, 25.4, 9.525, 12.7, 28.575, 28.575),
}
