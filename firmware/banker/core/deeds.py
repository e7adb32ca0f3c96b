"""What screens ask about a deed: its group, who has the rest of it, what is built there, its rents."""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import GROUP_OF, STREETS, UTILITIES, siblings
from banker.core.state import Game, hotel_step


def group_of(deed: int) -> int:
    """The number of its group: 0 to 7 for the colours, then rails and utilities."""
    return GROUP_OF[deed]


def is_street(deed: int) -> bool:
    return deed < STREETS


def is_utility(deed: int) -> bool:
    return GROUP_OF[deed] == UTILITIES


def place_in_group(deed: int) -> tuple[int, int]:
    """Its place among the deeds of its group, counted from 1, and how many there are."""
    group = siblings(deed)
    return deed - group[0] + 1, len(group)


def same_owner(g: Game, deed: int) -> list[int]:
    """The deeds of its group that its owner has, this one among them."""
    return [d for d in siblings(deed) if g.owner[d] == g.owner[deed]]


def other_owners(g: Game, deed: int) -> list[int]:
    """The deeds of its group that its owner does not have."""
    return [d for d in siblings(deed) if g.owner[d] != g.owner[deed]]


def is_built(g: Game, deed: int) -> bool:
    """Is there a building on any deed of its group?"""
    return any(g.level[d] for d in siblings(deed))


def card_rents(g: Game, deed: int) -> tuple[int, ...]:
    """The rents on its card.

    A street: bare, whole set, one house and more, hotel. A rail: by how many the owner has. A utility: how
    many times the dice, by how many the owner has.
    """
    r = g.rules
    rent = lazy.load("rules.rent")
    if not is_street(deed):
        if GROUP_OF[deed] == UTILITIES:
            return tuple(r.utility_mult)
        return tuple([rent.rounded(g, amount) for amount in r.rail_rents])
    built = [rent.printed(g, deed, level) for level in range(hotel_step(g) + 1)]
    return (built[0], built[0] * r.group_rent_mult) + tuple(built[1:])
