"""The most remarkable moments of a game, gathered step by step from its events. Loaded at the end."""

from __future__ import annotations

from banker.core.board import BANK, DEED_AT, POT
from banker.core.events import (
    AUCTIONED,
    CARD,
    GO_SALARY,
    JACKPOT,
    JAILED,
    JAILED_PLAYER,
    OWNED,
    OWNED_DEED,
    PAID,
    RENT_PAID,
    TAXES,
)
from banker.core.state import Game
from banker.core.types import Command, Event, Highlight

# The fields of a highlight: kind, how much or how often, who, whom or -1, deed or -1.
WHAT, NUMBER, WHO, WHOM, DEED = range(5)
# Kinds of highlights.
RENT, BID, JACK, LEVY, JAIL, LAPS = range(6)
MOST = 5  # highlights of one game


class Highlights:
    def __init__(self, players: int) -> None:
        self._best: list[Highlight | None] = [None] * (LEVY + 1)
        self._jailed = [0] * players
        self._laps = [0] * players

    def take(self, g: Game, command: Command) -> None:
        """One step: the game after it, with its events."""
        deed = -1
        for event in g.events:
            if event[0] == OWNED:
                deed = event[OWNED_DEED]
        for event in g.events:
            code = event[0]
            if code == JAILED:
                self._jailed[event[JAILED_PLAYER]] += 1
            elif code == PAID:
                self._paid(g, event, command, deed)

    def _paid(self, g: Game, event: Event, command: Command, new_deed: int) -> None:
        _, payer, taker, amount, why = event
        if why == GO_SALARY:
            self._laps[taker] += 1
        elif why == RENT_PAID:
            deed = command.get("deed")
            self._try(RENT, amount, payer, taker, DEED_AT[g.space[payer]] if deed is None else deed)
        elif why == AUCTIONED and taker == BANK:
            self._try(BID, amount, payer, -1, new_deed)
        elif why == JACKPOT and payer == POT:
            self._try(JACK, amount, taker, -1, -1)
        elif why in (CARD, TAXES) and payer < g.players:
            self._try(LEVY, amount, payer, taker if taker < g.players else -1, -1)

    def _try(self, kind: int, amount: int, who: int, whom: int, deed: int) -> None:
        """Keep it if it is the highest of its kind."""
        best = self._best[kind]
        if best is None or amount > best[NUMBER]:
            self._best[kind] = (kind, amount, who, whom, deed)

    def told(self) -> list[Highlight]:
        """At most MOST of them, the best first."""
        highlights = [best for best in self._best if best]
        for kind, counts in ((JAIL, self._jailed), (LAPS, self._laps)):
            most = max(counts)
            if most:
                highlights.append((kind, most, counts.index(most), -1, -1))
        return highlights[:MOST]
