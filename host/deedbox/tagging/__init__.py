"""Tags before the game: which box's tag is what, learned, signed and checked with the box that leads.

    with devices.open(devices.target(on)) as session:
        box = TagBox(session)
        for happened in Walk(box, missing(box, all_items())).run(): ...

UIDs stay in the box; a tag is shown by its mark.
"""

from __future__ import annotations

from .box import Heard, Learned, Learnt, Lying, TagBox
from .items import KINDS, Item, all_items, item, named
from .pile import Judged, Pile
from .walk import Happened, Walk, missing

__all__ = [
    "KINDS",
    "Happened",
    "Heard",
    "Item",
    "Judged",
    "Learned",
    "Learnt",
    "Lying",
    "Pile",
    "TagBox",
    "Walk",
    "all_items",
    "item",
    "missing",
    "named",
]
