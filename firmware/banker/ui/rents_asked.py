"""Rents that owners have asked for, and the pause in which they may ask."""

from __future__ import annotations

from banker.core.board import DEED_AT, DEEDS
from banker.core.rules.rent import terms
from banker.core.state import CLAIM_DEED, CLAIM_PER_PIP, Game
from banker.ui.types import Rent

# The fields of an asked rent. The first three are those of its claim (state.py).
ASKED_DEED, ASKED_PAYER, ASKED_OWNER, ASKED_AMOUNT = range(4)


class RentsAsked:
    def __init__(self) -> None:
        self.queue: list[Rent] = []  # the rent on the display, then those asked for before it
        self.landed_ms = -1  # when somebody last landed on an owned deed; -1: nobody has

    def add(self, rent: Rent) -> None:
        """The newest rent comes first; the one that was first goes to the end."""
        older = self.queue[1:] + self.queue[:1]
        self.queue = [rent] + [other for other in older if other[:ASKED_OWNER] != rent[:ASKED_OWNER]]

    def drop_first(self) -> None:
        """The first rent was skipped."""
        self.queue.pop(0)

    def drop_closed(self, g: Game) -> None:
        """A rent whose claim is no longer open was paid, or is too late."""
        claims = [claim[:ASKED_OWNER] for claim in g.claims]
        self.queue = [rent for rent in self.queue if rent[:ASKED_OWNER] in claims]

    def note_landing(self, g: Game, space: int, now_ms: int) -> None:
        """Owners get time to ask, unless the box collects rent by itself."""
        deed = DEED_AT[space]
        if deed < DEEDS and g.owner[deed] < g.players and g.rules.rent_claim != "auto":
            self.landed_ms = now_ms

    def wait_ms(self, now_ms: int, pause_ms: int) -> int:
        """How long the next roll still waits, so that an owner can ask."""
        left_ms = self.landed_ms + pause_ms - now_ms
        return left_ms if self.landed_ms >= 0 and 0 < left_ms <= pause_ms else 0


def rent_on(g: Game, deed: int) -> Rent | None:
    """The rent that can be asked for on a deed now, the oldest first."""
    for claim in g.claims:
        if claim[CLAIM_DEED] == deed:
            rent: Rent | None = terms(g, claim)
            if rent:
                return rent
    return None


def per_pip(g: Game, rent: Rent) -> int:
    """How many times the dice this rent is, if a roll still decides it; 0: its amount is known."""
    for claim in g.claims:
        if claim[:ASKED_AMOUNT] == rent[:ASKED_AMOUNT]:
            return claim[CLAIM_PER_PIP]
    return 0
