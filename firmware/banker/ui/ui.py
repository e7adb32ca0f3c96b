"""What the box shows, and what an input means: (state, input) -> (state, commands). Pure: time and words
are handed in.

A screen is a module of ui/screens with rows(ui), key(ui, key) and tap(ui, kind, number); the last two
return the commands to be done, in order. The app does them and says follow() or refused(); nothing is
shown that is not saved.
"""

from banker.core.state import Game, phase
from banker.ui.const import const
from banker.ui.paint import DOUBLE

TOKEN = 1  # kinds of tags
DEED = 2
CARD = 3

_NOTICE_MS = const(2500)
_NOTHING_HAPPENED = const(1)
_THAT_IS_TOKEN = const(2)
_NOT_NOW = const(3)
_UNKNOWN_TAG = const(4)
_TWO_TAGS = const(5)
_TAP_TOKEN = const(6)

# the screen of each phase; what is missing has a plain one
SCREENS = {"roll": "home", "end": "home", "buy": "landing"}


class Ui:
    def __init__(self, say, load):
        self.say = say  # number, facts -> sentence, the letters of keys marked
        self.load = load  # name -> screen module
        self.game: Game = None  # type: ignore[assignment] # begin() comes first
        self.names = ()
        self.place = None  # space -> its name
        self.screen = ""
        self.dice = []  # keyed, not yet confirmed
        self.asked = None  # the rent that an owner asked for: (deed, from, to, amount)
        self.tapped = None  # the deed that confirmed the dice
        self.now_ms = 0
        self._notice = ""
        self._notice_ms = 0

    def begin(self, game, names, place) -> None:
        self.names = names
        self.place = place
        self.follow(game)

    def show(self, screen: str):
        self.screen = screen
        self._part = self.load(screen)
        return ()

    def name(self, player: int) -> str:
        return self.names[player].upper()

    def next_player(self) -> int:
        """Who throws next: from the end of a turn on, the one to the left."""
        g = self.game
        player = g.turn
        if phase(g) == "end":
            player = (player + 1) % g.players
            while g.out[player]:
                player = (player + 1) % g.players
        return player

    # -- what came in --

    def key(self, key: str):
        self._notice = ""
        return self._part.key(self, key)

    def tap(self, kind: int, number: int):
        self._notice = ""
        if kind == TOKEN and number >= self.game.players:
            return self.notice(self.say(_UNKNOWN_TAG))
        return self._part.tap(self, kind, number)

    def stranger(self):
        return self.notice(self.say(_UNKNOWN_TAG))

    def crowd(self):
        return self.notice(self.say(_TWO_TAGS))

    def follow(self, game) -> None:
        """What was asked for is done and saved, or as far as it went: show what the game waits for now."""
        self.game = game
        now = phase(game)
        if now == "buy" and self.tapped == game.tasks[0][4]:
            self.show("offer")
        else:
            self.show(SCREENS.get(now, "waiting"))
        if self.asked and self.asked[:3] not in [claim[:3] for claim in game.claims]:
            self.asked = None
        if self.asked is None and self.tapped is not None and now in ("roll", "end"):
            self.ask(self.tapped)
        self.dice = []
        self.tapped = None

    def refused(self, code: str, facts) -> None:
        self.notice(self.load("waiting").sentence(self, code, facts))

    def ask(self, deed: int) -> bool:
        """The owner's deed was tapped: if a rent is open on it, that is asking for it."""
        for claim in self.game.claims:
            if claim[0] == deed and not self.game.out[claim[1]]:
                self.asked = claim[:4]
                self.show("rent")
                return True
        return False

    # -- what is said --

    def notice(self, sentence: str):
        """A refusal: says what was wrong for a while; the question stays."""
        self._notice = sentence
        self._notice_ms = self.now_ms
        return ()

    def wrong_token(self, player: int):
        return self.notice(self.say(_THAT_IS_TOKEN, self.name(player)))

    def not_now(self):
        return self.notice(self.say(_NOT_NOW))

    def tick(self, now_ms: int) -> bool:
        """Time passes; True when the picture changes by it."""
        self.now_ms = now_ms
        if self._notice and now_ms - self._notice_ms > _NOTICE_MS:
            self._notice = ""
            return True
        return False

    def rows(self) -> list:
        rows = self._part.rows(self)
        if self._notice:
            rows = [self._notice] + rows[1:-1] + [self.say(_NOTHING_HAPPENED)]
        return rows


def double(text: str) -> str:
    return DOUBLE + text
