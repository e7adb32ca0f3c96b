"""WHO STARTS: the starter's token is tapped, or every roll is typed, or the box picks.

Seats are those of ui.draft["tokens"], not yet of a game. ui.memo:

    seats     the seats that roll in this round; a tie is rolled again
    dice      what was typed in this round, two dice for each of them
"""

from __future__ import annotations

from banker.core.tags import TOKEN
from banker.ui import setup_draft, words
from banker.ui.layout import capitals, double
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui

TOKEN_NUMBERS = True
LOOK_MS = 120000


def late(ui: Ui) -> Commands | None:
    return ui.show("setup.new_game")


def enter(ui: Ui) -> None:
    ui.memo["seats"] = list(range(len(ui.draft["tokens"])))
    ui.memo["dice"] = []


def _sums(ui: Ui) -> list[int]:
    """Both dice of each roll that is complete."""
    dice = ui.memo["dice"]
    return [dice[at] + dice[at + 1] for at in range(0, len(dice) - 1, 2)]


def _winner(ui: Ui) -> int:
    """The seat that rolled highest, when all have; -1 before that."""
    rollers: list[int] = ui.memo["seats"]
    sums = _sums(ui)
    if len(sums) < len(rollers):
        return -1
    return rollers[sums.index(max(sums))]


def rows(ui: Ui) -> Rows:
    draft = ui.draft
    dice = ui.memo["dice"]
    head = HEADER + ui.say(words.WHO_STARTS)
    rollers = ui.memo["seats"]
    if not dice and len(rollers) == len(draft["tokens"]):
        lines = [words.EACH_THROWS, words.HIGHEST, 0, words.TAP_THAT, words.OR_KEY_THROWS, 0]
        if setup_draft.limit(draft, "first_player", "roll") == "chosen":  # the table chooses without dice
            lines = [0, 0, words.TAP_WHO_BEGINS, 0, 0, 0]
        return [head] + [ui.say(word) if word else "" for word in lines]
    winner = _winner(ui)
    seat = rollers[len(dice) // 2] if winner < 0 else winner
    name = capitals(setup_draft.name(ui, draft["tokens"][seat]))
    if winner < 0:
        sentence = ui.say(words.THROWS, dice[-1] if len(dice) % 2 else "_")
    else:
        sentence = ui.say(words.BEGINS, max(_sums(ui)))
    sums = " ".join(["%d:%d" % (roller + 1, pips) for roller, pips in zip(rollers, _sums(ui))])
    return [head, double(name[:10]), sentence, "", sums[:21], sums[21:42]]


def keys(ui: Ui) -> Keys:
    if _winner(ui) >= 0:
        return [("#", words.OK_KEY), ("*", words.TAKE_BACK)]
    legal: Keys = [(digit, 0) for digit in "123456"]
    if ui.memo["dice"]:
        return legal + [("*", words.TAKE_BACK)]
    return legal + [("A", words.BOX_PICKS), ("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    dice = ui.memo["dice"]
    winner = _winner(ui)
    if key == "*":
        if not dice:
            return ui.show("setup.new_game")
        dice.pop()
    elif key == "#" and winner >= 0:
        return setup_draft.begin(ui, winner)
    elif key == "A" and not dice:
        return setup_draft.begin(ui, ui.fact("entropy") % len(ui.draft["tokens"]))
    elif "1" <= key <= "6" and winner < 0:
        dice.append(int(key))
        _tie(ui)
    return ()


def _tie(ui: Ui) -> None:
    """When all have rolled and several share the highest sum, only these roll again."""
    rollers = ui.memo["seats"]
    sums = _sums(ui)
    best = [seat for seat, pips in zip(rollers, sums) if pips == max(sums)]
    if len(sums) == len(rollers) and len(best) > 1:
        ui.memo["seats"] = best
        ui.memo["dice"] = []


def tap(ui: Ui, kind: int, number: int) -> Commands:
    """`number` is that of the token."""
    tokens = ui.draft["tokens"]
    if kind != TOKEN or number not in tokens:
        return ui.notice(ui.say(words.NOT_SEATED))
    return setup_draft.begin(ui, tokens.index(number))


def taps(ui: Ui) -> Tags:
    return [(TOKEN, token) for token in ui.draft["tokens"]]
