"""A list that is longer than the display: six lines to a page, one digit each. Loaded on use.

Memo of the screen that shows it:
    page   the number of the page, from 0
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banker.ui import words
from banker.ui.types import Keys, Rows

if TYPE_CHECKING:
    from banker.ui.ui import Ui

_PAGE = 6
_LETTERS = 19  # beside the digit


def _page(ui: Ui, items: list[Any]) -> list[Any]:
    first = ui.memo.get("page", 0) * _PAGE
    return items[first : first + _PAGE]


def lines(ui: Ui, items: list[str]) -> Rows:
    """Six rows; an item is a text of up to 19 letters."""
    page = _page(ui, items)
    return ["%d %s" % (at + 1, page[at][:_LETTERS]) for at in range(len(page))] + [""] * (_PAGE - len(page))


def keys(ui: Ui, items: list[Any]) -> Keys:
    legal: Keys = [(str(at + 1), 0) for at in range(len(_page(ui, items)))]
    if len(items) > _PAGE:
        legal.append(("B", words.MORE))
    return legal + [("*", words.BACK)]


def pick(ui: Ui, items: list[Any], key: str) -> int:
    """The place of the item that a digit means, or -1; B turns the page."""
    page: int = ui.memo.get("page", 0)
    if key == "B" and len(items) > _PAGE:
        ui.memo["page"] = page + 1 if (page + 1) * _PAGE < len(items) else 0
    elif "1" <= key <= "6" and int(key) <= len(_page(ui, items)):
        return page * _PAGE + int(key) - 1
    return -1
