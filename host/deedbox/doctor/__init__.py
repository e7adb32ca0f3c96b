"""Finds out what is wrong with a box, from the cable inwards, and what to do about it.

    for finding in examine("twin"): print(finding)

If the box stops answering, the findings end there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from deedbox.doctor import hardware_checks, software_checks
from deedbox.doctor.finding import NOTE, OK, WRONG, Finding

if TYPE_CHECKING:
    from deedbox.devices import Target
    from deedbox.link import LinkError, Session

__all__ = ["NOTE", "OK", "WRONG", "Finding", "examine_box", "examine_session", "read_self_check"]


_ANSWER_S = 5.0


def examine_box(
    on: str | None = None, by_hand: Callable[[Session], Iterator[Finding]] | None = None
) -> Iterator[Finding]:
    """Yield every finding about the box as it is made; those of the checks by hand come last."""
    from deedbox import devices
    from deedbox.link import AnswerError, LinkError, SilentError

    try:
        target = devices.choose_device(on, blank=True)
    except devices.BadTargetError:
        raise  # the command line was wrong
    except devices.NoDeviceError as error:
        yield _error_finding(str(error), ": ")
        return
    with ExitStack() as stack:
        try:
            session = stack.enter_context(devices.open_session(target, timeout_s=_ANSWER_S))
        except SilentError as error:
            yield _examine_silence(target, error)
            return
        except AnswerError as error:
            yield _answer_finding(error)
            return
        except (LinkError, devices.NoDeviceError) as error:
            yield _error_finding(str(error))
            return
        yield Finding("Cable", OK, f"a box answers at {session.name}")
        try:
            yield from examine_session(session)
            if by_hand:
                yield from by_hand(session)
        except LinkError as error:
            yield Finding("Cable", WRONG, f"the box stopped answering ({error})", _PLUG)


def examine_session(session: Session) -> Iterator[Finding]:
    """The findings about a box that has answered."""
    hello = session.hello()
    yield software_checks.check_micropython(hello)
    yield from _examine_part(lambda: software_checks.check_code(hello, session.list()))
    report: dict[str, Any] = {}
    yield from _examine_part(lambda: _ask_for_report(session, report))
    if report:
        yield from hardware_checks.all_parts(report)
        yield software_checks.check_heap(report)
        yield software_checks.check_flash(report)
    yield from _examine_part(lambda: software_checks.check_tags(session))
    yield from _examine_part(lambda: software_checks.check_journal(session, report))
    if report:
        yield software_checks.check_clock(report)


def _examine_part(findings: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """The findings about one part. A broken answer is a finding, and the next part is examined."""
    from deedbox.link import AnswerError, DeviceError, RefusedError

    try:
        yield from findings()
    except (AnswerError, DeviceError, RefusedError) as error:
        yield _answer_finding(error)


def _ask_for_report(session: Session, report: dict[str, Any]) -> Iterator[Finding]:
    from deedbox.link import DeviceError

    try:
        report.update(read_self_check(session))
    except DeviceError as error:
        if error.code != "unknown-verb":
            raise
        yield Finding("Firmware", WRONG, "it is too old to be asked about its parts", "deedbox deploy")


def read_self_check(session: Session) -> dict[str, Any]:
    """The box's report about itself (verbs.CHECK)."""
    from banker.protocol import verbs
    from deedbox.link import answers

    return answers.self_check(session.ask(verbs.CHECK, timeout_s=max(session.timeout_s, 10.0)))


_PLUG = "plug the cable in again at both ends; another cable, another socket; then repeat"


def _answer_finding(error: LinkError) -> Finding:
    """A finding about an answer that no box gives, or an error where there should be none."""
    from deedbox.link import AnswerError

    says = f"it is broken: {error}"
    if isinstance(error, AnswerError):
        says = f"its answer to {error.question} is broken: {error.fault}"
    do = "deedbox deploy brings the firmware again; if it stays so, another cable, then another Pico"
    return Finding("Answers", WRONG, says, do)


def _error_finding(text: str, before_what_to_do: str = "; ") -> Finding:
    """A finding from the line of an error, which has the fault first and then what to do."""
    says, _, do = text.partition(before_what_to_do)
    return Finding("Cable", WRONG, says, do or _PLUG)


def _examine_silence(target: Target, error: Exception) -> Finding:
    """The port opens, but no box answers: find out what is there."""
    from deedbox.devices.discovery import CLOSED, MICROPYTHON, Device

    if not target.port:
        return Finding("Cable", WRONG, str(error), "end it, and start it again")
    device = Device(target.port).identify()
    if device.kind == MICROPYTHON:
        return Finding("Firmware", WRONG, "MicroPython without Deedbox", "deedbox deploy")
    if device.kind == CLOSED:
        return _error_finding(device.says)
    return Finding(
        "Cable",
        WRONG,
        f"{target.port} opens, but nothing answers there",
        "unplug the box, plug it in again and wait ten seconds; if it stays silent: deedbox deploy",
    )
