"""A list that is longer than the display: six lines to a page, one digit each. Loaded on use.

The page is in ui.memo["page"].
"""

from banker.ui.const import const

_BACK = const(42)
_MORE = const(218)
_PAGE = 6


def _shown(ui, items) -> list:
    at = ui.memo.get("page", 0) * _PAGE
    return items[at : at + _PAGE]


def lines(ui, items) -> list:
    """Six rows; each item is a text, of up to 19 letters."""
    shown = _shown(ui, items)
    return ["%d %s" % (at + 1, shown[at][:19]) for at in range(len(shown))] + [""] * (_PAGE - len(shown))


def keys(ui, items) -> list:
    legal: list = [(str(at + 1), 0) for at in range(len(_shown(ui, items)))]
    return legal + ([("B", _MORE)] if len(items) > _PAGE else []) + [("*", _BACK)]


def pick(ui, items, key: str) -> int:
    """The place of the item that a digit means, or -1; B turns the page."""
    page = ui.memo.get("page", 0)
    if key == "B" and len(items) > _PAGE:
        ui.memo["page"] = page + 1 if (page + 1) * _PAGE < len(items) else 0
    elif "1" <= key <= "6" and int(key) <= len(_shown(ui, items)):
        return page * _PAGE + int(key) - 1
    return -1
