"""The story of a game as something to keep: one HTML page, or a PDF. Made from the journal alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deedbox.games.story import Story

if TYPE_CHECKING:
    from .telling import Telling


def html(story: Story, language: str = "en") -> bytes:
    """One page that needs nothing else; the same game always gives the same bytes."""
    from .page import html as page

    return page(_told(story, language)).encode()


def pdf(story: Story, language: str = "en") -> bytes:
    """The same on sheets of A4."""
    from .sheets import pdf as sheets

    return sheets(_told(story, language))


def _told(story: Story, language: str) -> Telling:
    from .facts import gathered
    from .telling import Telling

    return Telling(story, gathered(story), language)
