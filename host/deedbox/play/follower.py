"""Follows the game of a box over the link, in its own thread: what it waits for, what was done."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from deedbox.play.game_log import GameLog
from deedbox.play.moments import Moments

if TYPE_CHECKING:
    from deedbox.link import Session

_AGAIN_S = 0.5
_WAIT_S = 1.0
_EARLIER_RECORDS = 40  # so many records from before the connection are in the log


class Follower:
    """`connect` opens a session or raises LinkError; `tell` is called with {"look": ...} in this thread.

    A look has what link.Look has, `log` and `moment`. It is null while the box is silent. The box is tried
    again until close(), whatever went wrong: a cable that was pulled, a box at its prompt, half a frame.
    """

    def __init__(self, connect: Callable[[], Session], tell: Callable[[dict[str, Any]], None]) -> None:
        self._connect = connect
        self._tell = tell
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="play-look", daemon=True)
        self._session: Session | None = None
        self.last: dict[str, Any] | None = None

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._closed.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                with self._connect() as self._session:
                    self._follow(self._session)
            except Exception:  # this thread is the page's only eye: nothing that a line can send may end it
                self._session = None
                if self.last is not None:
                    self._report(None)
            self._closed.wait(_AGAIN_S)

    def game(self) -> Any:
        """The engine's game (Session.game); None while there is none."""
        return self._session.game() if self._session else None

    def _follow(self, session: Session) -> None:
        log = GameLog()
        moments = Moments(log)
        look = session.look()
        since = max(0, look.seq - _EARLIER_RECORDS)
        while not self._closed.is_set():
            if look.game:
                for event in session.events(since, timeout_s=0):
                    log.add(event)
                    since = event.seq
            plain = {**asdict(look), "log": log.lines(look.game), "moment": moments.facts(look)}
            self._report(plain)
            while not self._closed.is_set() and not session.wait(look, _WAIT_S):
                pass
            look = session.look()

    def _report(self, look: dict[str, Any] | None) -> None:
        self.last = look
        self._tell({"look": look})
