"""What a set-up starts from: the boards that are here, last time's choices, the names of the tokens.

table.json: edition, rules and tokens of the game begun last; the names typed, by token; and by game the names
that it shows since somebody in it was renamed: its beginning stays as it was written.
"""

import json
import os

from banker.app.edition import Edition, EditionError
from banker.app.loader import load
from banker.app.tags import CARD, KIND, SIZE
from banker.core.refusal import BooksError

PATH = "table.json"
_PART = "table.part"
_TOKENS = 8


def boards() -> list:
    """Ids of the editions here: those of the contract first, in its order."""
    here = sorted([file[:-4] for file in os.listdir("editions") if file.endswith(".bin")])
    known = [name for name in load("banker.core.knobs").find("edition").allowed if name in here]
    return known + [name for name in here if name not in known]


def board(name: str, edition=None):
    """What the set-up needs to know of an edition, or of the one in play; None if it cannot be played."""
    opened = None
    try:
        if not edition:  # a second one of the same would need its RAM again
            edition = opened = Edition(name)
    except EditionError:
        return None
    try:
        about = edition.about()
        return {
            "edition": edition.name,
            "base": about["rules"],
            "games": about["games"],
            "extras": edition.board.extras,
            "spare": edition.tokens(),
        }
    except (EditionError, KeyError, TypeError):
        return None
    finally:
        if opened:
            opened.close()


def draft(box) -> dict:
    """The set-up as it opens: what was chosen last time, nobody tapped yet."""
    kept = _read()
    keeper = box.keeper
    last = kept
    if keeper.game:
        last = _beginning(keeper)
        seats = last.get("tokens") or range(len(last["names"]))
        last["tokens"] = list(seats)
    found = board(last["edition"], keeper.edition if keeper.game else None)
    if not found:
        for name in boards():
            found = found or board(name)
    if not found:
        found = {"edition": "", "base": {}, "games": ["standard"], "extras": 0, "spare": []}
    if keeper.game:
        spare = found["spare"]
        for token, name in zip(last["tokens"], shown(keeper)):
            if token < len(spare) and not spare[token].startswith(name):
                kept["names"][token] = name
    found["rules"] = last["rules"]
    found["last"] = last["tokens"]
    found["names"] = kept["names"]
    found["tokens"] = []  # by seat, as they are tapped
    tags = box.tags.known
    found["cards"] = any([tags[at + KIND] == CARD for at in range(0, len(tags), SIZE)])  # are any learned?
    found["kept"] = any([not game[3] for game in keeper.games()])
    found["keep"] = None  # the game that stands: kept, or ended?
    return found


def _beginning(keeper) -> dict:
    """How the game that stands began, and which rules it has now."""
    j = keeper.journal
    length = j.read(keeper.beginning)
    if length < 0:
        raise BooksError("the beginning of the game is gone")
    about = json.loads(bytes(j.old[:length]))
    about["rules"] = rules = about.get("rules", {})
    changed = keeper.game.changed  # in play, by everyone
    for number in changed:
        knob = load("banker.core.knobs").find(number)
        value = knob.decode(changed[number])
        rules[knob.name] = list(value) if type(value) is tuple else value
    return about


def begun(about: dict) -> bool:
    """Remember what was chosen. For comfort only: without room for it the game goes on."""
    kept = _read()
    for key in ("edition", "rules", "tokens"):
        kept[key] = about.get(key, kept[key])
    try:
        _write(kept)
    except OSError:
        pass
    return True


def rename(box, token: int, name: str) -> None:
    """The token is called so from now on, in the game that stands too."""
    kept = _read()
    kept["names"][token] = name
    seat = box.ui.seat(token)
    names = list(box.ui.names)
    if name and box.ui.game and seat >= 0:
        names[seat] = name
        games = [game[0] for game in box.keeper.games()]
        old = kept["shown"]
        kept["shown"] = {game: old[game] for game in old if game in games}
        kept["shown"][_id(box.keeper)] = names
    _write(kept)
    box.ui.names = tuple(names)


def shown(keeper) -> tuple:
    """The names of the game that stands, as they are shown now."""
    return tuple(_read()["shown"].get(_id(keeper), keeper.names))


def games(keeper) -> list:
    """The games put aside, with the names that they show."""
    names = _read()["shown"]
    return [(game[0], tuple(names.get(game[0], game[1]))) + game[2:] for game in keeper.games()]


def _id(keeper) -> str:
    return "%08x%04x" % keeper.identity


def _read() -> dict:
    """What the file says, if it is whole; else a table that nobody has sat at."""
    kept: dict = {"edition": "classic", "rules": {}, "tokens": [], "names": [""] * _TOKENS, "shown": {}}
    try:
        with open(PATH) as file:
            found = json.load(file)
        for key in kept:
            if type(found[key]) is not type(kept[key]):
                raise ValueError(key)
        seats, names = found["tokens"], found["names"]
        for texts in [names] + list(found["shown"].values()):
            if type(texts) is not list or [text for text in texts if type(text) is not str]:
                raise ValueError("names")
        if len(names) != _TOKENS:
            raise ValueError("names")
        if [n for n in seats if type(n) is not int or not 0 <= n < _TOKENS or seats.count(n) > 1]:
            raise ValueError("tokens")
        return found
    except (OSError, ValueError, KeyError, TypeError):
        return kept


def _write(kept: dict) -> None:
    with open(_PART, "w") as file:
        json.dump(kept, file)
    os.rename(_PART, PATH)
