"""Several games: put aside, listed, taken up; what was done is filed; the time played; damaged files."""

import contextlib
import os
import struct
import sys
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

sys.path.append(str(Path(__file__).resolve().parents[2] / "micropython"))

from faultflash import FaultFlash  # noqa: E402

from banker.app import fault_text  # noqa: E402
from banker.app.edition import EditionError  # noqa: E402
from banker.app.store import archive, records, save_files, saves
from banker.app.store.journal import Journal, StorageError  # noqa: E402
from banker.app.store.keeper import Keeper  # noqa: E402
from banker.app.store.records import CLOCK, HEAD_SIZE, STEP  # noqa: E402
from banker.core.codec import archive_bytes, command_bytes, state_bytes  # noqa: E402
from banker.core.refusal import BooksError, Refused  # noqa: E402
from deedbox import editions, words  # noqa: E402
from deedbox.bench.games import play_game  # noqa: E402

RING = tuple(range(16))
GAME = {"edition": "classic", "names": ["Mum", "Dad", "Mia"], "seed": 3}
TIMED = {**GAME, "names": ["Ann", "Bob"], "rules": {"end_condition": "time", "time_limit_min": 60}}
COMMANDS = [command for command, _ in play_game("classic", 3, 3)]
SLOW = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


@pytest.fixture(autouse=True)
def box(tmp_path, monkeypatch):
    """The folder of the box, and a heap with room."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "editions").mkdir()
    (tmp_path / "editions" / "classic.bin").write_bytes(editions.compile_edition("classic"))
    return tmp_path


def power_on(flash: FaultFlash) -> Keeper:
    keeper = Keeper(Journal(flash, RING), contextlib.nullcontext())
    keeper.resume()
    return keeper


def submit(keeper: Keeper, commands: list) -> None:
    for command in commands:
        keeper.submit(command)
        keeper.journal.idle()


def begin(about: dict = GAME, steps: int = 0) -> tuple[FaultFlash, Keeper]:
    flash = FaultFlash(16)
    keeper = power_on(flash)
    keeper.begin(about)
    submit(keeper, COMMANDS[:steps])
    return flash, keeper


def name_of(keeper: Keeper) -> str:
    return records.game_id(keeper.identity)


def archive_records(keeper: Keeper) -> list[bytes]:
    data = Path("games", name_of(keeper) + ".log").read_bytes()
    return [entry[4] for entry in archive_bytes.steps(data) if entry[1] & 0x3F == STEP]


# -- several games --


def test_a_game_put_aside_is_listed_and_goes_on_where_it_stood():
    flash, keeper = begin(steps=20)
    first, game = name_of(keeper), keeper.game
    keeper.begin({**GAME, "names": ["Eve", "Joe"]})
    assert keeper.saves() == [(first, ("Mum", "Dad", "Mia"), game.turn_no, False, 0)]
    keeper.resume_save(first)
    assert state_bytes.same(keeper.game, game) and keeper.command == COMMANDS[19]
    assert [about[1] for about in keeper.saves()] == [("Eve", "Joe")]
    again = power_on(flash)
    assert state_bytes.same(again.game, game) and again.names == ("Mum", "Dad", "Mia")
    submit(again, COMMANDS[20:25])


def test_without_room_the_running_game_goes_on_and_no_other_begins(monkeypatch):
    _, keeper = begin(steps=9)
    game, seq = keeper.game, keeper.journal.seq

    def full(old, new):
        raise OSError(28)

    monkeypatch.setattr(os, "rename", full)
    with pytest.raises(OSError):
        keeper.begin(TIMED)
    assert keeper.game is game and keeper.journal.seq == seq and keeper.names == ("Mum", "Dad", "Mia")
    submit(keeper, COMMANDS[9:12])


def test_a_file_left_from_a_cut_does_not_count_beside_the_journal(monkeypatch):
    _, keeper = begin(steps=9)
    first = name_of(keeper)
    keeper.begin(TIMED)
    monkeypatch.setattr(save_files, "remove", lambda name: None)
    keeper.resume_save(first)
    assert Path("games", first + ".sav").exists()
    assert [about[1] for about in keeper.saves()] == [("Ann", "Bob")]
    submit(keeper, COMMANDS[9:15])
    game = keeper.game
    keeper.begin({**GAME, "seed": 4})
    keeper.resume_save(first)
    assert state_bytes.same(keeper.game, game)


def test_the_oldest_finished_game_makes_room_and_no_unfinished_one(monkeypatch):
    _, keeper = begin(steps=5)
    unfinished = name_of(keeper)
    over = []
    for seed in (4, 5):
        keeper.begin({**GAME, "seed": seed})
        keeper.game.over = 1
        over.append(name_of(keeper))
        Path("games", name_of(keeper) + ".log").write_bytes(b"")
    keeper.begin({**GAME, "seed": 6})
    monkeypatch.setattr(saves, "_SAVES_MOST", 3)
    keeper.begin({**GAME, "seed": 7})
    names = [about[0] for about in keeper.saves()]
    assert unfinished in names and over[0] not in names and over[1] in names
    assert not Path("games", over[0] + ".log").exists() and Path("games", over[1] + ".log").exists()


# -- what was done --


def test_all_that_the_journal_has_erased_is_in_the_archive():
    _, keeper = begin(steps=430)
    texts = archive_records(keeper)
    log = Path("games", name_of(keeper) + ".log")
    texts_by_seq = {
        seq: text for seq, kind, _, _, text in archive_bytes.steps(log.read_bytes()) if kind == STEP
    }
    j = keeper.journal
    for seq in range(1, j.seq + 1):
        length = j.read(seq)
        if length >= 0 and j.old_kind == STEP:
            texts_by_seq[seq] = bytes(j.old[HEAD_SIZE : HEAD_SIZE + j.old[HEAD_SIZE - 1]])
    assert [texts_by_seq[seq] for seq in sorted(texts_by_seq)] == [
        command_bytes.write(command) for command in COMMANDS[:430]
    ]
    assert 150 < len(texts) < 430 and log.stat().st_size < 20 * len(texts)


def test_the_chain_of_page_sums_is_filed_and_unbroken():
    _, keeper = begin(steps=400)
    data = Path("games", name_of(keeper) + ".log").read_bytes()
    story = archive_bytes.steps(data)
    pairs = [(a, b) for a, b in zip(story, story[1:], strict=False) if b[0] == a[0] + 1]
    assert len(pairs) > 100
    assert [b[0] for a, b in pairs if b[3] != a[2]] == []


@pytest.mark.proof
def test_a_thousand_power_cycles_neither_fill_the_archive_nor_push_a_game_out():
    flash, keeper = begin(steps=300)
    game, size = keeper.game, Path("games", name_of(keeper) + ".log").stat().st_size
    for _ in range(1000):
        keeper.edition.close()
        keeper = power_on(flash)
        keeper.journal.idle()
    log = Path("games", name_of(keeper) + ".log")
    assert state_bytes.same(keeper.game, game) and log.stat().st_size < size + 2000
    submit(keeper, COMMANDS[300:460])
    texts = [command_bytes.write(command) for command in COMMANDS[:460]]
    assert archive_records(keeper) == texts[: len(archive_records(keeper))]


def test_a_boot_after_every_command_loses_neither_beginning_nor_archive():
    flash, keeper = begin()
    for number in range(330):
        submit(keeper, COMMANDS[number : number + 1])
        keeper.edition.close()
        keeper = power_on(flash)
        keeper.journal.idle()
    texts = archive_records(keeper)
    assert len(texts) > 150 and texts == [command_bytes.write(command) for command in COMMANDS[: len(texts)]]


@pytest.mark.parametrize("where", ["statvfs", "open"])
def test_a_full_filesystem_costs_the_archive_and_nothing_else(monkeypatch, where):
    flash, keeper = begin()

    def full(*_):
        raise OSError(28)

    if where == "statvfs":
        monkeypatch.setattr(archive.os, "statvfs", lambda path: (4096, 4096, 352, 3, 3))
    else:
        monkeypatch.setattr(archive, "open", full, raising=False)
    submit(keeper, COMMANDS[:400])
    assert not Path("games", name_of(keeper) + ".log").exists()
    assert state_bytes.same(power_on(flash).game, keeper.game)


# -- time --


def test_the_time_of_a_timed_game_is_saved_each_minute_and_not_more_often():
    flash, keeper = begin(TIMED)
    pages = flash.programs
    for _ in range(4 * 60 * 5):  # five minutes by quarters of a second
        keeper.pass_time(250)
        keeper.save_time()
    assert keeper.played_s == 300 and flash.programs - pages == 5 and keeper.journal.kind == CLOCK
    keeper.pass_time(59_999)
    assert not keeper.save_time()
    again = power_on(flash)
    assert again.played_s == 300 and state_bytes.same(again.game, keeper.game)


def test_a_game_without_a_limit_saves_its_time_with_its_steps_only():
    flash, keeper = begin(steps=3)
    keeper.pass_time(600_000)
    assert not keeper.save_time()
    pages = flash.programs
    submit(keeper, COMMANDS[3:4])
    assert flash.programs - pages == 1 and power_on(flash).played_s == 600


def test_undo_goes_back_over_the_clock_and_over_a_boot_but_time_does_not():
    flash, keeper = begin(TIMED)
    start = keeper.game
    command = {"do": "roll", "by": 0, "dice": (1, 2)}
    keeper.submit(command)
    keeper.pass_time(61_000)
    assert keeper.save_time()
    after = keeper.game
    again = power_on(flash)
    again.submit({"do": "undo"})
    assert state_bytes.same(again.game, start) and again.played_s == 61
    last = power_on(flash)
    last.submit({"do": "redo"})
    assert state_bytes.same(last.game, after) and last.played_s == 61


def test_a_step_takes_one_page():
    flash, keeper = begin()
    pages = []
    for command in COMMANDS:
        before = flash.programs
        keeper.submit(command)
        pages.append(flash.programs - before)
        keeper.journal.idle()
    assert max(pages) <= 2 and sum(pages) / len(pages) < 1.05


# -- damage --


def mutated(data: bytes, at: int, value: int, cut: int, mend: bool) -> bytes:
    data = bytearray(data[: len(data) - cut] if cut else data)
    if data:
        data[at % len(data)] = value
    if mend and len(data) > 4:
        struct.pack_into("<I", data, len(data) - 4, zlib.crc32(data[:-4]))
    return bytes(data)


@SLOW
@given(st.integers(0, 2000), st.integers(0, 255), st.sampled_from([0, 0, 0, 1, 9, 200]), st.booleans())
def test_a_damaged_file_is_no_game_and_harms_no_other(box, at, value, cut, mend):
    _, keeper = begin(steps=30)
    first = name_of(keeper)
    digest = state_bytes.digest(keeper.game)
    keeper.begin(TIMED)
    file = Path("games", first + ".sav")
    data = file.read_bytes()
    file.write_bytes(mutated(data, at, value, cut, mend))
    stood, seq = state_bytes.digest(keeper.game), keeper.journal.seq
    keeper.saves()
    try:
        keeper.resume_save(first)
    except (BooksError, EditionError):
        assert state_bytes.digest(keeper.game) == stood and keeper.journal.seq == seq
    else:
        assert state_bytes.sound(keeper.game)
        assert mend or state_bytes.digest(keeper.game) == digest


@SLOW
@given(
    st.lists(st.tuples(st.integers(0, 8000), st.integers(0, 255)), min_size=1, max_size=8),
    st.integers(0, 900),
)
def test_a_damaged_archive_tells_less_but_nothing_else(changes, cut):
    data = bytearray(LOG)
    for at, value in changes:
        data[at % len(data)] = value
    steps = archive_bytes.steps(bytes(data[: len(data) - cut]) + LOG[:100])
    assert set(steps) <= set(archive_bytes.steps(LOG))


@SLOW
@given(st.integers(0, 231), st.integers(0, 255), st.sampled_from([1, 2, 3, 4, 5, 9]))
def test_a_foreign_or_damaged_state_is_a_fault_in_words_and_never_a_crash(box, at, value, kind):
    """The page has a valid checksum but wrong contents. Only the keeper can notice that."""
    flash, keeper = begin(steps=30)
    j = keeper.journal
    length = j.read(j.seq)
    j.payload[:length] = j.old[:length]
    j.payload[at % length] = value
    j.append(kind, length)
    seq = j.seq
    try:
        again = power_on(flash)
    except (BooksError, EditionError):
        image = [bytes(flash.sector(block) or b"") for block in RING]
        with pytest.raises((BooksError, EditionError)):
            power_on(flash)
        assert sum(bytes(flash.sector(b) or b"") != image[b] for b in RING) <= 2  # only the boot page
    else:
        assert state_bytes.sound(again.game) and again.here in (seq, seq - 1)


def test_wrong_sums_stop_before_anything_is_written():
    flash, keeper = begin(steps=10)
    seq, programs = keeper.journal.seq, flash.programs
    keeper.game.cash[8] += 1
    with pytest.raises(BooksError):
        keeper.submit(COMMANDS[10])
    assert keeper.journal.seq == seq and flash.programs == programs


@pytest.mark.parametrize("starting", [True, False])
@pytest.mark.parametrize(
    "error",
    [
        BooksError("x"),
        EditionError("editions/star-wars-ep1.bin: not the one this game began with"),
        StorageError("no slot could be programmed"),
        Refused("too-many-players"),
        KeyError("edition"),
        MemoryError(),
    ],
    ids=lambda error: type(error).__name__ if isinstance(error, Exception) else str(error),
)
def test_whatever_stops_the_game_is_said_in_words_that_fit(error, starting):
    sentences = words.read_words("en")
    rows = fault_text.lines(
        lambda number, *facts: sentences[number][1].format(*facts), error, 123456, starting
    )
    assert 1 <= len(rows.split("\n")) <= 7 and max(map(len, rows.split("\n"))) <= 21
    if isinstance(error, BooksError):
        assert "123456" in rows


def log() -> bytes:
    entries = [
        (seq, STEP, bytes([seq, 1, 2, 3]), bytes([seq - 1, 1, 2, 3]), b"\x01" * (seq % 9))
        for seq in range(1, 200)
    ]
    return b"".join(archive_bytes.chunk(1 + at // 16, 1, entries[at : at + 16]) for at in range(0, 199, 16))


LOG = log()
