"""What newer firmware wrote, on this one: it says so in words, loses nothing, and the game in play goes on.

A version, or a number of something that this firmware does not know, is raised by hand; sums are mended.
"""

import contextlib
import json
import struct
import zlib
from pathlib import Path

import pytest
from played import RING, Table, commands
from workbench import Workbench

from banker.app import fault_text
from banker.app.settings import Settings
from banker.app.store import records, save_files
from banker.app.store.journal import Journal
from banker.app.store.keeper import Keeper
from banker.app.tags import enrol
from banker.app.tags.tag_map import TagMap
from banker.core.codec import archive_bytes, command_bytes, state_bytes
from banker.core.refusal import BooksError, VersionError
from banker.core.setup.house_rules import all_house_rules
from banker.core.state import END_TURN
from deedbox import editions, words
from deedbox.editions import compiler
from deedbox.games import found_games, ring_pages, save_file
from deedbox.tagging.tag_map import TagSet

GAME = {"edition": "classic", "names": ["Mum", "Dad", "Mia"], "seed": 3}


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return Table().begin().do(*commands()[:12])


def say(number, *facts):
    return words.read_words("en")[number][1].format(*facts)


# -- the game in the journal --


def newer_state(record: bytearray, at: int) -> None:
    record[at] = state_bytes.VERSION + 1


def newer_command(record: bytearray, at: int) -> None:
    record[records.HEAD_SIZE] = len(command_bytes.NAMES)


def newer_argument(record: bytearray, at: int) -> None:
    record[records.HEAD_SIZE + 1] = 200


def newer_task(game) -> None:
    game.tasks.append((END_TURN + 1, 0, 0, 0, 0))


def newer_rule(game) -> None:
    game.changed = {max(rule.number for rule in all_house_rules()) + 1: (1,)}


def write_step(table, change) -> None:
    """Another step as newer firmware would write it; none of this one's checks sees it."""
    keeper = table.keeper
    game = keeper.game.copy()
    if change in (newer_task, newer_rule):
        change(game)
    j = keeper.journal
    text = command_bytes.write({"do": "roll", "dice": (1, 2)})
    parent = keeper.here
    head = (keeper.beginning, parent, records.NO_STEP, *keeper.identity, 0, 0, len(text))
    struct.pack_into(records.HEAD, j.payload, 0, *head)
    at = records.HEAD_SIZE + len(text)
    j.payload[records.HEAD_SIZE : at] = text
    length = at + state_bytes.pack(game, j.payload[at:])
    if change not in (newer_task, newer_rule):
        change(j.payload, at)
    j.append(records.STEP, length)


@pytest.mark.proof_unless("newer_state", "newer_command")
@pytest.mark.parametrize("change", [newer_state, newer_command, newer_argument, newer_task, newer_rule])
def test_a_step_of_newer_firmware_is_refused_in_words_and_stays(table, change):
    write_step(table, change)
    newest = table.keeper.journal.seq
    for _ in range(40):  # power-on after power-on pushes nothing out
        keeper = Keeper(Journal(table.flash, RING), contextlib.nullcontext())
        with pytest.raises(VersionError) as error:
            keeper.resume()
        assert keeper.journal.seq == newest
        shown = fault_text.lines(say, error.value, newest, True)
        assert shown.split("\n")[:2] == ["The game needs newer", "firmware. Update this"]
    kept = [keeper.journal.read(seq) for seq in range(1, newest + 1)]
    assert min(kept) > 0, "every record is still there"


def test_a_kind_of_record_that_is_unknown_is_refused_in_words(table):
    table.keeper.journal.append(records.CLOCK + 1, 60)
    with pytest.raises(VersionError):
        table.reboot()


def test_a_house_rule_that_is_unknown_at_the_beginning_is_refused_in_words(table):
    text = json.dumps({**GAME, "rules": {"a_rule_of_tomorrow": True}}).encode()
    j = table.keeper.journal
    j.payload[: len(text)] = text
    j.append(records.BEGIN, len(text))
    with pytest.raises(VersionError):
        table.reboot()


def test_a_beginning_that_is_no_json_is_not_taken_for_a_newer_one(table):
    j = table.keeper.journal
    j.payload[:3] = b"[{]"
    j.append(records.BEGIN, 3)
    with pytest.raises(BooksError) as error:
        table.reboot()
    assert type(error.value) is BooksError


# -- saves --


def newer_save(table) -> Path:
    """Put the game aside; its file then is one of newer firmware."""
    path = Path(save_files.path(table.keeper.identity, save_files.SAVE))
    table.begin(["Eve", "Joe"])
    data = bytearray(path.read_bytes())
    data[3] += 1  # DBS2
    path.write_bytes(bytes(data[:-4]) + struct.pack("<I", zlib.crc32(data[:-4])))
    return path


def test_a_newer_save_is_listed_and_refused_and_the_game_in_play_goes_on(table):
    path = newer_save(table)
    data = path.read_bytes()
    [save] = table.keeper.saves()
    assert save.id == path.stem and save.names == () and not save.over
    before = state_bytes.digest(table.keeper.game)
    with pytest.raises(VersionError):
        table.keeper.resume_save(save.id)
    assert state_bytes.digest(table.keeper.game) == before and path.read_bytes() == data
    table.do({"do": "roll", "dice": (1, 2)})


def test_the_box_lists_a_save_that_it_cannot_read_and_says_why(tmp_path, monkeypatch):
    files = {
        "tags.bin": TagSet().file(),
        "newgame.json": json.dumps(GAME).encode(),
        "games/000000aa1234.sav": b"DBS2" + bytes(40),
        "games/000000ab1234.sav": b"nonsense",
    }
    bench = Workbench(tmp_path, monkeypatch, files).switch_on().sees("MUM", "1500")
    bench.tap(TagSet().tags["banker", 0]).key("7", "A", "9").sees(
        "SAVED GAMES", "1 can't be read", "2 can't be read"
    )
    bench.key("1").sees("That game needs newer", "firmware.")
    bench.run(5000).key("9", "2").sees("That game cannot be")
    bench.run(5000)
    assert bench.box.keeper.game and not bench.box.message
    assert (tmp_path / "games" / "000000aa1234.sav").exists()


# -- archives, settings, tags --


def newer_chunk(data: bytes) -> bytes:
    head = data[:2] + bytes((archive_bytes.VERSION + 1,)) + data[3:14]
    body = data[archive_bytes.HEAD_SIZE :]
    return head + struct.pack("<I", zlib.crc32(body, zlib.crc32(head))) + body


def test_an_archive_of_newer_firmware_keeps_what_it_has(table):
    path = Path(save_files.path(table.keeper.identity, save_files.ARCHIVE))
    path.parent.mkdir(exist_ok=True)
    newer = newer_chunk(archive_bytes.chunk(1, 0, [(1, records.STEP, b"\0\1\2\3", b"", b"\x02\0")]))
    path.write_bytes(newer)
    table.do(*commands()[12:330])
    assert path.read_bytes().startswith(newer) and len(path.read_bytes()) > len(newer) + 100


def test_settings_that_are_unknown_stay(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("settings.json").write_text('{"volume": 1, "glow": "amber", "gain": "high"}')
    Settings().set("slow", True)
    now = json.loads(Path("settings.json").read_text())
    assert (now["glow"], now["volume"], now["slow"]) == ("amber", 1, True)
    assert Settings()["gain"] == 38, "a value of another type does not count"
    with pytest.raises(ValueError):
        Settings().set("glow", "green")


def test_a_kind_of_tag_that_is_unknown_stays(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    strange = bytes((4,)) + b"\x11\x22\x33\x44".ljust(10, b"\0") + bytes((9, 3))
    Path("tags.bin").write_bytes(strange)
    tags = TagMap()
    assert tags.find(b"\x11\x22\x33\x44", 4) == 0
    assert enrol.learn(tags, b"\x01\x02\x03\x04", 4, 1, 0) == enrol.DONE
    assert strange in Path("tags.bin").read_bytes()


# -- the host --


def test_the_host_says_that_it_is_older_instead_of_damaged(table):
    path = newer_save(table)
    with pytest.raises(save_file.SaveError, match="newer firmware"):
        save_file.read_save(path.read_bytes())
    entry = (1, records.STEP, b"\0\1\2\3", b"", b"\x02\0")
    log = {"games/00000001aaaa.log": newer_chunk(archive_bytes.chunk(1, 0, [entry]))}
    [found] = found_games.FoundGames([], log).by_id.values()
    assert "newer firmware" in found.findings[0].text
    place, page = table.pages()[-1]
    newer = bytearray(page)
    newer[2] += 98
    struct.pack_into("<I", newer, 252, zlib.crc32(newer[:252]))
    findings = ring_pages.read_ring([*table.pages()[:-1], (place, bytes(newer))]).findings
    assert "newer firmware" in findings[0].text


def test_a_newer_board_is_named_as_such():
    data = bytearray(editions.compile_edition("classic"))
    data[3] += 1
    with pytest.raises(compiler.EditionError, match="for this version"):
        compiler.decompile_edition(bytes(data))
