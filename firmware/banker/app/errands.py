"""What a screen asks of the box itself, not of the rules: ("begin", about), ("set", name, value), ...

Loaded on use. An OSError is said on the screen, and nothing is lost by it.
"""

from banker.app.edition import EditionError
from banker.app.loader import load
from banker.core.refusal import BooksError
from micropython import const

_BOARD_UNPLAYABLE = const(520)
_RULES_CLASH = const(521)
_TOO_MANY_RULES = const(522)
_GAME_UNREADABLE = const(523)


def do(box, errand: tuple) -> None:
    _ERRANDS[errand[0]](box, *errand[1:])


def begin(box, about: dict, keep: bool = True) -> None:
    """A new game; the one that stood is put aside, or ended if all agreed to that."""
    try:
        box.keeper.begin(about, keep)
    except EditionError:
        return box.ui.notice(box.say(_BOARD_UNPLAYABLE))
    except ValueError as error:  # a KnobError, or longer than the journal takes
        return box.ui.notice(box.say(_TOO_MANY_RULES if type(error) is ValueError else _RULES_CLASH))
    box.settle()
    load("banker.app.choices").begun(about)


def take_up(box, game: str) -> None:
    """Go on with a game put aside, by its id."""
    try:
        box.keeper.take_up(game)
    except EditionError:
        return box.ui.notice(box.say(_BOARD_UNPLAYABLE))
    except BooksError:  # it is damaged; the one that stands is not
        return box.ui.notice(box.say(_GAME_UNREADABLE))
    box.settle()


def name(box, token: int, name: str) -> None:
    """What a token is called, from game to game."""
    load("banker.app.choices").rename(box, token, name)


def set(box, name: str, value) -> None:
    """A setting of the box: kept, and in force at once."""
    box.settings.set(name, value)
    box.heed()


def learn(box, kind: int, number: int) -> None:
    """The tag tapped last is this."""
    load("banker.app.learning").learn(box, kind, number)


def unlearn(box, kind: int, number: int) -> None:
    load("banker.app.learning").unlearn(box, kind, number)


def replace(box, token: int) -> None:
    """The tag tapped last stands for a token that was lost."""
    load("banker.app.learning").replace(box, token)


def check(box) -> None:
    """Every part is tested from the beginning."""
    load("banker.app.check").again(box)


def display(box, which: int) -> None:
    """Another kind of display, for a try; what is kept is a setting."""
    fitting = load("banker.app.fitting")
    fitting.fit(box, *fitting.DISPLAYS[which])


_ERRANDS: dict = {
    "begin": begin,
    "take-up": take_up,
    "name": name,
    "set": set,
    "learn": learn,
    "unlearn": unlearn,
    "replace": replace,
    "check": check,
    "display": display,
}
