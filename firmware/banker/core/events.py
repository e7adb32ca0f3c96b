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
    _APPLY[event[0]](g, event)


def apply(g, events) -> None:
    for event in events:
        _APPLY[event[0]](g, event)


# A trial shares with its game the lists that seldom change (state.py): such a list is replaced by a changed
# one, never changed itself.
def _with(items, place: int, value) -> list:
    items = items[:]
    items[place] = value
    return items


def _paid(g, event):
    _, giver, taker, amount, _ = event
    cash = g.cash
    if amount < 0 or (giver != BANK and cash[giver] < amount):
        raise BooksError("%d cannot pay %d" % (giver, amount))
    cash[giver] -= amount
    cash[taker] += amount


def _moved(g, event):
    g.space[event[1]] = event[2]


def _threw(g, event):
    g.dice = event[2:]


def _turn(g, event):
    g.turn = event[1]
    g.turn_no = (g.turn_no + 1) & 0xFFFF


def _standing(g, event):
    _, g.doubles, g.rolled = event


def _jailed(g, event):
    g.jailed = _with(g.jailed, event[1], 1)
    g.tries = _with(g.tries, event[1], 0)


def _tried(g, event):
    g.tries = _with(g.tries, event[1], event[2])


def _freed(g, event):
    g.jailed = _with(g.jailed, event[1], 0)
    g.tries = _with(g.tries, event[1], 0)


def _lapped(g, event):
    g.lapped = _with(g.lapped, event[1], 1)


def _owned(g, event):
    g.owner = _with(g.owner, event[1], event[2])


def _built(g, event):
    _, deed, step, price = event
    g.level = _with(g.level, deed, step)
    g.paid = g.paid.copy()
    if price == list_price(g, deed, step):
        g.paid.pop(deed * 8 + step, None)
    else:
        g.paid[deed * 8 + step] = price


def _razed(g, event):
    _, deed, step = event
    g.level = _with(g.level, deed, step)
    g.paid = g.paid.copy()
    for gone in range(step + 1, 6):
        g.paid.pop(deed * 8 + gone, None)


def _mortgaged(g, event):
    g.mortgaged = _with(g.mortgaged, event[1], event[2])


def _drew(g, event):
    """The card goes to the bottom of its deck, wherever it lay."""
    _, deck, card = event
    g.decks = _with(g.decks, deck, [c for c in g.decks[deck] if c != card] + [card])


def _kept(g, event):
    """A jail pass leaves its deck for a hand, goes from hand to hand, or comes back under the deck."""
    _, deck, card, player = event
    cards = [c for c in g.decks[deck] if c != card]
    if player == NOBODY:
        cards.append(card)
    g.decks = _with(g.decks, deck, cards)
    g.held = _with(g.held, deck, player)


def _tasked(g, event):
    g.tasks.insert(event[1], event[2:])


def _done(g, event):
    g.tasks.pop(0)


def _claim_opened(g, event):
    g.claims = g.claims + [event[1:]]
    g.late &= ~(1 << event[1])


def _claim_closed(g, event):
    _, index, late = event
    g.claims = g.claims[:]
    deed = g.claims.pop(index)[0]
    if late:
        g.late |= 1 << deed


def _retired(g, event):
    g.out = _with(g.out, event[1], 1)
    _freed(g, event)


def _random(g, event):
    g.rng = event[1:]


def _time_up(g, event):
    g.ending = event[1]


def _over(g, event):
    g.over = 1
    g.winners = event[1]


def _rule(g, event):
    from .knobs import changed

    g.changed = g.changed.copy()
    g.changed[event[1]] = event[2:]
    g.rules = changed(g.rules, {event[1]: event[2:]})


def _shuffled(g, event):
    g.decks = _with(g.decks, event[1], list(event[2:]))


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
