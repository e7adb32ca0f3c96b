"""Follows the game of a box over the link, in its own thread: what it waits for, what was done."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from banker.protocol import verbs
from deedbox.link import answers
from deedbox.play.looks import Looks
from deedbox.play.shown_names import with_shown_names
from deedbox.safe_text import one_line

if TYPE_CHECKING:
    from deedbox.games.found_games import FoundGames
    from deedbox.link import Look, Session

_AGAIN_S = 0.5
_WAIT_S = 1.0
_NO_CHANGE_S = 0.2


class Follower:
    """`connect` opens a session or raises LinkError; `tell` is called with {"look": ...} in this thread.

    A look has what link.Look has, `log`, `moment`, `worth` and `language`. It is null while the box is
    silent. With it comes `board`, if it has changed: what is printed on a board that only the box has.
    {"wrong": ...} says once why a box that answers oddly cannot be followed. The box is tried again until
    close(), whatever went wrong: a cable that was pulled, a box at its prompt, half a frame.
    """

    def __init__(self, connect: Callable[[], Session], tell: Callable[[dict[str, Any]], None]) -> None:
        self._connect = connect
        self._tell = tell
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="play-look", daemon=True)
        self._session: Session | None = None
        self.last: dict[str, Any] | None = None
        self._board: dict[str, Any] | None = None
        self._board_game = ""  # the game that it belongs to
        self._news: dict[str, Any] = {}  # goes out with the next look
        self._last_fault = ""

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._closed.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        from deedbox.link import AnswerError, LinkError

        while not self._closed.is_set():
            fault = ""
            try:
                with self._connect() as self._session:
                    self._follow(self._session)
            except AnswerError as error:
                fault = str(error)
            except LinkError:
                pass  # no power, or no cable: the page shows that by itself
            except Exception as error:  # without this thread the page would never change again
                fault = f"a fault in deedbox, please report it: {type(error).__name__}: {error}"
            self._session = None
            if self._closed.is_set():
                return
            if self.last is not None:
                self._report(None)
            if fault and fault != self._last_fault:
                self._tell({"wrong": one_line(fault)})
                self._last_fault = fault
            self._closed.wait(_AGAIN_S)

    def all(self) -> dict[str, Any]:
        """All updates that a new page needs."""
        return {"look": self.last, "board": self._board}

    def game(self) -> Any:
        """The engine's game (Session.game); None while there is none."""
        return self._session.game() if self._session else None

    def games(self) -> FoundGames:
        """The games that the box hands out; LinkError if it does not answer."""
        from deedbox.games.source import read_box
        from deedbox.link import PortError

        if self._session is None:
            raise PortError("the box does not answer")
        return read_box(self._session)

    def _follow(self, session: Session) -> None:
        looks = Looks(session)
        look = session.look()
        while not self._closed.is_set():
            self._learn_board(session, look)
            self._report(with_shown_names(looks.plain(look)))
            self._last_fault = ""
            before = look
            while not self._closed.is_set() and look == before:
                if session.wait(look, _WAIT_S):
                    look = session.look()
                    if look == before:  # a box that reports changes where there are none
                        self._closed.wait(_NO_CHANGE_S)

    def _learn_board(self, session: Session, look: Look) -> None:
        from deedbox import rules
        from deedbox.editions import json_view

        if look.game == self._board_game:
            return  # a game keeps its board
        edition = session.own_edition(look)
        board = None
        if edition is not None:
            with answers.reading(verbs.GET):
                board = json_view.edition_as_json(edition, rules.resolve_choices(edition.rules, {}))
        self._board_game = look.game
        self._board = self._news["board"] = board

    def _report(self, look: dict[str, Any] | None) -> None:
        self.last = look
        news, self._news = {**self._news, "look": look}, {}
        self._tell(news)
