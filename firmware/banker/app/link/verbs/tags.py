"""Verbs for tags: a host lists them, and leads while they are learned, read and signed.

UIDs stay in the box: a host gets a mark, made with the box's own key. Whoever learns tags decides whose money
a tap moves, so a host may do what the banker's menu lets anybody do, and no more (may_open).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from banker.app.loader import load
from banker.app.prompt import wake
from banker.app.tags import enrol, learning
from banker.app.tags.tag_map import split
from banker.core.refusal import Refused
from banker.core.tags import BANKER, TOKEN, count
from banker.protocol import frame, verbs
from banker.ui.sounds import GOOD, LOW

if TYPE_CHECKING:
    from banker.app.box import Box
    from banker.app.link.conversation import Conversation
    from banker.app.types import Signature
    from banker.drivers.taps import Taps
    from banker.drivers.types import Buffer

_SCREEN = "box.learn_with_host"
_ROOM = frame.PAYLOAD_MOST - verbs.ANSWER_SIZE
_MARK_SIZE = 4


def tags(conversation: Conversation, data: Buffer) -> Iterator[bytes | None]:
    key = _key()
    out = b""
    for kind, number, uid in enrol.learned(conversation.box.tags):
        if len(out) + verbs.TAG_SIZE > _ROOM:
            yield out
            out = b""
        out += struct.pack(verbs.TAG_HEAD, kind, number, _mark(key, uid))
        yield None  # a mark takes a while
    yield out


def guide(conversation: Conversation, data: Buffer) -> bytes:
    """Ask for an item on the display, in the host's order."""
    box = conversation.box
    kind, number = data[0], data[1]
    if kind == verbs.GUIDE_END:
        if box.ui.screen == _SCREEN:
            box.ui.home()
    else:
        if box.ui.screen != _SCREEN and not may_open(box):
            raise Refused("menu-closed")
        if kind:
            _check_item(conversation, kind, number)
        wake(box)
        box.ui.show(_SCREEN, kind, number)
    box.play_sound()
    box.redraw()
    return b""


def may_open(box: Box) -> bool:
    """Would the banker's menu open now, or did somebody open LEARN TAGS or switch on remote control?"""
    ui = box.ui
    if box.message:
        return False
    return box.remote or not ui.game or ui.screen == "box.learn_tags" or bool(enrol.missing(box.tags, BANKER))


def heard(conversation: Conversation, data: Buffer) -> bytes:
    """How many taps and keys the screen has noted, and the last of them."""
    screen = _open_screen(conversation)
    taps = conversation.box.inputs.taps
    inputs, kind, number = screen.fetch(conversation.box.ui)
    mark = _mark(_key(), bytes(taps.uid[: taps.uid_len])) if inputs else b""
    return struct.pack(verbs.HEARD_HEAD, inputs & 0xFFFF, kind, number, mark)


def lying(conversation: Conversation, data: Buffer) -> bytes:
    """The tag on the reader, and its signature."""
    _open_screen(conversation)
    box = conversation.box
    taps = box.inputs.taps
    if not taps.held():
        raise conversation.error("no-tag")
    uid = bytes(taps.uid[: taps.uid_len])
    key = _key()
    state, signature = _signature(taps, key)
    signed_kind, signed_number = signature[:2] if signature else (0, 0)
    kind, number = split(box.tags.find(taps.uid, taps.uid_len))
    return struct.pack(
        verbs.LYING_HEAD, kind, number, _mark(key, uid), len(uid), state, signed_kind, signed_number
    )


def learn(conversation: Conversation, data: Buffer) -> bytes:
    """The tag tapped last is this item; while it lies there it gets a signature too."""
    _open_screen(conversation)
    box = conversation.box
    kind, number, instead = data[0], data[1], data[2]
    _check_item(conversation, kind, number)
    if instead:
        _check_unused(conversation, kind, number)
    if not box.supply.good():
        raise conversation.error("low-supply")
    taps = box.inputs.taps
    before, _ = _signature(taps, _key())
    enter = enrol.replace if instead else enrol.learn
    result = enter(box.tags, taps.uid, taps.uid_len, kind, number)
    signed = result == enrol.DONE and learning.sign(box, kind, number)
    box.ui.sound = LOW if result else GOOD
    box.play_sound()
    box.redraw()
    return struct.pack(verbs.LEARNT_HEAD, result, before, signed)


def unlearn(conversation: Conversation, data: Buffer) -> bytes:
    _open_screen(conversation)
    kind, number = data[0], data[1]
    _check_unused(conversation, kind, number)
    if not conversation.box.supply.good():
        raise conversation.error("low-supply")
    learning.unlearn(conversation.box, kind, number)
    return b""


def sign(conversation: Conversation, data: Buffer) -> bytes:
    """Write a signature on the sticker on the reader, if it is learned."""
    _open_screen(conversation)
    box = conversation.box
    taps = box.inputs.taps
    kind, number = split(box.tags.find(taps.uid, taps.uid_len))
    if kind and taps.held() and learning.sign(box, kind, number):
        box.ui.sound = GOOD
        box.play_sound()
        box.redraw()
    return lying(conversation, data)


def _open_screen(conversation: Conversation) -> Any:
    """The module of the screen, if it is open: somebody at the box may have closed it."""
    box = conversation.box
    if box.ui.screen != _SCREEN or box.message:
        raise conversation.error("tags-closed")
    return box.ui.load("screens." + _SCREEN)


def _check_item(conversation: Conversation, kind: int, number: int) -> None:
    if number >= count(kind):
        raise conversation.error("bad-question")


def _check_unused(conversation: Conversation, kind: int, number: int) -> None:
    """The token of a player is only replaced at the box, with everyone's consent."""
    box = conversation.box
    if kind == TOKEN and box.ui.game and not box.ui.game.over and box.ui.seat(number) >= 0:
        raise conversation.error("token-plays")


def _signature(taps: Taps, key: bytes) -> tuple[int, Signature | None]:
    if taps.uid_len != learning.STICKER_UID or not taps.held():
        return verbs.RECORD_UNREAD, None
    result: tuple[int, Signature | None] = load("banker.app.tags.signature").look(
        taps.reader, key, taps.uid, taps.uid_len
    )
    return result


def _key() -> bytes:
    key: bytes = load("banker.app.tags.signature").table_key()
    return key


def _mark(key: bytes, uid: bytes) -> bytes:
    mark: bytes = load("banker.app.tags.signature").hmac(key, b"mark" + uid)[:_MARK_SIZE]
    return mark
