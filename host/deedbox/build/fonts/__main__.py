"""Compile the fonts into the file for the device."""

import sys
from pathlib import Path

from deedbox.build.fonts import FontError, compile_font
from deedbox.files import write_file

BINARY = Path(__file__).parents[4] / "firmware" / "data" / "font6x8.bin"


def main() -> int:
    try:
        data = compile_font()
    except FontError as error:
        print(error, file=sys.stderr)
        return 1
    BINARY.parent.mkdir(parents=True, exist_ok=True)
    write_file(BINARY, data)
    print(f"{BINARY.name}: {len(data)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
