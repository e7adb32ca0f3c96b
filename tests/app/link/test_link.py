"""A box and a host with a bad cable between them: an order is carried out once or not at all."""

import asyncio
import hashlib
import json
import os
import struct
import time
import tomllib
from pathlib import Path

import pytest
from cable import GAME, Cable, Device, another, make_ready, session
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mangle import hear

from banker.app.link import conversation, port
from banker.app.link.conversation import FUNCTIONS
from banker.core.codec import state_bytes
from banker.core.codec.state_json import state
from banker.core.ids import DEED_IDS
from banker.core.refusal import BooksError
from banker.protocol import frame, names, tickets, verbs
from deedbox import editions
from deedbox.fixtures import portable
from deedbox.link import (
    DeviceError,
    Event,
    LinkError,
    RefusedError,
    Session,
    SilentError,
    UnsureError,
    VersionError,
)
from deedbox.link.scratch_game import ScratchGame
from deedbox.link.state_unpacking import game_id

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
MANY = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
OWN = editions.compile_edition("spider-man")
OTHER_ZELDA = another("zelda")
# A command that is open in each phase.
NEXT = {
    "roll": {"do": "roll"},
    "buy": {"do": "decline"},
    "auction": {"do": "hammer"},
    "card": {"do": "draw"},
    "tax": {"do": "tax", "choose": "flat"},
    "debt": {"do": "undo"},
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    make_ready(tmp_path, monkeypatch)
    return tmp_path


@pytest.fixture
def device():
    return Device()


def steps(device):
    """The steps in the journal, oldest first."""
    return [event.command["do"] for event in session(device).events(0, timeout_s=0)]


def digest(device):
    return state_bytes.digest(device.box.keeper.game)


# -- looking --


def test_a_look_has_the_state_of_the_contract_the_rows_and_the_keys(device):
    look = session(device).look()
    assert look.state == json.loads(json.dumps(state(device.box.keeper.game, GAME["names"])))
    assert (look.names, look.edition, look.screen) == (GAME["names"], "classic", "turn.home")
    assert len(look.rows) == 8 and look.rows[0] == "MUM"
    assert dict(look.inputs)["*"] == "Undo"


def test_a_look_at_a_box_without_a_game_has_no_state():
    look = session(Device(about=None)).look()
    assert (look.game, look.state, look.names) == ("", {}, [])
    assert look.rows != [""] * 8


def test_the_tags_that_a_screen_asks_for_are_told_by_name(device):
    box = session(device)
    box.command({"do": "roll", "dice": [1, 2]})
    box.tap("deed:brown2")
    assert ("token:1", "Mum") in box.look().taps


def test_a_screen_that_asks_for_tokens_and_not_for_seats_is_told_with_these_tokens():
    device = Device(about={**GAME, "tokens": [1, 2, 0]})
    ui = device.box.ui
    ui.show("table.lost_token")
    tags = [name for name, _ in session(device).look().taps]
    assert tags == ["token:2", "token:3", "token:1"], "everyone's, in the order of their seats"
    device.box.keeper.game.over = 1
    ui.show("setup.new_game")
    ui.draft["tokens"] = [5, 2]
    ui.show("setup.who_starts")
    tags = [name for name, _ in session(device).look().taps]
    assert tags == ["token:6", "token:3"], "as they were tapped for the next game"


def test_hello_says_who_it_is(device, folder):
    (folder / "data").mkdir()
    (folder / "data" / "firmware.json").write_text('{"firmware": "9.9", "hash": "abc"}')
    hello = session(device).hello()
    assert (hello.protocol, hello.firmware, hello.hash, hello.remote) == (1, "9.9", "abc", True)
    assert hello.boot == device.talk.tickets.nonce


def test_the_picture_travels_as_it_is(device):
    assert session(device).picture() == bytes(device.box.picture)


def test_an_edition_that_this_host_does_not_know_is_fetched_from_the_box(device, monkeypatch):
    monkeypatch.setattr(editions, "IDS", ())
    look = session(device).look()
    assert look.state["players"]["Mum"]["cash"] == 1500


# -- playing --


def test_a_command_is_done_saved_and_marked_as_remote(device):
    box = session(device)
    assert box.command({"do": "roll", "dice": [1, 2]})
    assert box.look().state["phase"] == "buy"
    last = list(box.events(0, timeout_s=0))[-1]
    assert (last.command, last.remote) == ({"do": "roll", "by": "Mum", "dice": [1, 2]}, True)
    assert last.state == box.look().state


def test_what_hands_do_is_not_remote(device):
    for key in "12#":
        device.box.handle(0, ord(key))
    events = list(session(device).events(0, timeout_s=0))
    assert [(event.command["do"], event.remote) for event in events] == [("begin", False), ("roll", False)]


def test_keys_and_taps_do_what_hands_do(device):
    box = session(device)
    for key in "12":
        box.key(key)
    box.tap("deed:brown2")
    box.tap("token:1")
    assert box.look().state["deeds"]["brown2"]["owner"] == "Mum"
    assert [event.remote for event in box.events(1, timeout_s=0)] == [True, True]


def test_a_refusal_has_its_code_and_changes_nothing(device):
    before = digest(device)
    with pytest.raises(RefusedError) as no:
        session(device).command({"do": "buy"})
    assert no.value.code == "wrong-phase"
    assert digest(device) == before and device.box.journal.seq == 1


@pytest.mark.parametrize(
    "wish",
    [lambda box: box.command({"do": "roll"}), lambda box: box.key("1"), lambda box: box.tap("token:1")],
)
def test_a_box_that_lets_no_host_play_does_nothing_for_one(wish):
    device = Device(remote=False)
    device.paint()
    before = digest(device), bytes(device.box.picture)
    with pytest.raises(RefusedError) as no:
        wish(session(device))
    assert no.value.code == "remote-off"
    device.paint()
    assert (digest(device), bytes(device.box.picture)) == before


@pytest.mark.parametrize(
    "command, code",
    [
        ({"do": "dance"}, "unknown-command"),
        ({"do": "roll", "dice": [7, 1]}, "bad-dice"),
        ({"do": "roll", "by": "Bob"}, "unknown-player"),
        ({"do": "roll", "cash": 1}, "bad-choice"),
        ({"do": "roll", "remote": 0}, "bad-choice"),
        ({"do": "transfer", "from": "bank", "to": "Mum", "amount": 1 << 63}, "bad-amount"),
    ],
)
def test_malformed_commands_are_refused(device, command, code):
    with pytest.raises(RefusedError) as no:
        session(device).command(command)
    assert no.value.code == code


@pytest.mark.parametrize("text", [b"[" * 700, b'{"do":' * 100, b"\xff\xfe", b"7", b"null", b"{}", b"[1 2]"])
def test_what_is_no_command_is_refused(device, text):
    with pytest.raises((DeviceError, RefusedError)):
        session(device).order(verbs.COMMAND, text)
    assert device.box.journal.seq == 1


@pytest.mark.parametrize(
    "data", [b"", b"\x01", b"\x09\x00", b"\x01\x08", b"\x02\x1c", b"\x00\x00", b"\xff\xff"]
)
def test_a_tap_of_nothing_is_refused(device, data):
    with pytest.raises(DeviceError) as no:
        session(device).order(verbs.TAP, data)
    assert no.value.code == "bad-question"


def test_what_hands_did_before_comes_before(device):
    """The order waits until the ring of inputs is empty."""
    device.box.inputs.count = 1
    box = session(device)
    ticket = struct.pack(tickets.TICKET, box.hello().boot, box._greet(True).about["session"], 1)
    question = verbs.question(verbs.COMMAND, 1, ticket + b'{"do": "roll"}')
    answers = device.talk.answers(question)
    assert [next(answers) for _ in range(3)] == [None, None, None]
    assert device.box.journal.seq == 1
    device.box.inputs.count = 0
    assert next(answers)
    assert device.box.journal.seq == 2


# -- a bad cable --


def scenario(box):
    """Six orders and some looks; the state at the end."""
    box.command({"do": "roll", "dice": [1, 2]})
    box.command({"do": "buy"})
    box.command({"do": "end"})
    box.look()
    for key in "12":
        box.key(key)
    box.tap("deed:brown2")
    return box.look().state


@pytest.fixture(scope="module")
def clean(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        make_ready(tmp_path_factory.mktemp("clean"), patch)
        device = Device()
        return scenario(session(device)), digest(device), device.box.journal.seq


def every(nth, harm):
    """Harm the nth write only."""
    count = -1

    def at_its_turn(data, to_device):
        nonlocal count
        count += 1
        return harm(data) if count == nth else data

    return at_its_turn


HARMS = {
    "lost": lambda data: b"",
    "doubled": lambda data: data + data,
    "half": lambda data: data[: len(data) // 2],
    "without its begin": lambda data: data[3:],
    "one byte lost": lambda data: data[:30] + data[31:],
    "one byte more": lambda data: data[:30] + b"x" + data[30:],
    "one bit": lambda data: data[:20] + bytes((data[20] ^ 1,)) + data[21:],
    "packets swapped": lambda data: data[64:128] + data[:64] + data[128:],
    "a print before it": lambda data: b"Traceback (most recent call last):\r\n ~ OSError: 28\r\n" + data,
    "a print within it": lambda data: data[:40] + b"\r\nhello\r\n" + data[40:],
    "typing before it": lambda data: b"~DA help() ~" + data,
}


def places(harm, count):
    """The messages that are harmed: every third one, a different third for each kind of harm."""
    return range(list(HARMS).index(harm) % 3, count, 3)


@pytest.mark.parametrize("harm", HARMS)
def test_one_thing_going_wrong_anywhere_changes_nothing_in_the_end(clean, harm):
    for nth in places(harm, 26):
        device = Device()
        assert scenario(session(device, every(nth, HARMS[harm]))) == clean[0], nth
        assert (digest(device), device.box.journal.seq) == clean[1:], nth


@MANY
@given(st.lists(st.sampled_from([None, None, None, *HARMS]), min_size=10, max_size=120))
def test_whatever_goes_wrong_nothing_is_done_twice_and_what_is_answered_was_done(faults):
    faults = iter(faults)

    def harm(data, to_device):
        fault = next(faults, None)
        return HARMS[fault](data) if fault else data

    device = Device()
    orders, answers, unsure = [], [], 0
    box = Session(Cable(device, harm))
    for command in ("roll", "decline", "hammer", "end", "roll", "buy", "end", "roll"):
        orders.append(command)
        try:
            box.command({"do": command})
            answers.append(command)
        except RefusedError:
            pass
        except UnsureError:
            unsure += 1
        except SilentError:
            pass  # hello was lost, so no order was sent
    journal = [event.command["do"] for event in session(device).events(1, timeout_s=0)]
    assert len(answers) <= len(journal) <= len(answers) + unsure
    assert _is_subsequence(answers, journal) and _is_subsequence(journal, orders)


def _is_subsequence(short, long):
    rest = iter(long)
    return all(item in rest for item in short)


def test_reordered_frames_are_sorted_out(device):
    """Answers that come late or in the wrong order still go to their own questions."""
    late = []

    def harm(data, to_device):
        if to_device:
            return data
        late.append(data)
        if len(late) < 3:
            return b""
        out = b"".join(reversed(late))
        late.clear()
        return out

    box = Session(Cable(device, harm))
    box.command({"do": "roll", "dice": [1, 2]})
    assert box.look().state["phase"] == "buy"
    assert steps(device) == ["begin", "roll"]


def test_a_box_that_is_slow_is_waited_for_and_does_it_once(device):
    """The first answers arrive after the question was repeated."""
    slow = []

    def harm(data, to_device):
        if to_device:
            return data
        slow.append(data)
        return slow.pop(0) if len(slow) > 1 else b""

    box = Session(Cable(device, harm))
    box.command({"do": "roll", "dice": [1, 2]})
    box.command({"do": "buy"})
    assert steps(device) == ["begin", "roll", "buy"]


def test_a_dead_cable_is_said_with_the_last_that_was_heard(device):
    box = Session(Cable(device, lambda data, to_device: b""))
    box._exchange._receiver.feed(b"Traceback\r\nMemoryError: no room\r\n")
    with pytest.raises(SilentError, match="MemoryError: no room"):
        box.hello()


def test_an_order_without_an_answer_is_unsure_and_the_session_begins_anew(device):
    dead = False

    def harm(data, to_device):
        return b"" if dead and not to_device else data

    box = session(device, harm)
    box.command({"do": "roll", "dice": [1, 2]})
    dead = True
    with pytest.raises(UnsureError):
        box.command({"do": "buy"})
    dead = False
    assert box.look().state["deeds"]["brown2"]["owner"] == "Mum"  # it was done, and a look shows it
    box.command({"do": "end"})
    assert steps(device) == ["begin", "roll", "buy", "end"]


@pytest.mark.parametrize("nth", range(14))
def test_a_restart_in_the_middle_is_said_or_not_noticed_but_nothing_is_done_twice(device, nth):
    count = -1

    def harm(data, to_device):
        nonlocal count
        count += 1
        if count == nth:
            device.power_on()
            return b""
        return data

    box = session(device, harm)
    answers = []
    for command in ("roll", "buy", "end"):
        try:
            box.command({"do": command, **({"dice": [1, 2]} if command == "roll" else {})})
            answers.append(command)
        except UnsureError:
            answers = steps(device)[1:]
        except RefusedError:
            pass  # the one before was not done
    assert steps(device)[1:] == answers


# -- older, newer and foreign programs --


def test_a_recorded_conversation_played_again_does_nothing(device):
    box = session(device)
    scenario(box)
    before = digest(device), device.box.journal.seq
    for _ in range(3):
        for _ in device.hear(b"".join(box.transport.sent)):
            pass
        assert (digest(device), device.box.journal.seq) == before
    device.power_on()
    for _ in device.hear(b"".join(box.transport.sent)):
        pass
    assert digest(device) == before[0]


def test_two_hosts_at_once_get_their_own_answers(device):
    one, two = session(device), session(device)
    one.command({"do": "roll", "dice": [1, 2]})
    two.command({"do": "buy"})
    assert one.look() == two.look()
    one.command({"do": "end"})
    with pytest.raises(RefusedError):
        two.command({"do": "end"})
    assert steps(device) == ["begin", "roll", "buy", "end"]


def test_two_hosts_whose_answers_both_hear_take_only_their_own(device):
    """As at one pseudo-terminal: every answer goes to both."""
    cables = [Cable(device), Cable(device)]
    original = cables[0].write

    def write_to_both(data):
        before = len(cables[0]._to_host)
        original(data)
        cables[1]._to_host += cables[0]._to_host[before:]

    cables[0].write = cables[1].write = write_to_both
    one, two = Session(cables[0]), Session(cables[1])
    for box, command in ((one, "roll"), (two, "decline"), (one, "hammer")):
        box.command({"do": command, **({"dice": [1, 2]} if command == "roll" else {})})
    assert one.look() == two.look()
    assert steps(device) == ["begin", "roll", "decline", "hammer"]


def test_more_hosts_than_the_box_remembers_still_play_one_after_the_other(device):
    boxes = [session(device) for _ in range(tickets.SESSIONS_MOST + 2)]
    for box in boxes:
        box.key("1")  # takes a session
        box.key("*")
    boxes[0].command({"do": "roll", "dice": [1, 2]})  # its session is forgotten: it gets a new one
    assert steps(device) == ["begin", "roll"]


class Stranger:
    """A box with another version of the protocol, which answers hello differently."""

    def __init__(self, least, most):
        self.answer = bytes((least, most)) + b"{}"

    def hear(self, data):
        for payload in hear(frame.Receiver(), data):
            verb, tag = struct.unpack_from(verbs.QUESTION_HEAD, payload)
            yield frame.encode(verbs.answer(verb, tag, verbs.OK, 0, self.answer))


@pytest.mark.parametrize("least, most, advice", [(2, 3, "update deedbox"), (0, 0, "deedbox deploy")])
def test_a_box_with_another_protocol_is_told_apart_with_advice(least, most, advice):
    with pytest.raises(VersionError, match=advice):
        Session(Cable(Stranger(least, most))).hello()


def test_a_newer_box_that_still_speaks_our_version_is_spoken_to_in_it():
    assert Session(Cable(Stranger(1, 7))).hello().protocol == 1


def test_an_older_host_is_told_our_versions_and_gets_no_session(device):
    answer = session(device).ask(verbs.HELLO, bytes((7, 9, 1)))
    assert (answer[0], answer[1]) == (verbs.LEAST, verbs.MOST)
    assert "session" not in json.loads(answer[2:])


@pytest.mark.parametrize("verb", [0, 31, 100, 127])
def test_an_unknown_verb_gets_an_error_never_silence(device, verb):
    box = session(device)
    ask = box.order if verb >= verbs.ORDERS else box.ask
    with pytest.raises(DeviceError) as no:
        ask(verb)
    assert no.value.code == "unknown-verb"


@pytest.mark.parametrize("verb", sorted(set(FUNCTIONS) - {verbs.RESET, verbs.REPL}))
@pytest.mark.parametrize("data", [b"", b"\x00", b"\xff" * 7, b"\xff" * 40, b"\x00" * 700])
def test_nonsense_in_any_verb_is_answered_and_harms_nothing(device, verb, data):
    box = session(device)
    before = digest(device), sorted(os.listdir())
    ask = box.order if verb >= verbs.ORDERS else box.ask
    try:
        if verb == verbs.WATCH:
            box._exchange.send(verb, data)
        else:
            ask(verb, data)
    except DeviceError as no:
        assert no.code != "fault", no
    except RefusedError:
        pass
    assert (digest(device), sorted(os.listdir())) == before


def test_four_watchers_wait_and_a_fifth_takes_the_place_of_the_oldest(device):
    box = session(device)
    seq = device.box.journal.seq
    tags = []
    for _ in range(6):
        box._exchange.send(verbs.WATCH, struct.pack("<IIB", seq, 0, 0))
        for _answer in device.talk.due():
            raise AssertionError("nothing has changed")
        tags.append(device.talk.watchers[-1][0])
        assert [watcher[0] for watcher in device.talk.watchers] == tags[-4:]
    assert len(set(tags)) == 6 and len(device.talk.watchers) == 4


def test_floods_leave_the_game_alone(device):
    box = session(device)
    before = digest(device)
    for flood in (b"~" * 5000, b"~DAp" * 2000, b"\x00\xff" * 5000, frame.encode(b"\xff" * 700) * 50):
        for _ in device.hear(flood):
            pass
    for _ in range(200):
        box._greet(True)
    assert digest(device) == before
    assert len(device.talk.tickets._sessions) == tickets.SESSIONS_MOST
    for _ in range(50):
        box._exchange.send(verbs.WATCH, struct.pack("<IIB", 1, 0, 0))
    assert len(device.talk.watchers) <= 4
    box.command({"do": "roll", "dice": [1, 2]})


def test_the_fate_of_an_order_can_be_asked_without_giving_it(device):
    box = session(device)
    box.command({"do": "roll", "dice": [1, 2]})
    ticket = struct.pack(tickets.TICKET, box.hello().boot, box._session, 1)
    answer = box.ask(verbs.STATUS, ticket)
    assert answer[0] == verbs.OK and struct.unpack_from("<I", answer, 1)[0] == device.box.journal.seq
    with pytest.raises(DeviceError) as no:
        box.ask(verbs.STATUS, struct.pack(tickets.TICKET, box.hello().boot, box._session, 2))
    assert no.value.code == "gone"
    with pytest.raises(DeviceError) as no:
        box.ask(verbs.STATUS, struct.pack(tickets.TICKET, 1, box._session, 1))
    assert no.value.code == "stale"


# -- what was done --


def test_events_are_replayed_from_any_number_and_go_on(device):
    box = session(device)
    scenario(box)
    whole = list(box.events(0, timeout_s=0))
    assert [event.seq for event in whole] == list(range(1, device.box.journal.seq + 1))
    for since in range(device.box.journal.seq):
        assert list(box.events(since, timeout_s=0)) == whole[since:]
    going = box.events(device.box.journal.seq, timeout_s=5)
    box.command({"do": "buy"}) if box.look().state["phase"] == "buy" else box.command({"do": "end"})
    new = next(going)
    assert isinstance(new, Event) and new.state == box.look().state


def test_events_end_when_nothing_happens_for_so_long(device):
    assert list(session(device).events(timeout_s=3)) == []


def test_events_go_on_when_the_journal_has_begun_anew(device):
    watcher, player, commands = session(device), session(device), []
    cable = watcher.transport
    plain_read = cable.read

    def read(timeout_s):
        if cable.time_s > 2 and not commands:
            commands.append(player.command({"do": "roll", "dice": [1, 2]}))
        return plain_read(timeout_s)

    cable.read = read
    assert next(watcher.events(5000, timeout_s=5)).command["do"] == "roll"


def test_a_watcher_hears_of_a_key_that_only_changes_the_screen(device):
    box = session(device)
    look = box.look()
    assert not box.wait(look, 0.2)
    device.box.handle(0, ord("1"))
    assert box.wait(look, 0.2)
    assert box.look().picture != look.picture


def test_events_of_games_before_are_told_with_their_own_names(device):
    box = session(device)
    box.command({"do": "roll", "dice": [1, 2]})
    device.box.keeper.begin({"edition": "zelda", "names": ["Ann", "Bob"], "seed": 1})
    device.box.open_game()
    box.command({"do": "roll", "dice": [3, 4]})
    fresh = session(device)
    turns = [(event.command["do"], event.state["turn"]) for event in fresh.events(0, timeout_s=0)]
    assert turns == [("begin", "Mum"), ("roll", "Mum"), ("begin", "Ann"), ("roll", "Ann")]


def test_a_ring_that_has_turned_tells_what_it_still_has(device):
    box = session(device)
    for _ in range(300):
        box.command(NEXT.get(box.look().state["phase"], {"do": "end"}))
        device.box.journal.idle()
    events = list(box.events(0, timeout_s=0))
    assert events[0].seq > 1 and events[-1].seq == device.box.journal.seq
    assert events[-1].state == box.look().state
    assert list(session(device).events(0, timeout_s=0)) == events


def test_the_journal_travels_page_by_page_as_it_lies_on_flash(device):
    box = session(device)
    scenario(box)
    pages = box.pages()
    assert pages
    for place, page in pages:
        flash_page = bytearray(256)
        device.flash.readblocks(device.box.journal.blocks[place // 16], flash_page, place % 16 * 256)
        assert page == flash_page and page[:2] == b"DX"


# -- files --


def test_a_file_is_put_listed_read_and_removed(device, folder):
    box = session(device)
    box.put("editions/spider-man.bin", OWN)
    assert (folder / "editions" / "spider-man.bin").read_bytes() == OWN
    files = {file.path: file for file in box.list("editions")}
    assert files["editions/spider-man.bin"].size == len(OWN)
    assert box.get("editions/spider-man.bin") == OWN
    box.remove("editions/spider-man.bin")
    assert not (folder / "editions" / "spider-man.bin").exists()


def test_a_list_has_every_file_that_a_host_may_read_with_its_size_and_hash(device, folder):
    files = session(device).list()
    there = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name not in ("table.key", "table.json", "tags.bin")
    }
    assert [file.path for file in files] == sorted(there)
    for file in files:
        assert file.size == len(there[file.path])
        assert file.hash == hashlib.sha256(there[file.path]).hexdigest()[:16]


@pytest.mark.parametrize("size", [0, 1, 751, 752, 753, 1504, 5000])
def test_files_of_any_length_arrive(device, size):
    box = session(device)
    data = (b'{"a": "' + b"x" * size)[: max(size, 9) - 2] + b'"}'
    reports = []
    box.put("fixtures/a.json", data, lambda so_far, whole: reports.append((so_far, whole)))
    assert box.get("fixtures/a.json") == data
    assert reports[-1] == (len(data), len(data))


@pytest.mark.parametrize("harm", HARMS)
def test_a_file_arrives_whole_whatever_goes_wrong_once(folder, harm):
    for nth in places(harm, 16):
        device = Device()
        session(device, every(nth, HARMS[harm])).put("editions/spider-man.bin", OWN)
        assert (folder / "editions" / "spider-man.bin").read_bytes() == OWN, nth
        assert not list(folder.rglob("*.part"))
        (folder / "editions" / "spider-man.bin").unlink()


@pytest.mark.parametrize("restart", [False, True])
def test_a_cable_pulled_at_any_message_leaves_the_old_file_or_the_new_one(folder, restart):
    target = folder / "editions" / "zelda.bin"
    old = target.read_bytes()
    pulled, nth = True, 0
    while pulled:
        target.write_bytes(old)
        device = Device()
        count = -1
        pulled = False

        def harm(data, to_device, nth=nth):
            nonlocal count, pulled
            count += 1
            pulled = pulled or count >= nth
            return b"" if count >= nth else data

        try:
            session(device, harm).put("editions/zelda.bin", OTHER_ZELDA)
        except LinkError:
            pass
        assert target.read_bytes() in (old, OTHER_ZELDA)
        if restart:
            device.power_on()
        session(device).put("editions/zelda.bin", OTHER_ZELDA)
        assert target.read_bytes() == OTHER_ZELDA
        assert not list(folder.rglob("*.part"))
        nth += 1
    assert nth > 10


def test_an_upload_that_was_interrupted_goes_on_where_it_stopped(device):
    cut = True

    def harm(data, to_device):
        return b"" if cut and cable.sent and len(cable.sent) > 6 else data

    cable = Cable(device, harm)
    data = json.dumps(["long"] * 1200).encode().replace(b"[", b'{"a": [').replace(b"]", b"]}")
    with pytest.raises(LinkError):
        Session(cable).put("fixtures/long.json", data)
    offset = device.talk.upload.at
    assert 0 < offset < len(data)
    cut = False
    sizes = []
    Session(cable).put("fixtures/long.json", data, lambda size, whole: sizes.append(size))
    assert sizes[0] == offset


@pytest.mark.parametrize(
    "path",
    [
        "editions/../main.py",
        "main.py",
        "editions/a\0.bin",
        "editions/a\n.bin",
        "/editions/a.bin",
        "tags.bin",
        "games/a.sav",
    ],
)
def test_path_tricks_are_refused_by_the_box_itself(device, folder, path):
    (folder / "main.py").write_text("precious")
    (folder / "tags.bin").write_text("precious")
    box = session(device)
    before = {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    begin = struct.pack("<I", 3) + bytes(32) + path.encode()
    for order in ((verbs.BEGIN, begin), (verbs.REMOVE, path.encode())):
        with pytest.raises(DeviceError) as no:
            box.order(*order)
        assert no.value.code == "bad-name"
    if path != "games/a.sav":
        with pytest.raises(DeviceError) as no:
            box.ask(verbs.GET, struct.pack("<I", 0) + path.encode())
        assert no.value.code == "bad-name"
    assert {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()} == before


@pytest.mark.parametrize("path", ["editions/../main.py", "main.py", "tags.bin"])
def test_path_tricks_are_refused_before_anything_is_sent(device, path):
    box = session(device)
    count = len(box.transport.sent)
    for wish in (lambda: box.put(path, b""), lambda: box.get(path), lambda: box.remove(path)):
        with pytest.raises(DeviceError):
            wish()
    assert len(box.transport.sent) == count


def test_what_is_too_long_is_refused_before_anything_is_sent(device):
    box = session(device)
    count = len(box.transport.sent)
    with pytest.raises(DeviceError) as no:
        box.put("editions/a.bin", bytes(names.WRITABLE["editions"][1] + 1))
    assert no.value.code == "too-long" and len(box.transport.sent) == count
    with pytest.raises(DeviceError) as no:
        box.order(verbs.BEGIN, struct.pack("<I", 1 << 31) + bytes(32) + b"editions/a.bin")
    assert no.value.code == "too-long"


def test_what_has_no_room_is_refused_before_the_file_is_begun(device, folder, monkeypatch):
    monkeypatch.setattr(os, "statvfs", lambda path: (4096, 4096, 352, 21, 21, 0, 0, 0, 0, 255))
    with pytest.raises(DeviceError) as no:
        session(device).put("fixtures/a.json", bytes(5000))
    assert no.value.code == "no-room"
    assert not (folder / "fixtures").exists()


def test_a_file_that_arrives_other_than_promised_is_thrown_away(device, folder):
    box = session(device)
    old = (folder / "editions" / "zelda.bin").read_bytes()
    box.order(verbs.BEGIN, struct.pack("<I", 4) + bytes(32) + b"editions/zelda.bin")
    box.ask(verbs.DATA, struct.pack("<I", 0) + b"evil")
    with pytest.raises(DeviceError) as no:
        box.order(verbs.END)
    assert no.value.code == "damaged"
    assert (folder / "editions" / "zelda.bin").read_bytes() == old
    assert not list(folder.rglob("*.part"))


def test_the_edition_of_the_game_that_stands_stays_as_it_is(device, folder):
    box = session(device)
    for wish in (lambda: box.put("editions/classic.bin", OWN), lambda: box.remove("editions/classic.bin")):
        with pytest.raises(DeviceError) as no:
            wish()
        assert no.value.code == "in-use"
    assert (folder / "editions" / "classic.bin").read_bytes() == editions.compile_edition("classic")


def test_the_edition_of_a_game_put_aside_stays_as_it_is(device):
    device.box.keeper.begin({"edition": "zelda", "names": ["Ann", "Bob"]})
    with pytest.raises(DeviceError) as no:
        session(device).remove("editions/classic.bin")
    assert no.value.code == "in-use"


def test_a_game_that_begins_during_an_upload_keeps_its_edition(device, folder):
    box = session(device)
    old = (folder / "editions" / "zelda.bin").read_bytes()
    box._upload("editions/zelda.bin", OTHER_ZELDA, None)
    device.box.keeper.begin({"edition": "zelda", "names": ["Ann", "Bob"]})
    with pytest.raises(DeviceError) as no:
        box.order(verbs.END)
    assert no.value.code == "in-use"
    assert (folder / "editions" / "zelda.bin").read_bytes() == old


def test_what_is_not_there_is_said(device):
    box = session(device)
    for wish in (lambda: box.get("editions/none.bin"), lambda: box.remove("editions/none.bin")):
        with pytest.raises(DeviceError) as no:
            wish()
        assert no.value.code == "not-here"


# -- fixtures --


def fixture(**more):
    return {"name": "it", "rule": "TURN-1", "players": ["ann", "bob"], **more}


def run_fixture(box, data, edition="classic"):
    """The number of steps, or FixtureError, as `deedbox fixtures run` plays it on a box."""
    game = ScratchGame(box)
    game.edition = edition
    try:
        return portable.run(data, game)
    finally:
        game.end()


def begin(box, edition="classic", **more):
    about = {"edition": edition, "players": ["ann", "bob"], "seed": 1, "rules": {}, **more}
    return box.order_json(verbs.SCRATCH_BEGIN, b"", about)[:2]


ROLL = {"do": "roll", "dice": [1, 2], "expect": {"phase": "buy"}}
STEP = {"do": "roll", "dice": [1, 2]}


def test_a_fixture_runs_beside_the_game_and_leaves_it_alone(device):
    box = session(device)
    before = digest(device), device.box.journal.seq
    assert run_fixture(box, fixture(step=[ROLL])) == 1
    assert run_fixture(box, fixture(step=[ROLL]), "zelda") == 1
    assert (digest(device), device.box.journal.seq) == before
    assert device.box.keeper.scratch is None


def test_a_fixture_needs_no_permission_to_play():
    assert run_fixture(session(Device(remote=False)), fixture(step=[ROLL])) == 1


@pytest.mark.parametrize("harm", HARMS)
def test_a_fixture_runs_whatever_goes_wrong_once(harm):
    """Two rolls in a row would be refused, so each step is done once."""
    steps = [ROLL, {"do": "roll", "refused": "already-rolled"}, {"do": "buy"}, {"do": "end"}]
    for nth in places(harm, 16):
        box = session(Device(), every(nth, HARMS[harm]))
        assert run_fixture(box, fixture(step=steps)) == 4, nth


def test_a_fixture_that_fails_says_where(device):
    step = {"do": "roll", "dice": [1, 2], "expect": {"phase": "end"}}
    with pytest.raises(portable.FixtureError, match=r"^step 2 \(roll\): phase is 'buy', not 'end'$"):
        run_fixture(session(device), fixture(step=[{}, step]))


def test_a_refused_set_up_comes_with_its_code_and_its_reason(device):
    box = session(device)
    for data, reason in (
        (fixture(rules={"go_salery": 1}), "go_salery: there is no such rule"),
        (fixture(given={"turn": "eve"}), "eve: there is no such player"),
        (fixture(players=["ann"]), "too-few-players"),
    ):
        assert run_fixture(box, {**data, "refused": True, "step": [ROLL]}) == 0
        with pytest.raises(portable.FixtureError, match=f"^the set-up was refused: {reason}$"):
            run_fixture(box, data)
    assert run_fixture(box, fixture(rules={"go_salery": 1}, refused="bad-rule")) == 0
    assert device.box.keeper.scratch is None


def test_the_game_in_play_shares_its_board_with_a_fixture(device):
    begin(session(device))
    assert device.box.keeper.scratch.game.board is device.box.keeper.edition.board


def test_what_does_not_fit_a_frame_arrives_whole(device):
    names = ["n" * 11 + str(n) for n in range(8)]
    deed = {"owner": names[0], "houses": 0, "hotel": False, "mortgaged": True}
    given = {"deeds": {name: deed for name in DEED_IDS}, "turn": names[1]}
    assert len(json.dumps(given)) > 2 * frame.PAYLOAD_MOST
    gift = {"do": "trade", "a": names[0], "b": names[1], "a_gives": {"deeds": [*DEED_IDS] * 4}}
    assert len(json.dumps(gift)) > frame.PAYLOAD_MOST
    stranger = {"do": "buy", "by": "x" * 2 * frame.PAYLOAD_MOST, "refused": "unknown-player"}
    steps = [{"expect": {"turn": names[1]}}, {**gift, "refused": True}, stranger]
    data = fixture(players=names, given=given, step=steps)
    assert run_fixture(session(device), data) == 3


def test_a_set_up_that_is_too_long_for_the_box_is_refused_before_it_is_sent(device):
    with pytest.raises(DeviceError) as no:
        run_fixture(session(device), fixture(given={"turn": "x" * 9000}))
    assert no.value.code == "too-long"


def test_fixtures_for_a_board_that_is_not_there_are_refused(device):
    with pytest.raises(DeviceError) as no:
        run_fixture(session(device), fixture(), "dog-lovers")
    assert no.value.code == "not-here"


def test_an_edition_of_the_box_that_is_not_ours_judges_its_own_fixture(device, monkeypatch):
    monkeypatch.setattr(editions, "IDS", ())
    step = {**ROLL, "expect": {"worth": {"ann": 1500}}}
    assert run_fixture(session(device), fixture(step=[step])) == 1


@pytest.mark.parametrize(
    "text",
    [
        b"[",
        b"7",
        b"null",
        b"{}",
        b'{"edition": 3, "players": [], "seed": 1, "rules": {}}',
        b'{"edition": "../main", "players": ["a", "b"], "seed": 1, "rules": {}}',
        b'{"edition": "classic", "players": ["a", "b"], "seed": 1, "rules": 7}',
        b'{"edition": "classic", "players": ["a", "b"], "seed": "x", "rules": {}}',
        b'{"edition": "classic", "players": 7, "seed": 1, "rules": {}}',
        b"[" * 700,
        b"\xff\xfe",
        b"",
    ],
)
def test_what_begins_no_game_is_refused(device, text):
    with pytest.raises((DeviceError, RefusedError)) as no:
        session(device).order(verbs.SCRATCH_BEGIN, text)
    assert no.value.code in ("bad-question", "not-here", "no-upload", "unknown-player")
    assert device.box.keeper.scratch is None


@pytest.mark.parametrize("verb", [verbs.SCRATCH_GIVEN, verbs.SCRATCH_STEP])
@pytest.mark.parametrize(
    "text",
    [b"[", b"7", b"null", b"[]", b'"roll"', b"\xff", b'{"players": 7}', b'{"deeds": [1]}', b'{"claims": {}}'],
)
def test_what_is_no_step_does_no_harm(device, verb, text):
    box = session(device)
    before = digest(device)
    number = begin(box)
    with pytest.raises((DeviceError, RefusedError)) as no:
        box.order(verb, number + text)
    assert no.value.code in ("bad-question", "bad-rule", "unknown-command")
    assert digest(device) == before


def test_a_step_of_another_game_than_the_last_one_is_not_done(device):
    box = session(device)
    old, new = begin(box), begin(box)
    assert old != new
    with pytest.raises(DeviceError) as no:
        box.order_json(verbs.SCRATCH_STEP, old, STEP)
    assert no.value.code == "scratch-gone"
    assert box.order_json(verbs.SCRATCH_STEP, new, STEP)


def test_an_ended_fixture_is_gone(device):
    box = session(device)
    number = begin(box)
    box.order(verbs.SCRATCH_END, number)
    for verb in (verbs.SCRATCH_STEP, verbs.SCRATCH_GIVEN, verbs.SCRATCH_END):
        with pytest.raises(DeviceError) as no:
            box.order_json(verb, number, STEP)
        assert no.value.code == "scratch-gone"


def test_a_new_game_at_the_table_frees_the_memory_of_a_fixture(device):
    box = session(device)
    number = begin(box)
    device.box.do(("begin", {**GAME, "seed": 9}, True))
    assert device.box.keeper.scratch is None
    with pytest.raises(DeviceError) as no:
        box.order_json(verbs.SCRATCH_STEP, number, STEP)
    assert no.value.code == "scratch-gone"
    assert "run it again" in str(no.value)


def test_a_saved_game_that_goes_on_frees_the_memory_of_a_fixture(device):
    first = device.box.keeper.identity
    device.box.do(("begin", {**GAME, "seed": 9}, True))
    begin(session(device))
    device.box.do(("resume-save", game_id(*first)))
    assert device.box.keeper.identity == first and device.box.keeper.scratch is None


def test_a_host_that_comes_frees_the_memory_of_the_one_before(device):
    begin(session(device))
    assert device.box.keeper.scratch
    session(device)
    assert device.box.keeper.scratch is None


def test_the_end_of_a_conversation_frees_the_memory_of_a_fixture(device, monkeypatch):
    """Nobody was heard for a minute: the cable was pulled, or the host has ended."""
    box = session(device)

    async def talk(box_there, stream):
        begin(box)
        assert box_there.keeper.scratch

    monkeypatch.setattr(port, "_converse", talk)
    asyncio.run(port.converse(device.box, None))
    assert device.box.keeper.scratch is None


def test_a_fixture_that_nobody_goes_on_with_is_forgotten_after_a_minute(device, monkeypatch):
    """Also while a host keeps asking for other things."""
    now_ms = 1000
    monkeypatch.setattr(time, "ticks_ms", lambda: now_ms)
    box = session(device)
    number = begin(box)
    for _ in range(3):
        now_ms += 59_000
        box.look()
        box.order_json(verbs.SCRATCH_STEP, number, {"do": "correct", "by": "ann", "cash": 1})
    now_ms += 61_000
    box.look()
    assert device.box.keeper.scratch is None


def test_a_fault_in_a_fixture_frees_its_memory_and_harms_nothing(device, monkeypatch):
    box = session(device)
    before = digest(device)
    for fault, code in (
        (MemoryError(), "no-memory"),
        (BooksError("1 too much"), "unsound"),
        (KeyError("x"), "fault"),
    ):
        number = begin(box)

        def break_down(raw, fault=fault):
            raise fault

        monkeypatch.setattr(device.box.keeper.scratch, "do", break_down)
        with pytest.raises(DeviceError) as no:
            box.order_json(verbs.SCRATCH_STEP, number, STEP)
        assert no.value.code == code and device.box.keeper.scratch is None
    assert digest(device) == before


def test_a_box_with_older_firmware_says_that_it_needs_an_update(device, monkeypatch):
    monkeypatch.setattr(
        conversation, "FUNCTIONS", {k: v for k, v in FUNCTIONS.items() if k < verbs.SCRATCH_BEGIN}
    )
    with pytest.raises(DeviceError) as no:
        run_fixture(session(device), fixture(step=[ROLL]))
    assert no.value.code == "unknown-verb" and "deedbox deploy" in str(no.value)


def test_a_fixture_of_any_file_runs_as_on_the_engine(device):
    box = session(device)
    count = 0
    for path in sorted(FIXTURES.rglob("*.toml"))[::40]:
        data = tomllib.loads(path.read_text())
        edition = data.get("edition", "classic")
        if edition in ("classic", "zelda") and not _needs_a_box(data):
            engine = portable.RulesEngine(editions.load_board(edition), editions.edition_rules(edition))
            assert run_fixture(box, data, edition) == portable.run(data, engine), path
            count += 1
    assert count > 5


def _needs_a_box(data):
    return any(
        step.get("do") in ("tap", "key", "wait", "power-cut") or "screen" in step.get("expect", {})
        for step in data.get("step", ())
    )
