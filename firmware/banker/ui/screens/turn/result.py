"""RESULT: what a step forced or brought: who, how much, why, what is left. Any input goes on and counts.

Argument: the rows. The most important payment is large, the rest are lines below it.
"""

from __future__ import annotations

from banker.core.board import BANK, DEED_AT, POT, SPACE_OF
from banker.core.events import (
    BATTLE_LOST,
    BONUS,
    DREW,
    FINE,
    FOUGHT,
    FREED,
    GO_SALARY,
    JACKPOT,
    JAILED,
    JAILED_PLAYER,
    LOAN,
    MORTGAGED,
    MORTGAGED_ON,
    OWNED,
    OWNED_DEED,
    PAID,
    PAID_AMOUNT,
    PAID_FROM,
    PAID_TO,
    PAID_WHY,
    POWER_USED,
    RENT_PAID,
    ROLLED,
    ROLLED_PLAYER,
    TAXES,
)
from banker.core.state import phase
from banker.core.types import Event
from banker.ui import any_input, edition_words, words
from banker.ui.layout import double, height, wrap
from banker.ui.next_screen import home_screen
from banker.ui.paint import BIG, HEADER
from banker.ui.sounds import DOORBELL
from banker.ui.types import Next, Rows
from banker.ui.ui import Ui

LOOK_MS = 4000
_ROWS = 7  # without the row of keys

# Reasons of payments that are shown, the most important first.
_RANK = (JACKPOT, RENT_PAID, BATTLE_LOST, TAXES, FINE, BONUS, GO_SALARY, POWER_USED)


def after_step(ui: Ui) -> Next | None:
    """The screen that shows what happened, or the card that was drawn; None: there is nothing to be read."""
    g = ui.game
    events: dict[int, Event] = {}  # the last of each kind
    payments: list[Event] = []
    for event in g.events:
        code = event[0]
        if code == DREW:
            _, deck, card = event
            return "turn.card_drawn", (deck, card, "box_draws" in ui.memo), ""
        if code != PAID:
            events[code] = event
        elif event[PAID_WHY] in _RANK and (event[PAID_FROM] != BANK or event[PAID_TO] != POT):
            payments.append(event)
    if g.over:
        return None
    if ui.screen == "deeds.mortgage":
        return _mortgaged(ui) if MORTGAGED in events and events[MORTGAGED][MORTGAGED_ON] else None
    payments.sort(key=lambda event: _RANK.index(event[PAID_WHY]))
    rows = _rows(ui, events, payments)
    return ("turn.result", (rows,), "") if rows else None


def _mortgaged(ui: Ui) -> Next:
    """The deed is to be turned over, in the words of the edition. A debt or an auction stays in sight."""
    sentence = ui.word(edition_words.MORTGAGED) if ui.word else ""
    g = ui.game
    if phase(g) not in ("roll", "end"):
        return home_screen(g), (), sentence
    deed = ui.args[0]
    owner = g.owner[deed]
    amount = sum([e[PAID_AMOUNT] for e in g.events if e[0] == PAID and e[PAID_WHY] == LOAN])
    rows = [
        HEADER + ui.say(words.TITLE_LOAN),
        ui.on(SPACE_OF[deed], words.SPACE),
        BIG + "+%d" % amount,
        ui.tell(words.HAS_NOW, owner, g.cash[owner]),
        sentence,
    ]
    return "turn.result", (rows,), ""


def _rows(ui: Ui, events: dict[int, Event], payments: list[Event]) -> Rows | None:
    """The rows without the row of keys; None if the next screen says it all."""
    g = ui.game
    if g.rules.mode == "banker":
        return None
    roll = events.get(ROLLED)
    if not roll and ui.screen in ("turn.battle", "turn.power"):
        return _fight(ui, events, payments)
    lines: Rows = []
    dice = ""
    box_rolls = g.rules.dice_source == "device"
    if roll and box_rolls:
        dice = _dice(ui, roll)
        lines.append(_where(ui, roll[ROLLED_PLAYER]))
    if JAILED in events:
        player = events[JAILED][JAILED_PLAYER]
        lines = [ui.tell(words.GOES_TO_JAIL, player), ui.tell(words.TURN_OVER, player)]
        return _about(ui, dice, player, lines)
    why = payments[0][PAID_WHY] if payments else -1
    if phase(g) not in ("roll", "end") and not dice and why not in (TAXES, FINE):
        return None
    if FREED in events and roll:
        lines.insert(0, ui.tell(words.FREE_NOW, roll[ROLLED_PLAYER]))
    if payments and (roll or box_rolls or why == TAXES):
        return _money(ui, payments, dice, lines)
    return _about(ui, dice, roll[ROLLED_PLAYER], lines) if lines and roll else None


def _about(ui: Ui, dice: str, player: int, lines: Rows) -> Rows:
    """The dice, or that it is about jail; then the player."""
    return [HEADER + (dice or ui.say(words.JAIL_WORD).upper()), double(ui.name(player, 10)), ""] + lines


def _where(ui: Ui, player: int) -> str:
    g = ui.game
    if g.jailed[player]:
        return ui.say(words.IN_PRISON, g.tries[player], g.rules.jail_max_turns)
    return ui.on(g.space[player], words.MOVES_TO)


def _dice(ui: Ui, roll: Event) -> str:
    _, player, a, b = roll
    return "%-9s %d + %d = %d" % (ui.name(player, 9), a, b, a + b)


def _money(ui: Ui, payments: list[Event], dice: str, lines: Rows) -> Rows:
    g = ui.game
    _, payer, taker, amount, why = payments[0]
    player = payer if payer < g.players else taker
    if why == RENT_PAID:
        ui.sound = DOORBELL
    for _, a, b, more, _ in payments[1:]:
        lines.append(
            ui.tell(words.PAYS_AGAIN, a, more) if a < g.players else ui.tell(words.GETS_AGAIN, b, more)
        )
    if why == JACKPOT and payer == POT:
        lines.insert(0, ui.tell(words.TAKES_POT, taker))
    lines.insert(0, ui.tell(words.HAS_NOW, player, g.cash[player]))
    return [
        HEADER + (dice or _title(ui, why, player)),
        ui.pair(payer, taker) if max(payer, taker) < g.players else double(ui.name(player, 10)),
        double(str(amount)) if len(lines) > 1 else BIG + str(amount),
    ] + lines[:3]


def _title(ui: Ui, why: int, player: int) -> str:
    space = ui.game.space[player]
    if why == RENT_PAID:
        return ui.say(words.RENT, ui.place(space, 21 - len(ui.say(words.RENT, ""))))
    if why in (TAXES, JACKPOT):
        return ui.place(space, 21)
    if why == GO_SALARY:
        return ui.place(0, 21)
    return ui.say(words.WHY + why).upper()  # WHY and the words after it: the reasons of events.py


def _fight(ui: Ui, events: dict[int, Event], payments: list[Event]) -> Rows | None:
    """A battle or an attack is over: who has the deed now, and for how much."""
    g = ui.game
    if payments and payments[0][PAID_WHY] == BATTLE_LOST:
        return _money(ui, payments, "", [])
    deed = ui.memo.get("target") if ui.screen == "turn.power" else DEED_AT[g.space[g.turn]]
    if OWNED in events:
        deed = events[OWNED][OWNED_DEED]
    elif FOUGHT not in events or deed is None or phase(g) in ("rent", "power"):
        return None
    word = words.BATTLE if ui.screen == "turn.battle" else words.FIGHT
    rows = [HEADER + ui.say(word, ui.place(SPACE_OF[deed], 21 - len(ui.say(word, ""))))]
    if FOUGHT in events:
        _, _, a, b = events[FOUGHT]
        rows.append(double("%d %s %d" % (a, "+" if word == words.BATTLE else ":", b)))
    owner = g.owner[deed]
    place = ui.place(SPACE_OF[deed], 21).rstrip(".")
    if OWNED not in events:
        return rows + [""] + wrap(ui.say(words.KEEPS_IT, ui.name(owner, 10), place))
    cost = sum([event[PAID_AMOUNT] for event in g.events if event[0] == PAID and event[PAID_FROM] == owner])
    sentence = ui.say(words.TAKES_FOR if cost else words.TAKES_IT, ui.name(owner, 10), place, cost)
    return rows + [""] + wrap(sentence) + [ui.tell(words.HAS_NOW, owner, g.cash[owner])]


def rows(ui: Ui) -> Rows:
    rows: Rows = ui.args[0]
    return rows + [""] * (_ROWS - height(rows))


keys = any_input.keys
key = any_input.key
tap = any_input.tap
