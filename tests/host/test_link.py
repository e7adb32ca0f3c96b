"""The host's half of the link: ports and their errors, names of tags, words, editions."""

import os
import re
import socket
import struct
import threading
import tomllib
import tty
from pathlib import Path

import pytest
from cable import Device, make_ready

from banker.core.board import NUMBERS
from banker.core.codec.command_bytes import read, write
from banker.core.codec.command_json import Reader
from banker.core.ids import DEED_IDS, card_id
from banker.core.refusal import Refused as RulesRefused
from deedbox import editions
from deedbox.editions import compiler
from deedbox.link import LinkError, PortError, Session, connect
from deedbox.link.errors import _WORDS, explain_code
from deedbox.link.receiver import Exchange
from deedbox.link.session import rows_of_items
from deedbox.link.state_unpacking import edition_of, name_ids
from deedbox.link.tag_names import find_tag, tag_name

ROOT = Path(__file__).resolve().parents[2]
TAGS = [
    *(f"token:{n}" for n in range(1, 9)),
    *(f"deed:{deed}" for deed in DEED_IDS),
    *(f"card:{card_id(n)}" for n in range(32)),
    "banker",
]


# -- ports --


def test_a_port_that_is_not_there_is_said_with_what_to_do():
    with pytest.raises(PortError, match="there is no such port; `deedbox devices` lists"):
        connect("/dev/nowhere")


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no pseudo-terminals here")
def test_a_port_that_another_program_has_open_is_said():
    master, slave = os.openpty()
    tty.setraw(slave)  # as the terminal of a twin is
    path = os.ttyname(slave)
    from deedbox.link.transport import SerialTransport

    first = SerialTransport(path)
    try:
        with pytest.raises(PortError, match="another program has this port open"):
            SerialTransport(path)
    finally:
        first.close()
        os.close(master)
        os.close(slave)


def test_something_without_a_port_is_said():
    with pytest.raises(PortError, match="has no serial port"):
        connect(object())


def test_a_box_behind_a_socket_is_a_box(tmp_path, monkeypatch):
    """Any URL of pyserial works."""
    make_ready(tmp_path, monkeypatch)
    device = Device()
    server = socket.create_server(("127.0.0.1", 0))

    def serve():
        channel, _ = server.accept()
        with channel:
            while data := channel.recv(4096):
                for frame in device.hear(data):
                    channel.sendall(frame)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    with connect(f"socket://127.0.0.1:{server.getsockname()[1]}", timeout_s=20) as box:
        box.command({"do": "roll", "dice": [1, 2]})
        assert box.look().state["phase"] == "buy"
    thread.join(10)
    server.close()


def test_a_cable_that_is_pulled_is_said():
    server = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=lambda: server.accept()[0].close(), daemon=True)
    thread.start()
    with pytest.raises(LinkError):
        connect(f"socket://127.0.0.1:{server.getsockname()[1]}", timeout_s=2)
    thread.join(10)
    server.close()


# -- names and words --


@pytest.mark.parametrize("tag", TAGS)
def test_a_tag_is_the_same_in_names_and_in_numbers(tag):
    assert tag_name(*find_tag(tag)) == tag


@pytest.mark.parametrize("tag", ["token:0", "token:9", "token:", "deed:brown3", "card:chance-17", "bank", ""])
def test_what_is_no_tag_is_said_before_anything_is_sent(tag):
    session = Session(None)
    with pytest.raises(LinkError, match="tags are"):
        session.tap(tag)


def test_a_number_outside_its_kind_still_has_a_name():
    assert [tag_name(3, 31), tag_name(3, 32), tag_name(3, 40)] == ["card:chest-16", "card:32", "card:40"]
    assert [tag_name(1, 8), tag_name(2, 28), tag_name(4, 1)] == ["token:8", "deed:28", "banker:1"]


def test_every_code_of_the_box_has_a_sentence():
    codes = set()
    for path in (ROOT / "firmware" / "banker" / "app" / "link").rglob("*.py"):
        text = path.read_text()
        codes |= set(re.findall(r'\.error\("([a-z-]+)', text))
        codes |= set(re.findall(r'b"([a-z]+-?[a-z]*)"$', text, re.M))
    assert len(codes) > 8
    assert codes - set(_WORDS) == set()


def test_a_code_of_a_newer_box_is_shown_as_it_is():
    assert explain_code("brand-new", "more") == "the box says: brand-new (more)"


def commands():
    """Every command of the fixtures that can be read, with its players."""
    for path in sorted((ROOT / "tests" / "fixtures").rglob("*.toml")):
        try:
            data = tomllib.loads(path.read_text())
        except tomllib.TOMLDecodeError:
            continue
        players = data.get("players", ["ann", "bob"])
        steps = data.get("step", [])
        for step in steps if isinstance(steps, list) and isinstance(players, list) else []:
            command = {key: value for key, value in step.items() if key not in ("expect", "refused")}
            try:
                yield players, Reader(players).command(command)
            except (RulesRefused, TypeError):
                continue


def test_a_command_of_the_journal_is_written_as_the_contract_writes_it():
    count = 0
    for players, command in commands():
        record = read(write(command))[0]
        again = read(write(Reader(players).command(name_ids(record, players))))[0]
        assert again == record
        count += 1
    assert count > 1000


# -- rows, noise and editions --


def test_the_rows_of_a_look_are_eight_and_have_no_marks():
    rows = rows_of_items(["\x03\x01MIA", "\x021210", "a\x04b", "\x053/5"])
    assert rows == ["MIA", "", "1210", "", "", "ab", "3/5", ""]


def test_the_last_that_was_heard_is_one_printable_line():
    exchange = Exchange(None)
    exchange._take(b'Traceback:\r\n  File "main.py"\r\n\x1b[31mMemoryError: no\x00 room\r\n\r\n')
    assert exchange.last_noise() == "[31mMemoryError: no room"


class _FilesOfABox:
    """A session that only hands out files."""

    def __init__(self, files):
        self.files = files

    def get(self, path):
        return self.files[path]


def _edition_from_a_box(data):
    box = _FilesOfABox({"editions/my-town.bin": data})
    return edition_of(box, "my-town", compiler.hash_of_file(data))


@pytest.mark.parametrize("edition", editions.IDS)
def test_an_edition_on_the_box_has_its_numbers_rules_and_places(edition):
    on_the_box = _edition_from_a_box(editions.compile_edition(edition))
    assert compiler.board_numbers(on_the_box) == editions.board_numbers(edition)
    assert on_the_box.rules == editions.edition_rules(edition)
    assert [space.name for space in on_the_box.spaces] == [
        space.name for space in editions.load_edition(edition).spaces
    ]


def _damaged_editions():
    good = editions.compile_edition("zelda")
    (pool_size,) = struct.unpack_from("<H", good, 12)
    flipped = bytearray(good)
    flipped[40] ^= 4
    swapped = bytearray(good[12:])
    swapped[10], swapped[12] = swapped[12], swapped[10]  # the ends of two texts
    yield "byte 4: the content", bytes(flipped)
    yield "byte 4: the content", good[:-1]
    yield "byte 0", b"DBE2" + good[4:]
    yield "byte 0", good[:17]
    yield "byte 18: text", compiler.add_head(bytes(swapped))
    yield f"byte {18 + pool_size}: the packed part", compiler.add_head(good[12:-9] + b"\xff" * 9)
    yield "numbers: deed 0: price", compiler.assemble_file([0] * NUMBERS, good[18 : 18 + pool_size], b"{}")
    yield "about: ", compiler.assemble_file(editions.board_numbers("zelda"), good[18 : 18 + pool_size], b"{}")
    yield (
        "about: ",
        compiler.assemble_file(editions.board_numbers("zelda"), good[18 : 18 + pool_size], b"{" * 2000),
    )


@pytest.mark.parametrize("place, data", list(_damaged_editions()))
def test_a_damaged_edition_on_the_box_is_one_error_that_names_the_place(place, data):
    with pytest.raises(LinkError, match=re.escape(f"editions/my-town.bin on the box: {place}")):
        _edition_from_a_box(data)
