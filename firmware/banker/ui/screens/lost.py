"""LOST TOKEN: all other players tap, and a new one takes its place. Without a game its number is keyed."""

from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.speech import wrap
from banker.ui.ui import TOKEN

LOOK_MS = 120000
BEFORE = True

_UNKNOWN_TAG = const(4)
_BACK = const(42)
_LOST_TOKEN = const(769)
_OTHERS_TAP = const(770)
_NEW_TOKEN = const(771)
_FOR_WHOM = const(772)
_WHICH_TOKEN = const(773)
_NEW_ONE_FOR = const(774)
_TOKEN_IN_GAME = const(775)


def _left(ui) -> list:
    """Seats whose token nobody has seen yet; the last of them lost it."""
    g = ui.game
    return [seat for seat in range(g.players) if not g.out[seat] and seat not in ui.memo.get("yes", ())]


def _token(ui) -> int:
    """The token that is lost, -1 as long as that is not known."""
    if not ui.game:
        return ui.memo.get("token", -1)
    left = _left(ui)
    if len(left) != 1:
        return -1
    return ui.seats[left[0]] if ui.seats else left[0]


def rows(ui) -> list:
    shown = [HEADER + ui.say(_LOST_TOKEN), ""]
    token = _token(ui)
    if token >= 0:
        whose = ui.say(_NEW_ONE_FOR, token + 1)
        if ui.game:
            whose = ui.tell(_FOR_WHOM, _left(ui)[0])
        return shown + [ui.say(_NEW_TOKEN), whose, "", "", ""]
    if not ui.game:
        return shown + [ui.say(_WHICH_TOKEN), "", "", "", ""]
    names = wrap(" ".join([ui.name(seat)[:9] for seat in _left(ui)]))
    return shown + [ui.say(_OTHERS_TAP)] + (names + ["", "", ""])[:4]


def keys(ui) -> list:
    digits = [] if ui.game else [(str(n), 0) for n in range(1, 9)]
    return digits + [("*", _BACK)]


def key(ui, key: str):
    if key == "*":
        return ui.home()
    if not ui.game and "1" <= key <= "8":
        ui.memo["token"] = int(key) - 1
    return ()


def taps(ui) -> list:
    if not ui.game or _token(ui) >= 0:
        return []
    return [(TOKEN, ui.seats[seat] if ui.seats else seat) for seat in _left(ui)]


def tap(ui, kind: int, number: int):
    if kind != TOKEN:
        return ui.not_now()
    seat = ui.seat(number) if ui.game else -1
    if seat < 0 or ui.game.out[seat]:
        return stranger(ui)  # one that nobody plays with will do
    if _token(ui) >= 0:
        return ui.notice(ui.say(_TOKEN_IN_GAME, ui.name(seat)))
    ui.memo["yes"] = ui.memo.get("yes", []) + [seat]
    return ()


def stranger(ui):
    token = _token(ui)
    return (("replace", token),) if token >= 0 else ui.notice(ui.say(_UNKNOWN_TAG))
