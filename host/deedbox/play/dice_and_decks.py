"""The things on the table that the box does not see: two dice and two decks of cards."""

from __future__ import annotations

import random
from typing import Any

DECKS = ("chance", "chest")
_CARDS = 16


class DiceAndDecks:
    def __init__(self, generator: random.Random | None = None) -> None:
        self._random = generator or random.SystemRandom()
        self.dice = [2, 4]
        self.last_cards: dict[str, str | None] = dict.fromkeys(DECKS)
        self._piles = {deck: [f"{deck}-{n + 1}" for n in range(_CARDS)] for deck in DECKS}
        for pile in self._piles.values():
            self._random.shuffle(pile)

    def roll(self) -> None:
        self.dice = [self._random.randint(1, 6) for _ in self.dice]

    def set_dice(self, dice: Any) -> None:
        if (
            not isinstance(dice, list)
            or len(dice) != 2
            or not all(type(die) is int and 1 <= die <= 6 for die in dice)
        ):
            raise ValueError("two dice, each 1 to 6")
        self.dice = list(dice)

    def draw(self, deck: str) -> str:
        """Take the card on top; it goes under the deck."""
        pile = self._piles[deck]
        card = pile.pop(0)
        pile.append(card)
        self.last_cards[deck] = card
        return card

    def as_dict(self) -> dict[str, Any]:
        return {"dice": self.dice, "drawn": self.last_cards}
