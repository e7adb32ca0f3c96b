"""What is wrong with a box, from the cable inwards, and what to do about it.

    for finding in examine("twin"): print(finding)

It goes as far as the box lets it: where one answers nothing, what was found until then is the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from . import inside, parts
from .finding import NOTE, OK, WRONG, Finding

if TYPE_CHECKING:
    from deedbox.devices import Target
    from deedbox.link import Session

__all__ = ["NOTE", "OK", "WRONG", "Finding", "asked", "examine", "health"]


_ANSWER_S = 5.0


def examine(
    on: str | None = None, by_hand: Callable[[Session], Iterator[Finding]] | None = None
) -> Iterator[Finding]:
    """Every finding about the box that is meant, as it is found; at last what hands find."""
    from deedbox import devices
    from deedbox.link import LinkError, Silent

    try:
        target = devices.target(on, blank=True)
    except devices.BadTarget:
        raise  # it was typed wrongly
    except devices.NoDevice as error:
        yield _cable(str(error), ": ")
        return
    with ExitStack() as stack:
        try:
            session = stack.enter_context(devices.open(target, timeout_s=_ANSWER_S))
        except Silent as error:
            yield _silent(target, error)
            return
        except (LinkError, devices.NoDevice) as error:
            yield _cable(str(error))
            return
        yield Finding("Cable", OK, f"a box answers at {session.name}")
        try:
            yield from health(session)
            if by_hand:
                yield from by_hand(session)
        except LinkError as error:
            yield Finding("Cable", WRONG, f"the box stopped answering ({error})", _PLUG)


def health(session: Session) -> Iterator[Finding]:
    """The same of a box that has answered."""
    from deedbox.link import DeviceError

    hello = session.hello()
    yield inside.micropython(hello)
    yield from inside.code(hello, session.list())
    try:
        told = asked(session)
    except DeviceError as error:
        if error.code != "unknown-verb":
            raise
        yield Finding("Firmware", WRONG, "it is too old to be asked about its parts", "deedbox deploy")
        return
    yield from parts.all_parts(told)
    yield inside.heap(told)
    yield inside.flash(told)
    yield from inside.tags(session)
    yield from inside.journal(session)
    yield inside.clock(told)


def asked(session: Session) -> dict[str, Any]:
    """What the box says about itself (verbs.CHECK)."""
    import json

    from banker.protocol import verbs

    told: dict[str, Any] = json.loads(session.ask(verbs.CHECK, timeout_s=max(session.timeout_s, 10.0)))
    return told


_PLUG = "plug the cable in again at both ends; another cable, another socket; then repeat"


def _cable(text: str, before_what_to_do: str = "; ") -> Finding:
    """An error's line: what is so, then what to do."""
    says, _, do = text.partition(before_what_to_do)
    return Finding("Cable", WRONG, says, do or _PLUG)


def _silent(target: Target, error: Exception) -> Finding:
    """The port opens and nobody speaks our language there: who is it?"""
    from deedbox.devices.found import CLOSED, MICROPYTHON, Found

    if not target.port:
        return Finding("Cable", WRONG, str(error), "end it, and start it again")
    found = Found(target.port).asked()
    if found.kind == MICROPYTHON:
        return Finding("Firmware", WRONG, "MicroPython without Deedbox", "deedbox deploy")
    if found.kind == CLOSED:
        return _cable(found.says)
    return Finding(
        "Cable",
        WRONG,
        f"{target.port} opens, but nothing answers there",
        "unplug the box, plug it in again and wait ten seconds; if it stays silent: deedbox deploy",
    )
