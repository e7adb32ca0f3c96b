"""Any file is pushed, or lies there already; then the box is used by hands: in MicroPython, short of heap.

Whatever the file is, the box starts, says so in words, and plays on a board that it can play on.
"""

import json
import random
import struct
import sys
import zlib
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest
from alone import Alone

from banker.protocol import verbs
from deedbox import editions
from deedbox.editions import compiler
from deedbox.link import DeviceError, Session
from deedbox.tagging.tag_map import TagSet

sys.path.append(str(Path(__file__).resolve().parents[1] / "micropython"))

import evilform  # noqa: E402

pytestmark = [pytest.mark.micropython, pytest.mark.timeout(3600)]

EVIL = dict(evilform.cases())
# Those that locked the box at power-on or restarted it in the set-up, before there was a gate.
KNOWN = [
    "text 127 b'\\xff\\xfe'",
    "text 0 b'\\xff\\xfe'",
    "text 127 too long",
    "offset beyond",
    "offsets backwards",
    "65535 texts",
    "about [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    "about {}",
    'rule "players_max":3',
    'rule "go_salary":"300"',
    'rule "go_salary":[300]',
    "deed 0, number 0 = 65535",
    "card 65535 0 0",
    "cut at 60",
    "a bomb",
]
GAME = {"edition": "classic", "names": ["Mum", "Dad", "Mia"], "seed": 3}
KEYS = "0123456789ABCD*#"


class Box(Alone):
    """A box of its own for each file; somebody is at it, and a host at its port."""

    name = "a box"

    @contextmanager
    def on(self, files=(), game=None):
        before = {path for path in self.folder.rglob("*") if path.is_file()}
        lying = {"tags.bin": TagSet().file(), **dict(files)}
        if game:
            lying["newgame.json"] = json.dumps(game).encode()
        for name, data in lying.items():
            (self.folder / name).write_bytes(data)
        self._time_s, self._last = 0.0, None
        self.session = Session(self)
        try:
            self._switch_on()
            yield self.session
        finally:
            self._switch_off()
            for path in {path for path in self.folder.rglob("*") if path.is_file()} - before:
                if path.name != "table.key":
                    path.unlink()

    def push(self, path, data):
        """As a hostile host would; True if the box took it."""
        try:
            begin = struct.pack("<I", len(data)) + sha256(data).digest() + path.encode()
            self.session.order(verbs.BEGIN, begin)
            for at in range(0, len(data), 700):
                self.session.ask(verbs.DATA, struct.pack("<I", at) + data[at : at + 700])
            self.session.order(verbs.END)
            return True
        except DeviceError as error:
            assert error.code in ("bad-file", "too-many", "too-long", "no-room"), error
            return False

    def screen(self):
        look = self.session.look()
        assert not look.message, look.rows
        return "\n".join(look.rows)

    def keys(self, *keys):
        for key in keys:
            self.key(key)
        return self.screen()

    def tour(self, edition="evil"):
        """Through the set-up: the board, the rules, the sets of rules, and a game to its first roll."""
        self.keys("*", "*")
        if "NEW GAME" not in self.screen():
            self.tap([(4, 0)], 100)
            self.keys("7", "A")
        assert "NEW GAME" in self.screen()
        seen = [self.keys("1")]
        pages = 0
        while edition[:4].capitalize() not in seen[-1] and pages < 3:
            seen.append(self.keys("B"))
            pages += 1
        for line in seen[-1].splitlines():
            if edition[:4].capitalize() in line:
                self.keys(line[0])
        self.keys("*")
        self.keys("3", "7", "1", "*", "7", "2", "8", "9", "1", "*", "*", "#")
        for token in range(2):
            self.tap([(1, token)], 100)
        self.keys("A")
        self.tap([(1, 0)], 100)
        return self.screen()

    def wander(self, seed, inputs):
        chance = random.Random(seed)
        for _ in range(inputs):
            what = chance.random()
            offered = [key for key, _ in self.session.look().inputs]
            if what < 0.6 and offered:
                self.key(chance.choice(offered))
            elif what < 0.75:
                self.key(chance.choice(KEYS))
            elif what < 0.9:
                self.tap([(1, chance.randrange(8))], 100)
            elif what < 0.95:
                self.tap([(4, 0)], 100)
            else:
                self.wait(3000)
            self.screen()


@pytest.fixture(scope="module")
def box(tmp_path_factory):
    return Box(tmp_path_factory.mktemp("box"))


def table(edition="evil"):
    """The choices of the last game: the set-up opens with this board."""
    return json.dumps(
        {"edition": edition, "rules": {}, "tokens": [], "names": [""] * 8, "shown": {}}
    ).encode()


# -- known ones --


@pytest.mark.parametrize("name", KNOWN)
def test_an_edition_made_by_hand_is_skipped_at_power_on_and_in_the_set_up(box, name):
    with box.on({"editions/evil.bin": EVIL[name], "table.json": table()}):
        assert "The board Evil" in box.screen() or "CHECK" in box.screen()
        box.tour()
        assert box.session.look().edition in editions.IDS


def test_while_a_game_is_in_play_with_a_host_there_is_heap_to_check_any_file(box):
    with box.on(game={**GAME, "names": ["Mum", "Dad", "Mia", "Ben", "Zoe", "Tom"]}):
        for name in KNOWN:
            assert not box.push("editions/evil.bin", EVIL[name]), name
        assert box.push("editions/evil.bin", evilform.build())
        assert box.push("editions/zelda.bin", another_zelda())
        rules = {"name": "Ours", "rules": {"go_salary": 300}}
        assert box.push("rules/ours.json", json.dumps(rules).encode())
        assert "MUM" in box.keys("1", "2")


def test_the_set_up_says_which_board_cannot_be_played(box):
    with box.on({"editions/evil.bin": EVIL["about {}"], "table.json": table()}):
        rows = box.session.look().rows
        assert "The board Evil" in rows[0] and "cannot be played" in " ".join(rows[:2])


def test_twelve_sets_of_a_hundred_rules_are_skipped(box):
    files = {}
    for number in range(12):
        rules = {f"rule_{number}_{n}": n for n in range(100)}
        files[f"rules/set-{number}.json"] = json.dumps({"name": f"Set {number}", "rules": rules}).encode()
    with box.on(files):
        box.keys("*", "3")
        assert "6 Set 3" in box.keys("7")
        assert "Those rules cannot" in box.keys("1")
        box.tour("classic")
        assert box.session.look().game


def test_a_hundred_editions_and_a_hundred_sets_are_a_list_like_any_other(box):
    files = {f"editions/town-{n}.bin": EVIL["about {}"] for n in range(100)}
    rules = json.dumps({"name": "Good", "rules": {"go_salary": 300}}).encode()
    files |= {f"rules/set-{n}.json": rules for n in range(100)}
    with box.on({**files, "table.json": table("town-7")}):
        box.tour("classic")
        assert box.session.look().edition in editions.IDS
        assert not box.push("editions/one-more.bin", evilform.build())


@pytest.mark.parametrize(
    "name, data",
    [
        ("table.json", b"\xff"),
        ("table.json", b'{"edition": "' + b"x" * 20000),
        ("table.json", table().replace(b'"rules": {}', b'"rules": {"rail_rents": {"a": 1}}')),
        ("table.json", table().replace(b'""', b'"' + b"\\u0003" * 90 + b'"', 1)),
        ("table.json", json.dumps({"shown": [[[[]]]] * 4000}).encode()),
        ("settings.json", b"{" * 9000),
        ("settings.json", json.dumps({"language": "../editions/classic", "volume": 99}).encode()),
        ("settings.json", json.dumps({"ribbon": 77, "gain": -1, "brightness": 1 << 70}).encode()),
        ("tags.bin", b"\x07" * 100_000),
        ("tags.bin", b"\x04" * 14),
    ],
    ids=range(10),
)
def test_a_damaged_file_of_the_boxs_own_keeps_nobody_from_playing(box, name, data):
    with box.on({name: data}):
        box.keys("*", "*")
        box.wander(1, 30)


def another_zelda():
    edition = compiler.decompile_edition(editions.compile_edition("zelda"))
    edition.currency["name"] = "marbles"
    return compiler.compile_edition(edition)


# -- any file --


def mutated(chance):
    """A real edition with a few changes behind its hash: the further inside, the better."""
    data = bytearray(editions.compile_edition(chance.choice(editions.IDS)))
    board, names, about = taken_apart(bytes(data))
    kind = chance.randrange(6)
    if kind == 0:
        for _ in range(chance.randrange(1, 4)):
            data[chance.randrange(12, len(data))] = chance.randrange(256)
        return compiler.add_head(bytes(data[12:]))
    if kind == 1:
        board[chance.randrange(len(board))] = chance.choice([0, 1, 9999, 10000, 32768, 65535])
    elif kind == 2:
        names[chance.randrange(len(names))] = chance.choice([0, 10, 127, 128, 255])
    elif kind == 3:
        about = bytearray(about)
        about[chance.randrange(len(about))] = chance.choice(b'{}[]",:0a\xff')
    elif kind == 4:
        deep = "[" * 30 + "]" * 30
        value = chance.choice(["null", "-1", "99999", "[1,2,3,4]", '"x"', "{}", "true", "1e9", deep])
        about = about.replace(b'"rules":{', b'"rules":{"go_salary":' + value.encode() + b",")
    else:
        del names[chance.randrange(4, len(names)) :]
    return compiler.assemble_file(board, bytes(names), bytes(about))


def taken_apart(data):
    """(numbers, pool of texts, JSON) of a compiled edition."""
    pool, packed, plain = struct.unpack_from("<HHH", data, 12)
    inside = zlib.decompress(data[18 + pool :], -10)
    numbers = 2 * compiler.b.NUMBERS
    return (
        list(struct.unpack(f"<{compiler.b.NUMBERS}H", inside[:numbers])),
        bytearray(data[18 : 18 + pool]),
        inside[numbers:],
    )


def rule_file(chance):
    names = "go_salary rail_rents free_parking_feeds build_even start_cash mode edition x".split()
    values = [300, -1, "x", [25, 50, 100, 200], ["taxes"] * 40, True, None, {"a": 1}, [[1]], "banker"]
    value = chance.choice(values)
    rules = {chance.choice(names): value for _ in range(chance.randrange(4))}
    data = json.dumps({"name": chance.choice(["Ours", "", "x" * 30, "a\x03b"]), "rules": rules}).encode()
    if chance.random() < 0.3:
        data = data[: chance.randrange(len(data))] + bytes([chance.randrange(256)])
    return data


def any_file(chance):
    what = chance.random()
    if what < 0.5:
        return "editions/evil.bin", mutated(chance)
    if what < 0.6:
        return "editions/evil.bin", EVIL[chance.choice(sorted(EVIL))]
    if what < 0.9:
        return "rules/evil.json", rule_file(chance)
    return "fixtures/evil.json", chance.randbytes(chance.randrange(600))


def try_file(box, seed):
    """Pushed beside a game or without one, and, whatever the box said, laid there by other means as well."""
    chance = random.Random(seed)
    path, data = any_file(chance)
    game = chance.choice([None, GAME])
    with box.on(game=game):
        box.push(path, data)
        box.tour()
    (box.folder / "fixtures").mkdir(exist_ok=True)
    with box.on({path: data, "table.json": table()}):
        box.tour()
        box.wander(seed, 12)


@pytest.mark.parametrize("seed", range(8))
def test_a_file_is_pushed_then_the_box_is_used_by_hands(box, seed):
    try_file(box, seed)


@pytest.mark.proof
@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize("first", range(100, 1100, 100))
def test_a_thousand_files_are_pushed_and_the_box_is_used_by_hands(box, first):
    for seed in range(first, first + 100):
        try_file(box, seed)


@pytest.mark.proof
def test_every_evil_edition_is_skipped(box):
    for name, data in EVIL.items():
        with box.on({"editions/evil.bin": data, "table.json": table()}):
            box.tour()
            assert box.session.look().edition in editions.IDS, name
