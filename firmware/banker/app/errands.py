"""What a screen asks of the box itself, not of the rules: ("begin", about), ("set", name, value), ...

Loaded on use. An OSError is said on the screen, and nothing is lost by it.
"""

from banker.app.edition import EditionError
from banker.app.loader import load
from banker.core.refusal import BooksError, Refused
from micropython import const

_BOARD_UNPLAYABLE = const(520)
_RULES_CLASH = const(521)
_TOO_MANY_RULES = const(522)
_GAME_UNREADABLE = const(523)
_NO_ROOM = const(245)


def do(box, errand: tuple):
    """True if another game stands now."""
    return _ERRANDS[errand[0]](box, *errand[1:])


def begin(box, about: dict, keep: bool = True) -> bool:
    """A new game; the one that stood is put aside, or ended if all agreed to that."""
    return _change(box, box.keeper.begin, about, keep) and load("banker.app.choices").begun(about)


def take_up(box, game: str) -> bool:
    """Go on with a game put aside, by its id."""
    return _change(box, box.keeper.take_up, game)


def _change(box, how, *args) -> bool:
    """Another game; if that cannot be, the one that stood, and the set-up as it was."""
    ui = box.ui
    so_far = ui.draft
    ui.close()
    why = 0
    no = None
    try:
        how(*args)
        ui.draft = None
        return True
    except Refused as error:
        no = error
    except EditionError:
        why = _BOARD_UNPLAYABLE
    except BooksError:  # the one put aside is damaged; the one that stands is not
        why = _GAME_UNREADABLE
    except ValueError as error:  # a KnobError, or longer than the journal takes
        why = _TOO_MANY_RULES if type(error) is ValueError else _RULES_CLASH
    except OSError:
        why = _NO_ROOM
    if box.keeper.game:
        box.settle()
    ui.draft = so_far
    ui.show("setup") if so_far else ui.home()
    if no:
        box.no = no.code
        ui.refused(no.code, no.facts)
    else:
        ui.notice(box.say(why))
    return False


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
