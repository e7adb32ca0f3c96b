"""A journal that the firmware 0.1 wrote, before rings had an id: the game goes on, and its log stays whole.

ring-0.1.bin is that ring, 16 sectors packed by zlib: three players on the classic board, 70 commands by the
lab's players, an undo and a redo and a power-on between.
"""

import contextlib
import zlib
from pathlib import Path

import pytest
from played import RING, FaultFlash, Table, commands, within

from banker.app.store.journal import Journal
from banker.app.store.keeper import Keeper
from banker.app.store.pages import AT_VERSION, OLD_VERSION, PAGE, SECTOR, SLOTS, VERSION
from banker.core.codec import state_bytes
from deedbox.games.found_games import FoundGames
from deedbox.games.replay import replay_game

IMAGE = zlib.decompress(Path(__file__).with_name("ring-0.1.bin").read_bytes())
ID = b"\x01ring"[:4]
# What that firmware said of its game when it was switched off.
LAST_RECORD, DIGEST, CASH, TIP = 73, 0x46CB10B4, [956, 845, 848], "01440bd0"


class OldTable(Table):
    """A box that was updated: its ring is that of 0.1, and gets an id now."""

    def __init__(self):
        super().__init__()
        self.flash = FaultFlash(len(RING))
        for block in RING:
            self.flash._own(block)[:] = IMAGE[block * SECTOR : (block + 1) * SECTOR]
        self.power_on()

    def power_on(self):
        self.keeper = Keeper(Journal(self.flash, RING, ID), contextlib.nullcontext())
        self.keeper.resume()


@pytest.fixture
def table(tmp_path):
    with within(tmp_path):
        yield OldTable()


def versions(table):
    pages = [table.flash.sector(block)[at : at + PAGE] for block in RING for at in range(0, SECTOR, PAGE)]
    return [page[AT_VERSION] for page in pages if page[:2] == b"DX"]


def test_the_game_goes_on_where_it_was(table):
    game = table.keeper.game
    assert state_bytes.digest(game) == DIGEST and game.cash[:3] == CASH
    before = table.keeper.here
    table.do({"do": "undo"}, {"do": "redo"}, *commands()[70:90])
    assert table.keeper.here == before + 22
    here = state_bytes.digest(table.keeper.game)
    table.reboot()
    assert state_bytes.digest(table.keeper.game) == here


def test_beginning_and_last_step_are_written_once_more_with_the_rings_id(table):
    """If the map of the ring is lost, only pages with its id count."""
    written = [version for version in versions(table) if version == VERSION]
    assert len(written) == 3, "the BOOT page, the beginning, the step"
    journal = table.keeper.journal
    assert journal.seq == LAST_RECORD + 2 and table.keeper.beginning == LAST_RECORD + 1
    table.reboot()
    assert table.keeper.journal.seq == LAST_RECORD + 2, "once is enough"


def test_the_chain_goes_on_from_the_old_pages_and_the_host_reads_both(table):
    links = [page[12:16].hex() for page in (table.flash.sector(block)[at : at + PAGE] for block in RING
             for at in range(0, SECTOR, PAGE)) if page[:3] == b"DX\x02"]  # fmt: skip
    assert TIP in links
    table.do(*commands()[70:200])
    games = FoundGames(table.pages(), table.files())
    replay = replay_game(games.by_id[games.current], games.files)
    assert replay.sound and not replay.findings
    assert len(replay.steps) == 202 and OLD_VERSION in versions(table)
    assert state_bytes.same(replay.end, table.keeper.game)


def test_the_host_needs_no_id_and_tells_the_same_with_and_without_it(table):
    table.do(*commands()[70:80])
    journal = table.keeper.journal
    plain = []
    for block in RING:
        for slot in range(SLOTS):
            journal.look(block, slot)
            if journal.seen != journal.blank:
                plain.append((block * SLOTS + slot, bytes(journal.seen)))
    assert plain != table.pages(), "on flash they have it"
    one, two = (FoundGames(pages, {}) for pages in (plain, table.pages()))
    assert (
        one.by_id[one.current].entries == two.by_id[two.current].entries and not one.findings + two.findings
    )
