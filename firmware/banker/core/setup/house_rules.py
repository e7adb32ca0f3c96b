"""The house rules, read from house_rules_table.py. Loaded to set up, check or show them; play reads Rules."""

from __future__ import annotations

from typing import Any

from banker.core.game_rules import ChangedRules, Rules
from banker.core.setup.house_rules_table import TABLE
from banker.core.types import Iterator, RuleChoices, Sequence

# What a variant changes (host/docs/rules.md, variants); the choice of the players goes before it.
VARIANTS: dict[str, RuleChoices] = {
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

# No screen and no command serves these rules, so the box does not ask for them.
UNSERVED = ("start_notes", "tax_hide_worth", "trade_immunity", "payer_confirm")


class HouseRuleError(ValueError):
    """A rule that does not exist, or a value that it cannot have; the text names both."""

    code = "bad-rule"  # as a refusal


class HouseRule:
    """One line of the table."""

    def __init__(self, group: bytes, line: bytes) -> None:
        self.group = group.decode()
        self.name, number, self.type, allowed, default, rules = line.decode().split(" ")
        self.number = int(number)
        self.rules = rules.split(",")
        self.allowed: tuple[Any, ...] = tuple(allowed.split(","))
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

    def check(self, value: Any) -> Any:
        """The value as the engine keeps it, or HouseRuleError."""
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
            raise HouseRuleError("%s = %r: must be %s" % (self.name, value, self.allows()))
        return value

    def encode(self, value: Any) -> tuple[int, ...]:
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

    def decode(self, numbers: Sequence[int]) -> Any:
        """The value from its whole numbers."""
        if self.type == "bool":
            return bool(numbers[0])
        if self.type == "int":
            return numbers[0] if numbers else None
        if self.type == "enum":
            return _once(self.allowed[numbers[0]])
        if self.type == "set":
            return tuple(self.allowed[i] for i in numbers)
        return tuple(numbers)


def _parse(kind: bytes, text: bytes) -> Any:
    """A default of the table."""
    if kind == b"bool":
        return text == b"true"
    if kind == b"int":
        return None if text == b"-" else int(text)
    if kind == b"enum":
        return _once(text.decode())
    return () if kind == b"set" else tuple([int(x) for x in text.split(b",")])


def _once(word: str) -> str:
    """The same word as MicroPython keeps it among its names: one copy for all games."""
    return type(word, (), {}).__name__


def _lines() -> Iterator[tuple[bytes, bytes]]:
    """(group, line) of each rule."""
    for piece in TABLE:
        lines = piece.split(b"\n")
        for line in lines[1:-1]:
            yield lines[0][2:], line


def all_house_rules() -> Iterator[HouseRule]:
    """In the order of the table; one at a time, because all at once take a tenth of the RAM."""
    return (HouseRule(group, line) for group, line in _lines())


def find(name: str | int) -> HouseRule:
    """The rule of this name or number; only this one is made, because making all of them takes time."""
    place = 0 if isinstance(name, str) else 1
    word = str(name).encode()
    for group, line in _lines():
        if line.split(b" ", 2)[place] == word:
            return HouseRule(group, line)
    raise HouseRuleError("%s: there is no such rule" % (name,))


def check_choices(choices: RuleChoices) -> None:
    """HouseRuleError for a rule that does not exist, or a value that it cannot have."""
    known = 0
    for group, line in _lines():  # once for all: a search for each took 2 s on the Pico
        name = _name(line)
        if name in choices:
            HouseRule(group, line).check(choices[name])
            known += 1
    if known < len(choices):
        for name in choices:
            find(name)  # raises for the one that does not exist


def resolve(edition: RuleChoices, table: RuleChoices) -> Rules:
    """The value of every rule: the choice of the players, else the variant's, the edition's, the default."""
    variant = find("game_variant").check(table.get("game_variant", edition.get("game_variant", "standard")))
    choices = (table, VARIANTS[variant], edition)
    r = Rules()
    names = [_name(line) for _, line in _lines()]
    for name in names:
        setattr(r, name, None)  # its full size at once, while there is room in one piece
    used = 0
    place = 0
    for group, line in _lines():
        name = names[place]
        place += 1
        rule = None  # made only for those that somebody chose: making all of them takes a third of a second
        for choice in choices:
            if name in choice:
                used += 1
                is_first = rule is None
                rule = rule or HouseRule(group, line)
                value = rule.check(choice[name])
                if is_first:
                    setattr(r, name, value)
        if rule is None:
            _, _, kind, _, default, _ = line.split(b" ")
            setattr(r, name, _parse(kind, default))
    if used < sum(len(choice) for choice in choices):
        for choice in choices:
            for name in choice:
                find(name)  # raises for the one that does not exist
    if r.players_min > r.players_max:
        raise HouseRuleError("players_min = %d: more than players_max" % r.players_min)
    return _worked_out(r)


def _name(line: bytes) -> str:
    return line[: line.find(b" ")].decode()


def _worked_out(r: Rules) -> Rules:
    """Settle where one rule leaves its value to another, so that play need not look twice."""
    from banker.core.setup.ends import ends_of  # only here: screens that show rules need it not

    r.exact_salary = r.go_salary if r.go_exact_salary is None else r.go_exact_salary
    r.ends = ends_of(r, VARIANTS[r.game_variant].get("end_condition"))
    return r


def changed(r: Rules, changes: dict[int, tuple[int, ...]]) -> Rules:
    """The same rules, some of them changed in play: number -> encoded value."""
    new = ChangedRules(r.base if isinstance(r, ChangedRules) else r)
    if isinstance(r, ChangedRules):
        for name in r.__dict__:
            setattr(new, name, getattr(r, name))
    for number in changes:
        rule = find(number)
        setattr(new, rule.name, rule.decode(changes[number]))
    return _worked_out(new)
