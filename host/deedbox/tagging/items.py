"""What can have a tag: tokens, deeds, the banker card, cards; and what people call it."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass

from banker.core.ids import DEED_IDS, card_id, card_number

TOKEN, DEED, CARD, BANKER = 1, 2, 3, 4
# In the order in which they are asked for: a game needs tokens first, and cards never need tags.
KINDS = {"tokens": (TOKEN, 8), "deeds": (DEED, 28), "banker": (BANKER, 1), "cards": (CARD, 32)}


class UnknownItem(Exception):
    """No such item; one line that says what there is."""


@dataclass(frozen=True, order=True)
class Item:
    kind: int
    number: int

    def __str__(self) -> str:
        """As the contract writes it: token:1, deed:brown1, card:chance-3, banker."""
        if self.kind == TOKEN:
            return f"token:{self.number + 1}"
        if self.kind == DEED:
            return f"deed:{DEED_IDS[self.number]}" if self.number < len(DEED_IDS) else f"deed:{self.number}"
        if self.kind == CARD:
            return f"card:{card_id(self.number)}" if self.number < 32 else f"card:{self.number}"
        return "banker"


def item(text: str) -> Item:
    kind, _, rest = text.strip().lower().partition(":")
    if kind == "token" and rest.isdecimal() and 1 <= int(rest) <= 8:
        return Item(TOKEN, int(rest) - 1)
    if kind == "deed" and rest in DEED_IDS:
        return Item(DEED, DEED_IDS.index(rest))
    number = card_number(rest) if kind == "card" else None
    if number is not None:
        return Item(CARD, number)
    if kind == "banker" and not rest:
        return Item(BANKER, 0)
    near = difflib.get_close_matches(text, [str(known) for known in all_items()], n=1)
    guess = f"; did you mean {near[0]}?" if near else ""
    raise UnknownItem(
        f"no such item: {text}; there are token:1 to token:8, deed:ID, card:ID and banker{guess}"
    )


def all_items(only: str | None = None) -> list[Item]:
    """All of them, or those of one kind (a key of KINDS), in the order in which they are asked for."""
    return [
        Item(kind, number)
        for name, (kind, count) in KINDS.items()
        for number in range(count)
        if only in (None, name)
    ]


def named(edition: str) -> Mapping[Item, str]:
    """What stands on the thing itself, in this edition: a deed's space and name, what a card is about."""
    from banker.core.board import SPACE_OF
    from banker.core.ids import DECK_IDS
    from deedbox import editions

    model = editions.load(edition)
    found = {Item(BANKER, 0): "the banker card"}
    for number in range(len(DEED_IDS)):
        space = SPACE_OF[number]
        found[Item(DEED, number)] = f"{space} {model.spaces[space].name}"
    labels = [card["label"] for deck in DECK_IDS for card in model.cards[deck]]
    found.update({Item(CARD, number): label for number, label in enumerate(labels)})
    return found
