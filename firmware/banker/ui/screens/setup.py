"""NEW GAME: the board, who plays. Tokens are tapped clockwise, as they sit."""

from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.ui import TOKEN

BEFORE = True

_NEW_GAME = const(500)
_BOARD_LINE = const(501)
_TAP_TOKENS = const(505)
_START_KEY = const(506)


def enter(ui) -> None:
    ui.memo["tokens"] = []


def rows(ui) -> list:
    seats = " ".join(["%d" % (token + 1) for token in ui.memo["tokens"]])
    return [HEADER + ui.say(_NEW_GAME), ui.say(_BOARD_LINE, "Classic"), "", "", "", ui.say(_TAP_TOKENS), seats]


def keys(ui) -> list:
    return [("A", _START_KEY)] if len(ui.memo["tokens"]) > 1 else []


def key(ui, key: str):
    tokens = ui.memo["tokens"]
    if key != "A" or len(tokens) < 2:
        return ()
    names = ["Player %d" % (token + 1) for token in tokens]
    return (("begin", {"edition": "classic", "names": names, "tokens": tokens}),)


def tap(ui, kind: int, number: int):
    if kind != TOKEN:
        return ui.not_now()
    tokens = ui.memo["tokens"]
    if number in tokens:
        tokens.remove(number)
    else:
        tokens.append(number)
    return ()
