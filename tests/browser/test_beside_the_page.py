"""Commands beside a page: the page may lose its box for a while, and finds it again by itself."""

import os
import time

from command import run

from deedbox.play.sources.port import PortSource
from deedbox.twin import Twin

PATIENCE_S = 90


def wait_until(true, what: str) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end_s, what
        time.sleep(0.05)


def test_the_page_sees_its_box_again_after_backup_restore_and_deploy(house, tmp_path):
    """Each of them stops the firmware at MicroPython's prompt and restarts it."""
    wait_until(lambda: house.box.look, "the box does not start")
    file = tmp_path / "box.zip"
    for words in (
        ("backup", "-o", file),
        ("restore", "--dry-run", file),
        ("deploy", "--dry-run"),
        ("deploy",),
    ):
        game = house.box.look["game"]
        result = run(*words, "--on", house.box.port)
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
