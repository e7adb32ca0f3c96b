"""Plays games on the twin with the firmware of a release, and keeps what is then on its flash.

tests/fixtures/flash/README.md says how to run it. It uses the host code and the hands of the release itself,
so where names differ between releases, both are tried.
"""

import importlib
import json
import lzma
import struct
import sys
import time
from pathlib import Path


def name_of(*places):
    """The first of these that this release has: "module:name"."""
    for place in places:
        module, name = place.split(":")
        try:
            return getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError):
            pass
    raise ImportError(", ".join(places))


# Today's name, then that of 0.1.0.
compile_files = name_of("deedbox.build.firmware:compile_files", "deedbox.firmware:compiled")
image_of = name_of("deedbox.build.firmware:make_image", "deedbox.firmware:image")
compile_edition = name_of("deedbox.editions:compile_edition", "deedbox.editions:compiled")
starter_text = name_of("deedbox.editions.starter:starter_file", "deedbox.editions.own:begun")
TagSet = name_of("deedbox.tagging.tag_map:TagSet", "deedbox.tags:TagSet")
named = name_of("deedbox.link.state_unpacking:name_ids", "deedbox.link.unfold:named")
read_box = name_of("deedbox.games.found_games:read_box", "deedbox.games.books:of_box")
replay_game = name_of("deedbox.games.replay:replay_game", "deedbox.games.story:tell")
plain = name_of("deedbox.games.export:game_as_dict", "deedbox.games.export:plain")
connect = name_of("deedbox.link:connect")
LinkError = name_of("deedbox.link:LinkError")
Refused = name_of("deedbox.link:RefusedError", "deedbox.link:Refused")
Twin = name_of("deedbox.twin:Twin")
Fool = name_of("deedbox.lab.random_player:Fool", "deedbox.lab.players:Fool")
Sensible = name_of("deedbox.lab.sensible_player:Sensible", "deedbox.lab.sensible:Sensible")
Hands = name_of("hands:Hands")

BLOCK = 4096
PATIENCE_S = 60.0
REFUSED_MOST = 300  # in a row
NAMES = ["Ann", "Bob", "Cyd", "Dan"]


def without_chance(command):
    """Without what decide() has noted in the command: the box itself rolls, deals and draws."""
    noted = ("rolled", "dealt", "card") if command["do"] == "draw" else ("rolled", "dealt")
    return {key: value for key, value in command.items() if value is not None and key not in noted}


class Case:
    """A box on which one case is made."""

    def __init__(self, twin):
        self.twin = twin
        self.hands = Hands(twin)
        self.box = None
        self.names = []

    def link(self):
        if self.box is not None:
            self.box.close()
        self.box = connect(self.twin, timeout_s=PATIENCE_S)
        self.names = self.box.look().names
        return self

    def do(self, **command):
        self.box.command(command)
        return self

    def play(self, player, steps, until_over=False):
        """Let a player of the lab give commands over the link; what is refused does not count."""
        done = refused = 0
        while done < steps:
            assert refused < REFUSED_MOST, "the box refuses everything"
            game = self.box.game()
            if game.over:
                break
            command = player.command(game) if hasattr(player, "command") else player.step(game)[0]
            command = without_chance(command)
            try:
                self.box.command(named(command, self.names))
                done, refused = done + 1, 0
            except (Refused, LinkError, KeyError, TypeError):
                refused += 1
        assert not until_over or self.box.game().over, f"not over after {done} steps"
        return self

    def at(self, phase, player):
        """Play on until the box waits for this."""
        for _ in range(600):
            if self.box.look().state["phase"] == phase:
                return self
            self.play(player, 1)
        raise AssertionError(f"no {phase} in sight")

    def plug(self):
        """Pull the plug and put it back."""
        self.box.close()
        self.box = None
        self.hands.pull_the_plug()
        return self.link()

    def another_game(self, starter, first_key="A"):
        """By hands: the banker's menu, a new game with the same names; the one in play is put aside."""
        hands = self.hands
        hands.tap("banker")
        hands.sees("BANKER")
        hands.key("7")
        hands.sees("A Save it") if first_key else hands.sees("NEW GAME")
        hands.key(*first_key, "B", "A")
        hands.sees("WHO STARTS?")
        hands.tap("token", starter)
        hands.sees("1500")
        return self.link()


# -- the cases: name -> (how the first game begins, more files, what is done) --


def begin(edition="classic", players=3, seed=7, **rules):
    return {"edition": edition, "names": NAMES[:players], "seed": seed, "rules": rules}


def classic(case):
    """Bought, auctioned, traded, built, taken back and done again; rules change in play; a debt is open."""
    fool, sensible = Fool(3, busy=45), Sensible(3)
    case.play(sensible, 40).play(fool, 40)
    case.do(do="undo").do(do="undo").do(do="redo")
    case.play(sensible, 6)
    for rule, value in (("go_salary", 400), ("free_parking_mode", "jackpot"), ("undo_depth", 20)):
        case.at("roll", sensible)
        case.do(do="set-rule", knob=rule, value=value)
    case.do(do="set-rule", knob="free_parking_feeds", value=["taxes", "fines"])
    case.plug().play(fool, 20).do(do="undo").plug()
    case.at("auction", sensible)
    case.do(do="bid", by=case.names[0], amount=95)


def aside(case):
    """Two games: one put aside by the banker card, with another language and sound; one in play."""
    case.play(Sensible(5), 60)
    case.at("roll", Sensible(5))
    case.hands.key("D", "5")  # another volume
    case.hands.key("*")
    case.another_game(2)
    case.play(Sensible(6), 25).at("roll", Sensible(7)).plug()


def timed(case):
    """A timed game, with the time of a minute in which nobody did anything."""
    case.play(Sensible(8), 45)
    time.sleep(75)
    case.link().play(Sensible(9), 3)
    time.sleep(75)
    case.plug()


def bank_only(case):
    """Bank only: what happened on the board is reported."""
    case.play(Fool(4, busy=35), 90).do(do="undo")


def finished(case):
    """A game to its end, longer than the journal, so most of it is in the archive; then another one."""
    case.play(Sensible(1), 4000, until_over=True)
    case.hands.pull_the_plug()
    case.hands.key("A")
    case.hands.sees("NEW GAME")
    case.hands.key("B", "A")
    case.hands.sees("WHO STARTS?")
    case.hands.tap("token", 1)
    case.hands.sees("1500")
    case.link().play(Sensible(2), 10)


def short(case):
    """A short game, mortgages and buildings, the spare cash of Free Parking; a trade is the last step."""
    case.play(Sensible(11), 70).play(Fool(12, busy=40), 30)


def duel(case):
    """Battles."""
    case.play(Sensible(13), 30).play(Fool(13), 60)


def spider(case):
    """Powers of doubles, and an attack."""
    case.play(Fool(21), 60).play(Sensible(22), 30)


def own_town(case):
    """A board of one's own, a set of house rules and a fixture that a host has sent."""
    case.box.put("rules/sundays.json", b'{"name": "Sundays", "rules": {"go_salary": 300}}')
    fixture = {"name": "one roll", "edition": "classic", "players": ["A", "B"], "step": [{"do": "roll"}]}
    case.box.put("fixtures/one.json", json.dumps(fixture).encode())
    case.play(Sensible(30), 50).do(do="undo")
    case.do(do="correct", by=case.names[0], cash=120).plug()


CASES = {
    "classic": (begin(seed=7), classic),
    "aside": (begin("zelda", 4, 11), aside),
    "timed": (begin("dog-lovers", 3, 5, game_variant="time", time_limit_min=90), timed),
    "bank-only": (begin("star-wars-ep1", 4, 3, mode="banker"), bank_only),
    "finished": (begin("classic", 2, 1), finished),
    "short": (
        begin("classic", 3, 9, game_variant="short", free_parking_mode="fixed", free_parking_fixed=50),
        short,
    ),
    "duel": (begin("duel-masters", 3, 6, dm_battle=True, auction_mode="always"), duel),
    "spider": (begin("spider-man", 3, 4, sm_doubles=True, rent_claim="auto"), spider),
    "own-town": (begin("our-street", 3, 2, build_even=False), own_town),
}


# -- making and keeping --


def town():
    """A compiled board of one's own, as `deedbox editions` makes it."""
    folder = Path("build") / "flash-cases"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "our-street.toml"
    path.write_text(starter_text("zelda", "our-street"), encoding="utf-8")
    return compile_edition(str(path))


def changed_blocks(base, image):
    """Each block that differs, as its number and its bytes."""
    out = b""
    for at in range(0, len(image), BLOCK):
        if image[at : at + BLOCK] != base[at : at + BLOCK]:
            out += struct.pack("<H", at // BLOCK) + image[at : at + BLOCK]
    return out


def story_of(case):
    """Every game of the box as the release itself tells it."""
    games = read_box(case.box)
    by_id = getattr(games, "by_id", None) or games.volumes
    told = {}
    for game, found in sorted(by_id.items()):
        story = plain(replay_game(found, games.files))
        for key in ("sha256", "edition_file", "kind", "version"):
            del story[key]
        told[game] = {"where": found.where, **story}
    look = case.box.look()
    return {"in_play": look.game, "state": look.state, "games": told}


def make(name, base_files, base, folder):
    beginning, play = CASES[name]
    tags = TagSet()
    files = {**base_files, "settings.json": b'{"remote": true}', "tags.bin": tags.file()}
    files["newgame.json"] = json.dumps(beginning).encode()
    if beginning["edition"] == "our-street":
        files["editions/our-street.bin"] = town()
    with Twin(files=files) as twin:
        case = Case(twin)
        case.hands.lights_up()
        play(case.link())
        time.sleep(1.5)  # what is done while nobody waits
        told = {"case": play.__doc__, **story_of(case)}
        case.box.close()
        twin.power_cut()
        image = twin.flash.image()
    blocks = changed_blocks(base, image)
    packed = lzma.compress(blocks, preset=9 | lzma.PRESET_EXTREME)
    (folder / f"{name}.blocks.xz").write_bytes(packed)
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
    (folder / f"{name}.story.json.xz").write_bytes(lzma.compress(text, preset=9 | lzma.PRESET_EXTREME))
    counts = ", ".join(f"{game['where']} {len(game['steps'])} steps" for game in told["games"].values())
    print(f"{name}: {len(blocks) // (BLOCK + 2)} blocks, {len(packed)} bytes; {counts}", flush=True)


def main(folder, *names):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    base_files = dict(compile_files())
    base = image_of(base_files)
    (folder / "firmware.image.xz").write_bytes(lzma.compress(base, preset=9 | lzma.PRESET_EXTREME))
    for name in names or CASES:
        make(name, base_files, base, folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
