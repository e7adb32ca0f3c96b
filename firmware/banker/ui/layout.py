"""What is on the display: names, sentences, keys and notices, fitted to eight rows of 21 columns."""

from __future__ import annotations

from typing import Any

from banker.core.board import POT
from banker.ui import words
from banker.ui.const import const
from banker.ui.paint import BIG, DOUBLE, KEY
from banker.ui.sounds import LOW, NEXT
from banker.ui.types import Commands, Load, Place, Rows, Say

# There is no game between two games, and no draft while one is played. Screens that are open then do not
# read them, so their types leave None out.
NONE: Any = None
HAND = "\x80\x81"  # two letters of the font
GLUE = "\xa0"  # a space at which no row ends
PAYS = "\x8a"  # between payer and taker: a thick arrow, because ">" means "becomes"
_COLUMNS = 21
_ROWS = 8
_DOUBLE_COLUMNS = 10  # letters of double size in a row
_BESIDE_HAND = 9  # DOUBLE and eight letters leave room for the hand
_NOTICE_MS = const(2500)
_RESULT_MS = const(4000)
_SHORTEST_NAME = 4  # letters that tell two players apart


class Layout:
    """It knows the open screen, but not the game, nor what follows an input: that is Ui.

    Ui is a Layout and does not have one: a screen gets one object, and `ui.name(seat)` on 260 lines costs
    no second look-up. A Layout works without Ui, as tests/ui/test_layout.py shows.
    """

    def __init__(self, say: Say, load: Load) -> None:
        self.say = say
        self.load = load
        self.names: tuple[str, ...] = ()  # by seat: what the players are called
        self.place: Place = NONE  # of the game
        self.part: Any = None  # the module of the open screen
        self.big = False  # questions in big type only
        self.sound = 0  # to be played once
        self.now_ms = 0
        self.notice_text = ""  # a sentence that covers the first row for a while
        self.notice_ms = 0  # since when
        self.notice_stays_ms = 0  # for how long
        self._is_hint = False  # the notice refuses nothing, so the keys stay in sight
        self.result: Rows = []  # what the last step paid, at most two rows, on screens that have room for it

    # -- sentences --

    def name(self, account: int, width: int = 0) -> str:
        """A player by seat, the pot or the bank, in at most so many letters (0: all of them)."""
        if account >= len(self.names):
            return self.say(words.POT_WORD if account == POT else words.BANK)
        names = [cut_name(name, width) for name in self.names]
        if width > 1 and names.count(names[account]) > 1:  # the seat tells two players apart
            return names[account][: width - 1] + str(account + 1)
        return names[account]

    def tell(self, word: int, player: int, *facts: object) -> str:
        """A sentence about a player, the name as long as one row allows."""
        room = _COLUMNS - len(self.say(word, "", *facts))
        return self.say(word, self.name(player, max(room, 1)), *facts)

    def pair(self, payer: int, taker: int) -> str:
        """Who pays whom, in double size, with enough letters to tell both apart."""
        a, b = self.name_pair(payer, taker, _DOUBLE_COLUMNS - 1)  # one column is for the sign between them
        return DOUBLE + a + PAYS + b

    def name_pair(self, a: int, b: int, width: int) -> tuple[str, str]:
        """Two names that share so many letters: a short one leaves its room to the other."""
        letters = max(width // 2, width - len(self.name(b)))
        name = self.name(a, letters)
        return name, self.name(b, width - len(name))

    def on(self, space: int, word: int) -> str:
        """A sentence with the number and the name of a space that fits a row."""
        return self.say(word, space, self.place(space, _COLUMNS - len(self.say(word, space, ""))))

    # -- rows and keys --

    def awaited(self) -> list[int]:
        """Whose tokens a question waits for, by seat."""
        asks = getattr(self.part, "asks", None)
        return asks(self) if asks else []

    def rows(self) -> Rows:
        """The open screen with its keys, and with the notice if there is one."""
        rows = list(self.part.rows(self))
        awaited = self.awaited()
        if len(awaited) == 1:
            if self.big:
                rows = self.load("big_type").rows(self, rows, awaited[0])
            _add_hand(rows, self.name(awaited[0]))
        if not self.notice_text:
            if self.result and not getattr(self.part, "RESULT", False):
                self.load("result_lines").add(self, rows)
            return squeezed(rows + self.key_rows())
        lines = wrap(self.notice_text)
        if len(lines) > 1:  # the second line takes the place of an empty row, or of the last one
            lines = lines[:2]
            if "" in rows[1:]:
                rows.remove("")
        elif rows[0].startswith(DOUBLE):  # the name of who is asked stays in sight
            lines.append(rows[0][1:])
        rows[:1] = lines
        return squeezed(rows + (self.key_rows() if self._is_hint else [self.say(words.NOTHING_HAPPENED)]))

    def key_rows(self) -> Rows:
        """The keys that have a word, each key inverse; in two rows where the words need it."""
        rows: Rows = []
        row = ""
        wide = 0
        for key, word in self.part.keys(self):
            if word:
                text = self._key_word(word)
                text = key + ("" if text[0] == "+" else " ") + text
                if row and wide + len(text) > _COLUMNS:
                    rows.append(row)
                    row = ""
                    wide = 0
                row += (" " if row else "") + KEY + text
                wide += len(text) + 1
        return rows + [row] if row else rows

    def inputs(self) -> list[tuple[str, str]]:
        """Every key that means something now, with its word: for programs that draw buttons."""
        keys = self.part.keys(self)
        return [(key, self._key_word(word) if word else key) for key, word in keys]

    def _key_word(self, word: int | str) -> str:
        return word if isinstance(word, str) else self.say(word)

    # -- notices --

    def notice(self, sentence: str) -> Commands:
        """Show for a while what was wrong; who, how much and what to do stay in sight."""
        self.notice_text = sentence
        self.notice_ms = self.now_ms
        self.notice_stays_ms = _NOTICE_MS
        self._is_hint = False
        self.sound = LOW
        return ()

    def hint(self, sentence: str) -> Commands:
        """Show something to be known, in the same place."""
        sound = self.sound or NEXT
        self.notice(sentence)
        self._is_hint = True
        self.sound = sound
        return ()

    def tell_result(self, lines: Rows) -> Commands:
        """Show for a while what a step paid or brought; nothing waits for it."""
        self.result = lines
        self.notice_text = ""
        self.notice_ms = self.now_ms
        self.notice_stays_ms = _RESULT_MS
        return ()

    def wrong_token(self, seat: int) -> Commands:
        return self.notice(self.say(words.THAT_IS_TOKEN, self.name(seat)))

    def not_now(self) -> Commands:
        """Another tag than the one that is asked for."""
        awaited = self.awaited()
        if len(awaited) == 1:
            return self.notice(self.say(words.FIRST_TAP, self.name(awaited[0])))
        return self.notice(self.say(words.NOT_NOW))

    def no_card(self) -> Commands:
        return self.notice(self.say(words.NO_CARD_DUE))

    def crowd(self) -> Commands:
        """Two tags lie on the reader."""
        return self.notice(self.say(words.TWO_TAGS))

    def lift(self, seat: int) -> Commands:
        """A tag lies on the reader for too long: the token of a seat, or another (-1)."""
        if getattr(self.part, "HOLDS_TAG", False):
            return ()
        if seat < 0:
            return self.hint(self.say(words.LIFT_TAG))
        return self.hint(self.say(words.LIFT_TOKEN, self.name(seat)))


def _add_hand(rows: Rows, name: str) -> None:
    """Draw a hand beside the name of the one player who has to tap, where there is room for it."""
    for at in range(len(rows)):
        if rows[at].startswith(DOUBLE + name[:_SHORTEST_NAME]) and len(rows[at]) <= _BESIDE_HAND:
            rows[at] = DOUBLE + HAND + rows[at][1:]


# The letters of names beyond a to z, which MicroPython's upper() and lower() leave as they are.
SMALL = "äéöü"
CAPITALS = "ÄÉÖÜ"


def capitals(name: str) -> str:
    """In capitals, as all names on the display."""
    for n in range(len(SMALL)):
        name = name.replace(SMALL[n], CAPITALS[n])
    return name.upper()


def cut_name(name: str, width: int) -> str:
    """The name of a player, always cut in the same way."""
    return capitals(name)[: width or None].rstrip()


def height(rows: Rows) -> int:
    """How many rows of the display these take."""
    high = len(rows)
    for row in rows:
        high += 2 if row[:1] == BIG else 1 if row[:1] == DOUBLE else 0
    return high


def squeezed(rows: Rows) -> Rows:
    """At most eight rows in all: empty ones go where the words need the room."""
    high = height(rows)
    while high > _ROWS and "" in rows:
        rows.remove("")
        high -= 1
    return rows


def wrap(text: str) -> Rows:
    """Rows of at most 21 letters, broken between words."""
    rows = [""]
    for word in text.split(" "):
        row = rows[-1] + " " + word if rows[-1] else word
        if len(row) - row.count(KEY) <= _COLUMNS:
            rows[-1] = row
        else:
            rows.append(word)
    return [row.replace(GLUE, " ") for row in rows]


def double(text: str) -> str:
    return DOUBLE + text
