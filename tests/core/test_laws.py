"""What must always hold, in random games of every edition, mode and variant, with random house rules."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banker.core import events
from banker.core.codec import command_bytes, state_bytes
from banker.core.codec.command_json import ARGS, Reader
from banker.core.commands import COMMANDS, decide
from banker.core.ledger import Ledger
from banker.core.refusal import BooksError, Refused
from banker.core.state import COUNTED, DEBT, THROW
from deedbox import editions
from deedbox.lab.laws import broken_law, broken_step_law
from deedbox.lab.random_games import play_random_game, start_random_game
from deedbox.lab.random_player import Fool
from deedbox.lab.random_tables import Random
from deedbox.lab.sensible_player import Sensible

SEEDS = st.integers(0, 10**6)
STEPS = 150


def find(edition):
    return editions.load_board(edition), editions.edition_rules(edition)


def begin(seed):
    return start_random_game(seed, editions.IDS, find)


def packed(g) -> bytes:
    buf = bytearray(1024)
    return bytes(buf[: state_bytes.pack(g, buf)])


def check(before, command, after, refused, first_rules):
    """Every property of one step; the short tests below look at them one by one."""
    old = packed(before)
    if refused:
        with pytest.raises(Refused) as again:
            decide(before, dict(command))
        assert again.value.code == refused.code
        assert packed(before) == old
        return
    assert broken_law(after) == ""
    assert broken_step_law(before, command, after) == ""
    assert state_bytes.sound(after)
    data = packed(after)
    back = state_bytes.unpack(data, after.board, first_rules)
    assert state_bytes.same(back, after) and packed(back) == data and vars(back.rules) == vars(after.rules)
    copy = before.copy()
    events.apply(copy, after.events)
    assert state_bytes.same(copy, after)
    record = command_bytes.write(command)
    read, used = command_bytes.read(record)
    assert used == len(record)
    assert packed(decide(before, read)) == data
    assert packed(before) == old


@given(SEEDS)
@settings(max_examples=120)
def test_the_laws_hold_after_every_command(seed):
    for before, command, after, _ in play_random_game(begin(seed), seed, STEPS):
        if after:
            assert broken_law(after) == ""
            assert broken_step_law(before, command, after) == ""
            assert state_bytes.sound(after)


@given(SEEDS)
@settings(max_examples=60)
def test_a_refusal_changes_nothing(seed):
    g = begin(seed)
    data = packed(g)
    for before, _, after, _ in play_random_game(g, seed, STEPS, wild=60):
        assert packed(before) == data
        data = packed(after) if after else data


@given(SEEDS)
@settings(max_examples=60)
def test_a_command_leaves_the_game_that_was_asked_alone(seed):
    g = begin(seed)
    for before, command, after, _ in play_random_game(g, seed, STEPS):
        if after:
            data = packed(before)
            decide(before, dict(command))
            assert packed(before) == data and before.events is not after.events


@given(SEEDS)
@settings(max_examples=60)
def test_packing_keeps_everything(seed):
    g = begin(seed)
    rules = g.rules
    for _, _, after, _ in play_random_game(g, seed, STEPS):
        if after:
            data = packed(after)
            back = state_bytes.unpack(data, after.board, rules)
            assert state_bytes.same(back, after) and vars(back.rules) == vars(after.rules)
            assert packed(back) == data


@given(SEEDS)
@settings(max_examples=60)
def test_the_events_alone_give_the_new_game(seed):
    for before, _, after, _ in play_random_game(begin(seed), seed, STEPS):
        if after:
            copy = before.copy()
            events.apply(copy, after.events)
            assert state_bytes.same(copy, after) and vars(copy.rules) == vars(after.rules)


@given(SEEDS)
@settings(max_examples=60)
def test_a_recorded_command_does_the_same(seed):
    for before, command, after, _ in play_random_game(begin(seed), seed, STEPS):
        if after:
            record = command_bytes.write(command)
            read, used = command_bytes.read(record)
            assert used == len(record) and command_bytes.write(read) == record
            assert packed(decide(before, read)) == packed(after)


@given(SEEDS)
@settings(max_examples=30)
def test_replaying_the_accepted_commands_gives_the_same_digests(seed):
    digests = [
        (command, state_bytes.digest(after))
        for _, command, after, _ in play_random_game(begin(seed), seed, STEPS)
        if after
    ]
    g = begin(seed)
    for command, digest in digests:
        g = decide(g, command_bytes.read(command_bytes.write(command))[0])
        assert state_bytes.digest(g) == digest


def test_random_walks_say_every_command():
    """Otherwise the laws above would not cover all commands."""
    names = set()
    for seed in range(700):
        names.update(c["do"] for _, c, after, _ in play_random_game(begin(seed), seed, STEPS) if after)
        if names == set(COMMANDS):
            return
    assert set(COMMANDS) - names == set()


@given(SEEDS, st.lists(st.integers(0, 12), min_size=3, max_size=6))
@settings(max_examples=40)
def test_undo_then_redo_is_where_one_was(seed, depths):
    g = begin(seed)
    ledger = Ledger(g)
    fool = Fool(seed, 5, 40)
    for depth in depths:
        trail = [packed(ledger.game)]
        for _ in range(40):
            try:
                trail.append(packed(ledger.do(fool.command(ledger.game))))
            except Refused:
                pass
            if ledger.game.over:
                break
        there_and_back(ledger, trail, depth)


def there_and_back(ledger, trail, depth) -> int:
    """Undo `depth` times, or as often as allowed, then redo as often; every state must come back."""
    undone = 0
    for i in range(min(depth, len(trail) - 1)):
        try:
            ledger.do({"do": "undo"})
        except Refused as no:
            assert no.code == "nothing-to-undo" and i >= ledger.game.rules.undo_depth
            break
        undone += 1
        assert packed(ledger.game) == trail[-2 - i]
    for i in range(undone):
        ledger.do({"do": "redo"})
        assert packed(ledger.game) == trail[len(trail) - undone + i]
    with pytest.raises(Refused) as no:
        ledger.do({"do": "redo"})
    assert no.value.code == "nothing-to-redo"
    return undone


@pytest.mark.parametrize("what", ["bankrupt", "hammer", "trade", "end of the game"])
def test_ten_steps_back_and_forth_over_what_changes_most(what):
    count = 0
    for seed in range(0, 6000):
        ledger = Ledger(begin(seed))
        if ledger.game.rules.undo_depth < 10 or ledger.game.rules.mode == "banker":
            continue
        player = Sensible(seed) if seed % 2 else None
        fool = Fool(seed, 0, 40)
        trail = [packed(ledger.game)]
        last = ""
        for _ in range(120):
            command = player.step(ledger.game)[0] if player else fool.command(ledger.game)
            try:
                trail.append(packed(ledger.do(command)))
                last = command["do"]
            except Refused:
                continue
            if (last == what or (what == "end of the game" and ledger.game.over)) and len(trail) > 10:
                break
            if ledger.game.over:
                break
        else:
            continue
        if last == what or (what == "end of the game" and ledger.game.over):
            if len(trail) > 10 and ledger.game.rules.undo_depth >= 10:
                assert there_and_back(ledger, trail, 10) == 10
                count += 1
        if count == 5:
            return
    assert count == 5


@given(SEEDS)
@settings(max_examples=40)
def test_nobody_is_ever_stuck(seed):
    """Wherever a foolish table gets to, a sensible player finds something that is accepted."""
    count = 0
    for _, _, after, _ in play_random_game(begin(seed), seed, STEPS, wild=3):
        count += 1
        if after and not after.over and count % 5 == 0:
            Sensible(seed).step(after)


@given(SEEDS)
@settings(max_examples=25)
def test_after_any_walk_a_sensible_table_can_finish_the_game(seed):
    """They settle what is open; then everyone but one leaves, where the house rules allow that."""
    g = begin(seed)
    for _, _, after, _ in play_random_game(g, seed, STEPS, wild=3):
        g = after or g
    player = Sensible(seed)
    for _ in range(400):
        if g.over:
            return
        leaver = next(seat for seat in range(g.players) if not g.out[seat])
        try:
            g = decide(g, {"do": "resign", "by": leaver})
        except Refused:
            g = player.step(g)[1]
        assert broken_law(g) == ""
    assert not g.rules.resign_allowed, "nobody can leave, and the game does not end"


def in_play(**more):
    """A game of three in which the last one has left."""
    g = begin_plain()
    g = decide(g, {"do": "resign", "by": 2})
    for name, value in more.items():
        setattr(g, name, value)
    return g


def begin_plain():
    from banker.core.setup.new_game import new_game

    board, rules = find("classic")
    return new_game(board, rules, {}, 3, 1)


# No command leads to these states, so each is set by hand; the laws must notice it.
@pytest.mark.parametrize(
    "more, law",
    [
        ({}, ""),
        ({"claims": [(5, 2, 0, 10, 0, 0, COUNTED, 0)]}, "a claim on 2, who is out"),
        ({"claims": [(5, 0, 2, 10, 0, 0, COUNTED, 0)]}, "a claim of 2, who is out"),
        ({"tasks": [(DEBT, 0, 2, 10, 3)]}, "a debt to 2, who is out"),
        ({"tasks": [(DEBT, 0, 0, 10, 3)]}, "0 owes himself"),
        ({"tasks": [(THROW, 0, 2, 4, 12)]}, "a debt to 2, who is out"),
        ({"tasks": [(DEBT, 2, 0, 10, 3)]}, "a task of 2, who is out"),
        ({"turn": 2}, "it is nobody's turn"),
    ],
)
def test_the_laws_notice_who_is_out(more, law):
    assert broken_law(in_play(**more)) == law


@pytest.mark.parametrize("edition", editions.IDS)
@pytest.mark.parametrize("variant", ["standard", "short"])
def test_a_sensible_game_comes_to_its_end(edition, variant):
    from banker.core.setup.new_game import new_game

    board, rules = find(edition)
    for seed in range(3):
        g = new_game(board, rules, {"game_variant": variant}, 2 + seed, seed)
        player = Sensible(seed)
        for _ in range(20000):
            if g.over:
                break
            g = player.step(g)[1]
        assert g.over and broken_law(g) == ""


@given(SEEDS, st.data())
@settings(max_examples=150)
def test_spoiled_bytes_are_refused_or_read_but_never_crash(seed, data):
    g = begin(seed)
    rules = g.rules
    for _, _, after, _ in play_random_game(g, seed, 30):
        g = after or g
    whole = bytearray(packed(g))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(whole)))
    for spoiled in (whole, whole[:cut]):
        try:
            back = state_bytes.unpack(bytes(spoiled), g.board, rules)
            state_bytes.sound(back)
            state_bytes.same(back, g)
        except (BooksError, IndexError, ValueError):
            pass


class Drawn(Random):
    """A generator whose numbers hypothesis draws, so that a failing game is shrunk to a short one."""

    def __init__(self, data):
        self.data = data

    def below(self, n):
        return self.data.draw(st.integers(0, n - 1))


@given(SEEDS, st.data())
@settings(max_examples=40)
def test_every_property_holds_in_games_that_can_be_shrunk(seed, data):
    g = begin(seed)
    rules = g.rules
    fool = Fool(0, 10, 50)
    fool.random = Drawn(data)
    for _ in range(data.draw(st.integers(1, 12))):
        if g.over:
            return
        command = fool.command(g)
        try:
            after, refused = decide(g, command), None
        except Refused as no:
            after, refused = None, no
        check(g, command, after, refused, rules)
        g = after or g


@pytest.mark.proof
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(10))
def test_every_property_holds_in_many_long_games(part):
    for seed in range(part * 200, part * 200 + 200):
        g = begin(10**7 + seed)
        rules = g.rules
        for step in play_random_game(g, seed, 600):
            check(*step, rules)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(max_size=8) | st.floats(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
WORDS = st.sampled_from(
    [*ARGS, "ann", "bob", "bank", "pot", "sky1", "util2", "chest-3", "flat", "hotel", "sky"]
)
KEYS = st.sampled_from(
    "by deed deeds dice amount cash space to from a b a_gives b_gives redeem knob value kind group card "
    "choose take x".split()
)


@given(
    st.dictionaries(KEYS, JSON | WORDS | st.lists(WORDS, max_size=3), max_size=5), st.sampled_from(list(ARGS))
)
@settings(max_examples=400)
def test_whatever_comes_in_is_a_command_or_a_refusal(arguments, name):
    g = begin(12)
    reader = Reader(["ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal"][: g.players])
    before = packed(g)
    try:
        Ledger(g).do(reader.command({**arguments, "do": name}))
    except Refused:
        pass
    assert packed(g) == before
