"""Names for the shapes that annotations use. The build leaves them out, so they cost nothing on the box."""

from __future__ import annotations

from collections.abc import Callable as Callable
from collections.abc import Iterable as Iterable
from collections.abc import Iterator as Iterator
from collections.abc import Sequence as Sequence
from typing import Any as Any

Task = tuple[int, int, int, int, int]  # KIND, WHO, OTHER, AMOUNT, EXTRA (state.py)
Claim = tuple[int, int, int, int, int, int, int, int]  # CLAIM_DEED to CLAIM_DICE (state.py)
Event = tuple[int, ...]  # a code, then its fields (events.py)
Command = dict[str, Any]  # {"do": name, "by": player, ...}, players and deeds by number
Dice = tuple[int, int]
Levels = dict[int, int]  # deed -> level
RentParts = tuple[int, int, int, int, int, int, int, int]  # RENT_AMOUNT to RENT_CARD (rules/rent.py)
Link = tuple[int, int, int]  # LINK_PARENT, LINK_REDO, LINK_DEPTH (history.py)
StepBack = tuple[Any, Command, bool]  # the game before a step, its command ("": not known), is there more?
Agreement = tuple[list[int], list[int]]  # the seats that must agree, those of whom one must (consent.py)
# The game then, the first command taken back, how many undos, is there more, the seats, lists of witnesses.
TakenBack = tuple[Any, Command, int, bool, list[int], list[list[int]]]
Highlight = tuple[int, int, int, int, int]  # WHAT to DEED (highlights.py)
Entry = tuple[
    int, int, bytes, bytes, bytes
]  # sequence number, kind, CRC of its page, CRC of the page before, text
Chunk = tuple[int, int, list[Entry]]  # generation, pages repeated at power-on, entries
Buffer = bytes | bytearray | memoryview
RuleValue = bool | int | str | tuple[Any, ...]
RuleChoices = dict[str, Any]  # house rule -> value
CardAction = tuple[int, int, int]  # what a card does, and its two numbers (board.py)
