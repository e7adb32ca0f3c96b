"""The game before its first step: cash dealt, decks shuffled. The same rules and seed give the same."""

from .board import BANK, CARDS, POT
from .chance import seeded, shuffled
from .events import JACKPOT, PAID, SHUFFLED, START, do
from .flow import first
from .state import DEAL, Game


def opening(board, rules, players: int, seed: int):
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
