"""What somebody types while a command waits for something else: lines, without waiting for them."""

from __future__ import annotations

import queue
import sys
import threading


class Typed:
    """Reads stdin beside the command. Nobody there, or a pipe that ended: nothing is ever typed."""

    def __init__(self) -> None:
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._over = False
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            for line in sys.stdin:
                self._lines.put(line.strip().lower())
        except (OSError, ValueError):
            pass  # closed
        self._over = True

    def line(self) -> str | None:
        """The oldest line that was not taken yet; None if there is none."""
        try:
            return self._lines.get_nowait()
        except queue.Empty:
            return None

    @property
    def over(self) -> bool:
        """Nothing more will come, and nothing is left."""
        return self._over and self._lines.empty()
