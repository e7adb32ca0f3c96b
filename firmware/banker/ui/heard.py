"""What is heard: the sounds by number, and which of them a step deserves. The app knows the tunes."""

from banker.core.events import (
    BONUS,
    DREW,
    FINE,
    FREED,
    GO_SALARY,
    JACKPOT,
    JAILED,
    OVER,
    PAID,
    RENT_PAID,
    RETIRED,
    TAXES,
    THREW,
)

(
    SILENCE,
    GOOD,
    MONEY_OUT,
    MONEY_IN,
    SALARY,
    DOORBELL,
    KNOCK,
    SOLD,
    JAIL,
    UNDONE,
    OUT,
    WINNER,
    NEXT,
    LOW,
    POT,
    CHORD,
    TICK,
) = range(17)


def sound_of(g) -> int:
    """The most important thing that happened in the last step; nobody's money: one soft note."""
    heard = NEXT
    rank = 0
    for event in g.events:
        what = event[0]
        new = 0
        if what == PAID:
            payer, why = event[1], event[4]
            if why == JACKPOT and payer != event[2]:
                new, sound = 5, POT
            elif why == GO_SALARY:
                new, sound = 3, SALARY
            elif payer < g.players:
                new, sound = 2, MONEY_OUT
            else:
                new, sound = 1, MONEY_IN
        elif what == JAILED:
            new, sound = 4, JAIL
        elif what == RETIRED:
            new, sound = 6, OUT
        elif what == OVER:
            new, sound = 7, WINNER
        if new > rank:
            rank, heard = new, sound
    return heard


def tells(ui) -> bool:
    """Is there perhaps something to be read about the last step (screens/result.py)? Asked after each one."""
    g = ui.game
    boxed = g.rules.dice_source == "device"
    threw = False
    for event in g.events:
        what = event[0]
        if what == DREW or (what == THREW and boxed):
            return True
        if what == THREW:
            threw = True
        elif what == JAILED or what == FREED:
            if threw:
                return True
        elif what == PAID:
            why = event[4]
            if why == TAXES or threw and why in (GO_SALARY, RENT_PAID, FINE, JACKPOT, BONUS):
                return True
    return ui.screen in ("battle", "power", "loan") or boxed and ui.screen == "throw"
