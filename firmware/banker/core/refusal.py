"""How the rules say no: a code that never changes, and the facts that its sentence names."""

from __future__ import annotations


# The contract calls it a refusal: nothing went wrong. So the name does not end in Error.
class Refused(Exception):
    """Raised by decide(); the game does not change."""

    def __init__(self, code: str, *facts: int) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


class BooksError(Exception):
    """Money or buildings do not add up: a fault of ours, never of a player."""


class VersionError(BooksError):
    """The game has something that this firmware does not know: newer firmware wrote it."""
