"""Copies editions, house rules and fixtures from a box: `python fetch_files.py FOLDER [PORT]`.

What is there already with the same hash is not read again.
"""

import hashlib
import sys
from pathlib import Path

from deedbox.link import DeviceError, connect

FOLDERS = ("editions", "rules", "fixtures")


def main(target: Path, port: str | None = None) -> None:
    with connect(port) as box:
        for file in [file for folder in FOLDERS for file in box.list(folder)]:
            copy = target / file.path
            if copy.exists() and hashlib.sha256(copy.read_bytes()).hexdigest()[:16] == file.hash:
                print(f"{file.path}: the same")
                continue
            try:
                data = box.get(file.path)
            except DeviceError as error:  # what came with the firmware stays in the box
                print(f"{file.path}: not read, {error.code}")
                continue
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(data)
            print(f"{file.path}: {file.size} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None)
