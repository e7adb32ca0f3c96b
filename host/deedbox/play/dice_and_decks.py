"""What lies on the table and no box knows of: two dice, and two piles of cards."""

from __future__ import annotations

import random
from typing import Any

DECKS = ("chance", "chest")
_CARDS = 16


class Things:
    def __init__(self, chance: random.Random | None = None) -> None:
        self._chance = chance or random.SystemRandom()
        self.dice = [2, 4]
        self.drawn: dict[str, str | None] = dict.fromkeys(DECKS)
        self._piles = {deck: [f"{deck}-{n + 1}" for n in range(_CARDS)] for deck in DECKS}
        for pile in self._piles.values():
            self._chance.shuffle(pile)

    def throw(self) -> None:
        self.dice = [self._chance.randint(1, 6) for _ in self.dice]

    def set(self, dice: Any) -> None:
        if (
            not isinstance(dice, list)
            or len(dice) != 2
            or not all(type(die) is int and 1 <= die <= 6 for die in dice)
        ):
            raise ValueError("two dice, each 1 to 6")
        self.dice = list(dice)

    def draw(self, deck: str) -> str:
        """The card on top; it goes under the pile."""
        pile = self._piles[deck]
        card = pile.pop(0)
        pile.append(card)
        self.drawn[deck] = card
        return card

    def plain(self) -> dict[str, Any]:
        return {"dice": self.dice, "drawn": self.drawn}
