"""What the box shows, and what an input means: (state, input) -> (state, commands). Pure.

Time, words and modules are handed in. The table of screens is SCREENS; each is a module of ui/screens:

    rows(ui)               what stands on it, as paint.screen() takes it, without the row of keys
    keys(ui)               the keys that mean something now: (key, number of its word or the word itself; 0:
                           not shown), shown in the last row
    key(ui, key)           a key was pressed         -> commands to be done, in order
    tap(ui, kind, number)  a tag was tapped          -> commands to be done, in order
    asks(ui)               (optional) whose tokens a question waits for, by seat; after prompt_timeout_s it
                           closes, and nothing was paid
    taps(ui)               (optional) the other tags that it asks for: (kind, number), as tap() takes them
    stranger(ui)           (optional) a tag that the box does not know was tapped -> commands
    enter(ui)              (optional) the screen was just opened with ui.args
    after(ui)              (optional) its command was done: True if it has opened what comes of it
    LOOK_MS, late(ui)      (optional) how long it stays without input, and what then; default: home
    forced(ui)             (optional) do the rules force what it asks for? Then the banker card may stand in
                           for a missing token
    BEFORE                 (optional) true for a screen that needs no game: tap() gets the number of the token
                           itself, not that of its seat

A command is a dict for the rules, or a tuple for the box itself (app/errands.py): ("begin", ...).
What the box knows besides the game a screen asks with ui.fact(name, ...) (app/facts.py). The app does the
commands and says follow() when the game has changed, or refused(). Nothing is shown that is not saved.
Consent is a tap on a screen that names who and how much; every question is asked anew when the game has
changed in between.
"""

from banker.core.board import DEED_AT, DEEDS
from banker.core.commands import decide
from banker.core.events import MOVED, PAID
from banker.core.refusal import Refused
from banker.core.state import phase
from banker.ui.asking import Asking
from banker.ui.const import const
from banker.ui.heard import TICK, sound_of, tells

TOKEN, DEED, CARD, BANKER = 1, 2, 3, 4  # kinds of tags

_NOTICE_MS = const(2500)
_UNKNOWN_TAG = const(4)
_NO_RENT = const(162)
_NOTHING_PAID = const(600)

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


# where the game rests, and the banker card opens its menu; not in an auction, whose clock runs
_RESTS = ("bank", "jail") + tuple(screen for screen in SCREENS.values() if screen != "auction")


class Ui(Asking):
    def __init__(self, say, load, fact=None):
        super().__init__(say)
        self.load = load  # name -> screen module
        self.fact = fact  # name, ... -> what the box knows besides the game
        self.seats: tuple = ()  # by seat: its token; (): token n sits on seat n
        self.label = None  # card -> what it is about (None: not known)
        self.word = None  # number -> a word of the edition's own (None: not known)
        self.draft: dict = None  # type: ignore[assignment] # the set-up's choices so far (ui/draft.py)
        self.kept = None  # what the auction keeps while a deed card is open
        self.lots = None  # buildings still to be auctioned one by one: [lot, how many]
        self.no = None  # why the rules said no to the last trial
        self.moves = []  # the last payments: (from, to, amount, why), newest first
        self.screen = ""
        self.args = ()
        self.memo = {}  # what the open screen keeps; gone when it closes
        self.tapped = None  # the deed that confirmed the dice
        self.refill = None  # dice of a throw just taken back, to be filled in
        self.taken_back = None  # the same, until the next throw: other dice need a witness
        self.paid_go = None  # bank only: who had the salary last; twice asks
        self.back = None  # (optional) steps -> the game so many steps ago, or None; -1: what redo brings back
        self._since_ms = 0

    def begin(self, game, names, place, label=None, word=None, seats=()) -> None:
        self.names = names
        self.seats = seats
        self.place = place
        self.label = label
        self.word = word
        self.draft = None  # type: ignore[assignment]
        self.asked = self.kept = self.refill = self.taken_back = self.paid_go = None  # another game's
        self.moves = []
        self.waiting = []
        self.landed_ms = -1
        self.game = game
        self.home()

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

    def close(self) -> None:
        """Nothing is open until the next show(): what the last screen needed makes room."""
        self.screen = ""
        self.args = ()
        self.memo = {}
        self._part = self.game = self.place = self.label = self.word = None  # type: ignore[assignment]
        self.kept = None  # the story of a game that ended holds on to all of it

    def home(self):
        """Back to what the game waits for; without a game, to the set-up."""
        self.dice = []
        self.tapped = None
        if not self.game:
            return self.show("setup")
        now = phase(self.game)
        screen = SCREENS[now]
        if screen == "home" and self.game.rules.mode == "banker":
            screen = "bank"
        elif now == "end" and self.game.ending:
            screen = "bedtime"
        return self.show(screen)

    def follow(self, game) -> None:
        """Something was done and saved: show what came of it, or what the game waits for now."""
        self.game = game
        for event in game.events:
            if event[0] == PAID:
                self.moves = [event[1:]] + self.moves[:5]
            elif event[0] == MOVED:
                deed = DEED_AT[event[2]]
                if deed < DEEDS and game.owner[deed] < game.players:
                    self.landed_ms = self.now_ms
        if not self.sound:
            self.sound = sound_of(game)
        self.forget_settled()
        after = getattr(self._part, "after", None) if self.screen else None
        if after and after(self):
            return
        tapped, self.tapped = self.tapped, None
        if tells(self) and self.load("result").opens(self):
            return
        now = phase(game)
        if now == "buy" and tapped == game.tasks[0][4]:
            self.dice = []
            self.show("offer")
        elif tapped is None or now not in ("roll", "end") or not self.ask(tapped):
            self.home()
            if tapped is not None and game.mortgaged[tapped]:
                self.hint(self.say(_NO_RENT))
        refill, self.refill = self.refill, None
        if refill and now == "roll" and game.rules.dice_source == "keyed":
            self.dice = refill
            self.taken_back = tuple(refill)
            self.show("dice")

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
        if kind == BANKER:
            if self.screen in _RESTS and not self.awaited():
                return self.show("banker")
            forced = getattr(self._part, "forced", None)
            if forced and forced(self):
                return self._stand_in(self._part.tap(self, TOKEN, self._part.asks(self)[0]))
        return self._part.tap(self, kind, number)

    def _stand_in(self, commands):
        for command in commands:
            command["stand_in"] = 1  # for the log
        return commands

    def onward(self, kind: int, number: int):
        """From something to be read to what waits. The tap counts, but agrees to nothing not yet shown."""
        self.home()
        if kind == TOKEN and (kind, number) in self.taps():
            return ()
        return self.touch(kind, number)

    def seat(self, token: int) -> int:
        """Whose token it is in this game; -1: nobody's."""
        if self.seats:
            return self.seats.index(token) if token in self.seats else -1
        return token if self.game and token < self.game.players else -1

    def stranger(self):
        """A tag that the box does not know, or a token that does not play."""
        meant = getattr(self._part, "stranger", None)
        return meant(self) if meant else self.notice(self.say(_UNKNOWN_TAG))

    def refused(self, code: str, facts):
        """The rules said no: its sentence, and the question stays."""
        return self.notice(self.load("refusals").sentence(self, code, facts))

    def tick(self, now_ms: int):
        """Time passes: commands to be done, or None when nothing changed."""
        self.now_ms = now_ms
        if self._notice and now_ms - self._notice_ms > _NOTICE_MS * self.times():
            self._notice = ""
            return ()
        asked = self.awaited()
        stays = getattr(self._part, "LOOK_MS", 0) * self.times()
        if asked:
            stays = self.game.rules.prompt_timeout_s * 1000
        if stays and now_ms - self._since_ms > stays:
            late = getattr(self._part, "late", None)
            if late:
                return late(self)
            self.home()
            if asked:
                self.hint(self.say(_NOTHING_PAID))
            return ()
        running = getattr(self._part, "tick", None)
        return running(self) if running else None

    def forget_typed(self):
        """Nobody confirmed what was typed: it goes with a tick. Where nothing was, all stays as it is."""
        if not self.memo and not self.dice:
            return None
        self.sound = TICK
        return self.home()

    def taps(self) -> list:
        """The tags that the open screen asks for: (kind, number), tokens by seat."""
        found = [(TOKEN, player) for player in self.awaited()]
        more = getattr(self._part, "taps", None)
        return found + more(self) if more else found

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
