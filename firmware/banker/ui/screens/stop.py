"""STOP FOR TONIGHT: everything is saved already; this only says so."""

from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.speech import double

_STOP_TONIGHT = const(335)
_SAVED = const(336)
_PULL_PLUG = const(337)
_PLAY_ON = const(338)


def rows(ui) -> list:
    return [HEADER + ui.say(_STOP_TONIGHT), "", double(ui.say(_SAVED)), ui.say(_PULL_PLUG), "", ""]


def keys(ui) -> list:
    return [("#", _PLAY_ON)]


def key(ui, key: str):
    return ui.home()


def tap(ui, kind: int, number: int):
    return ui.onward(kind, number)
