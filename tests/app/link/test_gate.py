"""The gate: what a host brings is checked completely before it gets its name, in whatever order it comes."""

import json
import random
import struct
import sys
import zlib
from hashlib import sha256
from pathlib import Path

import pytest
from cable import Device, make_ready, session
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from banker.app.tags.tag_map import ENTRY_SIZE, KIND, LOST, UID
from banker.protocol import names, verbs
from deedbox import editions
from deedbox.editions import compiler
from deedbox.link import DeviceError, RefusedError
from deedbox.tagging.tag_map import is_entry

sys.path.append(str(Path(__file__).resolve().parents[2] / "micropython"))

import evilform  # noqa: E402

EVIL = dict(evilform.cases())
GOOD = evilform.build()
OWN = editions.compile_edition("spider-man")
CHOICES = {"go_salary": 300, "rail_rents": [25, 50, 100, 200]}
RULES = json.dumps({"name": "Sundays", "rules": CHOICES}).encode()


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    make_ready(tmp_path, monkeypatch)
    return tmp_path


@pytest.fixture
def device():
    return Device(remote=False)


def begin(path, data):
    return struct.pack("<I", len(data)) + sha256(data).digest() + path.encode()


def send(box, path, data):
    """As a hostile host would: no check of its own, every message by hand."""
    box.order(verbs.BEGIN, begin(path, data))
    for at in range(0, len(data), 700):
        box.ask(verbs.DATA, struct.pack("<I", at) + data[at : at + 700])
    box.order(verbs.END)


def refused(box, path, data):
    with pytest.raises(DeviceError) as no:
        send(box, path, data)
    return no.value.code


def files(folder):
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


@pytest.mark.parametrize("remote", [False, True])
def test_no_evil_edition_gets_its_name(folder, remote):
    device = Device(remote=remote)
    box = session(device)
    before = files(folder)
    for name, data in EVIL.items():
        assert refused(box, "editions/evil.bin", data) == "bad-file", name
    assert files(folder) == before, "nothing is left of them"


def test_what_the_box_can_play_comes_through(device, folder):
    box = session(device)
    send(box, "editions/evil.bin", GOOD)
    send(box, "editions/spider-man.bin", OWN)
    send(box, "rules/sundays.json", RULES)
    send(box, "fixtures/a.json", b'{"edition": "classic", "step": []}')
    assert {"editions/evil.bin", "editions/spider-man.bin", "rules/sundays.json", "fixtures/a.json"} <= set(
        files(folder)
    )


def test_the_answer_says_what_is_wrong(device):
    with pytest.raises(DeviceError, match="deed 0: price or mortgage"):
        session(device).put("editions/evil.bin", EVIL["deed 0 for nothing"])
    with pytest.raises(DeviceError, match="it is called evil inside"):
        session(device).put("editions/other.bin", GOOD)


def test_an_evil_file_leaves_the_good_one_that_was_there(device, folder):
    box = session(device)
    send(box, "editions/evil.bin", GOOD)
    assert refused(box, "editions/evil.bin", EVIL["two deeds of one name"]) == "bad-file"
    assert (folder / "editions" / "evil.bin").read_bytes() == GOOD
    assert not list(folder.rglob("*.part"))


# -- rules and fixtures --


def rule_set(rules, name="Sundays"):
    return json.dumps({"name": name, "rules": rules}).encode()


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"[1]", b"7", b"null", b"{}", b'{"name": "A"}', b'{"rules": {}}',
        b'{"name": "A", "rules": []}',
        b'{"name": "A", "rules": {}, "more": 1}', b'{"name": "A", "rules": {"go_salary": 1 2}}',
        b'{"name": "A", "rules": {"go_salary": 300.0}}', b'{"name": "\xff", "rules": {}}',
        rule_set({"go_salary": -1}), rule_set({"go_salary": "much"}), rule_set({"go_salry": 300}),
        rule_set({"go_salary": True}), rule_set({"rail_rents": [1, 2, 3]}), rule_set({"go_salary": [300]}),
        rule_set({}, ""), rule_set({}, "x" * 19), rule_set({}, "a\nb"), rule_set({}, " a"),
        rule_set({}, "漢"), rule_set({}, 7), rule_set({f"rule_{n}": n for n in range(100)}),
        b'{"name": "A", "rules": ' + b"[" * 400 + b"]" * 400 + b"}",
    ],
)  # fmt: skip
def test_what_is_no_set_of_rules_does_not_come_in(device, folder, data):
    assert refused(session(device), "rules/ours.json", data) == "bad-file"
    assert not (folder / "rules" / "ours.json").exists()


@pytest.mark.parametrize(
    "data",
    [b"", b"[", b"[]", b"{", b"{}x", b'{"a": 1.5}', b'{"a": "\x01"}', b"\xff", b"[" * 3000, b'{"a":' * 900],
)
def test_what_is_no_fixture_does_not_come_in(device, folder, data):
    assert refused(session(device), "fixtures/a.json", data) == "bad-file"
    assert not (folder / "fixtures" / "a.json").exists()


def test_a_folder_takes_only_so_many_files(device, folder):
    box = session(device)
    for number in range(names.FILES_MOST["rules"]):
        (folder / "rules" / f"set-{number}.json").write_bytes(RULES)
    assert refused(box, "rules/one-more.json", RULES) == "too-many"
    send(box, "rules/set-3.json", rule_set({"go_salary": 400}))  # in place of another
    (folder / "rules" / "set-0.json").unlink()
    send(box, "rules/one-more.json", RULES)


# -- pages of the journal in a file --


def page(version, seq=900):
    body = struct.pack("<2sBBII4sHBB", b"DX", version, 1, 1 << 20, seq, bytes(4), 3, 0, 1) + b"abc"
    body += b"\xff" * (252 - len(body))
    return body + zlib.crc32(body).to_bytes(4, "little")


@pytest.mark.parametrize("version", [1, 2, 3, 31])
@pytest.mark.parametrize("at", [0, 1, 690, 698, 699, 700, 701])
def test_nothing_that_looks_like_a_page_reaches_the_flash(device, folder, version, at, monkeypatch):
    """Not even under another name: a file that is removed leaves its bytes on the flash."""
    written = []
    from banker.app.link.verbs import files as verb

    class Watched(verb.Upload):
        def discard(self):
            self.close()
            written.append(Path(self.path + ".part").read_bytes())
            super().discard()

    monkeypatch.setattr(verb, "Upload", Watched)
    data = b"x" * at + page(version) + b"x" * 500
    for path in ("editions/evil.bin", "rules/a.json", "fixtures/a.json"):
        assert refused(session(device), path, data) == "bad-file"
    assert len(written) == 3 and not any(data[at : at + 3] in piece for piece in written)


def test_the_host_compiles_no_edition_that_looks_like_one(monkeypatch):
    """By chance a packed board has the head of a page in it; then it is packed in another way."""
    packed = []
    compressobj = zlib.compressobj

    class Unlucky:
        def __init__(self, level, *more):
            self._own = compressobj(level, *more)
            self._level = level

        def compress(self, data):
            return self._own.compress(data)

        def flush(self):
            packed.append(self._level)
            return self._own.flush() + (b"DX\x02" if self._level == 9 else b"")

    monkeypatch.setattr(compiler.zlib, "compressobj", Unlucky)
    made = compiler.assemble_file([1, 2, 3], b"names", b"about")
    assert packed == [9, 8] and b"DX\x02" not in made


@pytest.mark.parametrize("name", editions.IDS)
def test_the_editions_that_come_along_pass_the_gate(device, folder, name):
    (folder / "editions" / f"{name}.bin").unlink(missing_ok=True)
    device.box.keeper.edition.name = "none"  # nothing is in use
    session(device).put(f"editions/{name}.bin", editions.compile_edition(name))


def test_a_fixture_on_an_edition_that_lies_there_damaged_is_refused_in_words(device, folder):
    (folder / "editions" / "evil.bin").write_bytes(EVIL["about [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["])
    about = {"edition": "evil", "players": ["ann", "bob"], "seed": 1, "rules": {}}
    with pytest.raises(DeviceError) as no:
        session(device).order(verbs.SCRATCH_BEGIN, json.dumps(about).encode())
    assert no.value.code == "not-here"


# -- the box's own files --

OWN_FILES = (
    "main.py", "boot.py", "banker/core/rules.pack", "banker/old.mpy", "boards/pico.mpy", "data/firmware.json",
    "words/en.bin", "next/switch.py", "next/files.bin", "next.part/files.bin", "restore.part/0",
    "tags.bin", "tags.bin.new", "table.key", "table.json", "settings.json", "newgame.json",
    "ring/00", "ring/map", "games/000000010001.sav", "games/000000010001.log", "fault.txt",
)  # fmt: skip


@pytest.mark.parametrize("remote", [False, True])
def test_neither_firmware_nor_tags_nor_any_file_of_the_boxs_own_comes_over_the_link(folder, remote):
    """They come only through the prompt, to which people at the box agree; tags are learned one by one."""
    device = Device(remote=remote)
    box = session(device)
    before = files(folder)
    own = [path for path in before if not names.writable(path)]
    assert len(own) > 5
    for path in (*OWN_FILES, *own):
        for data in (before.get(path, b"x"), b"x" * 100):
            assert refused(box, path, data) == "bad-name", path
        with pytest.raises(DeviceError) as no:
            box.order(verbs.REMOVE, path.encode())
        assert no.value.code == "bad-name", path
    assert files(folder) == before


def test_whatever_a_host_says_while_tags_are_learned_the_map_is_a_map(folder):
    """Each tag is one item, each item has one tag, and every item exists; on flash as in RAM."""
    device = Device(about=None, remote=False)
    box = session(device)
    taps = device.box.inputs.taps
    chance = random.Random(7)
    uids = [bytes([8 if n == 3 else n + 1]) + chance.randbytes(9) for n in range(30)]
    done = 0
    for _ in range(1500):
        taps.uid_len = chance.choice([0, 1, 4, 4, 7, 7, 7, 9, 10, 10])
        taps.uid[:10] = chance.choice(uids)
        item = bytes(
            [chance.choice([0, 1, 2, 3, 4, 5, 200, 255]), chance.choice([0, 1, 7, 8, 27, 28, 40, 255])]
        )
        verb = chance.choice([verbs.GUIDE, verbs.LEARN, verbs.LEARN, verbs.LEARN, verbs.UNLEARN, verbs.SIGN])
        more = bytes([chance.randrange(2)]) if verb == verbs.LEARN else b""
        try:
            answer = box.order(verb, item + more)
            done += verb == verbs.LEARN and answer[0] == verbs.LEARNT_DONE
        except (DeviceError, RefusedError):
            pass
        data = (folder / "tags.bin").read_bytes() if (folder / "tags.bin").exists() else b""
        entries = [data[at : at + ENTRY_SIZE] for at in range(0, len(data), ENTRY_SIZE)]
        assert data == device.box.tags.entries and all(len(e) == ENTRY_SIZE and is_entry(e) for e in entries)
        assert len({entry[: UID + 10] for entry in entries}) == len(entries), "a tag twice"
        items = [entry[KIND:] for entry in entries if entry[KIND] != LOST]
        assert len(set(items)) == len(items), "an item twice"
    assert done > 10


# -- whatever order --

VERB = st.sampled_from(["begin", "other", "data", "wrong", "late", "end", "remove", "scratch", "list"])


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(VERB, max_size=25), st.sampled_from([EVIL["two deeds of one name"], GOOD, page(2) * 3]))
def test_whatever_comes_in_which_order_only_good_files_have_names(folder, messages, data):
    device = Device(remote=False)
    box = session(device)
    other = RULES[:-2] + b" }"
    for message in messages:
        try:
            if message == "begin":
                box.order(verbs.BEGIN, begin("editions/evil.bin", data))
            elif message == "other":
                box.order(verbs.BEGIN, begin("rules/evil.json", other))
            elif message == "data":
                for at in range(0, len(data), 700):
                    box.ask(verbs.DATA, struct.pack("<I", at) + data[at : at + 700])
            elif message == "wrong":
                box.ask(verbs.DATA, struct.pack("<I", 0) + b"evil")
            elif message == "late":
                box.ask(verbs.DATA, struct.pack("<I", len(data)) + b"more")
            elif message == "end":
                box.order(verbs.END)
            elif message == "remove":
                box.order(verbs.REMOVE, b"editions/evil.bin")
            elif message == "scratch":
                box.order(verbs.SCRATCH_BEGIN)
            else:
                box.list("editions")
        except (DeviceError, RefusedError):
            pass
        for path, there in files(folder).items():
            if path.endswith("/evil.bin"):
                assert there == GOOD
            elif path.endswith("/evil.json"):
                assert there == other
    (folder / "editions" / "evil.bin").unlink(missing_ok=True)
    (folder / "rules" / "evil.json").unlink(missing_ok=True)
