"""Sync: the plan, one question if nothing differs, and a cable that is pulled at any moment."""

import json
from pathlib import Path

import cable
import pytest
from command import ROOT, run
from hands import Hands, files_of_a_new_game
from hypothesis import given
from hypothesis import strategies as st

from deedbox import editions, link, sync
from deedbox.build import firmware
from deedbox.editions import compiler, toml_writer
from deedbox.fixtures.files import FixtureError, read_fixture
from deedbox.link.transport import SerialTransport
from deedbox.sync import fixture_files, house_rules
from deedbox.twin import Twin

BOARDS = {f"editions/{name}.bin": editions.compile_edition(name) for name in editions.IDS}
BIG = {f"fixtures/big-{n}.json": json.dumps({"n": n, "x": "abc" * 1500}).encode() for n in range(3)}


@pytest.fixture
def device(tmp_path, monkeypatch):
    """A box in memory with a game of the classic edition; its only other edition is zelda."""
    cable.make_ready(tmp_path, monkeypatch)
    return cable.Device()


def files_on_flash():
    """All files of the box except unfinished uploads."""
    return {
        path.as_posix(): path.read_bytes()
        for folder in ("editions", "rules", "fixtures")
        for path in sorted(Path(folder).glob("*"))
        if path.suffix in (".bin", ".json") and path.as_posix() != "rules/en.bin"
    }


# -- the plan --

ENTRIES = st.dictionaries(
    st.sampled_from(["editions/a.bin", "editions/b.bin", "editions/c.bin", "editions/d.bin"]),
    st.sampled_from([sync.Entry(1, "one"), sync.Entry(1, "two"), sync.Entry(2, "one")]),
)


@given(ENTRIES, ENTRIES)
def test_a_plan_sends_what_differs_and_nothing_else(box_files, goal):
    steps = sync.plan_sync(box_files, goal)
    after = {**box_files, **{path: goal[path] for path in steps.send}}
    assert {path: after[path] for path in goal} == goal
    assert all(box_files.get(path) != goal[path] for path in steps.send)
    assert sorted(steps.send + steps.same) == sorted(goal)
    assert set(steps.others) == set(box_files) - set(goal)
    assert sync.plan_sync(after, goal).send == ()


@pytest.mark.parametrize("name", ["", "../main", "a/b", "Big", "x" * 21, "a.b", "a\0", "a\nb"])
def test_what_is_no_name_is_none_on_the_box(name):
    with pytest.raises(sync.SyncError, match="small letters"):
        sync.path_on_box(sync.EDITIONS, name)


@pytest.mark.parametrize(
    "sizes, free, words",
    [
        ({"editions/a.bin": 20000}, 1 << 20, "editions/a.bin: 20000 bytes, the box takes at most 12288"),
        (
            {"fixtures/a.json": 5000, "fixtures/b.json": 5000},
            23 * 4096,
            "needs 16 KB, the box has room for 12",
        ),
        ({"rules/a.json": 1}, 0, "the box has room for 0"),
    ],
)
def test_what_does_not_fit_is_refused(sizes, free, words):
    with pytest.raises(sync.SyncError) as error:
        sync.check_fits(sizes, free)
    assert words in str(error.value)


# -- a box in memory --


def test_nothing_to_do_takes_one_round_trip(device):
    box = cable.session(device)
    assert len(sync.push_files(box, sync.EDITIONS, BOARDS).sent) == len(BOARDS) - 2
    before = box.round_trips
    result = sync.push_files(box, sync.EDITIONS, BOARDS)
    assert result.sent == () and len(result.same) == len(BOARDS)
    assert box.round_trips - before == 1


def test_only_differences_are_sent_and_progress_is_told(device):
    box = cable.session(device)
    reports = []
    result = sync.push_files(
        box, sync.EDITIONS, BOARDS, lambda so_far, total: reports.append((so_far, total))
    )
    missing = [path for path in BOARDS if path not in ("editions/classic.bin", "editions/zelda.bin")]
    assert sorted(result.sent) == sorted(missing)
    assert {path: data for path, data in files_on_flash().items() if path in BOARDS} == BOARDS
    total = sum(len(BOARDS[path]) for path in missing)
    assert reports[-1] == (total, total) and reports == sorted(reports)


def test_what_a_game_uses_stays_and_the_rest_goes(device):
    box = cable.session(device)
    other = editions.compile_edition("dog-lovers")
    result = sync.push_files(box, sync.EDITIONS, {**BOARDS, "editions/classic.bin": other})
    assert result.in_use == ("editions/classic.bin",) and len(result.sent) == len(BOARDS) - 2
    assert files_on_flash()["editions/classic.bin"] == BOARDS["editions/classic.bin"]


def test_what_is_too_long_is_refused_before_anything_is_sent(device):
    box = cable.session(device)
    before = files_on_flash()
    with pytest.raises(sync.SyncError, match="at most 16384"):
        sync.push_files(box, sync.FIXTURES, {**BIG, "fixtures/huge.json": bytes(17000)})
    assert files_on_flash() == before and not Path("fixtures").exists()


def test_removing_is_all_or_nothing_and_names_what_is_there(device):
    box = cable.session(device)
    with pytest.raises(
        sync.SyncError, match="atlantis is not in editions on the box; there is classic, zelda"
    ):
        sync.remove_files(box, ["editions/zelda.bin", "editions/atlantis.bin"])
    assert "editions/zelda.bin" in files_on_flash()
    sync.remove_files(box, ["editions/zelda.bin"])
    assert "editions/zelda.bin" not in files_on_flash()
    with pytest.raises(link.DeviceError, match="a game on the box uses it"):
        sync.remove_files(box, ["editions/classic.bin"])


def pulled_at(number, arrives):
    """Harm for a cable: nothing arrives from this message on; `arrives`: this one still does."""
    count = 0

    def harm(data, to_device):
        nonlocal count
        count += 1
        if count > number or (count == number and not arrives):
            raise link.PortError("the cable is out")
        return data

    return harm


@pytest.mark.proof_unless("False")
@pytest.mark.parametrize("arrives", [False, True])
def test_a_cable_pulled_at_any_message_leaves_whole_files_and_the_next_push_ends_it(
    tmp_path, monkeypatch, arrives
):
    cable.make_ready(tmp_path, monkeypatch)
    goal = {**BIG, "fixtures/small.json": b"{}"}
    number = 0
    while True:
        number += 1
        for path in goal:
            Path(path).unlink(missing_ok=True)
        device = cable.Device()
        try:
            sync.push_files(cable.session(device, pulled_at(number, arrives)), sync.FIXTURES, goal)
            break
        except link.LinkError:
            pass
        contents = files_on_flash()
        assert all(goal[path] == data for path, data in contents.items() if path in goal), number
        left = [path for path in goal if path not in contents]
        result = sync.push_files(cable.session(device), sync.FIXTURES, goal)
        assert list(result.sent) == sorted(left), number
        assert {path: data for path, data in files_on_flash().items() if path in goal} == goal
        assert not list(Path("fixtures").glob("*.part"))
    print(f"pulled at {number - 1} messages")
    assert number > 30


def test_a_file_goes_on_where_it_stopped(device):
    path, data = next(iter(BIG.items()))
    reached = []
    number = 0
    while not reached or not 0 < reached[-1] < len(data):
        number += 1
        with pytest.raises(link.LinkError):
            box = cable.session(device, pulled_at(number, True))
            box.put(path, data, lambda at, _: reached.append(at))
    again = []
    cable.session(device).put(path, data, lambda at, _: again.append(at))
    assert again[0] >= reached[-1] > 0 and Path(path).read_bytes() == data


# -- the files --


@pytest.mark.parametrize("name", editions.IDS)
def test_an_edition_pulled_is_a_file_that_makes_the_same_edition(tmp_path, name):
    edition = compiler.decompile_edition(editions.compile_edition(name), name)
    file = tmp_path / f"{name}.toml"
    head = f"# {edition.name}"
    file.write_text(
        toml_writer.write_edition(edition, editions.load_edition("classic"), editions.printed_decks(), head)
    )
    assert editions.compile_edition(str(file)) == editions.compile_edition(name)


def test_house_rules_come_back_as_they_went(tmp_path):
    file = tmp_path / "Sunday_rules.toml"
    file.write_text('presets = ["jackpot"]\ngo_salary = 300\nfree_parking_feeds = ["taxes", "fines"]\n')
    path, data = house_rules.pack_rules(file, "classic", None)
    assert path == "rules/sunday-rules.json" and json.loads(data)["name"] == "Sunday rules"
    again = tmp_path / "again.toml"
    again.write_text(house_rules.rules_as_toml(data, path))
    assert json.loads(house_rules.pack_rules(again, "classic", "x")[1])["rules"] == json.loads(data)["rules"]


def test_a_set_needs_a_name_that_fits_its_row(tmp_path):
    file = tmp_path / "the-rules-of-our-grandparents.toml"
    file.write_text("go_salary = 300\n")
    with pytest.raises(sync.SyncError, match="1 to 18 letters; give it one with --name"):
        house_rules.pack_rules(file, "classic", None)
    assert json.loads(house_rules.pack_rules(file, "classic", "Grandparents")[1])["name"] == "Grandparents"


@pytest.mark.parametrize("data", [b"", b"[]", b'{"name": 3, "rules": {}}', b"\xff", b'{"name": "x"}'])
def test_what_is_no_set_of_rules_is_said_to_be_none(data):
    with pytest.raises(sync.SyncError, match="no set of house rules"):
        house_rules.rules_as_toml(data, "rules/x.json")


def for_the_engine(path):
    try:
        fixture = read_fixture(path)
    except FixtureError:
        return False
    return bool(fixture.edition) and not fixture.for_the_device


def test_every_fixture_has_a_name_of_its_own_on_the_box():
    paths = sorted((ROOT / "tests" / "fixtures").rglob("*.toml"))
    packed = fixture_files.pack_fixtures(path for path in paths if for_the_engine(path))
    assert len(packed) > 800
    assert all(len(data) <= 16384 for data in packed.values())


@pytest.mark.parametrize(
    "text, words",
    [
        ('[[step]]\ndo = "tap"\ntag = "token:1"\n', "for whoever drives the box"),
        ('edition = "atlantis"\nrefused = true\n', "names no edition"),
        ("players = 3 3\n", "bad TOML"),
    ],
)
def test_a_fixture_that_the_box_cannot_run_is_not_sent(tmp_path, text, words):
    file = tmp_path / "one.toml"
    file.write_text(text)
    with pytest.raises(sync.SyncError, match=words):
        fixture_files.pack_fixtures([file])


# -- the twin --


class PulledPort(SerialTransport):
    """A real port whose cable is pulled at a message."""

    def __init__(self, url, number):
        super().__init__(url)
        self.left = number

    def write(self, data):
        self.left -= 1
        if self.left < 0:
            self.close()
            raise link.PortError("the cable is out")
        super().write(data)


def test_a_twin_is_brought_up_to_date_through_a_cable_that_is_pulled(tmp_path):
    files = {
        path: data
        for path, data in files_of_a_new_game(edition="classic", names=["Mum", "Dad"], seed=7).items()
        if path not in BOARDS or path == "editions/classic.bin"
    }
    files["settings.json"] = b'{"remote": true}'  # only then a host reads a game that is not over
    with Twin(files=files) as twin:
        Hands(twin).sees("MUM", "1500")
        for number in (3, 6, 9, 12):
            box = link.Session(PulledPort(twin.serial.path, number))
            with pytest.raises(link.LinkError):
                sync.push_files(box, sync.EDITIONS, BOARDS)
            on_box = firmware.unpack_image(twin.flash.image())
            assert all(on_box[path] == BOARDS[path] for path in BOARDS if path in on_box)
        result = run("editions", "push", "--on", twin.serial.path)
        assert result.returncode == 0, result.stderr
        assert (
            run("editions", "push", "--on", twin.serial.path).stdout
            == f"0 sent, {len(editions.IDS)} already there\n"
        )
        states = json.loads(run("editions", "diff", "--on", twin.serial.path, "--json").stdout)
        assert {row["state"] for row in states} == {"same"}
        file = tmp_path / "game.toml"
        result = run("fixtures", "record", file, "--on", twin.serial.path)
        assert "0 steps" in result.stderr, result.stderr
        assert run("fixtures", "run", file).stdout == "1 passed, 0 failed\n"
        result = run("editions", "remove", "classic", "--on", twin.serial.path)
        assert result.returncode == 1 and "a game on the box uses it" in result.stderr
        assert twin.running
