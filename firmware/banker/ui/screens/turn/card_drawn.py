"""CARD: the text of the card, and what came of it. Any input goes on and counts.

Arguments: deck, card, and whether the box drew it.
"""

from __future__ import annotations

from banker.core.board import BANK
from banker.core.events import DREW, JAILED, JAILED_PLAYER, KEPT, MOVED, PAID
from banker.ui import any_input, edition_words, words
from banker.ui.layout import wrap
from banker.ui.paint import HEADER
from banker.ui.types import Rows
from banker.ui.ui import Ui

LOOK_MS = 15000
_ROWS = 7  # without the row of keys


def rows(ui: Ui) -> Rows:
    deck, card, _ = ui.args
    about = ui.label(deck << 4 | card) if ui.label else ui.say(words.CARD_NO, card + 1)
    title = ui.word(edition_words.CHANCE + deck)[:21] if ui.word else ""
    lines = [HEADER + title] + wrap(about)
    effects = _effects(ui)
    if len(lines) + len(effects) < _ROWS:
        lines.append("")
    room = _ROWS - len(lines)
    if len(effects) > room:
        effects[room - 1 :] = [ui.say(words.AND_MORE, len(effects) - room + 1)]
    return lines + effects + [""] * (room - len(effects))


def _effects(ui: Ui) -> Rows:
    lines: Rows = []
    _, _, box_drew = ui.args
    goes_under_pile = not box_drew  # the real card is still on the table
    drawn = False
    for event in ui.game.events:
        code = event[0]
        if code == DREW:
            drawn = True
        if not drawn:
            continue
        if code == PAID:
            lines.append(_payment(ui, *event[1:4]))
        elif code == MOVED:
            _, player, space = event
            if ui.tell(words.GOES_TO_JAIL, player) not in lines:
                lines.append(ui.on(space, words.MOVES_TO))
        elif code == JAILED:
            player = event[JAILED_PLAYER]
            lines += [ui.tell(words.GOES_TO_JAIL, player), ui.tell(words.TURN_OVER, player)]
        elif code == KEPT:
            lines.append(ui.say(words.KEEPS_CARD))
            goes_under_pile = False
    return lines + [ui.say(words.UNDER_PILE)] if goes_under_pile else lines


def _payment(ui: Ui, payer: int, taker: int, amount: int) -> str:
    if payer >= BANK:
        return ui.tell(words.GETS, taker, amount)
    if taker >= BANK:
        return ui.tell(words.PAYS, payer, amount)
    return ui.say(words.PAYS_TO, ui.name(payer, 4), ui.name(taker, 4), amount)


keys = any_input.keys
key = any_input.key
tap = any_input.tap
