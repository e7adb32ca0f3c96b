"""Plays random games and prints a digest after every command. Run by tests/core/test_both_interpreters.py.

In: one JSON line {"editions": {id: [numbers, rules]}, "seeds": [first, last], "steps": n}.
With {"outer": true} instead of the editions: malformed commands, as they are read or refused.
With "debts": [rules, ...]: games in debt by these rules; what can be raised stands before the digests.
Out: a line per game: its seed, then for every command the digest, or the code with which it was refused.
"""

import json
import sys

from banker.core.board import Board
from banker.core.codec.command_json import ARGS, Reader
from banker.core.codec.state_bytes import digest
from banker.core.refusal import Refused
from banker.core.rules.raising import estate
from deedbox.lab.edges import indebted
from deedbox.lab.laws import broken_law
from deedbox.lab.random_games import play_random_game, start_random_game
from deedbox.lab.random_tables import Random

ODD = (None, True, False, 0, 1, -1, 7, 40, 10**6, "", "ann", "zoe", "bank", "brown1", "util2", "rail9")
ODD += ("chest-16", "chance-17", "flat", "house", "sky", [], [6, 1], [0, 7], [1, 2, 3], ["sky1", 5], {})
ODD += ({"ann": ["sky1"]}, {"zoe": ["x"], "bob": 3}, {"sky1": 2, "x": 9}, {"cash": -1, "deeds": ["x"]})
ODD += ({"cash": 5, "gold": 1}, {"cash": 5, "deeds": ["sky1"], "jail_cards": 1})


def outer(seed, count):
    """Commands as the outside might write them, mostly malformed: what each is read as, or why not."""
    chance = Random(seed)
    reader = Reader(["ann", "bob"])
    names = sorted(ARGS) + ["no-such", 5]
    for _ in range(count):
        raw = {"do": chance.one(names)}
        for arg in ARGS.get(raw["do"], "").replace("?", "").split(" ") + ["by"]:
            key = {"giver": "from", "taker": "to", "hands": "deeds", "payer": "from"}.get(arg, arg)
            if key and chance.below(4):
                raw[key] = chance.one(ODD)
        try:
            command = reader.command(raw)
            yield json.dumps(in_order(command))
        except Refused as no:
            yield no.code


def in_order(value):
    """The same as lists, because the order inside a dict differs."""
    if type(value) is dict:
        return [[key, in_order(value[key])] for key in sorted(value)]
    return list(value) if type(value) is tuple else value


def lines(job):
    boards = {}
    for edition in job["editions"]:
        numbers, rules = job["editions"][edition]
        boards[edition] = (Board(numbers), rules)
    names = sorted(boards)
    for seed in range(job["seeds"][0], job["seeds"][1]):
        if job.get("debts"):
            g = indebted(seed, *boards[names[seed % len(names)]], job["debts"][seed % len(job["debts"])])
            marks = [str(estate(g, g.tasks[0][1])), "%08x" % digest(g)]
        else:
            g = start_random_game(seed, names, boards.get)
            marks = ["%08x" % digest(g)]
        for _, _, after, refused in play_random_game(g, seed, job["steps"]):
            marks.append("%08x" % digest(after) if after else refused.code)
            if after and broken_law(after):
                marks.append(broken_law(after))
        yield "%d %s" % (seed, " ".join(marks))


if __name__ == "__main__":
    job = json.loads(sys.stdin.readline())
    for text in outer(job["seeds"][0], job["steps"]) if job.get("outer") else lines(job):
        print(text)
