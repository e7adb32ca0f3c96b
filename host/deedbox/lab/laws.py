"""Laws that hold in every game: checked after every command of simulated games.

Written separately from the engine's own check (state_bytes.sound), so that one mistake cannot hide in both.
Each function returns in words what is broken, or an empty string. Runs in MicroPython too.
"""

from __future__ import annotations

from banker.core.board import BANK, CARDS, DEEDS, GROUP_START, JAIL_SPACE, NOBODY, POT, STREETS
from banker.core.codec.state_bytes import ENTRIES_MOST
from banker.core.events import FINE, PAID, RETIRED
from banker.core.rules.agreements import RULES_MOST
from banker.core.rules.building_auction import PRICES_MOST
from banker.core.state import (
    AUCTION,
    CLAIM_HOW,
    CLAIM_OWNER,
    CLAIM_PAYER,
    COUNTED,
    DEBT,
    DUE,
    LAST_DECISION,
    LOTS,
    RENT,
    THROW,
    Game,
    decider,
)
from banker.core.types import Command, Task

from .way_out import grew, stuck


def broken_law(g: Game) -> str:
    """The first law that this game breaks."""
    return (
        _money_law(g)
        or _buildings_law(g)
        or _owners_law(g)
        or _even_building_law(g)
        or _decks_law(g)
        or _places_law(g)
        or _tasks_law(g)
        or _claims_law(g)
        or _size_law(g)
        or stuck(g)
    )


def _money_law(g: Game) -> str:
    if sum(g.cash):
        return f"money came from nowhere: {sum(g.cash)}"
    for account in range(10):
        if g.cash[account] < 0 and account != BANK:
            return f"account {account} has {g.cash[account]}"
        if g.players <= account < BANK and g.cash[account]:
            return "an empty chair has money"
    for p in range(g.players):
        if g.out[p] and g.cash[p]:
            return f"player {p} is out and has money"
    return ""


def _buildings_law(g: Game) -> str:
    r = g.rules
    houses = hotels = 0
    for deed in range(DEEDS):
        level = g.level[deed]
        if level and deed >= STREETS:
            return f"a building on deed {deed}"
        if not 0 <= level <= r.houses_per_hotel + 1:
            return f"deed {deed} has level {level}"
        if level == r.houses_per_hotel + 1:
            hotels += 1
        else:
            houses += level
    if 0 <= r.houses_total < houses:
        return f"{houses} houses stand"
    if 0 <= r.hotels_total < hotels:
        return f"{hotels} hotels stand"
    for key in g.paid:
        if not 1 <= key % 8 <= g.level[key // 8]:
            return f"a price without its building: deed {key // 8}"
    return ""


def _owners_law(g: Game) -> str:
    for deed in range(DEEDS):
        owner = g.owner[deed]
        if owner != BANK and not (0 <= owner < g.players and not g.out[owner]):
            return f"deed {deed} belongs to {owner}"
        if owner == BANK and g.level[deed]:
            return f"deed {deed} of the bank has buildings"
        if g.mortgaged[deed] and g.level[deed]:
            return f"deed {deed} is mortgaged and built on"
        if g.mortgaged[deed] and owner == BANK and not _in_auction(g, deed):
            return f"deed {deed} of the bank is mortgaged"
    return ""


def _in_auction(g: Game, deed: int) -> bool:
    """Does a mortgaged deed of a bankrupt player wait for its auction (bank_auction_unmortgaged = false)?"""
    for kind, _, _, _, extra in g.tasks:
        if (kind == LOTS and extra >> deed & 1) or (kind == AUCTION and extra & 0xFF == deed):
            return True
    return bool(g.over)


def _even_building_law(g: Game) -> str:
    """Groups are built evenly, if the house rules ask for it and always did."""
    r = g.rules
    if g.changed or r.deal_built_group or not (r.build_even and r.sell_even and r.build_needs_group):
        return ""
    for group in range(8):
        levels = g.level[GROUP_START[group] : GROUP_START[group + 1]]
        if max(levels) - min(levels) > 1:
            return f"group {group} is uneven"
    return ""


def _decks_law(g: Game) -> str:
    for deck in (0, 1):
        holder = g.held[deck]
        cards = sorted(g.decks[deck])
        if len(cards) != CARDS - (holder != NOBODY) or len(set(cards)) != len(cards):
            return f"deck {deck} has the cards {cards}"
        if holder != NOBODY and not (holder < g.players and not g.out[holder]):
            return f"{holder} holds a jail pass"
    return ""


def _places_law(g: Game) -> str:
    for p in range(g.players):
        if not 0 <= g.space[p] < 40:
            return f"player {p} is on {g.space[p]}"
        if g.jailed[p] and g.rules.mode == "referee" and g.space[p] != JAIL_SPACE:
            return f"player {p} is jailed on {g.space[p]}"
    if not g.turn < g.players or (g.out[g.turn] and not g.over):
        return "it is nobody's turn"
    return ""


def _tasks_law(g: Game) -> str:
    if g.over:
        return "" if g.winners else "nobody has won"
    if g.tasks and g.tasks[0][0] > LAST_DECISION:
        return f"work was left undone: {g.tasks[0]}"
    for kind, who, other, _, _ in g.tasks:
        if who < BANK and kind != LOTS and (who >= g.players or g.out[who]):
            return f"a task of {who}, who is out"
        if kind in (DEBT, DUE, RENT, THROW) and other < BANK and (other >= g.players or g.out[other]):
            return f"a debt to {other}, who is out"
        if kind in (DEBT, DUE) and other == who:
            return f"{who} owes himself"
        if kind in (DEBT, DUE) and other > POT:
            return "a debt to nobody"
    return ""


def _claims_law(g: Game) -> str:
    """A rent that can still be asked for names two players who are in the game (S-3)."""
    if g.over:
        return ""
    for claim in g.claims:
        payer, owner = claim[CLAIM_PAYER], claim[CLAIM_OWNER]
        if payer >= g.players or g.out[payer]:
            return f"a claim on {payer}, who is out"
        if claim[CLAIM_HOW] == COUNTED and (owner >= g.players or g.out[owner]):
            return f"a claim of {owner}, who is out"
    waits_for = decider(g)
    if waits_for >= g.players or g.out[waits_for]:
        return f"the game waits for {waits_for}, who is out"
    return ""


def _size_law(g: Game) -> str:
    """A game fits its record in the journal."""
    if len(g.claims) + len(g.tasks) > ENTRIES_MOST:
        return f"{len(g.claims)} claims and {len(g.tasks)} tasks are open"
    if len(g.paid) > PRICES_MOST:
        return f"{len(g.paid)} buildings were auctioned"
    if len(g.changed) > RULES_MOST:
        return f"{len(g.changed)} rules have changed"
    return ""


def broken_step_law(before: Game, command: Command, after: Game) -> str:
    """The first law of change that this accepted command breaks."""
    for p in range(before.players):
        if before.out[p] and not after.out[p]:
            return f"player {p} came back"
    if before.tasks and before.tasks[0][0] == DEBT:
        return _debt_step(before.tasks[0], command, after) or grew(before, command, after)
    return ""


def _debt_step(debt: Task, command: Command, after: Game) -> str:
    """A debt ends only when it is paid or one of the two is out; a fine also with a pass."""
    _, who, other, amount, why = debt
    if debt in after.tasks or after.over or command["do"] == "jail-card" and why == FINE:
        return ""
    for event in after.events:
        if event == (PAID, who, other, amount, why & 0xFF) or event in ((RETIRED, who), (RETIRED, other)):
            return ""
    return f"the debt {debt} vanished"
