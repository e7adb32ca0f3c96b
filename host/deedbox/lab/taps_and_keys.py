"""Simulated players who use the box like people: turns commands into taps and key presses.

A Hand sees the game and the keys that do something now, and returns its next input: ("key", "A"),
("token", seat), ("deed", number), ("card", number) or ("wait", ms). It knows no more than people at the
table. Runs in MicroPython too, like the players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banker.core.board import BANK, GROUP_OF, NO_DEED, POT, siblings
from banker.core.commands import decide
from banker.core.refusal import Refused
from banker.core.rules.battle import is_won, needed
from banker.core.state import Game, decider, phase, tied_deed
from banker.core.types import Command
from banker.ui.screens.deeds.build import spread

from .random_tables import Random
from .sensible_player import Sensible

if TYPE_CHECKING:
    Input = tuple[str, Any]  # kind and value, as in the first lines

# After a bid the box takes no token for a moment. The three presses of the hammer are a second apart.
_AFTER_BID_MS = 1300
_HAMMER_MS = 1100
_PAGE_MS = 2300  # for each page of a long trade, which turns by itself
_PATIENCE_MS = 31000  # after that the box has closed every question


class Hand:
    """Plays for everyone at the table; a sensible player chooses the commands."""

    def __init__(self, seed: int) -> None:
        self.player = Sensible(seed)
        self._inputs: list[Input] = []
        self.wasted = 0  # commands in a row that did not change the game

    def next(self, game: Game, keys: Any) -> Input:
        """The next input. `keys` are those that do something on the box now."""
        if list(keys) in (["#"], ["#", "B"], ["#", "*"]):
            return "key", "#"  # a screen to read
        if list(keys) == ["B"]:
            return "key", "B"  # an heir does not pay back an inherited loan now
        if not self._inputs:
            self.wasted += 1
            if self.wasted % 2 == 0:  # the inputs do not fit this screen: wait until it closes
                return "wait", _PATIENCE_MS
            command, _ = self.player.step(game)
            self._inputs = inputs_for(game, command, self.player.random, keys)
        return self._inputs.pop(0)

    def progress(self) -> None:
        """The game has changed, so the rest of the inputs does not fit any more."""
        self._inputs = []
        self.wasted = 0


# One branch for each command: the list is long but flat, so it stays in one function.
def inputs_for(g: Game, command: Command, random: Random, keys: Any = ()) -> list[Input]:  # noqa: C901
    """The taps and keys for a command, from the screen on which the box waits."""
    do = command["do"]
    by = command.get("by", decider(g))
    # In bank only a tapped deed first counts as the space; A makes it the deed card.
    card = "A" if g.rules.mode == "banker" and phase(g) == "roll" else ""
    box_has_dice = g.rules.dice_source == "device"
    if do in _PLAIN:
        return _presses(_PLAIN[do])
    if do == "roll":
        return _presses(_box_rolls(g)) if box_has_dice else _dice_inputs(command, random) + _presses("#")
    if do == "throw":
        return ([] if box_has_dice else _dice_inputs(command, random)) + [("token", by)]
    if do == "bid":
        leave = [] if "1" in keys else _presses("*")
        return leave + [("wait", _AFTER_BID_MS)] + _presses(str(command["amount"])) + [("token", by)]
    if do == "pass":
        return _presses("*" if "1" in keys else "") + [("token", by)]
    if do == "hammer":
        leave = [] if "#" in keys else _presses("*")
        return leave + [("key", "#"), ("wait", _HAMMER_MS), ("key", "#"), ("wait", _HAMMER_MS), ("key", "#")]
    if do == "buy":
        return _presses("A" if "A" in keys else "") + [("token", by)]
    if do == "tax" and g.rules.mode != "banker":
        return _presses("A" if command["choose"] == "flat" else "B") + [("token", by)]
    if do == "card":
        return _presses(f"C{(command['card'] & 15) + 1}#")
    if do == "claim":
        return _claim_inputs(g, command, random, box_has_dice)
    if do == "power":
        return _power_inputs(g, command, random, box_has_dice)
    if phase(g) == "rent" and do == "decline":
        return _presses("B" if is_won(g.tasks[0]) else "#")
    if phase(g) == "rent" and do == "pay" and g.rules.rent_claim == "ask" and g.rules.mode != "banker":
        return [("deed", g.tasks[0][4])] + _presses("A") + [("token", by)]  # the owner asks, then it is paid
    if do == "battle":
        return _battle_inputs(g, command, random, box_has_dice)
    if do == "trade":
        return _trade_inputs(g, command, card)
    if do in ("build", "sell-building"):
        return _building_inputs(g, command, card, "A" if do == "build" else "D")
    if do == "sell-group":
        deed = [d for d in range(22) if GROUP_OF[d] == command["group"] and g.owner[d] == by][0]
        return [("deed", deed)] + _presses(card + "C") + [("token", by)]
    if do in _ON_DEED:
        return [("deed", command["deed"])] + _presses(card + _ON_DEED[do]) + [("token", by)]
    if do == "place":
        return [("deed", command["deed"])]
    if do == "resign":
        return _presses("D8") + [("token", by), ("token", by)]
    if do in _KEY_AND_TOKEN:
        return _presses(_KEY_AND_TOKEN[do]) + [("token", by)]
    return _report_inputs(g, command, by, random)


def _box_rolls(g: Game) -> str:
    """The key with which the box rolls: A pays the fine in jail and uses a power."""
    return "C" if g.jailed[g.turn] and phase(g) == "roll" or phase(g) == "power" else "A"


_PLAIN = {"draw": "A", "deal": "A", "end": "#"}
_ON_DEED = {"mortgage": "B", "redeem": "B", "sell-deed": "D"}
_KEY_AND_TOKEN = {"decline": "B", "pay": "A", "bankrupt": "D", "fine": "A", "jail-card": "B"}


def _presses(keys: str) -> list[Input]:
    return [("key", key) for key in keys]


def _dice_inputs(command: Command, random: Random) -> list[Input]:
    a, b = command.get("dice") or random.dice()
    return _presses(f"{a}{b}")


def _claim_inputs(g: Game, command: Command, random: Random, box_has_dice: bool) -> list[Input]:
    """The owner's deed asks, the payer's token pays; dice come between if they decide the amount."""
    for claim in g.claims:
        if claim[0] == command["deed"]:
            needs_dice = 0 < claim[5] < 0x8000 and not box_has_dice
            return (
                [("deed", claim[0])]
                + (_dice_inputs({}, random) if needs_dice else [])
                + [("token", claim[1])]
            )
    return []


def _battle_inputs(g: Game, command: Command, random: Random, box_has_dice: bool) -> list[Input]:
    """A battle that the box has won already asks whether a mortgaged deed is taken."""
    if is_won(g.tasks[0]):
        return _presses("A" if command.get("take", True) else "B")
    consent = _presses("B") + [("token", decider(g))]
    if box_has_dice:
        return consent
    deed = g.tasks[0][4]
    dice = command.get("dice") or random.dice()
    wins = g.mortgaged[deed] and sum(dice) >= needed(g, deed)
    return consent + _presses(f"{dice[0]}{dice[1]}") + _presses("A" if wins else "#")


def _power_inputs(g: Game, command: Command, random: Random, box_has_dice: bool) -> list[Input]:
    by = decider(g)
    if "space" in command:
        return _presses(f"A{command['space']:02d}") + [("token", by)]
    if "deed" not in command and tied_deed(g) == NO_DEED:
        return _presses("A") + [("token", by)]
    if tied_deed(g) != NO_DEED:
        return _presses("A") if box_has_dice else _dice_inputs(command, random) + _presses("#")
    fight = [] if box_has_dice else _dice_inputs(command, random) + _presses("#")
    return [("deed", command["deed"]), ("token", by)] + fight


def _building_inputs(g: Game, command: Command, card: str, key: str) -> list[Input]:
    to = command.get("to") or {command["deed"]: g.level[command["deed"]] + (1 if key == "A" else -1)}
    deeds = sorted(to)
    steps = sum([abs(to[d] - g.level[d]) for d in deeds])
    keys = key * steps if key == "A" else _level_presses(g, deeds[0], steps)
    return [("deed", deeds[0])] + _presses(card + keys) + [("token", g.owner[deeds[0]])]


def _level_presses(g: Game, deed: int, steps: int) -> str:
    """D for each step; if there are no houses for a hotel, the digit of the layout with as many steps."""

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


def _trade_inputs(g: Game, command: Command, card: str) -> list[Input]:
    a, b = command["a"], command["b"]
    gives, takes = command["a_gives"], command["b_gives"]
    deeds = list(takes.get("deeds", ())) + list(gives.get("deeds", ()))
    steps = [("deed", deeds[0])] + _presses(card + "C") + [("deed", d) for d in deeds[1:]]
    sides = [g.owner[d] for d in deeds]
    steps += [("token", p) for p in (a, b) if p not in sides]
    cash = gives.get("cash", 0) - takes.get("cash", 0)
    if cash:
        steps += _presses(str(abs(cash)))
        # The box puts cash on the side whose deeds cost less in print, the second one if they are equal.
        first = sides[0]
        second = a + b - first
        price = [sum([g.board.price[d] for d in deeds if g.owner[d] == p]) for p in (first, second)]
        payer = first if price[0] < price[1] else second
        if payer != (a if cash > 0 else b):
            steps += _presses("A")
    if len(deeds) > 3:
        steps.append(("wait", _PAGE_MS * ((len(deeds) + 3) // 3)))
    return steps + [("token", a), ("token", b)]


def _report_inputs(g: Game, command: Command, by: int, random: Random) -> list[Input]:
    """Bank only: tell the box what happened on the board."""
    do = command["do"]
    if do == "land":
        owes_rent = "dice" in command and g.owner[command["deed"]] < g.players
        dice = _dice_inputs(command, random) if owes_rent else []
        return [("deed", command["deed"])] + dice + [("token", by)]
    if do == "salary":
        return _presses("C") + [("token", by), ("token", by)]
    if do == "transfer":
        steps = _presses(str(command["amount"]))
        for end in (command["from"], command["to"]):
            steps.append(("key", "A" if end == BANK else "B") if end in (BANK, POT) else ("token", end))
        return steps
    return _presses("D" + {"tax": "1", "jail": "3", "fine": "4"}[do]) + [("token", by)]
