"""What the box shows, and what an input means: (state, input) -> (state, commands). Pure.

Time, words and modules are handed in. A screen is a module of ui/screens; screens/README.md says what it
consists of. next_screen.py says which one follows.

A command is a dict for the rules, or a tuple for the box itself (app/ui_actions.py): ("begin", ...).
The app does the commands and calls follow() when the game has changed, or refused(). Nothing is shown that is
not saved. Consent is a tap on a screen that names who and how much; a question is asked again when the game
has changed in between.
"""

from __future__ import annotations

from typing import Any

from banker.core.commands import decide
from banker.core.events import CLAIM_OPENED, MOVED, MOVED_SPACE, PAID, RETIRED, RETIRED_PLAYER
from banker.core.refusal import Refused
from banker.core.state import Game, roller
from banker.core.tags import BANKER, DEED, TOKEN
from banker.ui import types, words
from banker.ui.layout import NONE, Layout
from banker.ui.next_screen import TELLS_ALL, home_screen, leaves_line, next_screen, opens_menu
from banker.ui.rents_asked import RentsAsked, asks_here, rent_on, stopped
from banker.ui.sounds import DOORBELL, TICK, sound_of

PAYMENTS = 6  # as many as the money screen has rows for


class Ui(Layout):
    def __init__(self, say: types.Say, load: types.Load, fact: types.Query = NONE) -> None:
        super().__init__(say, load)
        self.fact = fact
        self.rents = RentsAsked()
        # settings of the box, and `big`
        self.pace = 1  # looks and results stay so many times as long
        self.ask_ms = 5000  # how much later a roll is taken after a landing on an owned deed
        # the game
        self.game: Game = NONE
        self.seats: tuple[int, ...] = ()  # by seat: its token; (): token n sits on seat n
        self.label: types.Text | None = None  # card -> what it is about
        self.word: types.Text | None = None  # a word of the edition (core/edition/limits.py, WORD_KEYS)
        self.back: types.LookBack = NONE  # the steps that undo may take back
        self.ahead: types.LookAhead = NONE  # the step that redo would do again
        # the open screen
        self.screen = ""
        self.args: tuple[Any, ...] = ()
        self.memo: types.Memo = {}  # what the screen keeps; gone when it closes
        self._input_ms = 0  # when the last input came, or the screen opened
        # what outlives a screen
        self.draft: types.Draft | Any = None  # the choices of the set-up so far (setup_draft.py)
        self.dice: list[int] = []  # typed, not yet confirmed
        self.tapped: int | None = None  # the deed that confirmed the dice
        self.refill: list[int] | None = None  # dice of a roll just taken back, to be filled in
        self.taken_back: tuple[int, ...] | None = None  # the same until the next roll: others need a witness
        self.auction_clock: types.AuctionClock | None = None  # while a deed card is open in an auction
        self.lots: Any = None  # buildings still to be auctioned one by one: [lot, how many]
        self.kept: Any = None  # the story of a game that ended (screens/table/the_end.py)
        self.paid_go: int | None = None  # bank only: who had the salary last; a second time needs a consent
        self.moves: list[types.Payment] | None = None  # the last payments; None: not looked up yet
        self.unread: tuple[Any, ...] = ()  # a screen that must be read to its end, and its arguments
        self.no: Refused = NONE  # why the rules refused the last trial

    def begin(
        self,
        game: Game,
        names: tuple[str, ...],
        place: types.Place,
        label: types.Text | None = None,
        word: types.Text | None = None,
        seats: tuple[int, ...] = (),
    ) -> None:
        self.names, self.seats = names, seats
        self.place, self.label, self.word, self.unread = place, label, word, ()
        self.rents = RentsAsked()
        self.draft = self.kept = self.auction_clock = None
        self.refill = self.taken_back = self.paid_go = self.moves = None
        self.game = game
        self.home()

    # -- screens --

    def show(self, screen: str, *args: Any) -> types.Commands:
        """Open a screen; returns no commands, so that a key may end with it."""
        self.screen = screen
        self.args = args
        self.memo = {}
        self._input_ms = self.now_ms
        self.part = self.load("screens." + screen)
        enter = getattr(self.part, "enter", None)
        if enter:
            enter(self)
        return ()

    def close(self) -> None:
        """Nothing is open until the next show(), so that the memory of the last screen and game is free."""
        self.screen = ""
        self.args = ()
        self.memo = {}
        self.part = self.game = self.place = self.label = self.word = self.kept = NONE

    def home(self) -> types.Commands:
        """Back to what must still be read, or to what the game waits for; without a game, to the set-up."""
        self.dice, self.tapped = [], None
        return self.show(*(self.unread or (home_screen(self.game),)))

    def follow(self, game: Game) -> None:
        """A step was done and saved: show what came of it, or what the game waits for now."""
        self.take(game)
        after = getattr(self.part, "after", None) if self.screen else None
        if after and after(self):
            return
        screen, args, hint = next_screen(self, self.tapped)
        tapped, refill = self.tapped, self.refill
        self.tapped = self.refill = None
        self.dice = []
        if screen == "turn.dice" and refill:
            self.dice = refill
            self.taken_back = tuple(refill)
        if screen != "turn.rent" or tapped is None or not self.ask(tapped):
            self.show(screen, *args)
        self.result = []
        if hint:
            self.hint(hint)
        elif leaves_line(game) and screen not in TELLS_ALL:
            lines = self.load("result_lines").lines(self)
            if lines:
                self.tell_result(lines)

    def take(self, game: Game) -> None:
        """This is the game now; the open screen stays."""
        tasks, self.game = self.game.tasks if self.game else [], game
        self.unread = self.unread if game.events else ()  # nothing happened: a step was taken back
        for event in game.events:
            if event[0] == PAID and self.moves is not None:
                self.moves = [event[1:]] + self.moves[: PAYMENTS - 1]
            elif event[0] == MOVED:
                self.rents.note_landing(game, event[MOVED_SPACE], self.now_ms)
            elif event[0] == CLAIM_OPENED:  # also later, when the lander wants no battle
                self.rents.landed_ms = self.now_ms
            elif event[0] == RETIRED:
                self.unread = ("table.hand_over", event[RETIRED_PLAYER], 0, tasks[:1])
        self.sound = self.sound or sound_of(game)
        self.rents.drop_closed(game)

    def ask(self, deed: int) -> bool:
        """The owner's deed was tapped: if rent is open on it, the owner has asked for it."""
        rent = rent_on(self.game, deed)
        if not rent:
            return False
        self.dice = []
        self.rents.add(rent)
        self.auction_clock = stopped(self.auction_clock, self.now_ms)
        self.sound = DOORBELL
        self.show("turn.rent")
        return True

    # -- inputs --

    def key(self, key: str) -> types.Commands:
        self._input()
        commands: types.Commands = self.part.key(self, key)
        return commands

    def tap(self, kind: int, number: int) -> types.Commands:
        """A tag was tapped. A token comes as its number and goes on as its seat."""
        if kind == TOKEN and not getattr(self.part, "TOKEN_NUMBERS", False):
            number = self.seat(number)
            if number < 0:
                return self.stranger()
        return self.touch(kind, number)

    def touch(self, kind: int, number: int) -> types.Commands:
        """The same, with a token by its seat (by its number where the screen wants that)."""
        self._input()
        consents = list(self.memo.get("consents", ()))  # before the screen clears them
        if kind == BANKER:
            if opens_menu(self.screen) and not self.awaited():
                return self.show("table.banker_menu")
            forced = getattr(self.part, "forced", None)
            if forced and forced(self):
                commands: types.Commands = self.part.tap(self, TOKEN, self.part.asks(self)[0])
                return self._note_taps(self._stand_in(commands), consents)
        if kind == DEED and asks_here(self, number) and self.ask(number):
            return ()
        commands = self.part.tap(self, kind, number)
        return self._note_taps(commands, consents + [number] if kind == TOKEN else consents)

    def _input(self) -> None:
        self._forget_notice()
        self._input_ms = self.now_ms

    def _forget_notice(self) -> None:
        self.notice_text = ""
        self.result = []

    def _stand_in(self, commands: types.Commands) -> types.Commands:
        for command in commands:
            if isinstance(command, dict):
                command["stand_in"] = 1  # for the log
        return commands

    def _note_taps(self, commands: types.Commands, seats: list[int]) -> types.Commands:
        """Whose tokens were tapped, for the log; that of the command's own player alone needs no note."""
        for command in commands:
            if isinstance(command, dict):
                mask = command.get("agreed", 0)
                for seat in seats:
                    mask |= 1 << seat
                if mask and mask != 1 << command.get("by", 8):
                    command["agreed"] = mask
        return commands

    def onward(self, kind: int, number: int) -> types.Commands:
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

    def stranger(self) -> types.Commands:
        """A tag that the box does not know, or a token that does not play."""
        stranger = getattr(self.part, "stranger", None)
        return stranger(self) if stranger else self.notice(self.say(words.UNKNOWN_TAG))

    def refused(self, code: str, facts: tuple[Any, ...]) -> types.Commands:
        """The rules said no: its sentence, and the question stays."""
        return self.notice(self.load("refusal_text").sentence(self, code, facts))

    def tick(self, now_ms: int) -> types.Commands | None:
        """Time passes: commands to be done, or None when nothing changed."""
        self.now_ms = now_ms
        if self.notice_text or self.result:
            if now_ms - self.notice_ms > self.notice_stays_ms * self.times():
                self._forget_notice()
                return ()
        awaited = self.awaited()
        stays_ms = getattr(self.part, "LOOK_MS", 0) * self.times()
        if awaited:
            stays_ms = self.game.rules.prompt_timeout_s * 1000
        if stays_ms and now_ms - self._input_ms > stays_ms:
            return self._late(bool(awaited))
        running = getattr(self.part, "tick", None)
        return running(self) if running else None

    def _late(self, was_question: bool) -> types.Commands | None:
        """No input came in time."""
        late = getattr(self.part, "late", None)
        if late:
            commands: types.Commands | None = late(self)
            return commands
        self.home()
        return self.hint(self.say(words.NOTHING_PAID)) if was_question else ()

    def forget_typed(self) -> types.Commands | None:
        """Nobody confirmed the typed digits: they go with a tick. Without any, nothing changes."""
        if not self.memo and not self.dice:
            return None
        self.sound = TICK
        return self.home()

    def taps(self) -> types.Tags:
        """The tags that the open screen asks for: (kind, number), tokens as touch() takes them."""
        tags = [(TOKEN, seat) for seat in self.awaited()]
        more = getattr(self.part, "taps", None)
        return tags + more(self) if more else tags

    # -- what screens share --

    def times(self) -> int:
        """All clocks run twice as long where the house rules or the box are slow."""
        return 2 if self.game and self.game.rules.prompt_timeout_s >= 60 else self.pace

    def pause_ms(self) -> int:
        """How long owners have to ask before the next roll."""
        return self.ask_ms * self.times()

    def wait_ms(self) -> int:
        """How long the next roll still waits, so that an owner can ask."""
        return self.rents.wait_ms(self.now_ms, self.pause_ms())

    def trial(self, command: dict[str, Any]) -> Game | None:
        """The game as this command would leave it; None if the rules refuse it, and why in ui.no."""
        try:
            self.no = NONE
            game: Game = decide(self.game, command)
            return game
        except Refused as no:
            self.no = no
            return None

    def next_player(self) -> int:
        """Who rolls next: from the end of a turn on, the one to the left."""
        return roller(self.game)
