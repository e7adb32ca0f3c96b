"""House rules that lack another one (S-10): what is refused, and what only gets a remark. Loaded on use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banker.core import lazy
from banker.ui import words

if TYPE_CHECKING:
    from banker.core.setup.house_rules import HouseRule
    from banker.ui.ui import Ui


def _value(ui: Ui, name: str) -> Any:
    """The value of a house rule on the open screen, ONE RULE."""
    return ui.part.value_of(ui, lazy.load("setup.house_rules").find(name))


def lacks_target(ui: Ui, rule: HouseRule, value: Any) -> bool:
    """Would the game end by a target that is not set, once this rule has this value?"""
    if rule.name == "end_condition":
        return bool(value == "target_worth" and not _value(ui, "target_worth"))
    return bool(rule.name == "target_worth" and not value and _value(ui, "end_condition") == "target_worth")


def remark(ui: Ui, rule: HouseRule) -> int:
    """The word about a choice that was taken but lacks something; 0: none."""
    if rule.name in ("end_condition", "time_limit_min"):
        timed = "time" in (_value(ui, "end_condition"), ui.draft["rules"].get("game_variant"))
        if timed and not _value(ui, "time_limit_min"):
            return words.NO_CLOCK
    elif rule.name in ("free_parking_mode", "free_parking_feeds"):
        if _value(ui, "free_parking_mode") == "jackpot" and not _value(ui, "free_parking_feeds"):
            return words.NO_FEEDS
    return 0
