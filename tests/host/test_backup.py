"""Backup and restore of a box: every part is checked, and no game is overwritten."""

import hashlib
import io
import json
import stat
import zipfile
from random import Random

import pytest
from agreeing import agreeing
from hands import Hands, files_of_a_new_game
from played import Table, commands, within

from banker.core.codec import state_bytes
from deedbox import backup, editions, link
from deedbox.backup import Backup, BackupError, prompt
from deedbox.backup.restore_plan import plan_restore
from deedbox.cli import main
from deedbox.games.found_games import FoundGames
from deedbox.games.replay import ReplayError, replay_game
from deedbox.games.restore import files_to_restore
from deedbox.games.summary import summarise_games
from deedbox.tagging.tag_map import TagSet
from deedbox.twin import Twin

FREE = 800_000
BOARD = {"editions/classic.bin": editions.compile_edition("classic")}
KEY = bytes(range(32))


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A box with a long current game and one save."""
    with within(tmp_path_factory.mktemp("box")):
        table = Table().begin(["Eve", "Joe"], seed=5).do(*commands("classic", 2, 5)[:9])
        table.begin().do(*commands()[:330])
        files = {**table.files(), **BOARD, "tags.bin": TagSet().file(), "settings.json": b'{"volume": 1}'}
        return Backup(files, table.pages(), {"board": "one", "firmware": "1"}), table.keeper.game


@pytest.fixture
def empty():
    return Backup(dict(BOARD))


def test_a_backup_is_read_as_it_was_written_and_is_the_same_every_time(played):
    whole, _ = played
    data = backup.pack_backup(whole)
    assert backup.read_backup(data, "a.zip") == whole and backup.pack_backup(whole) == data


def test_a_flipped_bit_anywhere_in_the_file_is_found(played):
    data = backup.pack_backup(played[0])
    chance = Random(3)
    misses = 0
    for _ in range(80):
        bad = bytearray(data)
        bad[chance.randrange(len(bad))] ^= 1 << chance.randrange(8)
        try:
            assert backup.read_backup(bytes(bad), "a.zip") == played[0]
            misses += 1  # a byte of the zip that has no meaning, such as a date
        except BackupError as error:
            assert "a.zip" in str(error) and "\n" not in str(error)
    assert misses < 20


def zipped(files, **more):
    parts = {name: {"sha256": hashlib.sha256(data).hexdigest()} for name, data in files.items()}
    manifest = {"kind": backup.KIND, "version": backup.VERSION, "box": {}, "parts": parts, **more}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in {"manifest.json": json.dumps(manifest).encode(), **files}.items():
            archive.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize(
    "path",
    [
        "files/main.py",
        "files/editions/../main.py",
        "files/games/A.sav",
        "files/ring/00",
        "main.py",
        "files/games/a.py",
    ],
)
def test_nothing_but_what_belongs_into_a_backup_comes_out_of_one(path):
    with pytest.raises(BackupError, match="belongs into no backup"):
        backup.read_backup(zipped({path: b"x"}), "a.zip")


@pytest.mark.parametrize(
    "data, words",
    [
        (b"PK", "damaged"),
        (zipped({}, kind="other"), "no backup"),
        (zipped({}, version=9), "update deedbox"),
        (zipped({"journal.bin": b"x" * 300}), "journal.bin is damaged"),
        (zipped({"files/tags.bin": b"\0" * (5 << 20)}), "larger than any box"),
        (zipped({}, parts={"files/tags.bin": {"sha256": "0"}}), "tags.bin is damaged"),
    ],
)
def test_what_is_no_backup_is_one_line(data, words):
    with pytest.raises(BackupError, match=words):
        backup.read_backup(data, "a.zip")


# -- the plan --


def test_onto_a_new_box_everything_comes_and_games_after_their_boards(played, empty):
    whole, _ = played
    steps = plan_restore(whole, Backup(), 0, FREE)
    order = list(steps.write)
    assert order.index("editions/classic.bin") < min(
        n for n, path in enumerate(order) if path.startswith("games/")
    )
    assert {"tags.bin", "settings.json"} <= set(order) and sum(path.endswith(".sav") for path in order) == 2


def test_the_game_that_stood_is_put_aside_just_as_it_stood(played, empty):
    whole, game = played
    standing = whole.found_games().current
    steps = plan_restore(whole, empty, 0, FREE)
    files = {path: data for path, data in steps.write.items() if path.startswith("games/")}
    story = replay_game(FoundGames([], files).by_id[standing], BOARD)
    assert story.where == "kept" and state_bytes.same(story.end, game)


def test_history_comes_along_only_where_its_numbers_cannot_meet_new_ones(played, empty):
    """The box goes on counting from its own number, so a resumed game must not overwrite its archive."""
    whole, _ = played
    standing = whole.found_games().current
    behind = plan_restore(whole, empty, 7, FREE)
    assert f"games/{standing}.log" not in behind.write
    assert any("stays in the backup" in remark for remark in behind.remarks)
    ahead = plan_restore(whole, empty, 400, FREE)
    story = replay_game(FoundGames([], ahead.write).by_id[standing], BOARD)
    assert len(story.steps) == 330 and story.sound, "the archive, and what only the journal had"


def test_a_game_that_is_on_the_box_stays_as_it_is_there(played):
    whole, _ = played
    steps = plan_restore(whole, whole, 0, FREE)
    assert not steps.write and not any("games/" in path for path in steps.write)


def test_a_game_that_is_not_sound_is_named_and_nothing_is_planned(played, empty):
    whole, _ = played
    pages = [
        (at, data[:80] + b"!" + data[81:]) if number == 50 else (at, data)
        for number, (at, data) in enumerate(whole.pages)
    ]
    with pytest.raises(BackupError, match="not sound"):
        plan_restore(Backup(whole.files, pages), empty, 0, FREE)


def test_a_board_that_a_game_on_the_box_needs_is_not_replaced(played):
    whole, _ = played
    other = editions.compile_edition("dog-lovers")
    box = Backup({**whole.files, "editions/classic.bin": other}, whole.pages)
    steps = plan_restore(Backup(dict(BOARD)), box, 0, FREE)
    assert not steps.write and "a game on the box was begun with it" in steps.remarks[0]
    with within_backup(seed=8) as coming, pytest.raises(BackupError, match="different editions classic"):
        plan_restore(coming, box, 0, FREE)


class within_backup:
    """Another box with another game."""

    def __init__(self, seed):
        self.seed = seed

    def __enter__(self):
        import tempfile

        self.folder = tempfile.TemporaryDirectory()
        with within(self.folder.name):
            table = Table().begin(["Ann", "Bob"], seed=self.seed)
            return Backup({**table.files(), **BOARD}, table.pages())

    def __exit__(self, *_):
        self.folder.cleanup()


def test_what_a_board_knows_of_its_parts_and_remote_control_stay_its_own():
    coming = Backup({"settings.json": b'{"volume": 1, "display": "sh1106", "gain": 48, "remote": true}'})
    there = Backup({"settings.json": b'{"volume": 3, "display": "ssd1306", "remote": false}'})
    steps = plan_restore(coming, there, 0, FREE)
    assert json.loads(steps.write["settings.json"]) == {"volume": 1, "display": "ssd1306", "remote": False}
    fresh = plan_restore(coming, Backup(), 0, FREE)
    assert json.loads(fresh.write["settings.json"]) == {"volume": 1}


def test_the_key_moves_only_when_both_sides_say_so():
    with_key = Backup({"table.key": KEY})
    assert plan_restore(with_key, Backup(), 0, FREE).write == {}
    assert plan_restore(with_key, Backup(), 0, FREE, with_key=True).write == {"table.key": KEY}
    with pytest.raises(BackupError, match="made without --with-key"):
        plan_restore(Backup(), Backup(), 0, FREE, with_key=True)


@pytest.mark.parametrize(
    "files, words",
    [
        ({"tags.bin": b"\x04" * 14}, "no map of tags"),
        ({"tags.bin": b"\x05" * 13}, "no map of tags"),
        ({"tags.bin": TagSet().file() + TagSet().file()[:13]}, "a tag or an item twice"),
        ({"tags.bin": TagSet().file() + b"\x04" + bytes(10) + TagSet().file()[11:13]}, "an item twice"),
        ({"settings.json": b"[1]"}, "settings.json is damaged"),
        ({"editions/classic.bin": BOARD["editions/classic.bin"][:-9]}, "classic.bin in the backup"),
        ({"table.json": b"{"}, "table.json is damaged"),
    ],
)
def test_what_is_wrong_in_a_backup_is_said_before_anything_is_written(files, words):
    with pytest.raises(BackupError, match=words):
        plan_restore(Backup(files), Backup(), 0, FREE)


def test_a_box_without_room_takes_nothing(played, empty):
    with pytest.raises(BackupError, match="KB left"):
        plan_restore(played[0], empty, 0, 100_000)


# -- on twins --


BESIDE = {"tags.bin": b"tags" * 300, "ring/00": bytes(4096), "ring/01": b"\xff" * 4096, "games/1.sav": b""}


def fetched(folder, monkeypatch, harm):
    """What fetch_files() gets, when `harm` changes the lines of each run on their way; and how many runs."""
    for path, data in BESIDE.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_bytes(data)
    runs = []

    def run_scripts(port, scripts, *, fresh):
        (script,) = scripts
        lines = []
        place = repr(f"{folder}/").encode()
        exec(
            script.replace(b'("/"', b"(" + place),
            {"print": lambda *words: lines.append(" ".join(map(str, words)))},
        )
        runs.append(len(lines))
        return harm(lines, len(runs))

    monkeypatch.setattr(prompt.remote, "run_scripts", run_scripts)
    wanted = [("ring", ("0", "1")), ("games", (".sav",))]
    return prompt.fetch_files("port", ("tags.bin", "settings.json"), wanted), runs


def test_files_come_from_a_box_as_they_are(tmp_path, monkeypatch):
    files, runs = fetched(tmp_path, monkeypatch, lambda lines, run: lines)
    assert files == BESIDE and len(runs) == 1


@pytest.mark.parametrize("lost", range(0, 40, 3))
def test_a_line_that_is_lost_on_the_way_is_fetched_again_and_nothing_else(tmp_path, monkeypatch, lost):
    """A Pico drops output when its host does not read for half a second."""
    files, runs = fetched(
        tmp_path, monkeypatch, lambda lines, run: lines[:lost] + lines[lost + 1 :] if run == 1 else lines
    )
    assert files == BESIDE
    assert len(runs) == 1 or runs[1] < runs[0] / 2


def test_half_a_line_or_two_lines_in_one_are_no_file(tmp_path, monkeypatch):
    def harm(lines, run):
        if run > 2:
            return lines
        return [lines[0] + lines[1], lines[2][:11], *lines[3:-3], lines[-3][:-9], lines[-1]]

    assert fetched(tmp_path, monkeypatch, harm)[0] == BESIDE


def test_a_box_that_never_sends_it_whole_is_given_up_in_words(tmp_path, monkeypatch):
    with pytest.raises(prompt.PromptError, match="came damaged from the box"):
        fetched(tmp_path, monkeypatch, lambda lines, run: lines[:-2])


@pytest.fixture(scope="module")
def boxes():
    first = files_of_a_new_game(edition="classic", names=["Ann", "Bob"], seed=3)
    first |= {"settings.json": b'{"remote": true, "volume": 1}', "table.key": KEY}
    second = files_of_a_new_game(edition="classic", names=["Eve", "Joe"], seed=5)
    second["tags.bin"] = b""
    with Twin(files=first) as one, Twin(files=second) as two:
        Hands(one).sees("ANN")
        Hands(two).sees("EVE")
        with agreeing(one, two):
            yield one.serial.path, two.serial.path


def test_from_one_box_to_another_and_nothing_of_the_other_is_lost(boxes, tmp_path, capsys):
    one, two = boxes
    with link.connect(one, timeout_s=20.0) as box:
        box.command({"do": "roll", "dice": [1, 2]})
        box.command({"do": "buy"})
        state = box.look().state
    file = tmp_path / "box.zip"
    assert main(["backup", "-o", str(file), "--on", one]) == 0, capsys.readouterr().err
    content = backup.read_backup(file.read_bytes(), "box.zip")
    assert not content.has_key and content.files["tags.bin"] == TagSet().file()
    with link.connect(one, timeout_s=20.0) as box:
        assert box.look().state == state, "its own game goes on"
    assert main(["restore", str(file), "--on", two]) == 0, capsys.readouterr().err
    other = tmp_path / "two.zip"
    assert main(["backup", "-o", str(other), "--on", two]) == 0, capsys.readouterr().err
    books = backup.read_backup(other.read_bytes(), "two.zip").found_games()
    games = {row.where: row for row in summarise_games(books)}
    assert games["stands"].players == ["Eve", "Joe"] and games["kept"].players == ["Ann", "Bob"]
    assert games["stands"].sound and stat.S_IMODE(other.stat().st_mode) == 0o600
    with link.connect(two, timeout_s=20.0) as box:
        story = replay_game(books.by_id[games["kept"].game], {})
        assert json.loads(json.dumps(story.state())) == state
        with pytest.raises(ReplayError, match="already"):
            files_to_restore(story, box)
        assert not box.hello().remote, "nobody switched it on at this box"


def test_what_does_not_arrive_whole_changes_nothing(boxes, monkeypatch):
    """The last script expects other bytes than were sent, so nothing on the box changes."""
    _, two = boxes
    pieces = prompt._piece_scripts

    def forged(files):
        *first, last = pieces(files)
        yield from first
        yield last.replace(last[last.rindex(b"'") - 8 : last.rindex(b"'")], b"00000000")

    monkeypatch.setattr(prompt, "_piece_scripts", forged)
    with pytest.raises(Exception, match="not what was sent"), backup.stop_firmware(two):
        backup.place_files(two, {"rules/x.json": b"{}"})
    with link.connect(two, timeout_s=20.0) as box:
        assert "rules/x.json" not in {file.path for file in box.list("rules")}
