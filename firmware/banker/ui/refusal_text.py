"""The sentence of a refusal. Its code is only in the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banker.core.board import SPACE_OF
from banker.ui import words

if TYPE_CHECKING:
    from banker.core.types import Command
    from banker.ui.ui import Ui

# In the order of their words, which begin with words.ALREADY_DEALT. It is one text, which takes less RAM than
# a tuple and is split only while a refusal is shown.
CODES = (
    "already-dealt already-owned already-rolled auction-open bad-amount bad-choice bad-dice bank-no-buyback "
    "bid-below-minimum bid-binds bid-over-cash bid-too-low busy can-still-pay cannot-place cash-gift "
    "claim-too-late debt-first fully-built game-over group-incomplete group-mortgaged has-buildings "
    "jail-choice-open mortgaged no-buildings no-card-due no-claim no-hotels-left no-houses-left no-jail-card "
    "not-bidding not-eligible not-enough-cash not-here not-in-jail not-in-this-edition not-lander "
    "not-mortgaged not-owner not-street not-two-players not-while-in-debt not-your-turn nothing-to-pay "
    "nothing-to-redo nothing-to-undo open-duty own-deed player-out roll-again roll-first rule-off "
    "rules-locked sell-stepwise tax-chosen too-few-players too-many-players uneven unknown-card "
    "unknown-command unknown-deed unknown-player unowned wrong-deck wrong-phase"
)
# The same for words.TOO_MANY_CHANGES and those after it.
LATER = "too-many-changes too-much-money game-full not-all-sold"
_NAMES_A_PLAYER = ("already-owned", "not-lander", "not-owner", "not-your-turn")
_DEED_LETTERS = 21  # a row of its own


def sentence(ui: Ui, code: str, facts: tuple[Any, ...]) -> str:
    if facts and code == "not-owner" and facts[0] >= ui.game.players:
        code = "unowned"
    if facts and code in _NAMES_A_PLAYER:
        facts = (ui.name(facts[0]),)
    elif facts and code == "group-mortgaged":
        facts = (ui.place(SPACE_OF[facts[0]], _DEED_LETTERS),)
    return ui.say(word_of(code), *facts)


def word_of(code: str) -> int:
    """The number of its sentence."""
    for codes, first in ((CODES, words.ALREADY_DEALT), (LATER, words.TOO_MANY_CHANGES)):
        if code in codes.split(" "):
            return first + codes.split(" ").index(code)
    return words.WRONG_PHASE


def refuses(ui: Ui, command: Command) -> bool:
    """Would the rules refuse this? Then it says so before anybody agrees to it (S-28)."""
    if ui.trial(command):
        return False
    ui.refused(ui.no.code, ui.no.facts)
    return True
