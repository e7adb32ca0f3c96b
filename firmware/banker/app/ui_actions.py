"""Actions that a screen asks of the box itself, not of the rules: ("begin", about), ("set", name, value), ...

Loaded on use. After an OSError the screen shows that there is no room, and nothing is lost.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from banker.app.edition import EditionError
from banker.app.loader import drop_all, load
from banker.core.refusal import BooksError, Refused, VersionError
from banker.ui import words

if TYPE_CHECKING:
    from banker.app.box import Box
    from banker.app.types import About


def do(box: Box, action: tuple[Any, ...]) -> bool:
    """Do it; True if another game is in play now."""
    return bool(ACTIONS[action[0]](box, *action[1:]))


def begin(box: Box, about: About, keep: bool = True) -> bool:
    """A new game; the one before it is saved, or ends if everybody agreed to that."""
    if not _change_game(box, box.keeper.begin, about, keep):
        return False
    load("banker.app.setup_choices").remember(about)
    return True


def resume_save(box: Box, game_id: str) -> bool:
    """Go on with a save."""
    return _change_game(box, box.keeper.resume_save, game_id)


def _change_game(box: Box, change: Callable[..., None], *args: Any) -> bool:
    """Another game; if that fails, the game before it and the set-up as it was."""
    ui = box.ui
    draft: Any = ui.draft
    box.replay = None
    ui.close()
    drop_all()  # the other game needs the room
    reason = 0
    refusal = None
    try:
        change(*args)
        no_draft: Any = None
        ui.draft = no_draft
        return True
    except Refused as error:
        refusal = error
    except EditionError:
        reason = words.BOARD_UNPLAYABLE
    except VersionError:
        reason = words.GAME_NEWER
    except BooksError:  # the save is damaged; the game in play is not
        reason = words.GAME_UNREADABLE
    except ValueError as error:  # a HouseRuleError, or longer than the journal takes
        reason = load("banker.ui.setup_draft").clash(error)
        if type(error) is ValueError:
            reason = words.TOO_MANY_RULES
    except OSError:
        reason = words.NO_ROOM
    if box.keeper.game:
        box.open_game()
    ui.draft = draft
    ui.show("setup.new_game") if draft else ui.home()
    if refusal:
        box.refusal = refusal.code
        ui.refused(refusal.code, refusal.facts)
    else:
        ui.notice(box.say(reason))
    return False


def go_on(box: Box) -> None:
    """Do without the steps that cannot be read, but with those that the archive knows."""
    box.keeper.go_on()
    box.ui.unread = ()
    box.ui.home()
    game = box.keeper.game
    if game:
        box.open_game()
        if not game.over:
            box.ui.show("table.welcome_back")


def name(box: Box, token: int, name: str) -> None:
    """The name of a token, from game to game."""
    load("banker.app.setup_choices").rename(box, token, name)


def set(box: Box, name: str, value: Any) -> None:
    """Change a setting of the box; it takes effect at once."""
    box.settings.set(name, value)
    box.apply_settings()


def learn(box: Box, kind: int, number: int) -> None:
    """The tag tapped last is this item."""
    load("banker.app.tags.learning").learn(box, kind, number)


def unlearn(box: Box, kind: int, number: int) -> None:
    load("banker.app.tags.learning").unlearn(box, kind, number)


def replace(box: Box, token: int) -> None:
    """The tag tapped last is this token, whose tag was lost."""
    load("banker.app.tags.learning").replace(box, token)


def check(box: Box) -> None:
    """Check every part from the beginning."""
    load("banker.app.self_check").restart(box)


def prompt(box: Box, yes: bool, asked: bool = False) -> None:
    """Open the way to MicroPython's prompt, or close it; `asked`: a host asked, and the answer is no."""
    if box.for_host:
        raise Refused("prompt-asked")
    box.guard.open(yes or box.unlocked)
    box.guard.no_more = asked


def display(box: Box, which: int) -> None:
    """Try another kind of display; the choice is a setting."""
    apply_settings = load("banker.app.apply_settings")
    name, offset = apply_settings.DISPLAYS[which]
    apply_settings.use_display(box, name, offset)


ACTIONS: dict[str, Callable[..., bool | None]] = {
    "begin": begin,
    "resume-save": resume_save,
    "go-on": go_on,
    "name": name,
    "set": set,
    "learn": learn,
    "unlearn": unlearn,
    "replace": replace,
    "check": check,
    "display": display,
    "prompt": prompt,
}
