"""THE END: who won, everybody by the count of the edition, how long it took; and the story of the game."""

from banker.core import parts
from banker.ui.const import const
from banker.ui.heard import WINNER
from banker.ui.speech import double
from banker.ui.ui import DEED, TOKEN

_WINS = const(340)
_WIN = const(341)
_WAS_OUT = const(343)
_UNDO_KEY = const(313)
_NEW_KEY = const(619)
_PLAYED = const(698)
_STORY_KEY = const(699)
_AT_ONCE = 4  # steps of the game played again between two looks at the keys


def enter(ui) -> None:
    """The story is looked up meanwhile, once: its source, how far it is, what it told; receipt, which end."""
    if type(ui.kept) is not list or ui.kept[4] is not ui.game:
        ui.kept = [ui.fact("tale"), 0, None, ui.fact("receipt"), ui.game]
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
    minutes = ui.fact("played_s") // 60
    played = ui.say(_PLAYED, minutes // 60, minutes % 60, ui.kept[3])
    return [double(said)] + lines + [""] * (4 - len(lines)) + [played]


def keys(ui) -> list:
    return [("A", _NEW_KEY), ("B", _STORY_KEY), ("*", _UNDO_KEY)]


def key(ui, key: str):
    if key == "A":
        return ui.show("setup")
    if key == "B":
        return ui.show("story")
    return ui.show("undo") if key == "*" else ()


def tap(ui, kind: int, number: int):
    if kind == TOKEN:
        return ui.show("player", number)
    return ui.show("deed", number) if kind == DEED else ui.refused("game-over", ())


def tick(ui):
    """Look up a little more of the story."""
    tale = ui.kept
    if tale[2] is not None:
        return None
    for _ in range(_AT_ONCE):
        try:
            found = next(tale[0])
        except Exception:  # no memory, or a torn archive: no story is worth a fault
            found = []
        if type(found) is list:
            tale[2] = found
            return ()
        tale[1] = max(tale[1], found)
    return () if ui.screen == "story" else None
