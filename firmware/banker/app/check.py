"""CHECK YOUR BOX: what every part says of itself, as numbers of words. Loaded on use.

A finding is (part, sentence, facts): name and sentence by their numbers in the words, so that the box in any
language and a host at the other end of the link say the same. What a part has to say besides follows with the
same part.
"""

from banker.app.loader import load
from banker.drivers.mfrc522check import CLONE, IRQ_SILENT, IRQ_STUCK, SILENT, UNKNOWN_VERSION

# Parts, then findings: numbers of words.
DISPLAY, BUZZER, KEYS, READER, SUPPLY = 720, 721, 722, 723, 724
OK = 730
IS_SILENT = 731
DID_IT_BEEP = 732
SOUND_OFF = 733
KEYS_SEEN = 734
NO_SIGN_OF = 735
KEYS_STUCK = 736
PRESS_EACH = 737
LOOK_DISPLAY = 738
LOOK_READER = 739
OK_CLONE = 740
OTHER_CHIP = 741
READER_FAULT = 742
OK_NO_IRQ = 743
VOLTS = 744
VOLTS_LOW = 745

_ALL_KEYS = "123A456B789C*0#D"
_NAMED_MOST = 8  # keys that a row has room for, and that half a row has
_STUCK_MOST = 4


def look(box, seen=None) -> list:
    """All findings now. `seen` are the keys that were pressed; by default those since power-on."""
    return _display(box) + _buzzer(box) + _keys(box.inputs.keypad, seen) + _reader(box) + _supply(box)


def again(box) -> None:
    """From the beginning: the reader is tested anew, with its IRQ wire if it has got one."""
    box.inputs.keypad.pressed = 0
    box.reader.irq = box.board.reader[3]
    box.found = box.reader.check()


def pressed(box) -> str:
    """The keys that were pressed since power-on, or since again()."""
    keypad = box.inputs.keypad
    return "".join(_named(keypad, keypad.pressed))


def power_on(box) -> None:
    """Open the check if a part is silent, a key is held down, or the box was never used before."""
    keypad = box.inputs.keypad
    keypad.scan(0)
    learn = 2 if keypad.contacts else 1 if is_new(box) else 0
    # Whatever else was found about the reader: if it does not work, it will be lost soon enough.
    silent = SILENT in box.found or not (box.display.ready or box.display.init())
    if silent or learn:
        box.ui.show("check", learn, box.ui.screen)
    if silent:
        box.inputs.sound_alarm()


def is_new(box) -> bool:
    """Nothing was learned, nothing played: somebody has just built it."""
    return not box.keeper.game and not box.tags.known and not box.settings["display"]


def _display(box) -> list:
    if box.display.probe():
        return [(DISPLAY, OK, ())]
    return [(DISPLAY, IS_SILENT, ()), (DISPLAY, LOOK_DISPLAY, ())]


def _buzzer(box) -> list:
    return [(BUZZER, DID_IT_BEEP if box.buzzer.volume else SOUND_OFF, ())]


def _keys(keypad, seen) -> list:
    if keypad.stuck:
        return [(KEYS, KEYS_STUCK, ("".join(_named(keypad, keypad.stuck)[:_STUCK_MOST]),))]
    if seen is None:
        seen = _named(keypad, keypad.pressed)
    missing = [key for key in _ALL_KEYS if key not in seen]
    if not missing:
        return [(KEYS, OK, ())]
    count = (KEYS, KEYS_SEEN, (16 - len(missing),))
    if len(missing) > _NAMED_MOST:
        return [count, (KEYS, PRESS_EACH, ())]
    return [count, (KEYS, NO_SIGN_OF, ((" " if len(missing) <= 4 else "").join(missing),))]


def _named(keypad, bits: int) -> list:
    return [chr(keypad.layout[at]) for at in range(16) if bits >> at & 1]


def _reader(box) -> list:
    lost = box.inputs.taps.lost
    if not lost and SILENT in box.found:  # it was wired in this moment
        box.found = box.reader.check()
    if lost or SILENT in box.found:
        return [(READER, IS_SILENT, ()), (READER, LOOK_READER, ())]
    said = OK
    for code in box.found:
        if code == CLONE:
            said = OK_CLONE
        elif code in (IRQ_STUCK, IRQ_SILENT):
            said = OK_NO_IRQ
        elif code == UNKNOWN_VERSION:
            said = OTHER_CHIP
        else:
            return [(READER, READER_FAULT, (code,)), (READER, LOOK_READER, ())]
    return [(READER, said, ())]


def _supply(box) -> list:
    good = box.supply.good()
    tenths = (box.supply.mv + 50) // 100
    return [(SUPPLY, VOLTS if good else VOLTS_LOW, (tenths // 10, tenths % 10))]


def way(box, first: str, second: str) -> int:
    """How the ribbon is plugged in, if these were the keys 1 and A as the box took them; -1: cannot be."""
    layout = bytes(box.inputs.keypad.layout)
    return load("banker.drivers.ribbon").way(layout.index(first.encode()), layout.index(second.encode()))
