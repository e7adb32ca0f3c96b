"""LEARN TAGS: the box names a deed, a token, the banker card or a card, and the tag tapped then is that."""

from banker.core.board import GROUP_OF, SPACE_OF
from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.speech import wrap
from banker.ui.ui import BANKER, CARD, DEED, TOKEN

BEFORE = True

_SPACE = const(21)
_GROUP = const(150)
_SKIP_KEY = const(716)
_LEARN_TAGS = const(750)
_TAP_TOKEN = const(751)  # by kind, and the three after it
_OF_SET = const(755)
_THAT_IS = const(756)
_REDO_KEY = const(757)
_STOP_KEY = const(758)
_ALL_LEARNED = const(759)
_LEARNED = const(760)
_TOKENS = const(761)  # by kind, and the three after it
_BANKER_CARD = const(764)
_TOKEN_NO = const(767)
_CARD_NO = const(768)
_BOARD_KEY = const(776)

# In this order, each with how many there are.
_KINDS = ((DEED, 28), (TOKEN, 8), (BANKER, 1), (CARD, 32))


def enter(ui) -> None:
    ui.memo = {"at": 0, "skipped": [], "asked": None, "board": 0}
    lend(ui)


def lend(ui) -> None:
    """Without a game a board lends its names: the one whose turn it is, the first by default."""
    boards = [] if ui.game else ui.fact("boards")
    name = boards[ui.memo.get("board", 0) % len(boards)] if boards else ""
    ui.memo["edition"] = ui.fact("edition", name) if name else None


def _place(ui, space: int, width: int) -> str:
    names = ui.memo["edition"]
    return ui.place(space, width) if ui.game else names.place(space, width) if names else ""


def _item(ui):
    """(kind, number, how many have a tag, how many there are) of what is asked for; None: of nothing."""
    memo = ui.memo
    for step in range(len(_KINDS)):
        kind, count = _KINDS[(memo["at"] + step) % len(_KINDS)]
        missing = ui.fact("missing", kind, count)
        for number in missing:
            if (kind, number) not in memo["skipped"]:
                return kind, number, count - len(missing), count
    return None


def rows(ui) -> list:
    item = _item(ui)
    if not item:
        return [HEADER + ui.say(_LEARN_TAGS), "", "", ui.say(_ALL_LEARNED), "", ""]
    kind, number, done, count = item
    shown = (about(ui, kind, number) + ["", ""])[:2]
    head = "%-15s%s" % (ui.say(_LEARN_TAGS), ui.say(_LEARNED, done, count))
    return [HEADER + head, "", ui.say(_TAP_TOKEN + kind - TOKEN, number + 1), ""] + shown


def about(ui, kind: int, number: int) -> list:
    """Two rows about an item, for whoever looks for its card."""
    if kind == DEED:
        group = [deed for deed in range(28) if GROUP_OF[deed] == GROUP_OF[number]]
        of = ui.say(_OF_SET, ui.say(_GROUP + GROUP_OF[number]), group.index(number) + 1, len(group))
        return [named(ui, kind, number), "   " + of]
    if kind == CARD:
        names = ui.memo["edition"]
        label = ui.label if ui.game else names.label if names else None
        return wrap(label(number)) if label else []
    seat = ui.seat(number) if kind == TOKEN else -1
    return [ui.name(seat)] if seat >= 0 else []


def named(ui, kind: int, number: int) -> str:
    if kind == DEED:
        space = SPACE_OF[number]
        return ui.say(_SPACE, space, _place(ui, space, 18))
    if kind == BANKER:
        return ui.say(_BANKER_CARD)
    return ui.say(_TOKEN_NO if kind == TOKEN else _CARD_NO, number + 1)


def keys(ui) -> list:
    memo = ui.memo
    item = _item(ui)
    legal = [("A", _SKIP_KEY)] if item else []
    if _redo(ui):
        legal.append(("B", _REDO_KEY))
    legal.append(("#", _STOP_KEY))
    if item:
        following = _KINDS[(_at(item[0]) + 1) % len(_KINDS)][0]
        legal.append(("C", _TOKENS + following - TOKEN))
    if memo["edition"]:
        legal.append(("D", _BOARD_KEY))
    return legal + [("*", 0)]


def _at(kind: int) -> int:
    return [known for known, _ in _KINDS].index(kind)


def _redo(ui):
    """What was learned last, if it was."""
    asked = ui.memo["asked"]
    return asked if asked and asked[1] not in ui.fact("missing", asked[0], 32) else None


def key(ui, key: str):
    memo = ui.memo
    item = _item(ui)
    if key in "#*":
        return ui.home()
    if key == "A" and item:
        memo["skipped"].append(item[:2])
    elif key == "B" and _redo(ui):
        kind, number = memo["asked"]
        memo["asked"] = None
        memo["at"] = _at(kind)
        return (("unlearn", kind, number),)
    elif key == "C" and item:
        memo["at"] = (_at(item[0]) + 1) % len(_KINDS)
        memo["skipped"] = []
    elif key == "D" and memo["edition"]:
        memo["board"] += 1
        lend(ui)
    return ()


def tap(ui, kind: int, number: int):
    """Known already: it is named, and nothing is learned."""
    return ui.hint(ui.say(_THAT_IS, named(ui, kind, number)))


def stranger(ui):
    item = _item(ui)
    if not item:
        return ui.hint(ui.say(_ALL_LEARNED))
    ui.memo["asked"] = item[:2]
    return (("learn", item[0], item[1]),)
