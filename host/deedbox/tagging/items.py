"""The items that can have a tag (tokens, deeds, the banker card, cards) and the names that people use."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass

from banker.core import tags
from deedbox.link.tag_names import FORMS, find_tag, tag_name

# In the order in which they are learned: a game needs tokens first, and cards need no tags at all.
KINDS = {"tokens": tags.TOKEN, "deeds": tags.DEED, "banker": tags.BANKER, "cards": tags.CARD}


class UnknownItemError(Exception):
    """There is no such item; one line that names those that exist."""


@dataclass(frozen=True, order=True)
class Item:
    kind: int
    number: int

    def __str__(self) -> str:
        """As the contract writes it: token:1, deed:brown1, card:chance-3, banker."""
        return tag_name(self.kind, self.number)

    def __bytes__(self) -> bytes:
        """As an order to the box carries it. An item that does not exist is never sent."""
        if self.number >= tags.count(self.kind):
            raise UnknownItemError(f"no such item: {self}; there are {FORMS}")
        return bytes((self.kind, self.number))


def make_item(text: str) -> Item:
    numbers = find_tag(text.strip().lower())
    if numbers is not None:
        return Item(*numbers)
    near = difflib.get_close_matches(text, [str(other) for other in all_items()], n=1)
    guess = f"; did you mean {near[0]}?" if near else ""
    raise UnknownItemError(f"no such item: {text}; there are {FORMS}{guess}")


def all_items(only: str | None = None) -> list[Item]:
    """All items, or those of one kind (a key of KINDS), in the order in which they are learned."""
    return [
        Item(kind, number)
        for name, kind in KINDS.items()
        for number in range(tags.count(kind))
        if only in (None, name)
    ]


def printed_names(edition: str) -> Mapping[Item, str]:
    """The texts that are printed on the items of this edition: a deed's space and name, a card's label."""
    from banker.core.board import SPACE_OF
    from banker.core.ids import DECK_IDS
    from deedbox import editions

    model = editions.load_edition(edition)
    names = {Item(tags.BANKER, 0): "the banker card"}
    for number in range(tags.DEEDS):
        space = SPACE_OF[number]
        names[Item(tags.DEED, number)] = f"{space} {model.spaces[space].name}"
    labels = [card["label"] for deck in DECK_IDS for card in model.cards[deck]]
    names.update({Item(tags.CARD, number): label for number, label in enumerate(labels)})
    return names
