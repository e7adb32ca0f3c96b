"""A simulated player, Fool, who tries anything anywhere. Every choice comes from the seed.

Runs in MicroPython too (tests/micropython), so it uses only what both interpreters have. Commands are in the
engine's form: players and deeds by number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from banker.core.board import BANK, DEEDS, GROUP_OF, UTILITIES, siblings
from banker.core.commands import COMMANDS
from banker.core.setup.house_rules import all_house_rules
from banker.core.state import Game, decider, phase
from banker.core.types import Command

from .random_tables import Random, value_of

NAMES = tuple(sorted(COMMANDS))


class Fool:
    """Gives commands that might be accepted now; `wild` times in a hundred, any command at all."""

    def __init__(self, seed: int, wild: int = 0, busy: int = 30) -> None:
        self.random = Random(seed)
        self.wild = wild
        self.busy = busy  # how often, in a hundred, it does something besides the turn

    def command(self, g: Game) -> Command:
        random = self.random
        if random.below(100) < self.wild:
            return self.anything(g)
        now = phase(g)
        if now in ("roll", "end", "power"):
            if random.below(100) < self.busy:
                return self._besides(g)
            if g.rules.mode == "banker":
                return self._reported(g)
        elif random.below(500) < self.busy:
            return self._meanwhile(g)
        command: Command = getattr(self, "_" + now)(g, decider(g))
        return command

    def _meanwhile(self, g: Game) -> Command:
        """What others may do while somebody decides or owes (S-1, S-2)."""
        if g.claims and self.random.below(3):
            claim = self.random.one(g.claims)
            return {"do": "claim", "by": claim[2], "deed": claim[0]}
        return self._raising(g, self.random.below(g.players))

    def _deal(self, g: Game, p: int) -> Command:
        return {"do": "deal"}

    def _roll(self, g: Game, p: int) -> Command:
        if g.jailed[p]:
            name = self.random.one(("roll", "roll", "fine", "jail-card"))
            if name == "jail-card" and self.random.below(2):
                return {"do": name, "deck": self.random.below(2)}
            if name != "roll":
                return {"do": name}
        if self.random.below(4) == 0:
            return {"do": "roll", "dice": self.random.dice()}
        return {"do": "roll"}

    def _end(self, g: Game, p: int) -> Command:
        return {"do": "end"}

    def _over(self, g: Game, p: int) -> Command:
        return {"do": "end"}

    def _buy(self, g: Game, p: int) -> Command:
        k = self.random.below(10)
        if g.cash[p] < g.board.price[g.tasks[0][4]]:
            return self._raising(g, p) if k < 4 else {"do": "decline"}
        return {"do": "decline"} if k < 2 else self._raising(g, p) if k < 3 else {"do": "buy"}

    def _auction(self, g: Game, p: int) -> Command:
        k = self.random.below(12)
        p = self.random.below(g.players)
        high = g.tasks[0][3]
        if k < 5:
            step = self.random.one((1, 2, 10, 50, 150))
            return {"do": "bid", "by": p, "amount": max(high, g.rules.auction_min_bid - 1) + step}
        if k < 10:
            return {"do": "pass", "by": p}
        return {"do": "hammer"} if k < 11 else self._raising(g, p)

    def _rent(self, g: Game, p: int) -> Command:
        k = self.random.below(4)
        if k < 2:
            return {"do": "pay" if k else "decline"}
        c: Command = {"do": "battle"}
        if self.random.below(3):
            c["take"] = self.random.below(4) > 0
        if self.random.below(2):
            c["redeem"] = [g.tasks[0][4]]
        return c

    def _tax(self, g: Game, p: int) -> Command:
        return {"do": "tax", "choose": self.random.one(("flat", "percent"))}

    def _card(self, g: Game, p: int) -> Command:
        if self.random.below(3):
            return {"do": "draw"}
        return {"do": "card", "card": g.tasks[0][4] << 4 | self.random.below(16)}

    def _throw(self, g: Game, p: int) -> Command:
        return {"do": "throw"} if self.random.below(2) else {"do": "throw", "dice": self.random.dice()}

    def _debt(self, g: Game, p: int) -> Command:
        k = self.random.below(10)
        if g.cash[p] >= g.tasks[0][3] and k < 6:
            return {"do": "pay"}
        if k < 3:
            return {"do": "bankrupt", "redeem": self._some_deeds(g)} if k else {"do": "bankrupt"}
        return {"do": "jail-card"} if k == 3 else self._raising(g, p)

    def _place(self, g: Game, p: int) -> Command:
        return {"do": "place", "deed": self._own(g, p)}

    def _power(self, g: Game, p: int) -> Command:
        if self.random.below(4) == 0:
            return {"do": "roll"}
        double = g.tasks[0][4]
        if double == 1:
            return {"do": "power", "space": self.random.below(40)}
        if double == 6:
            deed = self.random.below(DEEDS)
            if g.tasks[0][3]:  # a tie: the same deed again
                return {"do": "power"}
            return {"do": "power", "deed": deed, "redeem": [deed]}
        return {"do": "power"}

    def _reported(self, g: Game) -> Command:
        """Bank only: something that happened on the board."""
        random = self.random
        p = random.below(g.players)
        name = random.one(
            ("land", "land", "land", "land", "salary", "transfer", "tax", "card", "jail", "fine", "free")
        )
        c: Command = {"do": name, "by": p}
        if name == "land":
            c["deed"] = random.below(DEEDS)
            if GROUP_OF[c["deed"]] == UTILITIES:
                c["dice"] = random.dice()
        elif name == "transfer":
            ends = list(range(g.players)) + [8, 9]
            c = {
                "do": name,
                "from": random.one(ends),
                "to": random.one(ends),
                "amount": 1 + random.below(300),
            }
        elif name == "tax":
            c["choose"] = random.one(("flat", "percent"))
            c["space"] = random.one((4, 38))
        elif name == "card":
            c["card"] = random.below(32)
        return c

    def _raising(self, g: Game, p: int) -> Command:
        """Raise money: sell, mortgage, trade."""
        k = self.random.below(12)
        if k < 4:
            return {"do": "mortgage", "by": p, "deed": self._own(g, p)}
        if k < 8:
            return self._buildings(g, p, "sell-building", -1)
        if k < 9:
            return {"do": "sell-group", "by": p, "group": GROUP_OF[self._own(g, p)]}
        return {"do": "sell-deed", "by": p, "deed": self._own(g, p)} if k < 10 else self._trade(g, p)

    def _besides(self, g: Game) -> Command:
        random = self.random
        k = random.below(100)
        p = g.turn if random.below(2) else random.below(g.players)
        if k < 30 and g.claims:
            claim = random.one(g.claims)
            return {"do": "claim", "by": claim[2], "deed": claim[0]}
        if k < 50:
            return self._buildings(g, p, "build", 1)
        if k < 70:
            return self._trade(g, p)
        if k < 80:
            return {"do": "redeem", "by": p, "deed": self._own(g, p)}
        if k < 90:
            return self._raising(g, p)
        if k < 93:
            return {"do": "auction-building", "kind": random.one(("house", "hotel"))}
        if k < 95:
            return {"do": "correct", "by": p, "cash": random.below(400) - 200}
        if k < 96:
            return {"do": "correct", "by": p, "space": random.below(40)}
        if k < 98:
            knob = random.one(list(all_house_rules()))
            return {"do": "set-rule", "knob": knob.name, "value": value_of(random, knob)}
        return {"do": "time-up"} if random.below(8) or self.wild == 0 else {"do": "resign", "by": p}

    def _buildings(self, g: Game, p: int, name: str, step: int) -> Command:
        deed = self._own(g, p)
        if self.random.below(2):
            return {"do": name, "by": p, "deed": deed}
        if self.random.below(3):
            level = min(max(g.level[deed] + step * (1 + self.random.below(3)), 0), 5)
            return {"do": name, "by": p, "to": {d: level for d in siblings(deed)}}
        return {"do": name, "by": p, "to": self._layout(siblings(deed))}

    def _layout(self, deeds: Sequence[int]) -> dict[int, int]:
        """Any levels. No comprehension: MicroPython would draw the value before the key."""
        to = {}
        for deed in deeds:
            to[deed] = self.random.below(6)
        return to

    def _trade(self, g: Game, p: int) -> Command:
        random = self.random
        other = random.below(g.players)
        c: Command = {
            "do": "trade",
            "a": p,
            "b": other,
            "a_gives": self._gift(g, p),
            "b_gives": self._gift(g, other),
        }
        if random.below(3) == 0:
            c["redeem"] = self._some_deeds(g)
        return c

    def _gift(self, g: Game, p: int) -> Command:
        side: dict[str, Any] = {}
        if self.random.below(2):
            side["cash"] = self.random.below(min(g.cash[p], 400) + 1)
        if self.random.below(4):
            side["deeds"] = [d for d in range(DEEDS) if g.owner[d] == p and self.random.below(6) == 0]
        if p in g.held and self.random.below(2):
            side["jail_cards"] = 1
        return side

    def _own(self, g: Game, p: int) -> int:
        mine = [d for d in range(DEEDS) if g.owner[d] == p]
        return self.random.one(mine) if mine else self.random.below(DEEDS)

    def _some_deeds(self, g: Game) -> list[int]:
        return [d for d in range(DEEDS) if g.mortgaged[d] and self.random.below(2)]

    # One branch for each command: the list is long but flat, so it stays in one function.
    def anything(self, g: Game) -> Command:  # noqa: C901
        """Any command with any arguments of the right type; most are refused."""
        random = self.random
        name = random.one(NAMES)
        p = random.below(g.players)
        c: Command = {"do": name}
        if random.below(4):
            c["by"] = p
        if name == "trade":
            c.update(self._trade(g, p))
        elif name == "transfer":
            c.update({"from": random.below(10), "to": random.below(10), "amount": random.below(2000)})
            for end in ("from", "to"):
                if g.players <= c[end] < BANK:
                    c[end] = BANK
        elif name == "set-rule":
            knob = random.one(list(all_house_rules()))
            c["knob"] = knob.name if random.below(9) else "no-such"
            c["value"] = (
                value_of(random, knob) if random.below(3) else random.one((-7, "maybe", [], True, 10**7))
            )
        elif name == "deal":
            if random.below(2):
                c["deeds"] = {
                    q: [random.below(DEEDS) for _ in range(random.below(5))] for q in range(g.players)
                }
        elif name in ("build", "sell-building") and random.below(2):
            c["to"] = self._layout([random.below(DEEDS) for _ in range(3)])
        elif name in ("build", "sell-building", "claim", "place", "mortgage", "redeem", "sell-deed", "land"):
            c["deed"] = random.below(DEEDS)
        elif name == "bid":
            c["amount"] = random.one((0, 1, 100, 999999, random.below(3000)))
        elif name == "card":
            c["card"] = random.below(32)
        elif name == "sell-group":
            c["group"] = random.below(10)
        elif name == "auction-building":
            c["kind"] = random.one(("house", "hotel"))
        elif name == "correct":
            c["cash"] = random.below(4000) - 2000
        if name in ("roll", "battle", "power", "throw", "land") and random.below(2):
            c["dice"] = random.dice()
        if name in ("power", "tax", "correct") and random.below(2):
            c["space"] = random.below(40)
        if name in ("buy", "decline", "power") and random.below(2):
            c["deed"] = random.below(DEEDS)
        if name == "tax" and random.below(3):
            c["choose"] = random.one(("flat", "percent"))
        if name == "claim" and random.below(2):
            c["from"] = random.below(g.players)
        if name == "jail-card" and random.below(2):
            c["deck"] = random.below(2)
        if name in ("hammer", "battle", "power", "bankrupt") and random.below(2):
            c["redeem"] = [random.below(DEEDS)]
        return c
