"""Starts a game in which Mum lands on a space with her first roll, 1 + 2."""

from desk import Desk, fits


def before(space, **more):
    """The start of a game in which 1 + 2 leads Mum to this space."""
    start = {"turn": "Mum", "players": {"Mum": {"space": (space - 3) % 40}}}
    start.update(more)
    return start


def landed(space, rules=None, edition="classic", **more):
    """The desk after that roll; its inputs are counted from here on."""
    desk = Desk(edition, rules=rules, start=before(space, **more)).key("1", "2", "#")
    desk.inputs = 0
    desk.done.clear()
    return fits(desk)
