"""THE END: who won, and everybody by the count of the edition."""

from banker.core import parts
from banker.ui.const import const
from banker.ui.heard import WINNER
from banker.ui.speech import double

_WINS = const(340)
_WIN = const(341)
_WAS_OUT = const(343)
_UNDO_KEY = const(313)


def enter(ui) -> None:
    ui.sound = WINNER


def rows(ui) -> list:
    g = ui.game
    count = parts.load("count")
    winners = [ui.name(p) for p in range(g.players) if g.winners >> p & 1]
    # a winner comes before who has the same count, who is out comes last
    order = sorted((g.out[p], -(g.winners >> p & 1), -count.final(g, p), p) for p in range(g.players))
    name, sum = (8, 8) if g.players < 5 else (4, 5)
    lines = []
    for at in range(g.players):
        out, _, worth, p = order[at]
        worth = ui.say(_WAS_OUT) if out else str(-worth)
        lines.append("%d%s%-*s%*s" % (at + 1, " " if name == 8 else "", name, ui.name(p)[:name], sum, worth))
    if name == 4:  # eight players stand in two columns
        half = (g.players + 1) // 2
        lines = [" ".join(lines[at::half]) for at in range(half)]
    title = "+".join(winners)
    said = ui.say(_WINS if len(winners) == 1 else _WIN, title)
    if len(said) > 10:
        said = title[:10]
    return [double(said)] + lines + [""] * (5 - len(lines))


def keys(ui) -> list:
    return [("*", _UNDO_KEY)]


def key(ui, key: str):
    return ui.show("undo") if key == "*" else ()


def tap(ui, kind: int, number: int):
    return ui.not_now()
