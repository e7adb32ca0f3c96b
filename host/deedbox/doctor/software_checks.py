"""Findings about firmware, memory, tags, journal and clock."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from deedbox.doctor.finding import NOTE, OK, WRONG, Finding

if TYPE_CHECKING:
    from deedbox.link import Hello, Listed, Session

_HEAP_LEAST = 24 * 1024  # the largest screen and a step of a game need less
_FLASH_LEAST = 100 * 1024  # for archives and settings; below 80 KB the box takes no more files
_NAMED_MOST = 4


def check_micropython(hello: Hello) -> Finding:
    from deedbox.deploy import MICROPYTHON_LEAST

    least = ".".join(map(str, MICROPYTHON_LEAST))
    try:
        version = tuple(int(part) for part in hello.micropython.split("."))
    except ValueError:
        version = ()
    if version < MICROPYTHON_LEAST:
        do = (
            "deedbox backup first; then hold BOOTSEL while plugging in, copy RPI_PICO-*.uf2 from "
            "micropython.org onto the drive, and deedbox deploy"
        )
        return Finding("MicroPython", WRONG, f"{hello.micropython or 'unknown'}; {least} is needed", do)
    return Finding("MicroPython", OK, hello.micropython)


def check_code(hello: Hello, box_files: Sequence[Listed], machine: str = "") -> Iterator[Finding]:
    """Compare the hashes of the firmware's files with those that this deedbox brings for such a Pico."""
    from deedbox.build import firmware, picos
    from deedbox.deploy.update_plan import CODE, Entry, make_manifest, plan_update

    there = {file.path: Entry(file.size, file.hash) for file in box_files}
    kind = picos.nearest(machine)
    on_a_pico = any(path.endswith("viper.mpy") for path in there)
    files = firmware.compile_files(kind.march if on_a_pico else None, kind=kind)
    own_hashes = {
        path: Entry(entry.size, entry.sha256[:16])
        for path, entry in make_manifest(files).items()
        if path == "main.py" or path.split("/")[0] in CODE  # others may belong to the players
    }
    steps = plan_update(there, own_hashes)
    ours = json.loads(files["data/firmware.json"])
    says = f"{hello.firmware or 'of unknown version'}, {hello.hash or 'no hash'}"
    wrong = [*steps.send, *steps.remove]
    if not wrong:
        yield Finding("Firmware", OK, f"{says}: all {steps.same} files are good")
        return
    which = ", ".join(wrong[:_NAMED_MOST]) + (", ..." if len(wrong) > _NAMED_MOST else "")
    if hello.hash == ours["hash"]:
        yield Finding("Firmware", WRONG, f"{says}: damaged or changed: {which}", "deedbox deploy")
    else:
        brings = f"this deedbox brings {ours['firmware']}, {ours['hash']}: {len(wrong)} files differ: {which}"
        yield Finding("Firmware", NOTE, f"{says}; {brings}", "deedbox deploy, if you want the same")


def check_own_files(report: dict[str, Any]) -> Iterator[Finding]:
    """What the box itself finds, in idle moments, when it compares its files with their hashes."""
    damaged = report.get("damaged", [])
    if damaged:
        which = ", ".join(damaged[:_NAMED_MOST]) + (", ..." if len(damaged) > _NAMED_MOST else "")
        yield Finding("Firmware", WRONG, f"the box reports damaged firmware files: {which}", "deedbox deploy")


def check_heap(report: dict[str, Any]) -> Finding:
    free, whole = report["heap"]
    says = f"{free // 1024} of {whole // 1024} KB free"
    if free < _HEAP_LEAST:
        return Finding("Heap", WRONG, says, "restart the box; if it comes again, please report it")
    return Finding("Heap", OK, says)


def check_flash(report: dict[str, Any]) -> Finding:
    free, whole = report["flash"]
    says = f"{free // 1024} of {whole // 1024} KB free"
    if free < _FLASH_LEAST:
        do = "deedbox backup, then remove games at the box, or editions and fixtures that nobody needs"
        return Finding("Flash", WRONG, says, do)
    return Finding("Flash", OK, says)


def check_tags(session: Session) -> Iterator[Finding]:
    from banker.core.tags import DEEDS, count
    from deedbox.tagging import KINDS, TagBox

    kinds = [tag.item.kind for tag in TagBox(session).learned()]
    counts = {name: kinds.count(kind) for name, kind in KINDS.items()}
    says = ", ".join(f"{name} {counts[name]} of {count(kind)}" for name, kind in KINDS.items())
    if counts["tokens"] < 2:
        yield Finding("Tags", WRONG, f"{says}: two tokens are needed to play", "deedbox tags learn")
    elif counts["deeds"] < DEEDS or not counts["banker"]:
        yield Finding("Tags", NOTE, says, "deedbox tags learn; without tags keys serve, cards need none")
    else:
        yield Finding("Tags", OK, says)


def check_journal(session: Session, report: dict[str, Any]) -> Iterator[Finding]:
    from deedbox.games import ring_pages
    from deedbox.link import DeviceError

    try:
        pages = session.pages()
    except DeviceError as error:
        if error.code not in ("gone", "game-runs"):
            raise
        if error.code == "game-runs":
            yield _counted(report)
            return
        pages = []
    if not pages:
        yield Finding("Journal", OK, "empty: no game was begun yet")
        return
    findings = ring_pages.read_ring(pages).findings
    bad = [finding for finding in findings if not finding.harmless]
    notes = len(findings) - len(bad)
    says = f"{len(findings)} of them not whole" if findings else "all good"
    says = f"{len(pages)} pages, {says}"
    if notes and not bad:
        says += f": {notes} cut off by a pulled plug and written again, nothing is missing"
    if not bad:
        yield Finding("Journal", OK, says)
    for finding in bad:
        do = "deedbox backup now; deedbox games list tells which game it is about"
        yield Finding("Journal", WRONG, f"{finding}", do)


def _counted(report: dict[str, Any]) -> Finding:
    """The journal by the box's own count: while a game is not over, it hands out no pages."""
    pages, damaged = report.get("pages", (0, 0))
    if not damaged:
        return Finding("Journal", OK, f"{pages} pages, all good")
    do = "switch remote control on in the banker's menu, and repeat: doctor then tells what is missing"
    return Finding("Journal", NOTE, f"{pages} pages, {damaged} of them not whole", do)


def count_page_faults(session: Session, report: dict[str, Any]) -> tuple[int, Counter[str]]:
    """How many pages the journal has, and how many of them have which fault."""
    from deedbox.games import ring_pages
    from deedbox.link import DeviceError

    try:
        pages = session.pages()
    except DeviceError as error:
        if error.code == "game-runs":  # then the box only counts them
            count, damaged = report.get("pages", (0, 0))
            return count, Counter({"not-whole": damaged} if damaged else {})
        if error.code != "gone":
            raise
        pages = []
    findings = ring_pages.read_ring(pages).findings if pages else []
    return len(pages), Counter(finding.code for finding in findings)


def check_clock(report: dict[str, Any]) -> Finding:
    time = f"{report['played_s'] // 60} minutes played"
    if not report["limit_s"]:
        return Finding("Clock", OK, f"{time}; no timed game")
    return Finding(
        "Clock", OK, f"{time} of {report['limit_s'] // 60}{', time is up' if report['over'] else ''}"
    )
