"""The knobs, out of the table of rules (core/ruletable.py). Loaded to set up, check or show rules; play reads
Rules.
"""

from .ruletable import TABLE
from .state import Rules

# What a variant changes (RULES.md 4, variant overrides); the table's own choice goes before it.
VARIANTS = {
    "standard": {},
    "short": {
        "start_deeds": 3,
        "houses_per_hotel": 3,
        "jail_max_turns": 1,
        "jail_pay_turns": 1,
        "income_tax_mode": "flat",
        "end_condition": "first_bankruptcy",
    },
    "time": {"start_deeds": 2, "start_deeds_paid": True, "end_condition": "time"},
}

# What no screen and no command serves; the box does not ask for it.
UNSERVED = ("start_notes", "tax_hide_worth", "trade_immunity", "payer_confirm")


class KnobError(ValueError):
    """A rule that does not exist, or a value that it cannot have; the text names both."""


class Knob:
    def __init__(self, number: int, group: bytes, line: bytes):
        self.number = number
        self.group = group.decode()
        self.name, self.type, allowed, default, rules = line.decode().split(" ")
        self.rules = rules.split(",")
        self.allowed: tuple = tuple(allowed.split(","))
        if ".." in allowed:
            low, high = allowed.split("..")
            self.allowed = (int(low), int(high))
        self.default = _parse(self.type.encode(), default.encode())

    def allows(self) -> str:
        """What is allowed, in words for an error."""
        if self.type[:4] == "list":
            return "%s whole numbers from %d to %d" % (self.type[4:], self.allowed[0], self.allowed[1])
        if self.type == "int":
            return "a whole number from %d to %d" % self.allowed
        return ("any of " if self.type == "set" else "one of ") + ", ".join(self.allowed)

    def check(self, value):
        """The value as the engine keeps it, or KnobError."""
        kind = self.type
        good = False
        if kind == "bool":
            good = type(value) is bool and (value is False or len(self.allowed) == 2)
        elif kind == "int":
            good = type(value) is int and self.allowed[0] <= value <= self.allowed[1]
        elif kind == "enum":
            good = type(value) is str and value in self.allowed
            value = _once(value) if good else value
        elif type(value) in (list, tuple):
            value = tuple(value)
            if kind == "set":
                good = all(type(x) is str and x in self.allowed for x in value)
                value = tuple(x for x in self.allowed if x in value) if good else value
            else:
                low, high = self.allowed
                good = len(value) == int(kind[4:]) and all(type(x) is int and low <= x <= high for x in value)
        if not good:
            raise KnobError("%s = %r: must be %s" % (self.name, value, self.allows()))
        return value

    def encode(self, value) -> tuple:
        """The value as whole numbers, for flash."""
        if value is None:
            return ()
        if self.type in ("bool", "int"):
            return (int(value),)
        if self.type == "enum":
            return (self.allowed.index(value),)
        if self.type == "set":
            return tuple(self.allowed.index(x) for x in value)
        return tuple(value)

    def decode(self, numbers):
        if self.type == "bool":
            return bool(numbers[0])
        if self.type == "int":
            return numbers[0] if numbers else None
        if self.type == "enum":
            return _once(self.allowed[numbers[0]])
        if self.type == "set":
            return tuple(self.allowed[i] for i in numbers)
        return tuple(numbers)


def _parse(kind: bytes, text: bytes):
    """A default, out of the table."""
    if kind == b"bool":
        return text == b"true"
    if kind == b"int":
        return None if text == b"-" else int(text)
    if kind == b"enum":
        return _once(text.decode())
    return () if kind == b"set" else tuple([int(x) for x in text.split(b",")])


def _once(word: str) -> str:
    """The word that MicroPython has already, since it keeps names of types once: others split the heap."""
    return type(word, (), {}).__name__


def _lines():
    """(number, group, line) of each knob."""
    number = 0
    for piece in TABLE:
        lines = piece.split(b"\n")
        for line in lines[1:-1]:
            yield number, lines[0][2:], line
            number += 1


def knobs():
    """All knobs, in the table's order; one at a time, for a hundred of them are a tenth of the RAM."""
    return (Knob(*line) for line in _lines())


def find(name):
    """The knob of that name or number; only that one is made, for making all of them takes its time."""
    begin = name.encode() + b" " if type(name) is str else None
    for number, group, line in _lines():
        if number == name or (begin and line.startswith(begin)):
            return Knob(number, group, line)
    raise KnobError("%s: there is no such rule" % (name,))


def resolve(edition, table):
    """Every knob's value: the table's choice, else the variant's, else the edition's, else the default."""
    variant = find("game_variant").check(table.get("game_variant", edition.get("game_variant", "standard")))
    choices = (table, VARIANTS[variant], edition)
    r = Rules()
    names = [line[: line.find(b" ")].decode() for _, _, line in _lines()]
    for name in names:
        setattr(r, name, None)  # its full size at once, while there is room in one piece
    used = 0
    for number, group, line in _lines():
        name = names[number]
        _, kind, _, default, _ = line.split(b" ")
        knob = None  # made only for those that somebody chose: making all of them takes a third of a second
        for choice in choices:
            if name in choice:
                used += 1
                first = knob is None
                knob = knob or Knob(number, group, line)
                value = knob.check(choice[name])
                if first:
                    setattr(r, name, value)
        if knob is None:
            setattr(r, name, _parse(kind, default))
    if used < sum(len(choice) for choice in choices):
        for choice in choices:
            for name in choice:
                find(name)  # raises for the one that does not exist
    if r.players_min > r.players_max:
        raise KnobError("players_min = %d: more than players_max" % r.players_min)
    return settled(r)


def settled(r):
    """What one knob leaves to another, so that play need not look twice."""
    r.exact_salary = r.go_salary if r.go_exact_salary is None else r.go_exact_salary
    return r


def changed(r, changes: dict):
    """The same rules, some of them changed in play: knob's number -> its value as whole numbers."""
    new = Rules()
    for name in r.__dict__:
        setattr(new, name, getattr(r, name))
    for number in changes:
        knob = find(number)
        setattr(new, knob.name, knob.decode(changes[number]))
    return settled(new)
