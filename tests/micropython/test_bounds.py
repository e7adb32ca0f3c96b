# heap 480K: the house rules with their table and the whole core are loaded from source at once
"""Rules changed in play, corrections and commands have limits: the same in MicroPython as in CPython."""

import check
from largest_game import largest, long_trade

from banker.core.board import NUMBERS, Board
from banker.core.codec import command_bytes, state_bytes
from banker.core.codec.command_bytes import COMMAND_MOST
from banker.core.codec.state_bytes import STATE_MOST
from banker.core.commands import decide
from banker.core.refusal import Refused
from banker.core.rules.agreements import FIXED, RULES_MOST
from banker.core.setup.house_rules import all_house_rules
from banker.core.setup.new_game import new_game
from banker.core.state import CASH_MOST

BOARD = Board([100] * (NUMBERS - 1) + [0])


def game(players=3):
    return new_game(BOARD, {}, {}, players, 1)


def code(call, *args):
    try:
        call(*args)
    except Refused as no:
        return no.code
    return ""


def packed(g):
    buf = bytearray(STATE_MOST)
    return bytes(buf[: state_bytes.pack(g, buf)])


def recorded(g, command):
    """The command as the journal gives it back, and the game after it."""
    after = decide(g, command)
    written = command_bytes.write(command)
    assert len(written) <= COMMAND_MOST
    again, used = command_bytes.read(written)
    assert used == len(written) and packed(decide(g, dict(again))) == packed(after)
    back = state_bytes.unpack(packed(after), BOARD, g.rules.base if after.changed and g.changed else g.rules)
    assert state_bytes.same(back, after)
    return again, after


def test_a_list_is_recorded_without_what_is_in_it_twice():
    feeds = {"do": "set-rule", "knob": "free_parking_feeds", "value": ["fines", "taxes"] * 200}
    again, after = recorded(game(), feeds)
    assert again["value"] == ["taxes", "fines"] and after.rules.free_parking_feeds == ("taxes", "fines")
    again, after = recorded(after, {"do": "set-rule", "knob": "free_parking_feeds", "value": []})
    assert again["value"] == [] and after.rules.free_parking_feeds == ()


def test_numbers_are_recorded_as_they_are():
    for knob, value in (("houses_total", -1), ("target_worth", 999999), ("rail_rents", [0, 1, 9998, 9999])):
        again, _ = recorded(game(), {"do": "set-rule", "knob": knob, "value": value})
        assert again["value"] == value


def test_values_that_no_rule_has_are_refused():
    for value in (1 << 40, -(1 << 40), 10000, True, 50.0, "50", [50], [], None):
        assert code(decide, game(), {"do": "set-rule", "knob": "jail_fine", "value": value}) == "bad-choice"
    for knob in ("", "jail_fine ", "jail_fine 55", "no-such", "x" * 2000):
        assert code(decide, game(), {"do": "set-rule", "knob": knob, "value": 50}) == "bad-choice"


def test_so_many_rules_can_change_and_no_more():
    g = game()
    refused = 0
    for rule in all_house_rules():
        if rule.name in FIXED + ("rules_change",) or rule.default is None:
            continue
        command = {"do": "set-rule", "knob": rule.name, "value": rule.default}
        no = code(decide, g, command)
        if no:
            assert no in ("too-many-changes", "not-in-this-edition"), no
            refused += 1
        else:
            g = decide(g, command)
    assert len(g.changed) == RULES_MOST and refused > 50
    assert len(packed(g)) <= STATE_MOST


def test_nobody_gets_more_than_the_most():
    g = game()
    for _ in range(9):
        g = decide(g, {"do": "correct", "by": 0, "cash": 999999})
    g = decide(g, {"do": "correct", "by": 0, "cash": CASH_MOST - g.cash[0]})
    assert code(decide, g, {"do": "correct", "by": 0, "cash": 1}) == "too-much-money"
    assert state_bytes.sound(g) and len(packed(g)) <= STATE_MOST


def test_the_largest_game_fits():
    g = largest(game(8))
    assert len(packed(g)) == STATE_MOST and state_bytes.sound(g)
    assert state_bytes.same(state_bytes.unpack(packed(g), BOARD, g.rules.base), g)
    after = decide(g, long_trade(g))
    assert len(packed(after)) <= STATE_MOST and len(command_bytes.write(long_trade(g))) <= COMMAND_MOST


def test_a_game_larger_than_its_record_is_noticed():
    """The keeper makes a refusal of it, before anything is written."""
    g = largest(game(8))
    for buf in (bytearray(STATE_MOST - 1), memoryview(bytearray(2 * STATE_MOST))[: STATE_MOST - 1]):
        try:
            state_bytes.pack(g, buf)
        except IndexError:
            continue
        raise ValueError("it was cut")


def test_a_command_that_does_not_fit_is_refused_and_never_cut():
    for command in (
        {"do": "hammer", "redeem": [1] * 300},
        {"do": "trade", "a": 0, "b": 1, "a_gives": {"jail_cards": 300}},
        {"do": "build", "by": 0, "to": {1: 256}},
        {"do": "deal", "deeds": {0: [1] * 90, 1: [2] * 90}},
        {"do": "correct", "by": 0, "cash": 1 << 31},
    ):
        assert code(command_bytes.write, command), command


check.run(globals())
