"""Questions and orders to a box about its tags, over the link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from banker.core import tags
from banker.protocol import verbs
from deedbox.link import answers
from deedbox.tagging.items import Item

if TYPE_CHECKING:
    from deedbox.link import Session

_WRITE_S = 10.0


@dataclass(frozen=True)
class LearnedTag:
    item: Item
    mark: str  # eight hexadecimal digits, made from the UID with the box's key


@dataclass(frozen=True)
class LastInput:
    """The last tap or key press at the box since GUIDE chose what it asks for."""

    count: int
    kind: int  # the kind of a learned tag (banker.core.tags), or one of verbs.HEARD_*
    number: int
    mark: str

    @property
    def item(self) -> Item | None:
        return Item(self.kind, self.number) if tags.count(self.kind) else None


@dataclass(frozen=True)
class TagOnReader:
    """The tag on the reader, and the signature that is written on it."""

    item: Item | None  # the item that it was learned for
    mark: str
    uid_bytes: int
    signature: int  # verbs.RECORD_*
    signed_item: Item | None  # the item in the signature, if this box signed it

    @property
    def can_be_signed(self) -> bool:
        return self.uid_bytes == 7  # a sticker; the memory of a fob cannot be written


@dataclass(frozen=True)
class LearnResult:
    result: int  # verbs.LEARNT_*
    before: int  # verbs.RECORD_*: the signature that was on the tag before
    signed: bool


class TagBox:
    """The tags of the box behind a session."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def learned(self) -> list[LearnedTag]:
        """Every learned tag, in order of its item."""
        answer = self.session.ask(verbs.TAGS, timeout_s=max(self.session.timeout_s, 20.0))
        return [LearnedTag(Item(kind, number), mark.hex()) for kind, number, mark in answers.tags(answer)]

    def guide(self, item: Item | None) -> None:
        """Let the display ask for an item. With None the box only reads tags."""
        self.session.order(verbs.GUIDE, bytes(item or (0, 0)))

    def leave(self) -> None:
        """Let the box go back to its game."""
        self.session.order(verbs.GUIDE, bytes((verbs.GUIDE_END, 0)))

    def last_input(self) -> LastInput:
        answer = self.session.ask(verbs.HEARD)
        count, kind, number, mark = answers.unpack(verbs.HEARD, verbs.HEARD_HEAD, answer)
        return LastInput(count, kind, number, mark.hex())

    def tag_on_reader(self) -> TagOnReader | None:
        """The tag on the reader; None if there is none."""
        from deedbox.link import DeviceError

        try:
            return _tag_on_reader(self.session.ask(verbs.LYING))
        except DeviceError as error:
            if error.code != "no-tag":
                raise
            return None

    def learn(self, item: Item, replace: bool = False) -> LearnResult:
        """Give the tag that was tapped last to this item; `replace`: in place of the tag that it has."""
        order = bytes(item) + bytes((replace,))
        answer = self.session.order(verbs.LEARN, order, timeout_s=_WRITE_S)
        result, before, signed = answers.unpack(verbs.LEARN, verbs.LEARNT_HEAD, answer)
        return LearnResult(result, before, bool(signed))

    def unlearn(self, item: Item) -> None:
        self.session.order(verbs.UNLEARN, bytes(item), timeout_s=_WRITE_S)

    def sign(self) -> TagOnReader | None:
        """Write the signature on the sticker on the reader; returns the tag as it is then."""
        from deedbox.link import DeviceError

        try:
            return _tag_on_reader(self.session.order(verbs.SIGN, timeout_s=_WRITE_S))
        except DeviceError as error:
            if error.code != "no-tag":
                raise
            return None


def _tag_on_reader(answer: bytes) -> TagOnReader:
    kind, number, mark, uid_bytes, signature, signed_kind, signed_number = answers.unpack(
        verbs.LYING, verbs.LYING_HEAD, answer
    )
    return TagOnReader(
        Item(kind, number) if kind else None,
        mark.hex(),
        uid_bytes,
        signature,
        Item(signed_kind, signed_number) if signature == verbs.RECORD_OWN else None,
    )
