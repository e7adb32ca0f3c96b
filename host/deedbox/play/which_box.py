"""Chooses and opens the box that the page shows: the demo, one's own, or one that plays by itself."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TextIO

from deedbox import editions
from deedbox.build.firmware import ImageError
from deedbox.play import flash_files
from deedbox.play.viewers import RequestError, Viewers

_LOOK_S = 0.5


class BoxInUseError(RequestError):
    """Another `deedbox play` has this box open."""


class DamagedBoxError(RequestError):
    """The flash file of this box cannot be read."""


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
        self._own = flash_files.box_name_for(self._edition, self._rules) if self._edition else ""
        self._watched = flash_files.watched_game("classic", 4, 1)

    async def first(self) -> None:
        """Open the first box: the one of the command line, else the last one played, else the demo."""
        await self.open(self._own or flash_files.newest_twin() or flash_files.DEMO)

    # -- what a page may ask for --

    @property
    def own(self) -> str:
        """The name of the box on which people play: that of the command line, else the last one."""
        return self._own or flash_files.newest_twin() or flash_files.OWN

    def own_flash(self) -> Path:
        return flash_files.flash_path_of(self.own)

    def has_own(self) -> bool:
        return self.own_flash().exists()

    async def open_demo(self, fresh: bool, language: str) -> None:
        await self.open(flash_files.DEMO, fresh, {"language": language})

    async def open_own(self, language: str) -> None:
        await self.open(self.own, False, {"language": language})

    async def open_watched(self, edition: str | None, players: int, language: str) -> None:
        """A game that plays by itself: a new one on this board, or the last one without a board."""
        if edition is None:
            edition, players = "classic", 4
            fresh = not flash_files.flash_path_of(flash_files.WATCH).exists()
        else:
            fresh = True
        seed = random.SystemRandom().randrange(1 << 16)
        self._watched = flash_files.watched_game(edition, players, seed)
        # Nobody has to think whether to ask for a rent, so the box does not wait for it.
        await self.open(flash_files.WATCH, fresh, {"language": language, "ask_ms": 0})

    async def open(self, name: str, fresh: bool = False, settings: Mapping[str, Any] | None = None) -> None:
        """Open this box. It is made if it does not exist, or made new if `fresh`, with these settings."""
        from deedbox.play.sources.twin import TwinSource

        async with self._changing:
            if name == self._name:
                await self._room.close()
            path = flash_files.flash_path_of(name)
            lock = self._lock(path)
            await self._room.close()
            self._name = name
            try:
                await asyncio.to_thread(self._prepare, path, fresh, settings or {})
                box = TwinSource(path, lock, self._room.tell, self._reader)
            except ImageError as error:
                lock.close()
                raise DamagedBoxError(
                    f"{path}: {error}; move this file away, and a new box is made"
                ) from None
            except BaseException:
                lock.close()
                raise
            place = name if name in (flash_files.DEMO, flash_files.WATCH) else flash_files.OWN
            await self._room.show(box, place, self._board())

    def _lock(self, path: Path) -> TextIO:
        from deedbox.twin.flash_lock import InUseError, lock_flash

        try:
            return lock_flash(path, self._address)
        except InUseError as other:
            where = f"at {other}; use that page, or end it there" if str(other) else "in another command"
            raise BoxInUseError(f"this box is open already, {where}") from None

    def _prepare(self, path: Path, fresh: bool, settings: Mapping[str, Any]) -> None:
        if path.exists() and not fresh:
            flash_files.renew_firmware(path)
        elif path.stem == flash_files.DEMO:
            flash_files.make_flash(path, game=flash_files.demo_game(), settings=settings)
        elif path.stem == flash_files.WATCH:
            flash_files.make_flash(path, game=self._watched, settings=settings)
        else:
            flash_files.make_flash(path, table=self._table(), edition=self._file, settings=settings)

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
