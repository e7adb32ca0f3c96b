"""How the box learns tags: by hand, by a signature, or in place of a lost one. Loaded on use.

The tag is always the one tapped last. While it lies on the reader, it gets a signature if it is a sticker.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.app.loader import load
from banker.app.tags import enrol
from banker.app.tags.tag_map import split
from banker.core.tags import TOKEN
from banker.drivers.codes import TAG
from banker.ui import words
from banker.ui.sounds import GOOD

if TYPE_CHECKING:
    from banker.app.box import Box

STICKER_UID = 7  # bytes; a tag with a shorter UID has no memory that anybody may write


def learn(box: Box, kind: int, number: int) -> None:
    """The tag tapped last is this item from now on."""
    taps = box.inputs.taps
    _learned(box, enrol.learn(box.tags, taps.uid, taps.uid_len, kind, number), kind, number)


def replace(box: Box, token: int) -> None:
    """The tag tapped last is this token, and the tag before it becomes unknown."""
    taps = box.inputs.taps
    kind, _ = split(box.tags.find(taps.uid, taps.uid_len))
    if kind == TOKEN:  # a token that nobody plays with
        enrol.forget(box.tags, taps.uid, taps.uid_len)
    if _learned(box, enrol.replace(box.tags, taps.uid, taps.uid_len, TOKEN, token), TOKEN, token):
        box.ui.home()
        box.ui.hint(box.say(words.IS_DONE))


def unlearn(box: Box, kind: int, number: int) -> None:
    """This item has no tag any more."""
    for learned_kind, learned_number, uid in enrol.learned(box.tags):
        if learned_kind == kind and learned_number == number:
            enrol.forget(box.tags, uid, len(uid))


def adopt(box: Box) -> tuple[int, int] | None:
    """(kind, number) if an unknown tag carries this box's signature; None if not."""
    taps = box.inputs.taps
    uid, length = taps.uid, taps.uid_len
    if length != STICKER_UID or box.tags.position(uid, length) >= 0 or not box.supply.good():
        return None
    module = load("banker.app.tags.signature")
    signature = module.read(taps.reader, module.table_key(), uid, length)
    if not signature:
        return None
    kind, number = signature[:2]
    if enrol.adopt(box.tags, uid, length, kind, number) != enrol.DONE:
        return None
    return kind, number


def missing(box: Box, kind: int, count: int) -> list[int]:
    """Numbers below `count` of this kind that have no tag."""
    return [number for number in enrol.missing(box.tags, kind) if number < count]


def _learned(box: Box, result: int, kind: int, number: int) -> bool:
    if result != enrol.DONE:
        word = {enrol.TAKEN: words.ITEM_TAKEN, enrol.FULL: words.TAGS_FULL}.get(result, words.NO_ROOM)
        box.ui.notice(box.say(word))
        return False
    box.ui.sound = GOOD
    sign(box, kind, number)  # a tag that was lifted too soon stays without a signature, but it is learned
    return True


def sign(box: Box, kind: int, number: int) -> bool:
    """Write a signature on the tag tapped last, if it is a sticker and still lies there."""
    taps = box.inputs.taps
    if taps.uid_len != STICKER_UID:
        return False
    signature = load("banker.app.tags.signature")
    key = signature.table_key()
    return bool(key) and signature.write(taps.reader, key, taps.uid, taps.uid_len, kind, number) == TAG
