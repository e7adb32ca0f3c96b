"""Which screen a game waits on, and which one follows a step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.core.events import (
    BONUS,
    DREW,
    FINE,
    FREED,
    GO_SALARY,
    JACKPOT,
    JAILED,
    PAID,
    PAID_WHY,
    RENT_PAID,
    ROLLED,
    TAXES,
    TRIED,
)
from banker.core.state import EXTRA, Game, phase
from banker.ui import words
from banker.ui.rents_asked import rent_on
from banker.ui.types import Next

if TYPE_CHECKING:
    from banker.ui.ui import Ui

# the screen of each phase of a game
SCREENS = {
    "roll": "turn.home",
    "end": "turn.home",
    "buy": "turn.landing",
    "auction": "trade.auction",
    "rent": "turn.battle",
    "tax": "turn.tax",
    "card": "turn.card",
    "throw": "turn.rent_roll",
    "debt": "turn.debt",
    "place": "deeds.place_building",
    "power": "turn.power",
    "deal": "setup.opening_deal",
    "over": "table.the_end",
}

# Payments that follow a roll without anybody's tap, so that players have to read about them.
_BY_ITSELF = (GO_SALARY, RENT_PAID, FINE, JACKPOT, BONUS)

# Screens that say themselves what a step paid.
TELLS_ALL = (
    "turn.result",
    "turn.card_drawn",
    "deeds.place_building",
    "table.hand_over",
    "setup.dealt",
    "table.the_end",
)


def leaves_line(g: Game) -> bool:
    """Did money move in the last step, or a try to leave jail fail? Then result_lines.py tells it."""
    for event in g.events:
        if event[0] in (PAID, TRIED, FREED):
            return True
    return False


def home_screen(g: Game | None) -> str:
    """What the game waits on; without a game, the set-up."""
    if not g:
        return "setup.new_game"
    now = phase(g)
    screen = SCREENS[now]
    if screen == "turn.home" and g.rules.mode == "banker":
        return "table.bank_only"
    return "turn.last_turn" if now == "end" and g.ending else screen


def opens_menu(screen: str) -> bool:
    """Does the banker card open its menu here? An auction opens it itself, because its clock must stop."""
    if screen == "trade.auction":
        return False
    return screen in SCREENS.values() or screen in ("table.bank_only", "turn.jail")


def next_screen(ui: Ui, tapped: int | None) -> Next:
    """The screen after a step. The first rule that applies decides:

    1. The open screen has opened what comes of its own command: after() of the screen, asked by Ui.follow().
    2. Something must be read to its end: somebody went out, or the box has dealt.
    3. Something happened that players should read: a result, or the card that was drawn.
    4. A roll was taken back: its dice are filled in again.
    5. The deed that confirmed the dice is unsold: its offer.
    6. Rent is open on that deed: the owner has asked for it.
    7. Otherwise the screen that the game waits on.
    """
    g = ui.game
    if ui.unread:
        return ui.unread[0], ui.unread[1:], ""
    if _may_be_read(ui):
        result: Next | None = ui.load("screens.turn.result").after_step(ui)
        if result:
            return result
    now = phase(g)
    if ui.refill and now == "roll" and g.rules.dice_source == "keyed":
        return "turn.dice", (), ""
    if tapped is None:
        return home_screen(g), (), ""
    if now == "buy" and tapped == g.tasks[0][EXTRA]:
        return "turn.offer", (), ""
    if now == "rent" and tapped == g.tasks[0][EXTRA]:
        return "turn.battle", (True,), ""  # its owner has asked
    if now in ("roll", "end") and rent_on(g, tapped):
        return "turn.rent", (), ""
    return home_screen(g), (), ui.say(words.NO_RENT) if g.mortgaged[tapped] else ""


def _may_be_read(ui: Ui) -> bool:
    """Is there perhaps something to be read about the last step? If not, screens/turn/result.py need not be
    loaded from flash."""
    g = ui.game
    box_rolls = g.rules.dice_source == "device"
    rolled = False
    for event in g.events:
        code = event[0]
        if code == DREW or (code == ROLLED and box_rolls):
            return True
        if code == ROLLED:
            rolled = True
        elif code == JAILED or code == FREED:
            if rolled:
                return True
        elif code == PAID:
            why = event[PAID_WHY]
            if why == TAXES or rolled and why in _BY_ITSELF:
                return True
    return (
        ui.screen in ("turn.battle", "turn.power", "deeds.mortgage")
        or box_rolls
        and ui.screen == "turn.rent_roll"
    )
