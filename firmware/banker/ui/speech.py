"""How the screens say things: names, rows and keys, fitted to 21 columns. The base of Ui."""

from banker.ui.const import const
from banker.ui.heard import LOW, NEXT
from banker.ui.paint import BIG, DOUBLE, KEY

_NOTHING_HAPPENED = const(1)
_THAT_IS_TOKEN = const(2)
_NOT_NOW = const(3)
_TWO_TAGS = const(5)
_NO_CARD_DUE = const(426)
_FIRST_TAP = const(601)
_LIFT_TOKEN = const(606)
_LIFT_TAG = const(607)

HAND = "\x80\x81"  # two letters of the font
_BESIDE_HAND = 9  # a mark and eight letters of double size leave room for it


class Speech:
    def __init__(self, say, part=None, place=None):
        self.say = say  # number, facts -> sentence, the letters of keys marked
        self.names: tuple = ()
        self.place = place  # space -> its name
        self._part = part  # the open screen
        self.big = False  # questions in big type only
        self.sound = 0  # to be played once
        self.now_ms = 0
        self._notice = ""
        self._notice_ms = 0
        self._mild = False  # no refusal: the keys stay in sight

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

    def awaited(self):
        """Whose tokens a question waits for, by seat."""
        asks = getattr(self._part, "asks", None)
        return asks(self) if asks else ()

    def _shown(self) -> list:
        """The open screen; where one player has to tap, with a hand beside the name."""
        rows = list(self._part.rows(self))
        asked = self.awaited()
        if len(asked) == 1:
            if self.big:
                rows = self.load("bold").rows(self, rows, asked[0])  # type: ignore[attr-defined]
            for at in range(len(rows)):
                if rows[at].startswith(DOUBLE + self.name(asked[0])[:4]) and len(rows[at]) <= _BESIDE_HAND:
                    rows[at] = DOUBLE + HAND + rows[at][1:]
        return rows

    def rows(self) -> list:
        rows = self._shown()
        if not self._notice:
            return squeezed(rows + self.key_rows())
        said = wrap(self._notice)
        if len(said) > 1:  # the second line takes the place of an empty row, or of the last one
            said = said[:2]
            if "" in rows[1:]:
                rows.remove("")
        elif rows[0].startswith(DOUBLE):  # who it is about stays in sight
            said.append(rows[0][1:])
        rows[:1] = said
        return squeezed(rows + (self.key_rows() if self._mild else [self.say(_NOTHING_HAPPENED)]))

    def notice(self, sentence: str):
        """A refusal: says what was wrong for a while; who, how much and what to do stay in sight."""
        self._notice = sentence
        self._notice_ms = self.now_ms
        self._mild = False
        self.sound = LOW
        return ()

    def hint(self, sentence: str):
        """Something to be known, in the same place."""
        sound = self.sound or NEXT
        self.notice(sentence)
        self._mild = True
        self.sound = sound
        return ()

    def wrong_token(self, player: int):
        return self.notice(self.say(_THAT_IS_TOKEN, self.name(player)))

    def not_now(self):
        """Another tag than the one that is asked for."""
        asked = self.awaited()
        if len(asked) == 1:
            return self.notice(self.say(_FIRST_TAP, self.name(asked[0])))
        return self.notice(self.say(_NOT_NOW))

    def no_card(self):
        return self.notice(self.say(_NO_CARD_DUE))

    def crowd(self):
        return self.notice(self.say(_TWO_TAGS))

    def lift(self, seat: int):
        """A tag lies on the reader for too long: the token of a seat, or another (-1)."""
        return self.hint(self.say(_LIFT_TAG) if seat < 0 else self.say(_LIFT_TOKEN, self.name(seat)))

    def inputs(self) -> list:
        """Every key that means something now, with its word: for whoever draws buttons."""
        return [(key, self._word(word) if word else key) for key, word in self._part.keys(self)]

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

    def on(self, space: int, number: int) -> str:
        """A sentence of a space's number and name that fits a row."""
        place = self.place(space, 21 - len(self.say(number, space, "")))  # type: ignore[misc]
        return self.say(number, space, place)


def squeezed(rows: list) -> list:
    """At most eight rows in all: empty ones go where whole words need the room."""
    high = len(rows)
    for row in rows:
        high += 2 if row[:1] == BIG else 1 if row[:1] == DOUBLE else 0
    while high > 8 and "" in rows:
        rows.remove("")
        high -= 1
    return rows


def wrap(text: str) -> list:
    """Rows of at most 21 letters, broken between words."""
    rows = [""]
    for word in text.split(" "):
        row = rows[-1] + " " + word if rows[-1] else word
        if len(row) - row.count(KEY) <= 21:
            rows[-1] = row
        else:
            rows.append(word)
    return rows


def double(text: str) -> str:
    return DOUBLE + text
