"""What a command costs where memory is small: frames on the stack, bytes of the packed game, lists copied."""

import sys
from pathlib import Path

from banker.core import parts, record
from banker.core.commands import decide
from banker.core.packing import pack
from banker.core.refusal import Refused
from banker.core.setup import new_game
from deedbox import editions
from deedbox.lab.players import Fool
from deedbox.lab.walks import start, walk

CORE = Path(__file__).resolve().parents[2] / "firmware" / "banker" / "core"
# The stack of the board is 8 KB and holds 27 to 35 frames. Of the 16 that may stand below a task, flow_task,
# handle, _after, _do and submit (app/box.py, keeper.py) and decide() itself take six.
FRAMES_MAX = 10
BYTES_MAX = 232  # payload of one page of the journal (app/pages.py)
HEAD = 14  # links of a step (app/keeper.py)


def find(edition):
    return editions.board(edition), editions.rules(edition)


def deepest(g, command):
    """(the game after it or None, the longest chain of calls below decide)."""
    chain, longest = [], []

    def look(frame, event, _):
        nonlocal longest
        if event == "call":
            chain.append(frame.f_code.co_name)
            if len(chain) > len(longest):
                longest = chain[:]
        elif event == "return":
            chain.pop()

    sys.setprofile(look)
    try:
        after = decide(g, command)
    except Refused:
        after = None
    finally:
        sys.setprofile(None)
    return after, longest[1:]


def test_at_most_sixteen_frames_stand_below_a_task():
    for path in CORE.glob("*.py"):
        if path.stem != "__init__":
            parts.load(path.stem)  # what importing needs is the loader's matter
    worst = []
    for seed in range(120):
        g = start(seed, editions.IDS, find)
        fool = Fool(seed, 8, 35)
        for _ in range(100):
            if g.over:
                break
            after, chain = deepest(g, fool.command(g))
            worst = max(worst, chain, key=len)
            g = after or g
    print(f"deepest below decide(): {len(worst)}: {' > '.join(worst)}")
    assert 6 < len(worst) <= FRAMES_MAX, " > ".join(worst)


def test_a_step_of_a_random_game_by_the_printed_rules_fits_one_page():
    buf = bytearray(1024)
    worst = 0
    for seed in range(20):
        g = new_game(*find("classic"), {}, 8, seed)
        for _, command, after, _ in walk(g, seed, 300, wild=0):
            if after and not after.changed:
                worst = max(worst, HEAD + len(record.write(command)) + pack(after, buf))
    assert 125 < worst <= BYTES_MAX


def test_an_ordinary_command_copies_no_list_that_it_leaves_as_it_is():
    g = new_game(*find("classic"), {}, 8, 1)
    after = decide(g, {"do": "roll", "dice": (1, 3)})
    for name in "jailed tries out lapped owner level mortgaged paid claims decks held changed".split():
        assert getattr(after, name) is getattr(g, name), name
    for name in "cash space tasks events".split():
        assert getattr(after, name) is not getattr(g, name), name
