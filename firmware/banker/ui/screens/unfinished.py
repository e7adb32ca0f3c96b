"""NEW GAME over one that is not over: keep it, or end it if everyone taps."""

from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.speech import wrap
from banker.ui.ui import TOKEN

LOOK_MS = 120000

_NEW_GAME = const(500)
_NOT_OVER = const(554)
_KEEP_KEY = const(555)
_END_KEY = const(556)
_NO_ROOM_KEEP = const(557)
_ALL_END = const(558)
_EVERYONE = const(498)
_BACK = const(42)
_NOTHING_CHANGED = const(362)
_PLAYER_OUT = const(449)


def enter(ui) -> None:
    ui.memo["room"] = ui.fact("room")


def late(ui):
    ui.home()
    ui.hint(ui.say(_NOTHING_CHANGED))
    return ()


def rows(ui) -> list:
    g = ui.game
    head = [HEADER + ui.say(_NEW_GAME)]
    if "yes" in ui.memo:
        left = " ".join([ui.name(player)[:7] for player in asks(ui)])
        shown = head + wrap(ui.say(_ALL_END)) + [""] + wrap(ui.say(_EVERYONE, left))[:3]
    else:
        wide = 7 if g.players < 5 else 4
        names = " ".join([ui.name(player)[:wide] for player in range(g.players)])
        shown = head + wrap(ui.say(_NOT_OVER, names))
        if not ui.memo["room"]:
            shown += wrap(ui.say(_NO_ROOM_KEEP))
    return shown + [""] * (6 - len(shown))


def asks(ui) -> list:
    """Whose tokens are still missing, once somebody wants to end it."""
    g = ui.game
    yes = ui.memo.get("yes")
    if yes is None:
        return []
    return [player for player in range(g.players) if not g.out[player] and player not in yes]


def keys(ui) -> list:
    if "yes" in ui.memo:
        return [("*", _BACK)]
    return ([("A", _KEEP_KEY)] if ui.memo["room"] else []) + [("B", _END_KEY), ("*", _BACK)]


def key(ui, key: str):
    memo = ui.memo
    if key == "*":
        if "yes" in memo:
            return ui.show("unfinished")
        ui.draft = None
        return ui.home()
    if "yes" in memo:
        return ()
    if key == "A" and memo["room"]:
        ui.draft["keep"] = True
        return ui.show("setup")
    if key == "B":
        memo["yes"] = []
    return ()


def tap(ui, kind: int, number: int):
    yes = ui.memo.get("yes")
    if kind != TOKEN or yes is None:
        return ui.not_now()
    if ui.game.out[number]:
        return ui.notice(ui.say(_PLAYER_OUT))
    if number not in yes:
        yes.append(number)
    if asks(ui):
        return ()
    ui.draft["keep"] = False  # it ends when the next one begins
    return ui.show("setup")
