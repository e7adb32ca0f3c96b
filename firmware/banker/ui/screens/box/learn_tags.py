"""LEARN TAGS: the box names a deed, token, banker card or card, and the unknown tag tapped next becomes that.

ui.memo:

    kind       the kind that is asked for first, as a place in _KINDS
    skipped    (kind, number) of items that were skipped
    learned    (kind, number) of the item that was learned last; None: nothing yet
    board      without a game: whose names are shown, as a place in ui.fact("boards")
    edition    without a game: that edition; None: there is none
    changing   a card lies there that cannot be learned, and that was said

Also used by learn_with_host.py: borrow(), item_rows(), item_name(), tell_changing().
"""

from __future__ import annotations

from banker.core.board import SPACE_OF
from banker.core.deeds import group_of, place_in_group
from banker.core.tags import BANKER, CARD, DEED, TOKEN, count
from banker.ui import words
from banker.ui.layout import wrap
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

TOKEN_NUMBERS = True

_KINDS = (DEED, TOKEN, BANKER, CARD)  # in the order in which they are asked for


def enter(ui: Ui) -> None:
    ui.memo = {"kind": 0, "skipped": [], "learned": None, "board": 0}
    borrow(ui)


def borrow(ui: Ui) -> None:
    """Without a game the names of deeds and cards come from an edition on this box, at first the first."""
    boards = [] if ui.game else ui.fact("boards")
    name = boards[ui.memo.get("board", 0) % len(boards)] if boards else ""
    ui.memo["edition"] = ui.fact("edition", name) if name else None


def _item(ui: Ui) -> tuple[int, int] | None:
    """(kind, number) of what is asked for; None: everything has a tag or was skipped."""
    memo = ui.memo
    for at in range(len(_KINDS)):
        kind = _KINDS[(memo["kind"] + at) % len(_KINDS)]
        for number in _missing(ui, kind):
            if (kind, number) not in memo["skipped"]:
                return kind, number
    return None


def _missing(ui: Ui, kind: int) -> list[int]:
    """The numbers of this kind that have no tag."""
    numbers: list[int] = ui.fact("missing", kind, count(kind))
    return numbers


def rows(ui: Ui) -> Rows:
    item = _item(ui)
    if not item:
        return [HEADER + ui.say(words.LEARN_TAGS), "", "", ui.say(words.ALL_LEARNED), "", ""]
    kind, number = item
    total = count(kind)
    progress = ui.say(words.LEARNED, total - len(_missing(ui, kind)), total)
    head = "%-15s%s" % (ui.say(words.LEARN_TAGS), progress)
    return [HEADER + head] + item_rows(ui, kind, number)


def item_rows(ui: Ui, kind: int, number: int) -> Rows:
    """What is to be tapped, and two rows that help to find it."""
    # TAP_TOKEN and the words after it, by kind of tag.
    return ["", ui.say(words.TAP_TOKEN + kind - TOKEN, number + 1), ""] + (
        _about(ui, kind, number) + ["", ""]
    )[:2]


def _about(ui: Ui, kind: int, number: int) -> Rows:
    if kind == DEED:
        colour = ui.say(words.GROUP + group_of(number))  # BROWN and the words after it
        return [item_name(ui, kind, number), "   " + ui.say(words.OF_SET, colour, *place_in_group(number))]
    if kind == CARD:
        edition = ui.memo["edition"]
        label = ui.label if ui.game else edition.label if edition else None
        return wrap(label(number)) if label else []
    seat = ui.seat(number) if kind == TOKEN else -1
    return [ui.name(seat)] if seat >= 0 else []


def item_name(ui: Ui, kind: int, number: int) -> str:
    if kind == DEED:
        space = SPACE_OF[number]
        edition = ui.memo["edition"]
        place = ui.place(space, 18) if ui.game else edition.place(space, 18) if edition else ""
        return ui.say(words.SPACE, space, place)
    if kind == BANKER:
        return ui.say(words.BANKER_CARD)
    return ui.say(words.TOKEN_NO if kind == TOKEN else words.CARD_ITEM, number + 1)


def keys(ui: Ui) -> Keys:
    item = _item(ui)
    legal: Keys = [("A", words.SKIP_KEY)] if item else []
    if _redo(ui):
        legal.append(("B", words.REDO_KEY))
    legal.append(("#", words.STOP_KEY))
    if item:
        kind, _ = item
        # TOKENS and the words after it, by kind of tag.
        legal.append(("C", words.TOKENS + _KINDS[_next(kind)] - TOKEN))
    if ui.memo["edition"]:
        legal.append(("D", words.BOARD_KEY))
    return legal + [("*", 0)]


def _next(kind: int) -> int:
    """The place of the kind that is asked for after this one."""
    return (_KINDS.index(kind) + 1) % len(_KINDS)


def _redo(ui: Ui) -> bool:
    """Was something learned, and does it still have its tag?"""
    if not ui.memo["learned"]:
        return False
    kind, number = ui.memo["learned"]
    return number not in _missing(ui, kind)


def key(ui: Ui, key: str) -> Commands:
    memo = ui.memo
    item = _item(ui)
    if key in "#*":
        return ui.home()
    if key == "A" and item:
        memo["skipped"].append(item)
    elif key == "B" and _redo(ui):
        kind, number = memo["learned"]
        memo["learned"] = None
        memo["kind"] = _KINDS.index(kind)
        return (("unlearn", kind, number),)
    elif key == "C" and item:
        kind, _ = item
        memo["kind"] = _next(kind)
        memo["skipped"] = []
    elif key == "D" and memo["edition"]:
        memo["board"] += 1
        borrow(ui)
    return ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    """A tag that is known already is named, and nothing is learned."""
    return ui.hint(ui.say(words.THAT_IS, item_name(ui, kind, number)))


def tick(ui: Ui) -> Commands | None:
    return tell_changing(ui)


def tell_changing(ui: Ui) -> Commands | None:
    """Say once that a card changes its number, while it lies there: otherwise its tap does nothing."""
    changing = ui.fact("changing")
    known = ui.memo.get("changing", False)
    ui.memo["changing"] = changing
    if not changing or known:
        return None
    return ui.notice(ui.say(words.CHANGES_NUMBER))


def stranger(ui: Ui) -> Commands:
    item = _item(ui)
    if not item:
        return ui.hint(ui.say(words.ALL_LEARNED))
    ui.memo["learned"] = item
    kind, number = item
    return (("learn", kind, number),)
