"""What happened, as small tuples of integers: (code, ...). Nothing else ever changes a game.

decide() works out events on a trial; apply() of the same events on the same game gives the same game again.
"""

from .board import BANK, NOBODY
from .refusal import BooksError
from .state import list_price

(
    PAID,  # from, to, amount, why
    MOVED,  # player, space
    THREW,  # player, die, die
    TURN,  # player
    STANDING,  # doubles in a row, no throw left
    JAILED,  # player
    TRIED,  # player, tries in vain
    FREED,  # player
    LAPPED,  # player
    OWNED,  # deed, owner
    BUILT,  # deed, step, price
    RAZED,  # deed, step
    MORTGAGED,  # deed, 1 or 0
    DREW,  # deck, card
    KEPT,  # deck, card, player or NOBODY
    TASKED,  # place, task
    DONE,  # (the first task is over)
    CLAIM_OPENED,  # deed, from, to, amount, turn, times
    CLAIM_CLOSED,  # index, 1 when it came too late
    RETIRED,  # player
    RANDOM,  # the generator's two words
    TIME_UP,  # how the game will end
    OVER,  # mask of winners
    RULE,  # knob, value...
    SHUFFLED,  # deck, cards...
) = range(25)

# why money moved
(
    START,
    GO_SALARY,
    PRICE,
    RENT_PAID,
    TAXES,
    FINE,
    CARD,
    LOAN,
    LOAN_BACK,
    INTEREST_PAID,
    BUILDING,
    BUILDING_SOLD,
    AUCTIONED,
    TRADED,
    BATTLE_LOST,
    POWER_USED,
    JACKPOT,
    BONUS,
    ESTATE,
    CORRECTION,
    DEALT,
    TRANSFER,
    BUYBACK,
) = range(23)


def do(g, *event) -> None:
    """Let it happen, and note it."""
    g.events.append(event)
    _APPLY[event[0]](g, *event[1:])


def apply(g, events) -> None:
    for event in events:
        _APPLY[event[0]](g, *event[1:])


def _paid(g, giver, taker, amount, why):
    cash = g.cash
    if amount < 0 or (giver != BANK and cash[giver] < amount):
        raise BooksError("%d cannot pay %d" % (giver, amount))
    cash[giver] -= amount
    cash[taker] += amount


def _moved(g, player, space):
    g.space[player] = space


def _threw(g, player, a, b):
    g.dice = (a, b)


def _turn(g, player):
    g.turn = player
    g.turn_no = (g.turn_no + 1) & 0xFFFF


def _standing(g, doubles, rolled):
    g.doubles = doubles
    g.rolled = rolled


def _jailed(g, player):
    g.jailed[player] = 1
    g.tries[player] = 0


def _tried(g, player, tries):
    g.tries[player] = tries


def _freed(g, player):
    g.jailed[player] = 0
    g.tries[player] = 0


def _lapped(g, player):
    g.lapped[player] = 1


def _owned(g, deed, owner):
    g.owner[deed] = owner


def _built(g, deed, step, price):
    g.level[deed] = step
    if price == list_price(g, deed, step):
        g.paid.pop(deed * 8 + step, None)
    else:
        g.paid[deed * 8 + step] = price


def _razed(g, deed, step):
    g.level[deed] = step
    for gone in range(step + 1, 6):
        g.paid.pop(deed * 8 + gone, None)


def _mortgaged(g, deed, yes):
    g.mortgaged[deed] = yes


def _drew(g, deck, card):
    """The card goes to the bottom of its deck, wherever it lay."""
    cards = g.decks[deck]
    if card in cards:
        cards.remove(card)
    cards.append(card)


def _kept(g, deck, card, player):
    """A jail pass leaves its deck for a hand, goes from hand to hand, or comes back under the deck."""
    cards = g.decks[deck]
    if player == NOBODY:
        cards.append(card)
    elif card in cards:
        cards.remove(card)
    g.held[deck] = player


def _tasked(g, place, *task):
    g.tasks.insert(place, task)


def _done(g):
    g.tasks.pop(0)


def _claim_opened(g, *claim):
    g.claims.append(claim)
    g.late &= ~(1 << claim[0])


def _claim_closed(g, index, late):
    deed = g.claims.pop(index)[0]
    if late:
        g.late |= 1 << deed


def _retired(g, player):
    g.out[player] = 1
    g.jailed[player] = 0
    g.tries[player] = 0


def _random(g, a, b):
    g.rng = (a, b)


def _time_up(g, ending):
    g.ending = ending


def _over(g, winners):
    g.over = 1
    g.winners = winners


def _rule(g, knob, *value):
    from .knobs import changed

    g.changed[knob] = value
    g.rules = changed(g.rules, knob, value)


def _shuffled(g, deck, *cards):
    g.decks[deck] = list(cards)


_APPLY = (
    _paid,
    _moved,
    _threw,
    _turn,
    _standing,
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
)
