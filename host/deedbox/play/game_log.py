"""The log of a running game: each step in the sentence of `deedbox games show`, and what was taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deedbox.games.replay import Step
    from deedbox.link import Event

LANGUAGES = ("en", "de")
_LINES_MOST = 60


class GameLog:
    """Lines from the oldest on: {seq, command, remote, who, text, changes, agreed, undone, last}.

    `text` has the sentence in each language, `changes` what the step did to everybody's money, `agreed` those
    who tapped for it besides the player whom the line is about; `last` marks the step that undo would take
    back. The steps are replayed, so the page and `deedbox games show` cannot differ.
    """

    def __init__(self) -> None:
        self._game = ""
        self._lines: list[dict[str, Any]] = []

    def _begin(self, event: Event) -> None:
        from deedbox.games.phrases import Speaker
        from deedbox.games.replay import Replay, Replayer

        origin = event.origin
        replay = Replay(event.game, origin.about, origin.edition, origin.new)
        self._game = event.game
        self._lines = []
        self._steps: list[Step | None] = []
        self._replayer = Replayer(replay, origin.new)
        self._replayer.lost = event.command["do"] != "begin"  # the first state comes with the first step
        self._speakers = {language: Speaker(replay, language) for language in LANGUAGES}

    def add(self, event: Event) -> None:
        if event.game != self._game:
            self._begin(event)
        step = self._step(event)
        self._steps.append(step)
        names = event.origin.names
        consents = [names[seat] for seat in step.agreed] if step else []
        who = names[step.who] if step and step.who >= 0 else event.state["turn"]
        self._lines.append(
            {
                "seq": event.seq,
                "command": event.command,
                "remote": event.remote,
                "who": who,
                "text": {language: self._text(language, step) for language in LANGUAGES},
                "changes": _cash_changes(step, names),
                "agreed": consents if consents != [who] else [],
            }
        )

    def _step(self, event: Event) -> Step | None:
        from deedbox.games import save_file
        from deedbox.games.found_games import JournalEntry

        if not event.record:
            return None
        entry = JournalEntry(
            event.seq, save_file.STEP, event.record, event.packed, event.played_s, b"", f"record {event.seq}"
        )
        return self._replayer.play_step(entry)

    def _text(self, language: str, step: Step | None) -> str:
        speaker = self._speakers[language]
        return speaker.sentence(step) if step else speaker.word("begin")

    def lines(self, game: str) -> list[dict[str, Any]]:
        """The newest first."""
        if game != self._game or not self._lines:
            return []
        last = self._replayer.last_step
        lines = [
            {**line, "undone": bool(step and step.undone), "last": step is not None and step is last}
            for line, step in zip(self._lines, self._steps, strict=True)
        ]
        return lines[: -_LINES_MOST - 1 : -1]


def _cash_changes(step: Step | None, names: list[str]) -> dict[str, int]:
    """By how much each player's cash changed; empty where the state before is not known."""
    if step is None or step.before is None or step.game is None:
        return {}
    changes = {name: step.game.cash[seat] - step.before.cash[seat] for seat, name in enumerate(names)}
    return {name: amount for name, amount in changes.items() if amount}
