"""Rents that owners ask for: the one that is shown, those behind it, and the time there is to ask."""

from banker.core import parts
from banker.core.state import Game
from banker.ui.heard import DOORBELL
from banker.ui.speech import Speech


class Asking(Speech):
    def __init__(self, say):
        super().__init__(say)
        self.game: Game = None  # type: ignore[assignment] # None: there is no game yet
        self.asked = None  # the rent that an owner asked for: (deed, from, to, amount)
        self.waiting = []  # those asked for before it, and not yet paid or let go: the same
        self.dice = []  # keyed, not yet confirmed
        self.pace = 1  # looks and results stay so many times as long
        self.ask_ms = 5000  # after a landing on an owned deed the next throw is taken so much later
        self.landed_ms = -1  # when that was

    def ask(self, deed: int) -> bool:
        """The owner's deed was tapped: if a rent is open on it, that is asking for it."""
        for claim in self.game.claims:
            terms = parts.load("rent").terms(self.game, claim) if claim[0] == deed else None
            if terms:
                self.dice = []
                others = self.waiting + [self.asked]
                self.waiting = [rent for rent in others if rent and rent[:2] != terms[:2]]
                self.asked = terms
                self.sound = DOORBELL
                self.show("rent")  # type: ignore[attr-defined] # of Ui, which is built on this
                return True
        return False

    def answered(self) -> None:
        """It was paid, or let go: the next one."""
        self.asked = self.waiting.pop(0) if self.waiting else None

    def forget_settled(self) -> None:
        """What is no longer open was settled, or is too late."""
        still = [claim[:2] for claim in self.game.claims]
        self.waiting = [rent for rent in self.waiting if rent[:2] in still]
        if self.asked and self.asked[:2] not in still:
            self.answered()

    def times(self) -> int:
        """Slow, by the house rules or by the box: all clocks run twice as long."""
        return 2 if self.game and self.game.rules.prompt_timeout_s >= 60 else self.pace

    def pause_ms(self) -> int:
        """How long owners have to ask before the next throw."""
        return self.ask_ms * self.times()

    def wait_ms(self) -> int:
        """How long the next throw still waits, so that an owner can ask."""
        pause_ms = self.pause_ms()
        left = self.landed_ms + pause_ms - self.now_ms
        return left if self.landed_ms >= 0 and 0 < left <= pause_ms else 0
