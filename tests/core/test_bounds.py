"""Whatever is changed in play, a game fits its record: rules, lists, amounts and auctions have limits."""

import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.append(str(Path(__file__).resolve().parents[1] / "micropython"))

from largest_game import largest, long_trade  # noqa: E402

from banker.app.store.pages import ROOM_MAX  # noqa: E402
from banker.app.store.records import HEAD_SIZE  # noqa: E402
from banker.core.codec import command_bytes, state_bytes  # noqa: E402
from banker.core.codec.command_bytes import COMMAND_MOST  # noqa: E402
from banker.core.codec.command_json import ARGS, Reader  # noqa: E402
from banker.core.codec.state_bytes import STATE_MOST  # noqa: E402
from banker.core.commands import decide  # noqa: E402
from banker.core.refusal import Refused  # noqa: E402
from banker.core.rules.agreements import FIXED, RULES_MOST  # noqa: E402
from banker.core.rules.building_auction import PRICES_MOST  # noqa: E402
from banker.core.setup.house_rules import all_house_rules, find  # noqa: E402
from banker.core.setup.new_game import new_game  # noqa: E402
from banker.core.state import CASH_MOST  # noqa: E402
from deedbox import editions  # noqa: E402
from deedbox.lab.laws import broken_law  # noqa: E402

RULES = {rule.name: rule for rule in all_house_rules()}
NAMES = ["ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal"]


def game(players=3, **rules):
    return new_game(editions.load_board("classic"), editions.edition_rules("classic"), rules, players, 1)


def packed(g):
    buf = bytearray(STATE_MOST)
    return bytes(buf[: state_bytes.pack(g, buf)])


def good_values(rule):
    """What the rule allows, with everything that may be written in more than one way."""
    if rule.type == "bool":
        return st.booleans() if len(rule.allowed) == 2 else st.just(False)
    if rule.type == "enum":
        return st.sampled_from(rule.allowed)
    if rule.type == "set":
        return st.lists(st.sampled_from(rule.allowed), max_size=400)
    if rule.type == "int":
        return st.integers(*rule.allowed)
    return st.lists(st.integers(*rule.allowed), min_size=int(rule.type[4:]), max_size=int(rule.type[4:]))


ANY_VALUE = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=300)
    | st.lists(st.integers(-(2**40), 2**40) | st.text(max_size=9), max_size=300)
)
CHANGES = st.sampled_from(sorted(RULES)).flatmap(
    lambda name: st.tuples(st.just(name), good_values(RULES[name]) | ANY_VALUE)
)


@given(st.lists(CHANGES, max_size=12))
@settings(max_examples=300)
def test_a_rule_changed_in_play_is_recorded_as_it_was_checked(changes):
    g = game()
    rules = g.rules
    reader = Reader(NAMES)
    for name, value in changes:
        try:
            command = reader.command({"do": "set-rule", "knob": name, "value": value})
            after = decide(g, command)
        except Refused:
            continue
        checked = find(name).check(value)
        assert command["value"] == checked and getattr(after.rules, name) == checked
        written = command_bytes.write(command)
        assert len(written) <= COMMAND_MOST
        read, used = command_bytes.read(written)
        assert used == len(written) and packed(decide(g, read)) == packed(after)
        back = state_bytes.unpack(packed(after), g.board, rules)
        assert state_bytes.same(back, after) and vars(back.rules) == vars(after.rules)
        g = after
        if g.rules.rules_change == "never":
            return


def test_a_list_with_repeats_is_recorded_without_them():
    command = {"do": "set-rule", "knob": "free_parking_feeds", "value": ["fines", "taxes", "fines"] * 90}
    after = decide(game(), command)
    assert command["value"] == ("taxes", "fines") == after.rules.free_parking_feeds
    assert command_bytes.read(command_bytes.write(command))[0]["value"] == ["taxes", "fines"]


def test_an_empty_list_stays_empty():
    g = decide(game(), {"do": "set-rule", "knob": "free_parking_feeds", "value": ["taxes"]})
    g = decide(g, {"do": "set-rule", "knob": "free_parking_feeds", "value": []})
    assert state_bytes.unpack(packed(g), g.board, game().rules).rules.free_parking_feeds == ()


def test_the_beginning_of_a_line_of_the_table_is_no_rule():
    with pytest.raises(Refused, match="bad-choice"):
        decide(game(), {"do": "set-rule", "knob": "jail_fine 55 int", "value": 70})


def test_so_many_rules_can_change_and_no_more():
    g = game()
    changed = []
    refused = []
    for name in sorted(RULES):
        if name in (*FIXED, "rules_change") or name[:3] in ("dm_", "sm_") or RULES[name].default is None:
            continue
        try:
            g = decide(g, {"do": "set-rule", "knob": name, "value": RULES[name].default})
            changed.append(name)
        except Refused as no:
            assert no.code == "too-many-changes"
            refused.append(name)
    assert len(changed) == RULES_MOST == len(g.changed) and len(refused) > 50
    again = decide(g, {"do": "set-rule", "knob": changed[0], "value": RULES[changed[0]].default})
    assert again.changed == g.changed, "a rule that has changed can change again"
    assert broken_law(g) == ""


def test_a_correction_cannot_give_more_than_the_most():
    g = game()
    with pytest.raises(Refused) as no:
        for _ in range(20):
            g = decide(g, {"do": "correct", "by": 0, "cash": 999999})
    assert no.value.code == "too-much-money" and no.value.facts == (CASH_MOST,)
    assert g.cash[0] <= CASH_MOST < g.cash[0] + 999999
    exact = decide(g, {"do": "correct", "by": 0, "cash": CASH_MOST - g.cash[0]})
    assert exact.cash[0] == CASH_MOST and state_bytes.sound(exact)
    assert decide(exact, {"do": "correct", "by": 0, "cash": -1}).cash[0] == CASH_MOST - 1


@pytest.mark.parametrize(
    "command",
    [
        {"do": "transfer", "from": 8, "to": 1, "amount": 999999},
        {"do": "transfer", "from": 8, "to": 9, "amount": 999999},
        {"do": "salary", "by": 1},
    ],
    ids=str,
)
def test_what_the_table_reports_cannot_give_more_than_the_most(command):
    g = game(mode="banker", go_salary=9999, free_parking_mode="jackpot")
    with pytest.raises(Refused, match="too-much-money"):
        for _ in range(1100):
            g = decide(g, dict(command))
    assert max(g.cash[:8]) <= CASH_MOST >= g.cash[9] and state_bytes.sound(g)
    assert decide(g, {"do": "transfer", "from": command.get("to", 1), "to": 8, "amount": 5})


def test_so_many_buildings_can_be_auctioned_and_no_more():
    """Each for more than its price: that is what has to be remembered."""
    g = game(
        2, houses_total=70, hotels_total=0, start_cash=99999, build_even=False, building_auction_min="one"
    )
    g.owner = [0] * 11 + [1] * 11 + [8] * 6
    auctions = 0
    with pytest.raises(Refused) as no:
        while True:
            after = decide(g, {"do": "auction-building", "kind": "house"})
            after = decide(after, {"do": "bid", "by": auctions % 2, "amount": 333})
            after = decide(after, {"do": "pass", "by": 1 - auctions % 2})
            for deed in range(22):
                try:
                    after = decide(after, {"do": "place", "deed": deed})
                    break
                except Refused:
                    continue
            g = after
            auctions += 1
    assert no.value.code == "wrong-phase" and auctions == len(g.paid) == PRICES_MOST
    street = next(deed for deed in range(22) if g.owner[deed] == 0 and g.level[deed] < 4)
    assert decide(g, {"do": "build", "by": 0, "deed": street}), "at its price"
    assert broken_law(g) == ""


def test_the_largest_game_and_the_longest_command_fit_a_record():
    g = largest(game(8))
    assert state_bytes.sound(g) and broken_law(g) == ""
    assert len(packed(g)) == STATE_MOST, "each limit is reached"
    assert HEAD_SIZE + COMMAND_MOST + STATE_MOST <= ROOM_MAX
    assert state_bytes.same(state_bytes.unpack(packed(g), g.board, game(8).rules), g)
    after = decide(g, long_trade(g))
    assert len(command_bytes.write(long_trade(g))) <= COMMAND_MOST and len(packed(after)) <= STATE_MOST


def test_the_longest_command_that_can_be_accepted_fits():
    half = {"cash": 999999, "jail_cards": 1}
    command = {
        "do": "trade",
        "a": 0,
        "b": 1,
        "by": 7,
        "a_gives": {**half, "deeds": list(range(14))},
        "b_gives": {**half, "deeds": list(range(14, 28))},
        "redeem": list(range(28)),
        "remote": 1,
        "stand_in": 1,
        "agreed": 255,
    }
    assert 80 < len(command_bytes.write(command)) <= COMMAND_MOST


@pytest.mark.parametrize(
    "command",
    [
        {"do": "hammer", "redeem": [1] * 300},
        {"do": "trade", "a": 0, "b": 1, "a_gives": {"deeds": [300]}},
        {"do": "trade", "a": 0, "b": 1, "a_gives": {"jail_cards": 999999}},
        {"do": "build", "by": 0, "to": {1: 256}},
        {"do": "deal", "deeds": {0: [1] * 90, 1: [2] * 90}},
        {"do": "set-rule", "knob": "free_parking_feeds", "value": "taxes" * 40},
        {"do": "correct", "by": 0, "cash": 1 << 31},
    ],
    ids=str,
)
def test_a_command_that_does_not_fit_is_refused_and_never_cut(command):
    with pytest.raises(Refused):
        command_bytes.write(command)


@given(st.lists(st.sampled_from(["sky1", "rail1", "util2"]), max_size=300), st.sampled_from(sorted(ARGS)))
@settings(max_examples=60)
def test_a_deed_that_is_paid_back_is_named_once(deeds, name):
    if "redeem" in ARGS[name] and name != "trade":
        command = Reader(NAMES).command({"do": name, "redeem": deeds})
        assert sorted(command["redeem"]) == sorted(set(command["redeem"])) and len(command["redeem"]) <= 3
        command_bytes.write(command)
