"""A game that is only tried remembers as much as undo may bring back, and does what the ledger does."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banker.core import undo_trail
from banker.core.codec import command_bytes, state_bytes
from banker.core.history import UNDO_MOST
from banker.core.ledger import Ledger
from banker.core.refusal import BooksError, Refused
from banker.core.scratch_game import Scratch, rules_of
from banker.core.setup.house_rules import find
from banker.core.setup.position import GivenError
from banker.core.undo_trail import ROOM, Trail
from deedbox import editions
from deedbox.lab.random_games import start_random_game
from deedbox.lab.random_player import Fool
from deedbox.lab.random_tables import Random
from deedbox.link.state_unpacking import name_ids

NAMES = ["ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal"]
ROLL = {"do": "roll", "dice": [1, 2]}


def new(count=2, edition="classic", **rules):
    board = editions.load_board(edition)
    names = NAMES[:count]
    return Scratch(board, rules_of(board, editions.edition_rules(edition), rules, names), names, 7)


def play(game, *commands):
    for command in commands:
        game.do(dict(command))
    return game


def bids(count):
    """Ann and Bob bid in turn."""
    return [{"do": "bid", "by": NAMES[n % 2], "amount": n + 1} for n in range(count)]


def refusal(game, command):
    with pytest.raises(Refused) as no:
        game.do(command)
    return no.value.code


def find_edition(edition):
    return editions.load_board(edition), editions.edition_rules(edition)


def packed(game):
    buf = bytearray(1024)
    return bytes(buf[: state_bytes.pack(game, buf)])


# -- the trail --


@given(st.lists(st.binary(max_size=300), min_size=2, max_size=30))
@settings(deadline=None)
def test_a_trail_leads_back_and_forward_over_any_states(states):
    way = Trail()
    for old, now in zip(states, states[1:], strict=False):
        way.push(old, now, 1)
    here = states[-1]
    back = [here]
    while (older := way.older(here)) is not None:
        here = bytes(older)
        back.append(here)
        way.go_back(0)
    assert back == states[::-1][: len(back)] and (len(back) == len(states) or way.lost)
    forward = [here]
    while (newer := way.newer(here)) is not None:
        here = bytes(newer)
        forward.append(here)
        way.go_ahead()
    assert forward == back[::-1]


def test_a_trail_is_no_longer_than_any_undo_may_reach():
    way = Trail()
    for number in range(3 * UNDO_MOST):
        way.push(bytes([number]), bytes([number + 1]), 1)
    assert not way.lost
    count = 0
    while way.older(b"\0"):
        way.go_back(0)
        count += 1
    assert count == UNDO_MOST


def test_undo_most_is_what_the_house_rule_allows():
    assert find("undo_depth").allowed == (0, UNDO_MOST)


# -- as the ledger --


@pytest.mark.proof
@given(st.integers(0, 10**6), st.lists(st.sampled_from(["undo", "redo", 3, 12, 30]), min_size=5, max_size=40))
@settings(max_examples=60, deadline=None)
def test_a_scratch_game_does_what_the_ledger_does(seed, moves):
    """In any game with any house rules, back and forth, also where a house rule changes undo_depth itself."""
    first = start_random_game(seed, editions.IDS, find_edition)
    names = NAMES[: first.players]
    scratch = Scratch(first.board, first.rules, names, seed)
    ledger = Ledger(scratch.game)
    fool = Fool(seed, 0, 40)
    random = Random(seed)
    for move in moves:
        for _ in range(move if isinstance(move, int) else 1 + random.below(15)):
            command = fool.command(ledger.game) if isinstance(move, int) else {"do": move}
            if random.below(12) == 0:
                command = {"do": "set-rule", "knob": "undo_depth", "value": random.below(UNDO_MOST + 1)}
            both_do(scratch, ledger, command, names)


def both_do(scratch, ledger, command, names):
    command = command_bytes.read(command_bytes.write(command))[0]  # as a record has it
    codes = []
    for game, order in ((ledger, dict(command)), (scratch, name_ids(command, names))):
        try:
            game.do(order)
            codes.append("")
        except Refused as no:
            codes.append(no.code)
    if codes[1] not in ("unknown-deed", "bad-choice", "bad-amount"):  # the reader of JSON refuses these first
        assert codes[0] == codes[1], command
    else:
        assert codes[0], command
    assert scratch.packed == packed(scratch.game) == packed(ledger.game)


# -- undo --


def test_undo_goes_as_far_back_as_the_house_rule_says_and_redo_returns():
    game = new(undo_depth=3, mode="banker")
    states = [game.packed]
    for _ in range(200):
        play(game, {"do": "salary", "by": "ann"})
        states.append(game.packed)
    for back in range(3):
        play(game, {"do": "undo"})
        assert game.packed == states[-2 - back]
    assert refusal(game, {"do": "undo"}) == "nothing-to-undo"
    play(game, {"do": "redo"}, {"do": "redo"}, {"do": "redo"})
    assert game.packed == states[-1]
    assert refusal(game, {"do": "redo"}) == "nothing-to-redo"


def test_an_auction_is_one_step_however_many_bids_it_has():
    game = play(new(undo_depth=2), ROLL)
    offer = game.packed
    play(game, {"do": "decline"}, *bids(60), {"do": "hammer"})
    sold = game.packed
    for _ in range(62):
        play(game, {"do": "undo"})
    assert game.packed == offer
    assert refusal(game, {"do": "undo"}) == "nothing-to-undo"
    for _ in range(62):
        play(game, {"do": "redo"})
    assert game.packed == sold


def test_an_undo_further_back_than_the_memory_is_a_fault_and_never_a_refusal():
    """A refusal would say that the rules forbid it."""
    game = play(new(undo_depth=2), ROLL, {"do": "decline"}, *bids(400), {"do": "hammer"})
    with pytest.raises(BooksError, match="further back"):
        for _ in range(402):
            play(game, {"do": "undo"})


def test_what_was_too_long_ago_is_forgotten_when_newer_steps_fill_the_depth():
    game = play(new(), ROLL, {"do": "decline"}, *bids(400), {"do": "hammer"})
    assert game._trail.lost
    for _ in range(UNDO_MOST + 1):
        play(game, {"do": "correct", "by": "ann", "cash": 1})
    assert not game._trail.lost
    for _ in range(10):
        play(game, {"do": "undo"})
    assert refusal(game, {"do": "undo"}) == "nothing-to-undo"


def test_the_past_of_a_long_game_takes_no_more_memory_than_that_of_a_short_one():
    game = new(mode="banker")
    for number in range(2000):
        play(game, {"do": "transfer", "from": "bank", "to": NAMES[number % 2], "amount": 1 + number % 97})
    assert len(game._trail._buf) == ROOM and game._trail._top < ROOM and not game._trail.lost


# -- refusals and faults --


def test_a_refusal_leaves_the_game_as_it_was():
    game = play(new(), ROLL)
    before = game.packed, game.game
    assert refusal(game, ROLL) == "already-rolled"
    assert refusal(game, {"do": "dance"}) == "unknown-command"
    assert (game.packed, game.game) == before


def test_a_refusal_that_changed_the_game_is_a_fault(monkeypatch):
    game = play(new(), ROLL)

    def harm(g, command):
        g.cash[0] += 1
        raise Refused("busy")

    monkeypatch.setattr("banker.core.scratch_game.decide", harm)
    with pytest.raises(BooksError, match="a refusal changed the game"):
        game.do({"do": "buy"})


def test_money_from_nowhere_is_a_fault(monkeypatch):
    game = play(new(), ROLL)

    def harm(g, command):
        trial = g.copy()
        trial.cash[0] += 1
        return trial

    monkeypatch.setattr("banker.core.scratch_game.decide", harm)
    with pytest.raises(BooksError, match="do not add up"):
        game.do({"do": "buy"})


def test_a_start_that_is_not_possible_is_refused_by_code():
    with pytest.raises(GivenError) as no:
        new().given({"turn": "eve"})
    assert no.value.code == "bad-rule"
    with pytest.raises(ValueError, match="no such rule") as no:
        new(hotels=3)
    assert no.value.code == "bad-rule"
    with pytest.raises(Refused) as no:
        new(1)
    assert no.value.code == "too-few-players"


def test_a_trail_has_room_for_the_longest_state():
    """Else push() would drop steps for ever."""
    way = Trail()
    old, now = bytes(1024), bytes([1, 0, 0, 0] * 256)
    way.push(old, now, 1)
    assert bytes(way.older(now)) == old
    assert undo_trail.ROOM > 2 * 1024 + 14
