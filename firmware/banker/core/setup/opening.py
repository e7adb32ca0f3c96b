"""The game before its first step: cash dealt, decks shuffled. Equal rules and seeds give equal games."""

from __future__ import annotations

from banker.core.board import BANK, CARDS, POT, Board
from banker.core.events import JACKPOT, PAID, SHUFFLED, START, do
from banker.core.game_rules import Rules
from banker.core.random import seeded, shuffled
from banker.core.state import DEAL, Game
from banker.core.tasks import first


def opening(board: Board, rules: Rules, players: int, seed: int) -> Game:
    g = Game(board, rules, players)
    g.rng = seeded(seed)
    for deck in (0, 1):
        do(g, SHUFFLED, deck, *shuffled(g, range(CARDS)))
    for player in range(players):
        if rules.start_cash:
            do(g, PAID, BANK, player, rules.start_cash, START)
    if rules.free_parking_mode == "jackpot" and rules.free_parking_seed:
        do(g, PAID, BANK, POT, rules.free_parking_seed, JACKPOT)
    if rules.start_deeds:
        first(g, DEAL)
    return g
