"""The app of the box in genuine MicroPython, compiled and with a limited heap, without its parts.

Its time is counted, not waited for; a host talks to it over a pipe instead of a cable. Fixtures with taps and
keys are played on it one after the other.
"""

import contextlib
import shutil
import subprocess
from pathlib import Path

from deedbox.build import firmware
from deedbox.build.fold import fold_modules
from deedbox.fixtures.player import Player, files_at_power_on
from deedbox.link import LinkError, Session
from deedbox.tagging.tag_map import KINDS, TagSet
from deedbox.twin.runner import unix_port_command

SCRIPTS = Path(__file__).resolve().parents[1] / "micropython"
HEAP = "288K"  # the same firmware at rest takes 1.3 times the RAM of the Pico here: the board would be 303K
HEAP_WITH_HOST = "300K"  # the conversation stays in RAM; the board's 235 KB would be 303 KB here
BOUNCE_MS, REST_MS, PRESS_MS, LYING_MS = 900, 250, 50, 3000


def deploy(folder, scripts, others=()):
    """The firmware as it is on the box, and scripts beside it with the same folded numbers."""
    for name, data in firmware.compile_loose_files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    code = {name: path.read_bytes() for name, path in firmware.source_files().items() if name.endswith(".py")}
    beside = {f"{name}.py": (SCRIPTS / f"{name}.py").read_bytes() for name in scripts}
    beside.update({path.name: path.read_bytes().replace(b"from .", b"from ") for path in others})
    folded = fold_modules({**code, **beside})  # the box has no named numbers, so no script may import them
    for name in beside:
        (folder / name).with_suffix(".mpy").write_bytes(firmware.compile_module(folded[name], name))
    return folder


class Alone:
    """A box in a folder. Hands for a Player, and the port of a Session."""

    name = "a box alone"

    def __init__(self, folder):
        self.folder = deploy(folder, ("silent", "bare", "by_hand"))
        self._deployed = {path.name for path in folder.iterdir()} | {"table.key"}
        self._tags = TagSet().tags

    def play(self, fixture):
        """On a box of its own: (why it failed, names of the screens that were read)."""
        for path in self.folder.iterdir():
            if path.is_dir() and path.name not in self._deployed:
                shutil.rmtree(path)
            elif path.name not in self._deployed:
                path.unlink()
        for name, data in {"tags.bin": TagSet().file(), **files_at_power_on(fixture)}.items():
            (self.folder / name).write_bytes(data)
        self._time_s, self._last = 0.0, None
        self.session = Session(self)
        try:
            self._switch_on()
            player = Player(self.session, self)
            return player.play(fixture), player.screens
        finally:
            self._switch_off()

    def _switch_on(self):
        self._answer_bytes = b""
        self._process = subprocess.Popen(
            [unix_port_command(), "-X", f"heapsize={HEAP_WITH_HOST}", "-c", "import by_hand"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=self.folder,
            env={"MICROPYPATH": f"{self.folder}:.frozen"},
        )
        self.session.hello()

    def _switch_off(self):
        self._process.kill()
        self._process.communicate()

    def _ask(self, *words):
        with contextlib.suppress(BrokenPipeError):  # the process has ended and printed the reason
            self._process.stdin.write(" ".join(map(str, words)) + "\n")
            self._process.stdin.flush()
        noise = []
        for line in self._process.stdout:
            if line.startswith("= ! "):
                raise LinkError(f"the box broke: {line[4:].strip()}; {' '.join(noise)}")
            if line.startswith("= "):
                return line[2:].strip()
            noise.append(line.strip())
        raise LinkError("MicroPython stopped: " + " ".join(noise))

    # -- hands --

    def key(self, key):
        self._ask("key", ord(key))
        self.wait(PRESS_MS + REST_MS)

    def tap(self, tags, ms):
        if tags == self._last:
            self.wait(BOUNCE_MS)
        self._last = tags
        uids = [self._tags[KINDS[kind - 1], number].uid.hex() for kind, number in tags]
        self._ask("tap", *(uids if len(uids) == 1 else ()))
        self.wait(min(ms, LYING_MS))
        if ms > LYING_MS:
            self._ask("lie")
            self.wait(ms - LYING_MS)
        self.wait(REST_MS)

    def wait(self, ms):
        self._time_s += ms / 1000
        self._ask("run", int(ms))

    def power_cut(self):
        self._switch_off()
        self._switch_on()

    # -- port --

    def write(self, data):
        self._answer_bytes += bytes.fromhex(self._ask("hear", data.hex()))

    def read(self, timeout_s):
        data, self._answer_bytes = self._answer_bytes, b""
        if not data:
            self.wait(max(1, int(timeout_s * 1000)))
        return data

    def now_s(self):
        self._time_s += 0.0001
        return self._time_s

    def close(self):
        pass
