"""Somebody at the table: presses keys, taps tags, reads the display. The same hands serve twin and chip."""

import json
import time

from banker.drivers.buzzer import TICK, freq_hz
from deedbox.build import firmware
from deedbox.display import read_text
from deedbox.tagging.tag_map import TagSet

BOUNCE_MS = 800
_WIDTH = 128  # bytes of a row of the display
TICK_HZ = freq_hz(TICK[0])
PATIENCE_MS = 20000  # a busy machine is slow; nobody waits that long when all is well


def files_of_a_new_game(march=None, **about):
    """The firmware as deployed, with learned tags and a game laid ready."""
    files = dict(firmware.compile_files(march))
    files["tags.bin"] = TagSet().file()
    files["newgame.json"] = json.dumps(about).encode()
    return files


class Hands:
    def __init__(self, runner):
        self.runner = runner
        self.tags = TagSet().tags
        self.inputs = 0
        self._last = self._last_key = None
        self._chip = hasattr(runner, "run")  # emulated time is asked for, the twin's passes
        self._pause_ms = 25 if self._chip else 60  # between two inputs; emulated time is exact

    def wait(self, ms):
        if self._chip:
            self.runner.run(ms)
        else:
            time.sleep(ms / 1000)

    def key(self, *keys):
        for key in keys:
            self.inputs += 1
            if key == self._last_key:
                self.wait(2 * self._pause_ms)  # a shorter release might be missed
            self._last_key = key
            ticks = self._ticks_so_far()
            self.runner.press(key)
            self._listen(ticks)
            self.runner.release(key)
            self.wait(self._pause_ms)

    def tap(self, kind, number=0, ms=None):
        self.inputs += 1
        tag = self.tags[kind, number]
        if tag is self._last:
            self.wait(BOUNCE_MS)  # sooner it would count as a bounce
        self._last = tag
        ticks = self._ticks_so_far()
        self.runner.tap(tag)
        self._listen(ticks)
        if ms:
            self.wait(ms)
        self.runner.lift(tag)
        self.wait(3 * self._pause_ms)  # until it counts as gone

    def _ticks(self):
        """Each key and each tag has its tick, also while a tune or an alarm sounds."""
        return self.runner.box.buzzer.frequencies.count(TICK_HZ)

    def _ticks_so_far(self):
        """Count when the last tick has ended, because two ticks without a pause sound like one."""
        while self.runner.box.buzzer.freq_hz == TICK_HZ:
            self.wait(5)
        return self._ticks()

    def _listen(self, before):
        """Hold the key or tag until it ticks, as people do. Without a tick it was not read."""
        for _ in range(PATIENCE_MS // 5):
            if self._ticks() != before:
                return
            self.wait(5)
        raise AssertionError("no tick:\n" + "\n".join(self.screen()))

    def screen(self):
        return read_text(self.runner.picture())

    def sees(self, *words):
        """Wait until the display shows all of these."""

        last = [b"", False]

        def there(picture):
            if picture != last[0]:  # the chip asks every emulated millisecond: read only what is new
                text = "\n".join(read_text(picture))
                last[:] = [picture, all(word in text for word in words)]
            return last[1]

        patience = PATIENCE_MS if self._chip else PATIENCE_MS / 1000
        try:
            self.runner.wait_for(there, patience)
        except TimeoutError:
            raise AssertionError(f"{words} not on the display:\n" + "\n".join(self.screen())) from None

    def lights_up(self):
        """After power-on: the first picture, as text; whole when its last row is there, that of the keys."""
        self.runner.wait_for(
            lambda picture: any(picture[-_WIDTH:]), PATIENCE_MS if self._chip else PATIENCE_MS / 1000
        )
        self.wait(self._pause_ms)
        return "\n".join(self.screen())

    def pull_the_plug(self, read=False):
        """Off and on again. Unless it is to be read, the greeting is closed, as one input does."""
        self.runner.power_cut()
        self.runner.start()
        if not read and "WELCOME BACK" in self.lights_up():
            self.key("#")
            self.inputs -= 1
