"""What a screen asks of the box itself, not of the rules: ("begin", about), ("set", name, value), ...

Loaded on use. An OSError is said on the screen, and nothing is lost by it.
"""


def do(box, errand: tuple) -> None:
    _ERRANDS[errand[0]](box, *errand[1:])


def begin(box, about: dict) -> None:
    """A new game; the one that stood is put aside."""
    box.keeper.begin(about)
    box.settle()


def take_up(box, game: str) -> None:
    """Go on with a game put aside, by its id."""
    box.keeper.take_up(game)
    box.settle()


def set(box, name: str, value) -> None:
    """A setting of the box: kept, and in force at once."""
    box.settings.set(name, value)
    box.heed()


_ERRANDS: dict = {"begin": begin, "take-up": take_up, "set": set}
