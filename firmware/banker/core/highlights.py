"""What was remarkable in a game, gathered step by step from its events. Loaded at the end."""

from .board import BANK, DEED_AT, POT
from .events import AUCTIONED, CARD, GO_SALARY, JACKPOT, JAILED, OWNED, PAID, RENT_PAID, TAXES

# A highlight: (kind, how much or how often, who, whom or -1, deed or -1).
RENT, BID, JACK, LEVY, JAIL, LAPS = range(6)
MOST = 5  # are told


class Highlights:
    def __init__(self, players: int):
        self._best: list = [None] * (LEVY + 1)
        self._jailed = [0] * players
        self._laps = [0] * players

    def take(self, g, command: dict) -> None:
        """One step: the game after it, with its events."""
        owned = -1
        for event in g.events:
            if event[0] == OWNED:
                owned = event[1]
        for event in g.events:
            what = event[0]
            if what == JAILED:
                self._jailed[event[1]] += 1
            elif what == PAID:
                self._paid(g, event, command, owned)

    def _paid(self, g, event, command: dict, owned: int) -> None:
        _, payer, taker, amount, why = event
        if why == GO_SALARY:
            self._laps[taker] += 1
        elif why == RENT_PAID:
            deed = command.get("deed")
            self._try(RENT, amount, payer, taker, DEED_AT[g.space[payer]] if deed is None else deed)
        elif why == AUCTIONED and taker == BANK:
            self._try(BID, amount, payer, -1, owned)
        elif why == JACKPOT and payer == POT:
            self._try(JACK, amount, taker, -1, -1)
        elif why in (CARD, TAXES) and payer < g.players:
            self._try(LEVY, amount, payer, taker if taker < g.players else -1, -1)

    def _try(self, kind: int, amount: int, who: int, whom: int, deed: int) -> None:
        best = self._best[kind]
        if best is None or amount > best[1]:
            self._best[kind] = (kind, amount, who, whom, deed)

    def told(self) -> list:
        """At most MOST of them, the best stories first."""
        found = [best for best in self._best if best]
        for kind, counts in ((JAIL, self._jailed), (LAPS, self._laps)):
            most = max(counts)
            if most:
                found.append((kind, most, counts.index(most), -1, -1))
        return found[:MOST]
