"""Where Chromium or Chrome is on this machine; as a script it prints the path, or exits with 1."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

# The first is the same engine without windows, so it takes less time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
# macOS puts programs into folders of their own, not on the path.
APPLICATIONS = ("Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome")
FOLDERS = (Path("/Applications"), Path.home() / "Applications")


def chromium() -> str | None:
    variable = os.environ.get("DEEDBOX_CHROMIUM")
    if variable:
        return variable
    programs = [path for path in map(shutil.which, NAMES) if path]
    programs += [
        str(folder / name) for folder in FOLDERS for name in APPLICATIONS if (folder / name).is_file()
    ]
    return programs[0] if programs else None


if __name__ == "__main__":
    print(chromium() or sys.exit(1))
