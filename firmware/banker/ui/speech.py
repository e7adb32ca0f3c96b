"""How the screens say things: names, rows and keys, fitted to 21 columns. The base of Ui."""

from banker.ui.paint import DOUBLE, KEY

_NOTHING_HAPPENED = 1  # number of its sentence


class Speech:
    def __init__(self, say, part=None, place=None):
        self.say = say  # number, facts -> sentence, the letters of keys marked
        self.names: tuple = ()
        self.place = place  # space -> its name
        self._part = part  # the open screen
        self._notice = ""

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

    def on(self, space: int, number: int) -> str:
        """A sentence of a space's number and name that fits a row."""
        place = self.place(space, 21 - len(self.say(number, space, "")))  # type: ignore[misc]
        return self.say(number, space, place)


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
