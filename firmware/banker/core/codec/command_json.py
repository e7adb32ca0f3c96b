"""Commands as the outside writes them (JSON, ids instead of numbers), checked and turned into numbers."""

from __future__ import annotations

from typing import Any

from banker.core.board import BANK, POT, SPACES
from banker.core.ids import DECK_IDS, DEED_IDS, GROUP_IDS, card_number
from banker.core.refusal import Refused
from banker.core.types import Command, Dice, Sequence

MOST = 999999  # the display shows six digits

# The arguments of each command besides `by`; those with ? are optional.
ARGS = {
    "deal": "hands?",
    "roll": "dice?",
    "end": "",
    "fine": "",
    "jail-card": "deck?",
    "buy": "deed?",
    "decline": "deed?",
    "bid": "amount",
    "pass": "",
    "hammer": "redeem?",
    "pay": "",
    "battle": "dice? take? redeem?",
    "power": "space? deed? dice? redeem?",
    "tax": "choose? space?",
    "card": "card",
    "draw": "",
    "throw": "dice?",
    "claim": "deed payer?",
    "build": "deed? to?",
    "sell-building": "deed? to?",
    "sell-group": "group",
    "auction-building": "kind",
    "place": "deed",
    "mortgage": "deed",
    "redeem": "deed",
    "trade": "a b a_gives? b_gives? redeem?",
    "bankrupt": "redeem?",
    "resign": "",
    "time-up": "",
    "set-rule": "knob value",
    "undo": "",
    "redo": "",
    "correct": "cash? space?",
    "sell-deed": "deed",
    "land": "deed dice?",
    "jail": "",
    "salary": "",
    "transfer": "giver taker amount",
    "free": "",
}


class Reader:
    """Reads commands of a table whose players have these names."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def command(self, raw: Any) -> Command:
        if type(raw) is not dict or raw.get("do") not in ARGS:
            raise Refused("unknown-command")
        name = raw["do"]
        c: Command = {"do": name}
        if "by" in raw:
            c["by"] = self.player(raw["by"])
        known = ["do", "by"]
        for arg in ARGS[name].split(" "):
            if not arg:
                continue
            optional = arg[-1] == "?"
            arg = arg[:-1] if optional else arg
            key = KEYS.get(arg, arg)
            known.append(key)
            if raw.get(key) is None:
                if not optional:
                    raise Refused(_MISSING.get(arg, "bad-choice"))
                continue
            c[key] = getattr(self, arg)(raw[key])
        for key in raw:
            if key not in known:
                raise Refused("bad-choice")
        if name in ("build", "sell-building") and ("deed" in c) == ("to" in c):
            raise Refused("unknown-deed" if "deed" not in c else "bad-choice")
        return c

    def player(self, x: Any) -> int:
        if type(x) is not str or x not in self.names:
            raise Refused("unknown-player")
        return self.names.index(x)

    a = b = payer = player

    def account(self, x: Any) -> int:
        return BANK if x == "bank" else POT if x == "pot" else self.player(x)

    giver = taker = account

    def deed(self, x: Any) -> int:
        if type(x) is not str or x not in DEED_IDS:
            raise Refused("unknown-deed")
        return DEED_IDS.index(x)

    def card(self, x: Any) -> int:
        number = card_number(x)
        if number is None:
            raise Refused("unknown-card")
        return number

    def amount(self, x: Any) -> int:
        if type(x) is not int or not 0 <= x <= MOST:
            raise Refused("bad-amount")
        return x

    def cash(self, x: Any) -> int:
        if type(x) is not int or not -MOST <= x <= MOST:
            raise Refused("bad-amount")
        return x

    def space(self, x: Any) -> int:
        if type(x) is not int or not 0 <= x < SPACES:
            raise Refused("bad-choice")
        return x

    def dice(self, x: Any) -> Dice:
        if type(x) not in (list, tuple) or len(x) != 2 or not all(type(d) is int and 1 <= d <= 6 for d in x):
            raise Refused("bad-dice")
        return x[0], x[1]

    def deeds(self, x: Any) -> list[int]:
        if type(x) not in (list, tuple):
            raise Refused("unknown-deed")
        return [self.deed(d) for d in x]

    def redeem(self, x: Any) -> list[int]:
        """Each once."""
        deeds: list[int] = []
        for deed in self.deeds(x):
            if deed not in deeds:
                deeds.append(deed)
        return deeds

    def hands(self, x: Any) -> dict[Any, Any]:
        if type(x) is not dict:
            raise Refused("bad-choice")
        # All names first: the order inside a dict differs between the interpreters.
        players = [self.player(p) for p in x]
        return dict(zip(players, [self.deeds(hand) for hand in x.values()]))

    def to(self, x: Any) -> dict[Any, Any]:
        if type(x) is not dict or not x:
            raise Refused("bad-choice")
        for level in x.values():
            if type(level) is not int or not 0 <= level <= 5:
                raise Refused("bad-choice")
        return {self.deed(d): x[d] for d in x}

    def a_gives(self, x: Any) -> dict[Any, Any]:
        if type(x) is not dict:
            raise Refused("bad-choice")
        for key in x:
            if key not in ("cash", "deeds", "jail_cards"):
                raise Refused("bad-choice")
        side: dict[str, Any] = {}
        if "cash" in x:
            side["cash"] = self.amount(x["cash"])
        if "deeds" in x:
            side["deeds"] = self.deeds(x["deeds"])
        if "jail_cards" in x:
            side["jail_cards"] = self.amount(x["jail_cards"])
        return side

    b_gives = a_gives

    def group(self, x: Any) -> int:
        if type(x) is not str or x not in GROUP_IDS:
            raise Refused("bad-choice")
        return GROUP_IDS.index(x)

    def choose(self, x: Any) -> Any:
        return _one_of(x, ("flat", "percent"))

    def deck(self, x: Any) -> int:
        return DECK_IDS.index(_one_of(x, DECK_IDS))

    def kind(self, x: Any) -> Any:
        return _one_of(x, ("house", "hotel"))

    def take(self, x: Any) -> Any:
        return _one_of(x, (True, False))

    def knob(self, x: Any) -> str:
        if type(x) is not str:
            raise Refused("bad-choice")
        return x

    def value(self, x: Any) -> Any:
        return x


def _one_of(x: Any, allowed: Sequence[Any]) -> Any:
    if type(x) is not type(allowed[0]) or x not in allowed:
        raise Refused("bad-choice")
    return x


# Arguments whose key in the contract means something else elsewhere, or is a keyword of Python.
KEYS = {"giver": "from", "taker": "to", "hands": "deeds", "payer": "from"}
# The refusal when an argument is missing; else bad-choice.
_MISSING = {
    "deed": "unknown-deed",
    "card": "unknown-card",
    "amount": "bad-amount",
    "a": "unknown-player",
    "b": "unknown-player",
    "giver": "unknown-player",
    "taker": "unknown-player",
}
