"""What the display shows when the game cannot go on. Loaded on use; the journal stays untouched."""

from __future__ import annotations

from collections.abc import Callable

from banker.app.edition import EditionError
from banker.app.store.journal import StorageError
from banker.core.refusal import BooksError, Refused, VersionError
from banker.ui import words
from banker.ui.layout import wrap

_COLUMNS = 21
_ROWS = 7


def lines(say: Callable[..., str], error: Exception, seq: int, starting: bool) -> str:
    """The words for an error, in lines; seq: the last step that is on flash."""
    if isinstance(error, VersionError):
        text = say(words.NEWER_FIRMWARE)
    elif isinstance(error, BooksError):
        text = say(words.NOT_READABLE if starting else words.SUMS_WRONG, seq)
    elif isinstance(error, EditionError):
        text = say(words.OTHER_BOARD, error)
    elif isinstance(error, StorageError):
        text = say(words.NO_JOURNAL, error) if starting else say(words.STORAGE_FAULT, seq)
    else:
        details = error.code if isinstance(error, Refused) else str(error)
        text = say(words.CANNOT_START, "%s %s" % (type(error).__name__, details))
    return fit(text)


def fit(text: str) -> str:
    """As many lines as the display has; a word that is wider than the display is cut."""
    pieces = []
    for word in text.split():
        while len(word) > _COLUMNS:
            pieces.append(word[:_COLUMNS])
            word = word[_COLUMNS:]
        pieces.append(word)
    return "\n".join(wrap(" ".join(pieces))[:_ROWS])
