"""CARD: what the card says, and what came of it. Any input goes on and counts."""

from banker.core.board import BANK
from banker.core.events import DREW, JAILED, KEPT, MOVED, PAID
from banker.ui.const import const
from banker.ui.paint import HEADER

LOOK_MS = 15000

_PAYS = const(110)
_GETS = const(111)
_PAYS_TO = const(112)
_MOVES_TO = const(113)
_GOES_TO_JAIL = const(114)
_KEEPS_CARD = const(115)
_TURN_OVER = const(603)
_CARD_NO = const(116)
_UNDER_PILE = const(626)
_GO_ON = const(61)


def rows(ui) -> list:
    deck, number, _ = ui.args
    about = ui.label(deck << 4 | number) if ui.label else ui.say(_CARD_NO, number + 1)
    shown = [HEADER + (ui.word(12 + deck)[:21] if ui.word else "")]
    while about:
        cut = len(about)
        if cut > 21:
            cut = about.rfind(" ", 0, 22)
            cut = cut if cut > 0 else 21
        shown.append(about[:cut])
        about = about[cut:].strip()
    shown.append("")
    shown += _effects(ui)
    return shown[:7] + [""] * (7 - len(shown))


def _effects(ui) -> list:
    lines: list = []
    real = not ui.args[2]  # it lies on the table
    seen = False
    for event in ui.game.events:
        what = event[0]
        if what == DREW:
            seen = True
        if not seen:
            continue
        if what == PAID:
            payer, taker, amount = event[1:4]
            if payer >= BANK:
                lines.append(ui.tell(_GETS, taker, amount))
            elif taker >= BANK:
                lines.append(ui.tell(_PAYS, payer, amount))
            else:
                lines.append(ui.say(_PAYS_TO, ui.name(payer)[:4], ui.name(taker)[:4], amount))
        elif what == MOVED and ui.tell(_GOES_TO_JAIL, event[1]) not in lines:
            lines.append(ui.on(event[2], _MOVES_TO))
        elif what == JAILED:
            lines += [ui.tell(_GOES_TO_JAIL, event[1]), ui.tell(_TURN_OVER, event[1])]
        elif what == KEPT:
            lines.append(ui.say(_KEEPS_CARD))
            real = False
    return lines + [ui.say(_UNDER_PILE)] if real else lines


def keys(ui) -> list:
    return [("#", _GO_ON)]


def key(ui, key: str):
    ui.home()
    return () if key == "#" else ui.key(key)


def tap(ui, kind: int, number: int):
    return ui.onward(kind, number)
