"""A pile read back, tag by tag: is each one what it should be, and does it say so itself?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from banker.protocol import verbs
from deedbox.link import DeviceError, LinkError

from .box import Lying, TagBox
from .items import Item

_LOOK_S = 0.1

# What was found; GOOD ones need nothing.
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
class Judged:
    item: Item | None
    mark: str
    found: str
    says: str  # one sentence
    twice: bool = False  # it was here before

    @property
    def good(self) -> bool:
        return self.found in GOOD


def judge(tag: Lying) -> str:
    if tag.item is None:
        return STRANGER_FOREIGN if tag.record == verbs.RECORD_FOREIGN else STRANGER
    if not tag.can_be_signed:
        return NO_MEMORY
    if tag.record == verbs.RECORD_OWN:
        return SIGNED if tag.says == tag.item else OTHER
    return {verbs.RECORD_BLANK: UNSIGNED, verbs.RECORD_FOREIGN: FOREIGN}.get(tag.record, UNREAD)


class Pile:
    """`write` signs what is learned; `ended` says when somebody has had enough."""

    def __init__(
        self,
        box: TagBox,
        *,
        write: bool = False,
        ended: Callable[[], bool] = lambda: False,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._box = box
        self._write = write
        self._ended = ended
        self._pause = pause
        self._seen: set[str] = set()  # marks

    def run(self) -> Iterator[Judged]:
        """Every tag that is laid on the reader, until the screen is closed at the box or `ended`."""
        self._box.guide(None)
        try:
            count = 0
            while not self._ended():
                heard = self._box.heard()
                if heard.count == count:
                    self._pause(_LOOK_S)
                    continue
                count = heard.count
                tag = self._box.lying()
                if tag is None:  # lifted at the tick
                    says = _SAYS[UNREAD] if heard.item else _SAYS[STRANGER]
                    yield self._noted(heard.item, heard.mark, UNREAD if heard.item else STRANGER, says)
                else:
                    yield self._judged(tag)
        except DeviceError as error:
            if error.code != "tags-closed":
                raise
        finally:
            with suppress(LinkError):
                self._box.leave()

    def _judged(self, tag: Lying) -> Judged:
        found = judge(tag)
        if self._write and found in (UNSIGNED, FOREIGN, OTHER):
            tag = self._box.sign() or tag
            found = judge(tag)
            found = WRITTEN if found == SIGNED else UNREAD
        says = _SAYS.get(found) or (
            f"learned as {tag.item}, but its record says {tag.says}: `deedbox tags write` renews the record; "
            "look which of the two stands on it"
        )
        return self._noted(tag.item, tag.mark, found, says)

    def _noted(self, item: Item | None, mark: str, found: str, says: str) -> Judged:
        twice = mark in self._seen
        self._seen.add(mark)
        return Judged(item, mark, found, says, twice)
