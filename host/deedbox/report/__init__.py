"""A game as a report to keep: one HTML page or a PDF, made from the journal alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deedbox.extras import need_extra
from deedbox.games.replay import Replay

if TYPE_CHECKING:
    from deedbox.report.sentences import Report


def write_html(replay: Replay, language: str = "en") -> bytes:
    """One page that needs nothing else; the same game always gives the same bytes."""
    need_extra("report")
    from deedbox.report.page import write_page as page

    return page(_make_report(replay, language)).encode()


def write_pdf(replay: Replay, language: str = "en") -> bytes:
    """The same report on sheets of A4."""
    need_extra("report")
    from deedbox.report.pdf_pages import write_pdf_pages as sheets

    return sheets(_make_report(replay, language))


def _make_report(replay: Replay, language: str) -> Report:
    from deedbox.report.sentences import Report
    from deedbox.report.statistics import gather_statistics

    return Report(replay, gather_statistics(replay), language)
