"""The game: flat lists by player and by deed, and the tasks that wait. Only events change it."""

from __future__ import annotations

from banker.core.board import BANK, DEEDS, NO_DEED, NOBODY, Board
from banker.core.game_rules import Rules
from banker.core.refusal import Refused
from banker.core.types import Claim, Dice, Event, Task

# The fields of a task. The kind decides what the last four mean; see below.
KIND, WHO, OTHER, AMOUNT, EXTRA = range(5)

# Kinds of tasks; saved games keep these numbers. First the decisions of a player: while one of them is the
# first task, it is the phase of the game.
BUY = 1  # WHO may buy the deed EXTRA
AUCTION = 2  # WHO leads with the bid AMOUNT; EXTRA holds the lot and more (rules/auction.py)
RENT = 3  # WHO may fight OTHER for the deed EXTRA instead of paying AMOUNT; is OTHER = WHO, he has won it
CHOOSE_TAX = 4  # WHO is on the tax space EXTRA
DRAW = 5  # WHO takes a card of the deck EXTRA
THROW = 6  # WHO rolls for the rent of the deed EXTRA: AMOUNT for each pip, to OTHER
DEBT = 7  # WHO owes AMOUNT to OTHER and could not pay; EXTRA tells why (tasks.py)
PLACE = 8  # WHO has won the building EXTRA for AMOUNT and says where it goes
POWER = 9  # WHO may use the power of the double EXTRA; AMOUNT is 1 + the deed of an attack that was tied
DEAL = 10  # the opening deal
LAST_DECISION = 10
# Then work that goes on by itself as soon as it is the first task.
DUE = 11  # WHO pays AMOUNT to OTHER; EXTRA tells why (tasks.py)
INTEREST = 12  # WHO pays the bank for new mortgages in the mask EXTRA; AMOUNT: how he got them (below)
# 13 is free: no game was ever saved with it.
MOVE = 14  # WHO leaves jail and moves AMOUNT spaces
SALARY = 15  # WHO gets AMOUNT after the action of the space
LOTS = 16  # the bank auctions the deeds in the mask EXTRA
END_TURN = 17

# How a player got a mortgaged deed. Saved games keep these numbers.
WON = 0  # in an auction or a fight
INHERITED = 1  # from a bankrupt
BOUGHT = 2  # in a trade

# Game.mortgaged: the new owner has paid the interest, so in this turn the loan alone pays it back (S-4).
INTEREST_IS_PAID = 2

# What the box waits for. The first eleven are equal to the decisions above.
PHASE_ROLL = 0
PHASE_BUY = 1
PHASE_AUCTION = 2
PHASE_RENT = 3
PHASE_TAX = 4
PHASE_CARD = 5
PHASE_THROW = 6
PHASE_DEBT = 7
PHASE_PLACE = 8
PHASE_POWER = 9
PHASE_DEAL = 10
PHASE_END = 11
PHASE_OVER = 12
# Their names in the contract, but for the last one, "over".
PHASES = "roll buy auction rent tax card throw debt place power deal end".split()

# The fields of an open rent claim. A roll decides the amount if CLAIM_PER_PIP is not 0. With the house rule
# rent_snapshot = "claim" the rent is worked out when the owner asks, so the claim keeps how the payer got
# here (rules/moves.py) and the dice sum of that roll; else CLAIM_HOW is COUNTED.
CLAIM_DEED, CLAIM_PAYER, CLAIM_OWNER, CLAIM_AMOUNT, CLAIM_TURN, CLAIM_PER_PIP, CLAIM_HOW, CLAIM_DICE = range(
    8
)
COUNTED = -1  # the amount was worked out at the landing

# The most in one account by corrections and by what the table reports in bank only. Play itself does not
# reach it; a record has room for more (codec/state_bytes.py), and the display for seven digits.
CASH_MOST = 9999999

# Lots of an auction that are no deeds.
HOUSE = 28
HOTEL = 29
BUILDING_LOTS = ("house", "hotel")


class Game:
    """The state of one game and its rules."""

    def __init__(self, board: Board, rules: Rules, players: int, like: Game | None = None) -> None:
        self.board = board
        self.rules = rules
        self.players = players
        self.events: list[Event] = []
        if like is None:
            self._new()
        else:
            self._copy(like)

    def _new(self) -> None:
        self.cash = [0] * 10  # players, bank, pot; all together are always 0
        self.space = [0] * 8
        self.jailed = [0] * 8
        self.tries = [0] * 8
        self.out = [0] * 8  # 1: the first who went out, 2: the second, ...
        self.lapped = [0] * 8  # has been round the board once
        self.owner = [BANK] * DEEDS
        self.level = [0] * DEEDS  # houses, then one more step for the hotel
        self.mortgaged = [0] * DEEDS  # 1, or INTEREST_IS_PAID
        self.paid: dict[int, int] = {}  # building_key -> price, for buildings not bought at list price
        self.turn = 0
        self.turn_no = 0
        self.doubles = 0
        self.rolled = 0  # 1: no roll is left in this turn
        self.dice: Dice = (0, 0)
        self.tasks: list[Task] = []
        self.claims: list[Claim] = []
        self.late = 0  # mask of deeds whose last landing was not asked for in time
        self.decks = [list(range(16)), list(range(16))]
        self.held = [NOBODY, NOBODY]  # who keeps the jail pass of each deck
        self.rng: tuple[int, int] = (1, 0)
        self.ending = 0  # time is up: ENDS_WITH_TURN and so on (rules/turn.py)
        self.over = 0
        self.winners = 0  # mask of players
        self.changed: dict[int, tuple[int, ...]] = {}  # house rules changed in play: number -> encoded value

    def _copy(self, g: Game) -> None:
        # Nearly every command changes these, so each game has its own.
        self.cash = g.cash[:]
        self.space = g.space[:]
        self.tasks = g.tasks[:]
        # Games share these lists, because events replace them and never change them (events.py).
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

    def copy(self) -> Game:
        """A trial on which a command is tried; this game does not change."""
        return Game(self.board, self.rules, self.players, self)


def phase_number(g: Game) -> int:
    """What the box waits for: PHASE_ROLL to PHASE_OVER."""
    if g.over:
        return PHASE_OVER
    if g.tasks:
        return g.tasks[0][KIND]
    return PHASE_END if g.rolled else PHASE_ROLL


def phase(g: Game) -> str:
    """The name of the phase, as in the contract."""
    return "over" if g.over else PHASES[phase_number(g)]


def decider(g: Game) -> int:
    """Who is asked now: the player of the first task, or else the player whose turn it is."""
    if g.tasks and g.tasks[0][KIND] != AUCTION:
        return g.tasks[0][WHO]
    return g.turn


def tied_deed(g: Game) -> int:
    """The deed of an attack that was tied and is rolled for again; NO_DEED: there is none."""
    if g.tasks and g.tasks[0][KIND] == POWER and g.tasks[0][AMOUNT]:
        return g.tasks[0][AMOUNT] - 1
    return NO_DEED


def next_player(g: Game, player: int) -> int:
    """The next one to the left who is in the game."""
    player = (player + 1) % g.players
    while g.out[player]:
        player = (player + 1) % g.players
    return player


def roller(g: Game) -> int:
    """Who rolls next: the player whose turn it is; from the end of a turn on, the next to the left."""
    return next_player(g, g.turn) if phase_number(g) == PHASE_END else g.turn


def others(g: Game, player: int) -> list[int]:
    """The other players in the game, from the left of `player` on."""
    n = g.players
    return [p % n for p in range(player + 1, player + n) if not g.out[p % n]]


def deeds_of(g: Game, player: int) -> list[int]:
    return [deed for deed in range(DEEDS) if g.owner[deed] == player]


def own(g: Game, player: int, deed: int) -> int:
    """The deed, if the player owns it; else it is refused."""
    if g.owner[deed] != player:
        raise Refused("not-owner", g.owner[deed])
    return deed


def houses_most(g: Game) -> int:
    """How many houses a street can have; the next step is its hotel (short game: fewer than four)."""
    return g.rules.houses_per_hotel


def hotel_step(g: Game) -> int:
    """The level of a street with a hotel."""
    return g.rules.houses_per_hotel + 1


def houses_left(g: Game) -> int:
    """Houses in the bank, -1 when unlimited."""
    total = g.rules.houses_total
    if total < 0:
        return -1
    hotel = hotel_step(g)
    for level in g.level:
        if level < hotel:
            total -= level
    return total


def hotels_left(g: Game) -> int:
    """Hotels in the bank, -1 when unlimited."""
    total = g.rules.hotels_total
    if total < 0:
        return -1
    hotel = hotel_step(g)
    for level in g.level:
        if level == hotel:
            total -= 1
    return total


def building_key(deed: int, step: int) -> int:
    """The key in Game.paid of the building that took this street to this step."""
    return deed * 8 + step


def step_price(g: Game, deed: int, step: int) -> int:
    """What the building of this step cost: the list price, unless an auction set another."""
    price = g.paid.get(building_key(deed, step))
    return list_price(g, deed, step) if price is None else price


def list_price(g: Game, deed: int, step: int) -> int:
    return g.board.hotel_cost[deed] if step == hotel_step(g) else g.board.house_cost[deed]
