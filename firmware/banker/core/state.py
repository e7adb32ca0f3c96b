"""The game: flat lists by player and by deed, and the tasks that wait. Only events change it."""

from .board import BANK, DEEDS, NOBODY

# What waits, first things first: tuples (kind, who, other, amount, extra).
# Decisions of a player; the first task's kind is the game's phase.
BUY = 1  # who may buy deed `extra`
AUCTION = 2  # leader who, high amount; extra = lot | passed << 8 | decliner << 16
RENT = 3  # who may fight `other` for deed `extra` instead of paying amount
CHOOSE_TAX = 4  # who stands on the tax space `extra`
DRAW = 5  # who takes a card of deck `extra`
THROW = 6  # who throws for the rent of deed `extra`, amount times the dice, to `other`
DEBT = 7  # who owes `other` amount and could not pay; extra = why
PLACE = 8  # who puts the piece `extra` won for amount
POWER = 9  # who may use the power of the double `extra`
DEAL = 10
# Work that goes on by itself as soon as it is first.
DUE = 11  # who pays `other` amount; extra = why
INTEREST = 12  # who pays the bank for the inherited mortgages in the mask `extra`
LAND = 13  # who stands somewhere new; extra = how (a card's terms)
MOVE = 14  # who moves amount spaces
SALARY = 15  # who gets amount after the space's action
LOTS = 16  # the bank auctions the deeds in the mask `extra`
END_TURN = 17
LAST_DECISION = DEAL

PHASES = "roll buy auction rent tax card throw debt place power deal".split()

# lots of an auction that are no deeds
HOUSE = 28
HOTEL = 29
BUILDING_LOTS = ("house", "hotel")


class Rules:
    """The rules of one game, one attribute per knob (knobs.py makes them)."""

    players_min: int
    players_max: int


class Game:
    def __init__(self, board, rules, players: int, like=None):
        self.board = board
        self.rules = rules
        self.players = players
        self.events = []
        if like is None:
            self._new()
        else:
            self._copy(like)

    def _new(self) -> None:
        self.cash = [0] * 10  # players, bank, pot: the sum is always 0
        self.space = [0] * 8
        self.jailed = [0] * 8
        self.tries = [0] * 8
        self.out = [0] * 8
        self.lapped = [0] * 8
        self.owner = [BANK] * DEEDS
        self.level = [0] * DEEDS  # steps up: houses, then one more for the hotel
        self.mortgaged = [0] * DEEDS
        self.paid = {}  # deed * 8 + step: price, where a building was not bought at list price
        self.turn = 0
        self.turn_no = 0
        self.doubles = 0
        self.rolled = 0  # 1: no throw is left in this turn
        self.dice = (0, 0)
        self.tasks = []
        self.claims = []  # (deed, from, to, amount, turn_no, times): times > 0 when a throw decides
        self.late = 0  # mask of deeds whose last landing was not asked for in time
        self.decks = [list(range(16)), list(range(16))]
        self.held = [NOBODY, NOBODY]  # who keeps the jail pass of each deck
        self.rng = (1, 0)
        self.ending = 0  # time is up, the game ends: 1 with this turn, 2 with this round, 3 with what is open
        self.over = 0
        self.winners = 0
        self.changed = {}  # rules changed in play: knob number -> value as a tuple of integers

    def _copy(self, g) -> None:
        # own: what nearly every command changes
        self.cash = g.cash[:]
        self.space = g.space[:]
        self.tasks = g.tasks[:]
        # shared: events replace these lists, and never change them (events.py)
        self.jailed = g.jailed
        self.tries = g.tries
        self.out = g.out
        self.lapped = g.lapped
        self.owner = g.owner
        self.level = g.level
        self.mortgaged = g.mortgaged
        self.paid = g.paid
        self.claims = g.claims
        self.decks = g.decks
        self.held = g.held
        self.changed = g.changed
        self.turn = g.turn
        self.turn_no = g.turn_no
        self.doubles = g.doubles
        self.rolled = g.rolled
        self.dice = g.dice
        self.late = g.late
        self.rng = g.rng
        self.ending = g.ending
        self.over = g.over
        self.winners = g.winners

    def copy(self):
        """A trial on which a command may be tried; this game stays as it is."""
        return Game(self.board, self.rules, self.players, self)


def phase(g) -> str:
    """What the box waits for."""
    if g.over:
        return "over"
    if g.tasks:
        return PHASES[g.tasks[0][0]]
    return "end" if g.rolled else "roll"


def decider(g) -> int:
    """Who is asked now: the one of the first task, else the player on turn."""
    if g.tasks and g.tasks[0][0] != AUCTION:
        return g.tasks[0][1]
    return g.turn


def others(g, player: int):
    """The remaining other players, from the left of `player`."""
    n = g.players
    return [p % n for p in range(player + 1, player + n) if not g.out[p % n]]


def hotel_step(g) -> int:
    return g.rules.houses_per_hotel + 1


def houses_left(g) -> int:
    """Houses with the bank, -1 when unlimited."""
    total = g.rules.houses_total
    if total < 0:
        return -1
    hotel = hotel_step(g)
    for level in g.level:
        if level < hotel:
            total -= level
    return total


def hotels_left(g) -> int:
    total = g.rules.hotels_total
    if total < 0:
        return -1
    hotel = hotel_step(g)
    for level in g.level:
        if level == hotel:
            total -= 1
    return total


def step_price(g, deed: int, step: int) -> int:
    """What the building of that step cost: list price, unless an auction set another."""
    paid = g.paid.get(deed * 8 + step)
    return list_price(g, deed, step) if paid is None else paid


def list_price(g, deed: int, step: int) -> int:
    return g.board.hotel_cost[deed] if step == hotel_step(g) else g.board.house_cost[deed]
