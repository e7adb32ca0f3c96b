"""The server behind the page, without a browser: who may talk to it, and which box it shows."""

import asyncio
import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import aiohttp
import kept_flash
import pytest
from command import DEEDBOX, ROOT, environment, run

from deedbox import editions
from deedbox.build import firmware
from deedbox.editions import starter
from deedbox.games.found_games import FoundGames
from deedbox.lab import odds as lab_odds
from deedbox.play import flash_files, own_games, server
from deedbox.play.viewers import RequestError, Viewers
from deedbox.play.which_box import BoxChooser, BoxInUseError


class NoBox:
    """A source that only records requests, for tests that need no box."""

    name, port, control = "twin", "/dev/null", True

    def __init__(self):
        self.done = []

    async def start(self):
        pass

    close = start

    def all(self):
        return [{"power": True}]

    def knows(self, tag):
        return tag == "token:1"

    def __getattr__(self, name):
        async def do(*arguments):
            self.done.append((name, *arguments))

        return do


def served(talk, viewers=None):
    """Run `talk(client, address, port)` against a server."""

    async def all_of_it():
        here = viewers or Viewers()
        await here.show(NoBox())
        runner, port = await server.listen_on(here, 0)
        try:
            async with aiohttp.ClientSession() as client:
                return await talk(client, f"http://127.0.0.1:{port}", port)
        finally:
            await runner.cleanup()

    return asyncio.run(all_of_it())


def status(path, **headers):
    async def talk(client, address, port):
        own_headers = {name: value.format(port=port) for name, value in headers.items()}
        async with client.get(address + path, headers=own_headers) as answer:
            return answer.status

    return served(talk)


OURS = {"Origin": "http://127.0.0.1:{port}"}


@pytest.mark.parametrize(
    "headers, code",
    [
        ({}, 200),
        (OURS, 200),
        ({"Host": "localhost:{port}"}, 200),
        ({"Host": "evil.example"}, 403),  # a foreign name that points to this machine
        ({"Host": "127.0.0.1"}, 403),
        ({"Host": "evil.example:{port}", "Origin": "http://evil.example:{port}"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "https://127.0.0.1:{port}"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
def test_only_the_page_itself_may_ask(headers, code):
    assert status("/", **headers) == code


@pytest.mark.parametrize("headers", [{}, {"Origin": "http://evil.example"}, {"Origin": "null"}])
def test_a_socket_is_refused_to_other_origins_and_to_none(headers):
    async def talk(client, address, port):
        with pytest.raises(aiohttp.WSServerHandshakeError) as error:
            await client.ws_connect(f"{address}/ws", headers=headers)
        return error.value.status

    assert served(talk) == 403


@pytest.mark.parametrize("path", ["/page/../server.py", "/page/%2e%2e/server.py", "/edition/../../x", "/x"])
def test_nothing_but_the_page_is_served(path):
    assert status(path) == 404


def test_the_page_runs_no_code_from_elsewhere():
    async def talk(client, address, port):
        async with client.get(address) as answer:
            return answer.headers["Content-Security-Policy"], await answer.text()

    policy, text = served(talk)
    assert "default-src 'self'" in policy and "unsafe" not in policy
    assert "http://" not in text and "https://" not in text


def test_it_listens_on_this_machine_only():
    async def talk(client, address, port):
        with socket.socket() as other:
            other.settimeout(2)
            return other.connect_ex((socket.gethostbyname(socket.gethostname()), port)), port

    own = socket.gethostbyname(socket.gethostname())
    if own.startswith("127."):
        pytest.skip("this machine has no other address")
    assert served(talk)[0] != 0


def test_a_taken_port_moves_on():
    async def two():
        first, taken = await server.listen_on(Viewers(), 0)
        second, port = await server.listen_on(Viewers(), taken)
        await first.cleanup()
        await second.cleanup()
        return taken, port

    taken, port = asyncio.run(two())
    assert taken < port <= taken + 20


WISHES = [
    ({"do": "press", "key": "5"}, None),
    ({"do": "press", "key": "55"}, "no such key"),
    ({"do": "press", "key": 5}, "no such key"),
    ({"do": "tap", "tag": "token:1"}, None),
    ({"do": "tap", "tag": "token:9"}, "no such tag"),
    ({"do": "tap"}, "no such tag"),
    ({"do": "dice", "dice": [1, 7]}, "each 1 to 6"),
    ({"do": "dice", "dice": [1, True]}, "each 1 to 6"),
    ({"do": "dice", "dice": 3}, "each 1 to 6"),
    ({"do": "draw", "deck": "../x"}, "no such deck"),
    ({"do": "open", "box": "../../x"}, "no such wish"),
    ({"do": "watch", "on": True, "speed": 99}, "no such wish"),
    ({"do": "format"}, "no such wish"),
    ([], "not now"),
    (7, "not now"),
]


@pytest.mark.parametrize("wish, wrong", WISHES)
def test_a_wish_is_granted_or_its_fault_is_said(wish, wrong):
    async def talk(client, address, port):
        async with client.ws_connect(f"{address}/ws", headers={"Origin": address}) as ws:
            await ws.send_str(json.dumps(wish))
            while True:
                try:
                    news = (await ws.receive(1 if wrong is None else 10)).json()
                except TimeoutError:
                    return None
                if "wrong" in news:
                    return news["wrong"]

    answer = served(talk)
    assert answer is None if wrong is None else wrong in answer


def test_what_is_no_json_or_too_long_does_no_harm():
    async def talk(client, address, port):
        async with client.ws_connect(f"{address}/ws", headers={"Origin": address}) as ws:
            await ws.send_str("{")
            await ws.send_bytes(b"\xff\xfe")
            await ws.send_str("x" * 100_000)
            async for message in ws:
                if message.type is not aiohttp.WSMsgType.TEXT:
                    break
        async with client.get(address) as answer:
            return answer.status

    assert served(talk) == 200


def test_a_key_held_by_somebody_who_leaves_is_let_go():
    async def talk(client, address, port):
        async with client.ws_connect(f"{address}/ws", headers={"Origin": address}) as ws:
            await ws.send_str(json.dumps({"do": "press", "key": "5"}))
            while ("press", "5") not in viewers._source.done:
                await asyncio.sleep(0.01)
        while ("release", "5") not in viewers._source.done:
            await asyncio.sleep(0.01)
        return True

    viewers = Viewers()
    assert served(talk, viewers)


def test_no_page_can_begin_a_saved_game_again():
    names = []

    async def talk(client, address, port):
        class Boxes:
            def has_own(self):
                return True

            async def open_own(self, language):
                names.append(("own", language))

            async def open_demo(self, fresh, language):
                names.append(("demo", fresh, language))

        viewers.boxes = Boxes()
        async with client.ws_connect(f"{address}/ws", headers={"Origin": address}) as ws:
            for box in ("own", "demo"):
                await ws.send_str(json.dumps({"do": "open", "box": box, "fresh": True}))
            while len(names) < 2:
                await asyncio.sleep(0.01)

    viewers = Viewers()
    served(talk, viewers)
    assert names == [("own", "en"), ("demo", True, "en")]


# -- boxes --


def test_without_a_saved_game_the_demo_is_on_the_table_and_a_saved_game_goes_before_it(one_house, demo):
    for path in flash_files.flash_folder().glob("*"):
        path.unlink()
    flash_files.flash_path_of(flash_files.DEMO).write_bytes(demo)
    one_house.do(one_house.boxes.first())
    assert one_house.viewers.place == "demo"
    flash_files.flash_path_of(flash_files.OWN).write_bytes(demo)
    one_house.do(one_house.boxes.first())
    assert one_house.viewers.place == "own"
    one_house.do(one_house.viewers.close())
    before = flash_files.flash_path_of(flash_files.OWN).read_bytes()
    one_house.do(one_house.boxes.open(flash_files.DEMO))
    one_house.do(one_house.viewers.close())
    assert flash_files.flash_path_of(flash_files.OWN).read_bytes() == before  # the demo does not touch it


def test_a_box_is_open_once(one_house, demo):
    from deedbox.twin.flash_lock import lock_flash

    one_house.do(one_house.viewers.close())
    path = flash_files.flash_path_of("held")
    with lock_flash(path, "http://127.0.0.1:1/"), pytest.raises(BoxInUseError, match="http://127.0.0.1:1/"):
        one_house.do(one_house.boxes.open("held"))


def test_a_damaged_box_is_named_in_a_sentence_and_another_one_can_be_opened_after_it(one_house, demo):
    path = flash_files.flash_path_of(flash_files.OWN)
    one_house.do(one_house.viewers.close())
    path.write_bytes(b"no flash" * 4096)
    try:
        viewer = one_house.do(_entered(one_house.viewers))

        def do(**request):
            one_house.do(one_house.viewers.do(viewer, request))

        with pytest.raises(RequestError, match=r"own\.flash: the flash is damaged.*move this file away"):
            do(do="open", box="own")
        with pytest.raises(RequestError, match="not now"):  # there is no box
            do(do="press", key="1")
        with urllib.request.urlopen(f"{one_house.address}edition/classic") as answer:
            assert answer.status == 200
        with pytest.raises(urllib.error.HTTPError) as refusal:
            urllib.request.urlopen(f"{one_house.address}games")
        assert refusal.value.code == 404 and b"the flash is damaged" in refusal.value.read()
        flash_files.flash_path_of(flash_files.DEMO).write_bytes(demo)
        do(do="open", box="demo")
        assert one_house.viewers.place == "demo"
        do(do="press", key="1")
        do(do="release", key="1")
        one_house.do(one_house.viewers.leave(viewer))
    finally:
        path.unlink()


async def _entered(viewers):
    return viewers.enter(Nobody())


class Nobody:
    """A page whose window was closed."""

    async def close(self):
        pass


def test_a_report_that_cannot_be_is_said_where_the_page_shows_reports():
    async def talk(client, address, port):
        async with client.get(f"{address}/games/{'0' * 12}.html") as answer:
            return answer.status, answer.headers["Content-Security-Policy"], await answer.text()

    code, policy, text = served(talk, OnlyGames())
    assert code == 404 and "there is no game here" in text
    assert "frame-ancestors 'self'" in policy


class OnlyGames(Viewers):
    """A box without games."""

    def games(self):
        return FoundGames([], {})


def test_who_would_win_is_computed_once(tmp_path, monkeypatch):
    monkeypatch.setattr(lab_odds, "REPORT_GAMES", 2)
    flash, odds = tmp_path / "box.flash", own_games.Odds()
    flash.write_bytes(kept_flash.image(kept_flash.cases()[-1][0], "aside"))
    [game] = [save["game"] for save in own_games.list_saves(flash) if not save["over"]]
    first = odds.sentences(flash, game, "en")
    assert first and odds.sentences(flash, game, "en") is first


def test_new_firmware_comes_onto_a_box_and_its_game_stays(tmp_path, demo, monkeypatch):
    path = tmp_path / "box.flash"
    path.write_bytes(demo)
    assert not flash_files.renew_firmware(path)
    newer = firmware.compile_files() | {"banker/extra.mpy": b"M\x06", "main.py": b"# newer\n"}
    del newer["banker/names.mpy"]
    newer["editions/classic.bin"] = b"another"
    monkeypatch.setattr(firmware, "compile_files", lambda march=None: newer)
    assert flash_files.renew_firmware(path)
    files, before = firmware.unpack_image(path.read_bytes()), firmware.unpack_image(demo)
    assert files["main.py"] == b"# newer\n" and "banker/extra.mpy" in files
    assert "banker/names.mpy" not in files
    assert files["editions/classic.bin"] == before["editions/classic.bin"]  # its game began with that edition
    for name in ("tags.bin", "newgame.json", *(name for name in before if name.startswith("ring/"))):
        assert files[name] == before[name]


@pytest.fixture
def town(tmp_path):
    """A user's own edition, and the name of its box."""
    file = tmp_path / "my-town.toml"
    file.write_text(starter.starter_file("classic", "my-town"))
    return file


def test_a_town_of_ones_own_is_on_the_box_and_opened_again_after_each_save(one_house, town):
    one_house.do(one_house.viewers.close())
    boxes = BoxChooser(one_house.viewers, "", str(town), {"go_exact_salary": 400})
    one_house.do(boxes.first())
    path = flash_files.flash_path_of(flash_files.box_name_for(str(town), {"go_exact_salary": 400}))
    files = firmware.unpack_image(path.read_bytes())
    assert files["editions/my-town.bin"] == editions.compile_edition(str(town))
    table = json.loads(files["table.json"])
    assert (table["edition"], table["rules"]) == ("my-town", {"go_exact_salary": 400})
    assert one_house.viewers._board["id"] == "my-town"
    faults = []
    following = asyncio.run_coroutine_threadsafe(boxes.follow_file(faults.append), one_house._loop)
    try:
        good = town.read_text()
        town.write_text(good + "\nnonsense = 1\n")
        wait_until(lambda: faults and "nonsense" in faults[-1])
        town.write_text(good.replace('name = "My Town"', 'name = "Your Town"'))
        wait_until(lambda: one_house.viewers._board["name"] == "Your Town")
        assert faults[-1].endswith("opened again")
    finally:
        following.cancel()
        one_house.do(one_house.viewers.close())


def test_a_game_on_a_town_of_ones_own_has_its_board_after_a_restart(one_house, town):
    """The command line names no edition then: the board comes from the box."""
    one_house.do(one_house.viewers.close())
    game = {"edition": "my-town", "names": ["Ann", "Bob"], "seed": 5}
    path = flash_files.flash_path_of(flash_files.box_name_for(str(town), {}))
    flash_files.make_flash(path, game=game, edition=str(town))
    boxes = BoxChooser(one_house.viewers, "")
    one_house.do(boxes.first())
    try:
        wait_until(lambda: one_house.box.look and one_house.box.look["game"])
        updates = [update for update in one_house.box.all() if isinstance(update, dict)]
        board = next(update["board"] for update in updates if "board" in update)
        assert one_house.box.look["edition"] == board["id"] == "my-town"
        assert board["name"] == "My Town" and len(board["spaces"]) == 40
    finally:
        one_house.do(one_house.viewers.close())
        path.unlink()


def test_a_box_that_nobody_waits_for_any_longer_can_be_closed_while_it_starts(one_house):
    async def call_off_and_close():
        opening = asyncio.ensure_future(one_house.boxes.open(flash_files.DEMO))
        while one_house.viewers._source is None:
            await asyncio.sleep(0)
        opening.cancel()
        await one_house.viewers.close()
        await one_house.boxes.open(flash_files.DEMO)  # the lock is free again

    one_house.do(one_house.viewers.close())
    one_house.do(call_off_and_close())
    wait_until(lambda: one_house.box.look)


def wait_until(true) -> None:
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


# -- the command --


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--on", "engine"], "a page needs a whole box"),
        (["--on", "twni"], "did you mean twin"),
        (["--edition", "clasic"], "did you mean classic"),
        (["--rules", "no-such-file.toml"], "does not exist"),
        (["--http", "70000"], "70000"),
        (["--on", "/dev/ttyACM7", "--edition", "zelda"], "are for the twin"),
    ],
)
def test_what_is_typed_wrongly_is_said_in_one_line(arguments, words):
    result = run("play", *arguments)
    assert result.returncode == 2 and words in result.stderr and len(result.stderr.splitlines()) == 1


def test_a_port_where_no_box_is_says_so(tmp_path):
    result = run("play", "--no-browser", "--http", "0", "--on", str(tmp_path / "tty"))
    assert result.returncode == 1 and len(result.stderr.splitlines()) == 1, result.stderr


@contextmanager
def played(tmp_path, *words):
    """`deedbox play` as a process; gives it and the first line that it prints."""
    process = subprocess.Popen(
        [*DEEDBOX, "play", "--no-browser", "--http", "0", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=environment(XDG_DATA_HOME=str(tmp_path)),
        # A process that a shell starts in the background ignores Ctrl-C, and so would its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout is not None
    try:
        yield process, process.stdout.readline()
    finally:
        process.kill()
        process.wait()


def children_of(task):
    return [int(pid) for pid in (task / "children").read_text().split()]


def ended(pid) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z"
    except OSError:
        return True


@pytest.mark.proof_unless("2")
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_it_says_in_sentences_where_the_page_is_and_ctrl_c_ends_it_quietly(tmp_path, ending):
    with played(tmp_path) as (process, line):
        assert re.fullmatch(r"Open http://127\.0\.0\.1:\d+/ in your browser\.\n", line)
        process.send_signal(ending)
        out, errors = process.communicate(timeout=60)
    assert out == "" and process.returncode == 0
    remarks = errors.splitlines()
    assert remarks[0] == "starting the box ..." and len(remarks) == 2
    assert remarks[1].startswith(
        "Ctrl-C ends it, and the game is kept. Other commands reach this box with --on"
    )
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.skipif(sys.platform != "linux", reason="children are read from /proc")
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_play_leaves_no_process_behind(tmp_path, ending):
    with played(tmp_path) as (process, _):
        pids = [pid for task in Path(f"/proc/{process.pid}/task").iterdir() for pid in children_of(task)]
        assert pids, "the box is a process of its own"
        process.send_signal(ending)
        process.wait(60)
        wait_until(lambda: all(map(ended, pids)))


def test_the_page_has_the_keys_of_the_keypad():
    from deedbox.models.keypad import LAYOUT

    page = Path(server.__file__).with_name("page")
    assert f'LAYOUT = "{LAYOUT}"' in (page / "keypad.js").read_text(encoding="utf-8")
