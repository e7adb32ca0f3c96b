"""The app of the box without its parts: inputs go straight into Box.handle(), its time is ours to pass.

Run, compiled, by tests/app/test_box_alone.py, on the board of bare.py. In: {"about": how a game begins,
"seed": n, "inputs": n, "how": "hand" (to the end of a game) or "any"}. Out: one line of JSON.
"""

import gc
import json
import sys

from bare import SECTORS, Board, Clock, Sectors, app, font, paint, picture, reader

from banker.app import loader, tunes
from banker.core.codec import state_bytes
from banker.ui.next_screen import SCREENS

_WANDERED = 5000  # inputs without a step
_CLOSED_MS = 130_000  # then whatever was begun is closed
_BACK_MOST = 20
_RESTS = ["turn.home", "table.bank_only", "turn.jail", "turn.last_turn"] + list(SCREENS.values())


class AtOnce:
    """Replaces the module `asyncio` in the sounds: a task ends as soon as it begins."""

    def create_task(self, task):
        for _ in task:
            pass

    def sleep_ms(self, ms):
        yield


class Table:
    def __init__(self, about):
        self.clock = app.time = Clock()
        tunes.asyncio = AtOnce()
        board = Board()
        board.flash = Sectors()
        self.box = app.Box(board, reader, range(SECTORS), picture, font)
        with open("newgame.json", "w") as file:
            json.dump(about, file)
        self.box.power_on()
        self.box.ui.home()  # away from the check, which misses the parts
        if self.box.message:
            raise ValueError(self.box.message)
        self.seats = len(about["names"])
        self.free_least = gc.mem_free()
        self.steps = 0

    @property
    def game(self):
        return self.box.keeper.game

    def keys(self):
        return [key for key, _ in self.box.ui.inputs()]

    def do(self, what, value):
        box = self.box
        before = box.journal.seq
        if what == "wait":
            for _ in range(0, value, 250):
                self.clock.now_ms += 250
                box.run(box.ui.tick(box.tell_time()))
            loader.tidy()  # as Box.idle_task() does
        elif what == "key":
            box.handle(0, ord(value))
        else:
            box.handle({"token": 1, "deed": 2, "card": 3, "banker": 4}[what], value)
        self.clock.now_ms += 50
        if box.message:
            raise ValueError(box.message)
        paint.clear(picture)
        paint.screen(picture, box.ui.rows(), font)
        self.free_least = min(self.free_least, gc.mem_free())
        if box.journal.seq == before:
            return False
        box.journal.idle()
        self.steps += 1
        return True


def by_hand(table, seed, most):
    from taps_and_keys import Hand

    hand = Hand(seed)
    count = 0
    while not table.game.over and count < most:
        if table.do(*hand.next(table.game, table.keys())):
            hand.progress()
        count += 1
        if hand.wasted > 7:
            raise ValueError("stuck in " + table.box.ui.screen)
    return count


def anything(table, seed, most):
    """Mostly inputs that the screen offers, sometimes any input; no money is lost and the game goes on."""
    from random_tables import Random

    chance = Random(seed)
    since = 0
    for at in range(most):
        what = chance.below(100)
        if what < 45:
            count = table.do("key", chance.one(table.keys() or "0123456789ABCD*#"))
        elif what < 55:
            count = table.do("key", chance.one("0123456789ABCD*#"))
        elif what < 75:
            count = table.do("token", chance.below(table.seats))
        elif what < 90:
            count = table.do("deed", chance.below(28))
        elif what < 93:
            count = table.do("card", chance.below(32))
        elif what < 94:
            count = table.do("banker", 0)
        else:
            count = table.do("wait", chance.one((250, 1250, 5000)))
        if count:
            since = at
            if not state_bytes.sound(table.game):
                raise ValueError("the books do not add up")
        if at - since > _WANDERED:
            since = at
            gets_on(table, seed)
            for module in ("taps_and_keys", "sensible_player"):  # they are not part of the box: room again
                del sys.modules[module]
    return most


def gets_on(table, seed):
    """Random inputs may wander for long, above all in a debt. Somebody who knows the way must get on."""
    from taps_and_keys import Hand

    where = table.box.ui.screen
    table.do("wait", _CLOSED_MS)
    for _ in range(_BACK_MOST):  # every screen that does not close by itself has a key that leads back
        keys = table.keys()
        if table.box.ui.screen == "box.check":
            table.do(
                "key", "1"
            )  # the key that it asks for while it learns a ribbon; then it can be left, too
            table.do("key", "A")
        elif table.box.ui.screen not in _RESTS:
            table.do("key", "*" if "*" in keys else "A" if "A" in keys else "#")
    if table.game.over:
        raise ValueError("no new game from " + where)
    tokens = table.box.ui.seats or range(table.game.players)  # by seat, as the set-up has them
    rents = table.box.ui.rents.queue
    if rents and (table.do("token", tokens[rents[0][1]]) or table.do("token", tokens[rents[0][1]])):
        return  # the dice were locked until this rent was paid
    table.box.ui.taken_back = None  # a witness was there: other dice than those taken back
    hand = Hand(seed)
    while True:
        what, which = hand.next(table.game, table.keys())
        if table.do(what, tokens[which] if what == "token" else which):
            return
        if hand.wasted > 7:
            raise ValueError("stuck in %s: %s, %s" % (where, " | ".join(table.box.ui.rows()), table.keys()))


def main():
    about = json.loads(sys.stdin.read())
    table = Table(about["about"])
    run = by_hand if about["how"] == "hand" else anything
    count = run(table, about["seed"], about["inputs"])
    gc.collect()
    print(
        json.dumps(
            {
                "inputs": count,
                "steps": table.steps,
                "over": bool(table.game.over),
                "free_least": table.free_least,
                "free": gc.mem_free(),
            }
        )
    )


main()
