"""UNDO: what a step back would change; all players whose money or deeds it touches must tap.

ui.memo:

    steps      how many steps back; -1: redo of the last undo
    old        the game as it would be then
    touched    the seats that must agree
    consents   the seats that agreed, to what is shown now
    sentence   one or two rows about the last step, if it is the one to be taken back
    more       can one more step be taken back?
    redo       is there something to redo?
"""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import DEEDS, SPACE_OF
from banker.core.state import Game, decider, phase
from banker.core.tags import TOKEN
from banker.ui import words
from banker.ui.layout import wrap
from banker.ui.paint import HEADER
from banker.ui.sounds import UNDONE
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui


def enter(ui: Ui) -> None:
    if not _look(ui, 1) and not _look(ui, -1):
        ui.home()
        ui.notice(ui.say(words.NOTHING_TO_UNDO))


def _old(ui: Ui, steps: int) -> Game | None:
    """The game so many steps ago (-1: as redo would make it); None if there is none."""
    return ui.back(steps) if ui.back else None


def _look(ui: Ui, steps: int) -> bool:
    """Show so many steps back (-1: redo); False if there is no such game."""
    old = _old(ui, steps)
    if old is None:
        return False
    if steps > 1:  # all players whom any of the steps touches, also where two steps cancel out
        touched = _touched(ui.memo["old"], old) + ui.memo["touched"]
    else:
        touched = _touched(ui.game, old)
    touched = [seat for seat in range(old.players) if seat in touched]
    ui.memo = {"steps": steps, "old": old, "touched": touched, "consents": []}
    command = ui.fact("last")[0]
    if steps == 1 and command and command["do"] not in ("undo", "redo"):
        sentence = ui.load("screens.table.welcome_back").step(ui, command, old.turn)
        ui.memo["sentence"] = sentence[: 2 if type(command.get("deed")) is int else 1]
    if steps > 0:  # the box reads games from flash, so it looks them up once
        ui.memo["more"] = _old(ui, steps + 1) is not None
        ui.memo["redo"] = _old(ui, -1) is not None
    return True


def _touched(now: Game, old: Game) -> list[int]:
    """Whose cash, deeds or passes differ; if nobody's, the player who made the step."""
    seats = [seat for seat in range(now.players) if _player(now, seat) != _player(old, seat)]
    for deed in _deeds(now, old):
        seats += [now.owner[deed], old.owner[deed]]
    for deck in (0, 1):
        if now.held[deck] != old.held[deck]:
            seats += [now.held[deck], old.held[deck]]
    if seats:
        return seats
    if phase(now) == "auction":
        leader: int = lazy.load("rules.auction").leader_of(now.tasks[0])
        if leader < now.players:
            return [leader]
    return [decider(old)]


def _player(g: Game, seat: int) -> tuple[int, int]:
    return g.cash[seat], g.out[seat]


def _deeds(now: Game, old: Game) -> list[int]:
    return [deed for deed in range(DEEDS) if _deed(now, deed) != _deed(old, deed)]


def _deed(g: Game, deed: int) -> tuple[int, int, int]:
    return g.owner[deed], g.level[deed], g.mortgaged[deed]


def _lines(ui: Ui) -> Rows:
    """A row for each thing that the step changes."""
    now, old = ui.game, ui.memo["old"]
    lines: Rows = ui.memo.get("sentence", [])[:]
    for deed in _deeds(now, old):
        if now.owner[deed] != old.owner[deed]:
            value = ui.name(old.owner[deed])
        elif now.level[deed] != old.level[deed]:
            value = str(old.level[deed])
        else:
            value = ui.say(words.LOAN if old.mortgaged[deed] else words.NO_LOAN)
        lines.append(ui.say(words.BECOMES, ui.place(SPACE_OF[deed], 18 - len(value)), value))
    redo = ui.memo["steps"] < 0
    for seat in range(now.players):
        gain = old.cash[seat] - now.cash[seat]
        if gain < 0:
            lines.append(ui.tell(words.PAYS_AGAIN if redo else words.GIVES_BACK, seat, -gain))
        elif gain:
            lines.append(ui.tell(words.GETS_AGAIN if redo else words.GETS_BACK, seat, gain))
        if now.space[seat] != old.space[seat]:
            name = ui.name(seat)[:7]
            lines.append(ui.say(words.BECOMES, name, ui.place(old.space[seat], 18 - len(name))))
    if now.turn != old.turn or not lines:
        lines.append(ui.tell(words.NOT_YOUR_TURN, old.turn))
    return lines


def rows(ui: Ui) -> Rows:
    steps = ui.memo["steps"]
    lines = _lines(ui)
    if len(lines) > 4:
        lines[3:] = [ui.say(words.AND_MORE, len(lines) - 3)]
    names = [ui.name(seat) for seat in asks(ui)]
    missing = " ".join(names[:2]) + (" +%d" % (len(names) - 2) if len(names) > 2 else "")
    question = wrap(ui.say(words.AGREE_TO, missing))[:2]
    head = ui.say(words.DO_AGAIN) if steps < 0 else ui.say(words.UNDO, steps)
    return [HEADER + head] + lines + [""] * (6 - len(lines) - len(question)) + question


def asks(ui: Ui) -> list[int]:
    """Seats whose tokens are still missing."""
    return [seat for seat in ui.memo["touched"] if seat not in ui.memo["consents"]]


def late(ui: Ui) -> Commands | None:
    ui.home()
    return ui.hint(ui.say(words.NOTHING_CHANGED))


def keys(ui: Ui) -> Keys:
    legal: Keys = []
    if ui.memo.get("more"):
        legal.append(("A", words.ONE_STEP_MORE))
    if ui.memo.get("redo"):
        legal.append(("B", words.REDO))
    return legal + [("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    steps = ui.memo["steps"]
    if key == "*":
        return ui.home()
    if key == "A" and steps > 0:
        _look(ui, steps + 1)
    elif key == "B" and steps > 0:
        _look(ui, -1)
    return ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    memo = ui.memo
    if kind != TOKEN:
        return ui.not_now()
    if number not in memo["touched"]:
        return ui.wrong_token(number)
    if number not in memo["consents"]:
        memo["consents"].append(number)
    if asks(ui):
        return ()
    ui.sound = UNDONE
    steps = memo["steps"]
    if steps < 0:
        return ({"do": "redo"},)
    if steps == 1 and _was_roll(ui.game, memo["old"]):
        ui.refill = list(ui.game.dice)  # the dice screen opens with them, so that one can be fixed
    return tuple([{"do": "undo"} for _ in range(steps)])


def _was_roll(now: Game, old: Game) -> bool:
    if phase(old) != "roll" or old.tasks:
        return False
    return bool(now.rolled) or now.doubles != old.doubles or now.turn != old.turn
