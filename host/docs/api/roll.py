"""Rolls two dice for whoever's turn it is: `python roll.py 3 5 [PORT]`.

Remote control must be on at the box.
"""

import sys

from deedbox.link import RefusedError, connect


def main(first: int, second: int, port: str | None = None) -> int:
    with connect(port) as box:
        look = box.look()
        if not look.game:
            print("no game is in play")
            return 1
        try:
            box.command({"do": "roll", "dice": [first, second]})
        except RefusedError as refusal:  # the rules say no, or remote control is off; nothing has changed
            print(refusal)
            return 1
        after = box.look()
        player = after.state["players"][look.state["turn"]]
        print(f"{look.state['turn']} is on space {player['space']} and has {player['cash']}")
        print("\n".join(row for row in after.rows if row.strip()))
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else None))
