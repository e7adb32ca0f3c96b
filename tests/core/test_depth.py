"""How deep the calls go: the Pico's stack holds 27 to 35 frames; at most 16 stand below a task."""

import sys
import tomllib
from pathlib import Path

from banker.core import commands, fixture, parts
from deedbox import editions

FIXTURES = Path(__file__).parents[1] / "fixtures"
ABOVE_DECIDE = 5  # flow_task, handle, _after, _do, submit (banker/app/box.py, keeper.py)
BELOW_TASK_MAX = 16


def deepest_below_decide():
    """(frames, names) of the deepest chain that any fixture reaches, decide() itself counted."""
    worst = (0, [])
    chain = []

    def profile(frame, event, _):
        nonlocal worst
        if "banker" not in frame.f_code.co_filename:
            return
        if event == "call":
            if chain or frame.f_code is commands.decide.__code__:
                chain.append(frame.f_code.co_name)
                if len(chain) > worst[0]:
                    worst = (len(chain), list(chain))
        elif event == "return" and chain:
            chain.pop()

    for part in {part for part, _, _ in commands.COMMANDS.values()}:
        parts.load(part)  # loading is another chain, and happens once
    for path in sorted(FIXTURES.rglob("*.toml")):
        data = tomllib.loads(path.read_text())
        edition = data.get("rules", {}).get("edition") or data.get("edition", "classic")
        if edition not in editions.IDS:
            continue
        chain.clear()
        sys.setprofile(profile)
        try:
            fixture.run(data, editions.board(edition), editions.rules(edition))
        except fixture.Failure:
            pass  # device-level steps; the other tests say what fails
        finally:
            sys.setprofile(None)
    return worst


def test_no_command_goes_deeper_than_the_stack_of_the_pico_allows():
    frames, names = deepest_below_decide()
    print(f"deepest: {frames} frames from decide() on: {' > '.join(names)}")
    assert ABOVE_DECIDE + frames <= BELOW_TASK_MAX
