"""Every command: where it is done, who may say it, and when. decide() is the only door to the rules.

decide(game, command) tries the command on a copy: either it raises Refused, and the game is as it was, or it
returns the game as it will be, with what happened in `.events`. The caller takes it, or not.
"""

from . import parts
from .flow import settle
from .refusal import Refused
from .state import decider, phase

_REST = ("roll", "end", "power")
_DECIDING = ("buy", "rent", "tax", "card", "throw", "debt")


def _turn(g, c, now) -> None:
    """The player on turn, in the phases named in the table."""
    if g.rules.mode == "banker":
        raise Refused("rule-off")
    if c["by"] != g.turn:
        raise Refused("not-your-turn", g.turn)
    if c["do"] == "roll":
        if now not in ("roll", "power"):
            raise parts.load("turn").why_not_roll(g, now)
    elif now != "end":
        raise parts.load("turn").why_not_end(g, now)


def _jail(g, c, now) -> None:
    if g.rules.mode == "banker":
        _rest(g, c, now)
        return
    if c["by"] != g.turn:
        raise Refused("not-your-turn", g.turn)
    if not g.jailed[g.turn]:
        raise Refused("not-in-jail")
    if now != "roll" and not (c["do"] == "jail-card" and now == "debt"):
        raise Refused("wrong-phase")


def _stranger(g, c) -> bool:
    """Neither on turn nor asked: whose turn it is comes before what is open."""
    return g.rules.mode == "referee" and c["by"] not in (g.turn, decider(g))


def _offer(g, c, now) -> None:
    if now != "buy":
        if _stranger(g, c):
            raise Refused("not-lander", g.turn)
        if now == "debt" and c["by"] == decider(g):
            raise Refused("debt-first")
        if c["do"] == "buy":
            raise parts.load("buy").why_not_buy(g, c)
        raise Refused("wrong-phase")
    if c["by"] != decider(g):
        raise Refused("not-lander", decider(g))


def _auction(g, c, now) -> None:
    if now != "auction":
        if now == "debt" and c["do"] == "bid" and c["by"] == decider(g):
            raise Refused("debt-first")
        raise Refused("wrong-phase")


def _own_decision(g, c, now) -> None:
    """Tax, card, throw, battle, power, place: the one who is asked."""
    what = c["do"]
    wanted = _WANTED[what]
    if g.rules.mode == "banker" and what in ("tax", "card"):
        _rest(g, c, now)
        return
    if now != wanted:
        if _stranger(g, c):
            raise Refused("not-your-turn", g.turn)
        if what == "tax":
            raise parts.load("tax").why_not_tax(g, c)
        if what == "battle":
            raise parts.load("battle").why_not_battle(g, c)
        if what == "power":
            raise parts.load("powers").why_not_power(g, c)
        raise Refused("no-card-due" if wanted == "card" else "wrong-phase")
    if c["by"] != decider(g):
        raise Refused("not-your-turn", decider(g))


_WANTED = {
    "tax": "tax",
    "card": "card",
    "draw": "card",
    "throw": "throw",
    "battle": "rent",
    "power": "power",
    "place": "place",
}


def _rest(g, c, now) -> None:
    """Whenever nothing else is open."""
    if now not in _REST:
        if now == "debt" and c["by"] == decider(g):
            raise Refused("debt-first")
        raise Refused("auction-open" if now == "auction" else "busy")


def _raise_money(g, c, now) -> None:
    """Also while one's own decision or an auction is open."""
    if now == "auction" and g.rules.auction_pause_to_raise:
        return
    if now in _DECIDING and c["by"] == decider(g):
        return
    _rest(g, c, now)


def _build(g, c, now) -> None:
    r = g.rules
    _rest(g, c, now)
    if g.jailed[c["by"]] and not r.jail_build:
        raise Refused("rule-off")
    if r.build_when != "any":
        if c["by"] != g.turn:
            raise Refused("not-your-turn", g.turn)
        if r.build_when == "own_turn_before_roll" and (now != "roll" or g.doubles):
            raise Refused("wrong-phase")


def _trade(g, c, now) -> None:
    r = g.rules
    parties = (c["a"], c["b"])
    if not (now in ("buy", "debt") and decider(g) in parties):
        if now not in _REST:
            raise Refused("auction-open" if now == "auction" else "busy")
    if r.deals_when == "none":
        raise Refused("rule-off")
    if r.deals_when == "own_turn" and g.turn not in parties:
        raise Refused("not-your-turn", g.turn)
    if not r.jail_deal and (g.jailed[c["a"]] or g.jailed[c["b"]]):
        raise Refused("rule-off")


def _claim(g, c, now) -> None:
    if now in ("auction", "debt", "deal", "place"):
        raise Refused("auction-open" if now == "auction" else "busy")


def _correct(g, c, now) -> None:
    if now == "auction":
        raise Refused("auction-open")


def _deal(g, c, now) -> None:
    if now != "deal":
        raise Refused("wrong-phase")


def _banker(g, c, now) -> None:
    if g.rules.mode != "banker":
        raise Refused("rule-off")
    _rest(g, c, now)


def _any(g, c, now) -> None:
    pass


COMMANDS = {
    "deal": ("deal", "deal", _deal),
    "roll": ("turn", "roll", _turn),
    "end": ("turn", "end", _turn),
    "fine": ("jail", "fine", _jail),
    "jail-card": ("jail", "jail_card", _jail),
    "buy": ("buy", "buy", _offer),
    "decline": ("buy", "decline", _offer),
    "bid": ("auction", "bid", _auction),
    "pass": ("auction", "pass_", _auction),
    "hammer": ("auction", "hammer", _auction),
    "pay": ("debt", "pay", _any),
    "battle": ("battle", "battle", _own_decision),
    "power": ("powers", "power", _own_decision),
    "tax": ("tax", "tax", _own_decision),
    "card": ("cards", "card", _own_decision),
    "draw": ("cards", "draw", _own_decision),
    "throw": ("rent", "throw", _own_decision),
    "claim": ("rent", "claim", _claim),
    "build": ("build", "build", _build),
    "sell-building": ("build", "sell_building", _raise_money),
    "sell-group": ("build", "sell_group", _raise_money),
    "auction-building": ("shortage", "auction_building", _rest),
    "place": ("shortage", "place", _own_decision),
    "mortgage": ("mortgage", "mortgage", _raise_money),
    "redeem": ("mortgage", "redeem", _rest),
    "trade": ("trade", "trade", _trade),
    "bankrupt": ("settlement", "bankrupt", _any),
    "resign": ("settlement", "resign", _raise_money),
    "time-up": ("table", "time_up", _any),
    "set-rule": ("table", "set_rule", _rest),
    "correct": ("table", "correct", _correct),
    "sell-deed": ("table", "sell_deed", _raise_money),
    "land": ("banker", "land", _banker),
    "jail": ("banker", "jail", _banker),
    "salary": ("banker", "salary", _banker),
    "transfer": ("banker", "transfer", _banker),
}


def decide(game, command):
    """The game as it will be after this command (players and deeds by number), or Refused."""
    entry = COMMANDS.get(command["do"])
    if entry is None:
        raise Refused("unknown-command")
    if game.over:
        raise Refused("game-over")
    if "by" not in command:
        command["by"] = game.turn if entry[2] is _turn else decider(game)
    if game.out[command["by"]]:
        raise Refused("player-out")
    part, name, gate = entry
    gate(game, command, phase(game))
    trial = game.copy()
    getattr(parts.load(part), name)(trial, command)
    settle(trial)
    if trial.rules.end_condition == "target_worth" and not trial.over and not trial.tasks:
        count = parts.load("count")
        if count.reached(trial):
            count.finish(trial)
    return trial
