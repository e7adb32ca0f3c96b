"""READER: how many of 100 tries read the tag that is held to the reader, at each gain of the receiver.

ui.args: where "Play on" of CHECK YOUR BOX leads, and the keys that were tried there.

ui.memo:

    db      the gain that is tried, in dB
    tries   so far, of 100
    reads   how many of them succeeded
    kind    the word for the kind of tag that was read last; 0: none yet
    rest    the gains still to be tried, if all are; this one is the first
    best    (reads, dB) of the best gain so far; (0, 0): none
    kept    all gains were tried, and the best is the setting now
    pause   so many ticks the result stays before the next 100 tries
"""

from __future__ import annotations

from banker.ui import words
from banker.ui.const import const
from banker.ui.paint import BIG, HEADER
from banker.ui.sounds import GOOD
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

LOOK_MS = 300000
TOKEN_NUMBERS = True
HOLDS_TAG = True

_TRIES = const(100)
_GOOD = const(90)  # reads of 100 with which a game is fun
_PAUSE = const(8)  # ticks
# In this order: of two that read as well the first stays, because more gain also receives more noise.
_GAINS_DB = (38, 43, 33, 48)


def enter(ui: Ui) -> None:
    ui.memo = {"kind": 0, "rest": [], "best": (0, 0), "kept": False}
    _begin(ui, ui.fact("setting", "gain"))


def _begin(ui: Ui, db: int) -> None:
    ui.memo["db"] = db
    ui.memo["tries"] = ui.memo["reads"] = ui.memo["pause"] = 0


def rows(ui: Ui) -> Rows:
    memo = ui.memo
    kind = ui.say(memo["kind"]) if memo["kind"] else ""
    reads, db = memo["best"]
    best = ui.say(words.BEST_KEPT if memo["kept"] else words.BEST_SO_FAR, db) if reads else ""
    return [
        HEADER + ui.say(words.READER_AT, memo["db"]),
        ui.say(_advice(ui)),
        BIG + str(memo["reads"]),
        "%-14s%s" % (ui.say(words.OF_READ, memo["tries"]), kind),
        best,
    ]


def _advice(ui: Ui) -> int:
    """What to do: hold it still; after all gains were tried in vain, look into the guide."""
    memo = ui.memo
    reads, _ = memo["best"]
    if memo["rest"] or not memo["kept"] or reads >= _GOOD:
        return words.HOLD_STILL
    return words.WEAK_READ if reads else words.NOT_READ


def keys(ui: Ui) -> Keys:
    return [("A", words.TRY_ALL), ("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    if key == "A":
        ui.memo["rest"] = list(_GAINS_DB)
        ui.memo["best"] = (0, 0)
        ui.memo["kept"] = False
        _begin(ui, _GAINS_DB[0])
    elif key == "*":
        return late(ui)
    return ()


def late(ui: Ui) -> Commands:
    return ui.show("box.check", 0, *ui.args)


def tap(ui: Ui, kind: int, number: int) -> Commands:
    return ()


def stranger(ui: Ui) -> Commands:
    return ()


def tick(ui: Ui) -> Commands | None:
    """Try some more, as many as nobody notices."""
    memo = ui.memo
    if memo["tries"] >= _TRIES:
        memo["pause"] += 1
        if memo["pause"] < _PAUSE:
            return None
        _begin(ui, memo["db"])
        return ()
    tries, reads, sak = ui.fact("reads", memo["db"], _TRIES - memo["tries"])
    memo["tries"] += tries
    memo["reads"] += reads
    if reads:
        memo["kind"] = _kind(sak)
    return _result(ui) if memo["tries"] >= _TRIES else ()


def _kind(sak: int) -> int:
    """The word for a kind of tag, by what it says when it is selected."""
    return {0x00: words.NTAG, 0x08: words.CLASSIC, 0x18: words.CLASSIC}.get(sak, words.OTHER_TAG)


def _result(ui: Ui) -> Commands:
    """A hundred tries are over: on to the next gain, or keep the best."""
    memo = ui.memo
    if not memo["rest"]:
        return ()
    reads, _ = memo["best"]
    if memo["reads"] > reads:
        memo["best"] = (memo["reads"], memo["db"])
    memo["rest"].pop(0)
    if memo["rest"]:
        _begin(ui, memo["rest"][0])
        return ()
    memo["kept"] = True
    reads, db = memo["best"]
    if not reads:
        return ()
    ui.sound = GOOD
    _begin(ui, db)
    return (("set", "gain", db),)
