"""What a command costs where memory is small: frames on the stack, bytes of the packed game, lists copied."""

from banker.core.codec import command_bytes
from banker.core.codec.state_bytes import pack
from banker.core.commands import decide
from banker.core.setup.new_game import new_game
from deedbox import editions
from deedbox.bench.engine import FRAMES_MOST, deepest_chain
from deedbox.lab.random_games import play_random_game

BYTES_MAX = 232  # payload of one page of the journal (app/store/pages.py)
HEAD = 14  # links of a step (app/store/keeper.py)


def find(edition):
    return editions.load_board(edition), editions.edition_rules(edition)


def test_at_most_sixteen_frames_stand_below_a_task():
    worst = deepest_chain(120, 100)
    print(f"deepest below decide(): {len(worst)}: {' > '.join(worst)}")
    assert 6 < len(worst) <= FRAMES_MOST, " > ".join(worst)


def test_a_step_of_a_random_game_by_the_printed_rules_fits_one_page():
    buf = bytearray(1024)
    worst = 0
    for seed in range(20):
        g = new_game(*find("classic"), {}, 8, seed)
        for _, command, after, _ in play_random_game(g, seed, 300, wild=0):
            if after and not after.changed:
                worst = max(worst, HEAD + len(command_bytes.write(command)) + pack(after, buf))
    assert 125 < worst <= BYTES_MAX


def test_an_ordinary_command_copies_no_list_that_it_leaves_as_it_is():
    g = new_game(*find("classic"), {}, 8, 1)
    after = decide(g, {"do": "roll", "dice": (1, 3)})
    for name in "jailed tries out lapped owner level mortgaged paid claims decks held changed".split():
        assert getattr(after, name) is getattr(g, name), name
    for name in "cash space tasks events".split():
        assert getattr(after, name) is not getattr(g, name), name
