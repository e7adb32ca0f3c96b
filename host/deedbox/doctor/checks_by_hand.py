"""The checks that need a person: the box opens CHECK YOUR BOX and beeps, then every key is pressed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from banker.protocol import verbs
from deedbox.doctor import hardware_checks, read_self_check
from deedbox.doctor.finding import NOTE, OK, WRONG, Finding
from deedbox.models.keypad import LAYOUT

if TYPE_CHECKING:
    from deedbox.link import Session

_LOOK_S = 0.1


def examine_by_hand(
    session: Session,
    tell: Callable[[str], None],
    next_line: Callable[[], str | None],
    pause: Callable[[float], None] = time.sleep,
) -> Iterator[Finding]:
    """The findings of a person. `next_line` returns a line typed since its last call, or None."""
    session.order(verbs.EXAMINE, timeout_s=10.0)
    tell("the box beeps now: did you hear it? y or n, and Enter")
    while (line := next_line()) is None:
        read_self_check(session)  # shows the box that the host is still there
        pause(_LOOK_S)
    yield _ask_for_beep(line)
    tell("press every key of the box once; Enter here ends it")
    keys = ""
    while True:
        report = read_self_check(session)
        new = [key for key in report["pressed"] if key not in keys]
        keys += "".join(new)
        if new:
            tell(f"{' '.join(new)}: seen, {len(keys)} of {len(LAYOUT)}")
        if len(keys) == len(LAYOUT) or next_line() is not None or report["screen"] != "box.check":
            break
        pause(_LOOK_S)
    yield hardware_checks.keys_finding(keys)


def _ask_for_beep(line: str) -> Finding:
    part = hardware_checks.display_sentence("BUZZER")
    if line[:1] in ("y", "j"):
        return Finding(part, OK, "it beeps")
    if line[:1] == "n":
        do = "Sound in the menu of the box (More, 5); then its two wires, and which way round it is"
        return Finding(part, WRONG, "it does not beep", do)
    return Finding(part, NOTE, hardware_checks.display_sentence("DID_IT_BEEP"))
