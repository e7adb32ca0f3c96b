"""RENT OR BATTLE (Duel Masters): the payer's token pays, or agrees to fight before the dice are thrown."""

from banker.core.board import SPACE_OF
from banker.core.state import DEBT
from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.speech import double
from banker.ui.ui import TOKEN

_BACK = const(42)
_RENT = const(50)
_HAS = const(51)
_TAP_TO_PAY = const(52)
_FIX_DICE = const(24)
_THROW = const(11)
_UNDO_KEY = const(313)
_PAY_KEY = const(380)
_BATTLE_KEY = const(381)
_BATTLE = const(382)
_POWER_NEEDS = const(383)
_LOSE_PAYS = const(384)
_TAP_TO_FIGHT = const(385)
_TAKE_BACK = const(379)
_FIGHT_DICE = const(386)
_TAKE_KEY = const(387)
_LEAVE_KEY = const(388)
_GO_KEY = const(389)


def enter(ui) -> None:
    ui.dice = []


def _stake(ui) -> int:
    """What a lost battle costs: the rules say it, by trying the lowest throw."""
    player = ui.game.tasks[0][1]
    lost = ui.trial({"do": "battle", "dice": (1, 1), "take": False})
    if not lost:
        return 0
    if lost.tasks and lost.tasks[0][0] == DEBT:
        return lost.tasks[0][3]
    return ui.game.cash[player] - lost.cash[player]


def rows(ui) -> list:
    _, payer, owner, amount, deed = ui.game.tasks[0]
    how = ui.memo.get("how")
    head = _BATTLE if how else _RENT
    shown = [HEADER + ui.say(head, ui.place(SPACE_OF[deed], 21 - len(ui.say(head, ""))))]
    shown.append(ui.pair(payer, owner))
    if not how:
        cash = ui.game.cash[payer]
        ask = ui.tell(_TAP_TO_PAY, payer) if "pay" in ui.memo else ""
        return shown + [double(str(amount)), ui.tell(_HAS, payer, cash, max(cash - amount, 0)), ask]
    power = ui.game.board.power[deed]
    shown += [ui.say(_POWER_NEEDS, power, (power + 999) // 1000), ui.say(_LOSE_PAYS, _stake(ui))]
    if how == "ask":
        return shown + ["", ui.tell(_TAP_TO_FIGHT, payer)]
    dice = [str(die) for die in ui.dice] + ["_", "_"]
    return shown + [ui.say(_FIGHT_DICE, dice[0], dice[1]), "" if len(ui.dice) == 2 else ui.say(_THROW)]


def asks(ui) -> list:
    memo = ui.memo
    return [ui.game.tasks[0][1]] if memo and memo.get("how") != "fight" else []


def forced(ui) -> bool:
    return "pay" in ui.memo


def keys(ui) -> list:
    how = ui.memo.get("how")
    if not how and "pay" not in ui.memo:
        return [("A", _PAY_KEY), ("B", _BATTLE_KEY), ("*", _UNDO_KEY)]
    if how != "fight":
        return [("*", _BACK)]
    if len(ui.dice) < 2:
        return [(str(die), 0) for die in range(1, 7)] + ([("*", _FIX_DICE)] if ui.dice else [])
    prize = [("A", _TAKE_KEY), ("B", _LEAVE_KEY)] if _mortgaged(ui) else [("#", _GO_KEY)]
    return prize + [("*", _TAKE_BACK)]


def _mortgaged(ui) -> int:
    return ui.game.mortgaged[ui.game.tasks[0][4]]


def key(ui, key: str):
    memo = ui.memo
    if memo.get("how") == "fight":
        return _dice(ui, key)
    if key == "*":
        return ui.home() if memo else ui.show("undo")
    if not memo and key == "A":
        memo["pay"] = 1
    elif not memo and key == "B":
        memo["how"] = "ask"
    return ()


def _dice(ui, key: str):
    """The battle stands: only its dice are still asked for."""
    if key == "*":
        ui.dice = []
    elif len(ui.dice) < 2:
        if "1" <= key <= "6":
            ui.dice.append(int(key))
    elif key == ("#" if not _mortgaged(ui) else "A") or (key == "B" and _mortgaged(ui)):
        return ({"do": "battle", "dice": tuple(ui.dice), "take": key != "B"},)
    return ()


def tap(ui, kind: int, number: int):
    memo = ui.memo
    if kind != TOKEN or not memo or memo.get("how") == "fight":
        return ui.not_now()
    if number != ui.game.tasks[0][1]:
        return ui.wrong_token(number)
    if "pay" in memo:
        return ({"do": "pay"},)
    if ui.game.rules.dice_source == "device":
        return ({"do": "battle"},)
    memo["how"] = "fight"
    return ()
