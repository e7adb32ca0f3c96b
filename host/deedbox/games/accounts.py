"""Statements: what went into an account and out of it, line by line, with the balance after each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from banker.core import events as ev
from banker.core.board import BANK, POT

from .story import Story, Transfer


@dataclass(frozen=True)
class Line:
    seq: int  # of the step; 0: the start
    other: int  # the account at the other end
    amount: int  # plus: it came in
    balance: int  # after it
    reason: str
    undone: bool


def transfers(story: Story) -> Iterator[tuple[int, Transfer, bool]]:
    """(step, transfer, was it taken back later) of the whole game; each goes from somewhere to somewhere."""
    for event in story.start.events:
        if event[0] == ev.PAID:
            yield 0, Transfer(*event[1:5]), False
    for step in story.steps:
        for transfer in step.transfers:
            yield step.seq, transfer, step.undone


def opening(story: Story, account: int) -> int:
    """What was there before the first line: only where the game did not begin from nothing."""
    noted = 0
    for event in story.start.events:
        if event[0] == ev.PAID:
            noted += event[3] * ((event[2] == account) - (event[1] == account))
    return int(story.start.cash[account]) - noted


def statement(story: Story, account: int) -> list[Line]:
    lines = []
    balance = opening(story, account)
    for seq, transfer, undone in transfers(story):
        if account not in (transfer.giver, transfer.taker) or transfer.giver == transfer.taker:
            continue
        incoming = transfer.taker == account
        amount = transfer.amount if incoming else -transfer.amount
        balance += amount
        other = transfer.giver if incoming else transfer.taker
        lines.append(Line(seq, other, amount, balance, transfer.reason, undone))
    return lines


def all_accounts(story: Story) -> list[int]:
    used = {account for _, t, _ in transfers(story) for account in (t.giver, t.taker)}
    return [*range(len(story.names)), BANK, *([POT] if POT in used else [])]
