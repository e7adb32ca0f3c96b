"""WAITING: phases whose own screens are still to be drawn; key A is the plainest way on."""

from banker.core.state import decider, phase
from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.ui import double

_WAITS_FOR = const(60)
_GO_ON = const(61)

_ONWARD = {
    "tax": {"do": "tax", "choose": "flat"},
    "card": {"do": "draw"},
    "throw": {"do": "throw"},
    "debt": {"do": "pay"},
    "rent": {"do": "pay"},
    "auction": {"do": "hammer"},
    "power": {"do": "roll"},
    "deal": {"do": "deal"},
}


def rows(ui) -> list:
    return [HEADER + ui.say(_WAITS_FOR, phase(ui.game)), double(ui.name(decider(ui.game))), "", "", "", ""]


def keys(ui) -> list:
    return [("A", _GO_ON)] if phase(ui.game) in _ONWARD else []


def key(ui, key: str):
    command = _ONWARD.get(phase(ui.game))
    return (command.copy(),) if key == "A" and command else ()


def tap(ui, kind: int, number: int):
    return ui.not_now()
