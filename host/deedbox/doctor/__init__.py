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
from deedbox.doctor.report_file import Evidence, Reads

if TYPE_CHECKING:
    from deedbox.devices import Target
    from deedbox.link import LinkError, Session

__all__ = [
    "NOTE",
    "OK",
    "WRONG",
    "Evidence",
    "Finding",
    "examine_box",
    "examine_session",
    "measure_reads",
    "read_hardware_facts",
    "read_self_check",
]


_ANSWER_S = 5.0
_GAINS_DB = (33, 38, 43, 48)
_TRIES = 100  # at each gain


def examine_box(
    on: str | None = None,
    by_hand: Callable[[Session], Iterator[Finding]] | None = None,
    evidence: Evidence | None = None,
) -> Iterator[Finding]:
    """Yield every finding about the box as it is made; those of the checks by hand come last.

    `evidence` is filled for a report (report_file.py).
    """
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
            yield from examine_session(session, evidence)
            if by_hand:
                yield from by_hand(session)
        except LinkError as error:
            yield Finding("Cable", WRONG, f"the box stopped answering ({error})", _PLUG)


def examine_session(session: Session, evidence: Evidence | None = None) -> Iterator[Finding]:
    """The findings about a box that has answered."""
    hello = session.hello()
    is_report = evidence is not None
    evidence = evidence or Evidence()
    evidence.hello = hello
    yield software_checks.check_micropython(hello)
    report: dict[str, Any] = {}
    yield from _examine_part(lambda: _ask_for_report(session, report))
    yield from _examine_part(lambda: _ask_for_facts(session, evidence, is_report and bool(report)))
    machine = evidence.facts.get("machine", "")
    yield from _examine_part(lambda: software_checks.check_code(hello, session.list(), machine))
    if report:
        evidence.check = report
        yield from software_checks.check_own_files(report)
        yield from hardware_checks.all_parts(report)
        yield software_checks.check_heap(report)
        yield software_checks.check_flash(report)
    yield from _examine_part(lambda: software_checks.check_tags(session))
    yield from _examine_part(lambda: _examine_journal(session, evidence, report))
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


def _ask_for_facts(session: Session, evidence: Evidence, is_report: bool) -> Iterator[Finding]:
    """No findings, but facts about the hardware, and for a report how well the reader reads."""
    evidence.facts = read_hardware_facts(session)
    if is_report and evidence.facts:
        evidence.reads = measure_reads(session)
    yield from ()


def _examine_journal(session: Session, evidence: Evidence, report: dict[str, Any]) -> Iterator[Finding]:
    yield from software_checks.check_journal(session, report)
    evidence.pages, evidence.page_faults = software_checks.count_page_faults(session, report)


def read_self_check(session: Session) -> dict[str, Any]:
    """The box's report about itself (verbs.CHECK)."""
    from banker.protocol import verbs
    from deedbox.link import answers

    return answers.self_check(session.ask(verbs.CHECK, timeout_s=max(session.timeout_s, 10.0)))


def read_hardware_facts(session: Session) -> dict[str, Any]:
    """What the box knows about its hardware (verbs.REPORT); nothing if its firmware is older than that."""
    from banker.protocol import verbs
    from deedbox.link import DeviceError, answers

    try:
        return answers.hardware_facts(session.ask(verbs.REPORT, timeout_s=max(session.timeout_s, 10.0)))
    except DeviceError as error:
        if error.code != "unknown-verb":
            raise
        return {}


def measure_reads(session: Session, tries: int = _TRIES) -> tuple[Reads, ...]:
    """How often the tag that lies on the reader is read at each gain; few tries if none is read at any.

    Each question takes the box less than a tenth of a second, so the game goes on.
    """
    rounds = [_read_some(session, Reads(db, 0, 0, 0), tries) for db in _GAINS_DB]
    if any(each.successes for each in rounds):
        for at, each in enumerate(rounds):
            while each.tries < tries:
                each = _read_some(session, each, tries)
            rounds[at] = each
    return tuple(rounds)


def _read_some(session: Session, sofar: Reads, most: int) -> Reads:
    from banker.protocol import verbs
    from deedbox.link import answers

    question = bytes((sofar.db, most - sofar.tries))
    tries, successes, sak = answers.reads(session.ask(verbs.REPORT, question))
    return Reads(sofar.db, sofar.tries + tries, sofar.successes + successes, sak if successes else sofar.sak)


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
