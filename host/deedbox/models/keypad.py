"""A 4x4 membrane keypad: sixteen contacts between four rows and four columns, no diodes."""

from collections.abc import Sequence

SIZE = 4


class KeypadModel:
    """Contacts as they are: three corners of a rectangle held down connect the fourth (ghost)."""

    def __init__(self, layout: str = "123A456B789C*0#D") -> None:
        if len(layout) != SIZE * SIZE or len(set(layout)) != SIZE * SIZE:
            raise ValueError("a layout names sixteen different keys")
        self.layout = layout
        self.down: set[str] = set()
        self.shorts = 0  # a row driven high met a row driven low

    def press(self, key: str) -> None:
        self._known(key)
        self.down.add(key)

    def release(self, key: str) -> None:
        self._known(key)
        self.down.discard(key)

    def columns(self, rows: Sequence[int | None]) -> list[int]:
        """Levels of the columns, pulled up, while the rows are driven 0, driven 1 or left floating (None)."""
        # Nodes: rows 0..3, columns 4..7. A pressed key joins its two.
        net = list(range(2 * SIZE))
        for key in self.down:
            row, column = divmod(self.layout.index(key), SIZE)
            a, b = net[row], net[SIZE + column]
            net = [a if n == b else n for n in net]
        low = {net[row] for row in range(SIZE) if rows[row] == 0}
        high = {net[row] for row in range(SIZE) if rows[row] == 1}
        if low & high:
            self.shorts += 1
        return [0 if net[SIZE + column] in low else 1 for column in range(SIZE)]

    def _known(self, key: str) -> None:
        if len(key) != 1 or key not in self.layout:
            raise ValueError(f"no such key: {key!r}")
