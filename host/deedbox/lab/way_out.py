"""Every debt has a way out: what the rules count as raised is what the debtor's own commands bring.

Written separately from core/rules/raising.py: here commands are tried, nothing is worked out. Runs in
MicroPython too.
"""

from __future__ import annotations

from collections.abc import Iterator

from banker.core.board import BANK, GROUPS, group_deeds
from banker.core.commands import decide
from banker.core.refusal import Refused
from banker.core.rules.raising import estate
from banker.core.state import DEBT, DUE, Game, deeds_of
from banker.core.types import Command

_RAISING = ("mortgage", "sell-building", "sell-group", "sell-deed")


def tried(g: Game, command: Command) -> Game | None:
    """The game after this command; None if the rules refuse it."""
    try:
        after: Game = decide(g, dict(command))
    except Refused:
        return None
    return after


def stuck(g: Game) -> str:
    """What is wrong with the debt that is open, in words; empty if nothing is, or nobody owes."""
    if g.over or not g.tasks or g.tasks[0][0] != DEBT:
        return ""
    _, debtor, creditor, amount, _ = g.tasks[0]
    count = estate(g, debtor)
    last = raise_all(g, debtor)
    cash = last.cash[debtor]
    if cash != count:
        return f"{debtor} can raise {cash}, and the rules say {count}"
    owed = _owed(g)
    has_pass = tried(g, {"do": "jail-card", "by": debtor}) is not None  # instead of the fine
    for game in (g, last):
        gives_up = tried(game, {"do": "bankrupt", "by": debtor}) is not None
        if gives_up != (cash < owed and not has_pass):
            return f"{debtor} owes {owed} and can raise {cash}: giving up is " + (
                "accepted" if gives_up else "refused"
            )
    after = tried(last, {"do": "pay", "by": debtor})
    if (after is not None) != (cash >= amount):
        return f"{debtor} owes {amount} and has {cash}: paying is " + ("accepted" if after else "refused")
    if after and after.cash[creditor] < last.cash[creditor] + amount and not after.over and creditor != BANK:
        return f"{creditor} got less than {amount}"
    return ""


def _owed(g: Game) -> int:
    """The debt; where creditors share, what is due to all creditors of the same event (BANKR-15)."""
    _, debtor, creditor, amount, why = g.tasks[0]
    shared = g.rules.bankr_order == "split" and creditor < BANK and not g.rules.bankr_all_to_bank
    if shared:
        for kind, who, other, more, because in g.tasks[1:]:
            if kind == DUE and who == debtor and other < BANK and because == why:
                amount += more
    return amount


def raise_all(g: Game, player: int) -> Game:
    """The game after this player has sold and mortgaged everything, each deed in the way that brings more."""
    while True:
        for command in _sales(g, player):
            after = tried(g, command)
            if after:
                g = after
                break
        else:
            break
    for deed in deeds_of(g, player):
        best = g
        for commands in (("mortgage",), ("sell-deed",), ("mortgage", "sell-deed")):
            after = g
            for name in commands:
                after = tried(after, {"do": name, "by": player, "deed": deed}) or after
            if after.cash[player] > best.cash[player]:
                best = after
        g = best
    return g


def _sales(g: Game, player: int) -> Iterator[Command]:
    """The sales of buildings that could be accepted: a group at once first, single steps last."""
    for group in range(GROUPS):
        built = [d for d in group_deeds(group) if g.owner[d] == player and g.level[d]]
        if not built:
            continue
        yield {"do": "sell-group", "by": player, "group": group}
        yield {"do": "sell-building", "by": player, "to": {d: 0 for d in built}}
        for deed in built:
            for level in range(g.level[deed]):
                yield {"do": "sell-building", "by": player, "to": {deed: level}}


def grew(before: Game, command: Command, after: Game) -> str:
    """A debtor who sells or mortgages can never raise more than before: so nothing was left out."""
    if before.tasks and before.tasks[0][0] == DEBT and command["do"] in _RAISING:
        debtor = before.tasks[0][1]
        if command.get("by", debtor) == debtor and debtor < before.players and not after.out[debtor]:
            was, is_now = estate(before, debtor), estate(after, debtor)
            if is_now > was:
                return f"{debtor} could raise {was}, and after {command['do']} {is_now}"
    return ""


def most(g: Game, player: int) -> int:
    """The most cash that any order of this player's own commands brings: all of them are tried."""
    best = 0
    todo = [g]
    known = set()
    while todo:
        g = todo.pop()
        best = max(best, g.cash[player])
        for command in _every(g, player):
            after = tried(g, command)
            if after:
                key = (tuple(after.level), tuple(after.mortgaged), tuple(after.owner), after.cash[player])
                if key not in known:
                    known.add(key)
                    todo.append(after)
    return best


def _every(g: Game, player: int) -> Iterator[Command]:
    """Every command with which this player could raise money."""
    for group in range(GROUPS):
        mine = [d for d in group_deeds(group) if g.owner[d] == player]
        if not mine:
            continue
        for deed in mine:
            yield {"do": "mortgage", "by": player, "deed": deed}
            yield {"do": "sell-deed", "by": player, "deed": deed}
        if any([g.level[d] for d in mine]):
            yield {"do": "sell-group", "by": player, "group": group}
            for to in _lower(g, mine):
                yield {"do": "sell-building", "by": player, "to": to}


def _lower(g: Game, deeds: list[int]) -> Iterator[dict[int, int]]:
    """Every layout with no street higher, and one lower."""
    levels = [0] * len(deeds)
    while True:
        yield {deeds[i]: levels[i] for i in range(len(deeds))}
        at = 0
        while at < len(deeds) and levels[at] == g.level[deeds[at]]:
            levels[at] = 0
            at += 1
        if at == len(deeds):
            return
        levels[at] += 1
