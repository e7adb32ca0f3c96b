"""Learning tags: item after item, each by one tap. People skip, take back and stop at the box or here.

Nothing is noted about where it stopped: the next time asks for the items that have no tag yet.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from banker.protocol import verbs
from deedbox.link import DeviceError, LinkError
from deedbox.tagging.box_tags import LastInput, LearnResult, TagBox
from deedbox.tagging.items import Item

_LOOK_S = 0.1

# Values of LearnEvent.what.
ASKED, LEARNED, DUPLICATE, FOREIGN, FAILED, SKIPPED, REDONE, KEPT, STOPPED = (
    "asked", "learned", "duplicate", "foreign", "failed", "skipped", "redone", "kept", "stopped",
)  # fmt: skip
SKIP, REDO, QUIT = "s", "r", "q"  # lines that people may type


@dataclass(frozen=True)
class LearnEvent:
    what: str
    item: Item
    other: Item | None = None  # of a duplicate: the item that has this tag already
    why: str = ""
    signed: bool = False


_WHY = {
    verbs.LEARNT_TAKEN: "it has another tag already",
    verbs.LEARNT_FULL: "the box has no room for more tags",
    verbs.LEARNT_BAD: "the box cannot learn such a tag",
    verbs.LEARNT_UNSAVED: "the box could not save it: its flash is full or fails",
}


def items_without_tag(box: TagBox, items: Sequence[Item]) -> list[Item]:
    """The items without a tag."""
    have = {tag.item for tag in box.learned()}
    return [item for item in items if item not in have]


class Walk:
    """Asks for one item after the other. `next_line` returns a newly typed line; `pause` waits."""

    def __init__(
        self,
        box: TagBox,
        items: Sequence[Item],
        *,
        again: bool = False,
        next_line: Callable[[], str] = lambda: "",
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._box = box
        self._items = list(items)
        self._again = again
        self._next_line = next_line
        self._pause = pause
        self._learned_indices: list[int] = []  # indices of the items that were learned, newest last

    def run(self) -> Iterator[LearnEvent]:
        at = 0
        try:
            while at < len(self._items):
                item = self._items[at]
                self._box.guide(item)
                yield LearnEvent(ASKED, item)
                last = ""
                for event in self._ask(item):
                    yield event
                    last = event.what
                if last == STOPPED:
                    return
                if last == REDONE:
                    at = self._learned_indices.pop()
                    continue
                if last == LEARNED:
                    self._learned_indices.append(at)
                at += 1
        finally:
            with suppress(LinkError):  # the box is gone
                self._box.leave()

    def _ask(self, item: Item) -> Iterator[LearnEvent]:
        """The events until the item is settled; the last one tells how."""
        count = 0
        while True:
            try:
                last = self._box.last_input()
            except DeviceError as error:
                if error.code != "tags-closed":
                    raise
                yield LearnEvent(STOPPED, item, why="at the box")
                return
            line = self._next_line()
            new = last.count != count
            count = last.count
            if line == QUIT:
                yield LearnEvent(STOPPED, item)
                return
            if line == SKIP or (new and last.kind == verbs.HEARD_SKIP):
                yield LearnEvent(SKIPPED, item)
                return
            if line == REDO or (new and last.kind == verbs.HEARD_REDO):
                event = self._take_back(item)
                yield event
                if event.what == REDONE:
                    return
            elif new:
                for event in self._take_tap(item, last):
                    yield event
                    if event.what in (LEARNED, KEPT):
                        return
            else:
                self._pause(_LOOK_S)

    def _take_back(self, item: Item) -> LearnEvent:
        """Remove the tag of the item before; it is asked for again."""
        if not self._learned_indices:
            return LearnEvent(FAILED, item, why="there is nothing to take back")
        before = self._items[self._learned_indices[-1]]
        try:
            self._box.unlearn(before)
        except DeviceError as error:
            if error.code != "token-plays":
                raise
            return LearnEvent(FAILED, before, why=str(error))
        return LearnEvent(REDONE, before)

    def _take_tap(self, item: Item, tap: LastInput) -> Iterator[LearnEvent]:
        if tap.item == item:
            # The box knew the tag by its signature; or, with `again`, it is the tag that the item has.
            yield LearnEvent(KEPT if self._again else LEARNED, item, signed=True)
            return
        if tap.item:
            yield LearnEvent(DUPLICATE, item, other=tap.item)
            return
        try:
            result = self._box.learn(item, self._again)
        except DeviceError as error:
            if error.code not in ("token-plays", "low-supply"):
                raise
            yield LearnEvent(FAILED, item, why=str(error))
            return
        yield from _events_of(item, result)


def _events_of(item: Item, answer: LearnResult) -> Iterator[LearnEvent]:
    if answer.result != verbs.LEARNT_DONE:
        yield LearnEvent(FAILED, item, why=_WHY.get(answer.result, f"the box says {answer.result}"))
        return
    if answer.before == verbs.RECORD_FOREIGN:
        yield LearnEvent(FOREIGN, item)
    yield LearnEvent(LEARNED, item, signed=answer.signed)
