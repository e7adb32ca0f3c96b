"""RESULT: what a step forced or brought: who, how much, why, what is left. Any input goes on and counts.

What matters most stands large, the rest in lines below it.
"""

from banker.core.board import BANK, POT, SPACE_OF
from banker.core.events import (
    BATTLE_LOST,
    BONUS,
    DREW,
    FINE,
    FREED,
    GO_SALARY,
    JACKPOT,
    JAILED,
    MORTGAGED,
    OWNED,
    PAID,
    POWER_USED,
    RENT_PAID,
    TAXES,
    THREW,
)
from banker.core.state import phase
from banker.ui.const import const
from banker.ui.heard import DOORBELL
from banker.ui.paint import BIG, DOUBLE, HEADER
from banker.ui.speech import double

LOOK_MS = 4000

_SPACE = const(21)
_RENT = const(50)
_GO_ON = const(61)
_MOVES_TO = const(113)
_GOES_TO_JAIL = const(114)
_HAS_NOW = const(133)
_TITLE_LOAN = const(190)
_WHY = const(250)  # and the reasons of core/events.py after it
_PAYS = const(304)
_GETS = const(305)
_IN_PRISON = const(200)
_BATTLE = const(382)
_TAKES_POT = const(602)
_TURN_OVER = const(603)
_FREE_NOW = const(604)
_IS_YOURS = const(605)

_MORTGAGED = 14  # a word of the edition
# Reasons that are told, the most important first.
_RANK = (JACKPOT, RENT_PAID, BATTLE_LOST, TAXES, FINE, BONUS, GO_SALARY, POWER_USED)


def opens(ui) -> bool:
    """After a step: show it, or the card that was drawn, if there is something to be read."""
    g = ui.game
    seen: dict = {}
    paid = []
    for event in g.events:
        what = event[0]
        if what == DREW:
            ui.show("drawn", event[1], event[2], "box" in ui.memo)
            return True
        if what != PAID:
            seen[what] = event
        elif event[4] in _RANK and (event[1] != BANK or event[2] != POT):
            paid.append(event)
    if g.over:
        return False
    if ui.screen == "loan":
        return _turn_over(ui) if MORTGAGED in seen and seen[MORTGAGED][2] else False
    paid.sort(key=lambda event: _RANK.index(event[4]))
    rows = _told(ui, seen, paid)
    if rows:
        ui.show("result", rows)
    return bool(rows)


def _turn_over(ui) -> bool:
    """Mortgaged: the deed is turned, in the words of the edition. A debt or an auction stays in sight."""
    said = ui.word(_MORTGAGED) if ui.word else ""
    if phase(ui.game) not in ("roll", "end"):
        ui.home()
        ui.hint(said)
        return True
    deed = ui.args[0]
    owner = ui.game.owner[deed]
    shown = [HEADER + ui.say(_TITLE_LOAN), ui.on(SPACE_OF[deed], _SPACE), BIG + "+%d" % ui.memo["sum"]]
    ui.show("result", shown + [ui.tell(_HAS_NOW, owner, ui.game.cash[owner]), said])
    return True


def _told(ui, seen: dict, paid: list):
    """The rows without the row of keys; None if what comes now says it all."""
    g = ui.game
    if g.rules.mode == "banker":
        return None
    boxed = g.rules.dice_source == "device"
    threw = seen.get(THREW)
    if not threw and ui.screen in ("battle", "power"):
        return _fight(ui, seen, paid)
    lines = []
    head = ""
    if threw and boxed:
        head = _dice(ui, threw)
        lines.append(_where(ui, threw[1]))
    if JAILED in seen:
        player = seen[JAILED][1]
        lines = [ui.tell(_GOES_TO_JAIL, player), ui.tell(_TURN_OVER, player)]
        return [HEADER + (head or ui.place(10, 21)), double(ui.name(player)[:10]), ""] + lines
    if phase(g) not in ("roll", "end") and not head and not (paid and paid[0][4] in (TAXES, FINE)):
        return None
    if FREED in seen and threw:
        lines.insert(0, ui.tell(_FREE_NOW, threw[1]))
    if paid and (threw or boxed or paid[0][4] == TAXES):
        return _money(ui, paid, head, lines)
    if not lines or not threw:
        return None
    return [HEADER + (head or ui.place(10, 21)), double(ui.name(threw[1])[:10]), ""] + lines


def _where(ui, player: int) -> str:
    g = ui.game
    if g.jailed[player]:
        return ui.say(_IN_PRISON, g.tries[player], g.rules.jail_max_turns)
    return ui.on(g.space[player], _MOVES_TO)


def _dice(ui, threw) -> str:
    _, player, a, b = threw
    return "%-9s %d + %d = %d" % (ui.name(player)[:9], a, b, a + b)


def _money(ui, paid: list, head: str, lines: list) -> list:
    g = ui.game
    _, payer, taker, amount, why = paid[0]
    who = payer if payer < g.players else taker
    if why == RENT_PAID:
        ui.sound = DOORBELL
    for _, a, b, sum, _ in paid[1:]:
        lines.append(ui.tell(_PAYS, a, sum) if a < g.players else ui.tell(_GETS, b, sum))
    if why == JACKPOT and payer == POT:
        lines.insert(0, ui.tell(_TAKES_POT, taker))
    shown = [HEADER + (head or _title(ui, why, who))]
    shown.append(ui.pair(payer, taker) if max(payer, taker) < g.players else double(ui.name(who)[:10]))
    lines.insert(0, ui.tell(_HAS_NOW, who, g.cash[who]))
    return shown + [double(str(amount)) if len(lines) > 1 else BIG + str(amount)] + lines[:3]


def _title(ui, why: int, player: int) -> str:
    space = ui.game.space[player]
    if why == RENT_PAID:
        return ui.say(_RENT, ui.place(space, 21 - len(ui.say(_RENT, ""))))
    if why in (TAXES, JACKPOT):
        return ui.place(space, 21)
    return ui.place(0, 21) if why == GO_SALARY else ui.say(_WHY + why).upper()


def _fight(ui, seen: dict, paid: list):
    """A battle or an attack is over."""
    if OWNED in seen:
        _, deed, player = seen[OWNED]
        title = HEADER + ui.say(_BATTLE, ui.place(SPACE_OF[deed], 21 - len(ui.say(_BATTLE, ""))))
        has = ui.tell(_HAS_NOW, player, ui.game.cash[player])
        return [title, double(ui.name(player)[:10]), "", ui.say(_IS_YOURS), has]
    if paid and paid[0][4] == BATTLE_LOST:
        return _money(ui, paid, "", [])
    return None


def rows(ui) -> list:
    shown = ui.args[0]
    high = len(shown)
    for row in shown:
        high += 2 if row[:1] == BIG else 1 if row[:1] == DOUBLE else 0
    return shown + [""] * (7 - high)


def keys(ui) -> list:
    return [("#", _GO_ON)]


def key(ui, key: str):
    ui.home()
    return () if key == "#" else ui.key(key)


def tap(ui, kind: int, number: int):
    return ui.onward(kind, number)
