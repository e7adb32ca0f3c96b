"""Tags before the game: a host leads the box through learning, signing and checking them.

    with devices.open_session(devices.choose_device(on)) as session:
        box = TagBox(session)
        for event in Walk(box, missing(box, all_items())).run(): ...

UIDs never leave the box. The host knows a tag by its mark.
"""

from __future__ import annotations

from deedbox.tagging.box_tags import LastInput, LearnedTag, LearnResult, TagBox, TagOnReader
from deedbox.tagging.items import KINDS, Item, all_items, make_item, printed_names
from deedbox.tagging.learn import LearnEvent, Walk, items_without_tag
from deedbox.tagging.verify import Pile, Verdict

__all__ = [
    "KINDS",
    "LearnEvent",
    "LastInput",
    "Item",
    "Verdict",
    "LearnedTag",
    "LearnResult",
    "TagOnReader",
    "Pile",
    "TagBox",
    "Walk",
    "all_items",
    "make_item",
    "items_without_tag",
    "printed_names",
]
