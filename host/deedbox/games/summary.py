"""Every game in one line."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from .books import Books
from .story import StoryError, tell


@dataclass(frozen=True)
class Summary:
    game: str
    where: str
    edition: str
    players: list[str]
    turn: int
    steps: int
    played_s: int
    over: bool
    winners: list[str]
    receipt: str
    sound: bool
    note: str  # why it cannot be told; "" if it can

    def plain(self) -> dict[str, Any]:
        return asdict(self)


def summaries(books: Books) -> list[Summary]:
    """The one that stands first, then by id, which is their order."""
    order = sorted(books.volumes, key=lambda game: (game != books.standing, game))
    return [_summary(books, game) for game in order]


def _summary(books: Books, game: str) -> Summary:
    volume = books.volumes[game]
    about = volume.about
    try:
        story = tell(volume, books.files)
    except StoryError as error:
        names = [str(name) for name in about.get("names", [])]
        edition = str(about.get("edition", "?"))
        return Summary(
            game, volume.where, edition, names, 0, len(volume.acts), 0, False, [], "", False, str(error)
        )
    return Summary(
        game,
        volume.where,
        story.edition.id,
        story.names,
        story.end.turn_no,
        len(story.steps),
        story.played_s,
        story.over,
        [story.names[p] for p in story.winners],
        story.steps[-1].receipt if story.steps else "",
        story.sound,
        "",
    )
