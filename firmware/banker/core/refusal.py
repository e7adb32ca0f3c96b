"""How the rules say no: a stable code, and the facts that its sentence names."""


class Refused(Exception):
    """Raised by decide(); the game that was asked stays as it was."""

    def __init__(self, code: str, *facts):
        super().__init__(code)
        self.code = code
        self.facts = facts


class BooksError(Exception):
    """Money or pieces do not add up: a fault of ours, never of a player."""
