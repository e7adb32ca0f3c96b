# mypy: ignore-errors
# `random` for MicroPython: generators of their own, from the entropy of the browser where it matters.

import os


class Random:
    """A generator of 32 bits (xorshift), for faults that a test repeats."""

    def __init__(self, seed=None):
        self._state = (seed * 2654435761 + 1) & 0xFFFFFFFF if seed is not None else 0
        if not self._state:
            self._state = int.from_bytes(os.urandom(4), "little") | 1

    def getrandbits(self, count):
        value = 0
        for _ in range((count + 31) // 32):
            state = self._state
            state ^= (state << 13) & 0xFFFFFFFF
            state ^= state >> 17
            state ^= (state << 5) & 0xFFFFFFFF
            self._state = state
            value = value << 32 | state
        return value >> (-count % 32)

    def randrange(self, first, last=None):
        if last is None:
            first, last = 0, first
        return first + self.getrandbits(64) % (last - first)

    def randint(self, first, last):
        return self.randrange(first, last + 1)

    def random(self):
        return self.getrandbits(24) / (1 << 24)

    def randbytes(self, count):
        return bytes([self.getrandbits(8) for _ in range(count)])

    def choice(self, items):
        return items[self.randrange(len(items))]

    def choices(self, items, weights=None, k=1):
        if weights is None:
            return [self.choice(items) for _ in range(k)]
        out = []
        for _ in range(k):
            at = self.random() * sum(weights)
            chosen = 0
            while chosen < len(items) - 1 and at >= weights[chosen]:
                at -= weights[chosen]
                chosen += 1
            out.append(items[chosen])
        return out

    def shuffle(self, items):
        for at in range(len(items) - 1, 0, -1):
            other = self.randrange(at + 1)
            items[at], items[other] = items[other], items[at]

    def sample(self, items, count):
        items = list(items)
        self.shuffle(items)
        return items[:count]


class SystemRandom(Random):
    def __init__(self):
        pass

    def getrandbits(self, count):
        return int.from_bytes(os.urandom((count + 7) // 8), "little") >> (-count % 8)


_shared = Random()
randrange = _shared.randrange
randint = _shared.randint
random = _shared.random
