"""The page of `deedbox play` with its boxes, in a thread of this process: for browser tests and pictures."""

import asyncio
import threading
from pathlib import Path

from deedbox.build import firmware
from deedbox.play import flash_files, server
from deedbox.play.viewers import Viewers
from deedbox.play.which_box import BoxChooser


class House:
    """The server and the boxes that it can show."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self.viewers = self.do(self._room())
        self._runner, port = self.do(server.listen_on(self.viewers, 0))
        self.address = f"http://{server.HOST}:{port}/"
        self.boxes = BoxChooser(self.viewers, self.address)
        self.viewers.boxes = self.boxes

    async def _room(self) -> Viewers:
        return Viewers()

    def do(self, doing):
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result(180)

    def put(self, flash: bytes) -> None:
        """Show a box with this flash instead of the demo."""
        self.do(self.viewers.close())
        flash_files.flash_path_of(flash_files.DEMO).write_bytes(flash)
        self.do(self.boxes.open(flash_files.DEMO))

    def untouched(self) -> bool:
        """Is the demo open, at its beginning?"""
        look = self.box.look if self.box and self.viewers.place == "demo" else None
        if look is None or look["names"] != ["Ann", "Bob"] or look["screen"] != "turn.home":
            return False
        return [line["command"]["do"] for line in look["log"]] == ["begin"]

    @property
    def box(self):
        return self.viewers._source

    def close(self) -> None:
        self.do(self.viewers.close())
        self.do(self._runner.cleanup())
        self._loop.call_soon_threadsafe(self._loop.stop)


def flash_maker(folder: Path):
    """make(files) is the flash of a box that was switched on once: the first time takes longer."""
    from deedbox.twin import Twin

    path = folder / "first.flash"
    flash_files.make_flash(path)
    with Twin(path) as twin:
        twin.wait_for(any, 60)
    image = path.read_bytes()
    code = firmware.compile_files()

    def make(files: dict[str, bytes]) -> bytes:
        return firmware.update_image(image, {**files, **code}, ())

    return make
