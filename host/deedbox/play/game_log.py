"""The log of a running game: each step in the sentence of `deedbox games show`, and what was taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from banker.core.state import Game
    from deedbox.games.replay import Step
    from deedbox.link import Event

    # The game after it, the steps it is about, the seats that must agree, lists of witnesses.
    Back = tuple[Game, list[Step], list[int], list[list[int]]]

LANGUAGES = ("en", "de")
_LINES_MOST = 60
_STEPS_MOST = 5000  # whole games have 600; a box that goes on for ever does not fill the memory
_ALL_STEPS = 1 << 30  # no limit here: the box offers only what its rules allow


class GameLog:
    """Lines from the oldest on: {seq, command, remote, who, text, changes, agreed, undone, last}.

    `text` has the sentence in each language, `changes` what the step did to everybody's money, `agreed` those
    who tapped for it besides the player whom the line is about; `last` marks the step that undo would take
    back. The steps are replayed, so the page and `deedbox games show` cannot differ.
    """

    def __init__(self) -> None:
        self._game = ""
        self._lines: list[dict[str, Any]] = []
        self._steps: list[Step | None] = []

    def _begin(self, event: Event) -> None:
        from deedbox.games.phrases import Speaker
        from deedbox.games.replay import Replay, Replayer

        origin = event.origin
        replay = Replay(event.game, origin.about, origin.edition, origin.new)
        self._game = event.game
        self._names: list[str] = list(origin.names)
        self._lines = []
        self._steps = []
        self._replayer = Replayer(replay, origin.new)
        self._replayer.lost = event.command["do"] != "begin"  # the first state comes with the first step
        self._speakers = {language: Speaker(replay, language) for language in LANGUAGES}

    def add(self, event: Event) -> None:
        from banker.protocol import verbs
        from deedbox.link import answers

        with answers.reading(verbs.EVENTS):
            self._add(event)

    def _add(self, event: Event) -> None:
        if event.game != self._game or len(self._steps) >= _STEPS_MOST:
            self._begin(event)
        step = self._step(event)
        self._steps.append(step)
        names = event.origin.names
        consents = [names[seat] for seat in step.agreed] if step else []
        is_player = step is not None and 0 <= step.who < len(names)  # in bank only it may be the bank
        who = names[step.who] if step and is_player else event.state["turn"]
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

    # -- for the great moments (moments.py) --

    def game(self, game: str) -> Game | None:
        """The engine's game of this id as the last record has it; None if it is not known."""
        if not game or game != self._game or self._replayer.lost:
            return None
        newest: Game = self._replayer.game
        return newest

    def final_worth(self, game: str) -> dict[str, int]:
        """What each player would count if the game ended now (core/worth.py); empty if it is not known."""
        from banker.core import worth

        newest = self.game(game)
        if newest is None:
            return {}
        return {name: worth.final(newest, seat) for seat, name in enumerate(self._names)}

    @property
    def last(self) -> Step | None:
        """The newest step; None if undo or redo came after it."""
        step = self._steps[-1] if self._steps else None
        return None if step is None or step.command["do"] in ("undo", "redo") else step

    @property
    def steps_in_force(self) -> list[Step]:
        """The steps that were not taken back and whose games are known, the oldest first."""
        steps = [step for step in self._steps if step is not None and not step.undone]
        return [step for step in steps if step.events and step.before is not None and step.game is not None]

    def look_back(self, count: int) -> Back | None:
        """What taking back so many steps would do, and who must agree (core/consent.py)."""
        from banker.core import consent

        replayer = self._replayer
        back = consent.take_back(
            replayer.game, consent.steps_back(self._node, replayer.here, _ALL_STEPS), count
        )
        if not back:
            return None
        old, _, undos, _, seats, witnesses = back
        steps = []
        at = replayer.here
        for _ in range(undos):
            steps.append(replayer.step_of[at])
            at = replayer.links[at][0]
        return old, [step for step in steps if step], seats, witnesses

    def look_ahead(self) -> Back | None:
        """The same for the step that redo would do again."""
        from banker.core import consent

        replayer = self._replayer
        at = replayer.links[replayer.here][1]
        step = replayer.step_of[at] if at >= 0 else None
        if step is None:
            return None
        seats, witnesses = consent.agreement(replayer.games[at], replayer.game, step.command)
        return replayer.games[at], [step], seats, [witnesses] if witnesses else []

    def _node(self, at: int) -> tuple[Any, Any, Any]:
        step = self._replayer.step_of[at]
        return self._replayer.links[at], self._replayer.games[at], step.command if step else None


def _cash_changes(step: Step | None, names: list[str]) -> dict[str, int]:
    """By how much each player's cash changed; empty where the state before is not known."""
    if step is None or step.before is None or step.game is None:
        return {}
    changes = {name: step.game.cash[seat] - step.before.cash[seat] for seat, name in enumerate(names)}
    return {name: amount for name, amount in changes.items() if amount}
