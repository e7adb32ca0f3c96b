"""Prints who has how much after every step: `python scoreboard.py [PORT] [SECONDS]`.

It ends when nothing was done for SECONDS; without them it never ends.
"""

import sys
from typing import Any

from deedbox.link import connect


def score(state: dict[str, Any]) -> str:
    return ", ".join(f"{name} {player['cash']}" for name, player in state["players"].items())


def main(port: str | None = None, seconds: float | None = None) -> None:
    with connect(port) as box:
        look = box.look()
        if look.game:
            print("now:", score(look.state), flush=True)
        for event in box.events(look.seq, timeout_s=seconds):
            print(f"{event.command['do']}: {score(event.state)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None, float(sys.argv[2]) if len(sys.argv) > 2 else None)
