"""THROW: the dice decide the rent. Two digits, the sum is shown, the payer's token pays it."""

from banker.core.board import SPACE_OF
from banker.core.state import phase
from banker.ui.const import const
from banker.ui.heard import TICK
from banker.ui.paint import HEADER
from banker.ui.speech import double
from banker.ui.ui import TOKEN

LOOK_MS = 30000

_RENT = const(50)
_TAP_TO_PAY = const(52)
_LATER = const(53)
_FIX_DICE = const(24)
_UNDO_KEY = const(313)
_THROW_FOR = const(117)
_KEY_BOTH = const(118)
_TAP_TO_THROW = const(119)
_LET_GO_KEY = const(617)


def _terms(ui):
    """(payer, owner, times, deed): of the throw that is due, or of the claim that asks for one."""
    if phase(ui.game) == "throw":
        return ui.game.tasks[0][1:]
    for claim in ui.game.claims:
        if claim[:3] == ui.asked[:3]:
            return claim[1], claim[2], claim[5], claim[0]


def rows(ui) -> list:
    payer, owner, times, deed = _terms(ui)
    shown = [
        HEADER + ui.say(_RENT, ui.place(SPACE_OF[deed], 21 - len(ui.say(_RENT, "")))),
        ui.pair(payer, owner),
    ]
    if len(ui.dice) == 2:
        a, b = ui.dice
        return shown + [
            double(str(times * (a + b))),
            "%d x (%d + %d)" % (times, a, b),
            ui.tell(_TAP_TO_PAY, payer),
        ]
    if ui.game.rules.dice_source == "device":
        return shown + ["", ui.say(_THROW_FOR, times), "", ui.tell(_TAP_TO_THROW, payer)]
    return shown + ["", ui.say(_THROW_FOR, times), ui.say(_KEY_BOTH, ui.dice[0] if ui.dice else "_"), ""]


def asks(ui) -> list:
    shown = len(ui.dice) == 2 or ui.game.rules.dice_source == "device"
    return [_terms(ui)[0]] if shown else []


def forced(ui) -> bool:
    return bool(asks(ui))


def late(ui):
    """Typed dice are cleared; a rent that was only asked for becomes a line on the home screen."""
    if phase(ui.game) != "throw":
        return ui.home()
    if not ui.dice:
        return None
    ui.dice = []
    ui.sound = TICK
    return ()


def keys(ui) -> list:
    boxed = ui.game.rules.dice_source == "device"
    legal = [(str(die), 0) for die in range(1, 7)] if len(ui.dice) < 2 and not boxed else []
    if ui.dice:
        legal.append(("*", _FIX_DICE))
    else:
        asked = phase(ui.game) != "throw"
        legal += [("D", _LET_GO_KEY)] if asked else []
        legal.append(("*", _LATER if asked else _UNDO_KEY))
    return legal


def key(ui, key: str):
    if key == "*":
        if not ui.dice:
            return ui.show("undo") if phase(ui.game) == "throw" else ui.home()
        ui.dice = []
    elif "1" <= key <= "6" and any(key == legal for legal, _ in keys(ui)):
        ui.dice.append(int(key))
    elif key == "D" and not ui.dice and phase(ui.game) != "throw":
        return ui.show("rent", 1)
    return ()


def tap(ui, kind: int, number: int):
    payer, owner, _, deed = _terms(ui)
    if kind != TOKEN:
        return ui.not_now()
    if number != payer:
        return ui.wrong_token(number)
    throw: dict = {"do": "throw"}
    if len(ui.dice) == 2:
        throw["dice"] = tuple(ui.dice)
    elif ui.game.rules.dice_source != "device":
        return ui.notice(ui.say(_KEY_BOTH, "_"))
    if phase(ui.game) == "throw":
        return (throw,)
    return ({"do": "claim", "by": owner, "deed": deed, "from": payer}, throw)
