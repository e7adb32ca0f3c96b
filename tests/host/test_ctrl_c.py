"""Ctrl-C in a command that has stopped the box: the box runs again, and the last line says so."""

import os
import signal
import subprocess
import time

import pytest
from command import DEEDBOX, ROOT, environment, run

from deedbox import link
from deedbox.twin import Twin

PATIENCE_S = 90


@pytest.fixture(scope="module")
def twin():
    with Twin() as box:
        box.wait_for(any, PATIENCE_S)
        link.connect(box, timeout_s=30.0).close()
        yield box


def interrupted(words, is_time):
    """Run the command and press Ctrl-C when it is time. A terminal sends it to all processes of a command."""
    process = subprocess.Popen(
        [*DEEDBOX, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=environment(),
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    end_s = time.monotonic() + PATIENCE_S
    try:
        while not is_time():
            assert process.poll() is None and time.monotonic() < end_s, process.communicate()
            time.sleep(0.005)
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE_S)
    finally:
        process.kill()
    return process.returncode, errors.strip().splitlines()


@pytest.mark.proof_unless("backup")
@pytest.mark.parametrize("name", ["backup", "deploy"])
def test_a_box_that_a_command_has_stopped_runs_again_after_ctrl_c(twin, tmp_path, name):
    file = tmp_path / "box.zip"
    words = ["backup", "-o", file] if name == "backup" else ["deploy"]
    code, lines = interrupted([*words, "--on", twin.serial.path], lambda: twin.serial.raw)
    assert (code, lines[-1:]) == (1, ["deedbox: stopped; the box runs again"]), lines
    with link.connect(twin, timeout_s=10.0) as box:
        assert box.hello().firmware
    assert not file.exists()


def test_a_command_that_only_talks_to_the_box_says_that_the_box_goes_on(twin, tmp_path):
    """`tags learn` waits for taps for as long as somebody likes."""
    screens = []

    def is_learning():
        with twin.lock:
            screens.append(twin.picture())
        return len({bytes(picture) for picture in screens}) > 1

    code, lines = interrupted(["tags", "learn", "--on", twin.serial.path], is_learning)
    assert (code, lines[-1:]) == (1, ["deedbox: stopped; the box goes on"]), lines
    assert run("restart", "--on", twin.serial.path).returncode == 0
