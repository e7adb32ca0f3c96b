"""Names for the shapes that annotations use. The build leaves them out, so they cost nothing on the box."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from banker.core.types import Command, Iterator, StepBack, Task

Action = tuple[Any, ...]  # what the box itself is to do: ("begin", ...), see app/ui_actions.py
Commands = tuple[Command | Action, ...]  # to be done, in order
Rows = list[str]  # as paint.screen() takes them
Keys = list[tuple[str, int | str]]  # a key, and the number of its word or the word itself; 0: not shown
Tags = list[tuple[int, int]]  # kind and number
Rent = tuple[int, int, int, int]  # a rent that was asked for: ASKED_DEED to ASKED_AMOUNT (rents_asked.py)
Next = tuple[str, tuple[Any, ...], str]  # a screen, its arguments, and a hint to show on it ("": none)
Payment = tuple[int, ...]  # from, to, amount, why
AuctionClock = tuple[Task, int, int, int]  # task, ms left, when that was (-1: it stands), ms of deed cards
Memo = dict[str, Any]
Draft = dict[str, Any]  # the choices of a set-up (setup_draft.py)
Say = Callable[..., str]  # number of a word, facts -> sentence
Place = Callable[..., str]  # space, width (0: any) -> its name
Text = Callable[[int], str]  # number -> a text of the edition
Load = Callable[[str], Any]  # name below banker.ui -> module
Query = Callable[..., Any]  # name, ... -> what the box knows besides the game (app/ui_queries.py)
LookBack = Callable[[], Iterator[StepBack]]  # the newest first
LookAhead = Callable[[], StepBack | None]
