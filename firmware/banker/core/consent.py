"""Who must agree before steps are taken back or done again (S-19), and what is one step (S-20).

Everyone whose cash, deeds, passes or place changes; all for what all agreed to; and a witness where one
player alone could gain by it: something was revealed, or the other side was the Bank. Loaded on use.
"""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import BANK, DEEDS, NOBODY, POT
from banker.core.history import LINK_DEPTH, LINK_PARENT, auction_in, same_auction, undo_cost
from banker.core.state import Game, decider
from banker.core.types import Agreement, Any, Callable, Command, Iterator, StepBack, TakenBack

_ALL_AGREED = ("correct", "set-rule", "time-up")
# Dice of any kind, a card, a fight; and a bid, which binds. (A counted percentage is paid to the Bank.)
_WITNESSED = ("roll", "throw", "draw", "card", "battle", "power", "bid", "")
# These do nothing but open an auction, so they go with it.
_OPENS_AUCTION = ("decline", "auction-building")


def changed_deeds(now: Game, old: Game) -> list[int]:
    return [deed for deed in range(DEEDS) if _deed(now, deed) != _deed(old, deed)]


def _deed(g: Game, deed: int) -> tuple[int, ...]:
    return g.owner[deed], g.level[deed], g.mortgaged[deed]


def _player(g: Game, seat: int) -> tuple[int, ...]:
    return g.cash[seat], g.space[seat], g.jailed[seat], g.out[seat]


def touched(now: Game, old: Game) -> list[int]:
    """The seats whose cash, deeds, passes or place differ; the Bank where a building or a mortgage does."""
    seats = [seat for seat in range(now.players) if _player(now, seat) != _player(old, seat)]
    if now.cash[BANK] != old.cash[BANK] or now.cash[POT] != old.cash[POT]:
        seats.append(BANK)
    for deed in changed_deeds(now, old):
        owners = [now.owner[deed], old.owner[deed]]
        seats += owners if owners[0] != owners[1] else owners + [BANK]
    for deck in (0, 1):
        if now.held[deck] != old.held[deck]:
            seats += [BANK if who == NOBODY else who for who in (now.held[deck], old.held[deck])]
    return [seat for seat in range(BANK + 1) if seat in seats]


def agreement(now: Game, old: Game, command: Command) -> Agreement:
    """For the step from `old` to `now`: (the seats that must agree, those of whom one must as a witness)."""
    do = command["do"]
    if do in _ALL_AGREED:
        return [p for p in range(now.players) if not (now.out[p] and old.out[p])], []
    seats = touched(now, old)
    needs_witness = do in _WITNESSED or BANK in seats
    seats = [seat for seat in seats if seat != BANK] or [command.get("by", decider(old))]
    return seats, _others(now, seats) if needs_witness and len(seats) == 1 else []


def _others(g: Game, seats: list[int]) -> list[int]:
    return [p for p in range(g.players) if not g.out[p] and p not in seats]


def _auction(now: Game, old: Game, bidders: list[int]) -> Agreement:
    """The same for a finished auction: its winner, and one who bid or passed in it."""
    seats = [seat for seat in touched(now, old) if seat != BANK] or [decider(old)]
    others = _others(now, seats)
    if len([p for p in seats if p in bidders]) > 1:
        others = []  # the winner, and another who bid
    return seats, [p for p in others if p in bidders] or others


def take_back(game: Game, steps: Iterator[StepBack], count: int) -> TakenBack | None:
    """So many steps taken back together; None if there are not so many.

    An auction that is over is one step, back to the offer.
    """
    seats: list[int] = []
    witnesses: list[list[int]] = []
    undos = 0
    old = game
    ahead = None
    for _ in range(count):
        step = ahead or _read(steps)
        if not step:
            return None
        now = old
        old, command, more = step
        undos += 1
        ahead = None
        if auction_in(old) and not same_auction(now, old):
            bidders: list[int] = []
            earlier: Command | None = command
            while earlier:
                if earlier["do"] in ("bid", "pass"):
                    bidders.append(earlier["by"])
                ahead = _read(steps) if auction_in(old) else None
                earlier = None
                if ahead and _goes_with(old, ahead):
                    old, earlier, more = ahead
                    undos += 1
                    ahead = None
            must, one_of = _auction(now, old, bidders)
        else:
            must, one_of = agreement(now, old, command)
        seats += must
        if one_of:
            witnesses.append(one_of)
    seats = [seat for seat in range(game.players) if seat in seats]
    witnesses = [one_of for one_of in witnesses if not any([seat in seats for seat in one_of])]
    return old, command, undos, more, seats, witnesses


def _goes_with(now: Game, step: StepBack) -> bool:
    """Does this step belong to the auction? Lots of a bankrupt were opened by another step."""
    old, command, _ = step
    return same_auction(now, old) or command["do"] in _OPENS_AUCTION


def _read(steps: Iterator[StepBack]) -> StepBack | None:
    for step in steps:
        return step
    return None


def steps_back(node: Callable[[int], Any], here: int, depth_most: int) -> Iterator[StepBack]:
    """Each step that undo may take back, the newest first: (the game before it, its command, is there more?).

    `node` answers (link, game, command) of a node of core/history.py; the game is None if it is gone.
    """
    link, now, command = node(here)
    depth = link[LINK_DEPTH]
    while link[LINK_PARENT] >= 0:
        link, old, earlier = node(link[LINK_PARENT])
        if old is None:
            return
        depth += undo_cost(now, old, depth)
        if depth > depth_most:
            return
        now = None  # no two older games at once: RAM
        yield old, command or {"do": ""}, link[LINK_PARENT] >= 0 and (depth < depth_most or _has_bids(old))
        now, command = old, earlier


def _has_bids(g: Game) -> bool:
    """Is an auction open, in which somebody has bid or passed?"""
    task = auction_in(g)
    if not task:
        return False
    auction = lazy.load("rules.auction")
    return bool(auction.high_bid(task)) or any([auction.has_passed(task, p) for p in range(g.players)])
