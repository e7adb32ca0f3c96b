"""Records twenty seconds of play in the page as a GIF for the README: `make gif`.

Two turns of a game by clicks, at a size and with colours that keep the file small. The frames come from
Chromium as it paints them. Waiting is cut short, so a slow machine makes the same film.
"""

from __future__ import annotations

import argparse
import base64
import io
import os
import tempfile
from pathlib import Path
from typing import Any

from page_states import PICTURES, Studio, four
from PIL import Image

FILE = PICTURES / "play.gif"
SIZE = (1280, 720)
SHOWN = (800, 450)
SECONDS = 20.0
FRAME_S = 0.1  # the least between two frames
REST_S = 0.9  # no picture stays longer than that
COLOURS = 128
BYTES_MOST = 1_500_000
# Tom lands on Mia's street, she asks for the rent, he pays; Oma buys a street.
INPUTS = ("4", "2", "deed:red3", "token:2", "1", "2", "deed:yellow3", "token:3", "deed:sky1", "A", "token:2")
GAME = four(Tom={"cash": 912})


class Camera:
    """The pictures of a page with the time at which each was painted."""

    def __init__(self, page: Any) -> None:
        self.frames: list[tuple[float, bytes]] = []
        self._session = page.context.new_cdp_session(page)
        self._session.on("Page.screencastFrame", self._keep)
        size = {"maxWidth": SIZE[0], "maxHeight": SIZE[1]}
        self._session.send("Page.startScreencast", {"format": "png", "everyNthFrame": 1, **size})

    def _keep(self, frame: dict[str, Any]) -> None:
        self.frames.append((frame["metadata"]["timestamp"], base64.b64decode(frame["data"])))
        self._session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def stop(self) -> None:
        self._session.send("Page.stopScreencast")


def cut(frames: list[tuple[float, bytes]]) -> list[tuple[float, bytes]]:
    """(seconds that it is shown, picture), without frames that follow too soon and without long waits."""
    film: list[tuple[float, bytes]] = []
    at = frames[0][0]
    for n, (_, png) in enumerate(frames):
        end = frames[n + 1][0] if n + 1 < len(frames) else at + REST_S
        if end - at < FRAME_S:
            continue
        film.append((min(end - at, REST_S), png))
        at = end
    total = sum(seconds for seconds, _ in film)
    return [(seconds * SECONDS / total, png) for seconds, png in film]


def make_gif(film: list[tuple[float, bytes]], file: Path) -> None:
    pictures = [
        Image.open(io.BytesIO(png)).convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS) for _, png in film
    ]
    # One palette for all of them, from pictures of the whole film, so that still parts stay still.
    some = pictures[:: max(1, len(pictures) // 6)]
    strip = Image.new("RGB", (SHOWN[0], SHOWN[1] * len(some)))
    for n, picture in enumerate(some):
        strip.paste(picture, (0, n * SHOWN[1]))
    palette = strip.quantize(COLOURS, Image.Quantize.MEDIANCUT)
    small = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    times = [round(seconds * 1000) for seconds, _ in film]
    small[0].save(file, save_all=True, append_images=small[1:], duration=times, loop=0, optimize=True)


def record(studio: Studio) -> list[tuple[float, bytes]]:
    with studio.game(GAME, reduced_motion="no-preference") as page:
        page.set_viewport_size({"width": SIZE[0], "height": SIZE[1]})
        page.wait_for_timeout(500)
        camera = Camera(page)
        for one in INPUTS:
            studio.press_or_tap(page, one)
            page.wait_for_timeout(1300)
        page.wait_for_timeout(1500)  # the house drops
        camera.stop()
        return cut(camera.frames)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", nargs="?", type=Path, default=FILE)
    file = parser.parse_args().file
    from chromium import chromium
    from house import House, flash_maker
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as data, sync_playwright() as tool:
        os.environ["XDG_DATA_HOME"] = data
        house = House()
        browser = tool.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        film = record(Studio(browser, house, flash_maker(Path(data))))
        browser.close()
        house.close()
    make_gif(film, file)
    size = file.stat().st_size
    print(f"{file}: {len(film)} frames, {size // 1000} KB")
    if size > BYTES_MOST:
        raise SystemExit(f"{file}: more than {BYTES_MOST // 1000} KB")


if __name__ == "__main__":
    main()
