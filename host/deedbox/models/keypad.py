"""A 4x4 membrane keypad: sixteen contacts between four rows and four columns, no diodes."""

from collections.abc import Sequence

SIZE = 4
LAYOUT = "123A456B789C*0#D"  # row by row


class KeypadModel:
    """The contacts. Three pressed keys at the corners of a rectangle also connect the fourth (a ghost key).

    `ribbon` has the wire at each place of the plug: wires 0 to 3 are the rows of the pad, 4 to 7 its columns.
    """

    def __init__(self, layout: str = LAYOUT, ribbon: Sequence[int] = tuple(range(2 * SIZE))) -> None:
        if len(layout) != SIZE * SIZE or len(set(layout)) != SIZE * SIZE:
            raise ValueError("a layout names sixteen different keys")
        self.layout = layout
        if sorted(ribbon) != list(range(2 * SIZE)):
            raise ValueError("a ribbon has eight wires")
        self.ribbon = tuple(ribbon)
        self.down: set[str] = set()
        self._stuck: set[str] = set()
        self.shorts = 0  # how often a row at 1 was connected to a row at 0

    def press(self, key: str) -> None:
        self._check(key)
        self.down.add(key)

    def release(self, key: str) -> None:
        self._check(key)
        if key not in self._stuck:
            self.down.discard(key)

    def stick(self, key: str) -> None:
        """Press a key that stays pressed until free()."""
        self.press(key)
        self._stuck.add(key)

    def free(self, key: str) -> None:
        self._stuck.discard(key)
        self.release(key)

    def columns(self, rows: Sequence[int | None]) -> list[int]:
        """The levels of the columns, which are pulled up; a row is at 0, at 1 or floats (None)."""
        # Places of the plug: rows are 0 to 3, columns 4 to 7. A pressed key connects two wires of the pad.
        net = list(range(2 * SIZE))
        place = [self.ribbon.index(wire) for wire in range(2 * SIZE)]
        for key in self.down:
            row, column = divmod(self.layout.index(key), SIZE)
            a, b = net[place[row]], net[place[SIZE + column]]
            net = [a if n == b else n for n in net]
        low = {net[row] for row in range(SIZE) if rows[row] == 0}
        high = {net[row] for row in range(SIZE) if rows[row] == 1}
        if low & high:
            self.shorts += 1
        return [0 if net[SIZE + column] in low else 1 for column in range(SIZE)]

    def _check(self, key: str) -> None:
        if len(key) != 1 or key not in self.layout:
            raise ValueError(f"no such key: {key!r}")
