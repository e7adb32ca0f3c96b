"""The great moments of a game as facts, which the page puts into sentences: who goes out, who gets what.

The box says which screen is open; the rules of `core`, asked about the game of the log, say what it is about.
No amount is computed here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from banker.core import events as ev
from banker.core import hand_over
from banker.core.board import BANK, DEED_AT, DEEDS, JAIL_SPACE, NO_DEED, SPACES
from banker.core.codec.state_json import state
from banker.core.ids import DEED_IDS
from banker.core.rules import mortgage, opening_deal, powers
from banker.core.rules.turn import ENDS_WITH_ROUND, ROLL_JAILS, ROLL_MOVES, ROLL_STAYS, preview
from banker.core.state import EXTRA, INHERITED, Game, deeds_of, roller, tied_deed
from banker.ui import words as word_numbers
from banker.ui.layout import cut_name
from deedbox import words
from deedbox.editions.model import DECK_IDS

if TYPE_CHECKING:
    from deedbox.games.replay import Step
    from deedbox.link import Look
    from deedbox.play.game_log import GameLog

Facts = dict[str, Any]
_NAME = 6  # letters of a name in the header of OUT
_DICE = re.compile(r"([1-6]) \+ ([1-6])\b")
_SPACE = re.compile(r" ?(\d{1,2}) ")  # a row about a deed begins with the number of its space


class _Covered(Exception):
    """A notice covers the row that tells what the screen is about."""


class Moments:
    """`facts` is asked at each look; it remembers the last answer for the time that a notice takes."""

    def __init__(self, log: GameLog) -> None:
        self._log = log
        self._look: Look | None = None
        self._facts: Facts | None = None

    def facts(self, look: Look) -> Facts | None:
        """What this moment is about: {"kind": ..., ...}; None if it is an everyday one.

        Players are named, deeds and decks have their ids, "bank" is the bank.
        """
        try:
            facts = self._read(look)
        except _Covered:
            old = self._look
            is_same = old is not None and (old.screen, old.seq) == (look.screen, look.seq)
            facts = self._facts if is_same else None
        self._look, self._facts = look, facts
        return facts

    def _read(self, look: Look) -> Facts | None:
        game = self._log.game(look.game)
        if game is None:
            return None
        read = _READERS.get(look.screen)
        facts = read(self._log, game, look) if read else None
        return facts or _hour(self._log, game)


# -- going out --


def _give_up(log: GameLog, game: Game, look: Look) -> Facts | None:
    return _going(game, look, "give-up")


def _leave(log: GameLog, game: Game, look: Look) -> Facts | None:
    return _going(game, look, "leave")


def _going(game: Game, look: Look, kind: str) -> Facts | None:
    """Who would get what. The one player who is asked is the one who goes."""
    seats = _asked(look)
    if len(seats) != 1:
        return None
    after = hand_over.gone(game, seats[0])
    return _settled(kind, look, seats[0], game, after) if after else None


def _out(log: GameLog, game: Game, look: Look) -> Facts | None:
    """The display names who went out; it may be somebody who went earlier, looked at again."""
    header = look.rows[0]
    steps = [step for step in reversed(log.steps_in_force) if hand_over.leaver(step.game) < game.players]
    named = [step for step in steps if header.startswith(cut_name(_leaver(look, step), _NAME))]
    if steps and not named:
        raise _Covered
    if not named:
        return None
    step = named[0]
    return _settled("out", look, hand_over.leaver(step.game), step.before, step.game)


def _leaver(look: Look, step: Step) -> str:
    return look.names[hand_over.leaver(step.game)]


def _settled(kind: str, look: Look, seat: int, before: Game, after: Game) -> Facts:
    names = look.names
    debts = [debt for debt in state(before, names)["debts"] if debt["from"] == names[seat]]
    return {
        "kind": kind,
        "who": names[seat],
        "debt": debts[0] if debts else None,
        "shares": [
            {
                "heir": "bank" if share.heir >= BANK else names[share.heir],
                "cash": share.cash,
                "deeds": [_deed(after, deed) for deed in share.deeds],
                "passes": [DECK_IDS[deck] for deck in share.passes],
                "interest": share.interest,
            }
            for share in hand_over.shares(after)
        ],
        "auctions": hand_over.auctions(after),
        "buildings": hand_over.takes_buildings(after),
        "over": bool(after.over),
    }


def _deed(game: Game, deed: int) -> Facts:
    return {"deed": DEED_IDS[deed], "mortgaged": bool(game.mortgaged[deed])}


def _heir(log: GameLog, game: Game, look: Look) -> Facts | None:
    deed = hand_over.to_pay_back(game)
    if deed == NO_DEED:
        return None
    return {
        "kind": "heir",
        "who": look.names[game.owner[deed]],
        "deed": DEED_IDS[deed],
        "interest": mortgage.on_transfer(game, deed, INHERITED),
        "amount": mortgage.payoff(game, deed),
    }


# -- the deal --


def _deal(log: GameLog, game: Game, look: Look) -> Facts | None:
    """Everybody's deeds, and whose are on the display now."""
    spaces = [int(match[1]) for match in map(_SPACE.match, look.rows[1:]) if match]
    deeds = [DEED_AT[space] for space in spaces if space < SPACES]
    owners = [game.owner[deed] for deed in deeds if deed < DEEDS]
    return {
        "kind": "deal",
        "now": look.names[owners[0]] if owners and owners[0] < game.players else None,
        "hands": [
            {
                "who": name,
                "deeds": [DEED_IDS[deed] for deed in deeds_of(game, seat)],
                "paid": opening_deal.paid(game, seat),
                "cash": game.cash[seat],
            }
            for seat, name in enumerate(look.names)
        ],
    }


# -- dice --


def _dice(log: GameLog, game: Game, look: Look) -> Facts | None:
    """Typed dice that lead to jail, or not out of it; nothing is booked yet."""
    match = _DICE.search(look.rows[0])
    if not match:
        return None
    what, space = preview(game, (int(match[1]), int(match[2])))
    if what == ROLL_MOVES:
        return None
    seat = roller(game)
    rules = game.rules
    facts: Facts = {"who": look.names[seat], "dice": [int(match[1]), int(match[2])]}
    if what == ROLL_JAILS:
        return {**facts, "kind": "third-double", "number": rules.doubles_to_jail}
    tries: Facts = {"try": game.tries[seat] + 1, "tries": rules.jail_max_turns}
    if what == ROLL_STAYS:
        return {**facts, **tries, "kind": "no-double"}
    return {**facts, **tries, "kind": "last-try", "fine": rules.jail_fine, "space": space}


def _result(log: GameLog, game: Game, look: Look) -> Facts | None:
    """What the box's own dice did, or how a fight ended."""
    step = log.last
    if step is None or step.game is None:
        return None
    last = {event[0]: event for event in step.events}
    if ev.FOUGHT in last:
        return _fought(step, last, look)
    if ev.ROLLED not in last:
        return None
    _, seat, *dice = last[ev.ROLLED]
    facts: Facts = {"who": look.names[seat], "dice": dice}
    spaces = [event[ev.MOVED_SPACE] for event in step.events if event[0] == ev.MOVED]
    if ev.JAILED in last and dice[0] == dice[1] and set(spaces) <= {JAIL_SPACE}:
        return {**facts, "kind": "third-double", "number": game.rules.doubles_to_jail}
    if ev.TRIED in last and game.jailed[seat]:
        tries = {"try": game.tries[seat], "tries": game.rules.jail_max_turns}
        return {**facts, **tries, "kind": "no-double"}
    return None


def _fought(step: Step, last: dict[int, tuple[int, ...]], look: Look) -> Facts | None:
    _, seat, *dice = last[ev.FOUGHT]
    is_battle = step.command["do"] == "battle"
    before = step.before
    deed = last[ev.OWNED][ev.OWNED_DEED] if ev.OWNED in last else step.command.get("deed")
    if deed is None:
        deed = tied_deed(before) if not is_battle else DEED_AT[before.space[before.turn]]
    if deed >= DEEDS:
        return None
    paid = [event for event in step.events if event[0] == ev.PAID and event[ev.PAID_FROM] == seat]
    return {
        "kind": "battle" if is_battle else "fight",
        "who": look.names[seat],
        "owner": look.names[before.owner[deed]],
        "deed": DEED_IDS[deed],
        "dice": dice,
        "won": ev.OWNED in last,
        "paid": sum(event[ev.PAID_AMOUNT] for event in paid),
    }


def _power(log: GameLog, game: Game, look: Look) -> Facts | None:
    """What a double may be used for, or a tie in the fight for a deed."""
    deed = tied_deed(game)
    if deed == NO_DEED:
        return _resting_power(game, look)
    fights = [event for step in log.steps_in_force for event in step.events if event[0] == ev.FOUGHT]
    return {
        "kind": "tie",
        "who": look.names[game.turn],
        "owner": look.names[game.owner[deed]],
        "deed": DEED_IDS[deed],
        "dice": list(fights[-1][ev.FOUGHT_DIE_A :]) if fights else None,
        "cost": powers.cost(game, deed),
    }


def _resting_power(game: Game, look: Look) -> Facts | None:
    """While nothing is chosen yet, `A` uses the power."""
    if not any(key == "A" for key, _ in look.inputs):
        return None
    power = game.tasks[0][EXTRA]
    amounts = {powers.CASH: game.rules.sm_double2_cash, powers.GIFTS: game.rules.sm_double3_each}
    decks = {powers.CHEST_CARD: DECK_IDS[1], powers.CHANCE_CARD: DECK_IDS[0]}
    return {
        "kind": "power",
        "who": look.names[game.turn],
        "number": power,
        "amount": amounts.get(power),
        "deck": decks.get(power),
    }


# -- undo, time --


def _undo(log: GameLog, game: Game, look: Look) -> Facts | None:
    count = _steps_shown(look.rows[0])
    back = log.look_ahead() if count < 0 else log.look_back(count)
    if back is None:
        return None
    old, steps, seats, _ = back
    asked = _asked(look)
    changes = {name: old.cash[seat] - game.cash[seat] for seat, name in enumerate(look.names)}
    return {
        "kind": "redo" if count < 0 else "undo",
        "steps": [step.seq for step in steps],
        "changes": {name: amount for name, amount in changes.items() if amount},
        "missing": [look.names[seat] for seat in asked if seat in seats],
        "witnesses": [look.names[seat] for seat in asked if seat not in seats],
    }


def _steps_shown(header: str) -> int:
    """How many steps back the display shows; -1: a step that is done again."""
    for language in words.LANGUAGES:
        texts = words.read_words(language)
        if header.strip() == texts[word_numbers.DO_AGAIN][1]:
            return -1
        title, mark = texts[word_numbers.UNDO][1].split("{0}")
        match = re.fullmatch(re.escape(title) + r"(\d+)" + re.escape(mark), header.rstrip())
        if match:
            return int(match[1])
    raise _Covered


def _hour(log: GameLog, game: Game) -> Facts | None:
    """The hour has struck, and nobody has done anything since."""
    step = log.last
    if step is None or step.command["do"] != "time-up" or game.over or not game.ending:
        return None
    return {"kind": "time", "last": "round" if game.ending == ENDS_WITH_ROUND else "turn"}


def _count(log: GameLog, game: Game, look: Look) -> Facts | None:
    return {"kind": "count"}


def _asked(look: Look) -> list[int]:
    """The seats whose tokens the screen asks for."""
    tags = [tag for tag, _ in look.taps]
    return [seat for seat, token in enumerate(look.tokens) if token in tags]


_READERS: dict[str, Callable[[GameLog, Game, Look], Facts | None]] = {
    "turn.give_up": _give_up,
    "table.leave": _leave,
    "table.hand_over": _out,
    "deeds.inherited": _heir,
    "setup.dealt": _deal,
    "turn.dice": _dice,
    "turn.result": _result,
    "turn.power": _power,
    "table.undo": _undo,
    "turn.last_turn": _count,
}
