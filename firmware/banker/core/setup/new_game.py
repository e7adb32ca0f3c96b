"""A new game: rules resolved and checked. Loaded when a game begins."""

from __future__ import annotations

from banker.core.board import BATTLE, DOUBLES, Board
from banker.core.game_rules import Rules
from banker.core.refusal import Refused
from banker.core.setup.ends import check_target
from banker.core.setup.house_rules import resolve
from banker.core.state import Game
from banker.core.types import RuleChoices

NAMES_MOST = 12  # letters of a name


def has_extra(extras: int, rule_name: str) -> bool:
    """Does the edition have the extra to which this rule belongs? Only two editions have one."""
    return bool(extras & (BATTLE if rule_name[:3] == "dm_" else DOUBLES))


def new_game(board: Board, edition: RuleChoices, table: RuleChoices, players: int, seed: int) -> Game:
    """`edition` and `table` are chosen rules; those of the table go first. Or Refused, or HouseRuleError."""
    from banker.core.setup.opening import opening

    rules = rules_of(board, edition, table, players)
    check_target(rules)
    return opening(board, rules, players, seed)


def rules_of(board: Board, edition: RuleChoices, table: RuleChoices, players: int) -> Rules:
    """The rules of such a game; Refused or HouseRuleError if there cannot be one."""
    rules = resolve(edition, table)
    if rules.dm_battle and not has_extra(board.extras, "dm_battle"):
        raise Refused("not-in-this-edition")
    if rules.sm_doubles and not has_extra(board.extras, "sm_doubles"):
        raise Refused("not-in-this-edition")
    if players < rules.players_min:
        raise Refused("too-few-players")
    if players > rules.players_max:
        raise Refused("too-many-players")
    return rules


def check_names(names: object) -> None:
    """Names of players are short, different and printable; `bank` and `pot` are taken."""
    if not isinstance(names, (list, tuple)):
        raise Refused("unknown-player")
    for i in range(len(names)):
        name = names[i]
        if type(name) is not str or not name or len(name) > NAMES_MOST or name in ("bank", "pot"):
            raise Refused("unknown-player")
        if name in names[:i] or any(ord(ch) < 32 for ch in name):
            raise Refused("unknown-player")
