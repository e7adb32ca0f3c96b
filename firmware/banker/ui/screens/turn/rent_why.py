"""WHY? How the rent that was asked for is made up: base, set, buildings, how many of a kind."""

from __future__ import annotations

from banker.core.board import SPACE_OF
from banker.core.rules.moves import BY_CARD
from banker.core.rules.rent import (
    RENT_AMOUNT,
    RENT_BASE,
    RENT_COUNT,
    RENT_LEVEL,
    RENT_PER_PIP,
    explain,
)
from banker.core.state import hotel_step
from banker.ui import edition_words, words
from banker.ui.paint import BIG, HEADER
from banker.ui.types import Commands, Keys, Rent, Rows
from banker.ui.ui import Ui

LOOK_MS = 15000


def rows(ui: Ui) -> Rows:
    rent = ui.rents.queue[0]
    deed, _, owner, amount = rent
    parts = explain(ui.game, deed)
    if ui.game.owner[deed] != owner:
        lines = [ui.say(words.AT_LANDING)]  # the deed changed hands since
    else:
        lines = _count(ui, rent, parts) if parts[RENT_COUNT] else _street(ui, amount, parts)
    return [HEADER + ui.place(SPACE_OF[deed], 21), BIG + str(amount)] + [""] * (3 - len(lines)) + lines


def _count(ui: Ui, rent: Rent, parts: tuple[int, ...]) -> Rows:
    """A rail or a utility: how many count."""
    deed, payer, owner, amount = rent
    is_rail = parts[RENT_BASE] > 0
    r = ui.game.rules
    count = parts[RENT_COUNT]
    if r.rail_count_mortgaged if is_rail else r.utility_count_mortgaged:
        lines = [ui.tell(words.OWNS_OF_KIND, owner, count)]
    else:
        lines = [ui.say(words.COUNT_UNMORTGAGED, count)]
    if not is_rail:
        # After a card a utility always waits for a roll, so the answer for one is the number itself.
        times = explain(ui.game, deed, payer, BY_CARD)[RENT_PER_PIP]
        lines.append(ui.say(words.TIMES_THROW, times))
    elif parts[RENT_AMOUNT] != amount:
        lines.append(ui.say(words.AT_LANDING))  # by a card, or the deeds changed hands since
    return lines


def _street(ui: Ui, amount: int, parts: tuple[int, ...]) -> Rows:
    base, level = parts[RENT_BASE], parts[RENT_LEVEL]
    group = ui.game.rules.group_rent_mult
    lines = [ui.say(words.BASE_RENT, base)]
    if amount == base * group != base:
        lines.append(ui.say(words.WHOLE_SET, group))
    elif level and amount == parts[RENT_AMOUNT]:
        is_hotel = level == hotel_step(ui.game)
        plural = edition_words.HOTEL if is_hotel else edition_words.HOUSES
        word = ui.word(edition_words.HOUSE if level == 1 else plural)[:9] if ui.word else ""
        lines.append(ui.say(words.BUILT_RENT, 1 if is_hotel else level, word, amount))
    elif amount != base:
        lines.append(ui.say(words.AT_LANDING))  # built or sold since
    return lines


def keys(ui: Ui) -> Keys:
    return [("*", words.BACK)]


def late(ui: Ui) -> Commands | None:
    return ui.show("turn.rent")


def key(ui: Ui, key: str) -> Commands:
    ui.show("turn.rent")
    return () if key in "*#" else ui.key(key)


def tap(ui: Ui, kind: int, number: int) -> Commands:
    ui.show("turn.rent")
    return () if (kind, number) in ui.taps() else ui.touch(kind, number)
