"""What a player owes, leaves and hands over, in words: for the screens of going out. Loaded on use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banker.core import lazy
from banker.core.board import BANK, NO_DEED, SPACE_OF
from banker.core.state import AMOUNT, OTHER, Game
from banker.core.tasks import rented_deed, why_of
from banker.core.types import Task
from banker.ui import edition_words, words
from banker.ui.layout import GLUE, wrap
from banker.ui.types import Rows

if TYPE_CHECKING:
    from banker.ui.ui import Ui

_COLUMNS = 21
_NAME = 8  # letters of a name within a sentence


def debt(ui: Ui, task: Task, word: int) -> Rows:
    """To whom, how much and why, in two rows: the name of the space is as long as they allow."""
    why = ui.say(words.WHY + why_of(task))  # WHY and the words after it: the reasons of events.py
    deed = rented_deed(task)
    creditor = ui.name(task[OTHER], _NAME)
    rows = wrap(ui.say(word, creditor, task[AMOUNT], why))
    if deed != NO_DEED:
        for width in range(_COLUMNS - 1, 5, -1):
            place = why + ", " + ui.place(SPACE_OF[deed], width)
            longer = wrap(ui.say(word, creditor, task[AMOUNT], place.rstrip(".")))
            if len(longer) <= 2:
                return longer
    return rows[:2]


def things(ui: Ui, share: Any) -> str:
    """Cash, deeds and passes of a share: "20, 3 deeds, 1 pass". Each amount stays with what it counts."""
    parts = [str(share.cash)] if share.cash else []
    for items, one, many in (
        (share.deeds, words.A_DEED, words.SOME_DEEDS),
        (share.passes, words.ONE_PASS, words.MANY_PASSES),
    ):
        if items:
            parts.append(ui.say(one if len(items) == 1 else many, len(items)).replace(" ", GLUE))
    return ", ".join(parts)


def heirs(ui: Ui, after: Game, task: Task | None, word: int, nothing: int) -> list[Rows]:
    """A sentence for each heir, or that nothing is left for the creditor."""
    shares = lazy.load("hand_over").shares(after)
    if not shares:
        return [wrap(ui.say(nothing, ui.name(task[OTHER] if task else BANK, _NAME)))]
    return [wrap(ui.say(word, ui.name(share.heir, _NAME), things(ui, share))) for share in shares]


def first_rows(ui: Ui, sentences: list[Rows], room: int) -> Rows:
    """As many sentences as so many rows hold, and how many more there are."""
    rows: Rows = []
    for at in range(len(sentences)):
        is_last = at == len(sentences) - 1
        if len(rows) + len(sentences[at]) > (room if is_last else room - 1):
            return rows + [ui.say(words.AND_MORE, len(sentences) - at)]
        rows += sentences[at]
    return rows


def deed_line(ui: Ui, g: Game, deed: int) -> str:
    """A deed by the number of its space and its name; a mortgaged one says so."""
    space = SPACE_OF[deed]
    mark = " " + ui.say(words.MORTGAGED_MARK) if g.mortgaged[deed] else ""
    return "%2d %s%s" % (space, ui.place(space, _COLUMNS - 3 - len(mark)), mark)


def pass_lines(ui: Ui, word: int, decks: list[int]) -> list[Rows]:
    """The passes, each with the name of its pile."""
    return [wrap(ui.say(word, ui.word(edition_words.CHANCE + deck) if ui.word else "")) for deck in decks]
