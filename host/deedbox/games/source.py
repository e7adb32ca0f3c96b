"""Where games come from: a box, or a file made from one."""

from __future__ import annotations

from pathlib import Path

from .books import Books, of_box
from .story import Story, StoryError, tell

__all__ = ["chosen", "of_box", "read_file", "told"]


def read_file(path: Path) -> Books:
    """A backup of a box, an exported game, or a kept game's own file."""
    data = path.read_bytes()
    if data[:2] == b"PK":
        from deedbox import backup

        return backup.read(data, path.name).books()
    if data[:4] == b"DBS1":
        from .saved import SavedError, read

        try:
            return Books([], {f"games/{read(data).step.game}.sav": data})
        except SavedError as error:
            raise StoryError(f"{path.name}: {error}") from None
    from .export import read_json

    return read_json(data, path.name)


def chosen(books: Books, game: str | None) -> str:
    """The id that is meant: by its beginning, or the game that stands, or the one that there is."""
    if not books.volumes:
        raise StoryError("there is no game here")
    if game is None:
        if books.standing:
            return books.standing
        if len(books.volumes) == 1:
            return next(iter(books.volumes))
        raise StoryError(f"several games are here, say which: {', '.join(sorted(books.volumes))}")
    fitting = [name for name in books.volumes if name.startswith(game.lower())]
    if len(fitting) == 1:
        return fitting[0]
    known = ", ".join(sorted(fitting or books.volumes))
    raise StoryError(f"{'several games begin' if fitting else 'no game begins'} with {game}: {known}")


def told(books: Books, game: str | None = None) -> Story:
    return tell(books.volumes[chosen(books, game)], books.files)
