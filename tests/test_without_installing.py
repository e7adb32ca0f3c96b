"""`uvx` and `pipx run` from the wheel in an empty environment: the quickest way to a game. Needs PyPI."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
import venv
from pathlib import Path

import pytest

pytestmark = [pytest.mark.proof, pytest.mark.timeout(1800)]

ROOT = Path(__file__).resolve().parents[1]
TOOLS = ("uv==0.13.7", "pipx==1.8.0")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", folder, ROOT]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    [wheel] = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def tools(tmp_path_factory):
    """The folder with the commands uvx and pipx."""
    folder = tmp_path_factory.mktemp("tools")
    venv.create(folder, with_pip=True, symlinks=True)
    pip = [folder / "bin" / "python", "-m", "pip", "install", "--quiet", *TOOLS]
    done = subprocess.run(pip, capture_output=True, text=True, timeout=600)
    if done.returncode and "No matching distribution" in done.stderr + done.stdout:
        pytest.skip("PyPI cannot be reached here")
    assert done.returncode == 0, done.stderr
    return folder / "bin"


@pytest.mark.parametrize("way", ["uvx --from {} deedbox", "pipx run --spec {} deedbox"])
def test_a_wheel_is_played_without_installing_it(wheel, tools, tmp_path, way):
    """From nothing to the page; Ctrl-C ends it, and nothing goes on running."""
    words = [*way.format(wheel).split(), "play", "--no-browser", "--http", "0"]
    proxies = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    registry = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "UV_", "SSL_"))}
    environment = {
        **proxies,
        **registry,
        "HOME": str(tmp_path),
        "PATH": f"{tools}:/usr/bin:/bin",
        "UV_PYTHON": sys.executable,
        "PIPX_DEFAULT_PYTHON": sys.executable,
    }
    begin_s = time.monotonic()
    play = subprocess.Popen(
        [str(tools / words[0]), *words[1:]],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=(tmp_path / "errors.txt").open("w"),
        text=True,
        start_new_session=True,
    )
    try:
        line = play.stdout.readline()
        assert "http://" in line, (tmp_path / "errors.txt").read_text()
        address = "http://" + line.partition("http://")[2].split()[0].rstrip(".,")
        with urllib.request.urlopen(address, timeout=60) as answer:
            assert answer.status == 200 and b"<title" in answer.read()
        print(f"{words[0]}: {time.monotonic() - begin_s:.0f} s from nothing to the page")
        os.kill(play.pid, signal.SIGINT)  # uv hands it on; without a terminal a group would get it twice
        assert play.wait(60) == 0
    finally:
        if play.poll() is None:
            os.killpg(play.pid, signal.SIGKILL)
    with pytest.raises(ProcessLookupError):  # nobody of the group is left
        os.killpg(play.pid, 0)
