"""Whole games of 600 steps and more on each board, played on a box by the lab's players over the link.

Somebody takes back a few steps now and then and does them again, so that a record of the game has undo and
redo in it.
"""

import json

from command import run

from banker.core.codec import command_bytes
from deedbox.build import firmware
from deedbox.lab.sensible_player import Sensible
from deedbox.link import connect
from deedbox.link.state_unpacking import NOTES, name_ids
from deedbox.tagging.tag_map import TagSet
from deedbox.twin import Twin

NAMES = ("Mum", "Dad", "Mia", "Ben")
# Edition: players, seed, rules; with these the game is over after so many commands besides undo and redo.
WHOLE = {
    "classic": (4, 1, {}, 629),
    "duel-masters": (3, 4, {"dm_battle": True}, 619),
    "star-wars-ep1": (4, 1, {"game_variant": "short", "end_condition": "last_left"}, 606),
    "dog-lovers": (3, 11, {"rent_claim": "auto", "free_parking_mode": "jackpot"}, 608),
    "zelda": (2, 7, {}, 602),
    "spider-man": (3, 11, {"sm_doubles": True}, 600),
    "classic-2008": (2, 7, {}, 602),
}
STEPS_BETWEEN_UNDOS = 60


def beginning(edition):
    players, seed, rules, _ = WHOLE[edition]
    return {"edition": edition, "names": list(NAMES[:players]), "seed": seed, "rules": rules}


def files(edition):
    """Of a box that begins this game when it is switched on, and lets a host play."""
    return {
        **firmware.compile_files(),
        "tags.bin": TagSet().file(),
        "settings.json": b'{"remote": true}',
        "newgame.json": json.dumps(beginning(edition)).encode(),
    }


def commands(edition, game):
    """The commands of the whole game as the contract writes them; `game()` is the engine's game now."""
    players, seed, _, _ = WHOLE[edition]
    return sensible_commands(NAMES[:players], seed, game)


def sensible_commands(names, seed, game):
    """The same for any game of players with these names."""
    player = Sensible(seed)
    count = 0
    while not game().over:
        command, _ = player.step(game())
        notes = (*NOTES, "card") if command["do"] == "draw" else NOTES  # the box makes its own
        given = {key: value for key, value in command.items() if key not in notes}
        yield name_ids(command_bytes.read(command_bytes.write(given))[0], list(names))
        count += 1
        if count % STEPS_BETWEEN_UNDOS == 0:
            back = count // STEPS_BETWEEN_UNDOS
            yield from [{"do": "undo"}] * back + [{"do": "redo"}] * back


def play(box, edition, most=None):
    """Play it on the box at this session, or `most` steps of it and on until somebody is to roll.

    Returns how many steps, undo and redo among them. Before a roll no clock runs, so that nothing happens by
    itself.
    """
    steps = 0
    for command in commands(edition, box.game):
        box.command(command)
        steps += 1
        if most and steps >= most and box.look().state["phase"] == "roll":
            break
    return steps


def record(edition, folder, most=None):
    """game.toml, which `deedbox fixtures record` makes of the game so far; game.json is its export."""
    with Twin(files=files(edition)) as twin:
        with connect(twin, timeout_s=60) as box:
            steps = play(box, edition, most)
            assert most or box.look().state["phase"] == "over"
        port = twin.serial.path
        done = run("fixtures", "record", folder / "game.toml", "--on", port)
        assert done.returncode == 0 and f"{steps} steps;" in done.stderr, done.stderr
        done = run("games", "export", "-o", folder / "game.json", "--names", "--on", port)
        assert done.returncode == 0, done.stderr
    return folder / "game.toml"
