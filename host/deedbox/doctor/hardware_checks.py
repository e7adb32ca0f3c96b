"""Display, buzzer, keys, reader and supply: the box's own check in the display's words (words/en.txt)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from deedbox.doctor.finding import NOTE, OK, WRONG, Finding
from deedbox.models.keypad import LAYOUT

# The names of sentences that report a fault, or a note. All others are fine.
_WRONG = ("IS_SILENT", "KEYS_STUCK", "READER_FAULT", "VOLTS_LOW")
_NOTES = (
    "SOUND_OFF",
    "KEYS_SEEN",
    "DID_IT_BEEP",
    "OTHER_CHIP",
    "OK_NO_IRQ",
    "OK_MHZ",
    "OK_HALF_MHZ",
    "NOT_MEASURED",
)
# More advice, for which the display has no room.
_MORE = {
    "LOOK_DISPLAY": "SDA and SCL, and its 3.3 V and ground; a display of another kind is chosen at the box "
    "(banker's menu, Check the box, #)",
    "LOOK_READER": "every one of its wires, short and firm, and 3.3 V, never 5 V",
    "KEYS_STUCK": "free these keys; if nothing presses them, pull the keypad's ribbon and plug it in again",
    "VOLTS_LOW": "a better cable, another socket or fresh batteries: below the limit the box saves nothing",
    "SOUND_OFF": "Sound in the menu of the box, or D and 5",
    "DID_IT_BEEP": "listen: `deedbox doctor --keys` makes it beep",
    "KEYS_SEEN": "`deedbox doctor --keys` asks for each one",
    "OTHER_CHIP": "no chip that is known; if it reads tags, all is well",
    "OK_NO_IRQ": "it works; with the IRQ wire in place it has less to do",
    "OK_MHZ": "it works; faster, bytes come back wrong: shorter wires, and every plug firm",
    "OK_HALF_MHZ": "it works; faster, bytes come back wrong: shorter wires, and every plug firm",
    "NOT_MEASURED": "a copy of the Pico without the divider at GPIO 29; the box saves all the same, but "
    "cannot warn of an empty battery",
    "NO_SIGN_OF": "press them; a whole row or column that is dead is one wire of the ribbon",
}


@cache
def display_words() -> dict[int, tuple[str, str]]:
    """Number -> (name, sentence)."""
    from deedbox import words

    return words.read_words("en")


def display_sentence(name: str, *facts: Any) -> str:
    """A sentence of the display by its name."""
    number = next(number for number, (word, _) in display_words().items() if word == name)
    return _numbered_sentence(number, list(facts))


def _numbered_sentence(number: int, facts: list[Any]) -> str:
    if number not in display_words():
        return f"finding {number}, which this deedbox does not know; update it"
    try:
        return display_words()[number][1].format(*facts)
    except (LookupError, ValueError):
        return f"finding {number} without the facts that belong to it; update deedbox or the box"


def _word_name(number: int) -> str:
    return display_words().get(number, ("", ""))[0]


def all_parts(report: dict[str, Any]) -> Iterator[Finding]:
    rows = [(int(part), int(number), list(facts)) for part, number, facts in report["findings"]]
    while rows:
        part, number, facts = rows.pop(0)
        more = rows.pop(0) if rows and rows[0][0] == part else None
        yield _part_finding(part, number, facts, more)
    if report["restarts"]:
        says = f"it fell silent and came back {report['restarts']} times since power-on"
        yield Finding("Reader", NOTE, says, f"{display_sentence('LOOK_READER')}: {_MORE['LOOK_READER']}")
    if report["message"]:
        says = " ".join(row.strip() for row in report["message"] if row.strip())
        do = "deedbox backup keeps what there is; then deedbox games list tells what is sound"
        yield Finding("Game", WRONG, says, do)


def keys_finding(keys: str) -> Finding:
    """The finding about the keys, after every key was asked for."""
    missing = [key for key in LAYOUT if key not in keys]
    if not missing:
        return Finding(display_sentence("KEYS"), OK, display_sentence("OK"))
    return Finding(
        display_sentence("KEYS"),
        WRONG,
        display_sentence("NO_SIGN_OF", " ".join(missing)),
        _MORE["NO_SIGN_OF"],
    )


def _part_finding(
    part: int, number: int, facts: list[Any], more: tuple[int, int, list[Any]] | None
) -> Finding:
    name = _word_name(number)
    state = WRONG if name in _WRONG else NOTE if name in _NOTES else OK
    do = []
    if more:
        do.append(_numbered_sentence(more[1], more[2]))
        if _word_name(more[1]) in _MORE:
            do.append(_MORE[_word_name(more[1])])
    if name in _MORE:
        do.append(_MORE[name])
    says = _numbered_sentence(number, facts)
    return Finding(_numbered_sentence(part, []), state, says, ": ".join(do[:2]))
