"""The newest pages of a game cannot be read: the box says so, waits for everyone, and the archive helps."""

import json
from pathlib import Path
from random import Random

import pytest
from hands import Hands, files_of_a_new_game
from played import RING, Table, commands
from workbench import Workbench

from banker.app.store import lost_steps, save_files
from banker.app.store.pages import AT_KIND, AT_RING, BOOT, CRC, GOOD, PAGE, SLOTS, check, generation, sequence
from banker.app.store.records import AGAIN, BEGIN, STEP
from banker.core.codec import archive_bytes, state_bytes
from banker.core.refusal import BooksError, Refused
from deedbox.bench.games import play_game
from deedbox.link import RefusedError, connect
from deedbox.tagging.tag_map import TagSet
from deedbox.twin import Twin

TAGS = TagSet().tags
GAME = {"edition": "zelda", "names": ["Mum", "Dad", "Mia"], "seed": 7}
PATIENCE_S = 30.0


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return Table().begin()


def good_pages(flash, blocks):
    """(generation, slot, block, page) of every good page, in the order of writing."""
    found = []
    for block in blocks:
        for slot in range(SLOTS):
            page = bytearray(PAGE)
            flash.readblocks(block, page, slot * PAGE)
            if check(page, page[AT_RING:CRC]) == GOOD:
                found.append((generation(page), slot, block, bytes(page)))
    return sorted(found)


def rot(flash, pages, blocks=RING, first=20):
    """Damage the newest pages behind their headers."""
    dice = Random(pages)
    for _, slot, block, _ in good_pages(flash, blocks)[-pages:]:
        flash._own(block)[slot * PAGE + dice.randrange(first, PAGE)] ^= 16


def written(table):
    return table.flash.operations, {path.name: path.read_bytes() for path in Path("games").glob("*")}


# -- the keeper --


def test_twenty_damaged_pages_are_twenty_lost_steps_and_stay(table):
    table.do(*commands()[:80])
    states = {}
    for _ in range(20):
        states[table.keeper.here] = state_bytes.digest(table.keeper.game)
        table.do(commands()[80 + len(states) - 1])
    rot(table.flash, 20)
    before = written(table)
    table.reboot()
    keeper = table.keeper
    assert keeper.journal.lost == 20 and state_bytes.digest(keeper.game) == states[min(states)]
    with pytest.raises(Refused) as no:
        table.keeper.submit(dict(commands()[80]))
    assert no.value.code == "busy"
    keeper.pass_time(600_000)
    assert not keeper.save_time() and not keeper.journal.idle()
    assert written(table) == before
    table.reboot()
    assert table.keeper.journal.lost == 20, "no power-on changes that"
    table.keeper.go_on()
    assert not table.keeper.journal.lost
    table.do(*commands()[80:90])
    now = state_bytes.digest(table.keeper.game)
    table.reboot()
    assert not table.keeper.journal.lost and state_bytes.digest(table.keeper.game) == now


def test_undo_after_it_goes_back_over_the_gap(table):
    table.do(*commands()[:60])
    older = state_bytes.digest(table.keeper.game)
    table.do(*commands()[60:70])
    rot(table.flash, 10)
    table.reboot()
    table.keeper.go_on()
    table.do(commands()[60], {"do": "undo"})
    assert state_bytes.digest(table.keeper.game) == older
    replay = table.replay()
    assert state_bytes.same(replay.end, table.keeper.game)


def test_what_the_archive_knows_comes_back(table):
    """Of the ring only the oldest sectors can be read, and those after them are filed already."""
    log = Path(save_files.path(table.keeper.identity, save_files.ARCHIVE))
    at = 300
    table.do(*commands()[:at])
    while True:  # until sectors were filed ahead
        pages = good_pages(table.flash, RING)
        last_good = sequence(pages[20][3])
        if log.exists() and max(filed_steps(log)) > last_good + 15:
            break
        table.do(commands()[at])
        at += 1
    newest = table.keeper.journal.seq
    rot(table.flash, len(pages) - 21)
    table.reboot()
    assert table.keeper.here == last_good and table.keeper.journal.lost == newest - last_good
    known = lost_steps.filed(table.keeper)
    assert known == [text for seq, text in filed_steps(log).items() if seq > last_good]
    count = len([seq for seq in filed_steps(log) if seq <= last_good]) + len(known)
    table.keeper.go_on()
    assert state_bytes.digest(table.keeper.game) == state_after(count)
    table.reboot()
    assert state_bytes.digest(table.keeper.game) == state_after(count) and not table.keeper.journal.lost
    table.do(*commands()[count : count + 20])


def filed_steps(log):
    entries = archive_bytes.steps(log.read_bytes())
    return {seq: text for seq, kind, _, _, text in entries if kind & 0x3F == STEP}


def state_after(count):
    for number, (_, game) in enumerate(play_game("classic", 3, 3), 1):
        if number == count:
            return state_bytes.digest(game)
    raise AssertionError("the game was shorter")


def test_what_was_filed_before_an_earlier_loss_is_not_done_again(table):
    """Its numbers are above those of the game now, but its sectors are older."""
    log = Path(save_files.path(table.keeper.identity, save_files.ARCHIVE))
    table.do(*commands()[:20])
    here = table.keeper.here
    entries = [(here + n, STEP, bytes(4), bytes(4), b"\x02\0") for n in range(1, 9)]
    log.parent.mkdir(exist_ok=True)
    table.do(*commands()[20:23])
    rot(table.flash, 3)
    table.reboot()
    gen = table.keeper.journal.gen
    log.write_bytes(archive_bytes.chunk(gen - 1, 0, entries))
    assert lost_steps.filed(table.keeper) == []
    log.write_bytes(archive_bytes.chunk(gen + 2, 0, entries))
    assert lost_steps.filed(table.keeper) == [], "a sector between them is missing"
    log.write_bytes(archive_bytes.chunk(gen, 0, entries))
    assert len(lost_steps.filed(table.keeper)) == 8


def test_a_beginning_that_cannot_be_read_comes_from_its_other_copy(table):
    """It is repeated before the ring overwrites it; here the repetition rots, and the first copy is there."""
    at = 0
    while table.keeper.beginning == 1:
        table.do(commands()[at])
        at += 1
    state = state_bytes.digest(table.keeper.game)
    spoil(table.flash, table.keeper.beginning)
    table.reboot()
    assert state_bytes.digest(table.keeper.game) == state
    table.do(*commands()[at : at + 100]).reboot()
    assert table.keeper.journal.read(table.keeper.beginning) > 0


def test_a_beginning_that_cannot_be_read_comes_from_the_archive(table):
    table.do(*commands()[:420])
    state = state_bytes.digest(table.keeper.game)
    for page in [
        page for *_, page in good_pages(table.flash, RING) if page[AT_KIND] & ~BOOT in (BEGIN, AGAIN)
    ]:
        spoil(table.flash, sequence(page))
    for _ in range(3):
        table.reboot()
        assert state_bytes.digest(table.keeper.game) == state
    assert table.keeper.journal.read(table.keeper.beginning) > 0, "it is in the journal again"
    table.do(*commands()[420:500]).reboot()
    games = table.games()
    assert games.by_id[games.current].about["names"] == list(table.keeper.names)


def test_without_any_copy_of_the_beginning_it_says_so_and_writes_nothing_more(table):
    table.do(*commands()[:30])
    spoil(table.flash, 1)
    with pytest.raises(BooksError, match="beginning"):
        table.reboot()


def spoil(flash, seq):
    """Damage every page of this record."""
    for _, slot, block, page in good_pages(flash, RING):
        if sequence(page) == seq:
            flash._own(block)[slot * PAGE + 60] ^= 4


# -- the box in virtual time --


@pytest.fixture
def bench(tmp_path, monkeypatch):
    files = {"tags.bin": TagSet().file(), "newgame.json": json.dumps(GAME).encode()}
    return Workbench(tmp_path, monkeypatch, files).switch_on().sees("MUM", "1500")


def damage(bench, pages):
    """Damage the newest pages of a bench's journal."""
    memory = bench.flash.memory
    found = []
    for at in range(0, len(memory), PAGE):
        page = memory[at : at + PAGE]
        if check(page, page[AT_RING:CRC]) == GOOD:
            found.append((generation(page), at))
    for _, at in sorted(found)[-pages:]:
        memory[at + 100] ^= 2


def play_on(bench, rolls):
    for _ in range(rolls):
        bench.box.do({"do": "correct", "by": 0, "cash": 5})
    bench.box.ui.follow(bench.box.keeper.game)
    return bench


def test_the_box_says_how_many_steps_are_lost_and_goes_on_when_all_have_tapped(bench):
    play_on(bench, 30)
    damage(bench, 12)
    before = bytes(bench.flash.memory)
    bench.switch_on().sees(
        "STEPS LOST", "12 steps cannot be", "read. Last good one:", "Go on from there? Tap"
    )
    assert "Game saved" not in bench.text()
    bench.key("1", "2", "#", "*", "A", "D").tap(TAGS["deed", 1]).sees("Finish this first.")
    bench.run(60_000)
    assert bytes(bench.flash.memory) == before
    bench.tap(TAGS["token", 0]).sees("DAD MIA").tap(TAGS["token", 2]).sees("Tap", "DAD")
    assert bytes(bench.flash.memory) == before
    bench.tap(TAGS["token", 1]).sees("WELCOME BACK", "Game saved. Last:")
    assert bench.box.keeper.game.cash[0] == 1500 + 5 * 18
    bench.key("#").sees("MUM", "1590")
    bench.switch_on().sees("WELCOME BACK")


def test_a_pulled_plug_before_all_agreed_changes_nothing(bench):
    play_on(bench, 20)
    damage(bench, 5)
    bench.switch_on().sees("5 steps cannot be")
    bench.tap(TAGS["token", 0]).tap(TAGS["token", 1])
    bench.switch_on().sees("5 steps cannot be", "MUM DAD +1")


def test_who_agreed_and_waited_in_vain_agrees_again(bench):
    play_on(bench, 20)
    damage(bench, 5)
    bench.switch_on().tap(TAGS["token", 0]).sees("DAD MIA")
    bench.run(40_000).sees("MUM DAD +1")


def test_the_banker_card_stands_in_for_a_lost_token(bench):
    play_on(bench, 20)
    damage(bench, 5)
    bench.switch_on().tap(TAGS["token", 0]).tap(TAGS["token", 1]).tap(TAGS["banker", 0]).sees("WELCOME BACK")


def test_a_silent_reader_does_not_lead_past_it(bench):
    play_on(bench, 20)
    damage(bench, 5)
    bench.switch_on().sees("STEPS LOST").reader.unplug()
    bench.run(3000)
    bench.reader.plug_in() if hasattr(bench.reader, "plug_in") else None
    bench.key("*", "#", "*").run(1000)
    bench.box.ui.home()
    bench.box.redraw()
    bench.run(300).sees("STEPS LOST")


def test_where_nothing_can_be_read_the_banker_card_leads_to_a_new_game(bench):
    play_on(bench, 20)
    damage(bench, 60)
    before = bytes(bench.flash.memory)
    bench.switch_on().sees("GAME CAN'T BE READ", "steps cannot be", "Banker card: new game")
    bench.key("A", "#").tap(TAGS["token", 0])
    assert bytes(bench.flash.memory) == before
    bench.run(3000).tap(TAGS["banker", 0]).sees("NEW GAME")


def test_without_a_banker_card_a_key_does(tmp_path, monkeypatch):
    entries = TagSet().file()
    files = {"tags.bin": entries[:-13], "newgame.json": json.dumps(GAME).encode()}
    bench = Workbench(tmp_path, monkeypatch, files).switch_on()
    play_on(bench, 20)
    damage(bench, 60)
    bench.switch_on().sees("GAME CAN'T BE READ", "New game").key("A").sees("NEW GAME")


# -- the whole firmware --


def test_on_the_twin_a_host_cannot_play_on_before_the_table_agreed(tmp_path):
    files = {**files_of_a_new_game(**GAME), "settings.json": b'{"remote": true}'}
    with Twin(files=files) as twin:
        hands = Hands(twin)
        hands.sees("MUM", "1500")
        with connect(twin, timeout_s=PATIENCE_S) as box:
            for _ in range(15):
                box.command({"do": "correct", "by": "Mum", "cash": 5})
        twin.power_cut()
        image = twin.flash.image()
        ring = [
            at
            for at in range(0, len(image), PAGE)
            if check(bytearray(image[at : at + PAGE]), image[at + AT_RING : at + CRC]) == GOOD
        ]
        newest = sorted(ring, key=lambda at: (generation(image[at:]), sequence(image[at:]), at))[-10:]
        for at in newest:
            twin.flash.rot(at + 20, PAGE - 20, seed=at)
        before = twin.flash.image()
        twin.start()
        hands.sees("STEPS LOST", "10 steps cannot be", "Last good one:")
        with connect(twin, timeout_s=PATIENCE_S) as box:
            with pytest.raises(RefusedError, match="something else"):
                box.command({"do": "correct", "by": "Mum", "cash": 5})
            assert box.look().state["players"]["Mum"]["cash"] == 1500 + 5 * 5
            assert len(box.pages()) == 16, "a host can still fetch every page"
        hands.wait(2500)
        assert twin.flash.image() == before
        for token in (0, 1, 2):
            hands.tap("token", token)
        hands.sees("WELCOME BACK", "Game saved. Last:")
        with connect(twin, timeout_s=PATIENCE_S) as box:
            box.command({"do": "correct", "by": "Mum", "cash": 5})
        hands.pull_the_plug()
        with connect(twin, timeout_s=PATIENCE_S) as box:
            assert box.look().state["players"]["Mum"]["cash"] == 1500 + 5 * 6
