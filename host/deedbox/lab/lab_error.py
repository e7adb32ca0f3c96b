"""What the lab raises; apart from the rest, so that players and tables share it."""


class LabError(Exception):
    """What was asked cannot be played; the text says why."""
