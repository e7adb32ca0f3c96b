"""What a box is asked and told about tags, over the link."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

from banker.protocol import verbs

from .items import Item

if TYPE_CHECKING:
    from deedbox.link import Session

_WRITE_S = 10.0


@dataclass(frozen=True)
class Learned:
    item: Item
    mark: str  # of the tag: eight hexadecimal digits, the same on this box as long as it keeps its key


@dataclass(frozen=True)
class Heard:
    """The last thing that happened at the box since it was told what to ask for."""

    count: int
    kind: int  # 1 to 4: a learned tag; else one of verbs.HEARD_*
    number: int
    mark: str

    @property
    def item(self) -> Item | None:
        return Item(self.kind, self.number) if 1 <= self.kind <= 4 else None


@dataclass(frozen=True)
class Lying:
    """The tag on the reader."""

    item: Item | None  # what it was learned as
    mark: str
    uid_bytes: int
    record: int  # verbs.RECORD_*
    says: Item | None  # what its record says, if the box signed that

    @property
    def can_be_signed(self) -> bool:
        return self.uid_bytes == 7  # a sticker; a fob has no memory that anybody may write


@dataclass(frozen=True)
class Learnt:
    result: int  # verbs.LEARNT_*
    before: int  # verbs.RECORD_*: what was written on the tag
    signed: bool


class TagBox:
    def __init__(self, session: Session) -> None:
        self.session = session

    def learned(self) -> list[Learned]:
        """Every learned tag, in order of its item."""
        told = self.session.ask(verbs.TAGS, timeout_s=max(self.session.timeout_s, 20.0))
        return [
            Learned(Item(kind, number), mark.hex())
            for kind, number, mark in struct.iter_unpack(verbs.TAG_HEAD, told)
        ]

    def guide(self, wanted: Item | None) -> None:
        """Ask for an item on the display; for none, tags are only read there."""
        self.session.order(verbs.GUIDE, bytes((wanted.kind, wanted.number) if wanted else (0, 0)))

    def leave(self) -> None:
        """Back to the game."""
        self.session.order(verbs.GUIDE, bytes((verbs.GUIDE_END, 0)))

    def heard(self) -> Heard:
        count, kind, number, mark = struct.unpack(verbs.HEARD_HEAD, self.session.ask(verbs.HEARD))
        return Heard(count, kind, number, mark.hex())

    def lying(self) -> Lying | None:
        """The tag that lies on the reader; None if there is none."""
        from deedbox.link import DeviceError

        try:
            return _lying(self.session.ask(verbs.LYING))
        except DeviceError as error:
            if error.code != "no-tag":
                raise
            return None

    def learn(self, wanted: Item, instead: bool = False) -> Learnt:
        """The tag tapped last is this; `instead`: and the one that it had is nobody any more."""
        order = bytes((wanted.kind, wanted.number, instead))
        result, before, signed = struct.unpack(
            verbs.LEARNT_HEAD, self.session.order(verbs.LEARN, order, timeout_s=_WRITE_S)
        )
        return Learnt(result, before, bool(signed))

    def unlearn(self, wanted: Item) -> None:
        self.session.order(verbs.UNLEARN, bytes((wanted.kind, wanted.number)), timeout_s=_WRITE_S)

    def sign(self) -> Lying | None:
        """Write on the sticker that lies there what it is; what is there after that."""
        from deedbox.link import DeviceError

        try:
            return _lying(self.session.order(verbs.SIGN, timeout_s=_WRITE_S))
        except DeviceError as error:
            if error.code != "no-tag":
                raise
            return None


def _lying(told: bytes) -> Lying:
    kind, number, mark, uid_bytes, record, says_kind, says_number = struct.unpack(verbs.LYING_HEAD, told)
    return Lying(
        Item(kind, number) if kind else None,
        mark.hex(),
        uid_bytes,
        record,
        Item(says_kind, says_number) if record == verbs.RECORD_OWN else None,
    )
