"""What happened, as small tuples of integers: a code, then its fields. Nothing else changes a game.

decide() works out events on a trial; apply() of the same events on the same game gives the same game again.
"""

from __future__ import annotations

from typing import Any

from banker.core.board import BANK, NOBODY
from banker.core.refusal import BooksError
from banker.core.state import CLAIM_DEED, INTEREST_IS_PAID, Game, building_key, list_price
from banker.core.types import Event, Iterable

# The codes, each with its fields in order. Hosts and boxes of different ages talk: never change a number.
PAID = 0  # from, to, amount, why
MOVED = 1  # player, space
ROLLED = 2  # player, die, die
TURN = 3  # player
ROLLS_COUNTED = 4  # doubles in a row, 1 if no roll is left
JAILED = 5  # player
TRIED = 6  # player, tries in vain
FREED = 7  # player
LAPPED = 8  # player
OWNED = 9  # deed, owner
BUILT = 10  # deed, step, price
RAZED = 11  # deed, step
MORTGAGED = 12  # deed, 1 or 0; 2: still mortgaged, INTEREST_IS_PAID (state.py)
DREW = 13  # deck, card
KEPT = 14  # deck, card, player or NOBODY
TASKED = 15  # place in the line, then the fields of the task
DONE = 16  # the first task is over
CLAIM_OPENED = 17  # the fields of the claim
CLAIM_CLOSED = 18  # place in the list, 1 if it came too late
RETIRED = 19  # player
RANDOM = 20  # the two words of the generator
TIME_UP = 21  # how the game will end (rules/turn.py)
OVER = 22  # mask of winners
RULE = 23  # number of the house rule, then its encoded value
SHUFFLED = 24  # deck, then its cards
FOUGHT = 25  # attacker, die, die: of a battle both are his, of an attack the second is the defender's

# The fields of an event, for those who read one.
PAID_FROM, PAID_TO, PAID_AMOUNT, PAID_WHY = 1, 2, 3, 4
MOVED_PLAYER, MOVED_SPACE = 1, 2
ROLLED_PLAYER, ROLLED_DIE_A, ROLLED_DIE_B = 1, 2, 3
JAILED_PLAYER = 1
OWNED_DEED, OWNED_OWNER = 1, 2
BUILT_DEED, BUILT_STEP, BUILT_PRICE = 1, 2, 3
MORTGAGED_DEED, MORTGAGED_ON = 1, 2
DREW_DECK, DREW_CARD = 1, 2
KEPT_DECK, KEPT_CARD, KEPT_PLAYER = 1, 2, 3
RETIRED_PLAYER = 1
FOUGHT_PLAYER, FOUGHT_DIE_A, FOUGHT_DIE_B = 1, 2, 3

# Why money moved. Saved games keep these numbers in debts: never change one.
START = 0
GO_SALARY = 1
PRICE = 2
RENT_PAID = 3
TAXES = 4
FINE = 5
CARD = 6
LOAN = 7
LOAN_BACK = 8
INTEREST_PAID = 9
BUILDING = 10
BUILDING_SOLD = 11
AUCTIONED = 12
TRADED = 13
BATTLE_LOST = 14
POWER_USED = 15
JACKPOT = 16
BONUS = 17
ESTATE = 18
CORRECTION = 19
DEALT = 20
TRANSFER = 21
BUYBACK = 22


def do(g: Game, *event: int) -> None:
    """Let an event happen, and note it."""
    g.events.append(event)
    _APPLY[event[0]](g, event)


def apply(g: Game, events: Iterable[Event]) -> None:
    for event in events:
        _APPLY[event[0]](g, event)


# A trial shares with its game the lists that seldom change (state.py), so such a list is replaced by a
# changed copy.
def _with(items: list[Any], place: int, value: Any) -> list[Any]:
    items = items[:]
    items[place] = value
    return items


def _paid(g: Game, event: Event) -> None:
    _, giver, taker, amount, _ = event
    cash = g.cash
    if amount < 0 or (giver != BANK and cash[giver] < amount):
        raise BooksError("%d cannot pay %d" % (giver, amount))
    cash[giver] -= amount
    cash[taker] += amount


def _moved(g: Game, event: Event) -> None:
    _, player, space = event
    g.space[player] = space


def _rolled(g: Game, event: Event) -> None:
    _, _, a, b = event
    g.dice = (a, b)


def _turn(g: Game, event: Event) -> None:
    _, g.turn = event
    g.turn_no = (g.turn_no + 1) & 0xFFFF
    if INTEREST_IS_PAID in g.mortgaged:
        g.mortgaged = [1 if on else 0 for on in g.mortgaged]


def _rolls_counted(g: Game, event: Event) -> None:
    _, g.doubles, g.rolled = event


def _jailed(g: Game, event: Event) -> None:
    _, player = event
    g.jailed = _with(g.jailed, player, 1)
    g.tries = _with(g.tries, player, 0)


def _tried(g: Game, event: Event) -> None:
    _, player, tries = event
    g.tries = _with(g.tries, player, tries)


def _freed(g: Game, event: Event) -> None:
    _, player = event
    g.jailed = _with(g.jailed, player, 0)
    g.tries = _with(g.tries, player, 0)


def _lapped(g: Game, event: Event) -> None:
    _, player = event
    g.lapped = _with(g.lapped, player, 1)


def _owned(g: Game, event: Event) -> None:
    _, deed, owner = event
    g.owner = _with(g.owner, deed, owner)
    if g.mortgaged[deed]:
        g.mortgaged = _with(g.mortgaged, deed, 1)  # the interest that the last owner paid was his own


def _built(g: Game, event: Event) -> None:
    _, deed, step, price = event
    g.level = _with(g.level, deed, step)
    g.paid = g.paid.copy()
    if price == list_price(g, deed, step):
        g.paid.pop(building_key(deed, step), None)
    else:
        g.paid[building_key(deed, step)] = price


def _razed(g: Game, event: Event) -> None:
    _, deed, step = event
    g.level = _with(g.level, deed, step)
    g.paid = g.paid.copy()
    for higher in range(step + 1, 6):
        g.paid.pop(building_key(deed, higher), None)


def _mortgaged(g: Game, event: Event) -> None:
    _, deed, on = event
    g.mortgaged = _with(g.mortgaged, deed, on)


def _drew(g: Game, event: Event) -> None:
    """The card goes to the bottom of its deck, wherever it was."""
    _, deck, card = event
    g.decks = _with(g.decks, deck, [c for c in g.decks[deck] if c != card] + [card])


def _kept(g: Game, event: Event) -> None:
    """A pass goes from its deck to a player, from player to player, or back under the deck."""
    _, deck, card, player = event
    cards = [c for c in g.decks[deck] if c != card]
    if player == NOBODY:
        cards.append(card)
    g.decks = _with(g.decks, deck, cards)
    g.held = _with(g.held, deck, player)


def _tasked(g: Game, event: Event) -> None:
    _, place, kind, who, other, amount, extra = event
    g.tasks.insert(place, (kind, who, other, amount, extra))


def _done(g: Game, event: Event) -> None:
    g.tasks.pop(0)


def _claim_opened(g: Game, event: Event) -> None:
    _, deed, payer, owner, amount, turn_no, per_pip, how, dice_sum = event
    g.claims = g.claims + [(deed, payer, owner, amount, turn_no, per_pip, how, dice_sum)]
    g.late &= ~(1 << deed)


def _claim_closed(g: Game, event: Event) -> None:
    _, place, late = event
    g.claims = g.claims[:]
    deed = g.claims.pop(place)[CLAIM_DEED]
    if late:
        g.late |= 1 << deed


def _retired(g: Game, event: Event) -> None:
    _, player = event
    g.out = _with(g.out, player, len(g.out) + 1 - g.out.count(0))
    _freed(g, event)


def _random(g: Game, event: Event) -> None:
    _, a, b = event
    g.rng = (a, b)


def _time_up(g: Game, event: Event) -> None:
    _, g.ending = event


def _over(g: Game, event: Event) -> None:
    g.over = 1
    _, g.winners = event


def _rule(g: Game, event: Event) -> None:
    from banker.core.setup.house_rules import changed  # only here: loaded when a rule changes

    number, value = event[1], event[2:]
    g.changed = g.changed.copy()
    g.changed[number] = value
    g.rules = changed(g.rules, {number: value})


def _shuffled(g: Game, event: Event) -> None:
    deck, cards = event[1], event[2:]
    g.decks = _with(g.decks, deck, list(cards))


def _fought(g: Game, event: Event) -> None:
    """The dice decide; what comes of them is in other events. They are no roll of the turn (DM-9)."""


# By code.
_APPLY = (
    _paid,
    _moved,
    _rolled,
    _turn,
    _rolls_counted,
    _jailed,
    _tried,
    _freed,
    _lapped,
    _owned,
    _built,
    _razed,
    _mortgaged,
    _drew,
    _kept,
    _tasked,
    _done,
    _claim_opened,
    _claim_closed,
    _retired,
    _random,
    _time_up,
    _over,
    _rule,
    _shuffled,
    _fought,
)
