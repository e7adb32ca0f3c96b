"""Players without people: Fool tries anything, everywhere. Every choice comes from the seed.

Runs unchanged in MicroPython (tests/micropython), so it keeps to what both interpreters have. Commands are
in the engine's inner form: players and deeds by number.
"""

from banker.core.board import BANK, DEEDS, GROUP_OF, UTILITIES, siblings
from banker.core.commands import COMMANDS
from banker.core.knobs import knobs
from banker.core.state import decider, phase

from .tables import Chance, value_of

NAMES = tuple(sorted(COMMANDS))


class Fool:
    """Says anything that might be accepted now; `wild` times in a hundred, anything at all."""

    def __init__(self, seed: int, wild: int = 0, busy: int = 30):
        self.chance = Chance(seed)
        self.wild = wild
        self.busy = busy  # how often, in a hundred, something is done besides the turn itself

    def command(self, g) -> dict:
        chance = self.chance
        if chance.below(100) < self.wild:
            return self.anything(g)
        now = phase(g)
        if now in ("roll", "end", "power"):
            if chance.below(100) < self.busy:
                return self._besides(g)
            if g.rules.mode == "banker":
                return self._reported(g)
        return getattr(self, "_" + now)(g, decider(g))

    def _deal(self, g, p):
        return {"do": "deal"}

    def _roll(self, g, p):
        if g.jailed[p]:
            name = self.chance.one(("roll", "roll", "fine", "jail-card"))
            if name != "roll":
                return {"do": name}
        if self.chance.below(4) == 0:
            return {"do": "roll", "dice": self.chance.dice()}
        return {"do": "roll"}

    def _end(self, g, p):
        return {"do": "end"}

    def _over(self, g, p):
        return {"do": "end"}

    def _buy(self, g, p):
        k = self.chance.below(10)
        if g.cash[p] < g.board.price[g.tasks[0][4]]:
            return self._raising(g, p) if k < 4 else {"do": "decline"}
        return {"do": "decline"} if k < 2 else self._raising(g, p) if k < 3 else {"do": "buy"}

    def _auction(self, g, p):
        k = self.chance.below(12)
        p = self.chance.below(g.players)
        high = g.tasks[0][3]
        if k < 5:
            step = self.chance.one((1, 2, 10, 50, 150))
            return {"do": "bid", "by": p, "amount": max(high, g.rules.auction_min_bid - 1) + step}
        if k < 10:
            return {"do": "pass", "by": p}
        return {"do": "hammer"} if k < 11 else self._raising(g, p)

    def _rent(self, g, p):
        if self.chance.below(2):
            return {"do": "pay"}
        c = {"do": "battle", "take": self.chance.below(4) > 0}
        if self.chance.below(2):
            c["redeem"] = [g.tasks[0][4]]
        return c

    def _tax(self, g, p):
        return {"do": "tax", "choose": self.chance.one(("flat", "percent"))}

    def _card(self, g, p):
        if self.chance.below(3):
            return {"do": "draw"}
        return {"do": "card", "card": g.tasks[0][4] << 4 | self.chance.below(16)}

    def _throw(self, g, p):
        return {"do": "throw"} if self.chance.below(2) else {"do": "throw", "dice": self.chance.dice()}

    def _debt(self, g, p):
        k = self.chance.below(10)
        if g.cash[p] >= g.tasks[0][3] and k < 6:
            return {"do": "pay"}
        if k < 3:
            return {"do": "bankrupt", "redeem": self._some_deeds(g)} if k else {"do": "bankrupt"}
        return {"do": "jail-card"} if k == 3 else self._raising(g, p)

    def _place(self, g, p):
        return {"do": "place", "deed": self._own(g, p)}

    def _power(self, g, p):
        if self.chance.below(4) == 0:
            return {"do": "roll"}
        double = g.tasks[0][4]
        if double == 1:
            return {"do": "power", "space": self.chance.below(40)}
        if double == 6:
            deed = self.chance.below(DEEDS)
            return {"do": "power", "deed": deed, "redeem": [deed]}
        return {"do": "power"}

    def _reported(self, g):
        """Banker mode: what happened on the board."""
        chance = self.chance
        p = chance.below(g.players)
        name = chance.one(
            ("land", "land", "land", "land", "salary", "transfer", "tax", "card", "jail", "fine")
        )
        c = {"do": name, "by": p}
        if name == "land":
            c["deed"] = chance.below(DEEDS)
            if GROUP_OF[c["deed"]] == UTILITIES:
                c["dice"] = chance.dice()
        elif name == "transfer":
            ends = list(range(g.players)) + [8, 9]
            c = {
                "do": name,
                "from": chance.one(ends),
                "to": chance.one(ends),
                "amount": 1 + chance.below(300),
            }
        elif name == "tax":
            c["choose"] = chance.one(("flat", "percent"))
            c["space"] = chance.one((4, 38))
        elif name == "card":
            c["card"] = chance.below(32)
        return c

    def _raising(self, g, p):
        """Money for something: sell, borrow, deal."""
        k = self.chance.below(12)
        if k < 4:
            return {"do": "mortgage", "by": p, "deed": self._own(g, p)}
        if k < 8:
            return self._buildings(g, p, "sell-building", -1)
        if k < 9:
            return {"do": "sell-group", "by": p, "group": GROUP_OF[self._own(g, p)]}
        return {"do": "sell-deed", "by": p, "deed": self._own(g, p)} if k < 10 else self._trade(g, p)

    def _besides(self, g):
        chance = self.chance
        k = chance.below(100)
        p = g.turn if chance.below(2) else chance.below(g.players)
        if k < 30 and g.claims:
            claim = chance.one(g.claims)
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
            return {"do": "auction-building", "kind": chance.one(("house", "hotel"))}
        if k < 95:
            return {"do": "correct", "by": p, "cash": chance.below(400) - 200}
        if k < 96:
            return {"do": "correct", "by": p, "space": chance.below(40)}
        if k < 98:
            knob = chance.one(list(knobs()))
            return {"do": "set-rule", "knob": knob.name, "value": value_of(chance, knob)}
        return {"do": "time-up"} if chance.below(8) or self.wild == 0 else {"do": "resign", "by": p}

    def _buildings(self, g, p, name, step):
        deed = self._own(g, p)
        if self.chance.below(2):
            return {"do": name, "by": p, "deed": deed}
        if self.chance.below(3):
            level = min(max(g.level[deed] + step * (1 + self.chance.below(3)), 0), 5)
            return {"do": name, "by": p, "to": {d: level for d in siblings(deed)}}
        return {"do": name, "by": p, "to": self._layout(siblings(deed))}

    def _layout(self, deeds):
        """Any levels; not by a comprehension, of which MicroPython works out the value before the key."""
        to = {}
        for deed in deeds:
            to[deed] = self.chance.below(6)
        return to

    def _trade(self, g, p):
        chance = self.chance
        other = chance.below(g.players)
        c = {"do": "trade", "a": p, "b": other, "a_gives": self._gift(g, p), "b_gives": self._gift(g, other)}
        if chance.below(3) == 0:
            c["redeem"] = self._some_deeds(g)
        return c

    def _gift(self, g, p):
        side: dict = {}
        if self.chance.below(2):
            side["cash"] = self.chance.below(min(g.cash[p], 400) + 1)
        if self.chance.below(4):
            side["deeds"] = [d for d in range(DEEDS) if g.owner[d] == p and self.chance.below(6) == 0]
        if p in g.held and self.chance.below(2):
            side["jail_cards"] = 1
        return side

    def _own(self, g, p):
        mine = [d for d in range(DEEDS) if g.owner[d] == p]
        return self.chance.one(mine) if mine else self.chance.below(DEEDS)

    def _some_deeds(self, g):
        return [d for d in range(DEEDS) if g.mortgaged[d] and self.chance.below(2)]

    def anything(self, g):
        """Any command with any arguments of the right kind: mostly refused."""
        chance = self.chance
        name = chance.one(NAMES)
        p = chance.below(g.players)
        c = {"do": name}
        if chance.below(4):
            c["by"] = p
        if name == "trade":
            c.update(self._trade(g, p))
        elif name == "transfer":
            c.update({"from": chance.below(10), "to": chance.below(10), "amount": chance.below(2000)})
            for end in ("from", "to"):
                if g.players <= c[end] < BANK:
                    c[end] = BANK
        elif name == "set-rule":
            knob = chance.one(list(knobs()))
            c["knob"] = knob.name if chance.below(9) else "no-such"
            c["value"] = (
                value_of(chance, knob) if chance.below(3) else chance.one((-7, "maybe", [], True, 10**7))
            )
        elif name == "deal":
            if chance.below(2):
                c["deeds"] = {
                    q: [chance.below(DEEDS) for _ in range(chance.below(5))] for q in range(g.players)
                }
        elif name in ("build", "sell-building") and chance.below(2):
            c["to"] = self._layout([chance.below(DEEDS) for _ in range(3)])
        elif name in ("build", "sell-building", "claim", "place", "mortgage", "redeem", "sell-deed", "land"):
            c["deed"] = chance.below(DEEDS)
        elif name == "bid":
            c["amount"] = chance.one((0, 1, 100, 999999, chance.below(3000)))
        elif name == "card":
            c["card"] = chance.below(32)
        elif name == "sell-group":
            c["group"] = chance.below(10)
        elif name == "auction-building":
            c["kind"] = chance.one(("house", "hotel"))
        elif name == "correct":
            c["cash"] = chance.below(4000) - 2000
        if name in ("roll", "battle", "power", "throw", "land") and chance.below(2):
            c["dice"] = chance.dice()
        if name in ("power", "tax", "correct") and chance.below(2):
            c["space"] = chance.below(40)
        if name in ("buy", "decline", "power") and chance.below(2):
            c["deed"] = chance.below(DEEDS)
        if name == "tax" and chance.below(3):
            c["choose"] = chance.one(("flat", "percent"))
        if name == "claim" and chance.below(2):
            c["from"] = chance.below(g.players)
        if name in ("hammer", "battle", "power", "bankrupt") and chance.below(2):
            c["redeem"] = [chance.below(DEEDS)]
        return c
