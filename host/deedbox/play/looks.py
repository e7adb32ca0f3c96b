"""What a page shows of a game: the box's report with the log, the great moments and everybody's worth."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from banker.protocol import verbs
from deedbox import words
from deedbox.link import DeviceError, answers
from deedbox.play.game_log import GameLog
from deedbox.play.moments import Moments

if TYPE_CHECKING:
    from deedbox.link import Look, Session

_SETTINGS = "box.settings"  # the screen on which the language is chosen
_EARLIER_RECORDS = 40  # so many records from before the connection are in the log


class Looks:
    """The reports of one session, each with all that was done since the one before."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._log = GameLog()
        self._moments = Moments(self._log)
        self._since: int | None = None
        self._language = _language(session)

    def plain(self, look: Look) -> dict[str, Any]:
        """The look as a table, with `log`, `moment`, `worth` and `language`."""
        if self._since is None:
            self._since = max(0, look.seq - _EARLIER_RECORDS)
        if look.game:
            for event in self._session.events(self._since, timeout_s=0):
                self._log.add(event)
                self._since = event.seq
        if look.screen == _SETTINGS:
            self._language = _language(self._session)
        with answers.reading(verbs.LOOK):
            plain = {**asdict(look), "log": self._log.lines(look.game), "moment": self._moments.facts(look)}
            plain["worth"] = self._log.final_worth(look.game)
            plain["language"] = self._language
        return plain


def _language(session: Session) -> str:
    """The language of the display."""
    try:
        settings = json.loads(session.get("settings.json"))
    except (DeviceError, ValueError):  # a box whose settings were never changed has no such file
        settings = {}
    language = settings.get("language") if isinstance(settings, dict) else None
    return language if language in words.LANGUAGES else words.LANGUAGES[0]
