"""Reads lines that somebody types while a command is doing something else."""

from __future__ import annotations

import queue
import sys
import threading


class Keyboard:
    """Reads stdin in a thread of its own. Without a person, or after the end of a pipe, no line comes."""

    def __init__(self) -> None:
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._over = False
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            for line in sys.stdin:
                self._lines.put(line.strip().lower())
        except (OSError, ValueError):
            pass  # stdin is closed
        self._over = True

    def line(self) -> str | None:
        """The oldest line that was not taken yet; None if there is none."""
        try:
            return self._lines.get_nowait()
        except queue.Empty:
            return None

    def has_ended(self) -> bool:
        """Has somebody pressed Enter, or is the input at its end?"""
        return self.over or self.line() is not None

    @property
    def over(self) -> bool:
        """No more lines will come, and none is left."""
        return self._over and self._lines.empty()
