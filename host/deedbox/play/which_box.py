"""Chooses and opens the box that the page shows: the demo, the last one, or one for an edition."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from deedbox import editions
from deedbox.play import flash_files
from deedbox.play.viewers import RequestError, Viewers

_LOOK_S = 0.5


class BoxInUseError(RequestError):
    """Another `deedbox play` has this box open."""


class BoxChooser:
    def __init__(
        self,
        viewers: Viewers,
        address: str,
        edition: str | None = None,
        rules: dict[str, Any] | None = None,
        reader: str = "mfrc522",
    ) -> None:
        self._room = viewers
        self._address = address
        self._rules = rules or {}
        self._reader = reader
        self._edition = edition or ("classic" if rules else None)
        self._file = edition if edition and editions.is_edition_file(edition) else None
        self._saved_ns = _saved_at(self._file)
        self._changing = asyncio.Lock()
        self._name = ""  # of the box on the table

    async def first(self) -> None:
        """Open the first box: the one of the command line, else the last one played, else the demo."""
        if self._edition:
            await self.open(flash_files.box_name_for(self._edition, self._rules))
        else:
            await self.open(flash_files.newest_twin() or flash_files.DEMO)

    async def open(self, name: str, fresh: bool = False) -> None:
        """Open this box. It is made if it does not exist, or made new if `fresh`."""
        from deedbox.play.sources.twin import TwinSource

        async with self._changing:
            if name == self._name:
                await self._room.close()
            path = flash_files.flash_path_of(name)
            lock = self._lock(path)
            await self._room.close()
            self._name = name
            try:
                await asyncio.to_thread(self._prepare, path, fresh)
                box = TwinSource(path, lock, self._room.tell, self._reader)
            except BaseException:
                lock.close()
                raise
            await self._room.show(box, name == flash_files.DEMO, self._board())

    def _lock(self, path: Path) -> TextIO:
        from deedbox.twin.flash_lock import InUseError, lock_flash

        try:
            return lock_flash(path, self._address)
        except InUseError as other:
            where = f"at {other}; use that page, or end it there" if str(other) else "in another command"
            raise BoxInUseError(f"this box is open already, {where}") from None

    def _prepare(self, path: Path, fresh: bool) -> None:
        if path.exists() and not fresh:
            flash_files.renew_firmware(path)
        elif path.stem == flash_files.DEMO:
            flash_files.make_flash(path, game=flash_files.demo_game())
        else:
            flash_files.make_flash(path, table=self._table(), edition=self._file)

    def _table(self) -> dict[str, Any]:
        """The first choices of the set-up on the box."""
        name = editions.load_edition(self._edition).id if self._edition else "classic"
        return {"edition": name, "rules": self._rules}

    def _board(self) -> dict[str, Any] | None:
        """The edition of the command line, as `deedbox editions show` prints it."""
        from deedbox import rules
        from deedbox.editions import json_view

        if self._edition is None:
            return None
        return json_view.edition_as_json(
            editions.load_edition(self._edition), rules.resolve_rules(self._edition, self._rules)
        )

    async def follow_file(self, say: Callable[[str], None]) -> None:
        """Open the user's own edition again whenever its file was saved; `say` gets its errors."""
        if self._file is None:
            return
        while True:
            await asyncio.sleep(_LOOK_S)
            now = _saved_at(self._file)
            if now == self._saved_ns:
                continue
            self._saved_ns = now
            try:
                editions.load_edition(self._file)
            except (editions.EditionError, OSError) as error:
                say(str(error))
                self._room.tell({"wrong": str(error)})
                continue
            say(f"{self._file}: opened again")
            await self.open(flash_files.box_name_for(self._file, self._rules), fresh=True)


def _saved_at(file: str | None) -> int:
    """When the file was saved; 0 while it does not exist."""
    try:
        return Path(file).stat().st_mtime_ns if file else 0
    except OSError:
        return 0
