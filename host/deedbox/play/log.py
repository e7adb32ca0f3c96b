"""The log of a running game: each step with its changes, and what was taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deedbox.link import Event

_LINES_MOST = 60


class GameLog:
    """Lines from the oldest on: {seq, command, remote, who, spaces, changes, agreed, undone, last}.

    `changes` is what the step did to everybody's money; `agreed` has those who tapped for it besides the
    player whom the line is about; `last` marks the step that undo would take back.
    """

    def __init__(self) -> None:
        self._begin("")

    def _begin(self, game: str) -> None:
        self._game = game
        self._state: dict[str, Any] = {}
        self._lines: list[dict[str, Any]] = []
        self._done: list[int] = []  # positions of the steps that are not undone
        self._undone: list[int] = []

    def add(self, event: Event) -> None:
        if event.game != self._game:
            self._begin(event.game)
        do = event.command["do"]
        line = {
            "seq": event.seq,
            "command": event.command,
            "remote": event.remote,
            "who": event.command.get("by") or self._state.get("turn") or event.state["turn"],
            "spaces": {name: player["space"] for name, player in event.state["players"].items()},
            "changes": self._changes(event.state),
            "agreed": [] if event.remote else self._agreed(do, event.state),
            "undone": False,
        }
        self._lines.append(line)
        if do == "undo" and self._done:
            self._undone.append(self._done.pop())
            self._lines[self._undone[-1]]["undone"] = True
        elif do == "redo" and self._undone:
            self._done.append(self._undone.pop())
            self._lines[self._done[-1]]["undone"] = False
        elif do not in ("begin", "undo", "redo"):
            self._done.append(len(self._lines) - 1)
            self._undone.clear()
        self._state = event.state

    def _changes(self, state: dict[str, Any]) -> dict[str, int]:
        old = self._state.get("players", {})
        changes = {
            name: player["cash"] - old[name]["cash"]
            for name, player in state["players"].items()
            if name in old
        }
        return {name: amount for name, amount in changes.items() if amount}

    def _agreed(self, do: str, state: dict[str, Any]) -> list[str]:
        """Whom the box asks: the payer of a rent, both sides of a trade, everyone whom an undo touches."""
        old = self._state.get("players")
        if old is None or do not in ("claim", "trade", "undo", "redo", "correct", "set-rule"):
            return []
        players = state["players"]
        if do in ("correct", "set-rule"):
            return [name for name, player in players.items() if not player["out"]]
        if do == "claim":
            return [name for name, player in players.items() if player["cash"] < old[name]["cash"]]
        had, has = self._state["deeds"], state["deeds"]
        owners = {deeds[deed]["owner"] for deed in has if has[deed] != had[deed] for deeds in (had, has)}
        fields = ("cash", "jail_cards", "out")
        return [
            name
            for name, player in players.items()
            if name in owners or any(player[field] != old[name][field] for field in fields)
        ]

    def lines(self, game: str) -> list[dict[str, Any]]:
        """The newest first."""
        if game != self._game:
            return []
        last = self._done[-1] if self._done else -1
        lines = [{**line, "last": at == last} for at, line in enumerate(self._lines)]
        return lines[: -_LINES_MOST - 1 : -1]
