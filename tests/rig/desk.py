"""The screens without a box: ui, engine and words in one process. Inputs go in, rows of text come out."""

from functools import cache

from tabletop import Tabletop

from banker.app.settings import DEFAULTS
from banker.app.store.look_back import paid_in
from banker.core.consent import steps_back
from banker.core.edition import limits as form
from banker.core.highlights import Highlights
from banker.core.ids import DEED_IDS
from banker.core.ledger import Ledger
from banker.core.refusal import Refused
from banker.core.setup.new_game import new_game
from banker.core.setup.position import given
from banker.core.state import phase
from banker.core.tags import BANKER, CARD, DEED, TOKEN
from banker.ui import paint
from banker.ui.fit_name import fit
from banker.ui.layout import PAYS
from banker.ui.ui import Ui
from deedbox import editions, words
from deedbox.editions import compiler

KINDS = {"token": TOKEN, "deed": DEED, "card": CARD, "banker": BANKER}


@cache
def sentences(language):
    """number -> sentence."""
    return {number: text for number, (_, text) in words.read_words(language).items()}


@cache
def texts_of(edition):
    return compiler.display_texts_of(editions.load_edition(edition))


class Desk(Tabletop):
    def __init__(
        self, edition="zelda", names=("Mum", "Dad", "Mia"), rules=None, start=None, seed=7, language="en"
    ):
        self.words = sentences(language)
        self.settings = dict(DEFAULTS)
        self.errands = []  # actions that the screens asked for
        self.untagged = set()  # (kind, number) of what has no tag
        self.ui = Ui(self.say, self._load, self.fact)
        self.settings["ask_ms"] = self.ui.ask_ms = 0  # no pause here; a test that needs it sets it
        self.inputs = 0
        self.done = []  # what was accepted: names of commands
        self.commands = []  # the same, whole
        self.refusals = []  # codes
        self.torn = False  # was a step cut off at power-off?
        self.lost = (0, 0)  # steps that cannot be read, and how many of them the archive knows
        self.ui.back = lambda: self.ledger.look_back()
        self.ui.ahead = lambda: self.ledger.look_ahead()
        self.begin(edition, names, rules, start, seed)

    def begin(self, edition, names, rules, start, seed, seats=()):
        self.edition = edition
        game = new_game(
            editions.load_board(edition), editions.edition_rules(edition), rules or {}, len(names), seed
        )
        if start is not None:
            given(game, list(names), start)
        self.sit_down(game, names, seats)

    def sit_down(self, game, names, seats=()):
        """To a game that is under way, on the board of this desk."""
        edition = self.edition
        self.ledger = Ledger(game)
        self.names = [space.name for space in editions.load_edition(edition).spaces]
        texts = texts_of(edition)
        self.ui.begin(
            game,
            tuple(names),
            lambda space, width=0: fit(self.names[space], width),
            lambda card: texts[form.LABELS + card],
            lambda number: texts[form.WORDS + number],
            seats,
        )

    def say(self, number, *facts):
        sentence = self.words[number].replace("|", paint.KEY)
        return sentence.format(*facts) if facts else sentence

    @staticmethod
    def _load(name):
        return __import__("banker.ui." + name, None, None, ("ui",))

    def fact(self, name, *args):
        """The answer of the box to a query (app/ui_queries.py)."""
        return getattr(self, "fact_" + name)(*args)

    def fact_played_s(self):
        return 7500

    def fact_payments(self, most):
        ledger = self.ledger
        return paid_in(steps_back(ledger._node, ledger.here, 1 << 30), most)

    def fact_receipt(self):
        return "7F3A"

    def fact_last(self):
        return (self.commands or [None])[-1], self.torn

    def fact_lost(self):
        return self.lost

    def errand_go_on(self):
        self.lost = (0, 0)
        self.ui.unread = ()
        self.ui.home()
        if self.ui.game:
            self.ui.show("table.welcome_back")

    def fact_start_replay(self):
        self.replay = self._replay()

    def fact_stop_replay(self):
        self.replay = iter(())

    def fact_replay(self):
        for _ in range(4):
            piece = next(self.replay)
            if type(piece) is list:
                return 100, piece
        return piece, None

    def _replay(self):
        """As app/store/replay.py finds the highlights, from the ledger."""
        highlights = Highlights(self.game.players)
        path = []
        at = self.ledger.here
        while self.ledger.links[at][0] >= 0:
            path.insert(0, at)
            at = self.ledger.links[at][0]
        for at in path:
            highlights.take(self.ledger.games[at], self.commands[at - 1])
            yield 50
        yield highlights.told()

    def fact_setting(self, name):
        return self.settings[name]

    def errand(self, errand):
        """Carry out an action of the box (app/ui_actions.py)."""
        self.errands.append(errand)
        getattr(self, "errand_" + errand[0].replace("-", "_"))(*errand[1:])

    def errand_set(self, name, value):
        assert type(value) is type(self.settings[name])
        self.settings[name] = value
        self.ui.pace = 2 if self.settings["slow"] else 1
        self.ui.big = self.settings["big"]
        self.ui.ask_ms = self.settings["ask_ms"]

    # The parts of the box, all of them well; workbench.py has real ones.

    changing = False  # a card with a random UID lies there

    def fact_changing(self):
        return self.changing

    def fact_held(self):
        return False

    def errand_prompt(self, yes, asked=False):
        pass

    def fact_missing(self, kind, count):
        return [number for number in range(count) if (kind, number) in self.untagged]

    def fact_languages(self):
        return ["de", "en"]

    def fact_edition(self, name):
        return self

    def fact_displays(self):
        return (("ssd1306", 0), ("sh1106", 2))

    def fact_reads(self, db, most):
        return min(most, 25), min(most, 25) - (db != 43), 0x00

    def fact_ribbon(self, first, second):
        return 0 if first + second == "1A" else -1

    def fact_check(self, keys):
        return [(720, 730, ()), (721, 732, ()), (722, 734, (len(keys),)), (723, 730, ())]

    def errand_check(self):
        pass

    def errand_display(self, which):
        pass

    def errand_learn(self, kind, number):
        self.untagged.discard((kind, number))

    def errand_unlearn(self, kind, number):
        self.untagged.add((kind, number))

    def errand_replace(self, token):
        self.ui.home()

    @property
    def game(self):
        return self.ledger.game

    @property
    def phase(self):
        return phase(self.game)

    def key(self, *keys):
        for key in keys:
            self.inputs += 1
            self._after(self.ui.key(key))
        return self

    def tap(self, kind, number=0):
        """tap("token", 0), tap("deed", "brown2")."""
        self.inputs += 1
        number = DEED_IDS.index(number) if isinstance(number, str) else number
        self._after(self.ui.tap(KINDS[kind], number))
        return self

    def offers(self):
        """Everything that the screen offers: ("key", "A"), ("token", 0), ..."""
        kinds = {number: name for name, number in KINDS.items()}
        tags = self.ui.taps()
        if self.ui.seats and not getattr(self.ui.part, "TOKEN_NUMBERS", False):  # taps() names seats
            tags = [(kind, self.ui.seats[n] if kind == TOKEN else n) for kind, n in tags]
        return [("key", key) for key, _ in self.ui.inputs()] + [(kinds[k], n) for k, n in tags]

    def do(self, what, value):
        return self.key(value) if what == "key" else self.tap(what, value)

    def wait(self, ms):
        for _ in range(0, ms, 250):
            self._after(self.ui.tick(self.ui.now_ms + 250))
        return self

    def _after(self, commands):
        count = 0
        for command in commands or ():
            if type(command) is tuple:
                self.errand(command)
                continue
            try:
                self.ledger.do(dict(command))
            except Refused as no:
                self.refusals.append(no.code)
                self.ui.refused(no.code, no.facts)
                break
            if command["do"] in ("undo", "redo"):
                # as on the box, where an older game comes from its page: nothing has happened in it
                self.ledger.games[self.ledger.here] = self.game.copy()
            self.done.append(command["do"])
            self.commands.append(command)
            count += 1
        if count:
            self.ui.follow(self.game)

    def rows(self):
        """The rows of the display, as the painter shows them."""
        texts = []
        for row in self.ui.rows():
            texts.append("".join(ch for ch in row if ch >= " ").replace(PAYS, "➤"))
        return texts

    def text(self):
        return "\n".join(self.rows())

    def sees(self, *sentences):
        text = self.text()
        for word in sentences:
            assert word in text or word in text.replace("\n", " "), f"{word!r} is not on the display:\n{text}"
        return self


def fits(desk):
    """Eight rows at most, none longer than the display is wide."""
    high = 0
    for row in desk.ui.rows():
        size = {paint.DOUBLE: 2, paint.BIG: 3}.get(row.lstrip(paint.HEADER)[:1], 1)
        high += size
        width = len("".join(ch for ch in row if ch >= " "))
        # names in double size may be cut, small text may not
        assert size > 1 or width <= 21, f"{width} columns:\n{desk.text()}"
    if desk.ui.notice_text:  # a long refusal pushes "Nothing happened." off
        high -= 1
    assert high <= 8, f"{high} rows:\n{desk.text()}"
    return desk
