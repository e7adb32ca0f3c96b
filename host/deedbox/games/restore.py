"""Puts a game back onto a box, as a save that people resume at the table. Nothing is overwritten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deedbox.games.export import as_save_file
from deedbox.games.replay import Replay, ReplayError

if TYPE_CHECKING:
    from deedbox.link import Listed, Session

SAVES_MOST = 24  # on a box (firmware/banker/app/store/saves.py)
FREE_LEAST = 24 * 4096  # bytes that stay free on a box


def files_to_restore(replay: Replay, box: Session) -> dict[str, bytes]:
    """The files to write. Checks everything first; ReplayError says why it cannot be done."""
    from deedbox import editions
    from deedbox.editions import compiler

    on_box = {file.path: file for file in box.list()}
    path = f"games/{replay.game}.sav"
    look = box.look()
    if path in on_box or look.game == replay.game:
        raise ReplayError(f"the box has this game already ({replay.game}); it is left as it is")
    check_room(on_box, 1, box.hello().free)
    files = {path: as_save_file(replay)}
    edition = str(replay.about["edition"])
    compiled = replay.compiled or editions.compile_edition(edition)
    edition_path = f"editions/{edition}.bin"
    if edition_path not in on_box:
        files[edition_path] = compiled
    elif compiler.hash_of_file(box.get(edition_path)) != compiler.hash_of_file(compiled):
        raise ReplayError(
            f"the box has another edition {edition} than this game was played on; "
            "when no game needs that one: deedbox editions push"
        )
    return files


def check_room(on_box: dict[str, Listed], more: int, free: int) -> None:
    saves = sum(path.startswith("games/") and path.endswith(".sav") for path in on_box)
    if saves + more > SAVES_MOST:
        raise ReplayError(f"the box keeps {SAVES_MOST} games at most, and has {saves}; finish some first")
    if free < FREE_LEAST:
        raise ReplayError("the box has no room left; remove fixtures or editions that nobody needs")
