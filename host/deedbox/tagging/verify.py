"""Reads a pile of tags, one after the other: is each tag learned, and does its signature agree?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from banker.protocol import verbs
from deedbox.link import DeviceError, LinkError
from deedbox.tagging.box_tags import TagBox, TagOnReader
from deedbox.tagging.items import Item

_LOOK_S = 0.1

# Values of Verdict.state. Tags with a GOOD one need nothing.
SIGNED, NO_MEMORY, WRITTEN = "signed", "no memory", "written"
UNSIGNED, FOREIGN, OTHER, UNREAD, STRANGER, STRANGER_FOREIGN = (
    "unsigned", "foreign", "other", "unread", "stranger", "stranger-foreign",
)  # fmt: skip
GOOD = (SIGNED, NO_MEMORY, WRITTEN)

_SAYS = {
    SIGNED: "right, and signed",
    NO_MEMORY: "right; such a tag has no room for a record",
    WRITTEN: "signed now",
    UNSIGNED: "learned, but no record is on it: `deedbox tags write` signs it; if it was signed before, "
    "this is a copy",
    FOREIGN: "learned, but its record was signed by another box or for another tag, or is torn: "
    "`deedbox tags write` renews it; if this box signed it before, this is a copy",
    UNREAD: "learned, but its record could not be read: tap it again and let it lie for a second; "
    "if that does not help, it is no NTAG sticker",
    STRANGER: "not learned by this box: `deedbox tags learn`, or it belongs to another set",
    STRANGER_FOREIGN: "not learned by this box, and it carries the record of another box or a copied one",
}


@dataclass(frozen=True)
class Verdict:
    item: Item | None
    mark: str
    state: str
    says: str  # one sentence
    twice: bool = False  # this tag was read before

    @property
    def good(self) -> bool:
        return self.state in GOOD


def judge_tag(tag: TagOnReader) -> str:
    if tag.item is None:
        return STRANGER_FOREIGN if tag.signature == verbs.RECORD_FOREIGN else STRANGER
    if not tag.can_be_signed:
        return NO_MEMORY
    if tag.signature == verbs.RECORD_OWN:
        return SIGNED if tag.signed_item == tag.item else OTHER
    return {verbs.RECORD_BLANK: UNSIGNED, verbs.RECORD_FOREIGN: FOREIGN}.get(tag.signature, UNREAD)


class Pile:
    """Judges each tag that is laid on the reader.

    `write` signs the learned ones. It ends when `is_over` returns true.
    """

    def __init__(
        self,
        box: TagBox,
        *,
        write: bool = False,
        is_over: Callable[[], bool] = lambda: False,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._box = box
        self._write = write
        self._is_over = is_over
        self._pause = pause
        self._marks: set[str] = set()  # of the tags so far

    def run(self) -> Iterator[Verdict]:
        """A verdict for each tag, until somebody closes the screen at the box or `is_over` returns true."""
        self._box.guide(None)
        try:
            count = 0
            while not self._is_over():
                last = self._box.last_input()
                if last.count == count:
                    self._pause(_LOOK_S)
                    continue
                count = last.count
                tag = self._box.tag_on_reader()
                if tag is None:  # it was lifted right after the tick
                    state = UNREAD if last.item else STRANGER
                    yield self._verdict(last.item, last.mark, state, _SAYS[state])
                else:
                    yield self._judge(tag)
        except DeviceError as error:
            if error.code != "tags-closed":
                raise
        finally:
            with suppress(LinkError):
                self._box.leave()

    def _judge(self, tag: TagOnReader) -> Verdict:
        state = judge_tag(tag)
        if self._write and state in (UNSIGNED, FOREIGN, OTHER):
            tag = self._box.sign() or tag
            state = WRITTEN if judge_tag(tag) == SIGNED else UNREAD
        says = _SAYS.get(state) or (
            f"learned as {tag.item}, but its record says {tag.signed_item}: `deedbox tags write` renews the "
            "record; look which of the two is on it"
        )
        return self._verdict(tag.item, tag.mark, state, says)

    def _verdict(self, item: Item | None, mark: str, state: str, says: str) -> Verdict:
        twice = mark in self._marks
        self._marks.add(mark)
        return Verdict(item, mark, state, says, twice)
