"""Tags that the box learns: by hand, by a signed record, or in place of a lost one. Loaded on use.

The tag is the one tapped last; as long as it lies there, what it is gets written on it, if it can be.
"""

from banker.app import enrol
from banker.app.loader import load
from banker.app.tags import TOKEN
from banker.drivers.mfrc522 import TAG
from banker.ui.heard import GOOD

# Words, by what enrol.py has to say.
_ITEM_TAKEN = 765
_TAGS_FULL = 766
_NO_ROOM = 245
_IS_DONE = 777
NTAG_UID = 7  # bytes; a fob with a shorter one has no memory that anybody may write


def learn(box, kind: int, number: int) -> None:
    """The tag tapped last is this from now on."""
    taps = box.inputs.taps
    _learned(box, enrol.learn(box.tags, taps.uid, taps.uid_len, kind, number), kind, number)


def replace(box, number: int) -> None:
    """The tag tapped last stands for this token, and the one before it for nothing any more."""
    taps = box.inputs.taps
    if box.tags.find(taps.uid, taps.uid_len) >> 8 == TOKEN:  # one that nobody plays with
        enrol.forget(box.tags, taps.uid, taps.uid_len)
    if _learned(box, enrol.replace(box.tags, taps.uid, taps.uid_len, TOKEN, number), TOKEN, number):
        box.ui.home()
        box.ui.hint(box.say(_IS_DONE))


def unlearn(box, kind: int, number: int) -> None:
    """This has no tag any more."""
    for known_kind, known_number, uid in enrol.known(box.tags):
        if known_kind == kind and known_number == number:
            enrol.forget(box.tags, uid, len(uid))


def adopt(box):
    """(kind, number) if a tag that the box does not know carries its own signed record; None if not."""
    taps = box.inputs.taps
    uid, length = taps.uid, taps.uid_len
    if length != NTAG_UID or box.tags.place(uid, length) >= 0 or not box.supply.good():
        return None
    sticker = load("banker.app.sticker")
    told = sticker.read(taps.reader, sticker.table_key(), uid, length)
    if not told or enrol.adopt(box.tags, uid, length, told):
        return None
    return told[0], told[1]


def missing(box, kind: int, count: int) -> list:
    """Numbers below `count` of this kind that have no tag."""
    return [number for number in enrol.missing(box.tags, kind) if number < count]


def _learned(box, result: int, kind: int, number: int) -> bool:
    if result != enrol.DONE:
        word = {enrol.TAKEN: _ITEM_TAKEN, enrol.FULL: _TAGS_FULL}.get(result, _NO_ROOM)
        box.ui.notice(box.say(word))
        return False
    box.ui.sound = GOOD
    sign(box, kind, number)  # on a tag lifted too soon nothing is written; it is learned all the same
    return True


def sign(box, kind: int, number: int) -> bool:
    """Write on the tag tapped last, if it is a sticker and still lies there, what it is."""
    taps = box.inputs.taps
    if taps.uid_len != NTAG_UID:
        return False
    sticker = load("banker.app.sticker")
    key = sticker.table_key()
    return bool(key) and sticker.write(taps.reader, key, taps.uid, taps.uid_len, kind, number) == TAG
