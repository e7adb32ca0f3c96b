"""A debtor finds a way out with what the screens offer: keys and taps, no command."""

from desk import Desk

from banker.core.state import WHO, deeds_of

NAMES = "Ann Bob Cid Dan Eve Fay Gus Hal".split()
_DEPTH = 5  # inputs from the debt to the money: deed, key, digit of a layout, key, token


class DebtDesk:
    """A desk at a game in debt. Every trial begins at the debt again."""

    def __init__(self, game, edition="classic"):
        self.names = tuple(NAMES[: game.players])
        self.desk = Desk(edition, self.names)
        self.game = game

    @property
    def debtor(self):
        return self.game.tasks[0][WHO]

    def after(self, *inputs):
        """The desk after these inputs."""
        self.desk.sit_down(self.game, self.names)
        self.desk.done = []
        assert self.desk.ui.screen == "turn.debt", self.desk.ui.screen
        for what, value in inputs:
            self.desk.do(what, value)
        return self.desk

    def raise_all(self):
        """All that the debtor can raise by hand; afterwards the game is where that leads."""
        while True:
            game = self._raise_once()
            if game is None:
                return self.game.cash[self.debtor]
            self.game = game

    def _raise_once(self):
        """The game after a sale or mortgage of one deed, the way that brings most; None if there is none."""
        for deed in deeds_of(self.game, self.debtor):
            games = self._gains([("deed", deed)])
            if games:
                return max(games, key=lambda game: (game.cash[self.debtor], -sum(game.level)))
        return None

    def _gains(self, inputs):
        """Every game with more cash for the debtor, or with fewer buildings, to which the offers lead."""
        desk = self.after(*inputs)
        cash, levels = desk.game.cash[self.debtor], sum(desk.game.level)
        if cash > self.game.cash[self.debtor] or levels < sum(self.game.level):
            return [desk.game]
        if len(inputs) == _DEPTH or desk.ui.screen in ("turn.debt", "trade.trade"):
            return []  # a trade needs somebody else
        games = []
        for offer in [offer for offer in desk.offers() if offer[1] not in ("#", "*")]:
            games += self._gains(inputs + [offer])
        return games

    def pays(self):
        """Does the screen take it when the debtor pays?"""
        return self.after(("key", "A"), ("token", self.debtor)).done == ["pay"]

    def gives_up(self):
        return self.after(("key", "D"), ("token", self.debtor)).done == ["bankrupt"]

    def uses_pass(self):
        both = [("key", "A")] if self.game.held == [self.debtor] * 2 else []  # which one
        return self.after(("key", "B"), *both, ("token", self.debtor)).done == ["jail-card"]


def way_out(game, edition="classic"):
    """Why there is no way out of this debt by hand; empty if there is one."""
    desk = DebtDesk(game, edition)
    if desk.gives_up() or desk.uses_pass():
        return ""
    desk.raise_all()
    return "" if desk.pays() else desk.after().text()
