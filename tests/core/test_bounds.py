"""What people change in play is bounded by a refusal: no record is too long, no amount too large."""

import pytest

from banker.core.codec import command_bytes, state_bytes
from banker.core.commands import decide
from banker.core.refusal import Refused
from banker.core.rules.agreements import FIXED
from banker.core.setup.new_game import new_game
from deedbox import editions, rules

ROOM = 928 - 22 - 255  # of a record without its head and the longest command


def start(edition, players, choices=None):
    return new_game(editions.board(edition), editions.rules(edition), choices or {}, players, 7)


def packed(game):
    return state_bytes.pack(game, bytearray(2048))


def another_value(rule, value):
    """A value that differs, as long as the rule allows."""
    if rule.type == "bool":
        return not value if len(rule.allowed) == 2 else False
    if rule.type == "int":
        return rule.allowed[1] if value != rule.allowed[1] else rule.allowed[0]
    if rule.type == "enum":
        return next(word for word in rule.allowed if word != value)
    return list(rule.allowed) if rule.type == "set" else [rule.allowed[1]] * int(rule.type[4:])


def test_however_many_rules_are_changed_the_record_has_room():
    game = start("classic", 8)
    accepted = refused = 0
    for name, rule in rules.table().items():
        if name in FIXED or name == "rules_change":  # that one would lock the others
            continue
        try:
            value = another_value(rule, getattr(game.rules, name))
            game = decide(game, {"do": "set-rule", "knob": name, "value": value})
            accepted += 1
        except Refused as no:
            refused += no.code == "rules-locked"
        assert packed(game) < ROOM
    assert accepted > 20 and refused > 20


@pytest.mark.parametrize(
    "knob, value, checked",
    [
        ("free_parking_feeds", ["taxes"] * 60, ("taxes",)),
        ("free_parking_feeds", ["card_payments", "taxes", "taxes"], ("taxes", "card_payments")),
        ("rail_rents", [25, 50, 100, 200], (25, 50, 100, 200)),
        ("go_salary", 300, 300),
        ("build_even", False, False),
    ],
)
def test_a_rule_is_recorded_as_it_was_checked(knob, value, checked):
    game = start("classic", 3)
    command = {"do": "set-rule", "knob": knob, "value": value}
    after = decide(game, command)
    assert command["value"] == checked
    text = command_bytes.write(command)
    assert len(text) < 100
    again, used = command_bytes.read(text)
    assert used == len(text) and state_bytes.same(decide(start("classic", 3), again), after)


def test_a_correction_beyond_the_display_is_refused():
    game = start("classic", 2)
    game = decide(game, {"do": "correct", "by": 0, "cash": 998_499})
    assert game.cash[0] == 999_999
    for cash in (1, 999_999):
        with pytest.raises(Refused) as no:
            decide(game, {"do": "correct", "by": 0, "cash": cash})
        assert no.value.code == "bad-amount"
    assert decide(game, {"do": "correct", "by": 0, "cash": -1}).cash[0] == 999_998


def test_a_transfer_beyond_the_display_is_refused():
    game = start("classic", 2, {"mode": "banker"})
    game = decide(game, {"do": "transfer", "from": 8, "to": 0, "amount": 998_499})
    with pytest.raises(Refused) as no:
        decide(game, {"do": "transfer", "from": 8, "to": 0, "amount": 1})
    assert no.value.code == "bad-amount"
    assert decide(game, {"do": "transfer", "from": 0, "to": 8, "amount": 999_999}).cash[0] == 0
