"""Learning: item after item, each by one tap. Skipped, taken back and stopped at the box or at the keyboard.

Where it stopped needs no note: what has no tag yet is asked for next time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from banker.protocol import verbs
from deedbox.link import DeviceError, LinkError

from .box import Heard, Learnt, TagBox
from .items import Item

_LOOK_S = 0.1

# What happened.
ASKED, LEARNED, DUPLICATE, FOREIGN, FAILED, SKIPPED, REDONE, KEPT, STOPPED = (
    "asked", "learned", "duplicate", "foreign", "failed", "skipped", "redone", "kept", "stopped",
)  # fmt: skip
SKIP, REDO, QUIT = "s", "r", "q"  # what may be typed


@dataclass(frozen=True)
class Happened:
    what: str
    item: Item
    other: Item | None = None  # a duplicate: what that tag is already
    why: str = ""
    signed: bool = False


_WHY = {
    verbs.LEARNT_TAKEN: "it has another tag already",
    verbs.LEARNT_FULL: "the box has no room for more tags",
    verbs.LEARNT_BAD: "the box cannot learn such a tag",
    verbs.LEARNT_UNSAVED: "the box could not save it: its flash is full or fails",
}


def missing(box: TagBox, items: Sequence[Item]) -> list[Item]:
    """Those without a tag."""
    have = {tag.item for tag in box.learned()}
    return [item for item in items if item not in have]


class Walk:
    """`typed` gives what was typed since it was last asked; `pause` lets time go by."""

    def __init__(
        self,
        box: TagBox,
        items: Sequence[Item],
        *,
        again: bool = False,
        typed: Callable[[], str] = lambda: "",
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._box = box
        self._items = list(items)
        self._again = again
        self._typed = typed
        self._pause = pause
        self._done: list[int] = []  # places of items that were learned, newest last

    def run(self) -> Iterator[Happened]:
        at = 0
        try:
            while at < len(self._items):
                wanted = self._items[at]
                self._box.guide(wanted)
                yield Happened(ASKED, wanted)
                last = ""
                for happened in self._ask(wanted):
                    yield happened
                    last = happened.what
                if last == STOPPED:
                    return
                if last == REDONE:
                    at = self._done.pop()
                    continue
                if last == LEARNED:
                    self._done.append(at)
                at += 1
        finally:
            with suppress(LinkError):  # the box is gone
                self._box.leave()

    def _ask(self, wanted: Item) -> Iterator[Happened]:
        """Until the item is done with; the last one says how."""
        seen = 0
        while True:
            try:
                heard = self._box.heard()
            except DeviceError as error:
                if error.code != "tags-closed":
                    raise
                yield Happened(STOPPED, wanted, why="at the box")
                return
            typed = self._typed()
            new = heard.count != seen
            seen = heard.count
            if typed == QUIT:
                yield Happened(STOPPED, wanted)
                return
            if typed == SKIP or (new and heard.kind == verbs.HEARD_SKIP):
                yield Happened(SKIPPED, wanted)
                return
            if typed == REDO or (new and heard.kind == verbs.HEARD_REDO):
                redone = self._take_back(wanted)
                yield redone
                if redone.what == REDONE:
                    return
            elif new:
                for happened in self._tapped(wanted, heard):
                    yield happened
                    if happened.what in (LEARNED, KEPT):
                        return
            else:
                self._pause(_LOOK_S)

    def _take_back(self, wanted: Item) -> Happened:
        """The one before has no tag any more, and is asked for again."""
        if not self._done:
            return Happened(FAILED, wanted, why="there is nothing to take back")
        before = self._items[self._done[-1]]
        try:
            self._box.unlearn(before)
        except DeviceError as error:
            if error.code != "token-plays":
                raise
            return Happened(FAILED, before, why=str(error))
        return Happened(REDONE, before)

    def _tapped(self, wanted: Item, heard: Heard) -> Iterator[Happened]:
        if heard.item == wanted:
            # Its own signed record told the box; or, with `again`, it is the tag that it had.
            yield Happened(KEPT if self._again else LEARNED, wanted, signed=True)
            return
        if heard.item:
            yield Happened(DUPLICATE, wanted, other=heard.item)
            return
        try:
            told = self._box.learn(wanted, self._again)
        except DeviceError as error:
            if error.code not in ("token-plays", "low-supply"):
                raise
            yield Happened(FAILED, wanted, why=str(error))
            return
        yield from _told(wanted, told)


def _told(wanted: Item, told: Learnt) -> Iterator[Happened]:
    if told.result != verbs.LEARNT_DONE:
        yield Happened(FAILED, wanted, why=_WHY.get(told.result, f"the box says {told.result}"))
        return
    if told.before == verbs.RECORD_FOREIGN:
        yield Happened(FOREIGN, wanted)
    yield Happened(LEARNED, wanted, signed=told.signed)
