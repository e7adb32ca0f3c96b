"""Commands beside a page: the page may lose its box for a while, and finds it again by itself."""

import json
import os
import subprocess
import time

import pytest
from agreeing import agreeing
from command import DEEDBOX, environment, run

from deedbox.play import flash_files
from deedbox.play.sources.port import PortSource
from deedbox.twin import Twin

PATIENCE_S = 90


def wait_until(true, what: str) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end_s, what
        time.sleep(0.05)


def test_the_page_sees_its_box_again_after_backup_restore_and_deploy(house, tmp_path):
    """Each of them stops the firmware at MicroPython's prompt, if somebody agrees, and restarts it."""
    wait_until(lambda: house.box.look, "the box does not start")
    file = tmp_path / "box.zip"
    for words in (
        ("backup", "-o", file),
        ("restore", "--dry-run", file),
        ("deploy", "--dry-run"),
        ("deploy",),
    ):
        game = house.box.look["game"]
        with agreeing(house.box._twin):
            result = run(*words, "--on", "twin")
        assert result.returncode == 0, result.stderr
        wait_until(lambda: house.box.look, f"the page is blind after {words[0]}")
        assert house.box.look["game"] == game


def test_a_box_that_vanishes_from_its_port_and_returns_is_seen_again(one_house, tmp_path, demo):
    flash, port = tmp_path / "box.flash", tmp_path / "port"
    flash.write_bytes(demo)
    updates = []
    one_house.do(one_house.viewers.close())

    async def connect():
        source = PortSource(str(port), updates.append)
        await source.start()
        return source

    with Twin(flash) as twin:
        os.symlink(twin.serial.path, port)
        twin.wait_for(any, PATIENCE_S)
        source = one_house.do(connect())
        wait_until(lambda: source._follower.last, "no first look")
        names = source._follower.last["names"]
    try:
        wait_until(lambda: source._follower.last is None, "the page does not notice that the box is gone")
        port.unlink()
        with Twin(flash) as twin:
            os.symlink(twin.serial.path, port)
            wait_until(lambda: source._follower.last, "the page does not find the box again")
            assert source._follower.last["names"] == names
            one_house.do(source.close())
    finally:
        source._follower._closed.set()


def test_nothing_that_the_line_sends_ends_the_page(one_house):
    """Half an answer, a state of another firmware: the next try follows, whatever the error is."""
    from deedbox.play.follower import Follower

    errors = [ValueError("half a frame"), KeyError("turn"), OSError(5, "gone"), RuntimeError("other")]
    tries = []

    def connect():
        tries.append(1)
        raise errors[len(tries) % len(errors)]

    follower = Follower(connect, lambda update: None)
    follower.start()
    try:
        wait_until(lambda: len(tries) > len(errors), "the page gave up")
    finally:
        follower.close()


def test_the_page_says_that_the_connection_is_lost_and_tried_again(visit, house):
    page = visit()
    page.sees("ANN")
    wait_until(lambda: house.box.look, "the box does not start")
    house.box._tell_loop({"look": None})
    page.reads("#sentence", "Connection to the box lost, trying again")
    house.box._tell_loop({"look": house.box.look})
    page.page.wait_for_function("!document.querySelector('#sentence').textContent.includes('trying again')")


@pytest.mark.proof
def test_on_twin_means_the_box_of_the_page(house, tmp_path, made_with, demo):
    """Boards come onto it, its game is listed, reported and watched while the page looks on."""
    wait_until(lambda: house.box.look, "the box does not start")
    hidden = run("games", "report", "-o", tmp_path / "none.html", "--on", "twin")
    assert hidden.returncode == 1 and "remote control" in hidden.stderr, hidden.stderr
    game = json.dumps(flash_files.demo_game()).encode()
    house.put(made_with({"newgame.json": game, "settings.json": b'{"remote": true}'}))
    wait_until(lambda: house.box.look and house.box.look["game"], "the box does not start")
    game = house.box.look["game"]
    shown = run("devices", "--json")
    twins = [device for device in json.loads(shown.stdout) if device["port"].startswith("twin:")]
    assert [(twin["port"], twin["kind"]) for twin in twins] == [("twin:demo", "deedbox")], shown.stdout
    assert house.address in twins[0]["says"] and twins[0]["id"] == house.box._twin.board_id
    for target in ("twin", "twin:demo", f"id:{twins[0]['id']}"):
        listed = run("games", "list", "--on", target, "--json")
        assert [row["game"] for row in json.loads(listed.stdout)] == [game], listed.stderr
    town = tmp_path / "my-town.toml"
    assert run("editions", "new", town).returncode == 0
    pushed = run("editions", "push", town, "--on", "twin")
    assert pushed.returncode == 0, pushed.stderr
    for output in (tmp_path / "report.html", tmp_path / "report.pdf"):
        report = run("games", "report", "-o", output, "--on", "twin")
        assert report.returncode == 0 and output.exists(), report.stderr
    with subprocess.Popen(
        [*DEEDBOX, "watch", "--json", "--on", "twin"], stdout=subprocess.PIPE, text=True, env=environment()
    ) as watch:
        assert watch.stdout is not None
        assert json.loads(watch.stdout.readline())["game"] == game
        watch.kill()
    wait_until(lambda: house.box.look and house.box.look["game"] == game, "the page is blind")
    house.put(demo)


@pytest.mark.proof
def test_two_twins_are_told_apart_and_none_is_guessed(house, demo, tmp_path):
    wait_until(lambda: house.box.look, "the box does not start")
    flash_files.flash_path_of(flash_files.OWN).write_bytes(demo)
    from deedbox.devices.twin import own_twin, running_twins

    with own_twin(flash_files.OWN) as port:
        assert port != house.box.port
        twins = {twin.name: twin for twin in running_twins()}
        assert sorted(twins) == ["demo", "own"] and twins["own"].port == port
        assert twins["own"].board != twins["demo"].board
        result = run("games", "list", "--on", "twin")
        assert (
            result.returncode == 1 and "--on twin:demo" in result.stderr and "--on twin:own" in result.stderr
        )
        wrong = run("games", "list", "--on", "twin:dmeo")
        assert wrong.returncode == 2 and "twin:demo, twin:own" in wrong.stderr
    flash_files.flash_path_of(flash_files.OWN).unlink()
    assert [twin.name for twin in running_twins()] == ["demo"], "a twin that was switched off is not listed"


def test_nobody_opens_the_terminal_of_a_shell():
    """A twin's terminal number is given to the next window that somebody opens."""
    import pty

    from deedbox.link import PortError, connect

    master, slave = pty.openpty()
    try:
        with pytest.raises(PortError, match="somebody types in this terminal"):
            connect(os.ttyname(slave))
        os.set_blocking(master, False)
        with pytest.raises(BlockingIOError):
            os.read(master, 1)
    finally:
        os.close(master)
        os.close(slave)
