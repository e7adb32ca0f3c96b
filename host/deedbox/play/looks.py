"""What a page shows of a game: the box's report with the log, the great moments and everybody's worth."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from banker.protocol import verbs
from deedbox.link import answers
from deedbox.play.game_log import GameLog
from deedbox.play.moments import Moments

if TYPE_CHECKING:
    from deedbox.link import Look, Session

_EARLIER_RECORDS = 40  # so many records from before the connection are in the log


class Looks:
    """The reports of one session, each with all that was done since the one before."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._log = GameLog()
        self._moments = Moments(self._log)
        self._since: int | None = None

    def plain(self, look: Look) -> dict[str, Any]:
        """The look as a table, with `log`, `moment` and `worth`."""
        if self._since is None:
            self._since = max(0, look.seq - _EARLIER_RECORDS)
        if look.game:
            for event in self._session.events(self._since, timeout_s=0):
                self._log.add(event)
                self._since = event.seq
        with answers.reading(verbs.LOOK):
            plain = {**asdict(look), "log": self._log.lines(look.game), "moment": self._moments.facts(look)}
            plain["worth"] = self._log.final_worth(look.game)
        return plain
