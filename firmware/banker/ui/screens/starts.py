"""WHO STARTS: the winner's token; or every throw is keyed; or the box picks."""

from banker.ui import draft
from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.speech import double
from banker.ui.ui import TOKEN

BEFORE = True
LOOK_MS = 120000

_WHO_STARTS = const(559)
_EACH_THROWS = const(560)
_HIGHEST = const(561)
_TAP_THAT = const(562)
_OR_KEY_THROWS = const(563)
_BOX_PICKS = const(564)
_THROWS = const(565)
_BEGINS = const(566)
_NOT_SEATED = const(567)
_TAP_WHO_BEGINS = const(576)
_OK_KEY = const(529)
_BACK = const(42)
_TAKE_BACK = const(379)


def late(ui):
    return ui.show("setup")


def enter(ui) -> None:
    ui.memo["in"] = list(range(len(ui.draft["tokens"])))  # seats that throw in this round
    ui.memo["dice"] = []


def _sums(ui) -> list:
    dice = ui.memo["dice"]
    return [dice[at] + dice[at + 1] for at in range(0, len(dice) - 1, 2)]


def _winner(ui) -> int:
    """The seat that has thrown highest, when all have; -1 before that."""
    memo = ui.memo
    sums = _sums(ui)
    if len(sums) < len(memo["in"]):
        return -1
    return memo["in"][sums.index(max(sums))]


def rows(ui) -> list:
    d = ui.draft
    dice = ui.memo["dice"]
    head = HEADER + ui.say(_WHO_STARTS)
    seats = ui.memo["in"]
    if not dice and len(seats) == len(d["tokens"]):
        said = [_EACH_THROWS, _HIGHEST, 0, _TAP_THAT, _OR_KEY_THROWS, 0]
        if draft.limit(d, "first_player", "roll") == "chosen":
            said = [0, 0, _TAP_WHO_BEGINS, 0, 0, 0]
        return [head] + [ui.say(number) if number else "" for number in said]
    winner = _winner(ui)
    who = seats[len(dice) // 2] if winner < 0 else winner
    name = draft.name(ui, d["tokens"][who]).upper()
    said = ui.say(_THROWS, dice[-1] if len(dice) % 2 else "_")
    if winner >= 0:
        said = ui.say(_BEGINS, max(_sums(ui)))
    sums = " ".join(["%d:%d" % (seat + 1, n) for seat, n in zip(seats, _sums(ui))])
    return [head, double(name[:10]), said, "", sums[:21], sums[21:42]]


def keys(ui) -> list:
    if _winner(ui) >= 0:
        return [("#", _OK_KEY), ("*", _TAKE_BACK)]
    legal: list = [(digit, 0) for digit in "123456"]
    if ui.memo["dice"]:
        return legal + [("*", _TAKE_BACK)]
    return legal + [("A", _BOX_PICKS), ("*", _BACK)]


def key(ui, key: str):
    memo = ui.memo
    dice = memo["dice"]
    winner = _winner(ui)
    if key == "*":
        if not dice:
            return ui.show("setup")
        dice.pop()
    elif key == "#" and winner >= 0:
        return draft.begin(ui, winner)
    elif key == "A" and not dice:
        return draft.begin(ui, ui.fact("entropy") % len(ui.draft["tokens"]))
    elif "1" <= key <= "6" and winner < 0:
        dice.append(int(key))
        _tie(memo, _sums(ui))
    return ()


def _tie(memo, sums) -> None:
    """Those who threw alike, highest of all, throw again."""
    best = [seat for seat, n in zip(memo["in"], sums) if n == max(sums)]
    if len(sums) == len(memo["in"]) and len(best) > 1:
        memo["in"] = best
        memo["dice"] = []


def tap(ui, kind: int, number: int):
    tokens = ui.draft["tokens"]
    if kind != TOKEN or number not in tokens:
        return ui.notice(ui.say(_NOT_SEATED))
    return draft.begin(ui, tokens.index(number))


def taps(ui) -> list:
    return [(TOKEN, token) for token in ui.draft["tokens"]]
