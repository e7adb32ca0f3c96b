"""What the box shows, and what an input means: (state, input) -> (state, commands). Pure.

Time, words and modules are handed in. The table of screens is SCREENS; each is a module of ui/screens:

    rows(ui)               what stands on it, as paint.screen() takes it, without the row of keys
    keys(ui)               the keys that mean something now: (key, number of its word or the word itself; 0:
                           not shown), shown in the last row
    key(ui, key)           a key was pressed         -> commands to be done, in order
    tap(ui, kind, number)  a tag was tapped          -> commands to be done, in order
    enter(ui)              (optional) the screen was just opened with ui.args
    after(ui)              (optional) its command was done: True if it has opened what comes of it
    LOOK_MS, late(ui)      (optional) how long it stays without input, and what then; default: home

The app does the commands and says follow() when the game has changed, or refused(). Nothing is shown that is
not saved. Consent is a tap on a screen that names who and how much; every question is asked anew when the
game has changed in between.
"""

from banker.core.commands import decide
from banker.core.events import PAID
from banker.core.refusal import Refused
from banker.core.state import Game, phase
from banker.ui.const import const
from banker.ui.paint import DOUBLE, KEY

TOKEN, DEED, CARD, BANKER = 1, 2, 3, 4  # kinds of tags

# what is heard; the app knows the tunes
SILENCE, GOOD, MONEY_OUT, MONEY_IN, SALARY, DOORBELL, KNOCK, SOLD, JAIL, UNDONE, OUT, WINNER, NEXT, LOW = (
    range(14)
)

_NOTICE_MS = const(2500)
_NOTHING_HAPPENED = const(1)
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


class Ui:
    def __init__(self, say, load):
        self.say = say  # number, facts -> sentence, the letters of keys marked
        self.load = load  # name -> screen module
        self.game: Game = None  # type: ignore[assignment] # begin() comes first
        self.names = ()
        self.place = None  # space -> its name
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
        self._since_ms = 0
        self._notice = ""
        self._notice_ms = 0

    def begin(self, game, names, place, label=None, word=None) -> None:
        self.names = names
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
        """Back to what the game waits for."""
        self.dice = []
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
        self._notice = ""
        self._since_ms = self.now_ms
        if kind == TOKEN and number >= self.game.players:
            return self.stranger()
        if kind == BANKER and self.screen in ("home", "bank", "jail"):
            return self.show("banker")
        return self._part.tap(self, kind, number)

    def stranger(self):
        return self.notice(self.say(_UNKNOWN_TAG))

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
        if stays and now_ms - self._since_ms > stays:
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

    def name(self, player: int) -> str:
        return self.names[player].upper() if player < len(self.names) else self.say(7)

    def tell(self, number: int, player: int, *facts) -> str:
        """A sentence about a player, the name as long as one row allows."""
        return self.say(number, self.name(player)[: 21 - len(self.say(number, "", *facts))], *facts)

    def pair(self, payer: int, taker: int) -> str:
        """Who pays whom, in double size: both names can be told apart."""
        a, b = self.name(payer), self.name(taker)
        a = a[: max(4, 9 - len(b))]
        return DOUBLE + a + ">" + b[: 9 - len(a)]

    def rows(self) -> list:
        rows = list(self._part.rows(self))
        if not self._notice:
            return rows + self.key_rows()
        said = wrap(self._notice)
        if len(said) > 1:  # the second line takes the place of an empty row, or of the last one
            said = said[:2]
            if "" in rows[1:]:
                rows.remove("")
        elif rows[0].startswith(DOUBLE):  # who it is about stays in sight
            said.append(rows[0][1:])
        rows[:1] = said
        return rows + [self.say(_NOTHING_HAPPENED)]

    def key_rows(self) -> list:
        """The keys that mean something now, each letter inverse; in two rows where whole words need it."""
        rows = []
        row = ""
        wide = 0
        for key, word in self._part.keys(self):
            if word:
                word = self._word(word)
                word = key + ("" if word[0] == "+" else " ") + word
                if row and wide + len(word) > 21:
                    rows.append(row)
                    row = ""
                    wide = 0
                row += (" " if row else "") + KEY + word
                wide += len(word) + 1
        return rows + [row] if row else rows

    def _word(self, word) -> str:
        return word if isinstance(word, str) else self.say(word)

    def inputs(self) -> list:
        """Every key that means something now, with its word: for whoever draws buttons."""
        return [(key, self._word(word) if word else key) for key, word in self._part.keys(self)]

    # -- what screens share --

    def trial(self, command: dict):
        """The game as this command would leave it; None if the rules say no, and why in ui.no."""
        try:
            self.no = None
            return decide(self.game, command)
        except Refused as no:
            self.no = no
            return None

    def on(self, space: int, number: int) -> str:
        """A sentence of a space's number and name that fits a row."""
        place = self.place(space, 21 - len(self.say(number, space, "")))  # type: ignore[misc]
        return self.say(number, space, place)

    def next_player(self) -> int:
        """Who throws next: from the end of a turn on, the one to the left."""
        g = self.game
        player = g.turn
        if phase(g) == "end":
            player = (player + 1) % g.players
            while g.out[player]:
                player = (player + 1) % g.players
        return player


def wrap(text: str) -> list:
    """Rows of at most 21 letters, broken between words."""
    rows = [""]
    for word in text.split(" "):
        row = rows[-1] + " " + word if rows[-1] else word
        if len(row) <= 21:
            rows[-1] = row
        else:
            rows.append(word)
    return rows


def double(text: str) -> str:
    return DOUBLE + text
