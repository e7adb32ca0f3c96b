"""Rules that change in play: what the box cannot keep is refused before anybody taps (PREP-11, S-28)."""

import pytest
from desk import Desk, fits

from banker.core.rules.agreements import FIXED, RULES_MOST
from banker.core.setup.house_rules import all_house_rules

SWITCHES = [
    rule.name
    for rule in all_house_rules()
    if rule.type == "bool" and len(rule.allowed) == 2 and rule.name not in FIXED and rule.name[2] != "_"
]


def changed(count, language="en"):
    """A desk at a game in which so many rules have changed."""
    desk = Desk("classic", language=language)
    for name in SWITCHES[:count]:
        desk._after(({"do": "set-rule", "knob": name, "value": getattr(desk.game.rules, name)},))
    desk.ui.home()
    assert len(desk.game.changed) == count and not desk.refusals
    return desk


@pytest.mark.parametrize(
    "language, sentence",
    [("en", "You can't change more rules in this game."), ("de", "Mehr Regeln könnt ihr nicht ändern.")],
)
def test_one_rule_too_many_is_refused_before_anybody_taps(language, sentence):
    desk = changed(RULES_MOST, language)
    desk.ui.show("setup.favourite_rules", True)
    refused = desk.ui.load("screens.table.rules_in_play").locked(desk.ui, [("jail_fine", 60)])
    assert refused and desk.ui.screen == "setup.favourite_rules"
    fits(desk.sees(sentence))


def test_a_rule_that_has_changed_can_change_again():
    desk = changed(RULES_MOST)
    locked = desk.ui.load("screens.table.rules_in_play").locked
    assert not locked(desk.ui, [(SWITCHES[0], True), (SWITCHES[1], False)])
    assert locked(desk.ui, [(SWITCHES[0], True), ("jail_fine", 60)])


def test_favourites_that_change_several_rules_count_each():
    desk = changed(RULES_MOST - 1)
    locked = desk.ui.load("screens.table.rules_in_play").locked
    assert not locked(desk.ui, [("jail_fine", 60)])
    assert locked(desk.ui, [("jail_fine", 60), ("go_salary", 400)])


def test_by_hand_the_last_rule_changes_and_the_next_is_refused():
    desk = changed(RULES_MOST - 1).key("D", "7", "1").sees("You can't change more")
    assert desk.ui.screen == "setup.favourite_rules", "a jackpot changes two rules"
    desk.key("2")
    assert desk.ui.screen == "table.rules_in_play"
    desk.tap("token", 0).tap("token", 1).tap("token", 2)
    assert len(desk.game.changed) == RULES_MOST and desk.game.rules.exact_salary == 400
    fits(desk.key("D", "7", "3").sees("You can't change more rules in this game."))
    assert desk.ui.screen == "setup.favourite_rules" and desk.game.rules.rent_claim == "ask"
