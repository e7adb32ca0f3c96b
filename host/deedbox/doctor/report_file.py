"""One readable file about a box for somebody who helps from far away: `deedbox doctor --report FILE`.

It has no name of a player and no number of a tag, so that it can be sent to strangers. What the box says in
words about its game is left out for that reason.
"""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from deedbox import __version__
from deedbox.doctor.finding import Finding

if TYPE_CHECKING:
    from deedbox.link import Hello

_FORM = 1  # of this file; a later form gets another number
_CAUSES = {1: "power-on", 3: "watchdog, or a restart on purpose"}
# Numbers of firmware/banker/drivers/codes.py; a test compares them.
_NO_VERSION = (0x00, 0xFF)  # what the bus reads when nothing drives it
_READER_KINDS = {1: "MFRC522", 2: "PN532"}
_READER_FINDINGS = {
    1: "silent", 2: "a known clone", 3: "unknown version", 4: "FIFO fault", 5: "CRC fault", 6: "timer fault",
    7: "setting lost", 8: "IRQ stuck", 9: "IRQ silent",
}  # fmt: skip
_TAG_KINDS = {
    0x00: "NTAG or MIFARE Ultralight",
    0x08: "MIFARE Classic 1K",
    0x18: "MIFARE Classic 4K",
}  # by SAK
_PERSONAL = ("Game",)  # parts whose words may have a name in them


@dataclass(frozen=True)
class Reads:
    """How often a tag was read at a gain of the reader."""

    db: int
    tries: int
    successes: int
    sak: int  # what the tag said when it was selected


@dataclass
class Evidence:
    """What was found out about a box, as far as it answered."""

    hello: Hello | None = None
    check: Mapping[str, Any] = field(default_factory=dict)  # verbs.CHECK
    facts: Mapping[str, Any] = field(default_factory=dict)  # verbs.REPORT
    pages: int = 0  # of the journal
    page_faults: Counter[str] = field(default_factory=Counter)  # by code
    reads: tuple[Reads, ...] = ()  # of the tag on the reader, at each gain


def report_text(evidence: Evidence, findings: Iterable[Finding], private: Iterable[str] = ()) -> str:
    """The whole file. `private`: words that are left out wherever they are, such as the name of a port."""
    lines = [
        f"Deedbox report, form {_FORM}",
        "It has no names of players and no numbers of tags. Please read it before you send it.",
        "",
        *_section("Versions", _versions(evidence)),
        *_section("Board", _board(evidence.facts)),
        *_section("Supply", _supply(evidence.facts.get("supply", {}))),
        *_section("Display", _display(evidence.facts.get("display", {}))),
        *_section("Reader", _reader(evidence)),
        *_section("Keys", _keys(evidence)),
        *_section("Tags", _tags(evidence.facts)),
        *_section("Memory", _memory(evidence.check)),
        *_section("Journal", _journal(evidence)),
        *_section("Last fault", dict(enumerate(evidence.facts.get("fault", []), 1))),
        "Findings",
        *(line for finding in findings for line in _finding(finding)),
    ]
    whole = "\n".join(lines) + "\n"
    for word in private:
        whole = whole.replace(word, "...")
    return whole


def _section(title: str, rows: Mapping[Any, Any]) -> list[str]:
    return [title, *(f"  {name:<20} {_words(value)}" for name, value in rows.items()), ""]


def _words(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def _versions(evidence: Evidence) -> dict[str, Any]:
    rows = {"deedbox": __version__, "Python": platform.python_version(), "system": platform.system()}
    if evidence.hello:
        hello = evidence.hello
        rows |= {"firmware": f"{hello.firmware}, {hello.hash}", "MicroPython": hello.micropython}
    return rows


def _board(facts: Mapping[str, Any]) -> dict[str, Any]:
    if not facts:
        return {"asked": "the box did not answer, or its firmware is too old"}
    cause = facts.get("reset_cause", 0)
    return {
        "says it is": facts.get("machine") or "nothing",
        "a radio is on it": facts.get("radio"),
        "last reset": f"{_CAUSES.get(cause, 'other')} ({cause})",
        "seconds since": facts.get("up_s"),
    }


def _supply(facts: Mapping[str, Any]) -> dict[str, Any]:
    if not facts:
        return {}
    usb = facts["usb"]
    return {
        "measured": facts["measured"],
        "now": f"{facts['mv']} mV",
        "lowest": f"{facts['lowest']} mV",
        "from USB": "cannot be seen" if usb is None else bool(usb),
        "good for saving": facts["good"],
    }


def _display(facts: Mapping[str, Any]) -> dict[str, Any]:
    if not facts:
        return {}
    status = facts["status"]
    return {
        "kind": facts["kind"] or "never chosen",
        "glass begins at": f"column {facts['offset']}",
        "I2C address": f"0x{facts['address']:02X}",
        "status byte": f"0x{status:02X}" if status >= 0 else "not read",
        "answers": facts["ready"],
        "held the bus": facts["held"],
    }


def _reader(evidence: Evidence) -> dict[str, Any]:
    facts = evidence.facts.get("reader", {})
    if not facts:
        return {}
    kind, version = facts["kind"], facts["version"]
    rows = {
        "kind": _READER_KINDS.get(kind, f"unknown ({kind})"),
        "version": f"0x{version:02X}" + (", so it does not answer" if version in _NO_VERSION else ""),
        "findings": [_READER_FINDINGS.get(code, code) for code in facts["findings"]],
        "IRQ wire in use": facts["irq"],
        "restarts": facts["restarts"],
        "lost now": facts["lost"],
        "gain": f"{facts['gain_db']} dB",
        "bus": f"{facts['khz']} kHz",
    }
    for khz, wrong, count in facts["errors"]:
        rows[f"at {khz} kHz"] = f"{wrong} of {count} bytes wrong"
    return rows | _quality(evidence.reads)


def _quality(reads: tuple[Reads, ...]) -> dict[str, str]:
    if not any(each.successes for each in reads):
        return {"a tag on it": "none was read; lay one there and repeat"}
    sak = next(each.sak for each in reads if each.successes)
    rows = {"a tag on it": _TAG_KINDS.get(sak, f"SAK 0x{sak:02X}")}
    return rows | {f"at {each.db} dB": f"{each.successes} of {each.tries} read" for each in reads}


def _keys(evidence: Evidence) -> dict[str, Any]:
    rows = evidence.facts.get("keys", {})
    if not rows:
        return {}
    return {
        "pressed so far": f"{bin(rows['pressed']).count('1')} of 16",
        "stuck": bin(rows["stuck"]).count("1"),
        "way of the ribbon": rows["ribbon"] if rows["ribbon"] >= 0 else "never chosen",
    }


def _tags(facts: Mapping[str, Any]) -> dict[str, Any]:
    kinds = {"4": "MIFARE Classic", "7": "mostly NTAG"}
    lengths = facts.get("tags", {})
    return {f"UIDs of {n} bytes": f"{lengths[n]} ({kinds.get(n, 'other')})" for n in sorted(lengths)}


def _memory(check: Mapping[str, Any]) -> dict[str, str]:
    return {name: "{} of {} bytes free".format(*check[name]) for name in ("heap", "flash") if name in check}


def _journal(evidence: Evidence) -> dict[str, Any]:
    faults = [f"{code} x {count}" for code, count in sorted(evidence.page_faults.items())]
    return {"pages": evidence.pages, "faults": faults}


def _finding(finding: Finding) -> list[str]:
    says = "(left out)" if finding.part in _PERSONAL else finding.says
    lines = [f"  {finding.state:<6} {finding.part:<13} {says}"]
    return lines + [f"  {'':<20} -> {finding.do}"] if finding.do else lines
