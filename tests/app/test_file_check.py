"""Bits of the firmware's own files flip: the box finds it in idle moments and says so, once."""

import json

import pytest
from hands import Hands, files_of_a_new_game
from workbench import Workbench

from banker.app.file_check import FileCheck
from deedbox.build import firmware
from deedbox.display import read_text
from deedbox.doctor import read_self_check
from deedbox.link import connect
from deedbox.tagging.tag_map import TagSet
from deedbox.twin import Twin

TAGS = TagSet().tags
GAME = {"edition": "zelda", "names": ["Mum", "Dad", "Mia"], "seed": 7}
OWN = {
    "banker/core/rules.pack": bytes(range(256)) * 30,
    "banker/ui.pack": b"ui" * 400,
    "main.py": b"import x",
}
PATIENCE_S = 30.0


def flipped(data, at=None, bit=4):
    at = len(data) // 2 if at is None else at
    return data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]


@pytest.fixture
def switch_on(tmp_path, monkeypatch):
    """A box whose firmware is OWN; some of its files have changed since it was installed, None: is gone."""

    def make(changed=None, **about):
        files = {
            "tags.bin": TagSet().file(),
            "newgame.json": json.dumps({**GAME, **about}).encode(),
            **OWN,
            firmware.HASHES: firmware.hash_list(OWN),
            **(changed or {}),
        }
        files = {path: data for path, data in files.items() if data is not None}
        return Workbench(tmp_path, monkeypatch, files).switch_on().sees("MUM", "1500")

    return make


def compare(folder, files, monkeypatch):
    """What a whole comparison calls damaged."""
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    monkeypatch.chdir(folder)
    run = FileCheck()
    while not run.finished:
        run.go_on(bytearray(256))
    return run.damaged


# -- what is damaged --


@pytest.mark.parametrize("damaged", ["", "banker/ui.pack", "main.py"])
def test_a_pause_at_any_moment_changes_nothing(tmp_path, monkeypatch, damaged):
    """Where the heap is short, neither the module nor an open file may stay in RAM."""
    files = {**OWN, firmware.HASHES: firmware.hash_list(OWN)}
    if damaged:
        files[damaged] = flipped(files[damaged])
    assert compare(tmp_path, files, monkeypatch) == ([damaged] if damaged else [])
    run, pauses = FileCheck(), 0
    while not run.finished:
        run.go_on(bytearray(256))
        paused = run.pause()
        assert type(paused) is tuple and not any(isinstance(part, FileCheck) for part in paused)
        run = FileCheck(paused)
        pauses += 1
    assert run.damaged == ([damaged] if damaged else []) and pauses > 3


def test_a_file_that_is_gone_after_a_pause_is_named(tmp_path, monkeypatch):
    files = {**OWN, firmware.HASHES: firmware.hash_list(OWN)}
    compare(tmp_path, files, monkeypatch)
    run = FileCheck()
    run.go_on(bytearray(256))
    paused = run.pause()
    (tmp_path / paused[4]).unlink()
    run = FileCheck(paused)
    while not run.finished:
        run.go_on(bytearray(256))
    assert run.damaged == [paused[4]]


@pytest.fixture(scope="module")
def box_files():
    return firmware.compile_files()


def test_the_list_has_every_file_of_the_firmware_but_the_boards(box_files):
    lines = box_files[firmware.HASHES].decode().splitlines()
    listed = {line.split()[0] for line in lines[:-1]}
    boards = {path for path in box_files if path.startswith("editions/")}
    assert listed == set(box_files) - boards - {firmware.HASHES} and boards
    assert sum(path.endswith(".pack") for path in listed) > 15, "the modules are packed by folder"


def test_a_flipped_bit_in_any_file_is_found_and_only_that_file_is_named(box_files, tmp_path, monkeypatch):
    assert compare(tmp_path, box_files, monkeypatch) == []
    for path, data in box_files.items():
        if path.startswith("editions/"):
            continue
        (tmp_path / path).write_bytes(flipped(data))
        named = compare(tmp_path, {}, monkeypatch)
        if path == firmware.HASHES:
            assert path in named
        else:
            assert named == [path]
        (tmp_path / path).write_bytes(data)


@pytest.mark.parametrize("at", [0, 30, -2, -20])
def test_a_damaged_list_is_named_itself(tmp_path, monkeypatch, at):
    hashes = firmware.hash_list(OWN)
    files = {**OWN, firmware.HASHES: flipped(hashes, at % len(hashes), 0)}
    assert firmware.HASHES in compare(tmp_path, files, monkeypatch)


def test_a_list_that_ends_early_is_damaged(tmp_path, monkeypatch):
    hashes = b"".join(firmware.hash_list(OWN).splitlines(keepends=True)[:-1])
    assert compare(tmp_path, {**OWN, firmware.HASHES: hashes}, monkeypatch) == [firmware.HASHES]


def test_another_main_is_no_damage(tmp_path, monkeypatch):
    files = firmware.replace_main({**OWN, firmware.HASHES: firmware.hash_list(OWN)}, b"import y")
    assert compare(tmp_path, files, monkeypatch) == []
    assert compare(tmp_path, {"main.py": b"import z"}, monkeypatch) == ["main.py"]
    assert firmware.replace_main({}, b"import y") == {"main.py": b"import y"}


# -- the box in virtual time --


def test_a_sound_box_says_nothing(switch_on):
    bench = switch_on().run(30_000)
    assert bench.box.file_check is False and bench.box.damaged == ()
    bench.sees("MUM", "1500")


@pytest.mark.parametrize(
    "damage",
    [
        flipped(OWN["banker/ui.pack"]),
        *(
            pytest.param(damage, marks=pytest.mark.proof)
            for damage in (b"", OWN["banker/ui.pack"] + b"u", None)
        ),
    ],
)
def test_the_box_says_once_that_a_file_is_damaged_and_the_game_goes_on(switch_on, damage):
    bench = switch_on({"banker/ui.pack": damage})
    notes = len(bench.buzzer.notes)
    bench.run(30_000).sees("FIRMWARE DAMAGED", "banker/ui.pack", "You can play on.", "deedbox deploy")
    assert "more" not in bench.text() and len(bench.buzzer.notes) > notes
    assert bench.box.damaged == ("banker/ui.pack",)
    bench.key("#").sees("MUM", "1500").run(30_000).sees("MUM", "1500")
    bench.key("1", "2").sees("1 + 2 = 3")
    bench.switch_on().key("#").run(30_000).sees("FIRMWARE DAMAGED")


def test_it_tells_how_many_more_are_damaged(switch_on):
    bench = switch_on({path: flipped(data) for path, data in OWN.items()}).run(30_000)
    bench.sees("banker/core/rules.pack"[-21:], "and 2 more")


@pytest.mark.parametrize("tap", [("token", 1), ("deed", 1)])
def test_a_tap_does_what_it_does_without_that_screen(switch_on, tap):
    bench = switch_on({"main.py": b"import y"}).run(30_000).sees("FIRMWARE DAMAGED")
    before = bench.tap(TAGS[tap]).text()
    assert "FIRMWARE DAMAGED" not in before
    bench.key("*").run(500)
    assert bench.tap(TAGS[tap]).text() == before


def test_a_key_does_what_it_does_without_that_screen(switch_on):
    switch_on({"main.py": b"import y"}).run(30_000).sees("FIRMWARE DAMAGED").key("1", "2").sees("1 + 2 = 3")


@pytest.mark.proof
def test_nobody_who_is_asked_something_is_interrupted(switch_on):
    bench = switch_on({"main.py": b"import y"}, rules={"prompt_timeout_s": 60})
    bench.key("1", "2").tap(TAGS["deed", 1]).run(30_000).sees("Tap MUM to buy.")
    bench.tap(TAGS["token", 0]).run(8000).sees("FIRMWARE DAMAGED")


@pytest.mark.proof
def test_an_auction_is_not_interrupted(switch_on):
    bench = switch_on({"main.py": b"import y"}, rules={"auction_close_s": 0, "prompt_timeout_s": 60})
    bench.key("1", "2", "#", "B").tap(TAGS["token", 0]).run(30_000)
    assert bench.box.ui.screen == "trade.auction" and bench.box.damaged


@pytest.mark.proof
def test_files_are_only_read_while_nobody_does_anything(switch_on):
    bench = switch_on({"main.py": b"import y"})
    for _ in range(40):
        bench.key("B").run(600).key("*").run(300)
    assert bench.box.file_check is None


def test_one_idle_moment_reads_eight_pages_at_most(tmp_path, monkeypatch):
    compare(tmp_path, {**OWN, firmware.HASHES: firmware.hash_list(OWN)}, monkeypatch)
    run = FileCheck()
    size = 0

    class Digest:
        def update(self, data):
            nonlocal size
            size += len(data)

        def digest(self):
            return bytes(32)

    monkeypatch.setattr("banker.app.file_check.sha256", Digest)
    run.go_on(bytearray(256))
    assert 0 < size <= 8 * 256 and not run.finished


def test_a_box_without_a_list_says_nothing(switch_on):
    bench = switch_on({firmware.HASHES: None}).run(30_000).sees("MUM", "1500")
    assert bench.box.file_check is False


@pytest.mark.proof
def test_steps_that_are_lost_come_before_damaged_files(switch_on):
    bench = switch_on({"main.py": b"import y"})
    for _ in range(10):
        bench.box.do({"do": "correct", "by": 0, "cash": 5})
    memory = bench.flash.memory
    pages = [at for at in range(0, len(memory), 256) if memory[at : at + 2] == b"DX"]
    for at in sorted(pages, key=lambda at: memory[at + 8 : at + 12][::-1])[-4:]:
        memory[at + 100] ^= 2
    bench.switch_on().sees("STEPS LOST").run(30_000).sees("STEPS LOST")
    assert bench.box.damaged


# -- the whole firmware --


FEW = ("banker/ui/screens/trade.pack", "main.py")


@pytest.mark.parametrize("listed", [FEW, pytest.param((), marks=pytest.mark.proof)])
def test_on_the_twin_a_flipped_bit_in_packed_code_is_said_and_a_host_reads_it(listed):
    """A short list is read soon; the proof has the whole one."""
    files = files_of_a_new_game(**GAME)
    if listed:
        files[firmware.HASHES] = firmware.hash_list({path: files[path] for path in listed})
    with Twin(files=files) as twin:
        Hands(twin).sees("MUM", "1500")
        twin.power_cut()
        code = files["banker/ui/screens/trade.pack"]
        at = twin.flash.image().find(code[-64:])
        assert at > 0
        twin.flash.rot(at, 64, bits=1)
        twin.start()
        hands = Hands(twin)
        hands.sees("WELCOME BACK")
        hands.key("#")
        twin.wait_for(lambda picture: "DAMAGED" in "".join(read_text(picture)), 300)
        hands.sees("FIRMWARE DAMAGED", "/ui/screens/trade.pack"[-21:])
        with connect(twin, timeout_s=PATIENCE_S) as box:
            assert read_self_check(box)["damaged"] == ["banker/ui/screens/trade.pack"]
