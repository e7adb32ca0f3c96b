"""What the box shows, and what an input means: (state, input) -> (state, commands). Pure.

Time, words and modules are handed in. The table of screens is SCREENS; each is a module of ui/screens:

    rows(ui)               what stands on it, as paint.screen() takes it, without the row of keys
    keys(ui)               the keys that mean something now: (key, number of its word or the word itself; 0:
                           not shown), shown in the last row
    key(ui, key)           a key was pressed         -> commands to be done, in order
    tap(ui, kind, number)  a tag was tapped          -> commands to be done, in order
    taps(ui)               (optional) the tags that the screen asks for: (kind, number), as tap() takes them
    stranger(ui)           (optional) a tag that the box does not know was tapped -> commands
    enter(ui)              (optional) the screen was just opened with ui.args
    after(ui)              (optional) its command was done: True if it has opened what comes of it
    LOOK_MS, late(ui)      (optional) how long it stays without input, and what then; default: home
    BEFORE                 (optional) true for a screen that needs no game: tap() gets the number of the token
                           itself, not that of its seat

A command is a dict for the rules, or a tuple for the box itself (app/errands.py): ("begin", ...).
What the box knows besides the game a screen asks with ui.fact(name, ...) (app/facts.py). The app does the
commands and says follow() when the game has changed, or refused(). Nothing is shown that is not saved.
Consent is a tap on a screen that names who and how much; every question is asked anew when the game has
changed in between.
"""

from banker.core.commands import decide
from banker.core.events import PAID
from banker.core.refusal import Refused
from banker.core.state import Game, phase
from banker.ui.const import const
from banker.ui.speech import Speech

TOKEN, DEED, CARD, BANKER = 1, 2, 3, 4  # kinds of tags

# what is heard; the app knows the tunes
SILENCE, GOOD, MONEY_OUT, MONEY_IN, SALARY, DOORBELL, KNOCK, SOLD, JAIL, UNDONE, OUT, WINNER, NEXT, LOW = (
    range(14)
)

_NOTICE_MS = const(2500)
_THAT_IS_TOKEN = const(2)
_NOT_NOW = const(3)
_UNKNOWN_TAG = const(4)
_TWO_TAGS = const(5)

# the screen of each phase of a game
SCREENS = {
    "roll": "home",
    "end": "home",
    "buy": "landing",
    "auction": "auction",
    "rent": "battle",
    "tax": "tax",
    "card": "card",
    "throw": "throw",
    "debt": "debt",
    "place": "place",
    "power": "power",
    "deal": "deal",
    "over": "over",
}


class Ui(Speech):
    def __init__(self, say, load, fact=None):
        super().__init__(say)
        self.load = load  # name -> screen module
        self.fact = fact  # name, ... -> what the box knows besides the game
        self.game: Game = None  # type: ignore[assignment] # None: there is no game yet
        self.seats: tuple = ()  # by seat: its token; (): token n sits on seat n
        self.label = None  # card -> what it is about (None: not known)
        self.word = None  # number -> a word of the edition's own (None: not known)
        self.kept = None  # what the auction keeps while a deed card is open
        self.no = None  # why the rules said no to the last trial
        self.moves = []  # the last payments: (from, to, amount, why), newest first
        self.screen = ""
        self.args = ()
        self.memo = {}  # what the open screen keeps; gone when it closes
        self.dice = []  # keyed, not yet confirmed
        self.asked = None  # the rent that an owner asked for: (deed, from, to, amount)
        self.tapped = None  # the deed that confirmed the dice
        self.sound = SILENCE  # to be played once
        self.refill = None  # dice of a throw just taken back, to be filled in
        self.taken_back = None  # the same, until the next throw: other dice need a witness
        self.paid_go = None  # bank only: who had the salary last; twice asks
        self.back = None  # (optional) steps -> the game so many steps ago, or None; -1: what redo brings back
        self.now_ms = 0
        self.pace = 1  # looks and results stay so many times as long
        self.ask_ms = 5000  # after a landing on an owned deed the next throw is taken so much later
        self.big = False  # questions in big type only
        self._since_ms = 0
        self._notice_ms = 0

    def begin(self, game, names, place, label=None, word=None, seats=()) -> None:
        self.names = names
        self.seats = seats
        self.place = place
        self.label = label
        self.word = word
        self.asked = None
        self.follow(game)

    # -- screens --

    def show(self, screen: str, *args):
        """Open a screen; returns no commands, so that a key may end with it."""
        self.screen = screen
        self.args = args
        self.memo = {}
        self._since_ms = self.now_ms
        self._part = self.load(screen)
        enter = getattr(self._part, "enter", None)
        if enter:
            enter(self)
        return ()

    def home(self):
        """Back to what the game waits for; without a game, to the set-up."""
        self.dice = []
        if not self.game:
            return self.show("setup")
        now = phase(self.game)
        screen = SCREENS[now]
        if screen == "home" and self.game.rules.mode == "banker":
            screen = "bank"
        return self.show(screen)

    def follow(self, game) -> None:
        """Something was done and saved: show what the game waits for now."""
        self.game = game
        for event in game.events:
            if event[0] == PAID:
                self.moves = [event[1:]] + self.moves[:5]
        if self.asked and self.asked[:3] not in [claim[:3] for claim in game.claims]:
            self.asked = None
        after = getattr(self._part, "after", None) if self.screen else None
        if after and after(self):
            return
        tapped, self.tapped = self.tapped, None
        now = phase(game)
        if now == "buy" and tapped == game.tasks[0][4]:
            self.dice = []
            self.show("offer")
        elif tapped is None or now not in ("roll", "end") or not self.ask(tapped):
            self.home()
        refill, self.refill = self.refill, None
        if refill and now == "roll" and game.rules.dice_source == "keyed":
            self.dice = refill
            self.taken_back = tuple(refill)
            self.show("dice")

    def ask(self, deed: int) -> bool:
        """The owner's deed was tapped: if a rent is open on it, that is asking for it."""
        for claim in self.game.claims:
            if claim[0] == deed and not self.game.out[claim[1]]:
                self.dice = []
                self.asked = claim[:4]
                self.sound = DOORBELL
                self.show("rent")
                return True
        return False

    # -- what came in --

    def key(self, key: str):
        """Commands to be done, in order."""
        self._notice = ""
        self._since_ms = self.now_ms
        return self._part.key(self, key)

    def tap(self, kind: int, number: int):
        if kind == TOKEN and not getattr(self._part, "BEFORE", False):
            number = self.seat(number)
            if number < 0:
                return self.stranger()
        return self.touch(kind, number)

    def touch(self, kind: int, number: int):
        """A tap on what is open now; tokens by their seat."""
        self._notice = ""
        self._since_ms = self.now_ms
        if kind == BANKER and self.screen in ("home", "bank", "jail"):
            return self.show("banker")
        return self._part.tap(self, kind, number)

    def seat(self, token: int) -> int:
        """Whose token it is in this game; -1: nobody's."""
        if self.seats:
            return self.seats.index(token) if token in self.seats else -1
        return token if self.game and token < self.game.players else -1

    def stranger(self):
        """A tag that the box does not know, or a token that does not play."""
        meant = getattr(self._part, "stranger", None)
        return meant(self) if meant else self.notice(self.say(_UNKNOWN_TAG))

    def crowd(self):
        return self.notice(self.say(_TWO_TAGS))

    def refused(self, code: str, facts) -> None:
        """The rules said no: its sentence, and the question stays."""
        self.notice(self.load("refusals").sentence(self, code, facts))

    def tick(self, now_ms: int):
        """Time passes: commands to be done, or None when nothing changed."""
        self.now_ms = now_ms
        if self._notice and now_ms - self._notice_ms > _NOTICE_MS:
            self._notice = ""
            return ()
        stays = getattr(self._part, "LOOK_MS", 0)
        if stays and now_ms - self._since_ms > stays * self.pace:
            late = getattr(self._part, "late", None)
            return late(self) if late else self.home()
        running = getattr(self._part, "tick", None)
        return running(self) if running else None

    # -- what is said --

    def notice(self, sentence: str):
        """A refusal: says what was wrong for a while; who, how much and what to do stay in sight."""
        self._notice = sentence
        self._notice_ms = self.now_ms
        self.sound = LOW
        return ()

    def wrong_token(self, player: int):
        return self.notice(self.say(_THAT_IS_TOKEN, self.name(player)))

    def not_now(self):
        return self.notice(self.say(_NOT_NOW))

    def inputs(self) -> list:
        """Every key that means something now, with its word: for whoever draws buttons."""
        return [(key, self._word(word) if word else key) for key, word in self._part.keys(self)]

    def taps(self) -> list:
        """The tags that the open screen asks for: (kind, number), tokens by seat."""
        asks = getattr(self._part, "taps", None)
        return asks(self) if asks else []

    # -- what screens share --

    def trial(self, command: dict):
        """The game as this command would leave it; None if the rules say no, and why in ui.no."""
        try:
            self.no = None
            return decide(self.game, command)
        except Refused as no:
            self.no = no
            return None

    def next_player(self) -> int:
        """Who throws next: from the end of a turn on, the one to the left."""
        g = self.game
        player = g.turn
        if phase(g) == "end":
            player = (player + 1) % g.players
            while g.out[player]:
                player = (player + 1) % g.players
        return player
