"""Rents that owners have asked for, and the pause in which they may ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.core.board import DEED_AT, DEEDS
from banker.core.rules.rent import terms
from banker.core.state import CLAIM_DEED, CLAIM_PER_PIP, Game, phase
from banker.core.tags import DEED
from banker.ui import words
from banker.ui.types import AuctionClock, Rent

if TYPE_CHECKING:
    from banker.ui.ui import Ui

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
        """A rent whose claim is no longer open was paid, or is too late. The others are as they are now."""
        rents = [_as_now(g, rent) for rent in self.queue]
        self.queue = [rent for rent in rents if rent]

    def note_landing(self, g: Game, space: int, now_ms: int) -> None:
        """Owners get time to ask, unless the box collects rent by itself."""
        deed = DEED_AT[space]
        if deed < DEEDS and g.owner[deed] < g.players and g.rules.rent_claim != "auto":
            self.landed_ms = now_ms

    def wait_ms(self, now_ms: int, pause_ms: int) -> int:
        """How long the next roll still waits, so that an owner can ask."""
        left_ms = self.landed_ms + pause_ms - now_ms
        return left_ms if self.landed_ms >= 0 and 0 < left_ms <= pause_ms else 0


def _as_now(g: Game, rent: Rent) -> Rent | None:
    """The rent with the owner and the amount of this moment: the deed may have been inherited (S-3)."""
    now = None
    for claim in g.claims:
        if claim[:ASKED_OWNER] == rent[:ASKED_OWNER]:
            found: Rent | None = terms(g, claim)
            if found and (not now or found[ASKED_OWNER] == rent[ASKED_OWNER]):
                now = found
    return now


def asks_here(ui: Ui, deed: int) -> bool:
    """Does a tap of this deed ask for rent on the open screen? On every screen of play (S-2), but not where
    the screen itself waits for deeds."""
    g = ui.game
    if not g or not g.claims or ui.screen.split(".")[0] in ("setup", "box"):
        return False
    if getattr(ui.part, "WANTS_DEEDS", False) or phase(g) in ("place", "over") or not rent_on(g, deed):
        return False
    return (DEED, deed) not in ui.taps()


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


def paying(ui: Ui, payer: int, amount: int) -> str:
    """What the payer has and will have; or, before a tap that cannot be paid, what is missing (S-26)."""
    cash = ui.game.cash[payer]
    if cash >= amount:
        return ui.tell(words.HAS, payer, cash, cash - amount)
    row = ui.say(words.HAS_SHORT, cash, amount - cash)
    return row if len(row) <= 21 else ui.say(words.SHORT_BY, amount - cash)


def stopped(clock: AuctionClock | None, now_ms: int) -> AuctionClock | None:
    """The clock of an auction does not run while rent is asked for (screens/trade/auction.py)."""
    if not clock or clock[2] < 0:
        return clock
    task, left_ms, since_ms, looked_ms = clock
    return task, left_ms, -1, looked_ms + now_ms - since_ms
