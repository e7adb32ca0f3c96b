"""WHY? How the rent that was asked for is made up: base, set, what is built, how many of a kind."""

from banker.core.board import GROUP_OF, RAILS, SPACE_OF, UTILITIES, siblings
from banker.core.state import hotel_step
from banker.ui.const import const
from banker.ui.paint import BIG, HEADER

LOOK_MS = 15000

_BACK = const(42)
_BASE_RENT = const(620)
_WHOLE_SET = const(621)
_BUILT_RENT = const(622)
_OWNS_OF_KIND = const(623)
_TIMES_THROW = const(624)
_AT_LANDING = const(625)


def rows(ui) -> list:
    deed, payer, owner, amount = ui.asked
    shown = [HEADER + ui.place(SPACE_OF[deed], 21), BIG + str(amount)]
    lines = _lines(ui, deed, owner, amount)
    return shown + [""] * (3 - len(lines)) + lines[:3]


def _lines(ui, deed: int, owner: int, amount: int) -> list:
    g = ui.game
    r = g.rules
    group = GROUP_OF[deed]
    base = g.board.rents[deed * 6]
    if group >= RAILS:
        count = len([d for d in siblings(deed) if g.owner[d] == owner])
        lines = [ui.tell(_OWNS_OF_KIND, owner, count)]
        if group == UTILITIES and count:
            lines.append(ui.say(_TIMES_THROW, r.utility_mult[count - 1]))
        elif group == RAILS and count and r.rail_rents[count - 1] != amount:
            lines.append(ui.say(_AT_LANDING))  # by a card, or the deeds changed hands since
        return lines
    level = g.level[deed]
    lines = [ui.say(_BASE_RENT, base)]
    if amount == base * r.group_rent_mult != base:
        lines.append(ui.say(_WHOLE_SET, r.group_rent_mult))
    elif level and amount == g.board.rents[deed * 6 + (5 if level == hotel_step(g) else level)]:
        word = ui.word(5 if level == hotel_step(g) else 3 if level == 1 else 4) if ui.word else ""
        lines.append(ui.say(_BUILT_RENT, 1 if level == hotel_step(g) else level, word[:9], amount))
    elif amount != base:
        lines.append(ui.say(_AT_LANDING))  # built or sold since
    return lines


def keys(ui) -> list:
    return [("*", _BACK)]


def late(ui):
    return ui.show("rent")


def key(ui, key: str):
    ui.show("rent")
    return () if key in "*#" else ui.key(key)


def tap(ui, kind: int, number: int):
    ui.show("rent")
    return () if (kind, number) in ui.taps() else ui.touch(kind, number)
