"""UNDO: what a step back would change, and who must agree: core/consent.py says whose tokens tap.

ui.memo:

    steps      how many steps back, as they are shown; -1: redo of the last undo
    commands   what is done when all have agreed
    lines      what the steps change, a row for each thing
    seats      the seats that must agree
    witnesses  lists of seats; one of each must agree, too
    consents   the seats that agreed, to what is shown now
    roll       is it one roll, whose dice are to be filled in?
    more       can one more step be taken back?
    redo       is there something to redo?
"""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import SPACE_OF
from banker.core.state import Game
from banker.core.tags import TOKEN
from banker.core.types import Command
from banker.ui import words
from banker.ui.layout import wrap
from banker.ui.paint import HEADER
from banker.ui.sounds import UNDONE
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui

_ROWS = 8


def enter(ui: Ui) -> None:
    if not _look(ui, 1) and not _again(ui):
        ui.home()
        ui.notice(ui.say(words.NOTHING_TO_UNDO))


def _look(ui: Ui, steps: int) -> bool:
    """Show so many steps back; False if there are not so many. No older game is kept: RAM."""
    taken = lazy.load("consent").take_back(ui.game, ui.back(), steps)
    if not taken:
        return False
    old, command, undos, more, seats, witnesses = taken
    lines: Rows = _sentence(ui, command, old, undos) if steps == 1 else []
    ui.memo = {
        "steps": steps,
        "commands": tuple([{"do": "undo"} for _ in range(undos)]),
        "lines": lines + _lines(ui, old, False),
        "seats": seats,
        "witnesses": witnesses,
        "consents": [],
        "roll": steps == 1 and command["do"] == "roll",
        "more": more,
        "redo": bool(ui.ahead()),
    }
    return True


def _again(ui: Ui) -> bool:
    """Show what redo would do; False if there is nothing."""
    step = ui.ahead()
    if not step:
        return False
    new, command, _ = step
    seats, witnesses = lazy.load("consent").agreement(new, ui.game, command)
    ui.memo = {"steps": -1, "more": False, "redo": False, "roll": False, "consents": [], "seats": seats}
    ui.memo["commands"] = ({"do": "redo"},)
    ui.memo["lines"] = _lines(ui, new, True)
    ui.memo["witnesses"] = [witnesses] if witnesses else []
    return True


def _sentence(ui: Ui, command: Command, old: Game, undos: int) -> Rows:
    """The step in words."""
    do = command["do"]
    if undos > 1:
        return [ui.say(words.WHOLE_AUCTION)]
    paid = old.cash[command["by"]] - ui.game.cash[command["by"]] if do == "tax" else 0
    if paid > 0 and command.get("choose") == "percent":
        share = ui.say(words.OF_EVERYTHING, ui.game.rules.income_tax_pct)
        return [ui.tell(words.PAID_TAX, command["by"], paid), share]
    if not do:
        return []
    sentence: Rows = ui.load("screens.table.welcome_back").step(ui, command, old.turn)
    return sentence[: 2 if type(command.get("deed")) is int else 1]


def _lines(ui: Ui, old: Game, redo: bool) -> Rows:
    """A row for each thing that becomes as it is in `old`."""
    now = ui.game
    lines: Rows = []
    for deed in lazy.load("consent").changed_deeds(now, old):
        if now.owner[deed] != old.owner[deed]:
            value = ui.name(old.owner[deed])
        elif now.level[deed] != old.level[deed]:
            value = str(old.level[deed])
        else:
            value = ui.say(words.LOAN if old.mortgaged[deed] else words.NO_LOAN)
        lines.append(ui.say(words.BECOMES, ui.place(SPACE_OF[deed], 18 - len(value)), value))
    for seat in range(now.players):
        gain = old.cash[seat] - now.cash[seat]
        if gain < 0:
            lines.append(ui.tell(words.PAYS_AGAIN if redo else words.GIVES_BACK, seat, -gain))
        elif gain:
            lines.append(ui.tell(words.GETS_AGAIN if redo else words.GETS_BACK, seat, gain))
        if now.space[seat] != old.space[seat]:
            name = ui.name(seat, 7)
            lines.append(ui.say(words.BECOMES, name, ui.place(old.space[seat], 18 - len(name))))
    if now.turn != old.turn or not lines:
        lines.append(ui.tell(words.NOT_YOUR_TURN, old.turn))
    return lines


def rows(ui: Ui) -> Rows:
    steps = ui.memo["steps"]
    question = wrap(_question(ui))[:3]
    lines: Rows = ui.memo["lines"][:]
    room = _ROWS - 1 - len(question) - len(ui.key_rows())
    if len(lines) > room:
        lines[room - 1 :] = [ui.say(words.AND_MORE, len(lines) - room + 1)]
    head = ui.say(words.DO_AGAIN) if steps < 0 else ui.say(words.UNDO, steps)
    return [HEADER + head] + lines + [""] * (room - len(lines)) + question


def _question(ui: Ui) -> str:
    """Whose tokens are missing."""
    names = [ui.name(seat, 12) for seat in _missing(ui)]
    missing = " ".join(names[:2]) + (" +%d" % (len(names) - 2) if len(names) > 2 else "")
    witnesses = _witnesses(ui)
    if not witnesses:
        return ui.say(words.AGREE_TO, missing)
    others = ui.game.out[: ui.game.players].count(0) - len(ui.memo["seats"])
    if len(witnesses) < others:  # not everybody: only those who took part in an auction
        return ui.say(words.AND_A_BIDDER, missing) if names else ui.say(words.BIDDER_TAPS)
    return ui.say(words.AND_A_WITNESS, missing) if names else ui.say(words.WITNESS_TAPS)


def _missing(ui: Ui) -> list[int]:
    """The seats that must agree and have not."""
    return [seat for seat in ui.memo["seats"] if seat not in ui.memo["consents"]]


def _witnesses(ui: Ui) -> list[int]:
    """The seats of whom one is still missing as a witness; []: none is."""
    for seats in ui.memo["witnesses"]:
        if not any([seat in ui.memo["consents"] for seat in seats]):
            witnesses: list[int] = seats
            return witnesses
    return []


def asks(ui: Ui) -> list[int]:
    """Seats whose tokens are still missing. A witness is asked for after the others, but may come earlier."""
    return _missing(ui) or _witnesses(ui)


def taps(ui: Ui) -> Tags:
    awaited = asks(ui)
    return [(TOKEN, seat) for seat in _witnesses(ui) if seat not in awaited]


def late(ui: Ui) -> Commands | None:
    ui.home()
    return ui.hint(ui.say(words.NOTHING_CHANGED))


def keys(ui: Ui) -> Keys:
    legal: Keys = []
    if ui.memo["more"]:
        legal.append(("A", words.ONE_STEP_MORE))
    if ui.memo["redo"]:
        legal.append(("B", words.REDO))
    return legal + [("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    if key == "*":
        return ui.home()
    if key == "A" and ui.memo["more"]:
        ui.memo["more"] = _look(ui, ui.memo["steps"] + 1) and ui.memo["more"]
    elif key == "B" and ui.memo["redo"]:
        _again(ui)
    return ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    memo = ui.memo
    if kind != TOKEN:
        return ui.not_now()
    consents = memo["consents"]
    if (TOKEN, number) not in ui.taps() and number not in consents:
        return ui.wrong_token(number)
    if number not in consents:
        consents.append(number)
    if asks(ui):
        return ()
    ui.sound = UNDONE
    if memo["roll"]:
        ui.refill = list(ui.game.dice)  # the dice screen opens with them, so that one can be fixed
    ui.moves = None
    commands: Commands = memo["commands"]
    return commands
