"""Every command: where it is done, in which phases it is open, and to whom.

decide() is the only door to the rules. It tries the command on a copy of the game. Either it raises Refused
and the game is as it was, or it returns the game as it will be, with what happened in `.events`. The caller
takes it, or not.
"""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import BANK, NO_DEED
from banker.core.refusal import Refused
from banker.core.state import (
    PHASE_AUCTION,
    PHASE_BUY,
    PHASE_CARD,
    PHASE_DEAL,
    PHASE_DEBT,
    PHASE_END,
    PHASE_PLACE,
    PHASE_POWER,
    PHASE_RENT,
    PHASE_ROLL,
    PHASE_TAX,
    PHASE_THROW,
    Game,
    decider,
    phase_number,
    tied_deed,
)
from banker.core.tasks import settle
from banker.core.types import Command, Sequence

# Nothing is open that somebody has to finish first.
_REST = (PHASE_ROLL, PHASE_END, PHASE_POWER)
# A player may raise money for his own decision.
_DECIDING = (PHASE_BUY, PHASE_RENT, PHASE_TAX, PHASE_CARD, PHASE_THROW, PHASE_DEBT)


# Who may give a command. Each function gets the phases of the table below and refuses everybody else, and
# everything out of phase; the order of its checks decides which refusal is given.


def _by_player_on_turn(g: Game, c: Command, now: int, phases: Sequence[int]) -> None:
    if g.rules.mode == "banker":
        raise Refused("rule-off")
    if c["by"] != g.turn:
        raise Refused("not-your-turn", g.turn)
    if now not in phases:
        refusal: Refused = lazy.load("rules.turn").why_not(g, c["do"], now)
        raise refusal


def _by_prisoner(g: Game, c: Command, now: int, phases: Sequence[int]) -> None:
    """The player whose turn it is, in jail. Bank only: anybody in jail."""
    if g.rules.mode == "banker":
        _by_anybody(g, c, now, _REST)
        return
    if c["by"] != g.turn:
        raise Refused("not-your-turn", g.turn)
    if not g.jailed[g.turn]:
        raise Refused("not-in-jail")
    if now not in phases:
        raise Refused("wrong-phase")


def _by_lander(g: Game, c: Command, now: int, phases: Sequence[int]) -> None:
    """The player to whom the deed is offered."""
    if now not in phases:
        if _is_stranger(g, c):
            raise Refused("not-lander", g.turn)
        if now == PHASE_DEBT and c["by"] == decider(g):
            raise Refused("debt-first")
        if c["do"] == "buy":
            refusal: Refused = lazy.load("rules.buy").why_not_buy(g, c)
            raise refusal
        raise Refused("wrong-phase")
    if c["by"] != decider(g):
        raise Refused("not-lander", decider(g))


def _by_bidder(g: Game, c: Command, now: int, phases: Sequence[int]) -> None:
    """Anybody; who may still bid is a matter of rules/auction.py."""
    if now not in phases:
        if now == PHASE_DEBT and c["do"] == "bid" and c["by"] == decider(g):
            raise Refused("debt-first")
        raise Refused("wrong-phase")


def _by_decider(g: Game, c: Command, now: int, phases: Sequence[int]) -> None:
    """The player whose decision it is. Bank only: tax and card are reported by anybody."""
    command = c["do"]
    if g.rules.mode == "banker" and command in ("tax", "card"):
        _by_anybody(g, c, now, _REST)
        return
    if now not in phases:
        if _is_stranger(g, c):
            raise Refused("not-your-turn", g.turn)
        if command in _REASONS:
            refusal: Refused = lazy.load(_REASONS[command]).why_not(g, c)
            raise refusal
        raise Refused("no-card-due" if PHASE_CARD in phases else "wrong-phase")
    if c["by"] != decider(g):
        raise Refused("not-your-turn", decider(g))


# Commands whose module knows better why they are not open.
_REASONS = {"tax": "rules.tax", "battle": "rules.battle", "power": "rules.powers"}


def _is_stranger(g: Game, c: Command) -> bool:
    """Neither the player whose turn it is nor the decider: he is told first whose turn it is."""
    return g.rules.mode == "referee" and c["by"] not in (g.turn, decider(g))


def _by_anybody(g: Game, c: Command, now: int, phases: Sequence[int]) -> None:
    if now not in phases:
        if now == PHASE_DEBT and c["by"] == decider(g):
            raise Refused("debt-first")
        raise Refused("auction-open" if now == PHASE_AUCTION else "busy")


def _by_who_raises(g: Game, c: Command, now: int, phases: Sequence[int]) -> None:
    """Anybody, whoever decides or owes; in an auction if the house rule lets it wait for that (S-1)."""
    if now not in phases:
        raise Refused("busy")
    if now == PHASE_AUCTION and not g.rules.auction_pause_to_raise:
        raise Refused("auction-open")


def _by_who_needs_money(g: Game, c: Command, now: int, phases: Sequence[int]) -> None:
    """Anybody at rest; in an auction if the house rule allows it; the decider for his own decision."""
    if now == PHASE_AUCTION and g.rules.auction_pause_to_raise:
        return
    if now in _DECIDING and c["by"] == decider(g):
        return
    _by_anybody(g, c, now, _REST)


def _by_builder(g: Game, c: Command, now: int, phases: Sequence[int]) -> None:
    """Anybody, unless house rules keep prisoners, or players who are not on turn, from building."""
    r = g.rules
    _by_anybody(g, c, now, phases)
    if g.jailed[c["by"]] and not r.jail_build:
        raise Refused("rule-off")
    if r.build_when != "any":
        if c["by"] != g.turn:
            raise Refused("not-your-turn", g.turn)
        if r.build_when == "own_turn_before_roll" and (now != PHASE_ROLL or g.doubles):
            raise Refused("wrong-phase")


def _by_traders(g: Game, c: Command, now: int, phases: Sequence[int]) -> None:
    """Any two at rest; the decider and another one while he may buy or owes."""
    r = g.rules
    parties = (c["a"], c["b"])
    if now not in phases or (now not in _REST and decider(g) not in parties):
        raise Refused("auction-open" if now == PHASE_AUCTION else "busy")
    if r.deals_when == "none":
        raise Refused("rule-off")
    if r.deals_need_all_sold and BANK in g.owner:
        raise Refused("not-all-sold", g.owner.count(BANK))
    if r.deals_when != "any":
        if g.turn not in parties:
            raise Refused("not-your-turn", g.turn)
        if r.deals_when == "own_turn_before_roll" and (now != PHASE_ROLL or g.doubles):
            raise Refused("wrong-phase")
    if not r.jail_deal and (g.jailed[c["a"]] or g.jailed[c["b"]]):
        raise Refused("rule-off")


def _unless_busy(g: Game, c: Command, now: int, phases: Sequence[int]) -> None:
    """Anybody; the module finds out whether it concerns him."""
    if now not in phases:
        raise Refused("auction-open" if now == PHASE_AUCTION else "busy")


def _by_table(g: Game, c: Command, now: int, phases: Sequence[int]) -> None:
    if now not in phases:
        raise Refused("wrong-phase")


def _bank_only(g: Game, c: Command, now: int, phases: Sequence[int]) -> None:
    """Anybody reports what happened on the board."""
    if g.rules.mode != "banker":
        raise Refused("rule-off")
    _by_anybody(g, c, now, phases)


def _checked_there(g: Game, c: Command, now: int, phases: Sequence[int]) -> None:
    """The module refuses by itself, with its own codes; the phases say what it allows."""


# Every phase but PHASE_PLACE and PHASE_DEAL: money can be raised, and rent asked for, nearly always.
_RAISING = _REST + _DECIDING + (PHASE_AUCTION,)
_NO_AUCTION = _REST + _DECIDING + (PHASE_PLACE, PHASE_DEAL)
_ANY = _NO_AUCTION + (PHASE_AUCTION,)
_TRADING = _REST + (PHASE_BUY, PHASE_DEBT)

# The table: command, module whose COMMANDS has its function, by whom, in which phases. In bank-only mode
# fine, jail-card, tax and card are reports and are open at rest.
COMMANDS = {
    "deal": ("rules.opening_deal", _by_table, (PHASE_DEAL,)),
    "roll": ("rules.turn", _by_player_on_turn, (PHASE_ROLL, PHASE_POWER)),
    "end": ("rules.turn", _by_player_on_turn, (PHASE_END,)),
    "fine": ("rules.jail", _by_prisoner, (PHASE_ROLL,)),
    "jail-card": ("rules.jail", _by_prisoner, (PHASE_ROLL, PHASE_DEBT)),
    "buy": ("rules.buy", _by_lander, (PHASE_BUY,)),
    "decline": ("rules.buy", _by_lander, (PHASE_BUY, PHASE_RENT)),
    "bid": ("rules.auction", _by_bidder, (PHASE_AUCTION,)),
    "pass": ("rules.auction", _by_bidder, (PHASE_AUCTION,)),
    "hammer": ("rules.auction", _by_bidder, (PHASE_AUCTION,)),
    "pay": ("rules.debt", _checked_there, (PHASE_DEBT, PHASE_RENT)),
    "battle": ("rules.battle", _by_decider, (PHASE_RENT,)),
    "power": ("rules.powers", _by_decider, (PHASE_POWER,)),
    "tax": ("rules.tax", _by_decider, (PHASE_TAX,)),
    "card": ("rules.cards", _by_decider, (PHASE_CARD,)),
    "draw": ("rules.cards", _by_decider, (PHASE_CARD,)),
    "throw": ("rules.rent", _by_decider, (PHASE_THROW,)),
    "claim": ("rules.rent", _unless_busy, _RAISING),
    "build": ("rules.build", _by_builder, _REST),
    "sell-building": ("rules.build", _by_who_raises, _RAISING),
    "sell-group": ("rules.build", _by_who_raises, _RAISING),
    "auction-building": ("rules.building_auction", _by_anybody, _REST),
    "place": ("rules.building_auction", _by_decider, (PHASE_PLACE,)),
    "mortgage": ("rules.mortgage", _by_who_raises, _RAISING),
    "redeem": ("rules.mortgage", _by_anybody, _REST),
    "trade": ("rules.trade", _by_traders, _TRADING),
    "bankrupt": ("rules.bankruptcy", _checked_there, (PHASE_DEBT,)),
    "resign": ("rules.bankruptcy", _by_who_needs_money, _RAISING),
    "time-up": ("rules.agreements", _checked_there, _ANY),
    "set-rule": ("rules.agreements", _by_anybody, _REST),
    "correct": ("rules.agreements", _unless_busy, _NO_AUCTION),
    "sell-deed": ("rules.agreements", _by_who_needs_money, _RAISING),
    "land": ("rules.bank_only", _bank_only, _REST),
    "jail": ("rules.bank_only", _bank_only, _REST),
    "free": ("rules.bank_only", _bank_only, _REST),
    "salary": ("rules.bank_only", _bank_only, _REST),
    "transfer": ("rules.bank_only", _bank_only, _REST),
}


# What goes on while a tied attack is rolled for again; else everybody waits for the dice (S-16).
_IN_FIGHT = ("power", "claim", "time-up", "mortgage", "sell-building", "sell-group")


def _check_fight(g: Game, c: Command) -> None:
    """Nobody can walk away from a tie, nor change what the deed costs."""
    deed = tied_deed(g)
    if deed != NO_DEED and (c["do"] not in _IN_FIGHT or c["do"] == "mortgage" and c["deed"] == deed):
        raise Refused("busy")


def trade_open(g: Game, a: int, b: int) -> bool:
    """May these two trade now, whatever they give?"""
    try:
        _by_traders(g, {"a": a, "b": b}, phase_number(g), _TRADING)
    except Refused:
        return False
    return True


def decide(game: Game, command: Command) -> Game:
    """The game as it will be after this command (players and deeds by number), or Refused."""
    name = command["do"]
    entry = COMMANDS.get(name)
    if entry is None:
        raise Refused("unknown-command")
    if game.over:
        raise Refused("game-over")
    part, by_whom, phases = entry
    if "by" not in command:
        command["by"] = game.turn if by_whom is _by_player_on_turn else decider(game)
    if game.out[command["by"]]:
        raise Refused("player-out")
    by_whom(game, command, phase_number(game), phases)
    _check_fight(game, command)
    trial = game.copy()
    lazy.load(part).COMMANDS[name](trial, command)
    settle(trial)
    if "target_worth" in trial.rules.ends and not trial.over and not trial.tasks:
        worth = lazy.load("worth")
        if worth.reached(trial):
            worth.finish(trial)
    return trial
