"""A game back onto a box: as one put aside, which people take up at the table. Nothing is overwritten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .export import as_saved
from .story import Story, StoryError

if TYPE_CHECKING:
    from deedbox.link import Listed, Session

KEPT_MOST = 24  # games put aside on a box (firmware/banker/app/aside.py)
ROOM_LEAST = 24 * 4096  # bytes that stay free on a box


def files_for(story: Story, box: Session) -> dict[str, bytes]:
    """What to write, after everything was looked at; StoryError says why it cannot be."""
    from deedbox import editions
    from deedbox.editions import compiler

    there = {file.path: file for file in box.list()}
    path = f"games/{story.game}.sav"
    look = box.look()
    if path in there or look.game == story.game:
        raise StoryError(f"the box has this game already ({story.game}); it is left as it is")
    check_room(there, 1, box.hello().free)
    files = {path: as_saved(story)}
    edition = str(story.about["edition"])
    own = story.compiled or editions.compiled(edition)
    board = f"editions/{edition}.bin"
    if board not in there:
        files[board] = own
    elif compiler.hash_of(box.get(board)) != compiler.hash_of(own):
        raise StoryError(
            f"the box has another edition {edition} than this game was played on; "
            "when no game needs that one: deedbox editions push"
        )
    return files


def check_room(there: dict[str, Listed], more: int, free: int) -> None:
    kept = sum(path.startswith("games/") and path.endswith(".sav") for path in there)
    if kept + more > KEPT_MOST:
        raise StoryError(f"the box keeps {KEPT_MOST} games at most, and has {kept}; finish some first")
    if free < ROOM_LEAST:
        raise StoryError("the box has no room left; remove fixtures or editions that nobody needs")
