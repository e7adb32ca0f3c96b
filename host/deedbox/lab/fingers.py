"""From a wish to the inputs that fulfil it: players without people, who tap and press keys like others.

A Hand looks at the box (which keys mean something, the game) and says what it does next: ("key", "A"),
("token", seat), ("deed", number), ("card", number), ("wait", ms). It knows no more than people at the table.
Runs unchanged in MicroPython, like the players.
"""

from banker.core.board import BANK, GROUP_OF, POT, siblings
from banker.core.commands import decide
from banker.core.refusal import Refused
from banker.core.state import decider, phase
from banker.ui.screens.build import spread

from .sensible import Sensible

# After a bid no token is taken for a moment; three blows of the hammer are a second apart.
_AFTER_BID_MS = 1300
_HAMMER_MS = 1100
_PAGE_MS = 2300  # a long trade turns its pages by itself
_PATIENCE_MS = 31000  # then every question is closed


class Hand:
    """Plays for everyone at the table, with the wishes of a sensible player."""

    def __init__(self, seed: int):
        self.player = Sensible(seed)
        self._left: list = []
        self.wasted = 0  # wishes in a row after which the game stood as before

    def next(self, game, keys) -> tuple:
        """The next input. `keys` are those that mean something on the box now."""
        if list(keys) == ["#"]:
            return "key", "#"  # something to be read
        if not self._left:
            self.wasted += 1
            if self.wasted % 2 == 0:  # what was begun is not understood here: let the question pass
                return "wait", _PATIENCE_MS
            command, _ = self.player.step(game)
            self._left = inputs(game, command, self.player.chance, keys)
        return self._left.pop(0)

    def progress(self) -> None:
        """The game has changed: whatever was still to be pressed belonged to what stood before."""
        self._left = []
        self.wasted = 0


def inputs(g, command: dict, chance, keys=()) -> list:
    """The taps and keys for a command, from the screen that the game rests on."""
    do = command["do"]
    by = command.get("by", decider(g))
    card = "A" if g.rules.mode == "banker" and phase(g) == "roll" else ""  # there a deed is first a place
    boxed = g.rules.dice_source == "device"
    if do in _PLAIN:
        return _typed(_PLAIN[do])
    if do == "roll":
        return _typed(_box_throws(g)) if boxed else _dice(command, chance) + _typed("#")
    if do == "throw":
        return ([] if boxed else _dice(command, chance)) + [("token", by)]
    if do == "bid":
        leave = [] if "1" in keys else _typed("*")
        return leave + [("wait", _AFTER_BID_MS)] + _typed(str(command["amount"])) + [("token", by)]
    if do == "pass":
        return _typed("*" if "1" in keys else "") + [("token", by)]
    if do == "hammer":
        leave = [] if "#" in keys else _typed("*")
        return leave + [("key", "#"), ("wait", _HAMMER_MS), ("key", "#"), ("wait", _HAMMER_MS), ("key", "#")]
    if do == "buy":
        return _typed("A" if "A" in keys else "") + [("token", by)]
    if do == "tax" and g.rules.mode != "banker":
        return _typed("A" if command["choose"] == "flat" else "B") + [("token", by)]
    if do == "card":
        return _typed(f"C{(command['card'] & 15) + 1}#")
    if do == "claim":
        return _claim(g, command, chance, boxed)
    if do == "power":
        return _power(g, command, chance, boxed)
    if do == "battle":
        dice = [] if boxed else _dice(command, chance) + _typed("A" if g.mortgaged[g.tasks[0][4]] else "#")
        return _typed("B") + [("token", by)] + dice
    if do == "trade":
        return _trade(g, command, card)
    if do in ("build", "sell-building"):
        return _buildings(g, command, card, "A" if do == "build" else "D")
    if do == "sell-group":
        deed = [d for d in range(22) if GROUP_OF[d] == command["group"] and g.owner[d] == by][0]
        return [("deed", deed)] + _typed(card + "C") + [("token", by)]
    if do in _ON_DEED:
        return [("deed", command["deed"])] + _typed(card + _ON_DEED[do]) + [("token", by)]
    if do == "place":
        return [("deed", command["deed"])]
    if do == "resign":
        return _typed("D8") + [("token", by), ("token", by)]
    if do in _KEY_AND_TOKEN:
        return _typed(_KEY_AND_TOKEN[do]) + [("token", by)]
    return _reported(g, command, by)


def _box_throws(g) -> str:
    """Which key lets the box throw: A pays in jail, and uses a power."""
    return "C" if g.jailed[g.turn] and phase(g) == "roll" else "B" if phase(g) == "power" else "A"


_PLAIN = {"draw": "A", "deal": "A", "end": "#"}
_ON_DEED = {"mortgage": "B", "redeem": "B", "sell-deed": "D"}
_KEY_AND_TOKEN = {"decline": "B", "pay": "A", "bankrupt": "D", "fine": "A", "jail-card": "B"}


def _typed(keys: str) -> list:
    return [("key", key) for key in keys]


def _dice(command, chance) -> list:
    a, b = command.get("dice") or chance.dice()
    return _typed(f"{a}{b}")


def _claim(g, command, chance, boxed: bool) -> list:
    """The owner's deed asks, the payer's token pays; where dice decide how much, they come between."""
    for claim in g.claims:
        if claim[0] == command["deed"]:
            throw = 0 < claim[5] < 0x8000 and not boxed
            return [("deed", claim[0])] + (_dice({}, chance) if throw else []) + [("token", claim[1])]
    return []


def _power(g, command, chance, boxed: bool) -> list:
    by = decider(g)
    if "space" in command:
        return _typed(f"A{command['space']:02d}") + [("token", by)]
    if "deed" not in command:
        return _typed("A") + [("token", by)]
    fight = [] if boxed else _dice(command, chance)
    return _typed("A") + [("deed", command["deed"]), ("token", by)] + fight


def _buildings(g, command, card: str, key: str) -> list:
    to = command.get("to") or {command["deed"]: g.level[command["deed"]] + (1 if key == "A" else -1)}
    deeds = sorted(to)
    steps = sum([abs(to[d] - g.level[d]) for d in deeds])
    pressed = key * steps if key == "A" else _down(g, deeds[0], steps)
    return [("deed", deeds[0])] + _typed(card + pressed) + [("token", g.owner[deeds[0]])]


def _down(g, deed: int, steps: int) -> str:
    """D for each step; where a hotel finds no houses, the digit of the layout that brings as much."""

    def fits(count: int) -> bool:
        try:
            decide(g, {"do": "sell-building", "by": g.owner[deed], "to": spread(g, deed, count, -1)})
        except Refused as no:
            return no.code not in ("no-houses-left", "uneven")
        return True

    if fits(1):
        return "D" * steps
    layouts = [n for n in range(2, sum([g.level[d] for d in siblings(deed)]) + 1) if fits(n)][:6]
    enough = [n for n in layouts if n >= steps] or layouts
    return "D" + str(layouts.index(enough[0]) + 1) if layouts else "D"


def _trade(g, command, card: str) -> list:
    a, b = command["a"], command["b"]
    gives, takes = command["a_gives"], command["b_gives"]
    deeds = list(takes.get("deeds", ())) + list(gives.get("deeds", ()))
    steps = [("deed", deeds[0])] + _typed(card + "C") + [("deed", d) for d in deeds[1:]]
    sides = [g.owner[d] for d in deeds]
    steps += [("token", p) for p in (a, b) if p not in sides]
    cash = gives.get("cash", 0) - takes.get("cash", 0)
    if cash:
        steps += _typed(str(abs(cash)))
        # The box puts cash on the side whose deeds cost less in print, the second one if they are equal.
        first = sides[0]
        second = a + b - first
        price = [sum([g.board.price[d] for d in deeds if g.owner[d] == p]) for p in (first, second)]
        payer = first if price[0] < price[1] else second
        if payer != (a if cash > 0 else b):
            steps += _typed("A")
    if len(deeds) > 3:
        steps.append(("wait", _PAGE_MS * ((len(deeds) + 3) // 3)))
    return steps + [("token", a), ("token", b)]


def _reported(g, command, by: int) -> list:
    """Bank only: what happened on the board is told to the box."""
    do = command["do"]
    if do == "land":
        rented = "dice" in command and g.owner[command["deed"]] < g.players
        dice = _dice(command, None) if rented else []
        return [("deed", command["deed"])] + dice + [("token", by)]
    if do == "salary":
        return _typed("C") + [("token", by), ("token", by)]
    if do == "transfer":
        steps = _typed(str(command["amount"]))
        for end in (command["from"], command["to"]):
            steps.append(("key", "A" if end == BANK else "B") if end in (BANK, POT) else ("token", end))
        return steps
    return _typed("D" + {"tax": "1", "jail": "3", "fine": "4"}[do]) + [("token", by)]
