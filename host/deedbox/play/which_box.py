"""Which box is on the table: the demo, the one played last, or one for a board of the command line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from deedbox import editions

from . import flashes
from .room import Room, WishError

_LOOK_S = 0.5


class InUseError(WishError):
    """Another `deedbox play` has this box open."""


class Boxes:
    def __init__(
        self, room: Room, address: str, edition: str | None = None, rules: dict[str, Any] | None = None
    ) -> None:
        self._room = room
        self._address = address
        self._rules = rules or {}
        self._edition = edition or ("classic" if rules else None)
        self._file = edition if edition and editions.is_file(edition) else None
        self._seen = _stamp(self._file)
        self._changing = asyncio.Lock()
        self._name = ""  # of the box on the table

    async def first(self) -> None:
        """What is on the table when the page opens: a saved game goes before the demo."""
        if self._edition:
            await self.open(flashes.name_for(self._edition, self._rules))
        else:
            await self.open(flashes.newest() or flashes.DEMO)

    async def open(self, name: str, anew: bool = False) -> None:
        """Put this box on the table; made if there is none, or if it shall begin `anew`."""
        from .twinbox import TwinBox

        async with self._changing:
            if name == self._name:
                await self._room.close()
            path = flashes.path_of(name)
            lock = self._hold(path)
            await self._room.close()
            self._name = name
            try:
                await asyncio.to_thread(self._prepare, path, anew)
                box = TwinBox(path, lock, self._room.tell)
            except BaseException:
                lock.close()
                raise
            await self._room.show(box, name == flashes.DEMO, self._board())

    def _hold(self, path: Path) -> TextIO:
        from deedbox.twin.alone import InUse, hold

        try:
            return hold(path, self._address)
        except InUse as held:
            raise InUseError(f"this box is open already, at {held}; use that page, or end it there") from None

    def _prepare(self, path: Path, anew: bool) -> None:
        if path.exists() and not anew:
            flashes.renew(path)
        elif path.stem == flashes.DEMO:
            flashes.make(path, game=flashes.demo())
        else:
            flashes.make(path, table=self._table(), edition=self._file)

    def _table(self) -> dict[str, Any]:
        """What the set-up on the box begins with."""
        name = editions.load(self._edition).id if self._edition else "classic"
        return {"edition": name, "rules": self._rules}

    def _board(self) -> dict[str, Any] | None:
        """The board as `deedbox editions show` has it, where the command line names one."""
        from deedbox import rules
        from deedbox.editions import view

        if self._edition is None:
            return None
        return view.plain(editions.load(self._edition), rules.resolved(self._edition, self._rules))

    async def follow_file(self, say: Callable[[str], None]) -> None:
        """An edition of one's own is opened again after each save; its faults are said."""
        if self._file is None:
            return
        while True:
            await asyncio.sleep(_LOOK_S)
            now = _stamp(self._file)
            if now == self._seen:
                continue
            self._seen = now
            try:
                editions.load(self._file)
            except (editions.EditionError, OSError) as error:
                say(str(error))
                self._room.tell({"wrong": str(error)})
                continue
            say(f"{self._file}: opened again")
            await self.open(flashes.name_for(self._file, self._rules), anew=True)


def _stamp(file: str | None) -> int:
    """When it was saved; 0 while it is not there."""
    try:
        return Path(file).stat().st_mtime_ns if file else 0
    except OSError:
        return 0
