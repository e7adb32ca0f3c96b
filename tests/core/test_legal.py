"""Every lawful command of a position: deedbox.lab.legal against decide(), and the golden counts."""

import pytest

from banker.core.commands import COMMANDS, decide
from banker.core.refusal import Refused
from banker.core.setup.new_game import new_game
from banker.core.state import PHASES, phase
from deedbox import editions
from deedbox.lab import legal
from deedbox.lab.positions import COUNTED, load_positions
from deedbox.lab.random_games import play_random_game, start_random_game

POSITIONS = load_positions()
# Kinds of which legal() has every form, not a slice.
WHOLE = (
    "end fine buy decline pass pay card mortgage redeem sell-group auction-building place bankrupt "
    "resign sell-deed jail free salary"
).split()


def key(command):
    return [command.get(name) for name in ("do", "by", "card", "group", "kind", "choose")] + [
        command.get("deed") if command["do"] not in ("buy", "decline") else None
    ]


def find(edition):
    return editions.load_board(edition), editions.edition_rules(edition)


def test_every_command_of_the_core_has_its_proposals():
    assert set(legal._PROPOSALS) == set(COMMANDS)
    assert set(legal.PLAY) | set(legal.AGREEMENTS) == set(COMMANDS)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name.replace(" ", "-"))
def test_lists_of_lawful_commands_are_as_many_as_the_golden_file_counts(position):
    game = position.game()
    assert [legal.count(game, depth, COUNTED) for depth in (1, 2, 3)] == position.counts


def test_the_twelve_positions_are_in_different_phases():
    assert len(POSITIONS) == 12
    assert len({phase(position.game()) for position in POSITIONS}) >= 8


def test_the_first_roll_counts_by_hand():
    """21 rolls, no double ends a turn: the other player's 28 deeds are all the bank's."""
    game = POSITIONS[0].game()
    commands = list(legal.legal(game, COUNTED))
    assert {command["do"] for command in commands} == {"roll"} and len(commands) == 21


def test_what_a_fool_does_lawfully_is_among_the_lawful_commands():
    """Of random games by random rules: no accepted command of a kind that legal() says is not open."""
    phases, kinds = set(), set()
    for seed in range(40):
        game = start_random_game(seed, editions.IDS, find)
        for before, command, after, _ in play_random_game(game, seed, 25, wild=20):
            if after is None:
                continue
            name = command["do"]
            phases.add(phase(before))
            kinds.add(name)
            same = list(legal.lawful(before, name))
            assert same, f"seed {seed}: {command} is lawful, and legal() has none of its kind"
            if name in WHOLE:
                assert key(command) in map(key, same), f"seed {seed}: {command}"
    assert len(phases) > 7 and len(kinds) > 20, (phases, kinds)
    assert phases <= {*PHASES, "over"}


def test_every_lawful_command_is_accepted_and_changes_nothing_while_it_is_judged():
    for seed in range(12):
        game = start_random_game(seed, editions.IDS, find)
        cash, owner, tasks = game.cash[:], game.owner[:], game.tasks[:]
        for command in legal.legal(game):
            try:
                decide(game, dict(command))
            except Refused as refusal:
                pytest.fail(f"{command}: {refusal}")
        assert (game.cash, game.owner, game.tasks) == (cash, owner, tasks)


def test_no_command_is_listed_twice():
    for position in POSITIONS:
        commands = [repr(sorted(command.items())) for command in legal.legal(position.game())]
        assert len(commands) == len(set(commands)), position.name


def test_a_game_that_is_over_has_no_lawful_command():
    game = new_game(*find("classic"), {}, 2, 1)
    over = decide(game, {"do": "resign", "by": 0})
    assert over.over and not list(legal.legal(over, COMMANDS))
