"""LOST TOKEN: when all other players have tapped, a new tag takes the place of the lost token.

Without a game the number of the lost token is typed. ui.memo:

    seats   seats whose tokens were tapped
    token   without a game: the lost token
    changing   as in screens/box/learn_tags.py
"""

from __future__ import annotations

from banker.core.tags import TOKEN, TOKENS
from banker.ui import words
from banker.ui.layout import wrap
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui

LOOK_MS = 120000
TOKEN_NUMBERS = True  # because a token that nobody plays with may replace another


def _missing(ui: Ui) -> list[int]:
    """Seats whose tokens were not tapped yet; the last of them has lost it."""
    g = ui.game
    return [seat for seat in range(g.players) if not g.out[seat] and seat not in ui.memo.get("seats", ())]


def _token(ui: Ui, seat: int) -> int:
    return ui.seats[seat] if ui.seats else seat


def _lost(ui: Ui) -> int:
    """The token that is lost; -1 as long as that is not known."""
    if not ui.game:
        token: int = ui.memo.get("token", -1)
        return token
    seats = _missing(ui)
    return _token(ui, seats[0]) if len(seats) == 1 else -1


def rows(ui: Ui) -> Rows:
    lines = [HEADER + ui.say(words.LOST_TOKEN), ""]
    token = _lost(ui)
    if token >= 0:
        whose = ui.say(words.NEW_ONE_FOR, token + 1)
        if ui.game:
            whose = ui.tell(words.FOR_WHOM, _missing(ui)[0])
        return lines + [ui.say(words.NEW_TOKEN), whose, "", "", ""]
    if not ui.game:
        return lines + [ui.say(words.WHICH_TOKEN), "", "", "", ""]
    names = wrap(" ".join([ui.name(seat, 9) for seat in _missing(ui)]))
    return lines + [ui.say(words.OTHERS_TAP)] + (names + ["", "", ""])[:4]


def keys(ui: Ui) -> Keys:
    legal: Keys = [] if ui.game else [(str(token + 1), 0) for token in range(TOKENS)]
    return legal + [("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    if key == "*":
        return ui.home()
    if not ui.game and "1" <= key <= "8":
        ui.memo["token"] = int(key) - 1
    return ()


def taps(ui: Ui) -> Tags:
    if not ui.game or _lost(ui) >= 0:
        return []
    return [(TOKEN, _token(ui, seat)) for seat in _missing(ui)]


def tap(ui: Ui, kind: int, number: int) -> Commands:
    """`number` is that of the token."""
    if kind != TOKEN:
        return ui.not_now()
    seat = ui.seat(number) if ui.game else -1
    if seat < 0 or ui.game.out[seat]:
        return stranger(ui)  # a token that nobody plays with can replace the lost one
    if _lost(ui) >= 0:
        return ui.notice(ui.say(words.TOKEN_IN_GAME, ui.name(seat)))
    ui.memo["seats"] = ui.memo.get("seats", []) + [seat]
    return ()


def tick(ui: Ui) -> Commands | None:
    if _lost(ui) < 0:
        return None
    commands: Commands | None = ui.load("screens.box.learn_tags").tell_changing(ui)
    return commands


def stranger(ui: Ui) -> Commands:
    token = _lost(ui)
    return (("replace", token),) if token >= 0 else ui.notice(ui.say(words.UNKNOWN_TAG))
