"""What the display says when the game cannot go on. Loaded when that happens; the journal stays untouched."""

from banker.app.edition import EditionError
from banker.app.journal import StorageFault
from banker.core.refusal import BooksError, Refused

_WIDTH = 21
_STORAGE_FAULT = 8  # words
_SUMS_WRONG = 240
_NOT_READABLE = 241
_OTHER_BOARD = 242
_NO_JOURNAL = 243
_CANNOT_START = 244


def lines(say, error, seq: int, starting: bool) -> str:
    """The words for an error, folded to the display's width; seq: the last step that is on flash."""
    if isinstance(error, BooksError):
        text = say(_NOT_READABLE if starting else _SUMS_WRONG, seq)
    elif isinstance(error, EditionError):
        text = say(_OTHER_BOARD, error)
    elif isinstance(error, StorageFault):
        text = say(_NO_JOURNAL, error) if starting else say(_STORAGE_FAULT, seq)
    else:
        about = error.code if isinstance(error, Refused) else str(error)
        text = say(_CANNOT_START, "%s %s" % (type(error).__name__, about))
    return fold(text)


def fold(text: str) -> str:
    """Lines of whole words; a word that is wider than the display is cut."""
    rows = []
    row = ""
    for word in text.split():
        while row and len(row) + 1 + len(word) > _WIDTH:
            rows.append(row)
            row = ""
        row = row + " " + word if row else word
        while len(row) > _WIDTH:
            rows.append(row[:_WIDTH])
            row = row[_WIDTH:]
    rows.append(row)
    return "\n".join(rows[:7])
