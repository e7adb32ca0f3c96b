"""What only hands and ears can tell: the box shows CHECK YOUR BOX and beeps; then every key is pressed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from banker.protocol import verbs

from . import asked, parts
from .finding import NOTE, OK, WRONG, Finding

if TYPE_CHECKING:
    from deedbox.link import Session

_LOOK_S = 0.1


def by_hand(
    session: Session,
    tell: Callable[[str], None],
    typed: Callable[[], str | None],
    pause: Callable[[float], None] = time.sleep,
) -> Iterator[Finding]:
    """`typed` gives the line typed since it was last asked, None if there is none."""
    session.order(verbs.EXAMINE, timeout_s=10.0)
    tell("the box beeps now: did you hear it? y or n, and Enter")
    while (line := typed()) is None:
        asked(session)  # so that the box sees that somebody is still there
        pause(_LOOK_S)
    yield _beep(line)
    tell("press every key of the box once; Enter here ends it")
    seen = ""
    while True:
        told = asked(session)
        new = [key for key in told["pressed"] if key not in seen]
        seen += "".join(new)
        if new:
            tell(f"{' '.join(new)}: seen, {len(seen)} of {len(parts.ALL_KEYS)}")
        if len(seen) == len(parts.ALL_KEYS) or typed() is not None or told["screen"] != "check":
            break
        pause(_LOOK_S)
    yield parts.keys(seen)


def _beep(line: str) -> Finding:
    part = parts.said("BUZZER")
    if line[:1] in ("y", "j"):
        return Finding(part, OK, "it beeps")
    if line[:1] == "n":
        do = "Sound in the menu of the box (More, 5); then its two wires, and which way round it is"
        return Finding(part, WRONG, "it does not beep", do)
    return Finding(part, NOTE, parts.said("DID_IT_BEEP"))
