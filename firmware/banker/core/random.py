"""Dice, shuffles and deals of the box: one small generator whose state is part of the game.

xoroshiro64** by Blackman and Vigna (public domain): two words of 32 bits, equal in both interpreters.
"""

from __future__ import annotations

from banker.core.events import RANDOM, do
from banker.core.state import Game
from banker.core.types import Command, Dice, Iterable

_M = 0xFFFFFFFF


def seeded(seed: int) -> tuple[int, int]:
    """Two words that are never both zero, from any integer (splitmix32, twice)."""
    words = []
    for _ in range(2):
        seed = (seed + 0x9E3779B9) & _M
        z = seed
        z = ((z ^ (z >> 16)) * 0x21F0AAAD) & _M
        z = ((z ^ (z >> 15)) * 0x735A2D97) & _M
        words.append(z ^ (z >> 15))
    return words[0] or 1, words[1]


def _word(g: Game) -> int:
    a, b = g.rng
    z = (a * 0x9E3779BB) & _M
    z = ((z << 5) | (z >> 27)) & _M
    z = (z * 5) & _M
    b ^= a
    a = ((a << 26) | (a >> 6)) & _M
    do(g, RANDOM, a ^ b ^ ((b << 9) & _M), ((b << 13) | (b >> 19)) & _M)
    return z


def below(g: Game, n: int) -> int:
    """A fair number from 0 to n - 1 (n up to 65536): the uneven rest of the range is drawn again."""
    fair = 65536 - 65536 % n
    while True:
        r = _word(g) >> 16
        if r < fair:
            return r % n


def is_hidden(g: Game) -> bool:
    """Is this the game of a host that watches? It has no generator (codec/veil.py)."""
    a, b = g.rng
    return not a and not b


def dice(g: Game, c: Command) -> Dice:
    """The box rolls. The command notes what came, for those to whom the generator is hidden."""
    if not is_hidden(g):
        both = below(g, 36)  # one number for two dice: one event fewer in every roll
        c["rolled"] = (both // 6 + 1, both % 6 + 1)
    a, b = c["rolled"]
    return a, b


def shuffled(g: Game, numbers: Iterable[int]) -> list[int]:
    items = list(numbers)
    for i in range(len(items) - 1, 0, -1):
        j = below(g, i + 1)
        items[i], items[j] = items[j], items[i]
    return items
