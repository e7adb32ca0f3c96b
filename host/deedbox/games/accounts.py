"""Account statements: each payment into or out of an account, with the balance after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from banker.core import events as ev
from banker.core.board import BANK, POT
from deedbox.games.replay import Replay, Transfer


@dataclass(frozen=True)
class Line:
    seq: int  # of the step; 0 is the start
    other: int  # the account at the other end
    amount: int  # positive: into this account
    balance: int  # after this line
    reason: str
    undone: bool


def all_transfers(replay: Replay) -> Iterator[tuple[int, Transfer, bool]]:
    """(step, transfer, was it taken back later) of the whole game; step 0 is the start."""
    for event in replay.start.events:
        if event[0] == ev.PAID:
            yield 0, Transfer(*event[1:5]), False
    for step in replay.steps:
        for transfer in step.transfers:
            yield step.seq, transfer, step.undone


def opening_balance(replay: Replay, account: int) -> int:
    """The balance before the first line; not 0 only in a game that began from a given position."""
    recorded = 0
    for event in replay.start.events:
        if event[0] == ev.PAID:
            recorded += event[3] * ((event[2] == account) - (event[1] == account))
    return int(replay.start.cash[account]) - recorded


def account_statement(replay: Replay, account: int) -> list[Line]:
    lines = []
    balance = opening_balance(replay, account)
    for seq, transfer, undone in all_transfers(replay):
        if account not in (transfer.giver, transfer.taker) or transfer.giver == transfer.taker:
            continue
        incoming = transfer.taker == account
        amount = transfer.amount if incoming else -transfer.amount
        balance += amount
        other = transfer.giver if incoming else transfer.taker
        lines.append(Line(seq, other, amount, balance, transfer.reason, undone))
    return lines


def all_accounts(replay: Replay) -> list[int]:
    accounts = {account for _, t, _ in all_transfers(replay) for account in (t.giver, t.taker)}
    return [*range(len(replay.names)), BANK, *([POT] if POT in accounts else [])]
