"""Verbs for tags: which are learned; learning, reading and signing them, led by a host.

UIDs stay in the box: a host gets a mark, made with the box's own key. Whoever learns tags decides whose money
a tap moves, so a host may do what the banker's menu lets anybody do, and no more (may_open).
"""

import struct
import time

from banker.app import enrol, learning
from banker.app.inputs import KEY
from banker.app.loader import load
from banker.app.tags import BANKER, TOKEN
from banker.core.refusal import Refused
from banker.protocol import frame, verbs
from banker.ui.heard import GOOD, LOW

_SCREEN = "guided"
_ROOM = frame.PAYLOAD_MOST - verbs.ANSWER_SIZE
_MARK = 4  # bytes
_COUNTS = (8, 28, 32, 1)  # how many tokens, deeds, cards and banker's cards there are


def tags(talk, data):
    key = _key()
    out = b""
    for kind, number, uid in enrol.known(talk.box.tags):
        if len(out) + verbs.TAG_SIZE > _ROOM:
            yield out
            out = b""
        out += struct.pack(verbs.TAG_HEAD, kind, number, _mark(key, uid))
        yield None  # a mark takes its time
    yield out


def guide(talk, data):
    """Ask for an item on the display, in the host's order."""
    box = talk.box
    kind, number = data[0], data[1]
    if kind == verbs.GUIDE_END:
        if box.ui.screen == _SCREEN:
            box.ui.home()
    else:
        if box.ui.screen != _SCREEN and not may_open(box):
            raise Refused("menu-closed")
        if kind:
            _check_item(talk, kind, number)
        stir(box)
        box.ui.show(_SCREEN, kind, number)
    box.heard()
    return b""


def may_open(box) -> bool:
    """Would the banker's menu open for whoever is there, or did somebody open Learn tags or Remote?"""
    ui = box.ui
    if box.message:
        return False
    return box.remote or not ui.game or ui.screen == "learn" or bool(enrol.missing(box.tags, BANKER))


def stir(box) -> None:
    """Somebody is there: what is asked for now must be seen, and a tap must not only wake."""
    box.inputs.quiet_since_ms = time.ticks_ms()
    box.inputs.taps.stir()
    if box.resting:
        load("banker.app.rest").wake(box, KEY, 0)


def heard(talk, data):
    ui = _guided(talk)
    ui.memo["asked_ms"] = ui.now_ms
    taps = talk.box.inputs.taps
    kind, number = ui.memo["heard"]
    mark = _mark(_key(), bytes(taps.uid[: taps.uid_len])) if ui.memo["count"] else b""
    return struct.pack(verbs.HEARD_HEAD, ui.memo["count"] & 0xFFFF, kind, number, mark)


def lying(talk, data):
    _guided(talk)
    box = talk.box
    taps = box.inputs.taps
    if not taps.held():
        raise talk.cannot("no-tag")
    uid = bytes(taps.uid[: taps.uid_len])
    key = _key()
    state, told = _record(taps, key)
    kind, number = told[:2] if told else (0, 0)
    found = box.tags.find(taps.uid, taps.uid_len)
    return struct.pack(
        verbs.LYING_HEAD, found >> 8, found & 255, _mark(key, uid), len(uid), state, kind, number
    )


def learn(talk, data):
    """The tag tapped last is this; as long as it lies there it is signed, too."""
    _guided(talk)
    box = talk.box
    kind, number, instead = data[0], data[1], data[2]
    _check_item(talk, kind, number)
    if instead:
        _check_unused(talk, kind, number)
    if not box.supply.good():
        raise talk.cannot("low-supply")
    taps = box.inputs.taps
    before = _record(taps, _key())[0]
    enroll = enrol.replace if instead else enrol.learn
    result = enroll(box.tags, taps.uid, taps.uid_len, kind, number)
    signed = result == enrol.DONE and learning.sign(box, kind, number)
    box.ui.sound = LOW if result else GOOD
    box.heard()
    return struct.pack(verbs.LEARNT_HEAD, result, before, signed)


def unlearn(talk, data):
    _guided(talk)
    _check_unused(talk, data[0], data[1])
    if not talk.box.supply.good():
        raise talk.cannot("low-supply")
    learning.unlearn(talk.box, data[0], data[1])
    return b""


def sign(talk, data):
    """Write on the sticker that lies there what it is, if it is learned."""
    _guided(talk)
    box = talk.box
    taps = box.inputs.taps
    found = box.tags.find(taps.uid, taps.uid_len)
    if found >> 8 and taps.held() and learning.sign(box, found >> 8, found & 255):
        box.ui.sound = GOOD
        box.heard()
    return lying(talk, data)


def _guided(talk):
    """The screen, if it is open: whoever stands at the box may have closed it."""
    ui = talk.box.ui
    if ui.screen != _SCREEN or talk.box.message:
        raise talk.cannot("tags-closed")
    return ui


def _check_item(talk, kind: int, number: int) -> None:
    if not 1 <= kind <= len(_COUNTS) or number >= _COUNTS[kind - 1]:
        raise talk.cannot("bad-question")


def _check_unused(talk, kind: int, number: int) -> None:
    """A token that somebody plays with is replaced at the box, by everyone's consent."""
    box = talk.box
    if kind == TOKEN and box.ui.game and not box.ui.game.over and box.ui.seat(number) >= 0:
        raise talk.cannot("token-plays")


def _record(taps, key: bytes) -> tuple:
    if taps.uid_len != learning.NTAG_UID or not taps.held():
        return verbs.RECORD_UNREAD, None
    return load("banker.app.sticker").look(taps.reader, key, taps.uid, taps.uid_len)


def _key() -> bytes:
    return load("banker.app.sticker").table_key()


def _mark(key: bytes, uid: bytes) -> bytes:
    return load("banker.app.sticker").hmac(key, b"mark" + uid)[:_MARK]
