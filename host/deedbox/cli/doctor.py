"""deedbox doctor"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deedbox.cli.output import emit_json, json_option, one_line, print_note
from deedbox.cli.target import on_option
from deedbox.files import write_file

if TYPE_CHECKING:
    from deedbox.doctor import Evidence, Finding
    from deedbox.link import Session


@click.command()
@click.option("--keys", is_flag=True, help="Also test the buzzer and every key, with your help.")
@click.option(
    "--report",
    metavar="FILE",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Also write a report for whoever helps you: hardware and versions, no names, no tag numbers.",
)
@on_option
@json_option
def command(keys: bool, report: Path | None, on: str | None, as_json: bool) -> None:
    """Find out what is wrong with a box, from the cable inwards, and what to do about it.

    The game on the box goes on. The exit code is 1 if something needs doing.
    """
    from deedbox import devices, doctor

    findings = []
    evidence = doctor.Evidence()
    try:
        for finding in doctor.examine_box(on, _by_hand if keys else None, evidence):
            findings.append(finding)
            if not as_json:
                _show_findings(finding)
    except devices.BadTargetError as error:
        raise click.UsageError(str(error)) from None
    if report is not None:
        _write_report(report, evidence, findings)
    wrong = [finding for finding in findings if finding.state == doctor.WRONG]
    if as_json:
        emit_json([finding.as_dict() for finding in findings])
    else:
        print_note(f"{len(wrong)} of {len(findings)} checks failed" if wrong else "all is well")
    if wrong:
        raise SystemExit(1)


def _write_report(path: Path, evidence: Evidence, findings: list[Finding]) -> None:
    from deedbox.doctor import report_file

    # A port's name may have a serial number in it.
    cable = " ".join(finding.says for finding in findings if finding.part == "Cable")
    ports = {word.strip("(),;:") for word in cable.split() if "/" in word}
    write_file(path, report_file.report_text(evidence, findings, ports))
    print_note(
        f"{path}: read it, and send it with what you did and saw; host/docs/first-builders.md tells where"
    )


def _by_hand(session: Session) -> Iterator[Finding]:
    from deedbox.cli.keyboard import Keyboard
    from deedbox.doctor.checks_by_hand import examine_by_hand

    keyboard = Keyboard()
    return examine_by_hand(session, print_note, lambda: "" if keyboard.over else keyboard.line())


def _show_findings(finding: Finding) -> None:
    mark = "WRONG" if finding.state == "wrong" else finding.state
    click.echo(f"{mark:6} {finding.part:12} {one_line(finding.says)}")
    if finding.do:
        click.echo(f"{'':6} {'':12} -> {one_line(finding.do)}")
